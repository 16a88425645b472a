//! Refuted horizons of real levels, with the proof: varisat's run is recorded, and a checker that
//! shares no code with encoder, recorder and solver accepts it for the formula as it was given.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

use std::path::PathBuf;

use sokosat::board::Board;
use sokosat::certify::{dimacs::Cnf, lrat};
use sokosat::cnf::Formula;
use sokosat::distance::Distances;
use sokosat::encode::{Lemmas, Options, Span, encode};
use sokosat::level::{Level, load};
use sokosat::limits::Limits;
use sokosat::sat::proof::{Format, ProofRecorder};
use varisat::{ExtendFormula, Solver};

/// The formula of a level at a horizon.
fn formula(level: &Level, span: Span, lemmas: Lemmas) -> Formula {
    let limits = Limits::none();
    let board = Board::new(level).unwrap();
    let distances = Distances::new(&board, &limits).unwrap();
    let mut formula = Formula::default();
    encode(
        &board,
        &distances,
        Options { span, lemmas },
        &limits,
        &mut formula,
    )
    .unwrap();
    formula
}

/// Solves a formula; a refutation is written, read back and checked. Whether it was satisfiable,
/// and the steps of the proof.
fn solve_with_proof(formula: &Formula) -> (bool, u64) {
    let limits = Limits::none();
    let (mut recorder, recording) = ProofRecorder::new(&limits).unwrap();
    let mut solver = Solver::new();
    solver.add_proof_processor(&mut recorder);
    for (_, clause) in formula.iter() {
        recording.clause(clause);
        let lits = clause
            .iter()
            .map(|lit| varisat::Lit::from_dimacs(isize::try_from(lit.dimacs()).unwrap()));
        solver.add_clause(&lits.collect::<Vec<_>>());
    }
    if solver.solve().unwrap() {
        return (true, 0);
    }
    let (mut cnf, mut proof) = (Vec::new(), Vec::new());
    let summary = recording
        .write(&mut cnf, &mut proof, Format::Binary, &limits)
        .unwrap();
    let read = Cnf::read(&cnf[..], &limits).unwrap();
    assert_eq!(
        (read.len() as u64, summary.assumed.len()),
        (summary.clauses, 0)
    );
    let report = lrat::check(&read, &proof[..], &limits).unwrap();
    (false, report.additions)
}

#[test]
fn every_horizon_below_the_minimum_has_a_proof_that_the_checker_accepts() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("levels");
    let levels = load(&folder.join("hard.xsb")).unwrap();
    // The counter: matching bound 11, minimum 13.
    let level = levels
        .iter()
        .find(|level| level.title.as_deref() == Some("The counter"))
        .unwrap();
    let mut steps = 0;
    for lemmas in [Lemmas::NONE, Lemmas::all(), "dead,windows".parse().unwrap()] {
        for pushes in 9..=13 {
            let (satisfiable, more) =
                solve_with_proof(&formula(level, Span::Exactly(pushes), lemmas));
            assert_eq!(satisfiable, pushes == 13, "{pushes} {lemmas}");
            steps += more;
        }
        let (satisfiable, more) = solve_with_proof(&formula(level, Span::AtMost(12), lemmas));
        assert!(!satisfiable, "{lemmas}");
        steps += more;
    }
    assert!(steps > 100, "{steps}");
}
