//! Bidirectional search over pushes and pulls: the fewest pushes, or the proof that there is no plan.
//!
//! The core is [`crate::search::bidirectional`], forwards over [`crate::search::pushes`] and backwards over
//! [`crate::search::pulls`]. The corral rule leaves out steps on the forward side alone, and keeps a cheapest plan,
//! which the backward side has in full.

use crate::board::{Board, Push};
use crate::bound::{StartBound, start_bound};
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::search::bidirectional::{Bidirectional, Forward, Settings};
use crate::search::prune::Prune;
use crate::search::pulls::Pulls;
use crate::search::pushes::Pushes;
use crate::search::{End, Outcome, Progress, Verdict};

/// Searches for a plan with the fewest pushes from both ends; with a ceiling, for one of fewer pushes.
///
/// `report` is called when the lower bound rises and every few thousand positions.
pub fn both_ways(
    board: &Board,
    distances: &Distances,
    (ceiling, prune): (Option<u32>, Prune),
    limits: &Limits,
    report: &mut impl FnMut(Progress),
) -> Outcome {
    let bound = match start_bound(board, distances, limits) {
        Err(stop) => return Outcome::nothing(Verdict::Stopped(stop), 0),
        Ok(StartBound::Unsolvable(_)) => return Outcome::nothing(Verdict::Exhausted, 0),
        Ok(StartBound::Bound(bound)) => bound,
    };
    let sides = Pushes::new(board, distances, prune, limits)
        .and_then(|ahead| Ok((ahead, Pulls::new(board, distances, limits)?)));
    let (ahead, behind) = match sides {
        Err(stop) => return Outcome::nothing(Verdict::Stopped(stop), bound),
        Ok(sides) => sides,
    };
    let settings = Settings {
        ceiling,
        parity: board.has_fixed_parity().then_some(bound % 2),
    };
    let mut search = Bidirectional::new(Forward::new(ahead), behind, settings, limits);
    let at_least = |now: Progress| Progress {
        lower_bound: now.lower_bound.max(bound),
        ..now
    };
    let end = search.run(&mut |now| report(at_least(now)));
    let plan = || -> Vec<Push> {
        let (path, space) = (search.path(), search.forward().space());
        let pairs = path.windows(2);
        pairs
            .map(|pair| space.push_between(pair[0], pair[1]))
            .collect()
    };
    Outcome::of(end, at_least(search.progress()), plan)
}

impl Outcome {
    /// An end before any search.
    pub(super) fn nothing(verdict: Verdict, lower_bound: u32) -> Self {
        Self {
            verdict,
            lower_bound,
            expanded: 0,
            stored: 0,
        }
    }

    /// The end of a search that keeps its plan to itself.
    pub(super) fn of(end: End, now: Progress, plan: impl FnOnce() -> Vec<Push>) -> Self {
        Self {
            verdict: match end {
                End::Found => Verdict::Solved(plan()),
                End::Exhausted => Verdict::Exhausted,
                End::AtCeiling => Verdict::Stopped(Stop::Horizon),
                End::Stopped(stop) => Verdict::Stopped(stop),
            },
            lower_bound: now.lower_bound,
            expanded: now.expanded,
            stored: now.stored,
        }
    }
}
