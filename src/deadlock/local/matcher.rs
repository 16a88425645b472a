//! Matches a library of local patterns around a box of a board.
//!
//! Walls and goals never change, so the patterns that can match around a cell are chosen once per
//! cell, when it is first asked for: every image of every pattern, laid with each of its boxes on
//! the cell, whose walls and goal marks fit. Of these only the sets of *other boxes* remain, with
//! the closed cells where the player must not stand; and of the sets only those that contain no
//! other. A question then gathers the boxes on the few cells that occur, and compares masks.
//!
//! A set around a cell is 81 bits: columns -4 to 4 and rows -4 to 4 from the cell, bit
//! `9 * (dy + 4) + dx + 4`. Placements are grouped by their walls, with which most fall.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::library::{Library, PatternId};
use super::pattern::{MOST_SIDE, Mark, Pattern};
use super::window::Mask;
use crate::board::{Board, Cell};

/// How far a window with a box on the cell can reach.
const REACH: usize = MOST_SIDE - 1;

/// Columns and rows around a cell.
const SPAN: usize = 2 * REACH + 1;

/// A set of places around a cell.
type Around = u128;

/// The placements around a box that have the same boxes and need the same walls.
#[derive(Debug, Clone)]
struct Shape {
    boxes: Around,
    closed: Around,
    /// Cells that must be no goals, and whose pattern says so.
    goal_free: Vec<(Around, PatternId)>,
}

/// The placements of a library, by the walls they need; for boards of any kind.
#[derive(Debug, Clone)]
pub(super) struct Shapes(Vec<(Around, Vec<Shape>)>);

impl Shapes {
    pub(super) fn new(patterns: &[Pattern]) -> Self {
        let mut all: Vec<(Placed, PatternId)> = Vec::new();
        for (id, pattern) in (0..).map(PatternId).zip(patterns) {
            for image in pattern.images() {
                let closed = image.closed();
                let boxes = image.marks().filter(|&(_, _, mark)| is_box(mark));
                all.extend(boxes.map(|(x, y, _)| (placed(&image, closed, x, y), id)));
            }
        }
        all.sort_unstable();
        let by_walls = all.chunk_by(|a, b| a.0.walls == b.0.walls);
        Self(by_walls.map(shapes_of_walls).collect())
    }
}

fn shapes_of_walls(placed: &[(Placed, PatternId)]) -> (Around, Vec<Shape>) {
    let by_boxes = placed.chunk_by(|a, b| a.0.boxes == b.0.boxes);
    let shape = |same: &[(Placed, PatternId)]| Shape {
        boxes: same[0].0.boxes,
        closed: same[0].0.closed,
        goal_free: same.iter().map(|(placed, id)| (placed.goal_free, *id)).collect(),
    };
    (placed[0].0.walls, by_boxes.map(shape).collect())
}

/// A pattern as seen from one of its boxes. The walls and boxes fix the window, hence the closed
/// cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Placed {
    walls: Around,
    boxes: Around,
    closed: Around,
    goal_free: Around,
}

fn is_box(mark: Mark) -> bool {
    matches!(mark, Mark::Box | Mark::BoxOffGoal)
}

/// A pattern as seen from its cell `(x, y)`.
fn placed(pattern: &Pattern, closed: Mask, x: usize, y: usize) -> Placed {
    let mut placed = Placed {
        walls: 0,
        boxes: 0,
        closed: 0,
        goal_free: 0,
    };
    for (index, (column, row, mark)) in pattern.marks().enumerate() {
        let bit = 1 << (SPAN * (row + REACH - y) + column + REACH - x);
        match mark {
            Mark::Wall => placed.walls |= bit,
            Mark::Box => placed.boxes |= bit,
            Mark::NoGoal => placed.goal_free |= bit,
            Mark::Any => {}
            Mark::BoxOffGoal => {
                placed.boxes |= bit;
                placed.goal_free |= bit;
            }
        }
        if closed >> index & 1 == 1 {
            placed.closed |= bit;
        }
    }
    placed
}

/// Boxes that are dead together unless the player stands on a closed cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Candidate {
    boxes: u128,
    closed: u128,
    id: PatternId,
}

/// What can match around one cell.
#[derive(Debug, Clone)]
struct Candidates {
    /// The cells that occur, at most 80.
    cells: Vec<Cell>,
    /// The other boxes and the closed cells as sets of indices into `cells`; none implies another.
    sets: Vec<Candidate>,
}

