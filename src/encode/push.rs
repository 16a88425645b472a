//! Pushes: one a step, and what it does to the boxes.
//!
//! A push is named three times: by itself, by the cell it takes a box from and by the cell the
//! player pushes from. Choosing exactly one cell of each kind is cheaper than choosing among
//! the pushes, and the walk needs the cells anyway. Clauses come rule by rule, so that a step has
//! few runs of one rule ([`map`](super::map)).

use crate::board::{Board, Push};
use crate::cnf::{ClauseSink, Lit, Rule};

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
    }
    for (push, lit) in present(board, step) {
        if let Some(behind) = step.behind[push.behind.index()] {
            sink.implies(&PUSHED_BY, lit, behind);
        }
    }
    for pushes in &touching.from {
        sink.at_most_one(&ONE_A_BOX, &step.among(pushes));
    }
    only_by(sink, &PUSHES_FROM, step, (&step.from, &touching.from));
    only_by(sink, &PUSHES_BY, step, (&step.behind, &touching.behind));
}

/// What is true of a cell is true by one of the pushes that touch it.
fn only_by(
    sink: &mut dyn ClauseSink,
    rule: &'static Rule,
    step: &Step,
    (cells, touching): (&[Option<Lit>], &[Vec<usize>]),
) {
    for (cell, pushes) in cells.iter().zip(touching) {
        if let Some(cell) = *cell {
            sink.implies_any(rule, cell, &step.among(pushes));
        }
    }
}

/// What a push needs and what it does.
pub fn act(sink: &mut dyn ClauseSink, board: &Board, before: &Moment, step: &Step, after: &Moment) {
    for (push, lit) in present(board, step) {
        if let Some(holds) = before.holds(push.to) {
            sink.not_all(&CELL_CLEAR, &[lit, holds]);
        }
    }
    for (push, lit) in present(board, step) {
        match after.holds(push.to) {
            Some(holds) => sink.implies(&BOX_ARRIVES, lit, holds),
            None => sink.unit(&BOX_ARRIVES, !lit),
        }
    }
    for (&from, &holds) in step.from.iter().zip(&before.boxes) {
        match (from, holds) {
            (Some(from), Some(holds)) => sink.implies(&BOX_THERE, from, holds),
            (Some(from), None) => sink.unit(&BOX_THERE, !from),
            (None, _) => {}
        }
    }
    never_both(sink, &BOX_LEAVES, &step.from, &after.boxes);
    never_both(sink, &PLAYER_CLEAR, &step.behind, &before.boxes);
}

/// No cell has both.
fn never_both(
    sink: &mut dyn ClauseSink,
    rule: &'static Rule,
    one: &[Option<Lit>],
    other: &[Option<Lit>],
) {
    for (&one, &other) in one.iter().zip(other) {
        if let (Some(one), Some(other)) = (one, other) {
            sink.not_all(rule, &[one, other]);
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
