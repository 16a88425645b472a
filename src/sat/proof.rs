//! Records the proof of a varisat run, incremental or not, and writes it as CNF and LRAT.
//!
//! A [`ProofRecorder`] is lent to the solver as a proof processor; the [`Recording`] that comes
//! with it is told each clause just before the solver and writes the proof at the end. varisat's
//! own checker hands over every clause that it accepts with an id and the ids from which it
//! follows; clauses and lemmas share one row of ids, so that ids are translated at once into
//! numbers of clauses and numbers of lemmas, and the latter only get their final ids in writing.
//! Literals come in varisat's internal names and are turned into those of the caller.
//!
//! What is kept is the *last refutation*: the empty clause, or assumptions that failed, with the
//! clauses and lemmas up to that moment. Later clauses, lemmas and models do no harm, so the
//! refutation of one horizon can be written after the next one was satisfied. Failed assumptions
//! become unit clauses at the end of the formula.
//!
//! A processor sees all clauses, those before the first solve too; they are missing in varisat's
//! own proof files only. Nothing is reported of clauses added after the formula was refuted
//! outright; the recording has them from the caller and writes them all the same. varisat reports
//! sorted clauses without repeated literals, gives copies and tautologies an id of their own which
//! it never uses, and says nothing more about the empty clause; see [`Recording::clause`].
//!
//! A monitor with limits may be lent to the same solver before the recorder: processors are called
//! in turn, and the first error ends the solve. How assumptions can make varisat panic is told in
//! [`super::varisat`]; a solver without assumptions for each horizon is recorded in the same way.
//!
//! Cost: lemmas and clauses go to temporary files; in memory are 8 bytes for each of them that
//! varisat ever had. Writing reads the lemmas twice and leaves out those that nothing needs.

mod output;
mod tape;

use std::cell::RefCell;
use std::io::{self, BufWriter, Write};
use std::rc::Rc;

use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};

pub use output::{Format, Summary};
use tape::{Lemma, Mark, Ref, Tape};

use crate::cnf::Lit;
use crate::limits::{Limits, Stop};

/// Why a proof could not be recorded or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// A file could not be written or read.
    #[error("the proof could not be recorded: {0}")]
    Io(#[from] io::Error),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The solver was given a clause that the recording was not told.
    #[error("the solver has a clause that was not recorded before it")]
    Unrecorded,
    /// The proof hides a variable, or uses a step that hides one.
    #[error("the proof has a hidden variable")]
    Hidden,
    /// Nothing has been refuted.
    #[error("there is no refutation to write")]
    NotRefuted,
    /// The recording ended early for a reason that was given to the solver.
    #[error("the recording has ended early")]
    Ended,
}

/// Why clauses contradict each other, at some moment of the run.
struct Refutation {
    /// The assumptions that failed, none when the formula is refuted outright.
    core: Vec<i32>,
    /// Where the empty clause comes from once the core is given.
    hints: Vec<Ref>,
    /// Clauses at the moment.
    clauses: u64,
    /// Their largest variable.
    variables: u32,
    lemmas: Mark,
}

/// All that is shared by the two ends of a recording.
struct Book {
    limits: Limits,
    /// The clauses as lines of a DIMACS file.
    clauses: BufWriter<std::fs::File>,
    /// How many.
    count: u64,
    /// Their largest variable.
    variables: u32,
    /// The last clause, sorted and without repeated literals.
    last: Vec<i32>,
    tape: Tape,
    /// What each of varisat's ids stands for, as a code.
    names: Vec<u64>,
    lemma: Lemma,
    refutation: Option<Refutation>,
    /// The first failure, until it is reported.
    failure: Option<RecordError>,
    ended: bool,
}

/// The end of a recording that the solver holds.
pub struct ProofRecorder {
    book: Rc<RefCell<Book>>,
}

/// The end of a recording that the owner of the solver holds.
pub struct Recording {
    book: Rc<RefCell<Book>>,
}

impl ProofRecorder {
    /// Starts a recording for one solver that has no clauses yet.
    ///
    /// When a limit is reached the recorder ends the solve with the [`Stop`] as its cause.
    ///
    /// # Errors
    /// When there is no room for temporary files.
    pub fn new(limits: &Limits) -> io::Result<(Self, Recording)> {
        let book = Rc::new(RefCell::new(Book {
            limits: limits.clone(),
            clauses: BufWriter::new(tempfile::tempfile()?),
            count: 0,
            variables: 0,
            last: Vec::new(),
            tape: Tape::new()?,
            names: Vec::new(),
            lemma: Lemma::default(),
            refutation: None,
            failure: None,
            ended: false,
        }));
        let other = Rc::clone(&book);
        Ok((Self { book }, Recording { book: other }))
    }
}

impl ProofProcessor for ProofRecorder {
    fn process_step(&mut self, step: &CheckedProofStep, data: CheckerData) -> anyhow::Result<()> {
        let mut book = self.book.borrow_mut();
        let taken = match book.failure.take() {
            Some(failure) => Err(failure),
            None => book.take(step, data),
        };
        book.ended |= taken.is_err();
        taken.map_err(|error| match error {
            RecordError::Stopped(reason) => anyhow::Error::new(reason),
            error => anyhow::Error::new(error),
        })
    }
}

impl Recording {
    /// Notes a clause, which must be added to the solver next.
    ///
    /// The formula that is written has exactly the clauses noted here, each as it was given, in
    /// this order. A failure to write is kept and ends the solve at its next step.
    pub fn clause(&self, lits: &[Lit]) {
        let mut book = self.book.borrow_mut();
        if let Err(error) = book.note(lits) {
            book.failure.get_or_insert(error.into());
        }
    }

