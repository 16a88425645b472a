//! Pushes: one a step, and what it does to the boxes.
//!
//! A push is named three times: by itself, by the cell it takes a box from and by the cell the
//! player pushes from. Choosing exactly one cell of each kind is cheaper than choosing among
//! the pushes, and the walk needs the cells anyway.

use crate::board::{Board, Push};
use crate::cnf::{ClauseSink, Lit};

use super::vars::{Moment, Step, Touching};
use super::{
    BOX_ARRIVES, BOX_LEAVES, BOX_THERE, CELL_CLEAR, FIRST_REACH, IDLE_FIRST, IDLE_REACH, ONE_A_BOX,
    ONE_BEHIND, ONE_PUSH, PLAYER_CLEAR, PUSHED_BY, PUSHED_FROM, PUSHES_BY, PUSHES_FROM, SOME_PUSH,
};

/// Exactly one push, or an idle step where there are such.
pub fn one(sink: &mut dyn ClauseSink, touching: &Touching, board: &Board, step: &Step) {
    let from: Vec<Lit> = step.from.iter().copied().flatten().collect();
    let choices = [step.idle.as_slice(), &from].concat();
    sink.clause(&SOME_PUSH, &choices);
    sink.at_most_one(&ONE_PUSH, &choices);
    let behind: Vec<Lit> = step.behind.iter().copied().flatten().collect();
    sink.at_most_one(&ONE_BEHIND, &behind);
    for (push, lit) in present(board, step) {
        if let Some(from) = step.from[push.from.index()] {
            sink.implies(&PUSHED_FROM, lit, from);
        }
        if let Some(behind) = step.behind[push.behind.index()] {
            sink.implies(&PUSHED_BY, lit, behind);
        }
    }
    for cell in board.cells() {
        let leaving = step.among(&touching.from[cell.index()]);
        sink.at_most_one(&ONE_A_BOX, &leaving);
        if let Some(from) = step.from[cell.index()] {
            sink.implies_any(&PUSHES_FROM, from, &leaving);
        }
        if let Some(behind) = step.behind[cell.index()] {
            let pushes = step.among(&touching.behind[cell.index()]);
            sink.implies_any(&PUSHES_BY, behind, &pushes);
        }
    }
}

/// What a push needs and what it does.
pub fn act(sink: &mut dyn ClauseSink, board: &Board, before: &Moment, step: &Step, after: &Moment) {
    for (push, lit) in present(board, step) {
        if let Some(holds) = before.holds(push.to) {
            sink.not_all(&CELL_CLEAR, &[lit, holds]);
        }
        match after.holds(push.to) {
            Some(holds) => sink.implies(&BOX_ARRIVES, lit, holds),
            None => sink.unit(&BOX_ARRIVES, !lit),
        }
    }
    for cell in board.cells() {
        if let Some(from) = step.from[cell.index()] {
            match before.holds(cell) {
                Some(holds) => sink.implies(&BOX_THERE, from, holds),
                None => sink.unit(&BOX_THERE, !from),
            }
            if let Some(holds) = after.holds(cell) {
                sink.not_all(&BOX_LEAVES, &[from, holds]);
            }
        }
        if let (Some(behind), Some(holds)) = (step.behind[cell.index()], before.holds(cell)) {
            sink.not_all(&PLAYER_CLEAR, &[behind, holds]);
        }
    }
}

/// The first push is made from the player's first region.
pub fn first(sink: &mut dyn ClauseSink, step: &Step, region: &[bool]) {
    for behind in outside(step, region) {
        sink.unit(&FIRST_REACH, !behind);
    }
}

/// Idle steps come before all pushes; the first push after them starts in the first region.
pub fn idle_prefix(sink: &mut dyn ClauseSink, previous: &Step, step: &Step, region: &[bool]) {
    let (Some(earlier), Some(idle)) = (previous.idle, step.idle) else {
        return;
    };
    sink.implies(&IDLE_FIRST, idle, earlier);
    for behind in outside(step, region) {
        sink.not_all(&IDLE_REACH, &[earlier, behind]);
    }
}

fn outside(step: &Step, region: &[bool]) -> impl Iterator<Item = Lit> {
    let cells = step.behind.iter().zip(region);
    cells
        .filter(|(_, inside)| !**inside)
        .filter_map(|(&behind, _)| behind)
}

/// The pushes that may be made, with their variables.
pub fn present<'a>(board: &'a Board, step: &'a Step) -> impl Iterator<Item = (&'a Push, Lit)> {
    let pushes = board.pushes().iter().zip(&step.push);
    pushes.filter_map(|(push, lit)| lit.map(|lit| (push, lit)))
}
