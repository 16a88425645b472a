//! Separators: cells that part the floor once boxes stand on all of them.
//!
//! A set of cells is a *minimal separator* when the floor without it has two or more components
//! that touch every cell of the set: its *sides*. Boxes keep a player from a place exactly where
//! they fill a minimal separator with the two on different sides: take the boxes that the player's
//! component touches, and of these the ones that the component of the place touches. So all minimal
//! separators of at most as many cells as there are boxes say all there is to say of walks.
//!
//! On a grid with walks in four directions, what parts the floor is a closed curve through cells and
//! walls that touch in eight, and that of a minimal separator has no chords. A search along
//! such curves finds candidates and a flood of the floor tests each (a test compares with all sets
//! of cells). Cost: some ten curves a cell for two cells, three to six times as many for each more.

use std::collections::BTreeSet;

use crate::board::{Board, Cell};
use crate::limits::{Limits, Stop};

use web::Web;

mod web;

/// A minimal separator and its sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Separator {
    /// Its cells, in rising order.
    pub cells: Vec<Cell>,
    /// The components of the rest of the floor that touch all of them, each in rising order.
    pub sides: Vec<Vec<Cell>>,
}

impl Separator {
    /// The separator that consists of `cells`, in rising order; none if that is not a minimal one.
    #[must_use]
    pub fn of(board: &Board, cells: Vec<Cell>) -> Option<Self> {
        let mut seen = vec![false; board.len()];
        for cell in &cells {
            seen[cell.index()] = true;
        }
        let mut sides = Vec::new();
        for first in board.cells() {
            if seen[first.index()] {
                continue;
            }
            let (mut side, touched) = flood(board, first, &cells, &mut seen);
            if touched == cells.len() {
                side.sort_unstable();
                sides.push(side);
            }
        }
        (sides.len() > 1).then_some(Self { cells, sides })
    }
}

/// The component of a cell, and how many of the `cells` around it the component touches.
fn flood(board: &Board, first: Cell, cells: &[Cell], seen: &mut [bool]) -> (Vec<Cell>, usize) {
    let (mut side, mut at) = (vec![first], 0);
    let mut touched = BTreeSet::new();
    seen[first.index()] = true;
    while let Some(&cell) = side.get(at) {
        at += 1;
        for next in board.neighbours(cell) {
            if cells.binary_search(&next).is_ok() {
                touched.insert(next);
            } else if !std::mem::replace(&mut seen[next.index()], true) {
                side.push(next);
            }
        }
    }
    (side, touched.len())
}

/// Separators of a board.
#[derive(Debug, Clone, Default)]
pub struct Separators {
    /// Small ones first.
    pub list: Vec<Separator>,
    /// Whether these are all of the sizes that were asked for.
    pub complete: bool,
}

/// Lists the minimal separators of up to `most_cells` cells.
///
/// Sets that `may_hold` refuses are left out with all that contain them; it is asked about cells in
/// rising order. The list ends early where it would grow long ([`MOST_CURVES`]).
///
/// # Errors
/// The limit that was reached.
pub fn separators(
    board: &Board,
    most_cells: usize,
    may_hold: &dyn Fn(&[Cell]) -> bool,
    limits: &Limits,
) -> Result<Separators, Stop> {
    let mut found = Separators::default();
    let mut search = Search {
        web: Web::new(board),
        size: 0,
        may_hold,
        limits,
        path: Vec::new(),
        sets: BTreeSet::new(),
        curves: 0,
    };
    for size in 1..=most_cells {
        search.size = size;
        if !search.run()? {
            return Ok(found);
        }
        let sets = std::mem::take(&mut search.sets).into_iter();
        let new = sets.filter_map(|cells| Separator::of(board, cells));
        found.list.extend(new);
    }
    found.complete = true;
    Ok(found)
}

/// Beginnings of curves beyond which no more are looked for; about a tenth of a second.
pub const MOST_CURVES: usize = 200_000;

/// Beginnings of curves between two looks at the limits.
const CHECK: usize = 1024;

/// Curves through separators of one size.
struct Search<'a> {
    web: Web,
    size: usize,
    may_hold: &'a dyn Fn(&[Cell]) -> bool,
    limits: &'a Limits,
    /// The nodes of the curve so far, the first being the smallest.
    path: Vec<usize>,
    sets: BTreeSet<Vec<Cell>>,
    curves: usize,
}

impl Search<'_> {
    /// Finds all curves; false if there are too many.
    fn run(&mut self) -> Result<bool, Stop> {
        for start in 0..self.web.len() {
            self.path = vec![start];
            if !self.extend()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The cells of the curve so far, in rising order.
    fn cells(&self) -> Vec<Cell> {
        let cells = self.path.iter().filter_map(|&node| self.web.cell(node));
        let mut cells: Vec<Cell> = cells.collect();
        cells.sort_unstable();
        cells
    }

    /// Goes on from the end of the curve in all ways; false if there are too many.
    fn extend(&mut self) -> Result<bool, Stop> {
        self.curves += 1;
        if self.curves > MOST_CURVES {
            return Ok(false);
        }
        if self.curves.is_multiple_of(CHECK) {
            self.limits.check()?;
        }
        let cells = self.cells();
        if !cells.is_empty() && !(self.may_hold)(&cells) {
            return Ok(true);
        }
        let [start, .., end] = self.path[..] else {
            return self.go_on(self.path[0], cells.len());
        };
        let closed = self.path.len() == 2 || self.web.touch(start, end);
        if closed && cells.len() == self.size {
            self.sets.insert(cells);
            return Ok(true);
        }
        if closed && self.path.len() > 2 {
            return Ok(true);
        }
        self.go_on(end, cells.len())
    }

    /// Tries every node after `end`.
    fn go_on(&mut self, end: usize, cells: usize) -> Result<bool, Stop> {
        for i in 0..self.web.near(end).len() {
            let next = self.web.near(end)[i];
            let full = cells == self.size && self.web.cell(next).is_some();
            let inner = self.path.get(1..self.path.len() - 1).unwrap_or_default();
            let chord = inner.iter().any(|&node| self.web.touch(node, next));
            if next <= self.path[0] || self.path.contains(&next) || full || chord {
                continue;
            }
            self.path.push(next);
            let few = self.extend()?;
            self.path.pop();
            if !few {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
