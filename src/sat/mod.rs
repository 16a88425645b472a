//! SAT solvers, and the loop that asks them one horizon after another.
//!
//! A [`Backend`] takes the clauses of one formula and answers; [`horizons`] finds the fewest
//! pushes of a level with one solver a horizon. "No" and "don't know" are different answers throughout.

pub mod horizons;
pub mod on_demand;
pub mod proof;
pub mod varisat;

use crate::cnf::{ClauseSink, Counter, Lit, Model, Rule};
use crate::limits::Stop;

/// What a solver says about the clauses so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Satisfied by this model.
    Sat(Model),
    /// No model satisfies the clauses.
    Unsat,
    /// Not decided, for this reason; the solver may not be asked again.
    Unknown(Stop),
}

/// A solver under the limits that it was made with.
pub trait Backend {
    /// Adds a clause for good.
    fn add(&mut self, lits: &[Lit]);

    /// Looks for a model of all clauses.
    fn solve(&mut self) -> Answer;

    /// Conflicts met so far.
    fn conflicts(&self) -> u64;
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
