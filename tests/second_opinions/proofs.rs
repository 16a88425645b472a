//! Proofs of varisat in DRAT, checked by `rate`, which shares no code with it.

use std::collections::HashSet;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use sokosat::encode::Span;
use varisat::{ProofFormat, Solver};

use crate::programs::found;
use crate::sample::{Sampled, own, public};

/// Solves a file with a proof; whether it is satisfiable.
fn prove(formula: &Path, proof: &Path, format: ProofFormat) -> bool {
    let mut solver = Solver::new();
    // Asked for before the first clause: else the clauses are no part of the proof.
    solver.write_proof(File::create(proof).unwrap(), format);
    solver
        .add_dimacs_cnf(&fs::read(formula).unwrap()[..])
        .unwrap();
    let satisfiable = solver.solve().unwrap();
    solver.close_proof().unwrap();
    satisfiable
}

/// Whether `rate` accepts a proof; its words and its exit code must say the same.
fn accepted(formula: &Path, proof: &Path) -> bool {
    let output = Command::new("rate")
        .arg(formula)
        .arg(proof)
        .output()
        .unwrap();
    let words = String::from_utf8(output.stdout).unwrap();
    let verified = words.lines().any(|line| line == "s VERIFIED");
    let refused = words.lines().any(|line| line == "s NOT VERIFIED");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(verified != refused, "{words}{errors}{:?}", output.status);
    assert_eq!(output.status.code(), Some(i32::from(refused)), "{words}");
    verified
}

/// Whether the empty clause, or a unit clause and its negation, stand in the file: it needs no proof,
/// and `rate` 0.3.0 panics.
fn contradicts_itself(formula: &Path) -> bool {
    let text = fs::read_to_string(formula).unwrap();
    let unit = |line: &str| match line.split(' ').collect::<Vec<_>>()[..] {
        [lit, "0"] => lit.parse::<i32>().ok(),
        _ => None,
    };
    let empty = text.lines().any(|line| line == "0");
    let units: HashSet<i32> = text.lines().filter_map(unit).collect();
    empty || units.iter().any(|unit| units.contains(&-unit))
}

/// Has every refutation of a sample checked; how many there were.
fn check_all(sample: &[Sampled]) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let formula = folder.path().join("formula.cnf");
    let proof = folder.path().join("proof.drat");
    let mut checked = 0;
    for sampled in sample {
        for options in sampled.questions() {
            sampled.write(options, &formula);
            if contradicts_itself(&formula) {
                continue;
            }
            // Both formats in turn: one proof in each would only take twice the time.
            let format = [ProofFormat::Drat, ProofFormat::BinaryDrat][checked % 2];
            if !prove(&formula, &proof, format) {
                assert!(accepted(&formula, &proof), "{}, {options}", sampled.name);
                checked += 1;
            }
        }
    }
    println!("rate accepted {checked} proofs of {} levels", sample.len());
    checked
}

#[test]
fn rate_accepts_every_refutation_of_our_own_levels() {
    if found("rate") {
        assert!(check_all(&own()) > 100);
    }
}

#[test]
fn rate_accepts_every_refutation_of_public_levels() {
    if found("rate") {
        check_all(&public());
    }
}

/// What is believed of a checker is tested by what it refuses.
#[test]
fn rate_refuses_a_proof_of_what_is_satisfiable_and_one_that_is_cut_off() {
    if !found("rate") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let formula = folder.path().join("formula.cnf");
    let proof = folder.path().join("proof.drat");
    // A horizon that takes a search to refute.
    let sample = own();
    let counter = sample
        .iter()
        .find(|sampled| sampled.name == "hard.xsb 2")
        .unwrap();
    let question = |pushes| {
        let found = counter
            .questions()
            .into_iter()
            .find(|o| o.span == Span::Exactly(pushes));
        found.unwrap()
    };
    counter.write(question(11), &formula);
    assert!(!prove(&formula, &proof, ProofFormat::Drat));
    assert!(accepted(&formula, &proof));
    counter.write(question(13), &formula);
    assert!(!accepted(&formula, &proof), "the formula is satisfiable");
    counter.write(question(11), &formula);
    let text = fs::read_to_string(&proof).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&proof, lines[..lines.len() / 4].join("\n") + "\n").unwrap();
    assert!(!accepted(&formula, &proof), "most of the proof is missing");
}
