//! The fewest pushes of a level, one horizon after another.
//!
//! Horizons rise from the bound of tables of fewer boxes than the level has, or else from the
//! matching bound, by two where the parity of the pushes is fixed and by
//! one with spare goals; none is skipped, since "no plan of exactly T pushes" says nothing about
//! T - 2. A refuted horizon raises the lower bound; the first model is a plan of the fewest pushes.
//! Nothing here ever proves that a level has no plan at all: without a last horizon the loop runs
//! until a limit is reached.
//!
//! Walks are stated by cuts ([`Walks`]): two levels of many boxes and three of few (Microban 105
//! 145 69 83 151) are proved either way, in 26 CPU seconds with the eager walk and in 14 with
//! cuts. A model with a push that the player cannot get to adds what it shows to be missing, and the
//! horizon is asked anew.
//!
//! Every horizon has a formula and a solver of its own. One growing formula was tried, with the
//! goal and the unspent waste assumed: on the thirteen mid levels of Microban (35 54 69 77 80 84 88 90
//! 96 97 100 102 118), 10 CPU seconds each, both prove the same six, in 18 (growing) and 23 seconds;
//! fresh formulas have both windows and clauses fewer by a tenth, need no assumptions, and meet no
//! fault of the solver (see [`super::varisat`]).

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::board::{Board, Push};
use crate::bound::{StartBound, StaticReason};
use crate::bound_patterns::{Blocked, StrongBound, strong_start_bound};
use crate::cnf::Counter;
use crate::distance::Distances;
use crate::encode::lemmas::Lemma;
use crate::encode::separators::Separator;
use crate::encode::{Basis, Encoding, Lemmas, Options, Span, Walk, encode_walking};
use crate::limits::{Limits, Stop};
use crate::patterns::Reach;
use crate::progress::Progress;

use super::on_demand::broken;
use super::varisat::{Monitor, Varisat};
use super::{Answer, Feed};

/// What a horizon turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// There is a plan of so many pushes.
    Sat,
    /// There is none.
    Unsat,
    /// A limit was reached before an answer.
    Unknown,
}

impl Verdict {
    fn of(answer: &Answer) -> Self {
        match answer {
            Answer::Sat(_) => Self::Sat,
            Answer::Unsat => Self::Unsat,
            Answer::Unknown(_) => Self::Unknown,
        }
    }
}

/// What asking one horizon took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HorizonReport {
    /// The horizon: exactly so many pushes.
    pub pushes: usize,
    /// The answer.
    pub verdict: Verdict,
    /// Variables of the formula so far.
    pub variables: u32,
    /// Clauses of the formula so far.
    pub clauses: u64,
    /// Conflicts of this horizon.
    pub conflicts: u64,
    /// Wall time of this horizon, writing included.
    pub time: Duration,
}

/// How the loop ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// A plan of the fewest pushes.
    Solved(Vec<Push>),
    /// The level has no plan, seen at the start.
    Unsolvable(StaticReason),
    /// The level has no plan: some of its boxes block each other.
    Blocked(Blocked),
    /// Undecided.
    Stopped(Stop),
}

/// What proved a start bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The cheapest assignment of boxes to goals.
    Matching,
    /// Tables of sets of up to so many boxes, fewer than the level has.
    Tables(usize),
}

/// What the loop found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How the loop ended.
    pub ending: Ending,
    /// Every plan has so many pushes or more.
    pub lower_bound: usize,
    /// Where the loop started: what is known before any search for a plan.
    pub start_bound: usize,
    /// What proved the start bound.
    pub started: Start,
}

/// How the formulas state the walk between two pushes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Walks {
    /// As a path.
    Eager,
    /// By the separators that boxes can fill, and by those that models show to be missing.
    #[default]
    Cuts,
    /// By the separators that models show to be missing, none listed before.
    Demand,
}

/// What the loop is asked to do.
#[derive(Debug, Clone, Copy, Default)]
pub struct Task<'p> {
    /// Redundant clauses of the formulas.
    pub lemmas: Lemmas,
    /// How the formulas state walks.
    pub walks: Walks,
    /// A proved lower bound from elsewhere to start at, if better than the own one.
    pub at_least: usize,
    /// The last horizon to try; none for as far as the limits allow.
    pub last: Option<usize>,
    /// Who else is told of horizons, bounds and conflicts while they come.
    pub progress: Option<&'p Progress>,
}

/// Finds a plan of the fewest pushes; `report` hears of every horizon.
///
/// # Panics
/// Never: horizons follow each other within what a formula was made for.
pub fn fewest_pushes(
    board: &Board,
    distances: &Distances,
    task: Task<'_>,
    limits: &Limits,
    report: &mut dyn FnMut(&HorizonReport),
) -> Outcome {
    let mut outcome = Outcome {
        ending: Ending::Stopped(Stop::Horizon),
        lower_bound: 0,
        start_bound: 0,
        started: Start::Matching,
    };
    let ending = match Basis::new(board, distances, task.lemmas, limits) {
        Err(stop) => Err(stop),
        Ok(basis) => Rise {
            basis: Rc::new(basis),
            task,
            limits,
            report,
            step: if board.has_fixed_parity() { 2 } else { 1 },
            conflicts: 0,
            missed: Vec::new(),
            outcome: &mut outcome,
        }
        .run(),
    };
    outcome.ending = ending.unwrap_or_else(Ending::Stopped);
    outcome
}

