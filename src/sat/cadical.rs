//! CaDiCaL 1.9.5 as a backend that keeps limits, by the cargo feature `cadical`.
//!
//! The feature is off by default: it compiles C++ (about a minute of CPU time). Of the bindings there are,
//! the crate `cadical` was chosen: it needs a C++ compiler and the crate `cc`, nothing else; its
//! sources are part of it; and its stop hook is a safe trait. `rustsat-cadical` 0.7 has newer
//! versions and proofs, but its build runs `bindgen`, which needs libclang. `cadical-sys` 0.8 has
//! CaDiCaL 3.0 and proofs, but its stop hook can only be made by `unsafe` code. The price: no
//! proofs here; they come from varisat ([`super::proof`]).
//!
//! CaDiCaL asks the hook every few conflicts and in the loops of its preprocessing; each clause learnt
//! is counted as a conflict.
//!
//! Measured on every fifth level of Microban, 10 CPU seconds each: 30 of 31 minima proved, varisat 28 (130 and
//! 135 only here, 140 by neither). On the 28 levels of both: 11.5 CPU seconds and 127,000 conflicts,
//! varisat 17.0 and 602,000.

use ::cadical::{Callbacks, Solver};

use super::solver::Told;
use super::{Answer, Backend};
use crate::cnf::{Lit, Model};
use crate::limits::{Limits, Stop};

/// Watches a solve: counts its conflicts and ends it when a limit is reached.
struct Watch<'p> {
    limits: Limits,
    told: Option<Told<'p>>,
    conflicts: u64,
    stop: Option<Stop>,
}

impl Callbacks for Watch<'_> {
    fn terminate(&mut self) -> bool {
        self.stop = self.stop.or(self.limits.check().err());
        self.stop.is_some()
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _: &[i32]) {
        self.conflicts += 1;
        if let Some(told) = self.told {
            told.progress.conflicts(told.before + self.conflicts);
        }
    }
}

/// The solver.
pub struct Cadical<'p> {
    solver: Solver<Watch<'p>>,
    variables: i32,
}

impl<'p> Cadical<'p> {
    /// A solver without clauses under these limits.
    #[must_use]
    pub fn new(limits: &Limits, told: Option<Told<'p>>) -> Self {
        let mut solver = Solver::new();
        solver.set_callbacks(Some(Watch {
            limits: limits.clone(),
            told,
            conflicts: 0,
            stop: None,
        }));
        Self {
            solver,
            variables: 0,
        }
    }

    fn watch(&mut self) -> &mut Watch<'p> {
        let watch = self.solver.get_callbacks();
        watch.expect("the callbacks are set when the solver is made and come back after each solve")
    }

    fn model(&self) -> Model {
        let values = (1..=self.variables).filter(|&var| self.solver.value(var) == Some(true));
        Model::new(values.filter_map(Lit::from_dimacs))
    }
}

impl Backend for Cadical<'_> {
    fn add(&mut self, lits: &[Lit]) {
        let numbers = lits.iter().map(|lit| lit.dimacs());
        let largest = numbers.clone().map(i32::abs).max();
        self.variables = self.variables.max(largest.unwrap_or(0));
        self.solver.add_clause(numbers);
    }

    fn solve(&mut self) -> Answer {
        if self.watch().terminate() {
            return Answer::Unknown(self.watch().stop.unwrap_or(Stop::Failed));
        }
        match self.solver.solve() {
            Some(true) => Answer::Sat(self.model()),
            Some(false) => Answer::Unsat,
            None => Answer::Unknown(self.watch().stop.unwrap_or(Stop::Failed)),
        }
    }

    fn conflicts(&mut self) -> Option<u64> {
        Some(self.watch().conflicts)
    }
}
