//! Arrangements as a state space: for best-first search, and for either side of a bidirectional one.
//!
//! A state is found by its key ([`crate::tiles::key`]); the bound of a child is that of the arrangement at hand, updated
//! by the slide.

use crate::search::bestfirst::Space;
use crate::tiles::heuristic::{Heuristic, Value};
use crate::tiles::key::Packing;
use crate::tiles::puzzle::{Cell, Cells, Puzzle};

/// The arrangements of a board, as seen from one of them.
#[derive(Debug)]
pub struct Boards<'a> {
    puzzle: &'a Puzzle,
    heuristic: Heuristic,
    packing: Packing,
    origin: Cells,
    end: Cells,
    /// The arrangement at hand, its key and its value.
    cells: Cells,
    key: Vec<u64>,
    value: Value,
    /// Cells beside the blank that were not tried yet.
    left: usize,
    /// Where the blank goes in the child last given.
    to: Cell,
    generated: u64,
}

impl<'a> Boards<'a> {
    /// From the start to the target.
    #[must_use]
    pub fn forward(puzzle: &'a Puzzle, heuristic: Heuristic) -> Self {
        Self::new(puzzle, heuristic, [*puzzle.start(), puzzle.target()])
    }

    /// From the target to the start; the bound must be one on the moves to the start.
    #[must_use]
    pub fn backward(puzzle: &'a Puzzle, heuristic: Heuristic) -> Self {
        Self::new(puzzle, heuristic, [puzzle.target(), *puzzle.start()])
    }

    fn new(puzzle: &'a Puzzle, heuristic: Heuristic, [origin, end]: [Cells; 2]) -> Self {
        let packing = Packing::new(puzzle.shape().cells());
        Self {
            value: heuristic.start(&origin),
            heuristic,
            packing,
            origin,
            end,
            cells: origin,
            key: vec![0; packing.words()],
            left: 0,
            to: 0,
            generated: 0,
            puzzle,
        }
    }

    /// Successors given so far.
    #[must_use]
    pub fn generated(&self) -> u64 {
        self.generated
    }

    /// Where the blank stands in the arrangement of a key.
    #[must_use]
    pub fn blank_in(&self, key: &[u64]) -> Cell {
        self.packing.unpack(key).place(self.puzzle.blank())
    }

    fn blank(&self) -> Cell {
        self.cells.place(self.puzzle.blank())
    }
}

impl Space for Boards<'_> {
    fn words(&self) -> usize {
        self.packing.words()
    }

    fn start(&mut self, key: &mut [u64]) -> Option<u32> {
        self.packing.pack(&self.origin, key);
        self.load(key)
    }

    fn is_end(&self, key: &[u64]) -> bool {
        self.packing.unpack(key) == self.end
    }

    fn load(&mut self, key: &[u64]) -> Option<u32> {
        self.key.copy_from_slice(key);
        self.cells = self.packing.unpack(key);
        self.value = self.heuristic.start(&self.cells);
        Some(self.value.bound())
    }

    fn expand(&mut self) {
        self.left = self.puzzle.shape().beside(self.blank()).len();
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        let blank = self.blank();
        self.to = self.puzzle.shape().beside(blank)[left];
        child.copy_from_slice(&self.key);
        let contents = [self.puzzle.blank(), self.cells.at(self.to)];
        self.packing.swap(child, [blank, self.to], contents);
        self.generated += 1;
        true
    }

    fn bound(&mut self) -> Option<u32> {
        let mut child = self.cells;
        let slide = child.move_blank(self.puzzle.blank(), self.to);
        Some(self.heuristic.after(&child, self.value, slide).bound())
    }
}
