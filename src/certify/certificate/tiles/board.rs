//! Two boards as they are written, the moves of the blank, distances and parities.
//!
//! A board is a line: rows parted by `/`, the blank as `_`; numbers without anything between them on boards of up to
//! ten cells, else with one blank. Other spellings of the same board are refused, so that one
//! pair of boards has one hash. Cells are counted by rows from 0, and a number is at home where the target has it.

/// The most rows and columns of a board.
const MOST_SIDE: usize = 5;
/// The most cells that are written without blanks between.
const MOST_DENSE: usize = 10;

/// The name of the blank.
pub(super) const BLANK: u8 = 0;

/// A board and its target, of the same size; both have each number from 0 on once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Boards {
    width: usize,
    /// The number on each cell.
    pub(super) start: Vec<u8>,
    pub(super) target: Vec<u8>,
}

/// A cell, by rows from 0.
pub(super) type Cell = usize;

impl Boards {
    /// Reads two lines.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let lines: Option<Vec<&str>> = text.strip_suffix('\n').map(|all| all.split('\n').collect());
        let Some([start, target]) = lines.as_deref() else {
            return Err("does not have a board and its target on a line each".into());
        };
        let (width, start) = read(start)?;
        let (other, target) = read(target)?;
        if width != other || start.len() != target.len() {
            return Err("the board and the target do not have the same rows and columns".into());
        }
        Ok(Self {
            width,
            start,
            target,
        })
    }

    /// Number of cells.
    pub(super) fn cells(&self) -> usize {
        self.start.len()
    }

    /// The board and the target as they are written.
    pub(super) fn lines(&self) -> (String, String) {
        (
            line(self.width, &self.start),
            line(self.width, &self.target),
        )
    }

    /// Where the start has a number.
    pub(super) fn first(&self, number: u8) -> Cell {
        place(&self.start, number)
    }

    /// Where the target has a number.
    pub(super) fn home(&self, number: u8) -> Cell {
        place(&self.target, number)
    }

    /// Steps from one cell to another.
    pub(super) fn distance(&self, from: Cell, to: Cell) -> u32 {
        let columns = (from % self.width).abs_diff(to % self.width);
        let rows = (from / self.width).abs_diff(to / self.width);
        u32::try_from(columns + rows).unwrap_or(u32::MAX)
    }

    /// The cells beside one.
    pub(super) fn beside(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        (0..self.cells()).filter(move |&other| self.distance(cell, other) == 1)
    }

    /// The sum of the distances of the tiles, without the blank, to their homes.
    pub(super) fn distances(&self) -> u32 {
        let tiles = (0..).zip(&self.start).filter(|&(_, &tile)| tile != BLANK);
        tiles
            .map(|(cell, &tile)| self.distance(cell, self.home(tile)))
            .sum()
    }

    /// Whether an odd number of swaps takes the start to the target.
    pub(super) fn is_arrangement_odd(&self) -> bool {
        let homes: Vec<Cell> = self.start.iter().map(|&number| self.home(number)).collect();
        let inversions = homes.iter().enumerate().map(|(cell, home)| {
            let later = &homes[cell + 1..];
            later.iter().filter(|&other| other < home).count()
        });
        inversions.sum::<usize>() % 2 == 1
    }

    /// Whether the blank has an odd number of steps to its place in the target.
    pub(super) fn is_blank_odd(&self) -> bool {
        self.distance(self.first(BLANK), self.home(BLANK)) % 2 == 1
    }

    /// Makes moves of the blank, which must end at the target; gives their number.
    pub(super) fn replay(&self, letters: &str) -> Result<usize, String> {
        let mut numbers = self.start.clone();
        let mut blank = self.first(BLANK);
        for (move_number, letter) in (1..).zip(letters.chars()) {
            let (column, row) = (blank % self.width, blank / self.width);
            let rows = self.cells() / self.width;
            let to = match letter {
                'U' if row > 0 => blank - self.width,
                'D' if row + 1 < rows => blank + self.width,
                'L' if column > 0 => blank - 1,
                'R' if column + 1 < self.width => blank + 1,
                'U' | 'D' | 'L' | 'R' => {
                    return Err(format!("move {move_number} leaves the board"));
                }
                other => return Err(format!("move {move_number}: {other:?} is not a move")),
            };
            numbers.swap(blank, to);
            blank = to;
        }
        if numbers != self.target {
            return Err("the moves do not end at the target".into());
        }
        Ok(letters.len())
    }
}

fn place(numbers: &[u8], number: u8) -> Cell {
    let found = numbers.iter().position(|&other| other == number);
    found.expect("a board has each number once")
}

