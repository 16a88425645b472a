//! Search over positions: engines that end with a plan, with the proof that there is none, or at a limit.

pub mod astar;
pub mod beam;
pub mod bestfirst;
pub mod bfs;
pub mod bidirectional;
pub mod both_ways;
pub mod deepening;
mod half;
pub mod idastar;
pub mod packing;
pub mod parts;
pub mod prune;
pub mod pulls;
pub mod pushes;
pub mod queue;
pub mod seen;
pub mod symmetric;
pub mod table;
pub mod tabu;
pub mod trail;
pub mod window;

use crate::board::Push;
use crate::limits::Stop;

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// A plan; one with as few pushes as possible unless the order of the search is not exact.
    Solved(Vec<Push>),
    /// Every position that can be reached was looked at: there is no plan.
    Exhausted,
    /// A limit was reached first.
    Stopped(Stop),
}

/// What a search found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// How it ended.
    pub verdict: Verdict,
    /// Every plan has this many pushes or more; the number of pushes when solved in an exact order.
    pub lower_bound: u32,
    /// Positions whose pushes were all looked at.
    pub expanded: u64,
    /// Positions held at the end.
    pub stored: u64,
}

/// Where a running search stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Every plan has this many pushes or more.
    pub lower_bound: u32,
    /// Positions whose pushes were all looked at.
    pub expanded: u64,
    /// Positions held.
    pub stored: u64,
}

/// How a search that keeps its plan to itself ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// A cheapest plan was found.
    Found,
    /// There is no plan.
    Exhausted,
    /// There is no plan of fewer steps than the ceiling.
    AtCeiling,
    /// At a limit.
    Stopped(Stop),
}