    /// Whether there is a refutation to write.
    #[must_use]
    pub fn refuted(&self) -> bool {
        self.book.borrow().refutation.is_some()
    }

    /// Writes the last refutation: the formula as DIMACS CNF, its proof as LRAT.
    ///
    /// The formula has the clauses up to the refutation, or all clauses if no assumptions were
    /// needed, and then the failed assumptions as unit clauses. May be called again later.
    ///
    /// # Errors
    /// [`RecordError::NotRefuted`] before a refutation; failures of the recording so far, of the
    /// outputs and of the temporary files; the limit that was reached.
    pub fn write(
        &self,
        cnf: &mut dyn Write,
        lrat: &mut dyn Write,
        format: Format,
        limits: &Limits,
    ) -> Result<Summary, RecordError> {
        let mut book = self.book.borrow_mut();
        if let Some(failure) = book.failure.take() {
            book.ended = true;
            return Err(failure);
        }
        if book.ended {
            return Err(RecordError::Ended);
        }
        output::write(&mut book, cnf, lrat, (format, limits))
    }
}

impl Book {
    fn note(&mut self, lits: &[Lit]) -> io::Result<()> {
        self.last.clear();
        for lit in lits {
            self.last.push(lit.dimacs());
            self.variables = self.variables.max(lit.var());
            write!(self.clauses, "{} ", lit.dimacs())?;
        }
        self.last.sort_unstable();
        self.last.dedup();
        self.count += 1;
        self.clauses.write_all(b"0\n")
    }

    fn take(&mut self, step: &CheckedProofStep, data: CheckerData) -> Result<(), RecordError> {
        use CheckedProofStep as Step;
        self.limits.check()?;
        match *step {
            Step::AddClause { id, clause }
            | Step::DuplicatedClause { id, clause, .. }
            | Step::TautologicalClause { id, clause } => self.input(id, clause, data),
            Step::AtClause {
                clause: [],
                propagations,
                ..
            } => {
                let hints = self.refs(propagations)?;
                self.refute(Vec::new(), hints);
                Ok(())
            }
            Step::AtClause {
                id,
                clause,
                propagations,
                ..
            } => {
                let hints = self.refs(propagations)?;
                self.derive(id, user_literals(clause, data)?, hints)
            }
            Step::FailedAssumptions {
                failed_core,
                propagations,
            } => {
                let core = user_literals(failed_core, data)?;
                let hints = self.refs(propagations)?;
                self.refute(core, hints);
                Ok(())
            }
            Step::DeleteRatClause { .. } | Step::UserVar { user_var: None, .. } => {
                Err(RecordError::Hidden)
            }
            // Deletions are worked out anew in writing; the rest says nothing about clauses.
            Step::UserVar { .. }
            | Step::DeleteClause { .. }
            | Step::DeleteAtClause { .. }
            | Step::MakeIrredundant { .. }
            | Step::Model { .. }
            | Step::Assumptions { .. } => Ok(()),
        }
    }

    fn input(
        &mut self,
        id: u64,
        clause: &[varisat::Lit],
        data: CheckerData,
    ) -> Result<(), RecordError> {
        let mut lits = user_literals(clause, data)?;
        lits.sort_unstable();
        let index = self.count.checked_sub(1);
        let index = index
            .filter(|_| lits == self.last)
            .ok_or(RecordError::Unrecorded)?;
        self.name(id, Ref::Input(index))?;
        if lits.is_empty() {
            self.refute(Vec::new(), vec![Ref::Input(index)]);
        }
        Ok(())
    }

    fn derive(&mut self, id: u64, lits: Vec<i32>, hints: Vec<Ref>) -> Result<(), RecordError> {
        self.name(id, Ref::Lemma(self.tape.mark().lemmas))?;
        self.lemma = Lemma { lits, hints };
        self.tape.push(&self.lemma)?;
        Ok(())
    }

    fn refute(&mut self, core: Vec<i32>, hints: Vec<Ref>) {
        self.refutation = Some(Refutation {
            core,
            hints,
            clauses: self.count,
            variables: self.variables,
            lemmas: self.tape.mark(),
        });
    }

    /// Notes what the next id stands for.
    fn name(&mut self, id: u64, meaning: Ref) -> Result<(), RecordError> {
        assert_eq!(
            id,
            self.names.len() as u64,
            "varisat numbers clauses and lemmas in one row"
        );
        if self.names.len() == self.names.capacity() {
            self.limits.may_grow(self.names.capacity() as u64 * 16)?;
        }
        self.names.push(meaning.code());
        Ok(())
    }

    fn refs(&self, ids: &[u64]) -> Result<Vec<Ref>, RecordError> {
        let name = |id: &u64| self.names.get(usize::try_from(*id).ok()?);
        let reference = |id| name(id).map(|&code| Ref::from_code(code));
        let found = ids
            .iter()
            .map(|id| reference(id).ok_or(RecordError::Unrecorded));
        found.collect()
    }
}

/// Literals of the proof as DIMACS literals of the caller.
fn user_literals(lits: &[varisat::Lit], data: CheckerData) -> Result<Vec<i32>, RecordError> {
    let user = |lit: &varisat::Lit| {
        let variable = data.user_from_proof_var(lit.var())?;
        i32::try_from(variable.lit(lit.is_positive()).to_dimacs()).ok()
    };
    let found = lits.iter().map(|lit| user(lit).ok_or(RecordError::Hidden));
    found.collect()
}
