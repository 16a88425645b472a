//! Tabu search: what it finds is legal and never too short, what it does not find proves nothing, and its
//! limits are kept.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/command.rs"]
mod command;
#[expect(dead_code, reason = "only the minimum is asked for here")]
mod common;
#[path = "common/known.rs"]
mod known;

use std::path::Path;
use std::time::{Duration, Instant};

use command::{HARD, run as run_tool};
use common::oracle::Truth;
use known::{judged, levels};
use sokosat::board::Board;
use sokosat::distance::Distances;
use sokosat::level::{Level, Symmetry, load, read};
use sokosat::limits::{Limits, Stop};
use sokosat::search::Verdict;
use sokosat::search::tabu::{TabuOptions, TabuOutcome, tabu};

/// Enough for the levels of these tests.
fn quick() -> TabuOptions {
    TabuOptions {
        iterations: 20_000,
        ..Default::default()
    }
}

/// Runs a search and has its plan judged; gives the pushes of the plan, if there is one.
fn search(level: &Level, options: &TabuOptions, limits: &Limits) -> (TabuOutcome, Option<usize>) {
    let board = Board::new(level).expect("only playable levels are used");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    let found = tabu(&board, &distances, options, limits, &mut |_| ());
    assert!(found.outcome.expanded <= options.iterations);
    let pushes = judged(level, &board, &found.outcome.verdict);
    (found, pushes)
}

fn run(level: &Level, options: &TabuOptions) -> (TabuOutcome, Option<usize>) {
    search(level, options, &Limits::none())
}

fn seeds() -> Vec<Level> {
    read("seeds", include_bytes!("../levels/seeds.xsb")).expect("the file is ours")
}

fn hard() -> Level {
    read("hard", HARD.as_bytes())
        .expect("the board can be read")
        .remove(0)
}

#[test]
fn plans_are_legal_and_never_shorter_than_the_minimum() {
    let (mut solved, mut shortest, mut unsolvable) = (0, 0, 0);
    for (level, truth) in levels(80) {
        let (found, pushes) = run(&level, &quick());
        match (truth, &found.outcome.verdict) {
            (Truth::Pushes(least), Verdict::Solved(_)) => {
                assert!(pushes >= Some(least), "{level}");
                solved += 1;
                shortest += usize::from(pushes == Some(least));
            }
            (Truth::Unsolvable, Verdict::Stopped(Stop::Iterations | Stop::Narrow)) => {
                unsolvable += 1;
            }
            // The start position alone shows it.
            (Truth::Unsolvable, Verdict::Exhausted) => assert_eq!(found.walks, 0, "{level}"),
            (truth, verdict) => panic!("{verdict:?} is not {truth:?}\n{level}"),
        }
        assert_eq!(found.outcome.lower_bound, 0, "a walk proves no bound");
    }
    assert!(solved > 50 && unsolvable > 0, "{solved} and {unsolvable}");
    assert!(shortest * 2 > solved, "{shortest} of {solved} are shortest");
}

#[test]
fn every_image_of_the_second_seed_is_solved() {
    for symmetry in Symmetry::ALL {
        let level = seeds()[1].transformed(symmetry);
        let (_, pushes) = run(&level, &quick());
        assert!(pushes >= Some(11), "{level}");
    }
}

#[test]
fn our_own_levels_are_solved_unless_there_is_no_solution() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let files = [
        "easy",
        "first",
        "generated",
        "hard",
        "many-boxes",
        "medium",
        "seeds",
    ];
    for file in files {
        for level in load(&folder.join(file).with_extension("xsb")).expect("our files are good") {
            let (found, pushes) = run(&level, &quick());
            assert!(pushes.is_some(), "{file}: {found:?}\n{level}");
        }
    }
    let mut tried = 0;
    for level in load(&folder.join("unsolvable.xsb")).expect("our files are good") {
        let options = TabuOptions {
            iterations: 3000,
            ..quick()
        };
        let (found, pushes) = run(&level, &options);
        let proved = found.outcome.verdict == Verdict::Exhausted;
        assert!(pushes.is_none() && (!proved || found.walks == 0), "{level}");
        tried += usize::from(found.walks > 0);
    }
    assert!(
        tried > 0,
        "all are seen at the start, and nothing was tried"
    );
}

