//! A level as its text gives it: ragged rows of squares, with the place of each in its file.
//!
//! Nothing here knows the rules of the game beyond what the symbols mean; whether a level can
//! be played is decided when a [`Board`](crate::board::Board) is made of it.
//!
//! The squares of all rows lie behind one another in one vector: a file of millions of tiny
//! rows costs a few bytes a row.

mod canonical;
mod file;
pub(crate) mod gap;
mod line;
mod notes;
mod rle;
mod runs;
mod slc;
mod summary;
mod symmetry;
mod xsb;

pub use canonical::{Canonical, hex};
pub use file::{MAX_BYTES, load, read};
pub use summary::Summary;
pub use symmetry::Symmetry;

use std::fmt;

/// What one symbol of a drawing says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Square {
    /// Empty floor, or the outside.
    Floor,
    /// A wall.
    Wall,
    /// A goal without a box.
    Goal,
    /// A box off the goals.
    Box,
    /// A box on a goal.
    BoxOnGoal,
    /// The player off the goals.
    Player,
    /// The player on a goal.
    PlayerOnGoal,
}

impl Square {
    /// The canonical XSB symbol: one of `space # . $ * @ +`.
    #[must_use]
    pub fn symbol(self) -> char {
        match self {
            Self::Floor => ' ',
            Self::Wall => '#',
            Self::Goal => '.',
            Self::Box => '$',
            Self::BoxOnGoal => '*',
            Self::Player => '@',
            Self::PlayerOnGoal => '+',
        }
    }

    /// Reads one XSB symbol, the letters `p P b B o` and the floor signs `-` and `_` included.
    #[must_use]
    pub fn read(symbol: char) -> Option<Self> {
        Some(match symbol {
            ' ' | '-' | '_' => Self::Floor,
            '#' => Self::Wall,
            '.' | 'o' => Self::Goal,
            '$' | 'b' => Self::Box,
            '*' | 'B' => Self::BoxOnGoal,
            '@' | 'p' => Self::Player,
            '+' | 'P' => Self::PlayerOnGoal,
            _ => return None,
        })
    }

    /// Whether it is a goal, empty or not.
    #[must_use]
    pub fn is_goal(self) -> bool {
        matches!(self, Self::Goal | Self::BoxOnGoal | Self::PlayerOnGoal)
    }

    /// Whether a box stands on it.
    #[must_use]
    pub fn is_box(self) -> bool {
        matches!(self, Self::Box | Self::BoxOnGoal)
    }

    /// Whether the player stands on it.
    #[must_use]
    pub fn is_player(self) -> bool {
        matches!(self, Self::Player | Self::PlayerOnGoal)
    }
}

/// A place in a text file; line and column count from one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Line, from one.
    pub line: usize,
    /// Column in characters, from one.
    pub column: usize,
}

/// Why a level cannot be played, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {cause}", place.line, place.column)]
pub struct Flaw {
    /// Where to look.
    pub place: Place,
    /// One clear sentence without a full stop.
    pub cause: String,
}

/// One level of a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// Its number in the collection, from one.
    pub number: usize,
    /// Its title, if the text gives one.
    pub title: Option<String>,
    /// Its author, if the text gives one.
    pub author: Option<String>,
    /// What is wrong with its drawing (a foreign symbol), if anything.
    pub flaw: Option<Flaw>,
    squares: Vec<Square>,
    rows: Vec<Row>,
    /// The column of each square, or empty while every row runs on from its first column.
    columns: Vec<u32>,
    width: usize,
}

/// One row: where its squares end in the common vector, and where it begins in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Row {
    end: usize,
    place: Place,
}

impl Level {
    /// A level from canonical rows, for tests and generators; the place of row `i` is line `i + 1`.
    ///
    /// # Panics
    /// On a symbol that is not of XSB.
    #[must_use]
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Self {
        let read = |symbol| Square::read(symbol).expect("rows are written in XSB symbols");
        let mut level = Self::empty();
        for row in rows {
            level.push_straight(row.as_ref().chars().map(read));
        }
        level
    }

    /// A level without rows, number one.
    fn empty() -> Self {
        Self {
            number: 1,
            title: None,
            author: None,
            flaw: None,
            squares: Vec::new(),
            rows: Vec::new(),
            columns: Vec::new(),
            width: 0,
        }
    }

    /// Adds a row that stands on the line of its number.
    fn push_straight(&mut self, squares: impl Iterator<Item = Square>) {
        let line = self.rows.len() + 1;
        let columned = squares.zip(1..).collect::<Vec<_>>();
        self.push_row(line, &columned);
    }

