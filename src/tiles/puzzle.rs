//! A sliding puzzle: a start and a target, in the names that searches use.
//!
//! A *cell* is a place on the board, by rows from 0. Tiles are named after the cell where the target has
//! them, and so is the blank, so the target has every tile on the cell of its own name. The board is
//! mirrored, if need be, such that the blank's own cell lies in the upper left quarter; puzzles that differ
//! in a mirror image only have the same tables then. [`Puzzle::letter`] undoes this.
//!
//! *Parity*: a move swaps the blank with a tile, an odd permutation, and changes the blank's chequer colour. So
//! the start can reach the target only if the permutation is as odd as the distance of the blank; and on boards
//! of two rows and columns or more it then can (W. Johnson, W. Story, *Notes on the "15" puzzle*, 1879). All
//! plans have the parity of that distance.

use crate::tiles::MOST_CELLS;
use crate::tiles::grid::Grid;

/// A place on the board, by rows.
pub type Cell = u8;

/// A tile or the blank, named after its cell in the target.
pub type Tile = u8;

/// Where everything stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cells {
    at: [Tile; MOST_CELLS],
    place: [Cell; MOST_CELLS],
}

/// A tile that goes to the cell beside it, where the blank was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slide {
    /// The tile.
    pub tile: Tile,
    /// Where it was, and the blank is afterwards.
    pub from: Cell,
    /// Where it is afterwards, and the blank was.
    pub to: Cell,
}

impl Cells {
    /// The arrangement of the tiles that stand on the cells in order.
    ///
    /// # Panics
    /// If they are more than a board has.
    #[must_use]
    pub fn new(tiles: &[Tile]) -> Self {
        assert!(tiles.len() <= MOST_CELLS, "a board has at most 25 cells");
        let mut cells = Self {
            at: [0; MOST_CELLS],
            place: [0; MOST_CELLS],
        };
        for (cell, &tile) in (0..).zip(tiles) {
            cells.put(tile, cell);
        }
        cells
    }

    /// Puts a tile on a cell.
    fn put(&mut self, tile: Tile, cell: Cell) {
        self.at[usize::from(cell)] = tile;
        self.place[usize::from(tile)] = cell;
    }

    /// What stands on a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Tile {
        self.at[usize::from(cell)]
    }

    /// Where a tile stands.
    #[must_use]
    pub fn place(&self, tile: Tile) -> Cell {
        self.place[usize::from(tile)]
    }

    /// Moves the blank to a cell beside it; gives the slide of the tile that stood there.
    pub fn move_blank(&mut self, blank: Tile, from: Cell) -> Slide {
        let (tile, to) = (self.at(from), self.place(blank));
        self.put(tile, to);
        self.put(blank, from);
        Slide { tile, from, to }
    }
}

/// The cells beside one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Beside {
    cells: [Cell; 4],
    count: usize,
}

/// Columns and rows, and which cells are beside each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    width: usize,
    height: usize,
    beside: [Beside; MOST_CELLS],
}

impl Shape {
    /// A rectangle of cells.
    ///
    /// # Panics
    /// If it is larger than a board may be.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Self {
        assert!(width * height <= MOST_CELLS, "a board has at most 25 cells");
        let mut beside = [Beside::default(); MOST_CELLS];
        for (cell, list) in beside.iter_mut().enumerate().take(width * height) {
            let (x, y) = (cell % width, cell / width);
            let around = [
                (y > 0).then(|| cell - width),
                (x > 0).then(|| cell - 1),
                (x + 1 < width).then(|| cell + 1),
                (y + 1 < height).then(|| cell + width),
            ];
            for near in around.into_iter().flatten() {
                list.cells[list.count] = narrow(near);
                list.count += 1;
            }
        }
        Self {
            width,
            height,
            beside,
        }
    }

    /// Columns.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// How many cells there are.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.width * self.height
    }

    /// The cells beside one, upper, left, right, lower.
    #[must_use]
    pub fn beside(&self, cell: Cell) -> &[Cell] {
        let list = &self.beside[usize::from(cell)];
        &list.cells[..list.count]
    }

    /// Column and row of a cell.
    #[must_use]
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        (
            usize::from(cell) % self.width,
            usize::from(cell) / self.width,
        )
    }

    /// Steps from one cell to another.
    #[must_use]
    pub fn distance(&self, from: Cell, to: Cell) -> u8 {
        let ((a, b), (x, y)) = (self.place(from), self.place(to));
        narrow(a.abs_diff(x) + b.abs_diff(y))
    }

    /// The cell at a column and a row.
    #[must_use]
    pub fn cell(&self, column: usize, row: usize) -> Cell {
        narrow(row * self.width + column)
    }
}

fn narrow(number: usize) -> u8 {
    u8::try_from(number).expect("a board has at most 25 cells")
}

/// Start and target do not have the same number of rows and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the board and the target do not have the same rows and columns")]
pub struct Misfit;

/// A start and a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    shape: Shape,
    start: Cells,
    blank: Tile,
    /// Whether columns, and rows, are in reverse order.
    mirrored: (bool, bool),
}

