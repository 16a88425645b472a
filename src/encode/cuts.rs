//! Cuts: boxes on all cells of a separator keep the player on one side of it.
//!
//! At step t >= 1, for each side of a [`Separator`]: `left` says that the last push left the player
//! there, `pushing` that the next push is made from there, and with boxes on all cells of the
//! separator the two are the same. The largest side is left out: whoever goes to it or comes from
//! it crosses the border of another. All minimal separators of as many cells as there are boxes
//! state the walk exactly; fewer leave models with illegal pushes, and each of those shows a
//! separator that is missing ([`crate::sat::on_demand`]). Two variables a side and step, some clauses a
//! cell of them, one clause a separator and side.

use std::collections::BTreeMap;

use crate::board::Cell;
use crate::cnf::{ClauseSink, Lit};

use super::CUT;
use super::separators::Separator;
use super::vars::{Moment, Step};

/// A side at one step.
#[derive(Clone, Copy)]
struct Side {
    left: Lit,
    pushing: Lit,
}

/// Writes what separators say of the walk before `step`, which comes after `previous`.
///
/// # Panics
/// When there are idle steps, after which no push has left the player anywhere.
pub fn apply(
    sink: &mut dyn ClauseSink,
    separators: &[Separator],
    previous: &Step,
    step: &Step,
    before: &Moment,
) {
    assert!(step.idle.is_none(), "cuts are for exact horizons");
    let mut known: BTreeMap<&[Cell], Side> = BTreeMap::new();
    for separator in separators {
        let boxes = separator.cells.iter().map(|&cell| before.holds(cell));
        let Some(boxes) = boxes.collect::<Option<Vec<Lit>>>() else {
            continue;
        };
        let largest = separator.sides.iter().max_by_key(|cells| cells.len());
        for cells in separator.sides.iter().filter(|&side| Some(side) != largest) {
            let enter = || enter(sink, cells, previous, step);
            let side = *known.entry(cells).or_insert_with(enter);
            for (one, other) in [(side.left, side.pushing), (side.pushing, side.left)] {
                let causes = [&boxes[..], &[one]].concat();
                sink.implied_any(&CUT, &causes, &[other]);
            }
        }
    }
}

/// The variables of a side, each true if and only if one of its cells has what it says.
fn enter(sink: &mut dyn ClauseSink, cells: &[Cell], previous: &Step, step: &Step) -> Side {
    let among = |lits: &[Option<Lit>]| -> Vec<Lit> {
        let lits = cells.iter().filter_map(|cell| lits[cell.index()]);
        lits.collect()
    };
    let side = Side {
        left: any(sink, &among(&previous.from)),
        pushing: any(sink, &among(&step.behind)),
    };
    for (cell, &behind) in (0..).map(Cell).zip(&step.behind) {
        if let (Some(behind), Err(_)) = (behind, cells.binary_search(&cell)) {
            sink.not_all(&CUT, &[side.pushing, behind]);
        }
    }
    side
}

fn any(sink: &mut dyn ClauseSink, lits: &[Lit]) -> Lit {
    let any = sink.fresh();
    for &lit in lits {
        sink.implies(&CUT, lit, any);
    }
    sink.implies_any(&CUT, any, lits);
    any
}
