//! Deadlocks: positions that no sequence of pushes can solve.

pub mod local;