impl Puzzle {
    /// The puzzle of going from one board to another.
    ///
    /// # Errors
    /// When the two boards are not of the same size.
    pub fn new(start: &Grid, target: &Grid) -> Result<Self, Misfit> {
        let (width, height) = (start.width(), start.height());
        if (target.width(), target.height()) != (width, height) {
            return Err(Misfit);
        }
        let shape = Shape::new(width, height);
        let blank = target.numbers().iter().position(|&number| number == 0);
        let (x, y) = shape.place(narrow(blank.unwrap_or_default()));
        let mirrored = (2 * x >= width && width > 1, 2 * y >= height && height > 1);
        let mut puzzle = Self {
            start: Cells::new(&[]),
            blank: 0,
            mirrored,
            shape,
        };
        let mut names = [0; MOST_CELLS];
        for (cell, &number) in (0..).zip(target.numbers()) {
            names[usize::from(number)] = puzzle.turned(cell);
        }
        puzzle.blank = names[0];
        for (cell, &number) in (0..).zip(start.numbers()) {
            puzzle
                .start
                .put(names[usize::from(number)], puzzle.turned(cell));
        }
        Ok(puzzle)
    }

    /// A cell's name here for one of the board as written, and the reverse.
    fn turned(&self, cell: Cell) -> Cell {
        let (x, y) = self.shape.place(cell);
        let turn = |at, side, turned| if turned { side - 1 - at } else { at };
        let (width, height) = (self.shape.width, self.shape.height);
        self.shape.cell(
            turn(x, width, self.mirrored.0),
            turn(y, height, self.mirrored.1),
        )
    }

    /// The cell of the board as written that has a cell's name here.
    #[must_use]
    pub fn written(&self, cell: Cell) -> Cell {
        self.turned(cell)
    }

    /// Columns and rows.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Where everything stands at the start.
    #[must_use]
    pub fn start(&self) -> &Cells {
        &self.start
    }

    /// The name of the blank: its cell in the target.
    #[must_use]
    pub fn blank(&self) -> Tile {
        self.blank
    }

    /// Everything on the cell of its own name.
    #[must_use]
    pub fn target(&self) -> Cells {
        let tiles: Vec<Tile> = (0..narrow(self.shape.cells())).collect();
        Cells::new(&tiles)
    }

    /// Whether an arrangement is the target.
    #[must_use]
    pub fn is_target(&self, cells: &Cells) -> bool {
        (0..narrow(self.shape.cells())).all(|cell| cells.at(cell) == cell)
    }

    /// The parity of the number of moves of every plan: 0 or 1.
    #[must_use]
    pub fn parity(&self) -> u32 {
        let blank = self.start.place(self.blank);
        u32::from(self.shape.distance(blank, self.blank) % 2)
    }

    /// Whether there is a plan; the parity decides it.
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        let cells = self.shape.cells();
        let (mut seen, mut swaps) = ([false; MOST_CELLS], 0);
        for first in 0..cells {
            let mut cell = first;
            while !std::mem::replace(&mut seen[cell], true) {
                cell = usize::from(self.start.at[cell]);
                swaps += u32::from(cell != first);
            }
        }
        swaps % 2 == self.parity()
    }

    /// The letter of a move of the blank, on the board as written: `U`, `D`, `L` or `R`.
    #[must_use]
    pub fn letter(&self, from: Cell, to: Cell) -> char {
        let place = |cell| self.shape.place(self.turned(cell));
        let ((a, b), (x, y)) = (place(from), place(to));
        match (x.cmp(&a), y.cmp(&b)) {
            (std::cmp::Ordering::Less, _) => 'L',
            (std::cmp::Ordering::Greater, _) => 'R',
            (_, std::cmp::Ordering::Less) => 'U',
            _ => 'D',
        }
    }

    /// The letters of the moves of the blank that visits these cells.
    #[must_use]
    pub fn letters(&self, blanks: &[Cell]) -> String {
        let pairs = blanks.windows(2);
        pairs.map(|pair| self.letter(pair[0], pair[1])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(width: usize, height: usize, start: &[u8], target: &[u8]) -> Puzzle {
        let grid = |numbers| Grid::new(width, height, numbers).unwrap();
        Puzzle::new(&grid(start), &grid(target)).unwrap()
    }

    #[test]
    fn half_of_all_boards_are_solvable_and_neighbours_agree() {
        let target = [1, 2, 3, 4, 5, 0];
        let mut solvable = 0;
        let all = itertools::Itertools::permutations(0..6u8, 6);
        for start in all {
            let this = puzzle(3, 2, &start, &target);
            solvable += u32::from(this.is_solvable());
            let blank = this.start().place(this.blank());
            for &near in this.shape().beside(blank) {
                let mut moved = this.clone();
                moved.start.move_blank(moved.blank, near);
                assert_eq!(moved.is_solvable(), this.is_solvable());
                assert_ne!(moved.parity(), this.parity());
            }
        }
        assert_eq!(solvable, 360);
    }

    #[test]
    fn the_blank_of_any_target_ends_in_the_upper_left_quarter() {
        let start: Vec<u8> = (0..12).collect();
        for place in 0..12 {
            let mut target = start.clone();
            target.swap(0, place);
            let this = puzzle(4, 3, &start, &target);
            let (x, y) = this.shape().place(this.blank());
            assert!(x < 2 && y < 2, "{place}: {x} {y}");
        }
    }

    #[test]
    fn letters_are_those_of_the_board_as_written() {
        // The blank is last in the target, so the board is mirrored both ways.
        let this = puzzle(2, 2, &[0, 1, 2, 3], &[1, 2, 3, 0]);
        let blank = this.start().place(this.blank());
        let letters = this
            .shape()
            .beside(blank)
            .iter()
            .map(|&near| this.letter(blank, near));
        let mut letters: Vec<char> = letters.collect();
        letters.sort_unstable();
        assert_eq!(letters, ['D', 'R']);
    }

    #[test]
    fn boards_of_different_sizes_are_no_puzzle() {
        let (one, other) = (Grid::in_order(3, 2), Grid::in_order(2, 3));
        assert_eq!(Puzzle::new(&one.unwrap(), &other.unwrap()), Err(Misfit));
    }
}
