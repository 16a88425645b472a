//! Patterns: what two, three or more boxes cost whatever the others do.
//!
//! [`Patterns`] holds the exact tables of all k-box sets of a board, k = 2, 3, ...; they are true of
//! every plan. [`BudgetTables`] holds tables for plans of at most a given waste, which say much
//! more and hold for such plans only. Both list their entries for the formula ([`PatternList`]);
//! [`Patterns::is_dead_after`] is what a search may ask after each push.
//!
//! Values are *waste* in units of [`Potential::unit`](crate::potential::Potential::unit); the
//! values of disjoint sets add up. Cost: about one flood of the floor a set, some 2 us.

mod at_budget;
mod budget;
mod claims;
mod climb;
mod game;
mod lemma;
mod partition;
mod sided;
mod store;
mod table;
mod twins;

pub use at_budget::BudgetTables;
pub use claims::{Beside, Claim};
pub use climb::Reach;
pub(crate) use climb::climb;
pub(crate) use game::Game;
pub use lemma::{Pattern, PatternList, Penalty};
pub(crate) use partition::Packing;
pub use sided::{Sided, SidedList};

use std::time::{Duration, Instant};

use crate::board::{Board, Cell};
use crate::distance::{Distances, INF};
use crate::limits::{Limits, Stop};
use crate::potential::Potential;
use game::{Words, subsets};
use table::Table;
use twins::DeadTwins;

/// How large the tables of all sets may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// The most boxes of a set.
    pub boxes: usize,
    /// The most sets of one table; a table that would have more is not built, nor any larger one.
    pub sets: u64,
}

impl Default for Size {
    /// Pairs and triples, at most 300,000 of either.
    fn default() -> Self {
        Self {
            boxes: 3,
            sets: 300_000,
        }
    }
}

/// The entries of one table in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Boxes of a set.
    pub boxes: usize,
    /// Sets that stand in the table: all others of as many live cells are deadlocks.
    pub sets: usize,
    /// Patterns that no plan can hold.
    pub deadlocks: usize,
    /// Patterns that cost waste.
    pub penalties: usize,
    /// Patterns of either kind that hold only after one push.
    pub after_pushes: usize,
}

/// The tables of all sets of a board.
#[derive(Debug, Clone)]
pub struct Patterns {
    words: Words,
    /// Tables of 2, 3, ... boxes.
    tables: Vec<Table>,
    list: PatternList,
    twins: DeadTwins,
    /// Box cell, the cell beside it where the player stands, and the direction there, by push.
    ends: Vec<(u16, usize)>,
    survives: Vec<bool>,
    seconds: Duration,
}

impl Patterns {
    /// Builds all tables that the size allows.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        board: &Board,
        distances: &Distances,
        potential: &Potential,
        size: Size,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let started = Instant::now();
        let game = Game::new(board, distances, potential);
        let most = size
            .boxes
            .min(game.words.most_boxes())
            .min(board.boxes().len());
        let mut tables = Vec::new();
        for boxes in 2..=most {
            let sets = subsets(game.live.len(), boxes);
            if sets > size.sets {
                break;
            }
            limits.may_grow(BYTES_A_SET * sets)?;
            tables.push(Table::new(&game, boxes, limits)?);
        }
        let list = PatternList::new(
            &game,
            &tables.iter().collect::<Vec<_>>(),
            &game.live,
            limits,
        )?;
        let pushes = board.pushes().iter();
        Ok(Self {
            words: game.words,
            twins: DeadTwins::new(board, distances, &list),
            ends: pushes
                .map(|push| (push.to.0, push.dir.opposite().index()))
                .collect(),
            survives: (0..board.pushes().len())
                .map(|push| distances.survives(push))
                .collect(),
            seconds: started.elapsed(),
            tables,
            list,
        })
    }

    /// The patterns that say something new, in order.
    #[must_use]
    pub fn list(&self) -> &PatternList {
        &self.list
    }

    /// The most boxes of a set that has a table; 1 if there is none.
    #[must_use]
    pub fn boxes(&self) -> usize {
        self.tables.len() + 1
    }

    /// Whether a push, by its index, leads into a deadlock of two or three boxes, the moved one among them.
    ///
    /// `occupied` says whether a box stands on a cell after the push. Other deadlocks, of boxes
    /// that the push did not move, were there before it unless the player changed sides.
    #[must_use]
    pub fn is_dead_after(&self, push: usize, occupied: impl Fn(Cell) -> bool) -> bool {
        !self.survives[push] || self.twins.strike(push, occupied)
    }

    /// What the moved box and `others`, in rising order, cost right after a push.
    ///
    /// Nothing is known, and the answer no waste, of more boxes than [`Self::boxes`].
    #[must_use]
    pub fn after(&self, push: usize, others: &[Cell]) -> Penalty {
        if !self.survives[push] {
            return Penalty::Deadlock;
        }
        let Some(table) = others.len().checked_sub(1).and_then(|i| self.tables.get(i)) else {
            return Penalty::Waste(0);
        };
        let (to, dir) = self.ends[push];
        let mut cells: Vec<u16> = others.iter().map(|cell| cell.0).collect();
        let slot = cells.partition_point(|&cell| cell < to);
        cells.insert(slot, to);
        Penalty::of(table.beside(self.words.pack(&cells), slot, dir))
    }

    /// What boxes on `cells`, in rising order, cost with the player on `player`, all other boxes gone.
    ///
    /// Nothing is known, and the answer no waste, of one box or of more than [`Self::boxes`].
    #[must_use]
    pub fn at(&self, board: &Board, cells: &[Cell], player: Cell) -> Penalty {
        let Some(table) = cells.len().checked_sub(2).and_then(|i| self.tables.get(i)) else {
            return Penalty::Waste(0);
        };
        let packed: Vec<u16> = cells.iter().map(|cell| cell.0).collect();
        let beside = store::beside(board, cells, player);
        let value = beside.map_or(INF, |(slot, dir)| {
            table.beside(self.words.pack(&packed), slot, dir)
        });
        Penalty::of(value)
    }

    /// What boxes on `cells`, in rising order, cost wherever the player is.
    #[must_use]
    pub fn least(&self, cells: &[Cell]) -> Penalty {
        let table = cells.len().checked_sub(2).and_then(|i| self.tables.get(i));
        let packed: Vec<u16> = cells.iter().map(|cell| cell.0).collect();
        Penalty::of(table.map_or(0, |table| table.least(self.words.pack(&packed))))
    }

    /// The tables in numbers, from two boxes up.
    #[must_use]
    pub fn counts(&self) -> Vec<Count> {
        let tables = self.tables.iter();
        let mut counts: Vec<_> = tables
            .map(|table| Count {
                boxes: table.store.boxes(),
                sets: table.store.len(),
                ..Count::default()
            })
            .collect();
        for pattern in self.list.iter() {
            let count = &mut counts[pattern.cells.len() - 2];
            match pattern.penalty {
                _ if pattern.after.is_some() => count.after_pushes += 1,
                Penalty::Deadlock => count.deadlocks += 1,
                Penalty::Waste(_) => count.penalties += 1,
            }
        }
        counts
    }

    /// How long the tables took.
    #[must_use]
    pub fn build_time(&self) -> Duration {
        self.seconds
    }

    /// Bytes in use, about.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let tables: u64 = self.tables.iter().map(Table::bytes).sum();
        tables + self.list.bytes() + self.twins.bytes()
    }
}

/// Memory of a set while its table is built: word, labels, states, index and queue.
const BYTES_A_SET: u64 = 64;
