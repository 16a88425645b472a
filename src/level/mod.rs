//! A level as its text gives it: ragged rows of squares, with the place of each in its file.
//!
//! Nothing here knows the rules of the game beyond what the symbols mean; whether a level can
//! be played is decided when a [`Board`](crate::board::Board) is made of it.

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
    rows: Vec<Vec<Square>>,
    places: Vec<Place>,
}

impl Level {
    /// A level from canonical rows, for tests and generators; the place of row `i` is line `i + 1`.
    ///
    /// # Panics
    /// On a symbol that is not of XSB.
    #[must_use]
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Self {
        let read = |symbol| Square::read(symbol).expect("rows are written in XSB symbols");
        Self {
            number: 1,
            title: None,
            author: None,
            flaw: None,
            rows: rows
                .iter()
                .map(|row| row.as_ref().chars().map(read).collect())
                .collect(),
            places: (1..=rows.len())
                .map(|line| Place { line, column: 1 })
                .collect(),
        }
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Length of the longest row.
    #[must_use]
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The square at column `x` of row `y`, both from zero; floor beyond the drawing.
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> Square {
        let row = self.rows.get(y);
        row.and_then(|row| row.get(x))
            .copied()
            .unwrap_or(Square::Floor)
    }

    /// Where column `x` of row `y` stands in the file.
    #[must_use]
    pub fn place(&self, x: usize, y: usize) -> Place {
        let start = self.places.get(y).copied().unwrap_or_default();
        Place {
            line: start.line,
            column: start.column + x,
        }
    }

    /// All squares with their coordinates `(x, y)`, row by row.
    pub fn squares(&self) -> impl Iterator<Item = (usize, usize, Square)> + '_ {
        let cells = |(y, row): (usize, &'_ Vec<Square>)| {
            row.iter()
                .copied()
                .enumerate()
                .map(move |(x, square)| (x, y, square))
                .collect::<Vec<_>>()
        };
        self.rows.iter().enumerate().flat_map(cells)
    }
}

/// The canonical rows, one a line, without trailing floor.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let text: String = row.iter().map(|square| square.symbol()).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
