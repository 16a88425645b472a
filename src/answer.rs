//! The answer to "is this level solvable, and in how few pushes?", with its evidence.
//!
//! "No" is never merged with "don't know": [`Status::Unsolvable`] needs a static reason or a
//! search that ran dry; a refuted horizon only raises [`Answer::lower_bound`].

use serde::Serialize;

use crate::certify::Verified;
use crate::limits::Stop;

/// What was found out about a level.
#[derive(Debug, Clone)]
pub enum Status {
    /// A solution that the independent checker replayed.
    Solved(Verified),
    /// Proved: no solution of any length; the reason as a sentence.
    Unsolvable(String),
    /// Not decided, and why.
    Unknown(Stop),
}

/// The kind of evidence behind "minimal" or "unsolvable".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// Every horizon from the start bound up to the minimum was refuted by a SAT solver.
    Sat,
    /// A search left no state that could still lead to a (shorter) solution.
    Exhaustive,
    /// The solution is as short as the lower bound of the start position.
    Bound,
    /// The start position shows it without any search.
    Static,
    /// There is no proof.
    None,
}

/// What is to be found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Goal {
    /// A solution with the fewest pushes, and the proof.
    #[default]
    Minimal,
    /// Any solution; the work ends with the first.
    Any,
}

/// The engines; all but [`Engine::Tables`] and [`Engine::Improve`] can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// Chooses, or runs several at once.
    Auto,
    /// Formulas over rising horizons.
    Sat,
    /// The same formulas, answered by a program.
    External,
    /// Breadth-first search over pushes with deadlock pruning.
    Bfs,
    /// A* over pushes with matching and pair bounds and deadlock pruning.
    AStar,
    /// Beam search: the best few states of each layer.
    Beam,
    /// Tabu search: walks from position to position that do not turn back.
    Tabu,
    /// Iterative deepening over pushes, with the bounds of A* and a table of fixed size.
    IdaStar,
    /// Pushes from the start and pulls from the goals, until the meeting is proved cheapest.
    Bidirectional,
    /// A solution made shorter, window by window.
    Improve,
    /// Tables of as many boxes as the level has, asked before the engine.
    Tables,
}

impl Engine {
    /// The name used on the command line and in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Sat => "sat",
            Self::External => "external",
            Self::Bfs => "bfs",
            Self::AStar => "astar",
            Self::Beam => "beam",
            Self::Tabu => "tabu",
            Self::IdaStar => "idastar",
            Self::Bidirectional => "bidirectional",
            Self::Improve => "improve",
            Self::Tables => "tables",
        }
    }
}

/// One horizon that a SAT engine worked on.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Horizon {
    /// The number of pushes asked for.
    pub t: usize,
    /// `sat`, `unsat` or `unknown`.
    pub verdict: &'static str,
    /// Variables of the formula.
    pub variables: u64,
    /// Clauses of the formula.
    pub clauses: u64,
    /// Conflicts met at this horizon, if the solver tells.
    pub conflicts: Option<u64>,
    /// Wall time at this horizon.
    pub seconds: f64,
}

/// The answer, with bounds and evidence; lengths are in pushes.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What was found out.
    pub status: Status,
    /// The evidence behind "minimal" or "unsolvable".
    pub proof: Proof,
    /// The engine that gave the answer (for an open one: that was asked).
    pub engine: Engine,
    /// The lower bound of the start position, before any search.
    pub start_bound: Option<usize>,
    /// No solution has fewer pushes; none for an unsolvable level.
    pub lower_bound: Option<usize>,
    /// The SAT solver that was asked, by its name or its command.
    pub solver: Option<String>,
    /// The horizons a SAT engine worked on, in order.
    pub horizons: Vec<Horizon>,
    /// What stands behind a lower bound above the start bound, or an unsolvable level.
    pub lower_proof: Proof,
    /// States whose pushes were tried, if a search was asked.
    pub states_expanded: Option<u64>,
    /// Successors that were new and not dead, where a search counts them.
    pub states_generated: Option<u64>,
    /// States kept in a table, if a search was asked.
    pub states_stored: Option<u64>,
    /// Why the engines were chosen as they were, one sentence each.
    pub remarks: Vec<String>,
}

impl Answer {
    /// The solution, if there is one.
    #[must_use]
    pub fn solution(&self) -> Option<&Verified> {
        match &self.status {
            Status::Solved(verified) => Some(verified),
            _ => None,
        }
    }

    /// Pushes of the shortest replayed solution.
    #[must_use]
    pub fn upper_bound(&self) -> Option<usize> {
        self.solution().map(Verified::pushes)
    }

    /// Whether the solution is proved to have the fewest pushes possible.
    #[must_use]
    pub fn is_minimal(&self) -> bool {
        self.proof != Proof::None
            && self.upper_bound().is_some()
            && self.upper_bound() == self.lower_bound
    }
}
