//! Other solvers and another proof checker on our formulas: each must say what varisat says.
//!
//! Our own levels, and the public sets where `SOKOSAT_LEVELS` names their folder. Programs that are not
//! installed are skipped, and the tests say so.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

mod formulas;
#[path = "../common/programs.rs"]
mod programs;
mod proofs;
mod sample;
