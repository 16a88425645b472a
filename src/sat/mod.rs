//! SAT solvers, and the loop that asks them one horizon after another.
//!
//! A [`Backend`] takes the clauses of one formula and answers; a [`Solver`] makes one for each formula;
//! [`horizons`] finds the fewest pushes of a level with one backend a horizon. "No" and "don't know" are different answers throughout.

#[cfg(feature = "cadical")]
pub mod cadical;
pub mod external;
pub mod horizons;
pub mod on_demand;
pub mod proof;
pub mod solver;
pub mod varisat;

use crate::cnf::{ClauseSink, Counter, Lit, Model, Rule};
use crate::limits::Stop;

pub use solver::Solver;

/// What a solver says about the clauses so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer<M = Model> {
    /// Satisfied by this model, or by what was read off it.
    Sat(M),
    /// No model satisfies the clauses.
    Unsat,
    /// Not decided, for this reason; the solver may not be asked again.
    Unknown(Stop),
    /// The solver did not work as solvers should; one sentence that names it.
    Failed(String),
}

impl<M> Answer<M> {
    /// The same answer with something else in place of a model.
    pub fn map<N>(self, read: impl FnOnce(M) -> N) -> Answer<N> {
        match self {
            Self::Sat(model) => Answer::Sat(read(model)),
            Self::Unsat => Answer::Unsat,
            Self::Unknown(stop) => Answer::Unknown(stop),
            Self::Failed(said) => Answer::Failed(said),
        }
    }
}

/// A solver under the limits that it was made with.
pub trait Backend {
    /// Adds a clause for good.
    fn add(&mut self, lits: &[Lit]);

    /// Looks for a model of all clauses.
    fn solve(&mut self) -> Answer;

    /// Conflicts met so far, if the solver tells.
    fn conflicts(&mut self) -> Option<u64>;
}

/// Feeds a solver with what is written, and counts it.
pub struct Feed<'b> {
    backend: &'b mut dyn Backend,
    /// Variables and clauses so far.
    pub count: Counter,
}

impl<'b> Feed<'b> {
    /// Feeds a solver that has no clauses yet.
    pub fn new(backend: &'b mut dyn Backend) -> Self {
        Self {
            backend,
            count: Counter::default(),
        }
    }

    /// The solver.
    pub fn backend(&mut self) -> &mut dyn Backend {
        self.backend
    }
}

impl ClauseSink for Feed<'_> {
    fn fresh(&mut self) -> Lit {
        self.count.fresh()
    }

    fn clause(&mut self, rule: &'static Rule, lits: &[Lit]) {
        self.count.clause(rule, lits);
        self.backend.add(lits);
    }
}
