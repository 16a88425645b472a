//! Where a single box can be pulled between cells that are taken for good.
//!
//! Pulls from a goal lead to the cells from which a lone box can be pushed there. A place is a cell and the side on
//! which the player stands. Cost: a flood for each place that is reached.

use crate::board::{Board, Cell, Dir};
use crate::limits::{Limits, Stop};
use crate::region::Region;

/// A box on its way back, and the player beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pulled {
    /// Where the box is.
    pub cell: Cell,
    /// Where the player is.
    pub player: Cell,
    /// Pulls made.
    pub pulls: usize,
}

/// Pulls single boxes over a board.
#[derive(Debug)]
pub struct Puller<'a> {
    board: &'a Board,
    region: Region,
    taken: Vec<bool>,
    seen: Vec<[bool; 4]>,
    queue: Vec<Pulled>,
}

impl<'a> Puller<'a> {
    /// A puller over an empty board.
    #[must_use]
    pub fn new(board: &'a Board) -> Self {
        Self {
            board,
            region: Region::new(board),
            taken: vec![false; board.len()],
            seen: vec![[false; 4]; board.len()],
            queue: Vec::new(),
        }
    }

    /// Takes a cell for good, or frees it.
    pub fn take(&mut self, cell: Cell, taken: bool) {
        self.taken[cell.index()] = taken;
    }

    /// Whether a cell is taken.
    #[must_use]
    pub fn is_taken(&self, cell: Cell) -> bool {
        self.taken[cell.index()]
    }

    /// Forgets where boxes were pulled.
    pub fn clear(&mut self) {
        self.seen.fill([false; 4]);
        self.queue.clear();
    }

    /// A box to begin with.
    pub fn add(&mut self, cell: Cell, player: Cell) {
        self.queue.push(Pulled {
            cell,
            player,
            pulls: 0,
        });
    }

    /// A box to begin with, the player on any free side of it.
    pub fn add_all_sides(&mut self, cell: Cell) {
        let free = |near: &Cell| !self.taken[near.index()];
        let beside: Vec<_> = self.board.neighbours(cell).filter(free).collect();
        for player in beside {
            self.add(cell, player);
        }
    }

    /// Pulls until a place is as wished, the first one with the fewest pulls; none if there is none.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn spread(
        &mut self,
        is_wished: impl Fn(Cell) -> bool,
        limits: &Limits,
    ) -> Result<Option<Pulled>, Stop> {
        let mut next = 0;
        while let Some(&at) = self.queue.get(next) {
            next += 1;
            limits.check()?;
            if is_wished(at.cell) {
                return Ok(Some(at));
            }
            let before = std::mem::replace(&mut self.taken[at.cell.index()], true);
            self.region.flood(&self.taken, at.player);
            self.taken[at.cell.index()] = before;
            for dir in Dir::ALL {
                let Some(beside) = self.board.step(at.cell, dir) else {
                    continue;
                };
                let seen = &mut self.seen[at.cell.index()][dir.index()];
                if !self.region.holds(beside) || std::mem::replace(seen, true) {
                    continue;
                }
                if let Some(beyond) = self.board.step(beside, dir)
                    && self.region.holds(beyond)
                {
                    self.queue.push(Pulled {
                        cell: beside,
                        player: beyond,
                        pulls: at.pulls + 1,
                    });
                }
            }
        }
        Ok(None)
    }

    /// The last place of the box with the most pulls.
    #[must_use]
    pub fn furthest(&self) -> Option<Pulled> {
        self.queue.last().copied()
    }

    /// Whether a box was on a cell since the last [`Puller::clear`].
    #[must_use]
    pub fn was_on(&self, cell: Cell) -> bool {
        self.seen[cell.index()].contains(&true)
    }
}
