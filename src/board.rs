//! The board: floor cells with dense numbers, walls gone, boxes and goals that count.
//!
//! The floor is what the player reaches when boxes are ignored; cells are numbered row by
//! row, so the smallest cell of a region is its topmost, leftmost one. Boxes and goals off the
//! floor are decoration: they count nowhere, but a box there off its goal makes the level
//! unsolvable at once ([`Board::stray`]).

mod floor;

use crate::level::{Flaw, Level, Place};
use floor::{check_counts, floor};

/// A floor cell, numbered from zero in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// The number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The most floor cells a board may have; more are refused.
pub const MAX_CELLS: usize = 65_000;

/// A direction of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Dir {
    /// Towards row 0.
    Up,
    /// Away from row 0.
    Down,
    /// Towards column 0.
    Left,
    /// Away from column 0.
    Right,
}

impl Dir {
    /// All four, in the order up, down, left, right.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The way back.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The number as an index, 0 to 3.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The lower-case LURD letter.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'u',
            Self::Down => 'd',
            Self::Left => 'l',
            Self::Right => 'r',
        }
    }

    fn step(self, x: usize, y: usize) -> Option<(usize, usize)> {
        match self {
            Self::Up => Some((x, y.checked_sub(1)?)),
            Self::Down => Some((x, y + 1)),
            Self::Left => Some((x.checked_sub(1)?, y)),
            Self::Right => Some((x + 1, y)),
        }
    }
}

/// A push that the walls allow: the box on `from` goes to `to`, the player comes from `behind`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Push {
    /// Where the box stands; after the push the player stands here.
    pub from: Cell,
    /// Which way it goes.
    pub dir: Dir,
    /// Where the box arrives.
    pub to: Cell,
    /// Where the player stands before.
    pub behind: Cell,
}

/// The playable part of a level.
#[derive(Debug, Clone)]
pub struct Board {
    width: usize,
    height: usize,
    places: Vec<(u16, u16)>,
    neighbours: Vec<[Option<Cell>; 4]>,
    goal: Vec<bool>,
    goals: Vec<Cell>,
    boxes: Vec<Cell>,
    player: Cell,
    stray: Option<Place>,
    pushes: Vec<Push>,
}

impl Board {
    /// Makes the board of a level.
    ///
    /// # Errors
    /// The one clear reason why the level cannot be played: a foreign symbol, no player or several,
    /// no boxes, more boxes than goals, an open border (with the place of the gap), too many cells.
    ///
    /// # Panics
    /// Never: the floor starts at the player.
    pub fn new(level: &Level) -> Result<Self, Flaw> {
        if let Some(flaw) = &level.flaw {
            return Err(flaw.clone());
        }
        let start = check_counts(level)?;
        let (places, ids) = floor(level, start)?;
        let at = |x: usize, y: usize| ids.get(y * level.width() + x).copied().flatten();
        let neighbours = places.iter().map(|&(x, y)| {
            Dir::ALL.map(|dir| {
                let (x, y) = dir.step(usize::from(x), usize::from(y))?;
                if x < level.width() { at(x, y) } else { None }
            })
        });
        let neighbours: Vec<_> = neighbours.collect();
        let square = |&(x, y): &(u16, u16)| level.at(usize::from(x), usize::from(y));
        let goal: Vec<bool> = places.iter().map(|place| square(place).is_goal()).collect();
        let wanted = |test: &dyn Fn(usize) -> bool| -> Vec<Cell> {
            cells(places.len())
                .filter(|cell| test(cell.index()))
                .collect()
        };
        let stray = level
            .squares()
            .find(|&(x, y, square)| square == crate::level::Square::Box && at(x, y).is_none());
        Ok(Self {
            width: level.width(),
            height: level.height(),
            goals: wanted(&|i| goal[i]),
            boxes: wanted(&|i| square(&places[i]).is_box()),
            player: at(start.0, start.1).expect("the floor starts at the player"),
            stray: stray.map(|(x, y, _)| level.place(x, y)),
            pushes: geometric_pushes(&neighbours),
            goal,
            neighbours,
            places,
        })
    }

