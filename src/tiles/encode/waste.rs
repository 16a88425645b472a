//! The counter of slides that take tiles away from home.
//!
//! Let d be the sum of the tiles' distances at the start. Each move changes the sum by one, and it ends at 0; so of at
//! most T moves at most (T - d) / 2 raise it. In unary: `spent[k]` at a time if more than k moves before it were
//! such. The clauses say one direction only: what was spent stays spent.

use crate::cnf::{ClauseSink, Lit};
use crate::tiles::encode::rules::WASTE;
use crate::tiles::encode::{Lemma, Options};
use crate::tiles::heuristic::{Heuristic, Name};
use crate::tiles::puzzle::Puzzle;

/// How much may be wasted, and whether that is counted.
pub(super) struct Waste {
    /// The most slides away from home; none if the horizon is below the distances.
    capacity: Option<usize>,
    counted: bool,
}

impl Waste {
    pub(super) fn new(puzzle: &Puzzle, options: Options) -> Self {
        let distances = Heuristic::forward(puzzle, Name::Manhattan).start(puzzle.start());
        let left = options.span.most().checked_sub(distances.bound() as usize);
        Self {
            capacity: left.map(|left| left / 2),
            counted: options.has(Lemma::Waste),
        }
    }

    /// The most slides away from home.
    pub(super) fn capacity(&self) -> Option<usize> {
        self.capacity
    }

    /// A variable for that the next move is wasted, if moves are counted.
    pub(super) fn wasted(&self, sink: &mut dyn ClauseSink) -> Option<Lit> {
        self.counted.then(|| sink.fresh())
    }

    /// Counts a move that may be wasted; gives what was spent after it.
    pub(super) fn count(
        &self,
        sink: &mut dyn ClauseSink,
        bad: Option<Lit>,
        spent: &[Lit],
    ) -> Vec<Lit> {
        let Some(bad) = bad else {
            return Vec::new();
        };
        let capacity = self.capacity.unwrap_or(0);
        let size = capacity.min(spent.len() + 1);
        let then: Vec<Lit> = (0..size).map(|_| sink.fresh()).collect();
        for (&before, &after) in spent.iter().zip(&then) {
            sink.implies(&WASTE, before, after);
        }
        for number in 0..=spent.len() {
            let mut causes = vec![bad];
            causes.extend(number.checked_sub(1).map(|last| spent[last]));
            let effect: Vec<Lit> = then.get(number).copied().into_iter().collect();
            sink.implied_any(&WASTE, &causes, &effect);
        }
        then
    }
}
