//! The number of parts into which boxes divide the free floor.
//!
//! Closed parts must be opened again, so positions with many are worth less to a beam. Cost: one look at each cell.

use crate::board::{Board, Cell};

/// Room for the count.
#[derive(Debug, Clone)]
pub struct Parts {
    /// Cells with boxes or seen by a flood, and the cells whose neighbours were not looked at.
    seen: Vec<bool>,
    todo: Vec<Cell>,
}

impl Parts {
    /// Makes room for a board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self {
            seen: vec![false; board.len()],
            todo: Vec::new(),
        }
    }

    /// The parts with boxes on these cells.
    pub fn count(&mut self, board: &Board, boxes: impl Iterator<Item = Cell>) -> u32 {
        self.seen.fill(false);
        for cell in boxes {
            self.seen[cell.index()] = true;
        }
        let mut parts = 0;
        for cell in board.cells() {
            if std::mem::replace(&mut self.seen[cell.index()], true) {
                continue;
            }
            parts += 1;
            self.todo.push(cell);
            while let Some(cell) = self.todo.pop() {
                for next in board.neighbours(cell) {
                    if !std::mem::replace(&mut self.seen[next.index()], true) {
                        self.todo.push(next);
                    }
                }
            }
        }
        parts
    }
}