#[test]
fn one_seed_gives_one_answer_and_another_seed_another() {
    let level = &seeds()[1];
    let by = |seed| run(level, &TabuOptions { seed, ..quick() });
    assert_eq!(by(4), by(4));
    let all: Vec<_> = (0..6).map(|seed| by(seed).0).collect();
    assert!(all.iter().any(|found| found != &all[0]), "seeds do nothing");
    let print = || {
        let args = ["solve", "levels/seeds.xsb", "--engine", "tabu", "-q"];
        run_tool(
            &[&args[..], &["--threads", "1", "--seed", "9"]].concat(),
            "",
        )
        .out
    };
    assert_eq!(print().lines().count(), 3);
    assert_eq!(print(), print());
}

#[test]
fn the_iteration_limit_is_kept_to_the_iteration_by_any_number_of_threads() {
    for threads in [1, 3] {
        for iterations in [1, 2, 777] {
            let options = TabuOptions {
                iterations,
                threads,
                ..quick()
            };
            let (found, pushes) = run(&hard(), &options);
            let stopped = Verdict::Stopped(Stop::Iterations);
            assert_eq!((found.outcome.verdict, pushes), (stopped, None));
            assert_eq!(found.outcome.expanded, iterations);
        }
    }
}

#[test]
fn time_and_memory_limits_end_all_threads() {
    let options = TabuOptions {
        iterations: u64::MAX,
        threads: 3,
        ..quick()
    };
    let started = Instant::now();
    let limits = Limits::none().with_time(Duration::from_millis(300));
    let (found, _) = search(&hard(), &options, &limits);
    assert_eq!(found.outcome.verdict, Verdict::Stopped(Stop::Time));
    assert!(started.elapsed() < Duration::from_secs(10));
    let (found, _) = search(&hard(), &options, &Limits::none().with_memory(1));
    assert_eq!(found.outcome.verdict, Verdict::Stopped(Stop::Memory));
}

#[test]
fn several_threads_find_legal_plans_too() {
    let mut solved = 0;
    for (level, truth) in levels(20) {
        for threads in [2, 5] {
            let (_, pushes) = run(&level, &TabuOptions { threads, ..quick() });
            match truth {
                Truth::Pushes(least) => assert!(pushes >= Some(least), "{level}"),
                _ => assert_eq!(pushes, None, "{level}"),
            }
            solved += usize::from(pushes.is_some());
        }
    }
    assert!(solved > 20, "{solved}");
}

#[test]
fn plans_are_shorter_than_the_ceiling_and_short_enough_if_that_is_asked() {
    let mut met = 0;
    for (level, truth) in levels(40) {
        let Truth::Pushes(least) = truth else {
            continue;
        };
        let ceiling = u32::try_from(least).expect("random levels are small");
        let below = TabuOptions {
            ceiling: Some(ceiling),
            iterations: 500,
            ..quick()
        };
        assert_eq!(run(&level, &below).1, None, "{level}");
        let enough = TabuOptions {
            enough: Some(ceiling),
            ..quick()
        };
        let (found, pushes) = run(&level, &enough);
        assert!(pushes >= Some(least), "{level}");
        let early = found.outcome.expanded < quick().iterations;
        assert!(pushes == Some(least) || !early, "{level}");
        met += usize::from(pushes == Some(least));
    }
    assert!(met > 30, "{met}");
}

#[test]
fn a_solved_start_is_its_own_plan() {
    let level = &read("solved", b"#####\n#@ *#\n#####\n").expect("it can be read")[0];
    assert_eq!(run(level, &quick()).1, Some(0));
}

#[test]
fn the_tool_says_what_was_found_and_what_was_not() {
    let ask = |more: &[&str], input: &str| {
        let args = ["solve", "-", "--json", "--engine", "tabu", "--threads", "1"];
        run_tool(&[&args[..], more].concat(), input)
    };
    let second = seeds()[1].to_string();
    let found = ask(&[], &second);
    assert_eq!(
        (found.code, &found.objects()[0]["status"]),
        (Some(0), &"solved".into())
    );
    assert_eq!(found.objects()[0]["engine"], "tabu");
    let better = ask(&["--goal", "minimal", "--tabu-iterations", "2000"], &second);
    let object = &better.objects()[0];
    let minimal = object["minimal"] == true;
    assert_eq!(better.code, Some(if minimal { 0 } else { 30 }), "{object}");
    let open = ask(&["--tabu-iterations", "50"], HARD);
    assert_eq!(open.code, Some(30), "{}", open.err);
    assert_eq!(
        open.objects()[0]["reason"],
        "the iteration limit was reached"
    );
    for bad in [
        ["--tabu-iterations", "0"],
        ["--tabu-tenure", "-1"],
        ["--tabu-stall", "0"],
        ["--tabu-elites", "many"],
    ] {
        assert_eq!(ask(&bad, HARD).code, Some(2), "{bad:?}");
    }
}
