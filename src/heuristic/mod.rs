//! Lower bounds on the pushes that are left, made cheap for millions of states.

pub mod assignment;
mod ground;
pub mod groups;
pub mod pairs;
pub mod prices;
mod sets;
mod two_boxes;
pub mod walled;
