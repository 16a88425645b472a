//! Matches a library of local patterns on a board, around the box that was moved.
//!
//! Walls and goals never change, so every image of every pattern is laid on every place of the
//! board once. Where its walls and goal marks fit, it leaves a [`DeadSet`]: cells that must not all
//! hold boxes, unless the player stands on one of some *closed* cells. Sets that another one
//! implies are dropped. A question gathers the boxes on the few cells that share a set with the
//! moved box, and compares masks.
//!
//! Cost, measured with the stored library: its images are made once, in 20 ms; a board then takes 4 ms
//! (mean of Microban) to 7 ms (mean of `XSokoban`), a question 40 to 70 ns; a cell has 5 to 7 sets.

use super::library::{Library, PatternId};
use super::pattern::{MOST_SIDE, Mark, Pattern};
use crate::board::{Board, Cell};
use crate::limits::{Limits, Stop};

/// A set of squares of a window of `MOST_SIDE` x `MOST_SIDE`: bit `MOST_SIDE * y + x`.
type Window = u32;

/// The images of a library that need the same walls and have the same boxes.
#[derive(Debug, Clone)]
struct Shape {
    boxes: Window,
    closed: Window,
    /// Squares that must be no goals, and whose pattern says so.
    goal_free: Vec<(Window, PatternId)>,
}

/// The images of a library, by the walls they need; for boards of any kind.
#[derive(Debug, Clone)]
pub(super) struct Shapes(Vec<(Window, Vec<Shape>)>);

/// The squares of one image; the walls and boxes fix the closed ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Image {
    walls: Window,
    boxes: Window,
    closed: Window,
    goal_free: Window,
}

impl Image {
    fn new(pattern: &Pattern) -> Self {
        let mut image = Self::default();
        let closed = pattern.closed();
        for (index, (x, y, mark)) in pattern.marks().enumerate() {
            let bit = 1 << (MOST_SIDE * y + x);
            if mark == Mark::Wall {
                image.walls |= bit;
            }
            if matches!(mark, Mark::Box | Mark::BoxOffGoal) {
                image.boxes |= bit;
            }
            if matches!(mark, Mark::NoGoal | Mark::BoxOffGoal) {
                image.goal_free |= bit;
            }
            if closed >> index & 1 == 1 {
                image.closed |= bit;
            }
        }
        image
    }
}

impl Shapes {
    pub(super) fn new(patterns: &[Pattern]) -> Self {
        let mut images: Vec<(Image, PatternId)> = Vec::new();
        for (id, pattern) in (0..).map(PatternId).zip(patterns) {
            images.extend(pattern.images().iter().map(|image| (Image::new(image), id)));
        }
        images.sort_unstable();
        let by_walls = images.chunk_by(|a, b| a.0.walls == b.0.walls);
        let shapes = |same: &[(Image, PatternId)]| (same[0].0.walls, shapes_of_walls(same));
        Self(by_walls.map(shapes).collect())
    }
}

fn shapes_of_walls(images: &[(Image, PatternId)]) -> Vec<Shape> {
    let by_boxes = images.chunk_by(|a, b| (a.0.boxes, a.0.closed) == (b.0.boxes, b.0.closed));
    let shape = |same: &[(Image, PatternId)]| Shape {
        boxes: same[0].0.boxes,
        closed: same[0].0.closed,
        goal_free: same
            .iter()
            .map(|(image, id)| (image.goal_free, *id))
            .collect(),
    };
    by_boxes.map(shape).collect()
}

/// Cells that are dead when all hold boxes and the player stands on no closed cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadSet {
    /// The boxes, in order.
    pub boxes: Vec<Cell>,
    /// The closed cells, in order: floor of the pattern that the boxes and walls shut off. Once the
    /// boxes stand, a player outside stays outside, so any cell of the player's region will do.
    pub closed: Vec<Cell>,
    /// The pattern that says so.
    pub id: PatternId,
}

impl DeadSet {
    fn implies(&self, other: &Self) -> bool {
        let within = |small: &[Cell], large: &[Cell]| small.iter().all(|c| large.contains(c));
        within(&self.boxes, &other.boxes) && within(&self.closed, &other.closed)
    }
}

/// The dead sets that one cell belongs to.
#[derive(Debug, Clone, Default)]
struct Around {
    /// The cells that occur, the cell itself left out; at most 80.
    cells: Vec<Cell>,
    /// The other boxes and the closed cells as sets of indices into `cells`.
    sets: Vec<(u128, u128, PatternId)>,
}

/// Floor cells beyond which a board gets no patterns: an open floor has some 40 dead sets a cell,
/// 6 kB and 0.1 ms of work.
pub const MOST_CELLS: usize = 4_000;

/// A board with the patterns of a library that fit on it.
#[derive(Debug, Clone)]
pub struct Matcher {
    sets: Vec<DeadSet>,
    around: Vec<Around>,
}

