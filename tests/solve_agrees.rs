//! The whole way from a level to a verdict: all engines, one answer, and the evidence it names.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

use std::path::PathBuf;
use std::time::Duration;

use sokosat::answer::{Answer, Engine, Goal, Proof, Status};
use sokosat::board::Board;
use sokosat::encode::Lemmas;
use sokosat::generate::{Shape, pulled_level, random_level};
use sokosat::level::{Level, load};
use sokosat::limits::{Limits, Stop};
use sokosat::progress::Progress;
use sokosat::sat::Solver;
use sokosat::sat::horizons::Walks;
use sokosat::search::beam::plan::BeamOptions;
use sokosat::search::prune::Prune;
use sokosat::search::tabu::TabuOptions;
use sokosat::solve::{Question, solve};

/// Whom to ask, with how many threads, and up to how many pushes.
struct Ask {
    engine: Engine,
    solver: Solver,
    threads: u8,
    tables: usize,
    most: Option<usize>,
    limits: Limits,
}

fn by(engine: Engine, threads: u8) -> Ask {
    Ask {
        engine,
        solver: Solver::default(),
        threads,
        tables: if engine == Engine::Auto { 4 } else { 0 },
        most: None,
        limits: Limits::none(),
    }
}

fn answer(level: &Level, ask: Ask) -> Answer {
    let board = Board::new(level).unwrap();
    let progress = Progress::default();
    let question = Question {
        engine: ask.engine,
        threads: ask.threads,
        solver: ask.solver,
        tables: ask.tables,
        lemmas: Lemmas::all(),
        walks: Walks::default(),
        prune: Prune::all(),
        goal: Goal::Minimal,
        beam: BeamOptions::default(),
        tabu: TabuOptions::default(),
        most_pushes: ask.most,
        limits: ask.limits,
        progress: &progress,
    };
    let answer = solve(level, &board, &question).unwrap();
    let now = progress.snapshot();
    assert!(
        answer.lower_bound.is_none_or(|bound| now.lower <= bound),
        "{level}"
    );
    assert_eq!(now.upper, answer.upper_bound(), "{level}");
    answer
}

/// The minimum, or none if there is no solution.
fn minimum(answer: &Answer) -> Option<usize> {
    match &answer.status {
        Status::Solved(found) => {
            assert!(answer.is_minimal() && answer.proof != Proof::None);
            assert!(answer.start_bound <= Some(found.pushes()));
            Some(found.pushes())
        }
        Status::Unsolvable(_) => {
            assert!(matches!(answer.proof, Proof::Static | Proof::Exhaustive));
            assert_eq!((answer.lower_bound, answer.upper_bound()), (None, None));
            None
        }
        Status::Unknown(stop) => panic!("not decided: {stop}"),
    }
}

fn own(file: &str) -> Vec<Level> {
    load(
        &PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("levels")
            .join(file),
    )
    .unwrap()
}

#[test]
fn all_engines_agree_on_random_levels() {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..120 {
        let boxes = 2 + usize::try_from(seed % 3).unwrap();
        let shape = Shape {
            width: 7,
            height: 7,
            boxes,
            spare_goals: boxes % 2,
            walls_percent: 20,
        };
        let level = if seed % 2 == 0 {
            random_level(seed, &shape).unwrap()
        } else {
            pulled_level(seed, &shape, 25).unwrap().level
        };
        let Ok(_) = Board::new(&level) else { continue };
        let expected = minimum(&answer(&level, by(Engine::Bfs, 1)));
        for ask in [
            by(Engine::AStar, 1),
            by(Engine::Auto, 1),
            by(Engine::Auto, 2),
        ] {
            assert_eq!(minimum(&answer(&level, ask)), expected, "{level}");
        }
        // Formulas alone never find that there is no solution at all.
        if expected.is_some() {
            for solver in Solver::built_in() {
                let ask = Ask {
                    solver,
                    ..by(Engine::Sat, 1)
                };
                assert_eq!(minimum(&answer(&level, ask)), expected, "{level}");
            }
            solved += 1;
        } else {
            unsolvable += 1;
        }
    }
    assert!(solved > 40 && unsolvable > 20, "{solved} {unsolvable}");
}

