//! Boxes: where they stand at the start and at the end, and that nothing but a push moves them.
//!
//! With the push rules of [`push`](super::push) the boxes of a moment are a function of the
//! boxes before and of the push. About three clauses a cell and step.

use crate::board::Board;
use crate::cnf::ClauseSink;

use super::vars::{Moment, Step, Touching};
use super::{BOX_APPEARS, BOX_STAYS, GOAL, START};

/// The boxes of moment 0 are those of the level.
pub fn start(sink: &mut dyn ClauseSink, board: &Board, moment: &Moment) {
    for cell in board.cells() {
        let filled = board.boxes().binary_search(&cell).is_ok();
        match moment.holds(cell) {
            Some(holds) => sink.unit(&START, if filled { holds } else { !holds }),
            None if filled => sink.contradiction(&START),
            None => {}
        }
    }
}

/// Boxes stand on goals only.
pub fn goal(sink: &mut dyn ClauseSink, board: &Board, moment: &Moment) {
    for cell in board.cells().filter(|&cell| !board.is_goal(cell)) {
        if let Some(holds) = moment.holds(cell) {
            sink.unit(&GOAL, !holds);
        }
    }
}

/// A box stays unless it is pushed, and appears only where one is pushed to.
pub fn frames(
    sink: &mut dyn ClauseSink,
    touching: &Touching,
    before: &Moment,
    step: &Step,
    after: &Moment,
) {
    let cells = || {
        let cells = before.boxes.iter().zip(&after.boxes).enumerate();
        cells.filter_map(|(cell, (&was, &is))| Some((cell, was?, is?)))
    };
    for (cell, was, is) in cells() {
        let left = step.from[cell].as_slice();
        sink.implies_any(&BOX_STAYS, was, &[&[is], left].concat());
    }
    for (cell, was, is) in cells() {
        let arrived = step.among(&touching.to[cell]);
        sink.implies_any(&BOX_APPEARS, is, &[&[was], &arrived[..]].concat());
    }
}
