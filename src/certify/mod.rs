//! The judge: what is reported as a solution has passed here.
//!
//! This module imports the text of a level and the limits, nothing else. It states the rules of the game a
//! second time, on the raw squares, and reads LURD by itself, so that an error in the board, an
//! engine or a writer cannot hide behind the same error here. [`Verified`] has private fields:
//! only [`replay()`] makes one, and the printers take nothing else.
//!
//! Rules: a move is a step or a push of one box; a step back is a step, it undoes nothing. A
//! level is solved when no box of the drawing is off the goals. That is the rule for boxes in
//! reach (spare goals may stay empty) and for those out of reach, which must stand on goals from
//! the beginning.
//!
//! [`certificate`] does the same for formulas, clause by clause, and states the rules of sliding tiles too.
//!
//! [`lrat`] checks refutations in the LRAT format over a formula that [`dimacs`] has read; neither
//! shares a line with the code that writes formulas and proofs.

mod bytes;
pub mod certificate;
pub mod dimacs;
mod game;
mod letters;
pub mod lrat;
mod metrics;
pub mod replay;

pub use metrics::Metrics;
pub use replay::{LevelFault, MoveFault, Rejection, TextFault, draw_after, replay};

/// A solution that was replayed on the squares of its level and found to solve it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    lurd: String,
    metrics: Metrics,
}

impl Verified {
    /// The moves, counts and groups written out, pushes in upper case and steps in lower case.
    #[must_use]
    pub fn lurd(&self) -> &str {
        &self.lurd
    }

    /// Number of pushes.
    #[must_use]
    pub fn pushes(&self) -> usize {
        self.metrics.pushes
    }

    /// Number of moves, pushes included.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.metrics.moves
    }

    /// All measures of the solution.
    #[must_use]
    pub fn metrics(&self) -> Metrics {
        self.metrics
    }
}
