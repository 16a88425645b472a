//! The fewest moves by SAT, one horizon after another.
//!
//! Horizons rise by two, since the parity of the moves is fixed, from the bound of linear conflicts. Each has a
//! formula and a solver of its own. A refuted horizon raises the lower bound; the first model is a shortest plan.

use std::time::Instant;

use crate::limits::{Limits, Stop};
use crate::progress::Progress;
use crate::sat::horizons::{HorizonReport, Verdict};
use crate::sat::varisat::{Monitor, Varisat};
use crate::sat::{Answer, Feed};
use crate::tiles::encode::{Lemmas, Options, Span, encode};
use crate::tiles::heuristic::{Heuristic, Name};
use crate::tiles::puzzle::{Cell, Puzzle};

/// What the loop found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The cells of the blank along a shortest plan, or why there is no answer.
    pub blanks: Result<Vec<Cell>, Stop>,
    /// Every plan has so many moves or more.
    pub lower_bound: usize,
    /// What was asked.
    pub horizons: Vec<HorizonReport>,
}

/// Finds a shortest plan of a puzzle that has one.
pub fn fewest_moves(
    puzzle: &Puzzle,
    lemmas: Lemmas,
    limits: &Limits,
    progress: &Progress,
) -> Outcome {
    let bound = Heuristic::forward(puzzle, Name::LinearConflict).start(puzzle.start());
    let mut rise = Rise {
        puzzle,
        lemmas,
        limits,
        progress,
        conflicts: 0,
        outcome: Outcome {
            blanks: Err(Stop::Horizon),
            lower_bound: bound.bound() as usize,
            horizons: Vec::new(),
        },
    };
    rise.outcome.blanks = rise.run();
    rise.outcome
}

/// The loop at work; the outcome's lower bound is the horizon asked next.
struct Rise<'a> {
    puzzle: &'a Puzzle,
    lemmas: Lemmas,
    limits: &'a Limits,
    progress: &'a Progress,
    conflicts: u64,
    outcome: Outcome,
}

impl Rise<'_> {
    fn run(&mut self) -> Result<Vec<Cell>, Stop> {
        loop {
            self.limits.check()?;
            self.progress.raise_lower(self.outcome.lower_bound);
            self.progress.at_horizon(self.outcome.lower_bound);
            if let Some(blanks) = self.ask()? {
                return Ok(blanks);
            }
            self.outcome.lower_bound += 2;
        }
    }

    /// Asks one horizon; the plan of so many moves if there is one.
    fn ask(&mut self) -> Result<Option<Vec<Cell>>, Stop> {
        let (start, moves) = (Instant::now(), self.outcome.lower_bound);
        let monitor = Monitor::new(self.limits).telling(self.progress, self.conflicts);
        let mut solver = Varisat::new(monitor);
        let mut feed = Feed::new(&mut solver);
        let options = Options {
            span: Span::Shortest(moves),
            lemmas: self.lemmas,
        };
        let encoding = encode(self.puzzle, options, self.limits, &mut feed)?;
        let answer = feed.backend().solve();
        let conflicts = feed.backend().conflicts();
        self.conflicts += conflicts.unwrap_or_default();
        let count = feed.count;
        let mut note = |verdict| {
            self.outcome.horizons.push(HorizonReport {
                pushes: moves,
                verdict,
                variables: count.variables,
                clauses: count.clauses,
                conflicts,
                time: start.elapsed(),
            });
        };
        match answer {
            Answer::Sat(model) => {
                note(Verdict::Sat);
                Ok(Some(encoding.blanks(&model)))
            }
            Answer::Unsat => {
                note(Verdict::Unsat);
                Ok(None)
            }
            Answer::Unknown(stop) => {
                note(Verdict::Unknown);
                Err(stop)
            }
            Answer::Failed(_) => {
                note(Verdict::Unknown);
                Err(Stop::Failed)
            }
        }
    }
}
