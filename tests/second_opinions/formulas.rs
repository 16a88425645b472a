//! Kissat and CaDiCaL on every horizon around the minimum: the verdicts of varisat, and plans that
//! the judge accepts.

use std::fs;
use std::path::Path;
use std::process::Command;

use sokosat::certify;
use sokosat::cnf::Counter;
use sokosat::cnf::printed::{Printed, Run, read};
use sokosat::encode::{Options, encode};
use sokosat::limits::Limits;
use sokosat::solution::{PlannedPush, write_lurd};

use crate::programs::found;
use crate::sample::{Sampled, own, public};

const PROGRAMS: [&str; 2] = ["kissat", "cadical"];

/// What varisat says of a file.
fn varisat_says(path: &Path) -> bool {
    let mut solver = varisat::Solver::new();
    solver.add_dimacs_cnf(&fs::read(path).unwrap()[..]).unwrap();
    solver.solve().unwrap()
}

/// What a program prints about a file of a question.
fn program_says(program: &str, path: &Path, variables: u32) -> Printed {
    let output = Command::new(program).arg("-q").arg(path).output().unwrap();
    let run = Run {
        variables,
        code: output.status.code(),
    };
    read(&output.stdout[..], run, &Limits::none()).unwrap()
}

/// Holds the answers to one question against each other; true if it was refuted.
fn compare(sampled: &Sampled, options: Options, path: &Path, programs: &[&str]) -> bool {
    let mut counter = Counter::default();
    let (board, distances) = (&sampled.board, &sampled.distances);
    let encoding = encode(board, distances, options, &Limits::none(), &mut counter).unwrap();
    sampled.write(options, path);
    let satisfiable = varisat_says(path);
    let name = format!("{}, {options}", sampled.name);
    assert_eq!(
        satisfiable,
        sampled.truth(options.span).unwrap_or(satisfiable),
        "{name}"
    );
    for program in programs {
        match program_says(program, path, counter.variables) {
            Printed::Sat { model, .. } => {
                assert!(satisfiable, "{program} {name}");
                let plan: Vec<PlannedPush> = encoding
                    .decode(&model)
                    .into_iter()
                    .map(Into::into)
                    .collect();
                let lurd = write_lurd(board, &plan).unwrap();
                let found = certify::replay(&sampled.level, &lurd).unwrap();
                assert!(found.pushes() <= options.span.most(), "{program} {name}");
            }
            Printed::Unsat => assert!(!satisfiable, "{program} {name}"),
            Printed::Unknown => panic!("{program} gave up: {name}"),
        }
    }
    !satisfiable
}

/// Compares all questions about some levels; how many were asked and refuted.
fn compare_all(sample: &[Sampled]) -> (usize, usize) {
    let programs: Vec<&str> = PROGRAMS
        .into_iter()
        .filter(|program| found(program))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("formula.cnf");
    let (mut asked, mut refuted) = (0, 0);
    for sampled in sample {
        for options in sampled.questions() {
            asked += 1;
            refuted += usize::from(compare(sampled, options, &path, &programs));
        }
    }
    println!(
        "{asked} formulas of {} levels, {refuted} refuted, asked {programs:?}",
        sample.len()
    );
    (asked, refuted)
}

#[test]
fn solvers_agree_on_every_horizon_of_our_own_levels() {
    let (asked, refuted) = compare_all(&own());
    assert!(refuted > 100 && asked - refuted > 50, "{asked} {refuted}");
}

#[test]
fn solvers_agree_on_every_horizon_of_public_levels() {
    compare_all(&public());
}
