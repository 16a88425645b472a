//! IDA* over pushes: the fewest pushes in little memory.
//!
//! The core is [`crate::search::idastar`] over the positions of [`crate::search::symmetric`], with a table of fixed size.
//! A level without a plan is told only if all its positions fit in the table.

use crate::board::Board;
use crate::bound::{StartBound, start_bound};
use crate::distance::Distances;
use crate::limits::Limits;
use crate::search::idastar::{IdaStar, Keyed, Settings};
use crate::search::prune::Prune;
use crate::search::symmetric::Symmetric;
use crate::search::{Outcome, Progress, Verdict};

/// Searches for a plan with the fewest pushes, round by round.
///
/// `report` is called when the lower bound rises and now and then; it hears of the positions expanded as stored.
pub fn deepening(
    board: &Board,
    distances: &Distances,
    (settings, prune): (Settings, Prune),
    limits: &Limits,
    report: &mut impl FnMut(Progress),
) -> Outcome {
    let bound = match start_bound(board, distances, limits) {
        Err(stop) => return Outcome::nothing(Verdict::Stopped(stop), 0),
        Ok(StartBound::Unsolvable(_)) => return Outcome::nothing(Verdict::Exhausted, 0),
        Ok(StartBound::Bound(bound)) => bound,
    };
    let search = Symmetric::new(board, distances, prune, limits)
        .and_then(|space| IdaStar::new(Keyed::new(space), settings, limits));
    let mut search = match search {
        Err(stop) => return Outcome::nothing(Verdict::Stopped(stop), bound),
        Ok(search) => search,
    };
    let at_least = |now: Progress| Progress {
        lower_bound: now.lower_bound.max(bound),
        stored: now.expanded,
        ..now
    };
    let end = search.run(&mut |now| report(at_least(now)));
    let plan = || search.walk().space().plan(search.walk().path());
    let now = Progress {
        stored: search.progress().stored,
        ..at_least(search.progress())
    };
    Outcome::of(end, now, plan)
}
