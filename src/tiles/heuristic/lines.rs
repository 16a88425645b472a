//! Linear conflicts: tiles of one line that stand in the wrong order on it.
//!
//! Tiles that stand on the line where they belong, and stay on it, keep their order. So those that never leave it
//! form an increasing sequence, and each of the others leaves and comes back: two moves across the line
//! that its Manhattan distance does not count. The fewest that must leave are all but a longest increasing
//! sequence; with three or more in conflict, counting pairs would count too many. Moves across rows are vertical and moves
//! across columns horizontal, so both may be added.
//! Source of the idea: O. Hansson, A. Mayer, M. Yung, *Criticizing solutions to relaxed models yields powerful
//! admissible heuristics*, Information Sciences 63 (1992).
//!
//! A line is looked up in a table by the goals of its tiles on it: 6^5 entries for boards of any size. A slide along
//! a line does not change the order on it, so it changes two lines only.

use crate::tiles::MOST_SIDE;
use crate::tiles::heuristic::{PARTS, Value};
use crate::tiles::puzzle::{Cell, Cells, Shape, Slide, Tile};

/// Digits of an index: no goal on the line, or one of five.
const BASE: usize = MOST_SIDE + 1;

/// Indices of a line of five cells.
const INDICES: usize = BASE * BASE * BASE * BASE * BASE;

/// The conflicts of one puzzle's lines. Parts of a value are the rows, then the columns.
#[derive(Debug, Clone)]
pub struct Lines {
    shape: Shape,
    goals: Cells,
    blank: Tile,
    /// By the digits of a line: moves that are needed across it.
    table: Vec<u8>,
}

impl Lines {
    /// The lines of a puzzle whose tiles belong where `goals` has them.
    #[must_use]
    pub fn new(shape: &Shape, goals: &Cells, blank: Tile) -> Self {
        const { assert!(2 * MOST_SIDE <= PARTS, "a value has a part for each line") }
        Self {
            shape: shape.clone(),
            goals: *goals,
            blank,
            table: (0..INDICES).map(moves_across).collect(),
        }
    }

    /// Adds the conflicts of all lines.
    pub(super) fn start(&self, cells: &Cells, mut value: Value) -> Value {
        for y in 0..self.shape.height() {
            self.set(&mut value, y, self.row(cells, y));
        }
        for x in 0..self.shape.width() {
            self.set(&mut value, self.shape.height() + x, self.column(cells, x));
        }
        value
    }

    /// Counts the two lines anew that a slide crosses or ends on.
    pub(super) fn after(&self, cells: &Cells, mut value: Value, slide: Slide) -> Value {
        let ((a, b), (x, y)) = (self.shape.place(slide.from), self.shape.place(slide.to));
        if a == x {
            for row in [b, y] {
                self.set(&mut value, row, self.row(cells, row));
            }
        } else {
            for column in [a, x] {
                let part = self.shape.height() + column;
                self.set(&mut value, part, self.column(cells, column));
            }
        }
        value
    }

    fn set(&self, value: &mut Value, part: usize, index: usize) {
        let moves = self.table[index];
        value.total = value.total + u16::from(moves) - u16::from(value.parts[part]);
        value.parts[part] = moves;
    }

    fn row(&self, cells: &Cells, row: usize) -> usize {
        let line = (0..self.shape.width()).map(|x| self.shape.cell(x, row));
        let digit = |(x, y)| if y == row { x + 1 } else { 0 };
        self.index(cells, line, digit)
    }

    fn column(&self, cells: &Cells, column: usize) -> usize {
        let line = (0..self.shape.height()).map(|y| self.shape.cell(column, y));
        let digit = |(x, y)| if x == column { y + 1 } else { 0 };
        self.index(cells, line, digit)
    }

    fn index(
        &self,
        cells: &Cells,
        line: impl Iterator<Item = Cell>,
        digit: impl Fn((usize, usize)) -> usize,
    ) -> usize {
        line.fold(0, |index, cell| {
            let tile = cells.at(cell);
            let own = if tile == self.blank {
                0
            } else {
                digit(self.shape.place(self.goals.place(tile)))
            };
            BASE * index + own
        })
    }
}

/// Moves across the line of an index: two for each tile outside a longest increasing sequence.
fn moves_across(index: usize) -> u8 {
    let mut rest = index;
    let mut goals = Vec::new();
    while rest > 0 {
        goals.push(rest % BASE);
        rest /= BASE;
    }
    goals.retain(|&goal| goal > 0);
    // Read from the end of the line, so the sequence that stays decreases.
    let mut longest: Vec<u8> = Vec::new();
    for (i, goal) in goals.iter().enumerate() {
        let before = (0..i).filter(|&j| goals[j] > *goal).map(|j| longest[j]);
        longest.push(1 + before.max().unwrap_or(0));
    }
    let count = u8::try_from(goals.len()).expect("a line has five cells");
    2 * (count - longest.iter().max().copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn across(goals: &[usize]) -> u8 {
        moves_across(goals.iter().fold(0, |index, goal| BASE * index + goal))
    }

    #[test]
    fn the_fewest_tiles_that_must_leave_a_line_are_counted() {
        for (goals, moves) in [
            (&[1, 2, 3, 4, 5][..], 0),
            (&[2, 1], 2),
            (&[2, 0, 0, 1], 2),
            (&[3, 2, 1], 4),
            (&[3, 1, 2], 2),
            (&[4, 3, 2, 1], 6),
            (&[2, 1, 4, 3], 4),
            (&[5, 1, 2, 3, 4], 2),
            (&[0, 4, 0], 0),
            (&[], 0),
        ] {
            assert_eq!(across(goals), moves, "{goals:?}");
        }
    }
}
