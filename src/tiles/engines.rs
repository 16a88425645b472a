//! One engine at work on a solvable puzzle: the shared search cores on the spaces of this domain.

use crate::limits::{Limits, Stop};
use crate::progress::Progress;
use crate::search::bestfirst::{self, BestFirst};
use crate::search::bidirectional::{self, Bidirectional, Forward};
use crate::search::idastar::{self, IdaStar};
use crate::search::{self, End};
use crate::tiles::heuristic::{Heuristic, Name};
use crate::tiles::puzzle::{Cell, Puzzle};
use crate::tiles::space::Boards;
use crate::tiles::walk::Blank;

/// What a search found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The cells of the blank along a shortest plan, or why there is no answer.
    pub blanks: Result<Vec<Cell>, Stop>,
    /// Every plan has so many moves or more.
    pub lower_bound: usize,
    /// Arrangements whose successors were all looked at.
    pub expanded: u64,
    /// Successors looked at.
    pub generated: u64,
    /// Arrangements held at the end.
    pub stored: u64,
}

/// What every search is given.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The puzzle; it has a plan.
    pub puzzle: &'a Puzzle,
    /// When to stop.
    pub limits: &'a Limits,
    /// Who is told of bounds and counts.
    pub progress: &'a Progress,
}

/// Why a search ended that found nothing.
///
/// # Panics
/// When it says that there is no plan: the parity says that there is one.
fn reason(end: End) -> Stop {
    match end {
        End::Stopped(stop) => stop,
        End::AtCeiling => Stop::Horizon,
        End::Found | End::Exhausted => panic!("a solvable puzzle has a plan"),
    }
}

impl Task<'_> {
    fn tell(self, now: search::Progress) {
        self.progress.raise_lower(now.lower_bound as usize);
        self.progress.stored(now.stored);
    }

    fn found(blanks: Result<Vec<Cell>, Stop>, now: search::Progress, made: u64) -> Found {
        Found {
            blanks,
            lower_bound: now.lower_bound as usize,
            expanded: now.expanded,
            generated: made,
            stored: now.stored,
        }
    }

    /// A*; breadth-first search if the bound is always 0.
    #[must_use]
    pub fn a_star(self, heuristic: Heuristic, most_states: Option<u32>) -> Found {
        let settings = bestfirst::Settings {
            most_states,
            ..bestfirst::Settings::default()
        };
        let space = Boards::forward(self.puzzle, heuristic);
        let mut search = BestFirst::new(space, settings, self.limits);
        let blanks = match search.run(&mut |now| self.tell(now)) {
            bestfirst::End::Found(id) => {
                let path = search.path(id).into_iter();
                Ok(path
                    .map(|id| search.space().blank_in(search.key(id)))
                    .collect())
            }
            bestfirst::End::Exhausted => Err(reason(End::Exhausted)),
            bestfirst::End::AtCeiling => Err(reason(End::AtCeiling)),
            bestfirst::End::Stopped(stop) => Err(stop),
        };
        Self::found(blanks, search.progress(), search.space().generated())
    }

    /// IDA* with a table of so many bytes for the arrangements visited.
    #[must_use]
    pub fn ida_star(self, heuristic: Heuristic, table_bytes: u64) -> Found {
        let settings = idastar::Settings {
            ceiling: None,
            table_bytes,
        };
        let start = heuristic.start(self.puzzle.start()).bound();
        let walk = Blank::new(self.puzzle, heuristic);
        let mut search = match IdaStar::new(walk, settings, self.limits) {
            Ok(search) => search,
            Err(stop) => {
                let now = search::Progress {
                    lower_bound: start,
                    expanded: 0,
                    stored: 0,
                };
                return Self::found(Err(stop), now, 0);
            }
        };
        let tell = |now: search::Progress| {
            let stored = now.expanded;
            self.tell(search::Progress { stored, ..now });
        };
        let blanks = match search.run(&mut |now| tell(now)) {
            End::Found => Ok(search.walk().blanks().to_vec()),
            end => Err(reason(end)),
        };
        Self::found(blanks, search.progress(), search.generated())
    }

    /// Both ways at once; the backward side counts distances to the start.
    #[must_use]
    pub fn bidirectional(self, heuristic: Heuristic, backward: Name) -> Found {
        let settings = bidirectional::Settings {
            ceiling: None,
            parity: Some(self.puzzle.parity()),
        };
        let ahead = Boards::forward(self.puzzle, heuristic);
        let behind = Boards::backward(self.puzzle, Heuristic::backward(self.puzzle, backward));
        let sides = (Forward::new(ahead), Forward::new(behind));
        let mut search = Bidirectional::new(sides.0, sides.1, settings, self.limits);
        let blanks = match search.run(&mut |now| self.tell(now)) {
            End::Found => {
                let space = search.forward().space();
                let path = search.path().into_iter();
                Ok(path.map(|key| space.blank_in(key)).collect())
            }
            end => Err(reason(end)),
        };
        Self::found(blanks, search.progress(), search.generated())
    }
}