/// A set of cells that are dead when all hold boxes and the player stands on no closed cell.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeadSet {
    /// The boxes, in order.
    pub boxes: Vec<Cell>,
    /// The closed cells, in order; most sets have none.
    pub closed: Vec<Cell>,
    /// The pattern that says so.
    pub id: PatternId,
}

/// A board with the patterns of a library that fit on it.
#[derive(Debug)]
pub struct Matcher<'a> {
    shapes: &'a Shapes,
    grid: Grid,
    places: Vec<(usize, usize)>,
    candidates: Vec<OnceLock<Candidates>>,
}

impl<'a> Matcher<'a> {
    /// Prepares a board; the patterns around a cell are chosen when it is first asked for.
    #[must_use]
    pub fn new(board: &Board, library: &'a Library) -> Self {
        Self {
            shapes: library.shapes(),
            grid: Grid::new(board),
            places: board.cells().map(|cell| board.place(cell)).collect(),
            candidates: vec![OnceLock::new(); board.len()],
        }
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
        let candidates = self.around(moved_to);
        let (mut boxes, mut players) = (0, 0);
        for (index, &cell) in candidates.cells.iter().enumerate() {
            boxes |= u128::from(is_box(cell)) << index;
            players |= u128::from(cell == player) << index;
        }
        let complete = |set: &&Candidate| set.boxes & !boxes == 0 && set.closed & players == 0;
        candidates.sets.iter().find(complete).map(|set| set.id)
    }

    /// The first pattern that some box of a position completes.
    #[must_use]
    pub fn is_dead(&self, boxes: &[Cell], player: Cell) -> Option<PatternId> {
        let is_box = |cell| boxes.contains(&cell);
        let mut boxes = boxes.iter();
        boxes.find_map(|&cell| self.is_dead_at(is_box, player, cell))
    }

    /// All dead sets of the board, in order; none implies another.
    #[must_use]
    pub fn dead_sets(&self) -> Vec<DeadSet> {
        let mut seen: BTreeMap<(Vec<Cell>, Vec<Cell>), (usize, PatternId)> = BTreeMap::new();
        for index in 0..self.places.len() {
            let cell = Cell(u16::try_from(index).expect("cells are numbered by u16"));
            let candidates = self.around(cell);
            for set in &candidates.sets {
                let mut boxes = candidates.members(set.boxes);
                boxes.push(cell);
                boxes.sort_unstable();
                let key = (boxes, candidates.members(set.closed));
                seen.entry(key).or_insert((0, set.id)).0 += 1;
            }
        }
        // A set that another one implies is not listed around the cells of the other.
        let whole = seen
            .into_iter()
            .filter(|((boxes, _), (count, _))| boxes.len() == *count);
        let set = |((boxes, closed), (_, id))| DeadSet { boxes, closed, id };
        whole.map(set).collect()
    }

    fn around(&self, cell: Cell) -> &Candidates {
        self.candidates[cell.index()].get_or_init(|| self.choose(cell))
    }

    fn choose(&self, cell: Cell) -> Candidates {
        let (x, y) = self.places[cell.index()];
        let nearby = self.grid.around(x, y);
        let walls = nearby.places(|cell| cell.is_none());
        let goals = nearby.places(|cell| cell.is_some_and(|(_, goal)| goal));
        let own = 1 << (SPAN * REACH + REACH);
        let by_walls = self.shapes.0.iter().filter(|(needed, _)| needed & !walls == 0);
        let shapes = by_walls.flat_map(|(_, shapes)| shapes);
        let sets = shapes.filter(|shape| shape.boxes & walls == 0).filter_map(|shape| {
            let mut marks = shape.goal_free.iter();
            let &(_, id) = marks.find(|(goal_free, _)| goal_free & goals == 0)?;
            Some(Candidate {
                boxes: shape.boxes & !own,
                closed: shape.closed & !walls,
                id,
            })
        });
        nearby.compress(&keep_minimal(sets.collect()))
    }
}

impl Candidates {
    fn members(&self, set: u128) -> Vec<Cell> {
        let cells = self.cells.iter().enumerate();
        let members = cells.filter(|(index, _)| set >> index & 1 == 1);
        members.map(|(_, &cell)| cell).collect()
    }
}

