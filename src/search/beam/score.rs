//! What a position is worth to a beam, by names.
//!
//! `baseline` is the score of articles on beam search for Sokoban: 1000 for a box on a goal, -3 a step of the
//! Manhattan distance from any other box to its nearest goal, -0.1 a step from the player to the
//! nearest box, -5 a step made. `distances` puts push distances in place of Manhattan distances.
//! `matching` is the bound of the cheapest assignment, the fewer pushes left the better; `open` adds a push
//! for each part into which the boxes divide the free floor, since closed parts must be opened again. On every
//! third level of `XSokoban`, 500 states wide, `matching` solves 8 of 30 and `open` 9, four of them others.
//!
//! Scores are whole numbers: tenths of the points of the articles.

use crate::board::{Board, Cell};
use crate::distance::{Distances, INF};

/// How positions are rated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Score {
    /// Boxes on goals, Manhattan distances, steps.
    Baseline,
    /// Boxes on goals, push distances, steps.
    Distances,
    /// The lower bound on the pushes that are left.
    #[default]
    Matching,
    /// The same, and one push more for each part into which boxes divide the free floor.
    Open,
}

impl Score {
    /// All scores.
    pub const ALL: [Self; 4] = [Self::Baseline, Self::Distances, Self::Matching, Self::Open];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Baseline => "baseline",
            Self::Distances => "distances",
            Self::Matching => "matching",
            Self::Open => "open",
        }
    }
}

/// Points of a box on a goal.
const HOME: i64 = 10_000;
/// Points lost for each step between a box and its nearest goal.
const AWAY: i64 = 30;
/// Points lost for each step between the player and the nearest box.
const WALK: i64 = 1;
/// Points lost for each step made.
const SPENT: i64 = 50;

/// The points of boxes by cell.
#[derive(Debug, Clone)]
pub struct Near {
    points: Vec<i64>,
    places: Vec<(usize, usize)>,
}

impl Near {
    /// The points of a score that looks at each box by itself; none for one that does not.
    #[must_use]
    pub fn new(board: &Board, distances: &Distances, score: Score) -> Option<Self> {
        let away = |cell: Cell| match score {
            Score::Baseline => Some(nearest(board, cell)),
            Score::Distances => Some(least_pushes(board, distances, cell)),
            Score::Matching | Score::Open => None,
        };
        let points = board.cells().map(|cell| {
            if board.is_goal(cell) {
                return Some(HOME);
            }
            away(cell).map(|steps| -AWAY * i64::try_from(steps).unwrap_or(i64::from(u16::MAX)))
        });
        Some(Self {
            points: points.collect::<Option<_>>()?,
            places: board.cells().map(|cell| board.place(cell)).collect(),
        })
    }

    /// The points of boxes on these cells.
    pub fn boxes(&self, boxes: impl Iterator<Item = Cell>) -> i64 {
        boxes.map(|cell| self.points[cell.index()]).sum()
    }

    /// The points lost by where the player stands.
    #[must_use]
    pub fn walk(&self, player: Cell, boxes: &[Cell]) -> i64 {
        let to = |cell: &Cell| manhattan(self.places[player.index()], self.places[cell.index()]);
        let steps = boxes.iter().map(to).min().unwrap_or(0);
        WALK * i64::try_from(steps).unwrap_or(i64::MAX)
    }

    /// The points lost by the steps made.
    #[must_use]
    pub fn spent(&self, steps: u32) -> i64 {
        SPENT * i64::from(steps)
    }
}

fn manhattan(a: (usize, usize), b: (usize, usize)) -> usize {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}

/// The Manhattan distance to the nearest goal.
fn nearest(board: &Board, cell: Cell) -> usize {
    let goals = board.goals().iter();
    let to = |&goal: &Cell| manhattan(board.place(cell), board.place(goal));
    goals.map(to).min().unwrap_or(0)
}

/// The fewest pushes to a goal, with the player on the best side.
fn least_pushes(board: &Board, distances: &Distances, cell: Cell) -> usize {
    let sides = distances.lone().states(cell);
    let pushes = sides.map(|state| distances.nearest(state)).min();
    let far = board.len();
    pushes
        .filter(|&pushes| pushes != INF)
        .map_or(far, usize::from)
}
