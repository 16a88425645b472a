//! The waste counter: the pushes of a plan may waste only what the horizon leaves.
//!
//! [`Potential`](crate::potential::Potential) gives each push a waste in units. `wastes[j]` at a
//! step says that its push wastes at least j + 1 units, `spent[k]` at a moment that at least k + 1
//! have been spent; a push that would pass the capacity is forbidden. Nothing is spent at the
//! start. Where the player stands at the end settles on which side of it each box is home, and
//! so what must be left of the budget: the terminal waste.
//!
//! Capacity x (largest waste) clauses a step. Measured on Microban 35 with varisat: proved minimal in
//! 0.3 CPU seconds with the counter, not in 10 without.

use std::collections::BTreeMap;

use itertools::Itertools;

use crate::board::{Board, Cell};
use crate::cnf::{ClauseSink, Lit};

use super::WASTE;
use super::vars::{Moment, Step};

/// Fresh counter variables of a moment, a longer count implying a shorter one.
pub fn spent(sink: &mut dyn ClauseSink, capacity: usize) -> Vec<Lit> {
    let spent: Vec<Lit> = (0..capacity).map(|_| sink.fresh()).collect();
    ladder(sink, &spent);
    spent
}

/// Nothing is spent at the start.
pub fn nothing_spent(sink: &mut dyn ClauseSink, moment: &Moment) {
    for &spent in &moment.spent {
        sink.unit(&WASTE, !spent);
    }
}

/// Counts the waste of one step; `waste` of a push is none if no plan makes it.
pub fn count(
    sink: &mut dyn ClauseSink,
    waste: impl Fn(usize) -> Option<usize>,
    before: &Moment,
    step: &mut Step,
    after: &Moment,
) {
    let capacity = before.spent.len();
    let mut by_waste: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
    for (index, push) in step.push.iter().enumerate() {
        let Some(push) = *push else { continue };
        match waste(index) {
            Some(0) => {}
            Some(units) if units <= capacity => by_waste.entry(units).or_default().push(push),
            _ => sink.unit(&WASTE, !push),
        }
    }
    let largest = by_waste.keys().next_back().copied().unwrap_or(0);
    step.wastes = (0..largest).map(|_| sink.fresh()).collect();
    ladder(sink, &step.wastes);
    for (&units, pushes) in &by_waste {
        for &push in pushes {
            sink.implies(&WASTE, push, step.wastes[units - 1]);
        }
    }
    for (j, &wastes) in step.wastes.iter().enumerate() {
        let pushes = by_waste.range(j + 1..).flat_map(|(_, pushes)| pushes);
        let pushes: Vec<Lit> = pushes.copied().collect();
        sink.implies_any(&WASTE, wastes, &pushes);
    }
    add(sink, before, &step.wastes, after);
}

/// `after.spent` is `before.spent` and `wastes` together.
fn add(sink: &mut dyn ClauseSink, before: &Moment, wastes: &[Lit], after: &Moment) {
    for (&was, &is) in before.spent.iter().zip(&after.spent) {
        sink.implies(&WASTE, was, is);
        let cause = wastes.first().copied();
        sink.implies_any(&WASTE, is, &[&[was], cause.as_slice()].concat());
    }
    for (j, &more) in wastes.iter().enumerate() {
        sink.implies(&WASTE, more, after.spent[j]);
        for (k, &was) in before.spent.iter().enumerate() {
            let sum = after.spent.get(j + k + 1).copied();
            sink.implied_any(&WASTE, &[more, was], sum.as_slice());
        }
    }
}

/// Leaves room for the terminal waste of where the last push leaves the player.
///
/// With as many boxes as goals the player cannot end on a goal, which has its box.
pub fn end(
    sink: &mut dyn ClauseSink,
    board: &Board,
    terminal: impl Fn(Cell) -> u32,
    last: &Step,
    moment: &Moment,
) {
    let capacity = moment.spent.len();
    for cell in board.cells() {
        let Some(from) = last.from[cell.index()] else {
            continue;
        };
        if board.has_fixed_parity() && board.is_goal(cell) {
            continue;
        }
        let units = usize::try_from(terminal(cell)).unwrap_or(usize::MAX);
        match capacity.checked_sub(units) {
            None => sink.unit(&WASTE, !from),
            Some(left) if units > 0 => sink.not_all(&WASTE, &[from, moment.spent[left]]),
            Some(_) => {}
        }
    }
}

fn ladder(sink: &mut dyn ClauseSink, counts: &[Lit]) {
    for (&less, &more) in counts.iter().tuple_windows() {
        sink.implies(&WASTE, more, less);
    }
}
