//! From a level to a verdict: the only place that knows both the searches and the SAT engine.
//!
//! Whatever an engine finds is written as LURD and handed to the judge; an [`Answer`] can only
//! hold a solution that passed. Lower bounds of all engines that worked on a level are joined.

mod auto;
mod closing;
pub mod improve;
mod packed;
mod race;
mod tables;

use crate::answer::{Answer, Engine, Goal, Horizon, Proof, Status};
use crate::board::{Board, Push};
use crate::bound::{StartBound, start_bound};
use crate::certify;
use crate::distance::Distances;
use crate::encode::Lemmas;
use crate::error::Error;
use crate::level::Level;
use crate::limits::{Limits, Stop};
use crate::progress::Progress;
use crate::sat::Solver;
use crate::sat::horizons::{self, Ending, HorizonReport, Task, Walks};
use crate::search::astar::{AStarOptions, a_star};
use crate::search::beam::plan::{BeamOptions, BeamOutcome, beam};
use crate::search::both_ways::both_ways;
use crate::search::deepening::deepening;
use crate::search::prune::Prune;
use crate::search::tabu::{TabuOptions, tabu};
use crate::search::{self, bestfirst, bfs, idastar};
use crate::solution::{PlannedPush, write_lurd};

/// Bytes of the table of IDA*.
const TABLE: u64 = 64 << 20;

/// What is asked about a level, and with what means.
#[derive(Debug)]
pub struct Question<'a> {
    /// Who is to answer.
    pub engine: Engine,
    /// Threads that [`Engine::Auto`], beams, tabu search and improvement may use.
    pub threads: u8,
    /// The most boxes of a table that is asked before the engine; below two, none is. Tables of all
    /// boxes of the level are a complete search, and the answer then says so.
    pub tables: usize,
    /// Who answers the formulas of the SAT engine.
    pub solver: Solver,
    /// Redundant clauses of the SAT engine.
    pub lemmas: Lemmas,
    /// How the formulas of the SAT engine state walks.
    pub walks: Walks,
    /// Pruning rules and bounds of A*, of beams over pushes and of tabu search.
    pub prune: Prune,
    /// What is to be found; engines that prove minimality do so all the same.
    pub goal: Goal,
    /// How beams search; limits, rules and threads are those of the question.
    pub beam: BeamOptions,
    /// How a tabu search goes; limits, rules and threads are those of the question.
    pub tabu: TabuOptions,
    /// Ends the work once more pushes than this are proved necessary.
    pub most_pushes: Option<usize>,
    /// Time, memory and flags.
    pub limits: Limits,
    /// Told of bounds and counts while the engines work.
    pub progress: &'a Progress,
}

impl<'a> Question<'a> {
    /// The usual question to an engine: one thread, no limits, all rules, the fewest pushes.
    #[must_use]
    pub fn new(engine: Engine, progress: &'a Progress) -> Self {
        Self {
            engine,
            threads: 1,
            tables: 0,
            solver: Solver::default(),
            lemmas: Lemmas::default(),
            walks: Walks::default(),
            prune: Prune::default(),
            goal: Goal::default(),
            beam: BeamOptions::default(),
            tabu: TabuOptions::default(),
            most_pushes: None,
            limits: Limits::none(),
            progress,
        }
    }
}

/// Answers a question about a level; `board` is that of `level`.
///
/// # Errors
/// [`Error::Plan`] or [`Error::Rejected`] if an engine's plan does not pass the judge.
pub fn solve(level: &Level, board: &Board, question: &Question<'_>) -> Result<Answer, Error> {
    let opened = open(board, &question.limits);
    let (distances, bound) = match opened {
        Ok(Opened::Playable(distances, bound)) => (distances, bound),
        Ok(Opened::Unsolvable(reason)) => return Ok(unsolvable_at_start(question, reason)),
        Err(stop) => return Ok(blank(question, Status::Unknown(stop))),
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
        return Ok(answer);
    }
    if case.bound > question.most_pushes.unwrap_or(usize::MAX) {
        return Ok(case.unknown(Stop::Horizon));
    }
    match question.engine {
        Engine::Bfs => case.breadth_first(&question.limits),
        Engine::AStar => case.a_star(&question.limits, None),
        Engine::Sat | Engine::External => case.sat(&question.limits),
        Engine::Beam => case.beam(&question.limits, case.beam_options()),
        Engine::Tabu => case.tabu(&question.limits),
        Engine::IdaStar => case.deepening(&question.limits),
        Engine::Bidirectional => case.both_ways(&question.limits),
        Engine::Auto | Engine::Improve | Engine::Tables => auto::answer(&case),
    }
}

