//! A reason for every number that has no variable for a cell at a moment: no plan has it there.
//!
//! It is too far from where it was at first, or from its home for the moves that are left; or its way over this cell is a
//! detour, and the moves of all tiles together would be more than T.

use super::super::fault::Fault;
use super::board::BLANK;
use super::names::On;
use super::rules::Book;
use crate::limits::Limits;

/// Finds a reason for every absent variable; gives their number.
pub(super) fn justify(book: &Book, limits: &Limits) -> Result<u64, Fault> {
    let mut absent = 0;
    for t in 0..=book.horizon {
        limits.check()?;
        for cell in 0..book.boards.cells() {
            for number in (0..=u8::MAX).take(book.boards.cells()) {
                let on = On { cell, number, t };
                if book.names.on(on) != Some(0) {
                    continue;
                }
                absent += 1;
                if !is_out_of_reach(book, on) {
                    let said = format!(
                        "no reason why number {number} is not on cell {cell} at moment {t}"
                    );
                    return Err(Fault::refused(said));
                }
            }
        }
    }
    Ok(absent)
}

fn is_out_of_reach(book: &Book, on: On) -> bool {
    let boards = book.boards;
    let (first, home) = (boards.first(on.number), boards.home(on.number));
    let before = boards.distance(first, on.cell);
    let after = boards.distance(on.cell, home);
    let detour = before + after - boards.distance(first, home);
    before > on.t
        || after > book.horizon - on.t
        || (on.number != BLANK && book.distances + detour > book.horizon)
}