/// The loop at work; the outcome's lower bound is the horizon asked next.
struct Rise<'a, 'r> {
    basis: Rc<Basis<'a>>,
    task: Task<'a>,
    limits: &'a Limits,
    report: &'r mut dyn FnMut(&HorizonReport),
    step: usize,
    conflicts: u64,
    /// Separators that models showed to be missing.
    missed: Vec<Separator>,
    outcome: &'r mut Outcome,
}

impl<'a> Rise<'a, '_> {
    fn run(mut self) -> Result<Ending, Stop> {
        if let Some(ending) = self.start()? {
            return Ok(ending);
        }
        loop {
            if let Some(plan) = self.ask()? {
                return Ok(Ending::Solved(plan));
            }
        }
    }

    /// Settles the first horizon, or how the loop ends without any.
    fn start(&mut self) -> Result<Option<Ending>, Stop> {
        let matching = match self.basis.start() {
            StartBound::Bound(bound) => bound as usize,
            StartBound::Unsolvable(reason) => return Ok(Some(Ending::Unsolvable(reason))),
        };
        let mut bound = matching;
        if let Some(strong) = self.tables() {
            if let Some(blocked) = strong.blocked {
                return Ok(Some(Ending::Blocked(blocked)));
            }
            if strong.pushes as usize > matching {
                bound = strong.pushes as usize;
                self.outcome.started = Start::Tables(strong.boxes);
            }
            if let Some(tables) = strong.tables {
                self.basis.adopt(&Rc::new(tables), self.limits)?;
            }
        }
        self.outcome.start_bound = bound;
        let more = self.task.at_least.saturating_sub(bound);
        self.outcome.lower_bound = bound + more.next_multiple_of(self.step);
        Ok(None)
    }

    /// What tables of fewer boxes than there are say of the start, unless the lemma is left out.
    fn tables(&self) -> Option<StrongBound> {
        let asked = self.task.lemmas.has(Lemma::Budget);
        let potential = self.basis.potential().filter(|_| asked)?;
        let (board, distances) = (self.basis.board(), self.basis.distances());
        let reach = Reach::partial(board);
        Some(strong_start_bound(
            board,
            distances,
            potential,
            reach,
            self.limits,
        ))
    }

    /// The next horizon, unless it lies beyond the last.
    fn next(&self) -> Result<usize, Stop> {
        self.limits.check()?;
        let pushes = self.outcome.lower_bound;
        if self.task.last.is_some_and(|last| pushes > last) {
            return Err(Stop::Horizon);
        }
        if let Some(progress) = self.task.progress {
            progress.raise_lower(pushes);
            progress.at_horizon(pushes);
        }
        Ok(pushes)
    }

    /// Asks one horizon; a plan of so many pushes if there is one.
    fn ask(&mut self) -> Result<Option<Vec<Push>>, Stop> {
        let pushes = self.next()?;
        let (start, before) = (Instant::now(), self.conflicts);
        loop {
            let (answer, encoding, count) = self.try_formula(pushes)?;
            let plan = match &answer {
                Answer::Sat(model) => Some(encoding.decode(model)),
                _ => None,
            };
            let missed = plan
                .iter()
                .flat_map(|plan| broken(self.basis.board(), plan));
            let missed: Vec<Separator> = missed.collect();
            if !missed.is_empty() {
                self.miss(missed);
                continue;
            }
            (self.report)(&HorizonReport {
                pushes,
                verdict: Verdict::of(&answer),
                variables: count.variables,
                clauses: count.clauses,
                conflicts: self.conflicts - before,
                time: start.elapsed(),
            });
            match answer {
                Answer::Unknown(stop) => return Err(stop),
                Answer::Unsat => self.outcome.lower_bound += self.step,
                Answer::Sat(_) => {}
            }
            return Ok(plan);
        }
    }

    /// Asks one formula; with cuts its model may have pushes that the player cannot get to.
    fn try_formula(&mut self, pushes: usize) -> Result<(Answer, Encoding<'a>, Counter), Stop> {
        let mut monitor = Monitor::new(self.limits);
        if let Some(progress) = self.task.progress {
            monitor = monitor.telling(progress, self.conflicts);
        }
        let mut solver = Varisat::new(&mut monitor);
        let mut feed = Feed::new(&mut solver);
        let options = Options {
            span: Span::Exactly(pushes),
            lemmas: self.task.lemmas,
        };
        let walk = self.walk(pushes)?;
        let encoding = encode_walking(&self.basis, options, walk, self.limits, &mut feed)?;
        let answer = feed.backend().solve();
        self.conflicts += feed.backend().conflicts();
        Ok((answer, encoding, feed.count))
    }

    /// Keeps separators for this horizon and all that follow.
    fn miss(&mut self, separators: Vec<Separator>) {
        for separator in separators {
            if !self.missed.contains(&separator) {
                self.missed.push(separator);
            }
        }
    }

    /// How the walks of a horizon are stated.
    fn walk(&self, pushes: usize) -> Result<Walk, Stop> {
        let mut cuts = match self.task.walks {
            Walks::Eager => return Ok(Walk::Eager),
            Walks::Cuts => self.basis.separators(pushes, self.limits)?.list,
            Walks::Demand => Vec::new(),
        };
        let known: BTreeSet<_> = cuts.iter().map(|cut| cut.cells.clone()).collect();
        let missed = self.missed.iter();
        let missed = missed.filter(|cut| !known.contains(&cut.cells));
        cuts.extend(missed.cloned());
        Ok(Walk::Cuts(Rc::new(cuts)))
    }
}
