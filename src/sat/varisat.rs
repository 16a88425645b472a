//! varisat 0.2.2 as a backend that keeps limits.
//!
//! varisat has no limits of its own, but the proof that it writes can be watched: a [`Monitor`]
//! takes the bytes of a binary DRAT proof, counts the clauses learnt, reads the clock, keeps nothing,
//! and ends the solve by an error. The solver is dead afterwards; this backend then repeats its
//! reason and never asks the solver again. varisat hands the proof over in pieces of some 8 kB,
//! which are milliseconds of work.
//!
//! Watching the steps of varisat's own checker instead costs half of the conflicts a second (8,400
//! for 16,000 on Microban 118). What that check would find is not looked
//! for here; a run can be recorded and its proof checked apart ([`super::proof`]).
//!
//! Assumptions are not offered: an assumption that is false at the top level leaves a mark behind,
//! and the next failed one then names literals that were not assumed.

use std::cell::Cell;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use varisat::solver::SolverError;
use varisat::{ExtendFormula, ProofFormat, Solver};

use super::{Answer, Backend};
use crate::cnf::{Lit, Model};
use crate::limits::{Limits, Stop};
use crate::progress::Progress;

/// Watches a solve: counts its conflicts and ends it when a limit is reached.
pub struct Monitor<'p> {
    limits: Limits,
    seen: Rc<Seen>,
    told: Option<&'p Progress>,
    before: u64,
    /// Whether the next byte of the proof begins a clause.
    at_start: bool,
}

#[derive(Default)]
struct Seen {
    conflicts: Cell<u64>,
    stop: Cell<Option<Stop>>,
}

impl<'p> Monitor<'p> {
    /// A monitor for one solver.
    #[must_use]
    pub fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            seen: Rc::default(),
            told: None,
            before: 0,
            at_start: true,
        }
    }

    /// Also tells `progress` of every conflict, on top of `before` from earlier solvers.
    #[must_use]
    pub fn telling(mut self, progress: &'p Progress, before: u64) -> Self {
        self.told = Some(progress);
        self.before = before;
        self
    }

    fn count_conflict(&self) {
        let conflicts = self.seen.conflicts.get() + 1;
        self.seen.conflicts.set(conflicts);
        if let Some(progress) = self.told {
            progress.conflicts(self.before + conflicts);
        }
    }
}

impl Monitor<'_> {
    fn watch(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match (self.at_start, byte) {
                (true, ADDED) => self.count_conflict(),
                (_, END) => {
                    self.at_start = true;
                    continue;
                }
                _ => {}
            }
            self.at_start = false;
        }
    }
}

/// How a learnt clause begins in a binary DRAT proof.
const ADDED: u8 = b'a';
/// How every clause ends in one, and nothing else.
const END: u8 = 0;

impl Write for Monitor<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.watch(bytes);
        self.limits.check().map_err(|stop| {
            self.seen.stop.set(Some(stop));
            io::Error::other(stop)
        })?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The solver. It is watched up to its first answer: after clauses that come later it has no limits.
pub struct Varisat<'m> {
    solver: Solver<'m>,
    seen: Rc<Seen>,
    /// Whether an answer was given since the last clause.
    solved: bool,
}

impl<'m> Varisat<'m> {
    /// A solver without clauses, watched by `monitor`.
    #[must_use]
    pub fn new(monitor: Monitor<'m>) -> Self {
        let seen = Rc::clone(&monitor.seen);
        let mut solver = Solver::new();
        solver.write_proof(monitor, ProofFormat::BinaryDrat);
        Self {
            solver,
            seen,
            solved: false,
        }
    }

    fn try_solve(&mut self) -> Result<Option<Model>, SolverError> {
        if !self.solver.solve()? {
            return Ok(None);
        }
        let lits = self.solver.model().unwrap_or_default();
        Ok(Some(Model::new(lits.into_iter().filter_map(native))))
    }
}

impl Backend for Varisat<'_> {
    fn add(&mut self, lits: &[Lit]) {
        if std::mem::take(&mut self.solved) {
            // DRAT has no clauses after an answer. Closing may meet a limit, which `seen` then has.
            drop(self.solver.close_proof());
        }
        if self.seen.stop.get().is_none() {
            let lits: Vec<varisat::Lit> = lits.iter().copied().map(foreign).collect();
            self.solver.add_clause(&lits);
        }
    }

    fn solve(&mut self) -> Answer {
        if let Some(stop) = self.seen.stop.get() {
            return Answer::Unknown(stop);
        }
        // A panic is how varisat reports a fault of its own; nothing of the solver is used after one.
        self.solved = true;
        let solved = catch_unwind(AssertUnwindSafe(|| self.try_solve()));
        match solved {
            Ok(Ok(Some(model))) => Answer::Sat(model),
            Ok(Ok(None)) => Answer::Unsat,
            Ok(Err(_)) | Err(_) => {
                let stop = self.seen.stop.get().unwrap_or(Stop::Failed);
                self.seen.stop.set(Some(stop));
                Answer::Unknown(stop)
            }
        }
    }

    fn conflicts(&mut self) -> Option<u64> {
        Some(self.seen.conflicts.get())
    }
}

fn foreign(lit: Lit) -> varisat::Lit {
    let number = isize::try_from(lit.dimacs());
    varisat::Lit::from_dimacs(number.expect("32 bits fit into a machine word"))
}

fn native(lit: varisat::Lit) -> Option<Lit> {
    i32::try_from(lit.to_dimacs())
        .ok()
        .and_then(Lit::from_dimacs)
}
