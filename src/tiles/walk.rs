//! Arrangements as a walk of the blank, for iterative deepening.
//!
//! One arrangement is changed to and fro; the values of the bound along the path stand on a stack. The step
//! straight back is left out: it leads to a state of the path.

use crate::search::idastar::Walk;
use crate::tiles::heuristic::{Heuristic, Value};
use crate::tiles::key::Packing;
use crate::tiles::puzzle::{Cell, Cells, Puzzle};

/// A move of the blank, and the bound's value after it.
#[derive(Debug, Clone, Copy)]
pub struct Move {
    /// Where the blank goes.
    pub to: Cell,
    value: Value,
}

/// The walk of a puzzle's blank from the start.
#[derive(Debug)]
pub struct Blank<'a> {
    puzzle: &'a Puzzle,
    heuristic: Heuristic,
    packing: Packing,
    cells: Cells,
    /// Where the blank has been, and the values there; the last of each is of the arrangement at hand.
    blanks: Vec<Cell>,
    values: Vec<Value>,
}

impl<'a> Blank<'a> {
    /// A walk under a bound on the moves to the target.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, heuristic: Heuristic) -> Self {
        Self {
            packing: Packing::new(puzzle.shape().cells()),
            cells: *puzzle.start(),
            blanks: vec![puzzle.start().place(puzzle.blank())],
            values: vec![heuristic.start(puzzle.start())],
            heuristic,
            puzzle,
        }
    }

    /// Where the blank has been, from the start to the arrangement at hand.
    #[must_use]
    pub fn blanks(&self) -> &[Cell] {
        &self.blanks
    }

    fn here(&self) -> (Cell, Value) {
        let last = self.blanks.last().zip(self.values.last());
        let (&blank, &value) = last.expect("the start is never taken back");
        (blank, value)
    }
}

impl Walk for Blank<'_> {
    type Step = Move;

    fn words(&self) -> usize {
        self.packing.words()
    }

    fn start(&mut self) -> Option<u32> {
        let (_, value) = self.here();
        Some(value.bound())
    }

    fn is_end(&self) -> bool {
        self.puzzle.is_target(&self.cells)
    }

    fn key(&self, key: &mut [u64]) {
        self.packing.pack(&self.cells, key);
    }

    fn steps(&mut self, steps: &mut Vec<(Move, u32)>) {
        let (blank, value) = self.here();
        let before = self.blanks.iter().rev().nth(1).copied();
        for &to in self.puzzle.shape().beside(blank) {
            if Some(to) == before {
                continue;
            }
            let slide = self.cells.move_blank(self.puzzle.blank(), to);
            let value = self.heuristic.after(&self.cells, value, slide);
            self.cells.move_blank(self.puzzle.blank(), blank);
            steps.push((Move { to, value }, value.bound()));
        }
    }

    fn go(&mut self, step: Move) -> Option<u32> {
        self.cells.move_blank(self.puzzle.blank(), step.to);
        self.blanks.push(step.to);
        self.values.push(step.value);
        Some(step.value.bound())
    }

    fn back(&mut self, _: Move) {
        self.blanks.pop();
        self.values.pop();
        let (blank, _) = self.here();
        self.cells.move_blank(self.puzzle.blank(), blank);
    }
}