/// Reads one board: its columns and its numbers.
fn read(text: &str) -> Result<(usize, Vec<u8>), String> {
    let wrong = || format!("{text:?} is not the one spelling of a board");
    let rows: Vec<&str> = text.split('/').collect();
    let mut numbers = Vec::new();
    for row in &rows {
        let words: Vec<String> = if row.contains(' ') {
            row.split(' ').map(str::to_owned).collect()
        } else {
            row.chars().map(String::from).collect()
        };
        for word in words {
            let number = match word.as_str() {
                "_" => Some(BLANK),
                word => word.parse().ok().filter(|&number| number != BLANK),
            };
            numbers.push(number.ok_or_else(wrong)?);
        }
    }
    let width = numbers.len() / rows.len();
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    let sides = 2..=MOST_SIDE;
    let is_board = sides.contains(&width)
        && sides.contains(&rows.len())
        && sorted
            .into_iter()
            .map(usize::from)
            .eq(0..width * rows.len());
    // What is written again as it was read has rows of one length and no spelling of its own.
    if is_board && line(width, &numbers) == text {
        Ok((width, numbers))
    } else {
        Err(wrong())
    }
}

/// Writes one board.
fn line(width: usize, numbers: &[u8]) -> String {
    let between = if numbers.len() > MOST_DENSE { " " } else { "" };
    let word = |&number: &u8| match number {
        BLANK => "_".to_owned(),
        tile => tile.to_string(),
    };
    let rows = numbers.chunks(width);
    let rows = rows.map(|row| row.iter().map(word).collect::<Vec<_>>().join(between));
    rows.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boards(text: &str) -> Boards {
        Boards::read(text).unwrap()
    }

    #[test]
    fn a_pair_of_boards_has_one_spelling() {
        boards("283/164/7_5\n123/8_4/765\n");
        boards("5 1 2 4/9 6 3 8/13 10 7 _/14 15 11 12\n1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 _\n");
        for text in [
            "",
            "\n",
            "12/3_\n",
            "12/3_\n12/3_",
            "12/3_\n12/3_\n\n",
            "12/3_\n12/3_\n12/3_\n",
            "12/3_\r\n12/3_\n",
            "1 2/3 _\n12/3_\n",
            "12/30\n12/3_\n",
            "123/_\n12/3_\n",
            "123_\n12/3_\n",
            "12/2_\n12/3_\n",
            "12/4_\n12/3_\n",
            "12/34\n12/3_\n",
            "12/_+3\n12/3_\n",
            "12/3_/\n12/3_\n",
            "123/45_\n12/34/5_\n",
            "12345_\n12345_\n",
            "1 2 3 4/5 6 7 8/9 10 11  12/13 14 15 _\n1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 _\n",
        ] {
            assert!(Boards::read(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn moves_are_those_of_the_blank() {
        let both = boards("12/3_\n_2/13\n");
        assert_eq!(both.replay("LU"), Ok(2));
        assert_eq!(both.replay("UDLRLU"), Ok(6));
        for (letters, why) in [
            ("UL", "do not end"),
            ("", "do not end"),
            ("R", "move 1 leaves"),
            ("D", "move 1 leaves"),
            ("LL", "move 2 leaves"),
            ("LUU", "move 3 leaves"),
            ("lu", "'l' is not a move"),
            ("LU ", "' ' is not a move"),
        ] {
            assert!(both.replay(letters).unwrap_err().contains(why), "{letters}");
        }
    }

    #[test]
    fn every_move_changes_both_parities_and_the_distances_by_one() {
        let target = "123/45_";
        let mut walk = boards(&format!("3_2/415\n{target}\n"));
        for letter in "LDRURDLLURR".chars() {
            let mut next = walk.clone();
            next.target = match letter {
                'L' => swapped(&walk, 0, -1),
                'R' => swapped(&walk, 0, 1),
                'U' => swapped(&walk, -1, 0),
                _ => swapped(&walk, 1, 0),
            };
            assert_eq!(next.replay(&letter.to_string()), Ok(1));
            let then = Boards {
                start: next.target.clone(),
                ..walk.clone()
            };
            assert_ne!(then.is_arrangement_odd(), walk.is_arrangement_odd());
            assert_ne!(then.is_blank_odd(), walk.is_blank_odd());
            assert_eq!(then.distances().abs_diff(walk.distances()), 1);
            walk = then;
        }
    }

    fn swapped(boards: &Boards, down: isize, right: isize) -> Vec<u8> {
        let blank = boards.first(BLANK);
        let to = blank.checked_add_signed(down * 3 + right).unwrap();
        let mut numbers = boards.start.clone();
        numbers.swap(blank, to);
        numbers
    }
}
