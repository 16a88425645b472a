//! Several engines side by side, and one answer made of theirs.
//!
//! Each worker has a thread. They share bounds through [`crate::progress::Progress`]: as soon as the lower
//! bound of one meets the solution of another, all stop, and both together are the proof. Otherwise
//! the first that settles the question stops the others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::answer::{Answer, Engine, Goal, Proof, Status};
use crate::error::Error;
use crate::limits::Limits;

use super::Case;

/// An engine with its options, to be run under limits.
pub(super) type Worker<'w> = dyn Fn(&Limits) -> Result<Answer, Error> + Sync + 'w;

/// Runs the workers, each under its own part of the memory limit, and joins their answers.
///
/// The resident set is that of the whole process: a worker with a smaller part is the one to be spared.
pub(super) fn race(case: &Case<'_>, workers: &[(u64, &Worker<'_>)]) -> Result<Answer, Error> {
    let settled = Arc::new(AtomicBool::new(false));
    let mut limits = case.question.limits.clone().with_flag(settled.clone());
    if case.question.goal == Goal::Minimal {
        limits = limits.with_flag(case.question.progress.closed());
    }
    let run = |share: u64, work: &Worker<'_>| {
        let open = StopOthers(&settled);
        let answer = work(&with_share(&limits, share));
        if answer
            .as_ref()
            .is_ok_and(|answer| !is_settled(case, answer))
        {
            std::mem::forget(open);
        }
        answer
    };
    let ended: Vec<_> = thread::scope(|scope| {
        let running: Vec<_> = workers
            .iter()
            .map(|&(share, work)| scope.spawn(move || run(share, work)))
            .collect();
        running
            .into_iter()
            .map(thread::ScopedJoinHandle::join)
            .collect()
    });
    let mut all: Option<Answer> = None;
    for end in ended {
        let answer = end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        all = Some(match all {
            None => answer,
            Some(before) => join(case, before, answer)?,
        });
    }
    Ok(all.expect("a race has a worker"))
}

/// Ends the race when an engine leaves it by an answer, an error or a panic; forgotten when it
/// leaves empty-handed.
struct StopOthers<'a>(&'a AtomicBool);

impl Drop for StopOthers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn with_share(limits: &Limits, share: u64) -> Limits {
    match limits.memory() {
        Some(most) => limits.clone().with_memory(most / share),
        None => limits.clone(),
    }
}

/// Whether an answer says yes or no.
pub(super) fn is_decided(answer: &Answer) -> bool {
    !matches!(answer.status, Status::Unknown(_))
}

/// Whether nothing is left to ask: an answer as the goal wants it, or a proof that it takes more pushes than
/// asked about.
pub(super) fn is_settled(case: &Case<'_>, answer: &Answer) -> bool {
    let most = case.question.most_pushes.unwrap_or(usize::MAX);
    let answered = match &answer.status {
        Status::Unsolvable(_) => true,
        Status::Solved(_) => answer.is_minimal() || case.question.goal == Goal::Any,
        Status::Unknown(_) => false,
    };
    answered || answer.lower_bound.is_some_and(|bound| bound > most)
}

/// One answer of two: the more decided one, with the better bound and the effort of both.
pub(super) fn join(case: &Case<'_>, one: Answer, two: Answer) -> Result<Answer, Error> {
    compare(&one, &two)?;
    let (mut answer, other) = if rank(&one) <= rank(&two) {
        (one, two)
    } else {
        (two, one)
    };
    if let Status::Unknown(why) = &mut answer.status {
        *why = case.question.limits.check().err().unwrap_or(*why);
    }
    if !matches!(answer.status, Status::Unsolvable(_)) && other.lower_bound > answer.lower_bound {
        answer.lower_bound = other.lower_bound;
        answer.lower_proof = other.lower_proof;
        if is_decided(&answer) {
            answer.engine = Engine::Auto;
        }
        answer.prove();
    }
    answer.start_bound = answer.start_bound.max(other.start_bound);
    if answer.horizons.is_empty() {
        answer.horizons = other.horizons;
        answer.solver = other.solver;
    }
    answer.states_expanded = answer.states_expanded.max(other.states_expanded);
    answer.states_stored = answer.states_stored.max(other.states_stored);
    answer.states_generated = answer.states_generated.max(other.states_generated);
    answer.remarks.extend(other.remarks);
    Ok(answer)
}

/// Smaller is better: no solution, then solutions by length and proof, then nothing.
fn rank(answer: &Answer) -> (usize, bool) {
    match &answer.status {
        Status::Unsolvable(_) => (0, false),
        Status::Solved(found) => (found.pushes() + 1, answer.proof == Proof::None),
        Status::Unknown(_) => (usize::MAX, true),
    }
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