impl Matcher {
    /// Lays the patterns of a library on a board; a board of more than [`MOST_FLOOR_CELLS`](super::MOST_FLOOR_CELLS) cells gets none.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(board: &Board, library: &Library, limits: &Limits) -> Result<Self, Stop> {
        let mut sets = Vec::new();
        let grid = Grid::new(board);
        let rows = if board.len() > MOST_CELLS {
            0
        } else {
            board.height() + MARGIN
        };
        for y in 0..rows {
            for x in 0..board.width() + MARGIN {
                limits.check()?;
                grid.window(x, y).add_dead_sets(library.shapes(), &mut sets);
            }
        }
        let sets = keep_minimal(sets, board.len(), limits)?;
        let mut around = vec![Around::default(); board.len()];
        for set in &sets {
            for &cell in &set.boxes {
                around[cell.index()].add(cell, set);
            }
        }
        Ok(Self { sets, around })
    }

    /// All dead sets of the board, smaller ones first; none implies another.
    #[must_use]
    pub fn dead_sets(&self) -> &[DeadSet] {
        &self.sets
    }

    /// The pattern that the box on `moved_to` completes, if there is one: then no sequence of
    /// pushes solves the position. `is_box` tells the boxes; `player` is any cell of the region
    /// where the player is.
    ///
    /// # Panics
    /// On a cell of another board.
    pub fn is_dead_at(
        &self,
        is_box: impl Fn(Cell) -> bool,
        player: Cell,
        moved_to: Cell,
    ) -> Option<PatternId> {
        let around = &self.around[moved_to.index()];
        let (mut boxes, mut players) = (0, 0);
        for (index, &cell) in around.cells.iter().enumerate() {
            boxes |= u128::from(is_box(cell)) << index;
            players |= u128::from(cell == player) << index;
        }
        let complete = |&&(others, closed, _): &&(u128, u128, PatternId)| {
            others & !boxes == 0 && closed & players == 0
        };
        around.sets.iter().find(complete).map(|&(_, _, id)| id)
    }

    /// The first pattern that some box of a position completes.
    #[must_use]
    pub fn is_dead(&self, boxes: &[Cell], player: Cell) -> Option<PatternId> {
        let is_box = |cell| boxes.contains(&cell);
        let mut moved = boxes.iter();
        moved.find_map(|&cell| self.is_dead_at(is_box, player, cell))
    }
}

impl Around {
    fn add(&mut self, own: Cell, set: &DeadSet) {
        let others = set.boxes.iter().filter(|&&cell| cell != own);
        let others = others.fold(0, |all, &cell| all | self.bit(cell));
        let closed = set.closed.iter().fold(0, |all, &cell| all | self.bit(cell));
        self.sets.push((others, closed, set.id));
    }

    fn bit(&mut self, cell: Cell) -> u128 {
        let known = self.cells.iter().position(|&other| other == cell);
        1 << known.unwrap_or_else(|| {
            self.cells.push(cell);
            self.cells.len() - 1
        })
    }
}

/// Keeps the sets that no other one implies; of equal ones the first pattern.
fn keep_minimal(
    mut sets: Vec<DeadSet>,
    cells: usize,
    limits: &Limits,
) -> Result<Vec<DeadSet>, Stop> {
    let key = |set: &DeadSet| (set.boxes.len(), set.closed.len());
    sets.sort_by(|a, b| {
        let rest = || (&a.boxes, &a.closed, a.id).cmp(&(&b.boxes, &b.closed, b.id));
        key(a).cmp(&key(b)).then_with(rest)
    });
    let mut minimal: Vec<DeadSet> = Vec::new();
    // Those kept, by their first box: a set that implies another has it among the other's boxes.
    let mut by_first: Vec<Vec<usize>> = vec![Vec::new(); cells];
    for set in sets {
        limits.check()?;
        let mut smaller = set.boxes.iter().flat_map(|cell| &by_first[cell.index()]);
        if !smaller.any(|&index| minimal[index].implies(&set)) {
            by_first[set.boxes[0].index()].push(minimal.len());
            minimal.push(set);
        }
    }
    Ok(minimal)
}

/// The walls around the grid, so that windows may hang over.
const MARGIN: usize = MOST_SIDE - 1;

/// The floor cells of a board by place, and whether they are goals.
struct Grid {
    width: usize,
    squares: Vec<Option<(Cell, bool)>>,
}

impl Grid {
    fn new(board: &Board) -> Self {
        let width = board.width() + 2 * MARGIN;
        let mut squares = vec![None; width * (board.height() + 2 * MARGIN)];
        for cell in board.cells() {
            let (x, y) = board.place(cell);
            squares[(y + MARGIN) * width + x + MARGIN] = Some((cell, board.is_goal(cell)));
        }
        Self { width, squares }
    }