/// Keeps the sets that no other one implies; of equal ones the first pattern.
fn keep_minimal(mut sets: Vec<Candidate>) -> Vec<Candidate> {
    sets.sort_by_key(|set| {
        let sizes = (set.boxes.count_ones(), set.closed.count_ones());
        (sizes, set.boxes, set.closed, set.id)
    });
    let mut minimal: Vec<Candidate> = Vec::new();
    for set in sets {
        let implies = |small: &Candidate| {
            small.boxes & !set.boxes == 0 && small.closed & !set.closed == 0
        };
        if !minimal.iter().any(implies) {
            minimal.push(set);
        }
    }
    minimal
}

/// The floor cells of a board by place, and whether they are goals.
#[derive(Debug)]
struct Grid {
    width: usize,
    squares: Vec<Option<(Cell, bool)>>,
}

impl Grid {
    fn new(board: &Board) -> Self {
        let mut squares = vec![None; board.width() * board.height()];
        for cell in board.cells() {
            let (x, y) = board.place(cell);
            squares[y * board.width() + x] = Some((cell, board.is_goal(cell)));
        }
        Self {
            width: board.width(),
            squares,
        }
    }

    fn around(&self, x: usize, y: usize) -> Nearby {
        let at = |bit: usize| {
            let column = (x + bit % SPAN).checked_sub(REACH)?;
            let row = (y + bit / SPAN).checked_sub(REACH)?;
            let inside = column < self.width;
            let square = self.squares.get(row * self.width + column);
            square.copied().flatten().filter(|_| inside)
        };
        Nearby(std::array::from_fn(at))
    }
}

/// The squares around a cell, by bit.
struct Nearby([Option<(Cell, bool)>; SPAN * SPAN]);

impl Nearby {
    fn places(&self, wanted: impl Fn(Option<(Cell, bool)>) -> bool) -> Around {
        let bit = |(index, &square)| Around::from(wanted(square)) << index;
        self.0.iter().enumerate().map(bit).fold(0, |all, bit| all | bit)
    }

    /// Renames the bits of the sets to indices of the cells that occur.
    fn compress(&self, sets: &[Candidate]) -> Candidates {
        let used = sets.iter().fold(0, |all, set| all | set.boxes | set.closed);
        let floor = |bit: usize| self.0[bit].map(|(cell, _)| (bit, cell));
        let occur = (0..SPAN * SPAN).filter(|bit| used >> bit & 1 == 1);
        let (bits, cells): (Vec<usize>, Vec<Cell>) = occur.filter_map(floor).unzip();
        let rename = |set: Around| {
            let indices = bits.iter().enumerate();
            indices.fold(0, |all, (index, bit)| all | (set >> bit & 1) << index)
        };
        let renamed = sets.iter().map(|set| Candidate {
            boxes: rename(set.boxes),
            closed: rename(set.closed),
            id: set.id,
        });
        Candidates {
            sets: renamed.collect(),
            cells,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn library(patterns: &[&str]) -> Library {
        let mut text = String::new();
        for pattern in patterns {
            let width = pattern.find('/').unwrap();
            let height = pattern.split('/').count();
            text += &format!("= {width}x{height} boxes 9 patterns 1\n{pattern}\n");
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
        let matcher = Matcher::new(&board, &library);
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
        let matcher = Matcher::new(&board, &library);
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
        let matcher = Matcher::new(&board, &library);
        let dead = |player| matcher.is_dead(board.boxes(), player);
        assert_eq!(dead(board.player()), Some(PatternId(0)));
        assert_eq!(dead(Cell(5)), None);
        let expected = DeadSet {
            boxes: vec![Cell(4)],
            closed: vec![Cell(5)],
            id: PatternId(0),
        };
        assert_eq!(matcher.dead_sets(), [expected]);
    }

    #[test]
    fn dead_sets_hold_no_smaller_one() {
        let board = board(&["#####", "#@$.#", "#   #", "#####"]);
        let library = library(&["#$/?#", "##/$*"]);
        let matcher = Matcher::new(&board, &library);
        let sets: Vec<_> = matcher.dead_sets().into_iter().map(|set| set.boxes).collect();
        let expected: [&[u16]; 4] = [&[0], &[1, 2], &[3], &[5]];
        let expected: Vec<Vec<Cell>> = expected
            .iter()
            .map(|set| set.iter().map(|&cell| Cell(cell)).collect())
            .collect();
        assert_eq!(sets, expected);
    }
}
