//! A drawing under work: a grid of squares that becomes a level.
//!
//! The outline is always a closed wall; places are `(x, y)` inside it. Pockets hang on the right
//! side, sealed, so that nothing in them is ever reached.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Shape, below};
use crate::level::{Level, Square};

/// Column and row.
pub(super) type Spot = (usize, usize);

/// Ragged rows of squares; all rows start with the same width.
#[derive(Debug, Clone)]
pub(super) struct Drawing {
    rows: Vec<Vec<Square>>,
}

impl Drawing {
    /// A block of nothing but wall.
    pub(super) fn walls(width: usize, height: usize) -> Self {
        Self {
            rows: vec![vec![Square::Wall; width]; height],
        }
    }

    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn at(&self, (x, y): Spot) -> Square {
        self.rows[y][x]
    }

    pub(super) fn put(&mut self, (x, y): Spot, square: Square) {
        self.rows[y][x] = square;
    }

    /// Makes a square a goal, whatever stands on it.
    pub(super) fn add_goal(&mut self, spot: Spot) {
        let goal = match self.at(spot) {
            Square::Box => Square::BoxOnGoal,
            Square::Player => Square::PlayerOnGoal,
            _ => Square::Goal,
        };
        self.put(spot, goal);
    }

    /// Puts a box on a square.
    pub(super) fn add_box(&mut self, spot: Spot) {
        let with_box = match self.at(spot) {
            Square::Goal => Square::BoxOnGoal,
            _ => Square::Box,
        };
        self.put(spot, with_box);
    }

    /// Puts the player on a square.
    pub(super) fn add_player(&mut self, spot: Spot) {
        let with_player = match self.at(spot) {
            Square::Goal => Square::PlayerOnGoal,
            _ => Square::Player,
        };
        self.put(spot, with_player);
    }

    /// Takes away what stands on a square that is no wall; a goal stays.
    pub(super) fn lift(&mut self, spot: Spot) {
        let bare = if self.at(spot).is_goal() {
            Square::Goal
        } else {
            Square::Floor
        };
        self.put(spot, bare);
    }

    /// Hangs a sealed pocket on the right end of a row that has a row above and below.
    pub(super) fn add_pocket(&mut self, row: usize, squares: &[Square]) {
        let end = |row: &[Square]| row.iter().rposition(|&square| square == Square::Wall);
        let width = |row: &[Square]| end(row).map_or(0, |last| last + 1);
        let longest = |rows: &[Vec<Square>]| rows.iter().map(|row| width(row)).max().unwrap_or(0);
        let far = longest(&self.rows[row - 1..=row + 1]);
        for near in row - 1..=row + 1 {
            self.rows[near].resize(far + squares.len() + 1, Square::Wall);
        }
        self.rows[row][far..far + squares.len()].copy_from_slice(squares);
    }

    /// The floor connected to a spot, in reading order; boxes count as floor.
    pub(super) fn floor_from(&self, start: Spot) -> Vec<Spot> {
        let mut inside = vec![vec![false; self.rows[0].len()]; self.height()];
        let mut todo = vec![start];
        let mut floor = Vec::new();
        while let Some((x, y)) = todo.pop() {
            if self.at((x, y)) != Square::Wall && !std::mem::replace(&mut inside[y][x], true) {
                floor.push((x, y));
                todo.extend([(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)]);
            }
        }
        floor.sort_unstable_by_key(|&(x, y)| (y, x));
        floor
    }

    /// The same without outer rows and columns that are nothing but wall, and with the solid
    /// inside of walls left blank.
    pub(super) fn cropped(&self) -> Self {
        let near_floor = |x: usize, y: usize| {
            let rows = &self.rows[y.saturating_sub(1)..(y + 2).min(self.height())];
            let open = |row: &Vec<Square>| {
                let columns = x.saturating_sub(1)..(x + 2).min(row.len());
                row[columns].iter().any(|&square| square != Square::Wall)
            };
            rows.iter().any(open)
        };
        let seen = |x: usize, y: usize| near_floor(x, y) && x < self.rows[y].len();
        let columns = 0..self.rows[0].len();
        let columns: Vec<_> = columns
            .filter(|&x| (0..self.height()).any(|y| seen(x, y)))
            .collect();
        let kept = |x: usize, y: usize| {
            if seen(x, y) {
                self.rows[y][x]
            } else {
                Square::Floor
            }
        };
        let rows = (0..self.height()).map(|y| columns.iter().map(|&x| kept(x, y)).collect());
        let shown = |row: &Vec<Square>| row.contains(&Square::Wall);
        Self {
            rows: rows.filter(shown).collect(),
        }
    }

    pub(super) fn level(&self) -> Level {
        let text = |row: &Vec<Square>| row.iter().map(|square| square.symbol()).collect::<String>();
        Level::from_rows(&self.rows.iter().map(text).collect::<Vec<_>>())
    }
}

/// A room with walls strewn in, and its floor around a random spot, large enough for the shape.
///
/// When walls leave too little floor the dice fall again with fewer walls, at last with none.
pub(super) fn scattered_walls(rng: &mut ChaCha8Rng, shape: &Shape) -> (Drawing, Vec<Spot>) {
    let mut percent = shape.walls_percent.min(100);
    loop {
        let mut drawing = Drawing::walls(shape.width, shape.height);
        for y in 1..shape.height - 1 {
            for x in 1..shape.width - 1 {
                if !rng.random_ratio(percent, 100) {
                    drawing.put((x, y), Square::Floor);
                }
            }
        }
        let x = 1 + below(rng, shape.width - 2);
        let y = 1 + below(rng, shape.height - 2);
        let floor = drawing.floor_from((x, y));
        if floor.len() >= shape.cells_needed() {
            return (drawing, floor);
        }
        percent = percent.saturating_sub(5);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn a_pocket_is_sealed_and_may_be_added_twice() {
        let mut drawing = Drawing::walls(5, 3);
        for (x, square) in [(1, Square::Player), (2, Square::Box), (3, Square::Goal)] {
            drawing.put((x, 1), square);
        }
        drawing.add_pocket(1, &[Square::BoxOnGoal]);
        drawing.add_pocket(1, &[Square::Goal, Square::Floor]);
        assert_eq!(
            drawing.level().to_string(),
            "##########\n#@$.#*#. #\n##########\n"
        );
        assert_eq!(Board::new(&drawing.level()).unwrap().len(), 3);
    }
}
