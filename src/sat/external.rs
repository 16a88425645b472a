//! Any SAT solver that is a program: it reads a DIMACS file and prints what solvers print.
//!
//! Each solve starts the program anew on a temporary file with all clauses. It runs in a process
//! group of its own; when a limit is reached, or when it has ended, the whole group is ended, so that
//! nothing it started survives. Its time is bounded by the limits within some 20 ms, its memory
//! (summed over the group, where `/proc` shows it) within some 100 ms.
//!
//! What it prints is believed only as far as [`crate::cnf::printed`] goes: a verdict in due form that
//! the exit code does not contradict. A model is still no solution (the judge decides); a refuted
//! horizon rests on the program's word, and answers name it. All else, a program that is missing,
//! that crashes or prints something else, is [`Answer::Failed`] with one sentence.

mod child;
mod command;
mod draft;
mod group;

use std::fs::File;
use std::io;

pub use command::{BadCommand, SolverCommand};

use super::{Answer, Backend};
use crate::cnf::Lit;
use crate::cnf::printed::{self, Printed, PrintedError, Run};
use crate::limits::{Limits, Stop};
use child::{Ended, Fault, longest};
use draft::Draft;

/// A program as a backend.
pub struct External {
    command: SolverCommand,
    limits: Limits,
    /// The formula so far, or what the system said when it was written.
    draft: io::Result<Draft>,
}

/// Why a run has no verdict.
enum NoVerdict {
    Stopped(Stop),
    /// One clause of a sentence whose subject is the solver.
    Failed(String),
}

impl From<Stop> for NoVerdict {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl External {
    /// A backend without clauses; nothing is started yet.
    #[must_use]
    pub fn new(command: SolverCommand, limits: &Limits) -> Self {
        Self {
            command,
            limits: limits.clone(),
            draft: Draft::new(),
        }
    }

    fn try_solve(&mut self) -> Result<Printed, NoVerdict> {
        let unwritten = |error: &io::Error| {
            let said = format!("cannot be given the formula: {error}");
            NoVerdict::Failed(said)
        };
        let draft = self.draft.as_mut().map_err(|error| unwritten(error))?;
        draft.complete().map_err(|error| unwritten(&error))?;
        let ended = child::run(&self.command, draft, &self.limits)?;
        interpret(&self.command, draft, &ended, &self.limits)
    }
}

impl From<Fault> for NoVerdict {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Stopped(stop) => Self::Stopped(stop),
            Fault::Unstarted(error) => Self::Failed(format!("cannot be started: {error}")),
            Fault::System(error) => Self::Failed(format!("cannot be waited for: {error}")),
            Fault::Endless(most) => Self::Failed(format!("prints more than {most} bytes")),
        }
    }
}

/// What a run that ended has to say.
fn interpret(
    command: &SolverCommand,
    draft: &Draft,
    ended: &Ended,
    limits: &Limits,
) -> Result<Printed, NoVerdict> {
    let fail = |said: &str| NoVerdict::Failed(format!("{said}{}", ended.last_words()));
    if let Some(signal) = ended.signal {
        return Err(fail(&format!("was ended by signal {signal}")));
    }
    let output = if command.wants_result_file() {
        let missing = || fail(&format!("wrote no result file{}", ended.with_code()));
        // Pipes and devices could block or never end.
        let found = std::fs::symlink_metadata(draft.result_path());
        let regular = found.is_ok_and(|found| found.is_file() && found.len() <= longest(draft));
        let opened = regular.then(|| File::open(draft.result_path()).ok());
        opened.flatten().ok_or_else(missing)
    } else {
        ended.output().map_err(|error| fail(&error.to_string()))
    };
    let run = Run {
        variables: draft.variables(),
        code: ended.code,
    };
    match printed::read(output?, run, limits) {
        Ok(Printed::Unknown) => Err(Stop::GaveUp.into()),
        Ok(printed) => Ok(printed),
        Err(PrintedError::Stopped(stop)) => Err(stop.into()),
        Err(error) => {
            let said = format!("printed no answer{}: {error}", ended.with_code());
            Err(fail(&said))
        }
    }
}

impl Backend for External {
    fn add(&mut self, lits: &[Lit]) {
        if let Ok(draft) = &mut self.draft
            && let Err(error) = draft.add(lits)
        {
            self.draft = Err(error);
        }
    }

    fn solve(&mut self) -> Answer {
        match self.try_solve() {
            Ok(Printed::Sat { model, .. }) => Answer::Sat(model),
            Ok(Printed::Unsat) => Answer::Unsat,
            Ok(Printed::Unknown) => Answer::Unknown(Stop::GaveUp),
            Err(NoVerdict::Stopped(stop)) => Answer::Unknown(stop),
            Err(NoVerdict::Failed(said)) => {
                Answer::Failed(format!("the solver `{}` {said}", self.command))
            }
        }
    }

    fn conflicts(&mut self) -> Option<u64> {
        None
    }
}