    /// Columns of the drawing.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the drawing.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of floor cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Never: a board has at least the player's cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// All floor cells in order.
    #[must_use]
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        cells(self.len())
    }

    /// Column and row of a cell, from zero.
    #[must_use]
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        let (x, y) = self.places[cell.index()];
        (usize::from(x), usize::from(y))
    }

    /// The floor neighbour in a direction.
    #[must_use]
    pub fn step(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.neighbours[cell.index()][dir.index()]
    }

    /// The floor neighbours, in the order up, down, left, right.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + Clone + '_ {
        self.neighbours[cell.index()].iter().copied().flatten()
    }

    /// Whether a cell is a goal.
    #[must_use]
    pub fn is_goal(&self, cell: Cell) -> bool {
        self.goal[cell.index()]
    }

    /// The goals on the floor, in order.
    #[must_use]
    pub fn goals(&self) -> &[Cell] {
        &self.goals
    }

    /// The boxes on the floor at the start, in order.
    #[must_use]
    pub fn boxes(&self) -> &[Cell] {
        &self.boxes
    }

    /// The player's cell at the start.
    #[must_use]
    pub fn player(&self) -> Cell {
        self.player
    }

    /// A box that the player can never reach and that is off its goal, if there is one.
    #[must_use]
    pub fn stray(&self) -> Option<Place> {
        self.stray
    }

    /// Every push that the walls allow, by cell, then direction.
    #[must_use]
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// Whether the number of pushes has a fixed parity: as many boxes as goals on the floor.
    ///
    /// Each push changes the chequer colour of one box, and which colours are filled at the end
    /// is known when every goal is.
    #[must_use]
    pub fn has_fixed_parity(&self) -> bool {
        self.boxes.len() == self.goals.len()
    }

    /// The same board with the boxes to be brought to other cells.
    ///
    /// # Panics
    /// If there are fewer goals than boxes.
    #[must_use]
    pub fn with_goals(&self, goals: &[Cell]) -> Self {
        assert!(goals.len() >= self.boxes.len(), "every box needs a goal");
        let mut goal = vec![false; self.len()];
        for cell in goals {
            goal[cell.index()] = true;
        }
        let mut goals = goals.to_vec();
        goals.sort_unstable();
        Self {
            goal,
            goals,
            ..self.clone()
        }
    }

    /// The chequer colour of a cell, 0 or 1.
    #[must_use]
    pub fn colour(&self, cell: Cell) -> u8 {
        let (x, y) = self.place(cell);
        u8::from((x + y) % 2 == 1)
    }
}

fn cells(count: usize) -> impl DoubleEndedIterator<Item = Cell> + use<> {
    let end = u16::try_from(count).expect("a board has at most MAX_CELLS cells");
    (0..end).map(Cell)
}

fn geometric_pushes(neighbours: &[[Option<Cell>; 4]]) -> Vec<Push> {
    let mut pushes = Vec::new();
    for from in cells(neighbours.len()) {
        for dir in Dir::ALL {
            let around = &neighbours[from.index()];
            if let (Some(to), Some(behind)) = (around[dir.index()], around[dir.opposite().index()])
            {
                pushes.push(Push {
                    from,
                    dir,
                    to,
                    behind,
                });
            }
        }
    }
    pushes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: &[&str]) -> Result<Board, Flaw> {
        Board::new(&Level::from_rows(rows))
    }

    #[test]
    fn a_room_has_its_cells_in_reading_order() {
        let board = board(&["#####", "#@$.#", "#####"]).unwrap();
        assert_eq!(board.len(), 3);
        assert_eq!(
            (board.player(), board.boxes(), board.goals()),
            (Cell(0), &[Cell(1)][..], &[Cell(2)][..])
        );
        assert_eq!(board.pushes().len(), 2);
        assert!(board.has_fixed_parity());
    }

    #[test]
    fn other_goals_leave_everything_else_as_it_is() {
        let board = board(&["######", "#@$. #", "######"]).unwrap();
        let other = board.with_goals(&[Cell(3)]);
        assert_eq!(other.goals(), [Cell(3)]);
        assert_eq!(
            board
                .cells()
                .map(|cell| other.is_goal(cell))
                .collect::<Vec<_>>(),
            [false, false, false, true]
        );
        assert_eq!(
            (other.boxes(), other.pushes()),
            (board.boxes(), board.pushes())
        );
    }

    #[test]
    fn an_open_border_names_the_gap() {
        let flaw = board(&["#####", "#@$. ", "#####"]).unwrap_err();
        assert!(flaw.cause.contains("not closed"), "{flaw}");
        assert_eq!(flaw.place, Place { line: 2, column: 5 });
    }

    #[test]
    fn a_player_outside_the_walls_is_told_so() {
        let flaw = board(&["@ #####", "  #$.##", "  #####"]).unwrap_err();
        assert!(flaw.cause.contains("not closed: the player stands outside"));
        let flaw = board(&["####", "#@$.#"]).unwrap_err();
        assert!(flaw.cause.contains("leave the board here"), "{flaw}");
    }

    #[test]
    fn a_drawing_that_is_mostly_nothing_is_refused_before_it_costs_memory() {
        let mut rows = vec!["#".repeat(100_000), "#@$.#".into()];
        rows.extend(vec![String::from("#"); 1000]);
        let flaw = board(&rows.iter().map(String::as_str).collect::<Vec<_>>()).unwrap_err();
        assert!(flaw.cause.contains("too large: 100000 x 1002"), "{flaw}");
    }

    #[test]
    fn decoration_off_the_floor_does_not_count() {
        let board = board(&["#######", "#@$.#*#", "#######"]).unwrap();
        assert_eq!(
            (board.boxes().len(), board.goals().len(), board.stray()),
            (1, 1, None)
        );
    }

    #[test]
    fn a_box_out_of_reach_off_its_goal_is_stray() {
        let board = board(&["########", "#@$.#$.#", "########"]).unwrap();
        assert_eq!(board.stray(), Some(Place { line: 2, column: 6 }));
    }
}
