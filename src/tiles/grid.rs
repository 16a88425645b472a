//! A board as it is written: rows of numbers, the blank as 0.
//!
//! This is all that the checker of solutions knows of a board; it says nothing about how tiles move.

use std::fmt;

use crate::tiles::MOST_SIDE;

/// A rectangle that holds each of 0, 1, 2, ... once; 0 is the blank.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Grid {
    width: usize,
    numbers: Vec<u8>,
}

/// Why numbers are no board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// A side that is too short or too long.
    #[error("a board has 2 to 5 rows and columns, not {width} columns and {height} rows")]
    Size {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The numbers do not fill the rectangle.
    #[error("{count} numbers do not fill {width} columns and {height} rows")]
    Count {
        /// How many numbers there are.
        count: usize,
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// Something that stands twice.
    #[error("{} stands on the board twice", name(*.0))]
    Twice(u8),
    /// A number that is too large for the board.
    #[error("tile {number} does not belong on a board of {cells} cells, whose tiles are 1 to {}", cells - 1)]
    Foreign {
        /// The number.
        number: u8,
        /// Cells of the board.
        cells: usize,
    },
}

fn name(number: u8) -> String {
    match number {
        0 => "the blank".into(),
        tile => format!("tile {tile}"),
    }
}

impl Grid {
    /// The board of these numbers, row by row.
    ///
    /// # Errors
    /// What is wrong with them; since each may stand once only, none is missing then.
    pub fn new(width: usize, height: usize, numbers: &[u8]) -> Result<Self, GridError> {
        let sides = 2..=MOST_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(GridError::Size { width, height });
        }
        let (count, cells) = (numbers.len(), width * height);
        let mut found = vec![false; cells];
        for &number in numbers {
            match found.get_mut(usize::from(number)) {
                None => return Err(GridError::Foreign { number, cells }),
                Some(true) => return Err(GridError::Twice(number)),
                Some(place) => *place = true,
            }
        }
        if count != cells {
            return Err(GridError::Count {
                count,
                width,
                height,
            });
        }
        Ok(Self {
            width,
            numbers: numbers.to_vec(),
        })
    }

    /// The usual target: tiles in order, the blank last.
    ///
    /// # Errors
    /// Sides that no board has.
    pub fn in_order(width: usize, height: usize) -> Result<Self, GridError> {
        let most = MOST_SIDE * MOST_SIDE;
        let cells = (width * height).min(most);
        let numbers = (1..cells)
            .chain([0])
            .map(|number| u8::try_from(number).unwrap_or(u8::MAX));
        Self::new(width, height, &numbers.collect::<Vec<u8>>())
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.numbers.len() / self.width
    }

    /// The numbers, row by row.
    #[must_use]
    pub fn numbers(&self) -> &[u8] {
        &self.numbers
    }

    /// The board on one line, rows parted by `/`: `1 2 3/8 _ 4/7 6 5`; boards of up to ten cells
    /// without blanks between: `123/8_4/765`.
    #[must_use]
    pub fn line(&self) -> String {
        let between = if self.numbers.len() > 10 { " " } else { "" };
        let symbol = |&number: &u8| match number {
            0 => "_".to_string(),
            tile => tile.to_string(),
        };
        let rows = self.numbers.chunks(self.width);
        let rows = rows.map(|row| row.iter().map(symbol).collect::<Vec<_>>().join(between));
        rows.collect::<Vec<_>>().join("/")
    }
}

/// Rows with aligned columns, the blank as `_`.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = if self.numbers.len() > 10 { 2 } else { 1 };
        for row in self.numbers.chunks(self.width) {
            for (column, &number) in row.iter().enumerate() {
                let gap = if column > 0 { " " } else { "" };
                match number {
                    0 => write!(f, "{gap}{:>digits$}", "_")?,
                    tile => write!(f, "{gap}{tile:>digits$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_holds_each_number_once() {
        let wrong = |width, height, numbers: &[u8]| {
            Grid::new(width, height, numbers).unwrap_err().to_string()
        };
        assert!(Grid::new(3, 2, &[5, 4, 0, 3, 2, 1]).is_ok());
        assert_eq!(
            wrong(2, 2, &[1, 2, 2, 0]),
            "tile 2 stands on the board twice"
        );
        assert_eq!(
            wrong(2, 2, &[1, 0, 2, 0]),
            "the blank stands on the board twice"
        );
        assert!(wrong(2, 2, &[1, 2, 4, 0]).starts_with("tile 4 does not belong"));
        assert_eq!(
            wrong(2, 2, &[1, 2, 0]),
            "3 numbers do not fill 2 columns and 2 rows"
        );
        assert!(wrong(6, 2, &[1]).starts_with("a board has 2 to 5 rows"));
    }

    #[test]
    fn boards_are_written_on_a_line_and_in_rows() {
        let small = Grid::in_order(3, 2).unwrap();
        assert_eq!((small.line().as_str(), small.height()), ("123/45_", 2));
        assert_eq!(small.to_string(), "1 2 3\n4 5 _\n");
        let large = Grid::in_order(4, 3).unwrap();
        assert_eq!(large.line(), "1 2 3 4/5 6 7 8/9 10 11 _");
        assert_eq!(large.to_string(), " 1  2  3  4\n 5  6  7  8\n 9 10 11  _\n");
    }
}
