//! Reasons for variables that are left out: each is false in every plan of at most T pushes.
//!
//! A box may be absent from a cell where every lone state is dead. A push may be absent where it
//! leads to a dead state, where no box can have come there so early or can still get home so late,
//! or where the least waste on the way there and its own pass the budget. A cell that is taken from or
//! pushed from may be absent if no push of the step does either. Walks and idle steps must be there.

use super::super::fault::Fault;
use super::super::ground::{Cell, LETTERS};
use super::Book;
use super::names::StepVars;
use crate::limits::Limits;

/// Finds a reason for every absent variable; gives their number.
pub(super) fn justify(book: &Book, limits: &Limits) -> Result<u64, Fault> {
    let mut absent = 0;
    for (t, boxes) in (0u32..).zip(&book.names.boxes) {
        for (cell, &variable) in (0..).zip(boxes) {
            if variable == 0 {
                absent += 1;
                if !is_dead(book, cell) {
                    let said = format!("no reason why no box stands on cell {cell} at moment {t}");
                    return Err(Fault::refused(said));
                }
            }
        }
    }
    for (t, step) in (0u32..).zip(&book.names.steps) {
        limits.check()?;
        absent += pushes(book, t, step)?;
        absent += touched(book, t, step)?;
        if step.idle == 0
            || step
                .walk
                .iter()
                .any(|&variable| (variable == 0) != (t == 0))
        {
            let said =
                format!("step {t} cannot be idle, or its walk has cells too many or too few");
            return Err(Fault::refused(said));
        }
    }
    Ok(absent)
}

fn is_dead(book: &Book, cell: Cell) -> bool {
    let mut states = book.tables.field.lone.states(cell);
    let dead = states.all(|state| book.tables.lone.is_dead(state));
    dead && book.ground.len() > 1
}

fn pushes(book: &Book, t: u32, step: &StepVars) -> Result<u64, Fault> {
    let ends = &book.tables.field.lone.ends;
    let mut absent = 0;
    for (push, &variable) in (0..).zip(&step.push) {
        if variable != 0 {
            continue;
        }
        absent += 1;
        let what = (push, ends[push as usize]);
        let never = book
            .tables
            .lone
            .never_pushed(what, (t, book.horizon), book.budget);
        if !never {
            let moved = book.ground.pushes[push as usize];
            return Err(Fault::refused(format!(
                "no reason why the box on cell {} is not pushed {} at step {t}",
                moved.from, LETTERS[moved.dir]
            )));
        }
    }
    Ok(absent)
}

fn touched(book: &Book, t: u32, step: &StepVars) -> Result<u64, Fault> {
    let mut absent = 0;
    for (by_cell, pushes) in [(&step.from, &book.leaving), (&step.behind, &book.made_from)] {
        for (cell, (&variable, pushes)) in by_cell.iter().zip(pushes).enumerate() {
            if variable == 0 {
                absent += 1;
                if pushes.iter().any(|&push| step.push[push as usize] != 0) {
                    let said =
                        format!("cell {cell} is touched by a push of step {t} but has no variable");
                    return Err(Fault::refused(said));
                }
            }
        }
    }
    Ok(absent)
}
