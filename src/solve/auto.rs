//! Choosing engines by what the start position shows.
//!
//! Breadth-first search takes a few microseconds a state, so where the number of box sets is small
//! it answers first. Elsewhere the SAT engine is better on short plans of many boxes and the
//! search on long plans of few, and neither shows at the start: both work side by side and the
//! first proof ends the other. With one thread they take turns, the search up to a number of states,
//! so that the answer does not depend on the speed of the machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::answer::{Answer, Engine, Status};
use crate::error::Error;
use crate::limits::Limits;

use super::Case;

/// Up to so many box sets times floor cells the search works alone: at some 3 us a state on boards
/// of 50 cells, a few seconds at the most.
const SMALL: f64 = 1e8;

/// States that the search may hold when it takes turns with the SAT engine in one thread.
const TURN: u32 = 4_000_000;

/// The SAT engine gives way at this part of the memory limit: the resident set is that of the
/// whole process, and beside A* the formula is the part that can be spared.
const SHARE: u64 = 2;

/// Answers with whichever engine suits the level.
pub(super) fn answer(case: &Case<'_>) -> Result<Answer, Error> {
    let sets = box_sets(case);
    let remark = |why: &str| format!("about {sets:.1e} sets of boxes on live cells: {why}");
    let (mut answer, why) =
        if sets * f64::from(u32::try_from(case.board.len()).unwrap_or(u32::MAX)) <= SMALL {
            (
                case.breadth_first(&case.question.limits)?,
                remark("breadth-first search alone"),
            )
        } else if case.question.threads > 1 {
            (
                race(case)?,
                remark("A* and SAT side by side, the first proof wins"),
            )
        } else {
            (turns(case)?, remark("A* first, then SAT"))
        };
    if !is_decided(&answer) {
        answer.engine = Engine::Auto;
    }
    answer.remarks.insert(0, why);
    Ok(answer)
}

/// The number of ways to place the boxes on live cells.
fn box_sets(case: &Case<'_>) -> f64 {
    let live = case
        .board
        .cells()
        .filter(|&cell| case.distances.live(cell))
        .count();
    let boxes = case.board.boxes().len().min(live);
    // Cells are numbered by 16 bits, so both counts are exact as floating numbers.
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    (0..boxes).fold(1.0, |sets, i| sets * number(live - i) / number(i + 1))
}

fn is_decided(answer: &Answer) -> bool {
    !matches!(answer.status, Status::Unknown(_))
}

/// Whether nothing is left to ask: an answer, or a proof that it takes more pushes than asked about.
fn is_settled(case: &Case<'_>, answer: &Answer) -> bool {
    let most = case.question.most_pushes.unwrap_or(usize::MAX);
    is_decided(answer) || answer.lower_bound.is_some_and(|bound| bound > most)
}

/// Both engines side by side; the first that settles the question stops the other.
fn race(case: &Case<'_>) -> Result<Answer, Error> {
    let settled = Arc::new(AtomicBool::new(false));
    let limits = case.question.limits.clone().with_flag(settled.clone());
    let sat_limits = with_share(&limits);
    let run = |engine: &dyn Fn() -> Result<Answer, Error>| {
        let open = StopOthers(&settled);
        let answer = engine();
        if answer
            .as_ref()
            .is_ok_and(|answer| !is_settled(case, answer))
        {
            std::mem::forget(open);
        }
        answer
    };
    let (searched, refuted) = thread::scope(|scope| {
        let searched = scope.spawn(|| run(&|| case.a_star(&limits, None)));
        let refuted = run(&|| case.sat(&sat_limits));
        (searched.join(), refuted)
    });
    let searched = searched.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    join(case, searched?, refuted?)
}

/// Ends the race when an engine leaves it by an answer, an error or a panic; forgotten when it
/// leaves empty-handed.
struct StopOthers<'a>(&'a AtomicBool);

impl Drop for StopOthers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn with_share(limits: &Limits) -> Limits {
    match limits.memory() {
        Some(most) => limits.clone().with_memory(most / SHARE),
        None => limits.clone(),
    }
}

/// The search up to a number of states, then the SAT engine.
fn turns(case: &Case<'_>) -> Result<Answer, Error> {
    let searched = case.a_star(&case.question.limits, Some(TURN))?;
    if is_settled(case, &searched) || case.question.limits.check().is_err() {
        return Ok(searched);
    }
    let refuted = case.sat(&case.question.limits)?;
    join(case, searched, refuted)
}

/// One answer of two: the decided one, with the better bound and the effort of both.
fn join(case: &Case<'_>, searched: Answer, refuted: Answer) -> Result<Answer, Error> {
    compare(&searched, &refuted)?;
    let stop = case.question.limits.check().err();
    let (mut answer, other) = if is_decided(&searched) {
        (searched, refuted)
    } else {
        (refuted, searched)
    };
    if let Status::Unknown(why) = &mut answer.status {
        *why = stop.unwrap_or(*why);
        if other.lower_bound > answer.lower_bound {
            answer.lower_bound = other.lower_bound;
            answer.lower_proof = other.lower_proof;
        }
    }
    answer.start_bound = answer.start_bound.max(other.start_bound);
    if answer.horizons.is_empty() {
        answer.horizons = other.horizons;
        answer.solver = other.solver;
    }
    answer.states_expanded = answer.states_expanded.max(other.states_expanded);
    answer.states_stored = answer.states_stored.max(other.states_stored);
    Ok(answer)
}

/// Two engines never disagree; if they do, neither is believed.
fn compare(one: &Answer, other: &Answer) -> Result<(), Error> {
    for (one, other) in [(one, other), (other, one)] {
        let Some(pushes) = one.upper_bound() else {
            continue;
        };
        if matches!(other.status, Status::Unsolvable(_)) {
            let said = "one engine solves what another calls unsolvable";
            return Err(Error::Contradiction(said.into()));
        }
        if let Some(bound) = other.lower_bound.filter(|&bound| bound > pushes) {
            let said = format!("a solution of {pushes} pushes below the proved bound {bound}");
            return Err(Error::Contradiction(said));
        }
    }
    Ok(())
}
