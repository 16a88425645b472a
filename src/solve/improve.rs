//! Solutions made shorter: windows of the plan searched again, until nothing shorter can be or a limit is reached.
//!
//! [`crate::search::window`] looks for a shorter way between two positions of the plan, `schedule` says which.
//! Whatever is found goes through the judge before anyone hears of it. Improvement alone proves nothing about
//! the whole; A* for less than the solution in hand raises the lower bound, beside it or in turns with it, and where
//! both bounds meet the solution is proved to be minimal.

mod schedule;

use std::ops::Range;

use crate::answer::{Answer, Engine, Goal, Proof, Status};
use crate::board::Board;
use crate::certify::Verified;
use crate::error::Error;
use crate::level::Level;
use crate::limits::{Limits, Stop};
use crate::search::astar::{AStarOptions, a_star};
use crate::search::bestfirst;
use crate::search::pushes::Pushes;
use crate::search::trail::Trail;
use crate::search::window::home_rules;
use crate::solution::read_lurd;

use super::race::{Worker, join, race};
use super::{Case, Opened, Question, blank, open, solve, tables};
use schedule::{Shortening, neighbourhoods};

/// Rounds before the positions of a window pass what fits in memory.
const ROUNDS: u32 = 12;

/// Rounds before A* has its turn in one thread, and the states that it may hold then.
const FIRST_ROUNDS: u32 = 3;
const TURN: u32 = 4_000_000;

/// The improvement gives way at this part of the memory limit.
const SHARE: u64 = 2;

/// Answers a question, and makes the solution shorter where it is not proved minimal.
///
/// # Errors
/// As for [`solve()`].
pub fn solve_and_improve(
    level: &Level,
    board: &Board,
    question: &Question<'_>,
) -> Result<Answer, Error> {
    let before = solve(level, board, question)?;
    let Some(found) = before.solution().filter(|_| !before.is_minimal()) else {
        return Ok(before);
    };
    let mut answer = improve(level, board, found, question)?;
    if before.lower_bound > answer.lower_bound {
        answer.lower_bound = before.lower_bound;
        answer.lower_proof = before.lower_proof;
        answer.horizons = before.horizons;
        answer.solver = before.solver;
        answer.prove();
    }
    answer.remarks = [before.remarks, answer.remarks].concat();
    if answer.engine == Engine::Auto {
        answer.engine = Engine::Improve;
    }
    Ok(answer)
}

/// Makes a solution shorter until it is proved minimal or a limit is reached.
///
/// The engine and the goal of the question are not looked at. The answer always has a solution, at worst the given one.
///
/// # Errors
/// [`Error::Plan`] or [`Error::Rejected`] if a plan does not pass the judge, [`Error::Contradiction`] if something
/// proves that there is no such solution.
pub fn improve(
    level: &Level,
    board: &Board,
    given: &Verified,
    question: &Question<'_>,
) -> Result<Answer, Error> {
    let question = &Question {
        engine: Engine::Improve,
        goal: Goal::Minimal,
        most_pushes: None,
        solver: question.solver.clone(),
        limits: question.limits.clone(),
        ..*question
    };
    question.progress.lower_upper(given.pushes());
    let (distances, bound) = match open(board, &question.limits) {
        Ok(Opened::Playable(distances, bound)) => (distances, bound),
        Ok(Opened::Unsolvable(reason)) => return Err(Error::Contradiction(reason)),
        Err(_) => return Ok(blank(question, Status::Solved(given.clone()))),
    };
    question.progress.raise_lower(bound);
    let mut case = Case {
        level,
        board,
        distances: &distances,
        bound,
        bound_proof: Proof::None,
        question,
    };
    if question.tables > 1
        && let Some(answer) = tables::consult(&mut case)?
    {
        let given = case.given(given);
        return join(&case, answer, given);
    }
    case.shortened(given)
}

