//! The independent checker: replays moves of the blank on the boards as they are written.
//!
//! It shares nothing with the searches but the text of a board, states the rules once more, and is
//! the only maker of a [`Replayed`], which is all that the printers accept as a solution. A move swaps the
//! blank with the number beside it: above (`U`), below (`D`), left (`L`) or right (`R`) of the blank.

use crate::tiles::grid::Grid;

/// A sequence of moves that leads from a board to its target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    letters: String,
    boards: Vec<Grid>,
}

impl Replayed {
    /// The moves as letters.
    #[must_use]
    pub fn letters(&self) -> &str {
        &self.letters
    }

    /// The number of moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.boards.len() - 1
    }

    /// All boards from the start to the target, both included.
    #[must_use]
    pub fn boards(&self) -> &[Grid] {
        &self.boards
    }
}

/// Why moves are no solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// A letter that names no move.
    #[error("move {number}: `{symbol}` is none of U, D, L, R")]
    Letter {
        /// Which move, from one.
        number: usize,
        /// What stands there.
        symbol: char,
    },
    /// A move off the board.
    #[error("move {number} takes the blank off the board")]
    Border {
        /// Which move, from one.
        number: usize,
    },
    /// The last board is not the target.
    #[error("the moves do not end at the target")]
    NotTarget,
}

/// Replays moves of the blank.
///
/// # Errors
/// The first thing that is wrong.
pub fn replay(start: &Grid, target: &Grid, letters: &str) -> Result<Replayed, Refusal> {
    let mut boards = vec![start.clone()];
    let mut board = start.clone();
    for (number, symbol) in (1..).zip(letters.chars()) {
        board = moved(&board, number, symbol)?;
        boards.push(board.clone());
    }
    if board != *target {
        return Err(Refusal::NotTarget);
    }
    Ok(Replayed {
        letters: letters.to_owned(),
        boards,
    })
}

fn moved(board: &Grid, number: usize, symbol: char) -> Result<Grid, Refusal> {
    let (width, mut numbers) = (board.width(), board.numbers().to_vec());
    let blank = numbers.iter().position(|&tile| tile == 0);
    let blank = blank.expect("every board has a blank");
    let column = blank % width;
    let to = match symbol {
        'U' => blank.checked_sub(width),
        'D' => Some(blank + width),
        'L' => blank.checked_sub(1).filter(|_| column > 0),
        'R' => Some(blank + 1).filter(|_| column + 1 < width),
        _ => return Err(Refusal::Letter { number, symbol }),
    };
    let to = to.filter(|&to| to < numbers.len());
    let to = to.ok_or(Refusal::Border { number })?;
    numbers.swap(blank, to);
    let board = Grid::new(width, board.height(), &numbers);
    Ok(board.expect("a swap keeps each number once"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(numbers: &[u8]) -> Grid {
        Grid::new(3, 2, numbers).unwrap()
    }

    #[test]
    fn legal_moves_to_the_target_are_accepted() {
        let (start, target) = (grid(&[1, 0, 3, 4, 2, 5]), grid(&[1, 2, 3, 4, 5, 0]));
        let found = replay(&start, &target, "DR").unwrap();
        assert_eq!((found.moves(), found.letters()), (2, "DR"));
        assert_eq!(found.boards()[1], grid(&[1, 2, 3, 4, 0, 5]));
        assert_eq!(replay(&start, &start, "LR").unwrap().moves(), 2);
        assert_eq!(replay(&start, &start, "").unwrap().moves(), 0);
    }

    #[test]
    fn everything_else_is_refused() {
        let (start, target) = (grid(&[1, 0, 3, 4, 2, 5]), grid(&[1, 2, 3, 4, 5, 0]));
        for (letters, refusal) in [
            ("D", Refusal::NotTarget),
            ("U", Refusal::Border { number: 1 }),
            ("DD", Refusal::Border { number: 2 }),
            ("LL", Refusal::Border { number: 2 }),
            ("RR", Refusal::Border { number: 2 }),
            ("DRR", Refusal::Border { number: 3 }),
            ("LUD", Refusal::Border { number: 2 }),
            ("DRL", Refusal::NotTarget),
            (
                "Dr",
                Refusal::Letter {
                    number: 2,
                    symbol: 'r',
                },
            ),
        ] {
            assert_eq!(replay(&start, &target, letters), Err(refusal), "{letters}");
        }
    }
}
