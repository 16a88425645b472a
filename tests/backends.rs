//! Every solver that is part of the build keeps the same promises.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/command.rs"]
mod command;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use command::{COUNTER, run};
use sokosat::cnf::Lit;
use sokosat::limits::{Limits, Stop};
use sokosat::progress::Progress;
use sokosat::sat::solver::Told;
use sokosat::sat::{Answer, Backend, Solver};

/// Longer than any machine needs to notice a limit, and shorter than the pigeons take.
const SOON: Duration = Duration::from_secs(20);

fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).unwrap()
}

/// `pigeons` pigeons in one hole fewer: unsatisfiable, and hard for clause learning.
fn add_pigeons(backend: &mut dyn Backend, pigeons: i32) {
    let sits = |pigeon: i32, hole: i32| lit(1 + pigeon * (pigeons - 1) + hole);
    for pigeon in 0..pigeons {
        let holes: Vec<Lit> = (0..pigeons - 1).map(|hole| sits(pigeon, hole)).collect();
        backend.add(&holes);
        for other in 0..pigeon {
            for hole in 0..pigeons - 1 {
                backend.add(&[!sits(pigeon, hole), !sits(other, hole)]);
            }
        }
    }
}

#[test]
fn a_model_satisfies_the_clauses_until_they_contradict_each_other() {
    for solver in Solver::built_in() {
        let mut backend = solver.start(&Limits::none(), None);
        backend.add(&[lit(1), lit(2)]);
        backend.add(&[lit(-1)]);
        let Answer::Sat(model) = backend.solve() else {
            panic!("{solver}: the second literal is free");
        };
        assert!(model.holds(lit(2)) && model.holds(lit(-1)), "{solver}");
        backend.add(&[lit(-2)]);
        assert_eq!(backend.solve(), Answer::Unsat, "{solver}");
        backend.add(&[lit(3)]);
        assert_eq!(backend.solve(), Answer::Unsat, "{solver}");
    }
}

#[test]
fn formulas_without_clauses_and_empty_clauses_are_answered() {
    for solver in Solver::built_in() {
        let mut backend = solver.start(&Limits::none(), None);
        assert!(matches!(backend.solve(), Answer::Sat(_)), "{solver}");
        backend.add(&[]);
        assert_eq!(backend.solve(), Answer::Unsat, "{solver}");
    }
}

#[test]
fn small_pigeons_are_refuted_with_conflicts_that_are_told() {
    for solver in Solver::built_in() {
        let progress = Progress::default();
        let told = Told {
            progress: &progress,
            before: 1000,
        };
        let mut backend = solver.start(&Limits::none(), Some(told));
        add_pigeons(&mut *backend, 7);
        assert_eq!(backend.solve(), Answer::Unsat, "{solver}");
        let conflicts = backend.conflicts().unwrap();
        assert!(conflicts > 10, "{solver}: {conflicts}");
        assert_eq!(progress.snapshot().conflicts, 1000 + conflicts, "{solver}");
    }
}

#[test]
fn two_runs_meet_the_same_conflicts() {
    for solver in Solver::built_in() {
        let once = || {
            let mut backend = solver.start(&Limits::none(), None);
            add_pigeons(&mut *backend, 8);
            (backend.solve(), backend.conflicts())
        };
        assert_eq!(once(), once(), "{solver}");
    }
}

/// Starts a solve that takes hours, and asserts that it ends for the reason and stays ended.
fn assert_stops(solver: &Solver, limits: &Limits, why: Stop) {
    let started = Instant::now();
    let mut backend = solver.start(limits, None);
    add_pigeons(&mut *backend, 14);
    assert_eq!(backend.solve(), Answer::Unknown(why), "{solver}");
    assert!(started.elapsed() < SOON, "{solver}");
    backend.add(&[lit(1)]);
    assert_eq!(backend.solve(), Answer::Unknown(why), "{solver}");
}

#[test]
fn a_hard_solve_ends_at_its_limits_and_stays_ended() {
    for solver in Solver::built_in() {
        let time = Limits::none().with_time(Duration::from_millis(300));
        assert_stops(&solver, &time, Stop::Time);
        assert_stops(&solver, &Limits::none().with_memory(1), Stop::Memory);
    }
}

#[test]
fn a_hard_solve_ends_when_another_thread_says_so() {
    for solver in Solver::built_in() {
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits::none().with_flag(flag.clone());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(300));
                flag.store(true, Ordering::Relaxed);
            });
            assert_stops(&solver, &limits, Stop::Interrupted);
        });
    }
}

#[test]
fn the_built_in_solver_is_chosen_by_its_name() {
    let with = |name: &str, engine: &str| {
        let args = [
            "minimum",
            "-",
            "--engine",
            engine,
            "--backend",
            name,
            "--json",
        ];
        run(&args, COUNTER)
    };
    for (name, solver) in [("varisat", "varisat"), ("cadical", "CaDiCaL")] {
        let run = with(name, "sat");
        if Solver::built_in()
            .iter()
            .any(|built_in| built_in.to_string() == solver)
        {
            assert_eq!(run.code, Some(0), "{}", run.err);
            let object = &run.objects()[0];
            assert_eq!(
                (&object["solver"], &object["proof"]),
                (&solver.into(), &"sat".into())
            );
        } else {
            assert_eq!(run.code, Some(2));
            assert!(run.err.contains("--features cadical"), "{}", run.err);
        }
    }
    for engine in ["bfs", "astar"] {
        assert_eq!(with("varisat", engine).code, Some(2));
    }
}