enum Opened {
    Playable(Distances, usize),
    Unsolvable(String),
}

/// Distances and start bound; a stray box is seen before anything is computed.
fn open(board: &Board, limits: &Limits) -> Result<Opened, Stop> {
    let distances = Distances::new(board, limits)?;
    Ok(match start_bound(board, &distances, limits)? {
        StartBound::Bound(bound) => Opened::Playable(distances, bound as usize),
        StartBound::Unsolvable(reason) => Opened::Unsolvable(reason.to_string()),
    })
}

fn blank(question: &Question<'_>, status: Status) -> Answer {
    Answer {
        status,
        proof: Proof::None,
        engine: question.engine,
        start_bound: None,
        lower_bound: None,
        solver: None,
        horizons: Vec::new(),
        lower_proof: Proof::None,
        states_expanded: None,
        states_stored: None,
        states_generated: None,
        remarks: Vec::new(),
    }
}

fn unsolvable_at_start(question: &Question<'_>, reason: String) -> Answer {
    let mut answer = blank(question, Status::Unknown(Stop::Time));
    answer.be_unsolvable(reason, Proof::Static);
    answer
}

/// A playable level with what is known at its start.
struct Case<'a> {
    level: &'a Level,
    board: &'a Board,
    distances: &'a Distances,
    /// The start bound.
    bound: usize,
    /// Exhaustive if a complete search stands behind the start bound.
    bound_proof: Proof,
    question: &'a Question<'a>,
}

