//! What is known before any search: a lower bound on pushes, or a plain reason why there is no plan.
//!
//! The bound is the cost of the cheapest assignment of boxes to goals under the side-aware
//! distances of [`Distances`]. *Sound*: in a plan each box ends on a goal of its own after at
//! least that distance of pushes, and a push moves one box. With as many boxes as goals every
//! plan has the parity of the bound: each push changes the chequer colour of one box, and the
//! assignment changes colours just as often as the plan does, up to an even number.

use std::fmt;

use crate::board::{Board, Cell};
use crate::distance::{Distances, INF};
use crate::level::Place;
use crate::limits::{Limits, Stop};
use crate::matching::{Matching, cheapest_matching};

/// What the start position says by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartBound {
    /// Every plan has this many pushes or more.
    Bound(u32),
    /// There is no plan.
    Unsolvable(StaticReason),
}

/// Why a level has no solution, seen without search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaticReason {
    /// A box that the player can never reach stands off the goals, at this place of the text.
    StrayBox(Place),
    /// On the player's floor there are more boxes than goals.
    MoreBoxesThanGoals {
        /// Boxes on the floor.
        boxes: usize,
        /// Goals on the floor.
        goals: usize,
    },
    /// This box can reach no goal even alone, from the side where the player stands.
    DeadBox {
        /// Its cell.
        cell: Cell,
        /// Its column and row in the drawing, from zero.
        place: (usize, usize),
    },
    /// Each box can reach a goal alone, but they cannot all have one of their own.
    NoMatching,
}

impl fmt::Display for StaticReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StrayBox(place) => write!(
                f,
                "the box at line {}, column {} is off the goals and out of the player's reach",
                place.line, place.column
            ),
            Self::MoreBoxesThanGoals { boxes, goals } => write!(
                f,
                "the player's floor has more boxes than goals ({boxes} > {goals})"
            ),
            Self::DeadBox { place: (x, y), .. } => write!(
                f,
                "the box in row {}, column {} of the drawing can never reach a goal",
                y + 1,
                x + 1
            ),
            Self::NoMatching => write!(f, "the boxes cannot all reach goals of their own"),
        }
    }
}

/// The bound at the start, or why the level has no solution.
///
/// A level without boxes on the floor has bound zero.
///
/// # Errors
/// The limit that was reached.
pub fn start_bound(
    board: &Board,
    distances: &Distances,
    limits: &Limits,
) -> Result<StartBound, Stop> {
    if let Some(reason) = static_reason(board, distances) {
        return Ok(StartBound::Unsolvable(reason));
    }
    let bound = match start_matching(board, distances, limits)? {
        Some(matching) => {
            let cost = u32::try_from(matching.cost);
            StartBound::Bound(cost.unwrap_or(u32::MAX))
        }
        None => StartBound::Unsolvable(StaticReason::NoMatching),
    };
    Ok(bound)
}

/// The cheapest assignment of start boxes (rows) to goals (columns), in the orders of the board.
///
/// # Errors
/// The limit that was reached.
pub fn start_matching(
    board: &Board,
    distances: &Distances,
    limits: &Limits,
) -> Result<Option<Matching>, Stop> {
    let states = (0..board.boxes().len()).map(|i| distances.start_state(board, i));
    let states: Vec<_> = states.collect();
    let cost = |row: usize, goal: usize| {
        let distance = distances.to_goal(states[row], goal);
        (distance != INF).then_some(i64::from(distance))
    };
    cheapest_matching(states.len(), board.goals().len(), cost, limits)
}

fn static_reason(board: &Board, distances: &Distances) -> Option<StaticReason> {
    if let Some(place) = board.stray() {
        return Some(StaticReason::StrayBox(place));
    }
    let (boxes, goals) = (board.boxes().len(), board.goals().len());
    if boxes > goals {
        return Some(StaticReason::MoreBoxesThanGoals { boxes, goals });
    }
    let dead = |&i: &usize| distances.nearest(distances.start_state(board, i)) == INF;
    (0..boxes).find(dead).map(|i| StaticReason::DeadBox {
        cell: board.boxes()[i],
        place: board.place(board.boxes()[i]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn bound(rows: &[&str]) -> StartBound {
        let board = Board::new(&Level::from_rows(rows)).unwrap();
        let limits = Limits::none();
        let distances = Distances::new(&board, &limits).unwrap();
        start_bound(&board, &distances, &limits).unwrap()
    }

    fn reason(rows: &[&str]) -> String {
        match bound(rows) {
            StartBound::Unsolvable(reason) => reason.to_string(),
            StartBound::Bound(bound) => panic!("bound {bound}"),
        }
    }

    #[test]
    fn boxes_in_a_row_share_out_the_goals() {
        let rows = ["#######", "#@    #", "# $$..#", "#     #", "#######"];
        assert_eq!(bound(&rows), StartBound::Bound(4));
    }

    #[test]
    fn a_level_of_decoration_needs_no_push() {
        assert_eq!(bound(&["######", "#@ #*#", "######"]), StartBound::Bound(0));
    }

    #[test]
    fn each_reason_is_a_sentence_that_names_its_place() {
        let stray = reason(&["########", "#@$.#$.#", "########"]);
        assert!(stray.contains("line 2, column 6"), "{stray}");
        let more = reason(&["########", "#@$$.#.#", "########"]);
        assert!(more.contains("(2 > 1)"), "{more}");
        let dead = reason(&["#####", "#@$ #", "#  .#", "#####"]);
        assert!(dead.contains("row 2, column 3"), "{dead}");
    }

    #[test]
    fn two_boxes_that_want_one_goal_have_no_matching() {
        let rows = ["#######", "#@$ $.#", "#.#####", "#######"];
        assert_eq!(
            bound(&rows),
            StartBound::Unsolvable(StaticReason::NoMatching)
        );
    }
}
