//! Solvers of others answer every horizon as varisat does.

use std::path::PathBuf;

use sokosat::board::Board;
use sokosat::distance::Distances;
use sokosat::level::{Level, load};
use sokosat::limits::Limits;
use sokosat::sat::Solver;
use sokosat::sat::horizons::{Ending, HorizonReport, Task, Verdict, fewest_pushes};

use crate::command::{COUNTER, run};
use crate::programs::{SOLVERS, found};

/// Verdicts by horizon, and the pushes of the plan.
fn verdicts(level: &Level, solver: &Solver) -> (Vec<(usize, Verdict)>, Option<usize>) {
    let board = Board::new(level).unwrap();
    let distances = Distances::new(&board, &Limits::none()).unwrap();
    let mut verdicts = Vec::new();
    let mut report = |done: &HorizonReport| verdicts.push((done.pushes, done.verdict));
    let task = Task {
        solver: Some(solver),
        last: Some(22),
        // From the matching bound: more horizons to refute.
        lemmas: "all,-budget".parse().unwrap(),
        ..Task::default()
    };
    let outcome = fewest_pushes(&board, &distances, task, &Limits::none(), &mut report);
    match outcome.ending {
        Ending::Solved(plan) => (verdicts, Some(plan.len())),
        Ending::Failed(said) => panic!("{said}"),
        _ => (verdicts, None),
    }
}

fn own(file: &str) -> Vec<Level> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("levels");
    load(&folder.join(file)).unwrap()
}

#[test]
fn every_solver_found_gives_the_verdicts_of_varisat() {
    let mut levels = own("easy.xsb");
    levels.extend(own("seeds.xsb"));
    levels.extend(own("unsolvable.xsb"));
    levels.extend(own("hard.xsb").into_iter().skip(1).take(1));
    let expected: Vec<_> = levels
        .iter()
        .map(|level| verdicts(level, &Solver::Varisat))
        .collect();
    let refuted = expected.iter().flat_map(|(verdicts, _)| verdicts);
    let refuted = refuted
        .filter(|(_, verdict)| *verdict == Verdict::Unsat)
        .count();
    assert!(refuted >= 20, "{refuted}");
    for (_, command) in SOLVERS.iter().filter(|(program, _)| found(program)) {
        let solver = Solver::External(command.parse().unwrap());
        for (level, expected) in levels.iter().zip(&expected) {
            assert_eq!(&verdicts(level, &solver), expected, "{command}\n{level}");
        }
    }
}

#[test]
fn every_solver_found_proves_the_minimum_from_the_command_line() {
    for (_, command) in SOLVERS.iter().filter(|(program, _)| found(program)) {
        let args = ["--engine", "external", "--solver", command];
        let solved = run(&[&["solve", "-"], &args[..]].concat(), COUNTER);
        assert_eq!(solved.code, Some(0), "{command}: {}", solved.err);
        let says =
            format!("SAT: horizon 11 was refuted on the word of {command}; the solution was");
        assert!(solved.out.contains(&says), "{}", solved.out);
        let claim = run(
            &[&["minimum", "-", "--claim", "11"], &args[..]].concat(),
            COUNTER,
        );
        assert_eq!(claim.code, Some(3), "{command}: {}", claim.err);
    }
}
