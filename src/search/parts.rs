//! The number of parts into which boxes divide the free floor.
//!
//! Closed parts must be opened again, so positions with many are worth less. Cost: one look at each cell.

use crate::board::{Board, Cell, Dir};

/// The neighbours of each cell, and room for the count.
#[derive(Debug, Clone)]
pub struct Parts {
    /// Beyond the last cell lies the wall.
    near: Vec<[u16; 4]>,
    /// Cells with boxes or seen by a flood, and the cells whose neighbours were not looked at.
    seen: Vec<bool>,
    todo: Vec<u16>,
}

impl Parts {
    /// Makes room for a board.
    ///
    /// # Panics
    /// Never: a board has at most [`crate::board::MAX_CELLS`] cells.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let wall = u16::try_from(board.len()).expect("a board has at most MAX_CELLS cells");
        let number = |cell: Option<Cell>| cell.map_or(wall, |cell| cell.0);
        let near = board
            .cells()
            .map(|cell| Dir::ALL.map(|dir| number(board.step(cell, dir))));
        Self {
            near: near.collect(),
            seen: vec![true; board.len() + 1],
            todo: Vec::new(),
        }
    }

    /// The parts with boxes on these cells.
    pub fn count(&mut self, boxes: impl Iterator<Item = Cell>) -> u16 {
        let wall = self.near.len();
        self.seen[..wall].fill(false);
        for cell in boxes {
            self.seen[cell.index()] = true;
        }
        let mut parts = 0;
        for cell in (0..).take(wall) {
            if std::mem::replace(&mut self.seen[usize::from(cell)], true) {
                continue;
            }
            parts += 1;
            self.todo.push(cell);
            while let Some(cell) = self.todo.pop() {
                for next in self.near[usize::from(cell)] {
                    if !std::mem::replace(&mut self.seen[usize::from(next)], true) {
                        self.todo.push(next);
                    }
                }
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn boxes_part_the_floor() {
        let board = Board::new(&Level::from_rows(&["#######", "#@ $ .#", "#######"])).unwrap();
        let mut parts = Parts::new(&board);
        let count = |parts: &mut Parts, cells: &[u16]| parts.count(cells.iter().map(|&c| Cell(c)));
        assert_eq!(count(&mut parts, &[]), 1);
        assert_eq!(count(&mut parts, &[2]), 2);
        assert_eq!(count(&mut parts, &[1, 3]), 3);
        assert_eq!(count(&mut parts, &[0]), 1);
    }
}
