//! All engines under all bounds agree with plain breadth-first search, and the answers say no more than they know.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/boards.rs"]
mod boards;

use std::sync::Arc;
use std::time::Duration;

use boards::{Board, distances, grid, seeded, shuffled, walked};
use sokosat::answer::Proof;
use sokosat::limits::{Limits, Stop};
use sokosat::progress::Progress;
use sokosat::tiles::encode::Lemmas;
use sokosat::tiles::engines::Task;
use sokosat::tiles::heuristic::{Heuristic, Name};
use sokosat::tiles::patterns::store::{Cache, databases};
use sokosat::tiles::puzzle::Puzzle;
use sokosat::tiles::replay::{Replayed, replay};
use sokosat::tiles::solve::{Answer, Engine, Question, Status, solve};

const NAMES: [Name; 4] = [
    Name::Misplaced,
    Name::Manhattan,
    Name::LinearConflict,
    Name::Patterns,
];

/// Every engine with every bound that it takes.
fn all_ways() -> Vec<(Engine, Option<Name>)> {
    let mut ways = vec![
        (Engine::Auto, None),
        (Engine::Bfs, None),
        (Engine::Sat, None),
    ];
    for engine in [Engine::AStar, Engine::IdaStar, Engine::Bidirectional] {
        ways.push((engine, None));
        ways.extend(NAMES.map(|name| (engine, Some(name))));
    }
    ways
}

fn ask(
    (engine, heuristic): (Engine, Option<Name>),
    (width, start, target): (usize, &Board, &Board),
    table_bytes: u64,
    limits: Limits,
) -> Answer {
    let progress = Progress::of("moves");
    let question = Question {
        engine,
        heuristic,
        sizes: None,
        cache: Cache::None,
        threads: 1,
        table_bytes,
        lemmas: Lemmas::all(),
        limits,
        progress: &progress,
    };
    let answer = solve(&grid(width, start), &grid(width, target), &question).unwrap();
    let seen = progress.snapshot();
    if let Some(found) = answer.solution() {
        assert!(seen.lower <= found.moves() && seen.upper == Some(found.moves()));
    }
    answer
}

/// Asks in one way and holds the answer against the truth.
fn check(way: (Engine, Option<Name>), board: (usize, &Board, &Board), truth: Option<usize>) {
    for table_bytes in [0, 1 << 12] {
        let answer = ask(way, board, table_bytes, Limits::none());
        let found = answer.solution().map(Replayed::moves);
        assert_eq!(found, truth, "{way:?} {board:?}");
        if truth.is_some() {
            assert_eq!(answer.lower_bound, truth, "{way:?} {board:?}");
            assert_ne!(answer.proof, Proof::None);
        } else {
            assert_eq!(
                (&answer.status, answer.proof),
                (&Status::Unsolvable, Proof::Static)
            );
        }
        if way.0 != Engine::IdaStar {
            break;
        }
    }
}

#[test]
fn all_ways_agree_on_random_boards_with_random_targets() {
    let mut rng = seeded(1);
    for (width, cells, count) in [
        (2, 4, 12),
        (3, 6, 6),
        (2, 6, 6),
        (3, 9, 3),
        (4, 8, 3),
        (2, 8, 3),
    ] {
        let target = shuffled(&mut rng, cells);
        let truth = distances(width, &target);
        for _ in 0..count {
            let start = shuffled(&mut rng, cells);
            for way in all_ways() {
                // Deep boards take formulas long.
                let least = truth.get(&start).copied();
                if way.0 != Engine::Sat || least.is_none_or(|least| least <= 20) {
                    check(way, (width, &start, &target), least);
                }
            }
        }
    }
}

#[test]
fn all_ways_agree_on_boards_of_two_by_five() {
    let mut rng = seeded(2);
    for width in [2, 5] {
        let target = shuffled(&mut rng, 10);
        let start = walked(&mut rng, width, &target, 40);
        let least = distances(width, &target)[&start];
        for way in all_ways() {
            check(way, (width, &start, &target), Some(least));
        }
        let mut odd = start.clone();
        let tiles: Vec<usize> = (0..10).filter(|&cell| odd[cell] != 0).collect();
        odd.swap(tiles[0], tiles[1]);
        check((Engine::Auto, None), (width, &odd, &target), None);
    }
}