#[test]
fn engines_side_by_side_and_in_turns_agree_where_there_are_many_states() {
    for level in own("many-boxes.xsb") {
        let one = answer(&level, by(Engine::Auto, 1));
        let two = answer(&level, by(Engine::Auto, 2));
        assert_eq!(minimum(&one), minimum(&two), "{level}");
        assert!(one.remarks[0].contains("A* first") || one.remarks[0].contains("alone"));
        assert!(two.remarks[0].contains("side by side") || two.remarks[0].contains("alone"));
    }
}

#[test]
fn the_proof_names_what_was_done() {
    let raised: Vec<Level> = own("hard.xsb");
    let (mut sat, mut exhaustive) = (0, 0);
    for level in &raised {
        let searched = answer(level, by(Engine::Bfs, 1));
        let bound = searched.start_bound == searched.upper_bound();
        let expected = if bound {
            Proof::Bound
        } else {
            Proof::Exhaustive
        };
        assert_eq!(searched.proof, expected, "{level}");
        exhaustive += u32::from(!bound);
        let limits = Limits::none().with_time(Duration::from_secs(5));
        let refuted = answer(
            level,
            Ask {
                limits,
                ..by(Engine::Sat, 1)
            },
        );
        if refuted.proof == Proof::Sat {
            let last = refuted.horizons.last().unwrap();
            assert_eq!((last.verdict, Some(last.t)), ("sat", refuted.upper_bound()));
            let below = &refuted.horizons[..refuted.horizons.len() - 1];
            assert!(!below.is_empty() && below.iter().all(|horizon| horizon.verdict == "unsat"));
            assert_eq!(Some(below[0].t), refuted.start_bound);
            sat += 1;
        }
    }
    assert!(sat > 0 && exhaustive > 0, "{sat} {exhaustive}");
}

#[test]
fn a_question_about_too_few_pushes_ends_with_the_proof_of_more() {
    let level = &own("first.xsb")[0];
    let least = minimum(&answer(level, by(Engine::Bfs, 1))).unwrap();
    for engine in [Engine::Bfs, Engine::Sat, Engine::AStar, Engine::Auto] {
        for most in [0, least - 1] {
            let answer = answer(
                level,
                Ask {
                    most: Some(most),
                    ..by(engine, 2)
                },
            );
            let more = answer.lower_bound > Some(most);
            let solved = answer.solution().is_some() && engine == Engine::Auto;
            let ended = matches!(answer.status, Status::Unknown(Stop::Horizon)) || solved;
            assert!(more && ended, "{engine:?} {most}: {answer:?}");
        }
        let enough = answer(
            level,
            Ask {
                most: Some(least),
                ..by(engine, 2)
            },
        );
        assert_eq!(minimum(&enough), Some(least), "{engine:?}");
        let any = answer(
            level,
            Ask {
                most: Some(usize::MAX),
                ..by(engine, 1)
            },
        );
        assert_eq!(minimum(&any), Some(least), "{engine:?}");
    }
}

#[test]
fn one_thread_gives_the_same_answer_twice() {
    for level in own("many-boxes.xsb").iter().take(2) {
        let lurd = || {
            answer(level, by(Engine::Auto, 1))
                .solution()
                .unwrap()
                .lurd()
                .to_owned()
        };
        assert_eq!(lurd(), lurd());
    }
}

#[test]
fn tables_of_all_boxes_are_called_a_complete_search() {
    let mut read_off = 0;
    let files = ["easy.xsb", "medium.xsb", "hard.xsb", "generated.xsb"];
    for level in &files.map(own).concat() {
        if Board::new(level).unwrap().boxes().len() > 4 {
            continue;
        }
        let plain = answer(level, by(Engine::Bfs, 1));
        let tabled = answer(
            level,
            Ask {
                tables: 4,
                ..by(Engine::Sat, 1)
            },
        );
        assert_eq!(minimum(&tabled), minimum(&plain), "{level}");
        if tabled.engine == Engine::Tables && tabled.start_bound > plain.start_bound {
            assert!(tabled.proof == Proof::Exhaustive, "{level}");
            read_off += 1;
        }
    }
    assert!(read_off > 3, "{read_off}");
}
