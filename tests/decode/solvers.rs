//! Solvers that this machine has, from formula to solution.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::bench::Bench;

/// A solver of this machine: how it is called, and whether it writes a result file.
struct Solver {
    name: &'static str,
    args: &'static [&'static str],
    to_file: bool,
    incremental: bool,
}

const SOLVERS: [Solver; 5] = [
    Solver {
        name: "minisat",
        args: &["-verb=0"],
        to_file: true,
        incremental: false,
    },
    Solver {
        name: "cadical",
        args: &["-q"],
        to_file: false,
        incremental: true,
    },
    Solver {
        name: "kissat",
        args: &["-q"],
        to_file: false,
        incremental: false,
    },
    Solver {
        name: "cryptominisat5",
        args: &["--verb", "0"],
        to_file: false,
        incremental: false,
    },
    Solver {
        name: "picosat",
        args: &[],
        to_file: false,
        incremental: false,
    },
];

/// What a solver says of a file; none if it is not installed.
fn ask(solver: &Solver, folder: &Path, formula: &str) -> Option<PathBuf> {
    let answer = folder.join("answer");
    let mut command = Command::new(solver.name);
    command.args(solver.args).arg(folder.join(formula));
    if solver.to_file {
        command.arg(&answer);
    }
    let output = command.output().ok()?;
    if !solver.to_file {
        fs::write(&answer, output.stdout).unwrap();
    }
    Some(answer)
}

#[test]
fn solvers_of_this_machine_are_understood() {
    for solver in &SOLVERS {
        let mut found = false;
        for (more, file, code) in [
            (&["-p", "11"][..], "f.cnf", 0),
            (&["-p", "9"], "f.cnf", 20),
            (&["-p", "14", "--at-most", "--lemmas", "none"], "f.cnf", 0),
            (&["-p", "15", "--icnf"], "f.cnf", 0),
            (&["-p", "9", "--icnf"], "f.cnf", 20),
        ] {
            if more.contains(&"--icnf") && !solver.incremental {
                continue;
            }
            let bench = Bench::new(more);
            let Some(answer) = ask(solver, bench.folder.path(), file) else {
                continue;
            };
            found = true;
            let run = bench.decode(file, "", &[answer.to_str().unwrap(), "--json"]);
            assert_eq!(
                run.code,
                Some(code),
                "{}: {more:?}: {}",
                solver.name,
                run.err
            );
            if code == 0 && more.contains(&"--icnf") {
                assert_eq!(
                    run.objects()[0]["pushes"],
                    11,
                    "the first cube with a model"
                );
            }
        }
        if !found {
            println!("skipped: {} is not installed", solver.name);
        }
    }
}