    /// The window whose first square is at `(x - MARGIN, y - MARGIN)` of the board.
    fn window(&self, x: usize, y: usize) -> View {
        let row_column = |bit: usize| (y + bit / MOST_SIDE, x + bit % MOST_SIDE);
        let at = |(row, column)| self.squares[row * self.width + column];
        View(std::array::from_fn(|bit| at(row_column(bit))))
    }
}

/// The squares of a window on a board, by bit.
struct View([Option<(Cell, bool)>; MOST_SIDE * MOST_SIDE]);

impl View {
    fn add_dead_sets(&self, shapes: &Shapes, sets: &mut Vec<DeadSet>) {
        let walls = self.squares(|square| square.is_none());
        let goals = self.squares(|square| square.is_some_and(|(_, goal)| goal));
        let by_walls = shapes.0.iter().filter(|(needed, _)| needed & !walls == 0);
        for shape in by_walls.flat_map(|(_, shapes)| shapes) {
            let marks = shape.goal_free.iter();
            let fitting = marks.filter(|(goal_free, _)| goal_free & goals == 0);
            if shape.boxes & walls == 0
                && let Some(id) = fitting.map(|&(_, id)| id).min()
            {
                sets.push(DeadSet {
                    boxes: self.cells(shape.boxes),
                    closed: self.cells(shape.closed),
                    id,
                });
            }
        }
    }

    fn squares(&self, wanted: impl Fn(Option<(Cell, bool)>) -> bool) -> Window {
        let bit = |(index, &square)| Window::from(wanted(square)) << index;
        self.0
            .iter()
            .enumerate()
            .map(bit)
            .fold(0, |all, bit| all | bit)
    }

    /// The floor cells of a set of squares, in order.
    fn cells(&self, set: Window) -> Vec<Cell> {
        let squares = self.0.iter().enumerate();
        let chosen = squares.filter(|(index, _)| set >> index & 1 == 1);
        chosen
            .filter_map(|(_, square)| square.map(|(cell, _)| cell))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::level::Level;

    fn library(patterns: &[&str]) -> Library {
        let mut text = String::new();
        for pattern in patterns {
            let width = pattern.find('/').unwrap();
            let height = pattern.split('/').count();
            writeln!(text, "= {width}x{height} boxes 9 patterns 1\n{pattern}").unwrap();
        }
        text.parse().unwrap()
    }

    fn board(rows: &[&str]) -> Board {
        Board::new(&Level::from_rows(rows)).unwrap()
    }

    #[test]
    fn a_corner_is_dead_unless_it_is_a_goal() {
        let board = board(&["#####", "#  .#", "# $ #", "#@  #", "#####"]);
        let library = library(&["#$/?#"]);
        let matcher = Matcher::new(&board, &library, &Limits::none()).unwrap();
        let dead: Vec<_> = board
            .cells()
            .filter(|&cell| matcher.is_dead(&[cell], board.player()).is_some())
            .collect();
        assert_eq!(dead, [Cell(0), Cell(6), Cell(8)]);
    }

    #[test]
    fn only_the_moved_box_is_looked_at() {
        let board = board(&["######", "#@   #", "#  $ #", "#  . #", "######"]);
        let library = library(&["##/$*"]);
        let matcher = Matcher::new(&board, &library, &Limits::none()).unwrap();
        let boxes = [Cell(1), Cell(2), Cell(6)];
        let is_box = |cell| boxes.contains(&cell);
        let dead_at = |cell| matcher.is_dead_at(is_box, Cell(0), cell);
        assert_eq!(dead_at(Cell(1)), Some(PatternId(0)));
        assert_eq!(dead_at(Cell(6)), None);
    }

    #[test]
    fn a_player_on_a_closed_cell_can_still_get_out() {
        let board = board(&["######", "#  ###", "#. $ #", "#  @##", "######"]);
        let library = library(&["##?/$_#/?#?"]);
        let matcher = Matcher::new(&board, &library, &Limits::none()).unwrap();
        let dead = |player| matcher.is_dead(board.boxes(), player);
        assert_eq!(dead(board.player()), Some(PatternId(0)));
        assert_eq!(dead(Cell(5)), None);
        let expected = DeadSet {
            boxes: vec![Cell(4)],
            closed: vec![Cell(5)],
            id: PatternId(0),
        };
        assert_eq!(matcher.dead_sets().last(), Some(&expected));
    }

    #[test]
    fn dead_sets_hold_no_smaller_one() {
        let board = board(&["#####", "#@$.#", "#   #", "#####"]);
        let library = library(&["#$/?#", "##/$*"]);
        let matcher = Matcher::new(&board, &library, &Limits::none()).unwrap();
        let sets: Vec<_> = matcher
            .dead_sets()
            .iter()
            .map(|set| set.boxes.clone())
            .collect();
        let expected: [&[u16]; 4] = [&[0], &[3], &[5], &[1, 2]];
        let expected: Vec<Vec<Cell>> = expected
            .iter()
            .map(|set| set.iter().map(|&cell| Cell(cell)).collect())
            .collect();
        assert_eq!(sets, expected);
    }
}
