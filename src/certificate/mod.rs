//! Certificates: folders that let anyone check how few pushes a level needs.
//!
//! ```text
//! manifest.json   what is claimed, by which kind of evidence, and the SHA-256 of each file
//! level.xsb       the canonical rows of the level, nothing else
//! solution.lurd   a solution of N pushes
//! formula.cnf     "there is a solution of at most T pushes", strict DIMACS; as `encode` writes it
//! map.json        what its variables mean and which rules its clauses follow ([`crate::encode::map`])
//! tables.txt      what its lemmas rest on, if it has any ([`tables`])
//! proof.lrat      the refutation of formula.cnf, LRAT as text or binary
//! ```
//!
//! The manifest is one JSON object:
//!
//! ```text
//! {"format":"sokosat-certificate","version":1,"sokosat":"0.1.0",
//!  "kind":"refutation","claim":{"minimum":12},"at_most":10,"reason":null,
//!  "level":HASH of the canonical rows,"files":{NAME:SHA-256,...},"remarks":["for people",...]}
//! ```
//!
//! | kind | claim | evidence | files |
//! |---|---|---|---|
//! | `refutation` | `{"minimum":N}` | T = `at_most` is N - 2 with as many boxes as goals, else N - 1 | all, tables.txt only with lemmas |
//! | `bound` | `{"minimum":N}` | the start bound passes N - 2, or N - 1: potential, disjoint pairs and triples | level, solution, tables |
//! | `unsolvable-static` | `{"unsolvable":{}}` | `reason` shows at the start | level |
//! | `exhaustive` | either | a search met every position; only another search can confirm it | level, solution if there is one |
//!
//! A reason is `{"name":"stray-box"}`, `{"name":"more-boxes-than-goals"}`, `{"name":"no-matching"}` or
//! `{"name":"blocked","boxes":[[x,y],...]}`: these boxes, by column and row from zero, cannot all come to
//! goals even if the others are gone.
//!
//! Certificates about sliding tiles ([`write_tiles`]) have the same manifest and kinds of their own; [`tiles`] says which.
//!
//! Everything here may be wrong: [`crate::certify::certificate`] checks it without any of this code.
//! The formula is refuted afresh by one varisat run whose steps are recorded; a run over growing
//! horizons would have to carry the refutations of all smaller ones, which "at most T" does not need.

mod evidence;
mod manifest;
mod refutation;
pub mod tables;
pub mod tiles;

use std::io;
use std::path::Path;

use crate::board::Board;
use crate::certify::Verified;
use crate::encode::Lemmas;
use crate::encode::file::Unwritten;
use crate::encode::lemmas::Lemma;
use crate::error::Error;
use crate::level::Level;
use crate::limits::{Limits, Stop};
use crate::sat::proof::{Format, RecordError};
use crate::tiles::puzzle::Misfit;

pub use manifest::Kind;
pub use tiles::{TilesOrder, write_tiles, write_tiles_unproved};

/// What is known of a level that a certificate is to be written about.
#[derive(Debug, Clone, Copy)]
pub enum Known<'a> {
    /// A solution that is said to be minimal.
    Solved(&'a Verified),
    /// There is no solution.
    Unsolvable,
}

/// A certificate to be written.
#[derive(Debug, Clone, Copy)]
pub struct Order<'a> {
    /// The level, in its canonical rows.
    pub level: &'a Level,
    /// Its board.
    pub board: &'a Board,
    /// What is claimed.
    pub known: Known<'a>,
    /// What an exhausted search that stands behind the claim says of itself, if there was one.
    pub exhausted: Option<&'a str>,
    /// Redundant clauses of the formula, as far as they are [`certified`].
    pub lemmas: Lemmas,
    /// The form of the proof.
    pub format: Format,
    /// The most lemmas that the solver may learn.
    pub most_lemmas: u64,
    /// When to stop.
    pub limits: &'a Limits,
    /// When the solver is to give up and an exhausted search is to be named instead.
    pub solver_limits: &'a Limits,
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Made {
    /// The kind of the evidence.
    pub kind: Option<Kind>,
    /// The formula says "at most so many pushes".
    pub at_most: Option<usize>,
    /// Variables of the formula.
    pub variables: u32,
    /// Its clauses.
    pub clauses: u64,
    /// Steps of the proof.
    pub steps: u64,
    /// Bytes of each file, by name, in the order in which they were written.
    pub bytes: Vec<(&'static str, u64)>,
}

/// Why no certificate was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unmade {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The claim is wrong: there is a solution with fewer pushes.
    #[error("there is a solution with {0} pushes")]
    Shorter(usize),
    /// The claim is wrong: there is a plan with fewer moves.
    #[error("there is a solution with {0} moves")]
    FewerMoves(usize),
    /// A board and a target of different sizes.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// A file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The proof could not be recorded.
    #[error(transparent)]
    Record(RecordError),
    /// A defect of an engine.
    #[error(transparent)]
    Defect(#[from] Error),
}

impl From<Unwritten> for Unmade {
    fn from(error: Unwritten) -> Self {
        match error {
            Unwritten::Stopped(stop) => Self::Stopped(stop),
            Unwritten::Io(error) => Self::Io(error),
        }
    }
}

impl From<RecordError> for Unmade {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Stopped(stop) => Self::Stopped(stop),
            RecordError::Io(error) => Self::Io(error),
            error => Self::Record(error),
        }
    }
}

/// The lemmas that a check can account for; those that hold at a budget only are not among them.
const CERTIFIED: [Lemma; 6] = [
    Lemma::Dead,
    Lemma::Windows,
    Lemma::Waste,
    Lemma::Terminal,
    Lemma::Patterns,
    Lemma::Regions,
];

/// Those of some lemmas that a certificate can have.
#[must_use]
pub fn certified(lemmas: Lemmas) -> Lemmas {
    let kept = CERTIFIED.into_iter().filter(|&lemma| lemmas.has(lemma));
    kept.fold(Lemmas::NONE, Lemmas::with)
}

/// Writes a certificate into an empty folder.
///
/// # Errors
/// Why there is none; the folder then has a part of its files.
pub fn write(folder: &Path, order: &Order) -> Result<Made, Unmade> {
    evidence::write(folder, order)
}

/// Writes a refutation of "at most `most` pushes" without its proof, for tests of checkers.
///
/// # Errors
/// Why there is none; the folder then has a part of its files.
pub fn write_unproved(folder: &Path, order: &Order, most: usize) -> Result<Made, Unmade> {
    evidence::write_unproved(folder, order, most)
}
