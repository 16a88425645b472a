//! The waste counter: the pushes of a plan may waste only what the horizon leaves.
//!
//! [`Potential`](super::potential::Potential) gives each push a waste in units. `wastes[j]` at a
//! step says that its push wastes at least j + 1 units, `spent[k]` at a moment that at least k + 1
//! have been spent; a push that would pass the capacity is forbidden. In a formula of one horizon
//! nothing is spent at the start. In a growing one the capacity is that of its last horizon, and
//! an earlier horizon *assumes* the difference spent at the start, so that whatever is learnt
//! stays true. W x (largest waste) clauses a step, W the capacity.

use std::collections::BTreeMap;

use itertools::Itertools;

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

/// Counts the waste of one step, `wastes` by push.
pub fn count(
    sink: &mut dyn ClauseSink,
    wastes: &[Option<usize>],
    before: &Moment,
    step: &mut Step,
    after: &Moment,
) {
    let capacity = before.spent.len();
    let mut by_waste: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
    for (push, &waste) in step.push.iter().zip(wastes) {
        let Some(push) = *push else { continue };
        match waste {
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

fn ladder(sink: &mut dyn ClauseSink, counts: &[Lit]) {
    for (&less, &more) in counts.iter().tuple_windows() {
        sink.implies(&WASTE, more, less);
    }
}
