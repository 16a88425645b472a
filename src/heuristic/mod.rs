//! Lower bounds on the pushes that are left, made cheap for millions of states.

pub mod assignment;
pub mod pairs;
mod two_boxes;
pub mod walled;
