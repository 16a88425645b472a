//! A* over pushes: the fewest pushes, or the proof that there is no plan.
//!
//! The best-first loop ([`crate::search::bestfirst`]) over the positions of a board
//! ([`crate::search::pushes`]), one of each class under the symmetries of the board ([`crate::search::symmetric`]). With the exact order a plan that is found has the fewest pushes; with the others it
//! is a plan, and the lower bound stands beside it.

use crate::board::{Board, Push};
use crate::bound::{StartBound, start_bound};
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::search::bestfirst::{BestFirst, End, Settings};
use crate::search::prune::Prune;
use crate::search::symmetric::Symmetric;
use crate::search::table::Id;
use crate::search::{Outcome, Progress, Verdict};

/// What a search over pushes is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct AStarOptions {
    /// Order of expansion, known upper bound and most states. A search that finds that there is no plan
    /// below the upper bound stops at [`Stop::Horizon`] with that lower bound; one that has stored the
    /// most states stops at [`Stop::States`].
    pub settings: Settings,
    /// The pruning rules.
    pub prune: Prune,
}

/// Searches for a plan; with the exact order, for one with the fewest pushes.
///
/// `report` is called when the lower bound rises and every few thousand positions. The answer and
/// the counts are the same at every run unless a limit is reached.
pub fn a_star(
    board: &Board,
    distances: &Distances,
    options: &AStarOptions,
    limits: &Limits,
    report: &mut impl FnMut(Progress),
) -> Outcome {
    let over = |verdict, lower_bound| Outcome {
        verdict,
        lower_bound,
        expanded: 0,
        stored: 0,
    };
    let bound = match start_bound(board, distances, limits) {
        Err(stop) => return over(Verdict::Stopped(stop), 0),
        Ok(StartBound::Unsolvable(_)) => return over(Verdict::Exhausted, 0),
        Ok(StartBound::Bound(bound)) => bound,
    };
    let space = match Symmetric::new(board, distances, options.prune, limits) {
        Err(stop) => return over(Verdict::Stopped(stop), bound),
        Ok(space) => space,
    };
    let mut search = BestFirst::new(space, options.settings, limits);
    let at_least = |progress: Progress| Progress {
        lower_bound: progress.lower_bound.max(bound),
        ..progress
    };
    let end = search.run(&mut |progress| report(at_least(progress)));
    let progress = at_least(search.progress());
    Outcome {
        verdict: match end {
            End::Found(id) => Verdict::Solved(plan(&search, id)),
            End::Exhausted => Verdict::Exhausted,
            End::AtCeiling => Verdict::Stopped(Stop::Horizon),
            End::Stopped(stop) => Verdict::Stopped(stop),
        },
        lower_bound: progress.lower_bound,
        expanded: progress.expanded,
        stored: progress.stored,
    }
}

/// The pushes from the start to a stored position.
fn plan(search: &BestFirst<'_, Symmetric<'_>>, end: Id) -> Vec<Push> {
    let path = search.path(end);
    search.space().plan(path.iter().map(|&id| search.key(id)))
}