impl Case<'_> {
    /// Breadth-first search under the given limits.
    fn breadth_first(&self, limits: &Limits) -> Result<Answer, Error> {
        let options = bfs::Options {
            most_states: None,
            most_pushes: self.question.most_pushes,
        };
        let mut report = |now| self.tell(now);
        let outcome = bfs::breadth_first(self.board, self.distances, options, limits, &mut report);
        self.searched(Engine::Bfs, outcome)
    }

    /// A* under the given limits, holding at most `most_states` states.
    fn a_star(&self, limits: &Limits, most_states: Option<u32>) -> Result<Answer, Error> {
        let settings = bestfirst::Settings {
            ceiling: self.ceiling(),
            most_states,
            ..Default::default()
        };
        let options = AStarOptions {
            settings,
            prune: self.question.prune,
        };
        let mut report = |now| self.tell(now);
        let limits = match self.question.goal {
            Goal::Any => limits.clone(),
            Goal::Minimal => {
                let known = self.question.progress.ceiling();
                limits.clone().with_ceiling(known)
            }
        };
        let outcome = a_star(self.board, self.distances, &options, &limits, &mut report);
        self.searched(Engine::AStar, outcome)
    }

    /// The beams that were asked for.
    fn beam_options(&self) -> BeamOptions {
        BeamOptions {
            prune: self.question.prune,
            threads: self.question.threads.into(),
            ..self.question.beam
        }
    }

    /// Beams under the given limits; they find solutions and prove nothing about their length.
    fn beam(&self, limits: &Limits, options: BeamOptions) -> Result<Answer, Error> {
        let mut report = |now: search::Progress| self.question.progress.stored(now.stored);
        let found = beam(self.board, self.distances, &options, limits, &mut report);
        let tried = format!("the last beam was {} states wide", found.width);
        let mut answer = self.beamed(found)?;
        answer.remarks.push(tried);
        Ok(answer)
    }

    /// The answer of a beam.
    fn beamed(&self, found: BeamOutcome) -> Result<Answer, Error> {
        let mut answer = self.searched(Engine::Beam, found.outcome)?;
        answer.states_generated = Some(found.generated);
        Ok(answer)
    }

    /// Tabu search under the given limits; it finds solutions and proves nothing about their length.
    fn tabu(&self, limits: &Limits) -> Result<Answer, Error> {
        let shortest = u32::try_from(self.bound).unwrap_or(u32::MAX);
        let options = TabuOptions {
            ceiling: self.ceiling(),
            enough: (self.question.goal == Goal::Minimal).then_some(shortest),
            prune: self.question.prune,
            threads: self.question.threads.into(),
            ..self.question.tabu
        };
        let mut report = |now: search::Progress| self.question.progress.stored(now.stored);
        let found = tabu(self.board, self.distances, &options, limits, &mut report);
        let mut answer = self.searched(Engine::Tabu, found.outcome)?;
        answer
            .remarks
            .push(format!("{} walks set out", found.walks));
        Ok(answer)
    }

    /// IDA* under the given limits.
    fn deepening(&self, limits: &Limits) -> Result<Answer, Error> {
        let settings = idastar::Settings {
            ceiling: self.ceiling(),
            table_bytes: limits.memory().map_or(TABLE, |most| TABLE.min(most / 4)),
        };
        let options = (settings, self.question.prune);
        let mut report = |now| self.tell(now);
        let outcome = deepening(self.board, self.distances, options, limits, &mut report);
        self.searched(Engine::IdaStar, outcome)
    }

    /// Search from both ends under the given limits.
    fn both_ways(&self, limits: &Limits) -> Result<Answer, Error> {
        let options = (self.ceiling(), self.question.prune);
        let mut report = |now| self.tell(now);
        let outcome = both_ways(self.board, self.distances, options, limits, &mut report);
        self.searched(Engine::Bidirectional, outcome)
    }

    /// Plans of so many pushes need not be looked for.
    fn ceiling(&self) -> Option<u32> {
        let most = self.question.most_pushes?;
        u32::try_from(most).ok()?.checked_add(1)
    }

    fn tell(&self, now: search::Progress) {
        self.question.progress.raise_lower(now.lower_bound as usize);
        self.question.progress.stored(now.stored);
    }

    /// The answer of an exhaustive search.
    fn searched(&self, engine: Engine, outcome: search::Outcome) -> Result<Answer, Error> {
        let mut answer = Answer {
            engine,
            states_expanded: Some(outcome.expanded),
            states_stored: Some(outcome.stored),
            ..self.unknown(Stop::Time)
        };
        answer.raise(outcome.lower_bound as usize, Proof::Exhaustive);
        match outcome.verdict {
            search::Verdict::Solved(plan) => self.settle(&mut answer, &plan)?,
            search::Verdict::Stopped(stop) => {
                self.question
                    .progress
                    .raise_lower(outcome.lower_bound as usize);
                answer.status = Status::Unknown(stop);
            }
            search::Verdict::Exhausted => {
                let reason = "no position that can be reached leads to a solution";
                answer.be_unsolvable(reason.to_owned(), Proof::Exhaustive);
            }
        }
        Ok(answer)
    }

    /// The SAT engine under the given limits.
    fn sat(&self, limits: &Limits) -> Result<Answer, Error> {
        let task = Task {
            solver: Some(&self.question.solver),
            lemmas: self.question.lemmas,
            walks: self.question.walks,
            // The label of refuted horizons must not lean on a complete search.
            at_least: if self.bound_proof == Proof::None {
                self.bound
            } else {
                0
            },
            last: self.question.most_pushes,
            progress: Some(self.question.progress),
        };
        let mut horizons = Vec::new();
        let mut report = |done: &HorizonReport| {
            horizons.push(horizon(done));
        };
        let outcome =
            horizons::fewest_pushes(self.board, self.distances, task, limits, &mut report);
        let mut answer = Answer {
            engine: match self.question.solver {
                Solver::External(_) => Engine::External,
                _ => Engine::Sat,
            },
            solver: Some(self.question.solver.to_string()),
            horizons,
            ..self.unknown(Stop::Time)
        };
        answer.start_bound = answer.start_bound.max(Some(outcome.start_bound));
        answer.raise(outcome.start_bound, Proof::None);
        answer.raise(outcome.lower_bound, Proof::Sat);
        match outcome.ending {
            Ending::Solved(plan) => self.settle_model(&mut answer, &plan)?,
            Ending::Stopped(stop) => answer.status = Status::Unknown(stop),
            Ending::Failed(said) => return Err(Error::Solver(said)),
            Ending::Unsolvable(reason) => answer.be_unsolvable(reason.to_string(), Proof::Static),
            Ending::Blocked(reason) => answer.be_unsolvable(reason.to_string(), Proof::Static),
        }
        Ok(answer)
    }

    /// Has the plan of a model judged. A program of others that lied is no defect of the own code.
    fn settle_model(&self, answer: &mut Answer, plan: &[Push]) -> Result<(), Error> {
        let judged = self.settle(answer, plan);
        let Solver::External(command) = &self.question.solver else {
            return judged;
        };
        let said = |what: &str| Error::Solver(format!("the solver `{command}` {what}"));
        judged.map_err(|error| match error {
            Error::Plan(fault) => said(&format!("printed a model that is no solution: {fault}")),
            Error::Rejected(fault) => {
                said(&format!("printed a model that is no solution: {fault}"))
            }
            Error::Contradiction(fault) => said(&format!("contradicts itself: {fault}")),
            other => other,
        })
    }

    /// An answer that says only what the start position shows.
    fn unknown(&self, stop: Stop) -> Answer {
        Answer {
            start_bound: Some(self.bound),
            lower_bound: Some(self.bound),
            lower_proof: self.bound_proof,
            ..blank(self.question, Status::Unknown(stop))
        }
    }

    /// Has a plan judged and makes it the answer, proved minimal if the engine's bound has come up
    /// to its length.
    fn settle(&self, answer: &mut Answer, plan: &[Push]) -> Result<(), Error> {
        let plan: Vec<PlannedPush> = plan.iter().map(|&push| push.into()).collect();
        let lurd = write_lurd(self.board, &plan)?;
        let verified = certify::replay(self.level, &lurd)?;
        let (pushes, bound) = (verified.pushes(), answer.lower_bound.unwrap_or_default());
        if bound > pushes {
            let said = format!("a solution of {pushes} pushes below the proved bound {bound}");
            return Err(Error::Contradiction(said));
        }
        self.question.progress.lower_upper(pushes);
        self.question.progress.raise_lower(bound);
        answer.status = Status::Solved(verified);
        answer.prove();
        Ok(())
    }
}

