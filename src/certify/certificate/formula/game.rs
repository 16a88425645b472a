//! The rules of pushing, clause by clause.
//!
//! Each function says whether a clause holds in every plan by its rule: it looks for the literals
//! that the rule needs, with the meaning of [`names`](super::names). An absent variable is false.

use super::names::Name;
use super::{Book, Clause};

/// The boxes of moment 0 are those of the level.
pub(super) fn start(book: &Book, clause: &Clause) -> bool {
    clause.lits.iter().any(|&lit| match book.name(lit) {
        Name::Box(cell, 0) => (lit > 0) == book.ground.boxes.binary_search(&cell).is_ok(),
        _ => false,
    })
}

/// At the horizon no box stands off the goals.
pub(super) fn goal(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Box(cell, t) => t == book.horizon && !book.ground.goal[usize::from(cell)],
        _ => false,
    })
}

/// A step takes a box from some cell, or is idle.
pub(super) fn some_push(book: &Book, clause: &Clause) -> bool {
    let step = clause
        .positive()
        .iter()
        .find_map(|&lit| match book.name(lit) {
            Name::From(_, t) | Name::Idle(t) => book.names.step_at(t),
            _ => None,
        });
    step.is_some_and(|step| {
        clause.covers(step.idle) && step.from.iter().all(|&variable| clause.covers(variable))
    })
}

/// The most literals of a clause that are looked at in pairs: two would do, and a long clause must not take ages.
const MOST_PAIRED: usize = 32;

/// Two things of which a step has one at most; or a literal and what stands for it among others.
pub(super) fn exclusive(book: &Book, clause: &Clause) -> bool {
    let negative = clause.negative();
    let few = &negative[..negative.len().min(MOST_PAIRED)];
    let apart = few
        .iter()
        .enumerate()
        .any(|(i, &a)| few[i + 1..].iter().any(|&b| are_apart(book, -a, -b)));
    apart || stands_for(book, clause)
}

fn are_apart(book: &Book, a: i32, b: i32) -> bool {
    match (book.names.family(a), book.names.family(b)) {
        (Some((family, of_a)), Some((other, of_b))) if family == other => {
            of_a.iter().all(|base| of_b.binary_search(base).is_err())
        }
        _ => false,
    }
}

/// A member of the definition of an auxiliary variable implies it.
fn stands_for(book: &Book, clause: &Clause) -> bool {
    clause.positive().iter().any(|&lit| match book.name(lit) {
        Name::Aux(index) => {
            let members = &book.names.aux[index as usize].members;
            members
                .iter()
                .any(|&member| clause.lits.binary_search(&-member).is_ok())
        }
        _ => false,
    })
}

/// A push takes a box from its cell.
pub(super) fn pushed_from(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Push(push, t) => {
            let from = usize::from(book.ground.pushes[push as usize].from);
            book.names
                .step_at(t)
                .is_some_and(|step| clause.covers(step.from[from]))
        }
        _ => false,
    })
}

/// A box leaves a cell by a push only.
pub(super) fn pushes_from(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::From(cell, t) => book.has_all(clause, &book.leaving[usize::from(cell)], t),
        _ => false,
    })
}

/// A push is made from the cell behind the box.
pub(super) fn pushed_by(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Push(push, t) => {
            let behind = usize::from(book.ground.pushes[push as usize].behind);
            book.names
                .step_at(t)
                .is_some_and(|step| clause.covers(step.behind[behind]))
        }
        _ => false,
    })
}

/// A cell is pushed from in a push only.
pub(super) fn pushes_by(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Behind(cell, t) => book.has_all(clause, &book.made_from[usize::from(cell)], t),
        _ => false,
    })
}

/// A box is taken only from where one stands.
pub(super) fn box_there(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::From(cell, t) => book
            .names
            .box_at(cell, t)
            .is_some_and(|variable| clause.covers(variable)),
        _ => false,
    })
}

/// A box is pushed only to a cell without one.
pub(super) fn cell_clear(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Push(push, t) => {
            let to = book.ground.pushes[push as usize].to;
            book.names
                .box_at(to, t)
                .is_some_and(|variable| clause.denies(variable))
        }
        _ => false,
    })
}

/// No box stands where a push is made from.
pub(super) fn player_clear(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Behind(cell, t) => book
            .names
            .box_at(cell, t)
            .is_some_and(|variable| clause.denies(variable)),
        _ => false,
    })
}

/// After a push the box stands where it went.
pub(super) fn box_arrives(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Push(push, t) => {
            let to = book.ground.pushes[push as usize].to;
            book.names
                .box_at(to, t + 1)
                .is_some_and(|variable| clause.covers(variable))
        }
        _ => false,
    })
}

/// After a push no box stands where it came from.
pub(super) fn box_leaves(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::From(cell, t) => book
            .names
            .box_at(cell, t + 1)
            .is_some_and(|variable| clause.denies(variable)),
        _ => false,
    })
}

/// A box stays where it is unless it is pushed.
pub(super) fn box_stays(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Box(cell, t) => {
            let after = book.names.box_at(cell, t + 1);
            let step = book.names.step_at(t);
            after.is_some_and(|variable| clause.covers(variable))
                && step.is_some_and(|step| clause.covers(step.from[usize::from(cell)]))
        }
        _ => false,
    })
}

/// A box comes to a cell by a push only.
pub(super) fn box_appears(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Box(cell, after) if after > 0 => {
            let t = after - 1;
            book.names
                .box_at(cell, t)
                .is_some_and(|variable| clause.covers(variable))
                && book.has_all(clause, &book.arriving[usize::from(cell)], t)
        }
        _ => false,
    })
}

/// The first step is pushed from the player's first region.
pub(super) fn first_reach(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Behind(cell, 0) => !book.first_region[usize::from(cell)],
        _ => false,
    })
}

/// After a push no step is idle.
pub(super) fn idle_first(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Idle(t) if t > 0 => book
            .names
            .step_at(t - 1)
            .is_some_and(|step| clause.covers(step.idle)),
        _ => false,
    })
}

/// A step after an idle one is pushed from the player's first region.
pub(super) fn idle_reach(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Behind(cell, t) if t > 0 => {
            let outside = !book.first_region[usize::from(cell)];
            outside
                && book
                    .names
                    .step_at(t - 1)
                    .is_some_and(|step| clause.denies(step.idle))
        }
        _ => false,
    })
}
