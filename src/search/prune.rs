//! Which pruning rules and bounds a search uses: the switch behind `--prune`.
//!
//! Every set of rules gives the same verdict and the same minimum; a rule only saves work.

use crate::switches::{Switch, Switches};

/// One family of pruned positions, or one bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// Positions with boxes frozen off goals are dead ([`crate::deadlock::freeze`]).
    Freeze,
    /// Where a corral must be opened first, only its pushes are tried ([`crate::deadlock::corral`]).
    Corral,
    /// The bound is the cheapest assignment ([`crate::heuristic::assignment`]), not the sum of
    /// the nearest goals.
    Matching,
    /// Two boxes that can never both get home are dead, and the costs of disjoint pairs are added
    /// to the assignment ([`crate::heuristic::pairs`]).
    Pairs,
    /// A search that goes on for long fills tables of up to four boxes ([`crate::heuristic::groups`]).
    Groups,
    /// Boxes frozen on goals are walls for the assignment of the others
    /// ([`crate::heuristic::walled`]).
    Walls,
    /// Positions in which the pushed box completes a pattern of the library are dead
    /// ([`crate::deadlock::local`]).
    Local,
    /// Of positions that are equal under a symmetry of the board one is stored
    /// ([`crate::search::symmetric`]); for A* and IDA*.
    Symmetry,
}

impl Switch for Rule {
    const KIND: &'static str = "pruning rule";

    const ALL: &'static [Self] = &[
        Self::Freeze,
        Self::Corral,
        Self::Matching,
        Self::Pairs,
        Self::Groups,
        Self::Walls,
        Self::Local,
        Self::Symmetry,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Freeze => "freeze",
            Self::Corral => "corral",
            Self::Matching => "matching",
            Self::Pairs => "pairs",
            Self::Groups => "groups",
            Self::Walls => "walls",
            Self::Local => "local",
            Self::Symmetry => "symmetry",
        }
    }
}

/// A set of rules; without any only dead lone boxes are pruned.
pub type Prune = Switches<Rule>;
