//! Boxes that cost waste or never come home, clause by clause.
//!
//! A clause denies that boxes stand on some cells at a moment while so much is spent. It holds if
//! what is spent and what these boxes still waste by the tables pass the budget together. The
//! box that was just pushed may be named by its push; then the player is where it came from.

use super::super::ground::Cell;
use super::super::tables::DEADLOCK;
use super::names::Name;
use super::waste::most_spent;
use super::{Book, Clause};

/// A clause about boxes and what they still waste.
pub(super) fn pattern(book: &Book, clause: &Clause) -> bool {
    if !book.tables.lone.has_potential() {
        return false;
    }
    let Some((cells, player, t)) = position(book, clause) else {
        return false;
    };
    let waste = book.tables.waste_of(&cells, player);
    waste == DEADLOCK || most_spent(book, clause, t) + i64::from(waste) > book.budget
}

/// The cells of the boxes that a clause denies, the player's cell if it is known, and the moment.
fn position(book: &Book, clause: &Clause) -> Option<(Vec<Cell>, Option<Cell>, u32)> {
    let boxes = book.causes(clause).filter_map(|name| match name {
        Name::Box(cell, t) => Some((cell, t)),
        _ => None,
    });
    let push = book.causes(clause).find_map(|name| match name {
        Name::Push(push, t) => Some((book.ground.pushes[push as usize], t + 1)),
        _ => None,
    });
    let pushed = push.map(|(push, t)| (push.to, t));
    let all = boxes.chain(pushed);
    let t = all.clone().next()?.1;
    let mut cells: Vec<Cell> = all.clone().map(|(cell, _)| cell).collect();
    cells.sort_unstable();
    let player = push.map(|(push, _)| push.from);
    let apart = cells.is_sorted_by(|a, b| a < b) && player.is_none_or(|at| !cells.contains(&at));
    let known = apart && (2..=3).contains(&cells.len()) && all.clone().all(|(_, at)| at == t);
    known.then_some((cells, player, t))
}
