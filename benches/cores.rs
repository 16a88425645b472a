//! How long the parts take on boards of our own: `cargo bench`, or `cargo bench -- astar` for some.
//!
//! Whole answers are better compared by `sokosat bench`, which also counts states and memory.

use divan::{Bencher, black_box};
use sokosat::answer::{Answer, Engine};
use sokosat::board::Board;
use sokosat::bound::start_bound;
use sokosat::certify::replay;
use sokosat::cnf::Counter;
use sokosat::distance::Distances;
use sokosat::encode::{Lemmas, Options, Span, encode};
use sokosat::level::{self, Level};
use sokosat::limits::Limits;
use sokosat::progress::Progress;
use sokosat::solve::{Question, solve};

fn main() {
    divan::main();
}

/// A board with a few hundred thousand states, and one with many boxes.
const HALL: &[u8] = include_bytes!("../levels/hard.xsb");
const DRAWERS: &[u8] = include_bytes!("../levels/many-boxes.xsb");

/// The hall of four, the fourteen drawers.
const BOARDS: [&str; 2] = ["hall", "drawers"];

fn level(name: &str) -> Level {
    let (text, number) = match name {
        "hall" => (HALL, 1),
        "drawers" => (DRAWERS, 2),
        _ => unreachable!("a board of the list"),
    };
    let mut levels = level::read(name, text).expect("our own levels can be read");
    levels.swap_remove(number - 1)
}

fn board(level: &Level) -> Board {
    Board::new(level).expect("our own levels can be played")
}

fn ask(level: &Level, engine: Engine) -> Answer {
    let progress = Progress::default();
    let question = Question::new(engine, &progress);
    solve(level, &board(level), &question).expect("answers pass the checker")
}

#[divan::bench(args = BOARDS)]
fn distances(bencher: Bencher, name: &str) {
    let board = board(&level(name));
    bencher.bench(|| Distances::new(black_box(&board), &Limits::none()));
}

#[divan::bench(args = BOARDS)]
fn bound(bencher: Bencher, name: &str) {
    let board = board(&level(name));
    let distances = Distances::new(&board, &Limits::none()).expect("there is no limit");
    bencher.bench(|| start_bound(black_box(&board), &distances, &Limits::none()));
}

/// The formula at the start bound, its clauses counted and not kept.
#[divan::bench(args = BOARDS)]
fn formula(bencher: Bencher, name: &str) {
    let board = board(&level(name));
    let distances = Distances::new(&board, &Limits::none()).expect("there is no limit");
    let options = Options {
        span: Span::Exactly(20),
        lemmas: Lemmas::default(),
    };
    bencher.bench(|| {
        let mut counter = Counter::default();
        encode(&board, &distances, options, &Limits::none(), &mut counter).map(|_| counter)
    });
}

#[divan::bench(args = [Engine::Bfs, Engine::AStar, Engine::IdaStar, Engine::Bidirectional, Engine::Sat, Engine::Beam], sample_count = 10)]
fn hall(bencher: Bencher, engine: Engine) {
    let level = level("hall");
    bencher.bench(|| ask(black_box(&level), engine));
}

#[divan::bench]
fn replayed(bencher: Bencher) {
    let level = level("hall");
    let answer = ask(&level, Engine::AStar);
    let lurd = answer.solution().expect("it has a solution").lurd();
    bencher.bench(|| replay(&level, black_box(lurd)));
}
