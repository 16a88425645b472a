//! Refutes a formula with its proof on record.

use std::panic::{AssertUnwindSafe, catch_unwind};

use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::solver::SolverError;
use varisat::{ExtendFormula, Solver};

use crate::cnf::{ClauseSink, Counter, Lit, Model, Rule};
use crate::limits::{Limits, Stop};
use crate::sat::Answer;
use crate::sat::proof::{ProofRecorder, RecordError, Recording};

/// Hands a formula to the solver and has it refuted.
///
/// `write` hands over the clauses; what it returns comes back beside the answer.
pub(super) fn refute<T>(
    most_lemmas: u64,
    limits: &Limits,
    write: impl FnOnce(&mut dyn ClauseSink) -> Result<T, Stop>,
) -> Result<(Answer, Recording, T), RecordError> {
    let (mut recorder, recording) = ProofRecorder::new(limits)?;
    let mut cap = Cap { left: most_lemmas };
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut cap);
    solver.add_proof_processor(&mut recorder);
    let mut prover = Prover {
        solver,
        recording: &recording,
        count: Counter::default(),
    };
    let written = write(&mut prover)?;
    let answer = prover.solve();
    drop(prover);
    Ok((answer, recording, written))
}

/// A solver whose steps are recorded.
struct Prover<'p, 's> {
    solver: Solver<'s>,
    recording: &'p Recording,
    count: Counter,
}

impl Prover<'_, '_> {
    fn solve(&mut self) -> Answer {
        // A panic is how varisat reports a fault of its own; nothing of the solver is used after one.
        let solved = catch_unwind(AssertUnwindSafe(|| self.solver.solve()));
        match solved {
            Ok(Ok(false)) => Answer::Unsat,
            Ok(Ok(true)) => {
                let lits = self.solver.model().unwrap_or_default();
                let lits = lits
                    .into_iter()
                    .filter_map(|lit| Lit::from_dimacs(i32::try_from(lit.to_dimacs()).ok()?));
                Answer::Sat(Model::new(lits))
            }
            Ok(Err(error)) => Answer::Unknown(reason(&error)),
            Err(_) => Answer::Unknown(Stop::Failed),
        }
    }
}

fn reason(error: &SolverError) -> Stop {
    let stop = match error {
        SolverError::ProofProcessorError { cause } => cause.downcast_ref::<Stop>().copied(),
        _ => None,
    };
    stop.unwrap_or(Stop::Failed)
}

impl ClauseSink for Prover<'_, '_> {
    fn fresh(&mut self) -> Lit {
        self.count.fresh()
    }

    fn clause(&mut self, _: &'static Rule, lits: &[Lit]) {
        self.recording.clause(lits);
        let foreign = lits.iter().map(|lit| {
            let number = isize::try_from(lit.dimacs());
            varisat::Lit::from_dimacs(number.expect("32 bits fit into a machine word"))
        });
        self.solver.add_clause(&foreign.collect::<Vec<_>>());
    }
}

/// Ends a solve that learns too many lemmas.
struct Cap {
    left: u64,
}

impl ProofProcessor for Cap {
    fn process_step(&mut self, step: &CheckedProofStep, _: CheckerData) -> anyhow::Result<()> {
        if matches!(step, CheckedProofStep::AtClause { .. }) {
            self.left = self.left.checked_sub(1).ok_or(Stop::States)?;
        }
        Ok(())
    }
}
