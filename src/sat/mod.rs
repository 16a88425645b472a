//! SAT solvers, and what they prove.

pub mod proof;
