//! Certificates of sliding tiles: what is written is accepted, what is changed is refused, and nothing false passes.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

mod accepted;
#[path = "../common/boards.rs"]
mod boards;
#[path = "../common/command.rs"]
mod command;
mod commands;
mod folder;
mod mutants;
mod outside;
#[path = "../common/programs.rs"]
mod programs;
mod refused;
mod sound;
#[path = "../common/tamper.rs"]
mod tamper;
