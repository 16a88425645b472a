//! The strongest bound that is known before any search for a plan.
//!
//! On top of the matching bound h0 the tables of [`crate::patterns`] raise the budget of waste
//! until nothing speaks against it: start bound = h0 + unit * W. *Sound*: each smaller budget was
//! refuted, see there; waste is counted in units of two pushes just when the parity is fixed, so
//! the bound has the parity of every plan. When the tables reached all boxes the bound is the
//! minimum, or the level has no plan, and the answer came out of a complete search and must be
//! called exhaustive; no formula may lean on it as if it had been proved by SAT.

use std::fmt;

use crate::board::{Board, Cell};
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::patterns::{BudgetTables, Game, Reach, climb};
use crate::potential::Potential;

/// What the tables say about the start of a level.
#[derive(Debug, Clone)]
pub struct StrongBound {
    /// Every plan has this many pushes or more.
    pub pushes: u32,
    /// Start boxes that block each other whatever the rest does: there is no plan.
    pub blocked: Option<Blocked>,
    /// The most boxes of a set that the bound leans on.
    pub boxes: usize,
    /// The bound leans on a table of all boxes, which is a complete search.
    pub complete: bool,
    /// The minimum is known: `complete`, and the search came to its end.
    pub exact: bool,
    /// Disjoint sets of start boxes with the units of waste that each must spend, if the climb ended.
    pub packing: Vec<(Vec<Cell>, u16)>,
    /// The tables, for a budget of W = (pushes - h0) / unit or more, if the climb ended.
    pub tables: Option<BudgetTables>,
    /// States of all tables that were built.
    pub effort: u64,
    /// The limit that ended it early; the bound holds all the same.
    pub stopped: Option<Stop>,
}

/// Boxes that never come home together, the others gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blocked {
    /// Column and row of each box in the drawing, from zero.
    pub places: Vec<(usize, usize)>,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self
            .places
            .iter()
            .map(|(x, y)| format!("row {}, column {}", y + 1, x + 1));
        let places: Vec<_> = places.collect();
        match places.as_slice() {
            [one] => write!(f, "the box in {one} of the drawing can never reach a goal"),
            all => write!(
                f,
                "the boxes in {} of the drawing block each other whatever the rest does",
                all.join("; ")
            ),
        }
    }
}

/// Bounds the pushes of a level from below by tables of up to `reach.boxes` boxes.
///
/// The potential exists, so the level has a matching; boxes off the floor are not looked at
/// ([`StaticReason`](crate::bound::StaticReason) has both cases). Limits end the climb and leave the bound that it had reached.
#[must_use]
pub fn strong_start_bound(
    board: &Board,
    distances: &Distances,
    potential: &Potential,
    reach: Reach,
    limits: &Limits,
) -> StrongBound {
    let game = Game::new(board, distances, potential);
    let climb = climb(&game, reach, limits);
    let cells = |mask: u128| {
        let boxes = board.boxes().iter().enumerate();
        boxes
            .filter(move |(i, _)| mask >> i & 1 == 1)
            .map(|(_, &cell)| cell)
    };
    let blocked = climb.blocked.map(|mask| Blocked {
        places: cells(mask).map(|cell| board.place(cell)).collect(),
    });
    let count = board.boxes().len();
    let complete = climb.boxes == count;
    let exact = complete && blocked.is_none() && climb.open.stack.len() == count;
    let packing = climb.open.packing.sets();
    StrongBound {
        pushes: potential.matching_bound() + potential.unit() * u32::from(climb.least),
        exact,
        complete,
        blocked,
        boxes: climb.boxes,
        packing: packing
            .into_iter()
            .map(|(mask, waste)| (cells(mask).collect(), waste))
            .collect(),
        effort: climb.effort,
        stopped: climb.stopped,
        tables: BudgetTables::of(climb, count),
    }
}

impl Reach {
    /// Tables of as many boxes as fit a word, but never of all boxes: no complete search.
    #[must_use]
    pub fn partial(board: &Board) -> Self {
        let all = board.boxes().len();
        Self {
            boxes: all.saturating_sub(1),
            ..Self::default()
        }
    }
}