impl Case<'_> {
    /// The given solution as an answer.
    fn given(&self, given: &Verified) -> Answer {
        let mut answer = self.unknown(Stop::Time);
        answer.status = Status::Solved(given.clone());
        answer.prove();
        answer
    }

    /// Improvement and A*, side by side or in turns.
    fn shortened(&self, given: &Verified) -> Result<Answer, Error> {
        let first = self.given(given);
        if first.is_minimal() {
            return Ok(first);
        }
        let shorter: &Worker<'_> =
            &|limits: &Limits| Improver::new(self).rounds(first.clone(), 0..ROUNDS, limits);
        let proof: &Worker<'_> =
            &|limits: &Limits| self.nothing_shorter(given.pushes(), None, limits);
        if self.question.threads > 1 {
            return race(self, &[(1, proof), (SHARE, shorter)]);
        }
        let limits = &self
            .question
            .limits
            .clone()
            .with_flag(self.question.progress.closed());
        let mut improver = Improver::new(self);
        let answer = improver.rounds(first.clone(), 0..FIRST_ROUNDS, limits)?;
        let upper = answer.upper_bound().unwrap_or(given.pushes());
        let answer = join(
            self,
            answer,
            self.nothing_shorter(upper, Some(TURN), limits)?,
        )?;
        improver.rounds(answer, FIRST_ROUNDS..ROUNDS, limits)
    }

    /// A* for a solution of fewer pushes than `upper`.
    fn nothing_shorter(
        &self,
        upper: usize,
        most_states: Option<u32>,
        limits: &Limits,
    ) -> Result<Answer, Error> {
        let options = AStarOptions {
            settings: bestfirst::Settings {
                ceiling: u32::try_from(upper).ok(),
                most_states,
                ..Default::default()
            },
            prune: self.question.prune,
        };
        let limits = limits
            .clone()
            .with_ceiling(self.question.progress.ceiling());
        let mut report = |now| self.tell(now);
        let outcome = a_star(self.board, self.distances, &options, &limits, &mut report);
        self.searched(Engine::AStar, outcome)
    }
}

/// Improvement of the solutions of one case, with what was tried so far.
pub(super) struct Improver<'a> {
    case: &'a Case<'a>,
    work: Option<Shortening<'a>>,
}

impl<'a> Improver<'a> {
    /// Nothing is prepared before there is a solution.
    pub(super) fn new(case: &'a Case<'a>) -> Self {
        Self { case, work: None }
    }

    /// One round on the solution of an answer, if there is one that anybody wants shorter.
    ///
    /// # Errors
    /// If a plan does not pass the judge.
    pub(super) fn try_round(
        &mut self,
        answer: Option<Answer>,
        round: u32,
        limits: &Limits,
    ) -> Result<Option<Answer>, Error> {
        match answer {
            Some(answer) if self.case.question.goal == Goal::Minimal => {
                self.rounds(answer, round..round + 1, limits).map(Some)
            }
            other => Ok(other),
        }
    }

    /// Rounds of improvement, until no solution can be shorter or a limit is reached.
    fn rounds(
        &mut self,
        mut answer: Answer,
        rounds: Range<u32>,
        limits: &Limits,
    ) -> Result<Answer, Error> {
        let Some(mut work) = self.taken_up(&answer, limits) else {
            return Ok(answer);
        };
        let end = self.run(&mut work, &mut answer, rounds, limits);
        self.work = Some(work);
        end.map(|()| answer)
    }

    /// Goes through each round until it finds nothing more.
    fn run(
        &self,
        work: &mut Shortening<'a>,
        answer: &mut Answer,
        rounds: Range<u32>,
        limits: &Limits,
    ) -> Result<(), Error> {
        let progress = self.case.question.progress;
        let enough = || progress.snapshot().lower;
        for round in rounds {
            let mut before = usize::MAX;
            while work.trail().len() < before {
                before = work.trail().len();
                for kind in neighbourhoods(round) {
                    let end = work.slide(kind, limits, &enough);
                    self.hand_out(answer, work)?;
                    if end.is_err() || work.trail().len() <= enough() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The plan of an answer, ready to be worked on; none if there is no solution, or no room.
    fn taken_up(&mut self, answer: &Answer, limits: &Limits) -> Option<Shortening<'a>> {
        let case = self.case;
        let pushes = read_lurd(case.board, answer.solution()?.lurd())?;
        let trail = Trail::new(case.board, &pushes, limits)
            .ok()??
            .without_loops();
        if let Some(mut work) = self.work.take() {
            work.take_up(trail);
            return Some(work);
        }
        let rules = home_rules(case.question.prune);
        let home = Pushes::new(case.board, case.distances, rules, limits).ok()?;
        Some(Shortening::new(home, trail, case.question.beam.seed))
    }

    /// Has the plan judged if it is shorter than the solution of the answer.
    fn hand_out(&self, answer: &mut Answer, work: &Shortening<'a>) -> Result<(), Error> {
        let (before, now) = (answer.upper_bound(), work.trail().len());
        if before.is_none_or(|before| before <= now) {
            return Ok(());
        }
        self.case.settle(answer, work.trail().pushes())?;
        answer.engine = Engine::Improve;
        answer.states_stored = answer.states_stored.max(Some(work.stored));
        let before = before.map_or(String::new(), |before| format!(" from {before}"));
        answer.remarks.push(format!(
            "windows of the plan shortened it{before} to {now} pushes"
        ));
        Ok(())
    }
}
