//! The files of a refutation, whatever the formula is about.

use serde::de::DeserializeOwned;

use super::super::dimacs::{Cnf, CnfError, line_of_clause};
use super::super::lrat::{self, LratError};
use super::fault::Fault;
use super::folder::{Folder, unread};
use crate::limits::Limits;

/// The most bytes of tables and of a map.
pub(super) const MOST_BYTES: u64 = 1 << 32;

/// How many bytes in memory a byte of a map takes at most.
const GROWTH: u64 = 4;

impl Folder {
    /// Reads the formula; gives its hash too.
    pub(super) fn formula(&self, limits: &Limits) -> Result<(Cnf, String), Fault> {
        self.read("formula.cnf", |stream| {
            Cnf::read(stream, limits).map_err(unread_formula)
        })
    }

    /// The line on which a clause of the formula begins; clauses are counted from zero.
    pub(super) fn line_of(&self, clause: usize) -> Option<u64> {
        let found = self.read("formula.cnf", |stream| Ok(line_of_clause(stream, clause)));
        found.ok()?.0
    }

    /// Reads the map of the formula.
    pub(super) fn map<M: DeserializeOwned>(&self, limits: &Limits) -> Result<M, Fault> {
        let bytes = self.bytes("map.json", MOST_BYTES, limits)?;
        limits.may_grow(GROWTH * bytes.len() as u64)?;
        serde_json::from_slice(&bytes).map_err(|error| Fault::refused(format!("map.json: {error}")))
    }

    /// Follows the proof; gives a sentence on it.
    pub(super) fn proof(&self, cnf: &Cnf, limits: &Limits) -> Result<String, Fault> {
        let (report, _) = self.read("proof.lrat", |stream| {
            lrat::check(cnf, stream, limits).map_err(unread_proof)
        })?;
        Ok(format!(
            "the proof refutes the formula: {} steps by unit propagation with {} hints",
            report.additions, report.hints
        ))
    }
}

fn unread_formula(error: CnfError) -> Fault {
    match error {
        CnfError::Io(error) => unread("formula.cnf", &error),
        CnfError::Stopped(stop) => Fault::Stopped(stop),
        CnfError::Text { .. } => Fault::refused(format!("formula.cnf:{error}")),
    }
}

fn unread_proof(error: LratError) -> Fault {
    match error {
        LratError::Io(error) => unread("proof.lrat", &error),
        LratError::Stopped(stop) => Fault::Stopped(stop),
        LratError::Refused { .. } => Fault::refused(format!("proof.lrat: {error}")),
    }
}
