//! A solver for small formulas.

use sokosat::cnf::{Formula, Lit, Model};
use sokosat::limits::Limits;
use sokosat::sat::{Answer, Backend, Solver};

/// A model of the formula and of `facts`, if there is one; all solvers of the build agree.
pub(crate) fn model(formula: &Formula, facts: &[Lit]) -> Option<Model> {
    let models = Solver::built_in().into_iter().map(|solver| {
        let mut backend = solver.start(&Limits::none(), None);
        for (_, lits) in formula.iter() {
            backend.add(lits);
        }
        for &fact in facts {
            backend.add(&[fact]);
        }
        answer(&mut *backend)
    });
    let models: Vec<Option<Model>> = models.collect();
    let satisfiable = models[0].is_some();
    assert!(models.iter().all(|model| model.is_some() == satisfiable));
    models.into_iter().next_back().flatten()
}

/// How many models there are that differ on `lits`, counted up to `most` + 1.
pub(crate) fn count_models(formula: &Formula, lits: &[Lit], most: usize) -> usize {
    let solvers = Solver::built_in();
    let last = solvers.last().unwrap();
    let mut solver = last.start(&Limits::none(), None);
    for (_, clause) in formula.iter() {
        solver.add(clause);
    }
    let mut count = 0;
    while count <= most
        && let Some(model) = answer(&mut *solver)
    {
        count += 1;
        let other = |&lit| if model.holds(lit) { !lit } else { lit };
        let others: Vec<Lit> = lits.iter().map(other).collect();
        solver.add(&others);
    }
    count
}

fn answer(solver: &mut dyn Backend) -> Option<Model> {
    match solver.solve() {
        Answer::Sat(model) => Some(model),
        Answer::Unsat => None,
        other => panic!("no limits were given, yet {other:?}"),
    }
}
