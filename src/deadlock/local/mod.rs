//! Local.
pub mod find;
pub mod pattern;
mod window;