/// Solves every board by iterative deepening, and some in other ways.
#[test]
fn every_board_of_the_8_puzzle_is_solved_with_the_right_length() {
    let target: Board = vec![1, 2, 3, 4, 5, 6, 7, 8, 0];
    let goal = grid(3, &target);
    let solved = Puzzle::new(&goal, &goal).unwrap();
    let (sizes, limits) = ("8".parse().unwrap(), Limits::none());
    let (patterns, _) = databases(&solved, &sizes, &Cache::None, 1, &limits).unwrap();
    let heuristic = Heuristic::patterns(&solved, Arc::new(patterns));
    let mut truth: Vec<(Board, usize)> = distances(3, &target).into_iter().collect();
    truth.sort_unstable();
    assert_eq!(truth.len(), 181_440);
    for (index, (start, least)) in truth.iter().enumerate() {
        let start_grid = grid(3, start);
        let puzzle = Puzzle::new(&start_grid, &goal).unwrap();
        let task = Task {
            puzzle: &puzzle,
            limits: &limits,
            progress: &Progress::default(),
        };
        let found = task.ida_star(heuristic.clone(), 0);
        let letters = puzzle.letters(&found.blanks.unwrap());
        let moves = replay(&start_grid, &goal, &letters).unwrap().moves();
        assert_eq!((moves, found.lower_bound), (*least, *least));
        if index % 100 == 0 {
            let way = (Engine::AStar, Some(Name::LinearConflict));
            check(way, (3, start, &target), Some(*least));
        }
        if index % 800 == 0 {
            for engine in [Engine::IdaStar, Engine::Bidirectional] {
                check(
                    (engine, Some(Name::Manhattan)),
                    (3, start, &target),
                    Some(*least),
                );
            }
        }
    }
}

#[test]
fn a_large_easy_board_is_solved_by_every_way() {
    let mut rng = seeded(3);
    for (width, cells) in [(4, 16), (5, 25), (5, 20), (4, 20)] {
        let target = shuffled(&mut rng, cells);
        let start = walked(&mut rng, width, &target, 14);
        let mut lengths = Vec::new();
        for way in all_ways() {
            if way.1 == Some(Name::Patterns) || way == (Engine::IdaStar, None) {
                continue;
            }
            let answer = ask(way, (width, &start, &target), 1 << 12, Limits::none());
            lengths.push(answer.solution().unwrap().moves());
        }
        assert!(
            lengths.iter().all(|&length| length == lengths[0]),
            "{lengths:?}"
        );
    }
}

/// A board of the 15-puzzle with 66 moves, for limits to be reached.
const HARD: [u8; 16] = [14, 10, 2, 1, 13, 9, 8, 11, 7, 3, 6, 12, 15, 5, 4, 0];

#[test]
fn limits_end_every_engine_with_a_true_bound() {
    let (start, target): (Board, Board) = (HARD.to_vec(), (0..16).collect());
    for way in all_ways() {
        let limits = Limits::none().with_time(Duration::from_millis(200));
        let started = std::time::Instant::now();
        let answer = ask(way, (4, &start, &target), 1 << 12, limits);
        assert_eq!(answer.status, Status::Unknown(Stop::Time), "{way:?}");
        let bound = answer.lower_bound.unwrap();
        assert!(bound <= 66 && answer.proof == Proof::None);
        assert!(bound >= 30 || way.0 == Engine::Bfs || way.1 == Some(Name::Misplaced));
        assert!(started.elapsed() < Duration::from_secs(20), "{way:?}");
        let limits = Limits::none().with_memory(1);
        let answer = ask(way, (4, &start, &target), 1 << 12, limits);
        assert_eq!(answer.status, Status::Unknown(Stop::Memory), "{way:?}");
    }
}

#[test]
fn parity_is_told_at_once_on_boards_of_any_size() {
    let mut rng = seeded(6);
    let limits = || Limits::none().with_time(Duration::ZERO);
    for (width, height) in [(2, 2), (3, 5), (4, 4), (5, 4), (5, 5)] {
        let target = shuffled(&mut rng, width * height);
        let mut start = target.clone();
        let tiles: Vec<usize> = (0..start.len()).filter(|&cell| start[cell] != 0).collect();
        start.swap(tiles[0], tiles[1]);
        for way in all_ways() {
            let answer = ask(way, (width, &start, &target), 0, limits());
            assert_eq!(answer.status, Status::Unsolvable);
        }
    }
}
