//! Models that other solvers find: read, replayed and printed, or refused in one sentence each.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

mod bench;
#[path = "../common/command.rs"]
mod command;
mod formulas;
mod models;
mod solvers;