    /// Adds a row of squares with their columns, all on one line of the file.
    fn push_row(&mut self, line: usize, row: &[(Square, u32)]) {
        let first = row.first().map_or(1, |&(_, column)| column);
        let straight = row.iter().zip(first..).all(|(&(_, is), runs)| is == runs);
        if !straight && self.columns.is_empty() {
            self.columns = self.straight_columns();
        }
        if !straight || !self.columns.is_empty() {
            self.columns.extend(row.iter().map(|&(_, column)| column));
        }
        self.squares.extend(row.iter().map(|&(square, _)| square));
        self.width = self.width.max(row.len());
        self.rows.push(Row {
            end: self.squares.len(),
            place: Place {
                line,
                column: first as usize,
            },
        });
    }

    /// The column of each square so far, counted on from the first of its row.
    fn straight_columns(&self) -> Vec<u32> {
        let mut columns = Vec::with_capacity(self.squares.len());
        for row in &self.rows {
            let first = u32::try_from(row.place.column).unwrap_or(u32::MAX);
            let length = row.end - columns.len();
            columns.extend((first..).take(length));
        }
        columns
    }

    /// Takes off the rows without squares at the top and at the bottom.
    fn trim_rows(&mut self) {
        while self
            .rows
            .last()
            .is_some_and(|_| self.row(self.height() - 1).is_empty())
        {
            self.rows.pop();
        }
        let blank = self.rows.iter().take_while(|row| row.end == 0).count();
        self.rows.drain(..blank);
    }

    /// Notes a fault of the drawing; the first one stays.
    fn mark(&mut self, place: Place, cause: String) {
        self.flaw.get_or_insert(Flaw { place, cause });
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Length of the longest row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The squares of row `y`, from zero, as far as they are drawn; none beyond the drawing.
    #[must_use]
    pub fn row(&self, y: usize) -> &[Square] {
        let Some(row) = self.rows.get(y) else {
            return &[];
        };
        &self.squares[self.start(y)..row.end]
    }

    /// Where the squares of row `y` begin in the common vector.
    fn start(&self, y: usize) -> usize {
        y.checked_sub(1).map_or(0, |above| self.rows[above].end)
    }

    /// The square at column `x` of row `y`, both from zero; floor beyond the drawing.
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> Square {
        self.row(y).get(x).copied().unwrap_or(Square::Floor)
    }

    /// Where column `x` of row `y` stands in the file; beyond a row its columns are counted on.
    #[must_use]
    pub fn place(&self, x: usize, y: usize) -> Place {
        let Some(row) = self.rows.get(y) else {
            return Place::default();
        };
        let columns = self.columns.get(self.start(y)..row.end).unwrap_or(&[]);
        let column = match (columns.get(x), columns.last()) {
            (Some(&column), _) => column as usize,
            (None, Some(&last)) => last as usize + x + 1 - columns.len(),
            (None, None) => row.place.column + x,
        };
        Place {
            line: row.place.line,
            column,
        }
    }

    /// All squares with their coordinates `(x, y)`, row by row.
    pub fn squares(&self) -> impl Iterator<Item = (usize, usize, Square)> + '_ {
        (0..self.height()).flat_map(move |y| {
            let row = self.row(y).iter().enumerate();
            row.map(move |(x, &square)| (x, y, square))
        })
    }
}

/// The canonical rows, one a line, without trailing floor.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height() {
            let text: String = self.row(y).iter().map(|square| square.symbol()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ragged_rows_are_floor_beyond_their_end() {
        let level = Level::from_rows(&["###", "#@$.#", "", "#####"]);
        assert_eq!((level.width(), level.height()), (5, 4));
        assert_eq!(
            (level.at(4, 0), level.at(9, 9)),
            (Square::Floor, Square::Floor)
        );
        assert_eq!(
            (level.at(4, 1), level.at(0, 3)),
            (Square::Wall, Square::Wall)
        );
        assert_eq!(level.squares().count(), 13);
        assert_eq!(level.to_string(), "###\n#@$.#\n\n#####\n");
    }

    #[test]
    fn a_place_follows_the_columns_of_the_file() {
        let mut level = Level::empty();
        level.push_row(7, &[(Square::Wall, 3), (Square::Wall, 4)]);
        level.push_row(
            8,
            &[(Square::Wall, 1), (Square::Floor, 1), (Square::Goal, 5)],
        );
        let column = |x, y| level.place(x, y).column;
        assert_eq!([column(0, 0), column(1, 0), column(2, 0)], [3, 4, 5]);
        assert_eq!([column(1, 1), column(2, 1), column(4, 1)], [1, 5, 7]);
        assert_eq!(level.place(0, 1), Place { line: 8, column: 1 });
    }

    #[test]
    fn blank_rows_around_a_drawing_are_taken_off() {
        let mut level = Level::from_rows(&["", "", "#", "", "#", ""]);
        level.trim_rows();
        assert_eq!(level.to_string(), "#\n\n#\n");
        assert_eq!(level.place(0, 0).line, 3);
    }
}
