//! What a list says of a level: size, counts and remarks.
//!
//! Boxes and goals are those of the whole drawing, decoration included; the floor is what the
//! player reaches when boxes are ignored.

use super::{Level, Square};
use crate::board::Board;

/// One level in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The level's number, from one.
    pub number: usize,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Columns of the drawing.
    pub width: usize,
    /// Rows of the drawing.
    pub height: usize,
    /// All boxes drawn.
    pub boxes: usize,
    /// All goals drawn.
    pub goals: usize,
    /// Floor cells; none if the level cannot be played.
    pub floor: Option<usize>,
    /// What is unusual, one short phrase each; the flaw alone if the level cannot be played.
    pub remarks: Vec<String>,
}

impl Summary {
    /// Sums a level up; costs one [`Board::new`].
    #[must_use]
    pub fn of(level: &Level) -> Self {
        let count = |test: fn(Square) -> bool| level.squares().filter(|at| test(at.2)).count();
        let (boxes, goals) = (count(Square::is_box), count(Square::is_goal));
        let board = Board::new(level);
        Self {
            number: level.number,
            title: level.title.clone(),
            width: level.width(),
            height: level.height(),
            boxes,
            goals,
            floor: board.as_ref().ok().map(Board::len),
            remarks: match &board {
                Ok(board) => remarks(board, boxes, goals, count(|at| at == Square::Box)),
                Err(flaw) => vec![flaw.to_string()],
            },
        }
    }
}

/// Remarks on a level that can be played; `off_goal` counts the boxes that are off goal.
fn remarks(board: &Board, boxes: usize, goals: usize, off_goal: usize) -> Vec<String> {
    let mut remarks = Vec::new();
    if boxes < goals {
        remarks.push(format!("spare goals ({goals} > {boxes})"));
    }
    let out_of_reach = boxes - board.boxes().len();
    if out_of_reach > 0 {
        let inside = board.boxes().iter().filter(|&&cell| !board.is_goal(cell));
        let stray = off_goal - inside.count();
        remarks.push(match out_of_reach {
            1 => format!("1 box out of reach, {stray} off goal"),
            _ => format!("{out_of_reach} boxes out of reach, {stray} off goal"),
        });
    }
    if off_goal == 0 {
        remarks.push("already solved".into());
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remarks(rows: &[&str]) -> Vec<String> {
        Summary::of(&Level::from_rows(rows)).remarks
    }

    #[test]
    fn a_plain_level_is_counted() {
        let summary = Summary::of(&Level::from_rows(&["######", "#@ $.#", "######"]));
        assert_eq!((summary.width, summary.height), (6, 3));
        assert_eq!(
            (summary.boxes, summary.goals, summary.floor),
            (1, 1, Some(4))
        );
        assert!(summary.remarks.is_empty());
    }

    #[test]
    fn what_is_unusual_is_remarked() {
        assert_eq!(
            remarks(&["######", "#@$..#", "######"]),
            ["spare goals (2 > 1)"]
        );
        assert_eq!(remarks(&["#####", "#@* #", "#####"]), ["already solved"]);
        assert_eq!(
            remarks(&["##########", "#@$.#$.#*#", "##########"]),
            ["2 boxes out of reach, 1 off goal"]
        );
        assert_eq!(
            remarks(&["####", "#@.#", "####"]),
            ["line 1, column 1: the level has no boxes"]
        );
    }
}
