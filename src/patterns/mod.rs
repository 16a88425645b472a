//! Patterns.
pub(crate) mod budget;
pub(crate) mod climb;
pub(crate) mod game;
pub(crate) mod partition;
pub(crate) mod store;
pub(crate) mod table;

pub use climb::Reach;
