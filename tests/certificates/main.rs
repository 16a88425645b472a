//! Certificates: what is written is accepted, what is changed is refused, and nothing false passes.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

mod accepted;
mod accounted;
mod folder;
mod inequalities;
mod mutants;
#[expect(dead_code, reason = "only the minimum is asked for here")]
#[path = "../common/oracle.rs"]
mod oracle;
mod refused;
mod refused_kinds;
