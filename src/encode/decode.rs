//! From a model back to a plan.

use crate::board::{Board, Push};
use crate::cnf::Model;

use super::push::present;
use super::vars::Step;

/// The pushes of a model in order; idle steps have none.
#[must_use]
pub fn plan(board: &Board, steps: &[Step], model: &Model) -> Vec<Push> {
    let made = |step| {
        let mut pushes = present(board, step);
        pushes
            .find(|&(_, lit)| model.holds(lit))
            .map(|(push, _)| *push)
    };
    steps.iter().filter_map(made).collect()
}
