//! A solver for small formulas.

use sokosat::cnf::{Formula, Lit, Model};
use sokosat::limits::Limits;
use sokosat::sat::varisat::{Monitor, Varisat};
use sokosat::sat::{Answer, Backend};

/// A model of the formula and of `facts`, if there is one.
pub(crate) fn model(formula: &Formula, facts: &[Lit]) -> Option<Model> {
    let mut solver = Varisat::new(Monitor::new(&Limits::none()));
    for (_, lits) in formula.iter() {
        solver.add(lits);
    }
    for &fact in facts {
        solver.add(&[fact]);
    }
    answer(&mut solver)
}

/// How many models there are that differ on `lits`, counted up to `most` + 1.
pub(crate) fn count_models(formula: &Formula, lits: &[Lit], most: usize) -> usize {
    let mut solver = Varisat::new(Monitor::new(&Limits::none()));
    for (_, clause) in formula.iter() {
        solver.add(clause);
    }
    let mut count = 0;
    while count <= most
        && let Some(model) = answer(&mut solver)
    {
        count += 1;
        let other = |&lit| if model.holds(lit) { !lit } else { lit };
        let others: Vec<Lit> = lits.iter().map(other).collect();
        solver.add(&others);
    }
    count
}

fn answer(solver: &mut Varisat) -> Option<Model> {
    match solver.solve() {
        Answer::Sat(model) => Some(model),
        Answer::Unsat => None,
        other => panic!("no limits were given, yet {other:?}"),
    }
}
