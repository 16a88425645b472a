//! Programs of others on the files of certificates: solvers on the formulas, and the checker `rate` on the proofs.

use std::path::Path;
use std::process::Command;

use sokosat::sat::proof::Format;

use super::boards::{Board, seeded, walked};
use super::folder::{Case, Cert, eight, of_eight};
use super::programs::found;

/// Boards of the 8-puzzle that have a refutation.
fn refuted() -> Vec<(Case, Cert)> {
    let mut rng = seeded(8);
    let target: Board = eight().target;
    let mut all = Vec::new();
    while all.len() < 10 {
        let case = of_eight(&walked(&mut rng, 3, &target, 60));
        if case.least().is_some_and(|least| least <= 20) {
            let cert = case.cert("all", Format::Text);
            if cert.path().join("proof.lrat").is_file() {
                all.push((case, cert));
            }
        }
    }
    all
}

fn says(program: &str, cert: &Cert) -> String {
    let formula = cert.path().join("formula.cnf");
    let output = Command::new(program).arg("-q").arg(formula).output();
    let words = String::from_utf8(output.unwrap().stdout).unwrap();
    words
        .lines()
        .find(|line| line.starts_with("s "))
        .unwrap()
        .into()
}

#[test]
fn other_solvers_refute_the_formulas_and_satisfy_those_that_deny_a_plan() {
    for program in ["kissat", "cadical"].into_iter().filter(|name| found(name)) {
        for (case, cert) in refuted() {
            assert_eq!(says(program, &cert), "s UNSATISFIABLE");
            let denied = case.unproved(0, "all");
            assert_eq!(says(program, &denied), "s SATISFIABLE", "{:?}", case.start);
        }
    }
}

/// The lemmas of a proof without numbers, hints and deletions, which is a proof in DRAT.
fn without_hints(proof: &str) -> String {
    let lemma = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let end = words.iter().position(|word| *word == "0")?;
        (words[1] != "d").then(|| words[1..=end].join(" ") + "\n")
    };
    proof.lines().filter_map(lemma).collect()
}

fn is_verified(formula: &Path, proof: &Path) -> bool {
    let output = Command::new("rate").arg(formula).arg(proof).output();
    let words = String::from_utf8(output.unwrap().stdout).unwrap();
    words.lines().any(|line| line == "s VERIFIED")
}

#[test]
fn another_checker_accepts_the_lemmas_of_the_proofs() {
    if !found("rate") {
        return;
    }
    for (case, cert) in refuted() {
        let drat = cert.path().join("proof.drat");
        std::fs::write(&drat, without_hints(&cert.text("proof.lrat"))).unwrap();
        let formula = cert.path().join("formula.cnf");
        assert!(is_verified(&formula, &drat), "{:?}", case.start);
        std::fs::write(&drat, "0\n").unwrap();
        let denied = case.unproved(0, "all").path().join("formula.cnf");
        assert!(!is_verified(&denied, &drat), "{:?}", case.start);
    }
}
