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
use crate::encode::{Basis, Lemmas, Options, Span, Walk, encode_walking};
use crate::limits::{Limits, Stop};
use crate::patterns::Reach;
use crate::progress::Progress;

use super::on_demand::broken;
use super::solver::Told;
use super::{Answer, Feed, Solver};

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
    fn of<M>(answer: &Answer<M>) -> Self {
        match answer {
            Answer::Sat(_) => Self::Sat,
            Answer::Unsat => Self::Unsat,
            Answer::Unknown(_) | Answer::Failed(_) => Self::Unknown,
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
    /// Conflicts of this horizon, if the solver tells.
    pub conflicts: Option<u64>,
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
    /// The solver did not work as solvers should; one sentence that names it.
    Failed(String),
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
    /// Who answers; varisat if nobody is named.
    pub solver: Option<&'p Solver>,
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

/// What came of one formula.
struct Tried {
    answer: Answer<Vec<Push>>,
    count: Counter,
    conflicts: Option<u64>,
}

impl Rise<'_, '_> {
    fn run(mut self) -> Result<Ending, Stop> {
        if let Some(ending) = self.start()? {
            return Ok(ending);
        }
        loop {
            if let Some(ending) = self.ask()? {
                return Ok(ending);
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

    /// Asks one horizon; how the loop ends if that settles it.
    fn ask(&mut self) -> Result<Option<Ending>, Stop> {
        let pushes = self.next()?;
        let start = Instant::now();
        let mut conflicts = None;
        let listed = self.listed(pushes)?;
        loop {
            let tried = self.try_formula(pushes, &listed)?;
            if let Some(met) = tried.conflicts {
                conflicts = Some(conflicts.unwrap_or(0) + met);
            }
            if self.misses(&tried.answer) {
                continue;
            }
            (self.report)(&HorizonReport {
                pushes,
                verdict: Verdict::of(&tried.answer),
                variables: tried.count.variables,
                clauses: tried.count.clauses,
                conflicts,
                time: start.elapsed(),
            });
            return match tried.answer {
                Answer::Sat(plan) => Ok(Some(Ending::Solved(plan))),
                Answer::Unsat => {
                    self.outcome.lower_bound += self.step;
                    Ok(None)
                }
                Answer::Unknown(stop) => Err(stop),
                Answer::Failed(said) => Ok(Some(Ending::Failed(said))),
            };
        }
    }

    /// Asks one formula; with cuts its plan may have pushes that the player cannot get to.
    fn try_formula(&mut self, pushes: usize, listed: &[Separator]) -> Result<Tried, Stop> {
        let told = self.task.progress.map(|progress| Told {
            progress,
            before: self.conflicts,
        });
        let solver = self.task.solver.unwrap_or(&Solver::Varisat);
        let mut backend = solver.start(self.limits, told);
        let mut feed = Feed::new(&mut *backend);
        let options = Options {
            span: Span::Exactly(pushes),
            lemmas: self.task.lemmas,
        };
        let walk = self.walk(listed);
        let encoding = encode_walking(&self.basis, options, walk, self.limits, &mut feed)?;
        let answer = feed.backend().solve();
        let conflicts = feed.backend().conflicts();
        self.conflicts += conflicts.unwrap_or_default();
        Ok(Tried {
            answer: answer.map(|model| encoding.decode(&model)),
            count: feed.count,
            conflicts,
        })
    }

    /// Whether a plan shows cuts to be missing; they are kept for this horizon and all that follow.
    ///
    /// A plan that shows nothing new is for the judge: if it is no plan, the solver has failed.
    fn misses(&mut self, answer: &Answer<Vec<Push>>) -> bool {
        let (Answer::Sat(plan), Walks::Cuts | Walks::Demand) = (answer, self.task.walks) else {
            return false;
        };
        let before = self.missed.len();
        for separator in broken(self.basis.board(), plan) {
            if !self.missed.contains(&separator) {
                self.missed.push(separator);
            }
        }
        self.missed.len() > before
    }

    /// The separators that a horizon has from the beginning.
    fn listed(&self, pushes: usize) -> Result<Vec<Separator>, Stop> {
        Ok(match self.task.walks {
            Walks::Eager | Walks::Demand => Vec::new(),
            Walks::Cuts => self.basis.separators(pushes, self.limits)?.list,
        })
    }

    /// How the walks of a formula are stated: by the separators listed and by those missed so far.
    fn walk(&self, listed: &[Separator]) -> Walk {
        if self.task.walks == Walks::Eager {
            return Walk::Eager;
        }
        let mut cuts = listed.to_vec();
        let known: BTreeSet<_> = cuts.iter().map(|cut| cut.cells.clone()).collect();
        let missed = self.missed.iter();
        let missed = missed.filter(|cut| !known.contains(&cut.cells));
        cuts.extend(missed.cloned());
        Walk::Cuts(Rc::new(cuts))
    }
}
