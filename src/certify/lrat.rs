//! Checks a refutation in LRAT format.
//!
//! A step adds a clause C with a list of hints, ids of live clauses. All literals of C are made
//! false; then each hint in turn must have exactly one literal that is not false yet, which
//! becomes true, but for the last hint, which must have none: a conflict. So C follows from the
//! clauses before it, and the empty clause at the end refutes the formula. Steps by unit
//! propagation suffice for this; RAT steps, which keep satisfiability only, are refused.
//!
//! The check is stricter than some: ids rise, hints are unit and none stands behind the conflict,
//! lemmas have neither repeated literals nor tautologies nor variables of their own, and what is
//! deleted or used must be live. Every step of the file is checked, also behind the empty clause.
//!
//! Cost: time linear in the bytes of the proof and the literals of its hints; memory for the
//! formula, the live lemmas and one byte a variable.
//!
//! Source: L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp: Efficient certified
//! RAT verification, CADE 2017.

mod fault;
mod steps;
mod store;

use std::io::Read;

pub use fault::{At, Fault, LratError, Place};
use steps::{Kind, Steps};
use store::Store;

use super::dimacs::Cnf;
use crate::limits::Limits;

/// What an accepted proof consists of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Report {
    /// Clauses added.
    pub additions: u64,
    /// Clauses deleted.
    pub deletions: u64,
    /// Hints followed.
    pub hints: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Checks that `proof`, as text or in binary, derives the empty clause from `cnf`.
///
/// The stream needs no buffer of its own.
///
/// # Errors
/// The first fault of the proof, a failing stream, or the limit that was reached.
///
/// # Example
/// ```
/// use sokosat::certify::{dimacs::Cnf, lrat};
/// use sokosat::limits::Limits;
///
/// let limits = Limits::none();
/// let cnf = Cnf::read(&b"p cnf 2 3\n1 2 0\n-1 2 0\n-2 0\n"[..], &limits)?;
/// let report = lrat::check(&cnf, &b"4 2 0 1 2 0\n5 0 4 3 0\n"[..], &limits)?;
/// assert_eq!((report.additions, report.hints), (2, 4));
/// assert!(lrat::check(&cnf, &b"4 2 0 1 2 0\n"[..], &limits).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(cnf: &Cnf, proof: impl Read, limits: &Limits) -> Result<Report, LratError> {
    let variables = cnf.largest_variable() as usize + 1;
    limits.may_grow(variables as u64)?;
    let mut checker = Checker {
        store: Store::new(cnf),
        values: vec![0; variables],
        trail: Vec::new(),
        last: cnf.len() as u64,
        refuted: false,
        work: 0,
        limits,
        report: Report::default(),
    };
    let mut steps = Steps::new(proof, limits)?;
    while let Some(kind) = steps.next()? {
        checker
            .step(kind, &steps.lits, &steps.ids)
            .map_err(|error| match error {
                Trouble::Stopped(stop) => LratError::Stopped(stop),
                Trouble::Fault(fault) => LratError::Refused {
                    place: steps.place,
                    fault,
                },
            })?;
    }
    if !checker.refuted {
        let (place, fault) = (steps.place, Fault::NoEmptyClause);
        return Err(LratError::Refused { place, fault });
    }
    checker.report.bytes = steps.offset();
    Ok(checker.report)
}

/// Literals between two looks at the limits.
const PATIENCE: usize = 1 << 18;

/// Why a step was not taken.
#[derive(Debug, thiserror::Error)]
enum Trouble {
    #[error(transparent)]
    Fault(#[from] Fault),
    #[error(transparent)]
    Stopped(#[from] crate::limits::Stop),
}

/// What a clause says under the present values.
enum Reading {
    Conflict,
    Unit(i32),
    Satisfied(i32),
    Open,
}

struct Checker<'a> {
    store: Store<'a>,
    /// 1 for a true variable, -1 for a false one, 0 for an open one.
    values: Vec<i8>,
    /// The variables that are not open.
    trail: Vec<usize>,
    /// The largest id so far.
    last: u64,
    /// Whether the empty clause was derived.
    refuted: bool,
    /// Literals visited since the last look at the limits.
    work: usize,
    limits: &'a Limits,
    report: Report,
}

impl Checker<'_> {
    fn step(&mut self, kind: Kind, lits: &[i32], ids: &[i64]) -> Result<(), Trouble> {
        match kind {
            Kind::Delete => self.delete(ids),
            Kind::Add(id) => self.add(id, lits, ids),
        }
    }

