//! Programs as SAT solvers: those of others where they are installed, and small shell scripts that
//! misbehave in every way that was thought of.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "../common/command.rs"]
mod command;
#[cfg(unix)]
mod fakes;
#[cfg(unix)]
mod lies;
#[path = "../common/programs.rs"]
mod programs;
mod real;
#[cfg(unix)]
mod script;
#[cfg(unix)]
mod stops;