impl Answer {
    /// Raises the lower bound; `proof` stands behind what is above the start bound.
    fn raise(&mut self, pushes: usize, proof: Proof) {
        if self.lower_bound.is_none_or(|bound| bound < pushes) {
            self.lower_bound = Some(pushes);
            self.lower_proof = proof;
        }
    }

    /// Says what stands behind a solution: the proof of the lower bound, if it has come up to its length.
    fn prove(&mut self) {
        self.proof = match (self.upper_bound(), self.lower_proof) {
            (Some(pushes), _) if self.lower_bound < Some(pushes) => Proof::None,
            (Some(_), Proof::None) => Proof::Bound,
            (Some(_), proof) => proof,
            (None, _) => Proof::None,
        };
    }

    /// There is no solution, and so no bound.
    fn be_unsolvable(&mut self, reason: String, proof: Proof) {
        self.status = Status::Unsolvable(reason);
        self.proof = proof;
        self.lower_proof = proof;
        self.lower_bound = None;
    }
}

pub(crate) fn horizon(done: &HorizonReport) -> Horizon {
    Horizon {
        t: done.pushes,
        verdict: match done.verdict {
            horizons::Verdict::Sat => "sat",
            horizons::Verdict::Unsat => "unsat",
            horizons::Verdict::Unknown => "unknown",
        },
        variables: done.variables.into(),
        clauses: done.clauses,
        conflicts: done.conflicts,
        seconds: done.time.as_secs_f64(),
    }
}
