//! Tabu search over pushes: walks from position to position that do not turn back.
//!
//! A walk starts at the start position or at an elite (`elites`), a good position of an earlier walk with the
//! pushes that lead to it; so every walk is a sequence of legal pushes from the start. Its
//! neighbours are the positions one push further that are not dead, rated as those of beams are
//! ([`crate::search::beam::pushes`]). What it stood on is tabu for a number of iterations (`memory`). Several
//! walkers with seeds of their own run side by side (`shared`); one alone gives the same answer at every run.
//!
//! A plan is any plan: loops are cut out and crossings used, but nothing is proved of its length, nor
//! by finding none. Source: Glover and Laguna, Tabu Search (1997), for tenure, aspiration, frequencies and elites.

mod elites;
mod memory;
mod shared;
mod walk;

use std::thread;

use crate::board::{Board, Push};
use crate::bound::{StartBound, start_bound};
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::search::beam::Layers;
use crate::search::beam::pushes::BeamPushes;
use crate::search::beam::score::Score;
use crate::search::prune::Prune;
use crate::search::{Outcome, Progress, Verdict};

use shared::{Aims, Shared};
use walk::{Habits, Walker};

/// Positions that a walker remembers at most: some 80 MB where a key is of two words.
const REMEMBERED: u32 = 1 << 20;

/// What a tabu search is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TabuOptions {
    /// Iterations of all walkers together, at most; each looks at all pushes from one position. Making a
    /// plan shorter by crossings is not counted: it takes a few looks at each of its own positions.
    pub iterations: u64,
    /// Iterations for which a position is tabu, at least; up to twice as many by dice.
    pub tenure: u32,
    /// A walk ends after so many iterations without a better position.
    pub stall: u32,
    /// Positions in the pool from which walks set out again.
    pub elites: usize,
    /// The seed of all dice.
    pub seed: u64,
    /// Only plans of fewer pushes are looked for.
    pub ceiling: Option<u32>,
    /// A plan of at most so many pushes ends the search, and shorter ones are looked for until then; none to end with
    /// the first.
    pub enough: Option<u32>,
    /// The pruning rules.
    pub prune: Prune,
    /// Walkers side by side.
    pub threads: usize,
}

impl Default for TabuOptions {
    fn default() -> Self {
        Self {
            iterations: 10_000_000,
            tenure: 100,
            stall: 100,
            elites: 64,
            seed: 1,
            ceiling: None,
            enough: None,
            prune: Prune::default(),
            threads: 1,
        }
    }
}

/// What the walks came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TabuOutcome {
    /// As for other searches; the lower bound is zero, and one iteration expands one position.
    pub outcome: Outcome,
    /// Walks of all walkers.
    pub walks: u64,
}

/// Runs a tabu search.
///
/// `report` is called once an iteration of the first walker. With one thread and one seed the answer is always
/// the same, unless a limit of time or memory is reached. A search that finds no plan
/// stops at [`Stop::Iterations`] or, if nothing is left to try, at [`Stop::Narrow`].
pub fn tabu(
    board: &Board,
    distances: &Distances,
    options: &TabuOptions,
    limits: &Limits,
    report: &mut impl FnMut(Progress),
) -> TabuOutcome {
    match start_bound(board, distances, limits) {
        Err(stop) => return nothing(Verdict::Stopped(stop)),
        Ok(StartBound::Unsolvable(_)) => return nothing(Verdict::Exhausted),
        Ok(StartBound::Bound(_)) => {}
    }
    let rules = (options.prune, Score::Matching);
    match BeamPushes::new(board, distances, rules, limits) {
        Err(stop) => nothing(Verdict::Stopped(stop)),
        Ok(space) if options.ceiling != Some(0) && starts_at_end(&space) => {
            nothing(Verdict::Solved(Vec::new()))
        }
        Ok(space) => walk_all(&space, options, limits, report),
    }
}

fn nothing(verdict: Verdict) -> TabuOutcome {
    TabuOutcome {
        outcome: Outcome {
            verdict,
            lower_bound: 0,
            expanded: 0,
            stored: 0,
        },
        walks: 0,
    }
}

fn starts_at_end(space: &BeamPushes) -> bool {
    let mut start = vec![0; space.words()];
    space.clone().start(&mut start) && space.is_end(&start)
}

/// Has walkers search side by side; the first has this thread.
fn walk_all(
    space: &BeamPushes,
    options: &TabuOptions,
    limits: &Limits,
    report: &mut impl FnMut(Progress),
) -> TabuOutcome {
    let aims = Aims {
        iterations: options.iterations,
        ceiling: options.ceiling.unwrap_or(u32::MAX),
        enough: options.enough.unwrap_or(u32::MAX),
    };
    let shared = Shared::new(aims, options.elites);
    let walker = |number| {
        let habits = Habits {
            tenure: options.tenure,
            stall: options.stall,
            seed: options.seed.wrapping_add(number),
            remembered: REMEMBERED,
        };
        Walker::new(space.clone(), habits, &shared, limits)
    };
    let mut tell = |stored: u32| {
        report(Progress {
            lower_bound: 0,
            expanded: shared.begun(),
            stored: stored.into(),
        });
    };
    let threads = u64::try_from(options.threads).unwrap_or(u64::MAX);
    let (walks, stored) = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(walker).collect();
        let start = |other| scope.spawn(|| finish(other, &shared, &mut |_| ()));
        let others: Vec<_> = others.into_iter().map(start).collect();
        let own = finish(walker(0), &shared, &mut tell);
        let ended = others.into_iter().map(thread::ScopedJoinHandle::join);
        let counts = ended.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        counts.fold(own, |sum, count| (sum.0 + count.0, sum.1 + count.1))
    });
    let expanded = shared.begun();
    let stop = shared.end(Stop::Failed);
    let verdict = match shared.into_best() {
        None => Verdict::Stopped(stop),
        Some(way) => Verdict::Solved(plan(space, &way)),
    };
    TabuOutcome {
        outcome: Outcome {
            verdict,
            lower_bound: 0,
            expanded,
            stored,
        },
        walks,
    }
}

/// Lets a walker walk until the search is over; gives its walks and the positions it remembers.
fn finish<S: Layers>(
    mut walker: Walker<'_, S>,
    shared: &Shared,
    report: &mut impl FnMut(u32),
) -> (u64, u64) {
    let _others = EndOthers(shared);
    let stop = walker.run(report);
    shared.end(stop);
    (walker.walks(), walker.remembered().into())
}

/// Ends the search when it goes out of scope, so that a panic of one walker ends all.
struct EndOthers<'s>(&'s Shared);

impl Drop for EndOthers<'_> {
    fn drop(&mut self) {
        self.0.end(Stop::Failed);
    }
}

/// The pushes of a way.
fn plan(space: &BeamPushes, way: &[Box<[u64]>]) -> Vec<Push> {
    let push = |pair: &[Box<[u64]>]| space.pushes().push_between(&pair[0], &pair[1]);
    way.windows(2).map(push).collect()
}
