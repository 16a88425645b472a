//! From a model back to a plan.
//!
//! A plan is read from the push variables alone; what else a model says, or leaves out, does not
//! matter to whoever replays the plan.

use crate::board::{Board, Push};
use crate::cnf::Model;

use super::Span;
use super::push::present;
use super::vars::Step;

/// Why no plan can be read from a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// A step with several pushes.
    #[error("it makes two pushes at step {0}")]
    TwoPushes(usize),
    /// A step without a push.
    #[error("it makes no push at step {0}")]
    NoPush(usize),
}

/// The pushes of a model in order; idle steps have none.
#[must_use]
pub fn plan(board: &Board, steps: &[Step], model: &Model) -> Vec<Push> {
    let made = |step| made(board, step, model).next();
    steps.iter().filter_map(made).collect()
}

/// The pushes of a model that may be none: exactly one a step, but for idle steps at first.
///
/// # Errors
/// The first step, counted from one, that is not so.
pub fn read_plan(
    board: &Board,
    (steps, span): (&[Step], Span),
    model: &Model,
) -> Result<Vec<Push>, Unreadable> {
    let mut plan = Vec::new();
    for (step, number) in steps.iter().zip(1..) {
        let mut pushes = made(board, step, model);
        match (pushes.next(), pushes.next()) {
            (Some(push), None) => plan.push(push),
            (Some(_), Some(_)) => return Err(Unreadable::TwoPushes(number)),
            (None, _) if plan.is_empty() && span.has_idle_steps() => {}
            (None, _) => return Err(Unreadable::NoPush(number)),
        }
    }
    Ok(plan)
}

fn made<'a>(board: &'a Board, step: &'a Step, model: &'a Model) -> impl Iterator<Item = Push> + 'a {
    let pushes = present(board, step);
    pushes.filter_map(|(push, lit)| model.holds(lit).then_some(*push))
}
