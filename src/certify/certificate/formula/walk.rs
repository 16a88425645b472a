//! The player's walk between two pushes, clause by clause.
//!
//! In the assignment of a plan the walk before step t is a shortest one from where step t - 1 left
//! the player to where step t is pushed from, so its cells are free of boxes, its inner cells have
//! exactly two neighbours on it, its ends one, and none if they are the same cell. After an idle
//! step it is the cell pushed from alone; before an idle step there is none.

use super::super::ground::Cell;
use super::names::Name;
use super::{Book, Clause};

/// No box stands on a cell of the walk.
pub(super) fn clear(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Walk(cell, t) => book
            .names
            .box_at(cell, t)
            .is_some_and(|variable| clause.denies(variable)),
        _ => false,
    })
}

/// The cell where the last push left the player is on the walk.
pub(super) fn player(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::From(cell, before) => {
            on(book, cell, before + 1).is_some_and(|lit| clause.covers(lit))
        }
        _ => false,
    })
}

/// The cell pushed from is on the walk.
pub(super) fn pusher(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Behind(cell, t) => on(book, cell, t).is_some_and(|lit| clause.covers(lit)),
        _ => false,
    })
}

/// A cell of the walk that is no end has two neighbours on it, so all neighbours but one have one.
pub(super) fn at_least_two(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Walk(cell, t) => {
            let left_out = around(book, cell, t).filter(|&lit| !clause.covers(lit));
            left_out.count() <= 1
                && has_player(book, clause, cell, t)
                && has_pusher(book, clause, cell, t)
        }
        _ => false,
    })
}

/// A cell of the walk has at most two neighbours on it.
pub(super) fn at_most_two(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Walk(cell, t) => denied_around(book, clause, cell, t) >= 3,
        _ => false,
    })
}

/// The player's end has a neighbour on the walk, unless the push is made from there.
pub(super) fn starts(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::From(cell, before) => {
            has_around(book, clause, cell, before + 1) && has_pusher(book, clause, cell, before + 1)
        }
        _ => false,
    })
}

/// The player's end has at most one neighbour on the walk.
pub(super) fn starts_once(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::From(cell, before) => denied_around(book, clause, cell, before + 1) >= 2,
        _ => false,
    })
}

/// The pusher's end has a neighbour on the walk, unless the player is there or was nowhere yet.
pub(super) fn ends(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Behind(cell, t) if t > 0 => {
            let idle = book.names.step_at(t - 1).map(|step| step.idle);
            idle.is_some_and(|idle| clause.covers(idle))
                && has_around(book, clause, cell, t)
                && has_player(book, clause, cell, t)
        }
        _ => false,
    })
}

/// The pusher's end has at most one neighbour on the walk.
pub(super) fn ends_once(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Behind(cell, t) => denied_around(book, clause, cell, t) >= 2,
        _ => false,
    })
}

/// If both ends are one cell, none of its neighbours is on the walk.
pub(super) fn alone(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::From(cell, before) => {
            let t = before + 1;
            let pusher = book
                .names
                .step_at(t)
                .map(|step| step.behind[usize::from(cell)]);
            pusher.is_some_and(|pusher| clause.denies(pusher))
                && denied_around(book, clause, cell, t) >= 1
        }
        _ => false,
    })
}

/// The variable of a cell of the walk before step t; none at step 0, which has no walk.
fn on(book: &Book, cell: Cell, t: u32) -> Option<u32> {
    let step = book.names.step_at(t).filter(|_| t > 0);
    step.map(|step| step.walk[usize::from(cell)])
}

/// The walk variables of the neighbours of a cell.
fn around<'b>(book: &'b Book<'_>, cell: Cell, t: u32) -> impl Iterator<Item = u32> + 'b {
    let neighbours = book.ground.around(cell);
    neighbours.filter_map(move |next| on(book, next, t))
}

fn has_around(book: &Book, clause: &Clause, cell: Cell, t: u32) -> bool {
    on(book, cell, t).is_some() && around(book, cell, t).all(|lit| clause.covers(lit))
}

fn denied_around(book: &Book, clause: &Clause, cell: Cell, t: u32) -> usize {
    around(book, cell, t)
        .filter(|&lit| clause.denies(lit))
        .count()
}

fn has_player(book: &Book, clause: &Clause, cell: Cell, t: u32) -> bool {
    let before = t
        .checked_sub(1)
        .and_then(|before| book.names.step_at(before));
    before.is_some_and(|step| clause.covers(step.from[usize::from(cell)]))
}

fn has_pusher(book: &Book, clause: &Clause, cell: Cell, t: u32) -> bool {
    let step = book.names.step_at(t);
    step.is_some_and(|step| clause.covers(step.behind[usize::from(cell)]))
}