    fn delete(&mut self, ids: &[i64]) -> Result<(), Trouble> {
        for &id in ids {
            let known = self.known(id)?;
            if !self.store.delete(known) {
                return Err(Fault::DeadClause(known).into());
            }
        }
        self.report.deletions += ids.len() as u64;
        Ok(())
    }

    fn add(&mut self, id: u64, lits: &[i32], hints: &[i64]) -> Result<(), Trouble> {
        if id <= self.last {
            return Err(Fault::IdNotAbove { last: self.last }.into());
        }
        for &lit in lits {
            self.refute(lit)?;
        }
        self.follow(hints)?;
        for variable in self.trail.drain(..) {
            self.values[variable] = 0;
        }
        self.store.add(id, lits, self.limits)?;
        self.last = id;
        self.refuted |= lits.is_empty();
        self.report.additions += 1;
        self.report.hints += hints.len() as u64;
        Ok(())
    }

    /// Makes a literal of the new clause false.
    fn refute(&mut self, lit: i32) -> Result<(), Fault> {
        if lit.unsigned_abs() as usize >= self.values.len() {
            return Err(Fault::UnknownVariable(lit));
        }
        match self.value(lit) {
            0 => self.assign(-lit),
            value if value < 0 => return Err(Fault::Repeated(lit)),
            _ => return Err(Fault::Tautology(lit)),
        }
        Ok(())
    }

    /// Propagates hint by hint up to the conflict.
    fn follow(&mut self, hints: &[i64]) -> Result<(), Trouble> {
        let mut conflict = false;
        for &hint in hints {
            if hint < 0 {
                return Err(Fault::Rat(hint).into());
            }
            let id = self.known(hint)?;
            if conflict {
                return Err(Fault::AfterConflict(id).into());
            }
            match self.read(id)? {
                Reading::Conflict => conflict = true,
                Reading::Unit(lit) => self.assign(lit),
                Reading::Satisfied(lit) => return Err(Fault::Satisfied { hint: id, lit }.into()),
                Reading::Open => return Err(Fault::NotUnit(id).into()),
            }
        }
        if !conflict {
            return Err(Fault::NoConflict.into());
        }
        if self.work > PATIENCE {
            self.work = 0;
            self.limits.check()?;
        }
        Ok(())
    }

    fn read(&mut self, id: u64) -> Result<Reading, Fault> {
        let clause = self.store.get(id).ok_or(Fault::DeadClause(id))?;
        self.work += clause.len();
        let mut open = None;
        for &lit in clause {
            match self.value(lit) {
                0 if open.is_none_or(|first| first == lit) => open = Some(lit),
                0 => return Ok(Reading::Open),
                value if value > 0 => return Ok(Reading::Satisfied(lit)),
                _ => {}
            }
        }
        Ok(open.map_or(Reading::Conflict, Reading::Unit))
    }

    /// The id of a clause that exists or has existed.
    fn known(&self, id: i64) -> Result<u64, Fault> {
        match u64::try_from(id) {
            Ok(known) if known > 0 && known <= self.last => Ok(known),
            _ => Err(Fault::UnknownClause(id)),
        }
    }

    fn value(&self, lit: i32) -> i8 {
        let value = self.values[lit.unsigned_abs() as usize];
        if lit < 0 { -value } else { value }
    }

    fn assign(&mut self, lit: i32) {
        let variable = lit.unsigned_abs() as usize;
        self.values[variable] = if lit < 0 { -1 } else { 1 };
        self.trail.push(variable);
    }
}
