//! What the tables of a few boxes say before any search for a plan.
//!
//! They raise the start bound, or show that some boxes block each other. Where they reach all
//! boxes of a level they are a complete search; the answer then says *exhaustive*.

use crate::answer::{Answer, Engine, Proof};
use crate::board::Push;
use crate::bound_patterns::{StrongBound, strong_start_bound};
use crate::error::Error;
use crate::limits::Stop;
use crate::patterns::Reach;
use crate::potential::Potential;

use super::Case;

/// Raises the start bound of a case; an answer if the tables have one.
///
/// # Errors
/// When a plan that was read off a table does not pass the judge.
pub(super) fn consult(case: &mut Case<'_>) -> Result<Option<Answer>, Error> {
    let limits = &case.question.limits;
    let Ok(Some(potential)) = Potential::new(case.board, case.distances, limits) else {
        return Ok(None);
    };
    let reach = Reach {
        boxes: case.question.tables,
        ..Reach::default()
    };
    let strong = strong_start_bound(case.board, case.distances, &potential, reach, limits);
    let proof = if strong.complete {
        Proof::Exhaustive
    } else {
        Proof::None
    };
    if let Some(blocked) = &strong.blocked {
        let proof = if strong.complete {
            proof
        } else {
            Proof::Static
        };
        let mut answer = answered(case, &strong);
        answer.be_unsolvable(blocked.to_string(), proof);
        return Ok(Some(answer));
    }
    let pushes = strong.pushes as usize;
    if pushes > case.bound {
        case.bound = pushes;
        case.bound_proof = proof;
        case.question.progress.raise_lower(pushes);
    }
    complete_plan(case, &potential, &strong)
}

/// The answer whose plan stands in tables of all boxes.
fn complete_plan(
    case: &Case<'_>,
    potential: &Potential,
    strong: &StrongBound,
) -> Result<Option<Answer>, Error> {
    let tables = strong.tables.as_ref().filter(|_| strong.exact);
    let plan = tables.and_then(|tables| tables.plan(case.board, case.distances, potential));
    let Some(plan) = plan else {
        return Ok(None);
    };
    let pushes: Vec<Push> = plan
        .into_iter()
        .map(|push| case.board.pushes()[push])
        .collect();
    let mut answer = answered(case, strong);
    case.settle(&mut answer, &pushes)?;
    Ok(Some(answer))
}

/// An answer of the tables, so far without a verdict.
fn answered(case: &Case<'_>, strong: &StrongBound) -> Answer {
    let kind = if strong.complete {
        "all boxes, a complete search"
    } else {
        "fewer boxes than there are"
    };
    let remark = format!("tables of up to {} boxes answer: {kind}", strong.boxes);
    Answer {
        engine: Engine::Tables,
        states_stored: Some(strong.effort),
        remarks: vec![remark],
        ..case.unknown(Stop::Time)
    }
}
