//! The eight symmetries of the square, applied to levels and directions.
//!
//! A symmetry swaps columns and rows or not, then mirrors columns or not, then mirrors rows or
//! not; that gives each of the eight once.

use super::{Level, Square};
use crate::board::Dir;

/// A rotation or reflection of the plane that keeps the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    flip_x: bool,
    flip_y: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self {
            transpose: false,
            flip_x: false,
            flip_y: false,
        }; 8];
        let mut bits = 0;
        while bits < 8 {
            all[bits] = Self {
                transpose: bits & 4 != 0,
                flip_x: bits & 1 != 0,
                flip_y: bits & 2 != 0,
            };
            bits += 1;
        }
        all
    };

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        if !self.transpose {
            return self;
        }
        Self {
            transpose: true,
            flip_x: self.flip_y,
            flip_y: self.flip_x,
        }
    }

    /// Where a direction points afterwards.
    #[must_use]
    pub fn of_dir(self, dir: Dir) -> Dir {
        let turned = match (self.transpose, dir) {
            (false, dir) => dir,
            (true, Dir::Up) => Dir::Left,
            (true, Dir::Left) => Dir::Up,
            (true, Dir::Down) => Dir::Right,
            (true, Dir::Right) => Dir::Down,
        };
        let flipped = match turned {
            Dir::Left | Dir::Right => self.flip_x,
            Dir::Up | Dir::Down => self.flip_y,
        };
        if flipped { turned.opposite() } else { turned }
    }

    /// The size of a drawing of `width` and `height` afterwards.
    fn of_size(self, (width, height): (usize, usize)) -> (usize, usize) {
        if self.transpose {
            (height, width)
        } else {
            (width, height)
        }
    }

    /// Where the square `(x, y)` of a drawing of `width` and `height` goes.
    #[must_use]
    pub fn of_square(self, (x, y): (usize, usize), size: (usize, usize)) -> (usize, usize) {
        let (width, height) = self.of_size(size);
        let (x, y) = self.of_size((x, y));
        let mirror = |at: usize, length: usize, flip: bool| if flip { length - 1 - at } else { at };
        (
            mirror(x, width, self.flip_x),
            mirror(y, height, self.flip_y),
        )
    }
}

impl Level {
    /// The level seen under a symmetry; row `i` of the outcome has its place on line `i + 1`.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let size = (self.width(), self.height());
        let (width, height) = symmetry.of_size(size);
        let mut rows = vec![vec![Square::Floor; width]; height];
        for (x, y, square) in self.squares() {
            let (x, y) = symmetry.of_square((x, y), size);
            rows[y][x] = square;
        }
        let mut level = Self {
            number: self.number,
            title: self.title.clone(),
            author: self.author.clone(),
            flaw: self.flaw.clone(),
            ..Self::empty()
        };
        for row in rows {
            level.push_straight(row.into_iter());
        }
        level
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level() -> Level {
        Level::from_rows(&["", " #####", " #@ $.##", "##   *"])
    }

    #[test]
    fn a_symmetry_and_its_inverse_give_the_same_rows() {
        for symmetry in Symmetry::ALL {
            let back = level()
                .transformed(symmetry)
                .transformed(symmetry.inverse());
            assert_eq!(back.to_string(), level().to_string(), "{symmetry:?}");
        }
    }

    #[test]
    fn the_eight_drawings_differ() {
        let drawings = Symmetry::ALL.map(|symmetry| level().transformed(symmetry).to_string());
        for (i, drawing) in drawings.iter().enumerate() {
            assert!(!drawings[..i].contains(drawing), "{drawing}");
        }
    }

    #[test]
    fn a_direction_goes_where_the_squares_go() {
        let size = (7, 5);
        for symmetry in Symmetry::ALL {
            let (x, y) = symmetry.of_square((3, 2), size);
            for (dir, next) in Dir::ALL.into_iter().zip([(3, 1), (3, 3), (2, 2), (4, 2)]) {
                let expected = match symmetry.of_dir(dir) {
                    Dir::Up => (x, y - 1),
                    Dir::Down => (x, y + 1),
                    Dir::Left => (x - 1, y),
                    Dir::Right => (x + 1, y),
                };
                assert_eq!(
                    symmetry.of_square(next, size),
                    expected,
                    "{symmetry:?} {dir:?}"
                );
                assert_eq!(symmetry.inverse().of_dir(symmetry.of_dir(dir)), dir);
            }
        }
    }
}
