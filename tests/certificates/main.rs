//! Certificates: what is written is accepted, what is changed is refused, and nothing false passes.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

mod accepted;
mod accounted;
mod denied;
mod facts;
mod folder;
mod inequalities;
mod mutants;
#[expect(dead_code, reason = "only the minimum is asked for here")]
#[path = "../common/oracle.rs"]
mod oracle;
#[expect(dead_code, reason = "nothing is asked of the costs here")]
#[path = "../common/plain.rs"]
mod plain;
mod refused;
mod refused_kinds;
#[path = "../common/tamper.rs"]
mod tamper;
