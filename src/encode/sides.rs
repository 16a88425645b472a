//! Clauses from the player's side: what boxes still cost while the player cannot pass them.
//!
//! `inside[s]` at a step says that its push leaves the player on side s, a set of floor cells
//! ([`SidedList`]). Boxes on the cells of a set with the player on a side of it keep their waste
//! unspent however long ago they were pushed; the patterns of [`patterns`](super::patterns) say this
//! of the push alone. One variable a side, one clause a cell of it and one a pattern, each step.

use std::rc::Rc;

use crate::cnf::{ClauseSink, Lit};
use crate::patterns::SidedList;

use super::REGION;
use super::vars::{Moment, Step};
use super::waste::Account;

/// Writes what the sides say of the moment after a step, about the first `most` patterns.
pub fn apply(
    sink: &mut dyn ClauseSink,
    (list, most): &(Rc<SidedList>, usize),
    (step, moment): (&Step, &Moment),
    account: Account,
) {
    let mut inside: Vec<Option<Lit>> = vec![None; list.sides().len()];
    for sided in list.iter().take(*most) {
        let boxes = sided.cells.iter().filter_map(|&cell| moment.holds(cell));
        let mut facts: Vec<Lit> = boxes.collect();
        if facts.len() < sided.cells.len() {
            continue;
        }
        let enter = || {
            let inside = sink.fresh();
            let cells = list.sides()[sided.side].iter();
            let left: Vec<Lit> = cells.filter_map(|cell| step.from[cell.index()]).collect();
            sink.define(inside, &left);
            for from in left {
                sink.implies(&REGION, from, inside);
            }
            inside
        };
        facts.push(*inside[sided.side].get_or_insert_with(enter));
        account.keep(sink, &REGION, &facts, usize::from(sided.waste));
    }
}
