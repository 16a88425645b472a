//! Deadlocks: positions without a plan, seen without search.
//!
//! Everything here is *sound*: what is called dead has no solution at any number of pushes. Dead
//! cells and dead sides of a lone box are in [`crate::distance`].

pub mod corral;
pub mod freeze;
pub mod local;
pub mod shut;
