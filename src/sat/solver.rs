//! Who answers the formulas of the horizons.

use super::Backend;
use super::external::{External, SolverCommand};
use super::varisat::{Monitor, Varisat};
use crate::limits::Limits;
use crate::progress::Progress;

/// A SAT solver to choose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Solver {
    /// [varisat](https://docs.rs/varisat), part of every build.
    #[default]
    Varisat,
    /// CaDiCaL, part of builds with the feature `cadical`.
    #[cfg(feature = "cadical")]
    Cadical,
    /// A program, started anew for each formula.
    External(SolverCommand),
}

/// Who is told of conflicts while a solver works.
#[derive(Debug, Clone, Copy)]
pub struct Told<'p> {
    /// The counters.
    pub progress: &'p Progress,
    /// Conflicts of earlier solvers.
    pub before: u64,
}

impl std::fmt::Display for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Varisat => f.write_str("varisat"),
            #[cfg(feature = "cadical")]
            Self::Cadical => f.write_str("CaDiCaL"),
            Self::External(command) => command.fmt(f),
        }
    }
}

impl Solver {
    /// The solvers that are part of this build.
    #[must_use]
    pub fn built_in() -> Vec<Self> {
        vec![
            Self::Varisat,
            #[cfg(feature = "cadical")]
            Self::Cadical,
        ]
    }

    /// A backend without clauses that keeps these limits.
    #[must_use]
    pub fn start<'p>(&self, limits: &Limits, told: Option<Told<'p>>) -> Box<dyn Backend + 'p> {
        match self {
            Self::Varisat => {
                let monitor = Monitor::new(limits);
                Box::new(Varisat::new(match told {
                    Some(Told { progress, before }) => monitor.telling(progress, before),
                    None => monitor,
                }))
            }
            #[cfg(feature = "cadical")]
            Self::Cadical => Box::new(super::cadical::Cadical::new(limits, told)),
            Self::External(command) => Box::new(External::new(command.clone(), limits)),
        }
    }
}
