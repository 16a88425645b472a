//! The one error type of the library.
//!
//! Every variant renders as a single sentence. Where the cause lies in a file, the text
//! opens with `file:line:column:`, all counted from one, so that editors can jump to it.

use std::path::PathBuf;

use crate::certify::Rejection;
use crate::level::Flaw;
use crate::limits::Stop;
use crate::solution::PlanError;

/// What can go wrong between a file and a verdict.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be read or written.
    #[error("{}: {cause}", path.display())]
    Io {
        /// The file as the user named it.
        path: PathBuf,
        /// What the system said.
        cause: std::io::Error,
    },
    /// A file was read but its text is not what it should be.
    #[error("{file}:{line}:{column}: {cause}")]
    Text {
        /// The file as the user named it, or `<stdin>`.
        file: String,
        /// Line, from one.
        line: usize,
        /// Column, from one.
        column: usize,
        /// One clear sentence without a full stop.
        cause: String,
    },
    /// A level was read but cannot be played.
    #[error("{file}:{}:{}: level {number}: {}", flaw.place.line, flaw.place.column, flaw.cause)]
    Level {
        /// The file as the user named it, or `<stdin>`.
        file: String,
        /// The level's number in its file, from one.
        number: usize,
        /// What is wrong with it, and where.
        flaw: Flaw,
    },
    /// An engine's plan breaks the rules of the game: a defect of the engine, never printed as a solution.
    #[error("internal error: {0}")]
    Plan(#[from] PlanError),
    /// The judge did not accept an engine's solution: a defect, never printed as a solution.
    #[error("internal error: the judge refused a solution: {0}")]
    Rejected(#[from] Rejection),
    /// Two engines, or an engine and its own bound, contradict each other: a defect.
    #[error("internal error: {0}")]
    Contradiction(String),
    /// A SAT solver did not work as solvers should, or its model is no solution.
    #[error("{0}")]
    Solver(String),
    /// A limit was reached before an answer.
    #[error("{0}")]
    Stopped(#[from] Stop),
}
