//! The boards in `levels/` and what their headers say of them.
//!
//! Each board is followed by `Title:` and `Pushes:` (a number or `unsolvable`). Headers are read
//! here, the boards by the library. The table of counts pins what the folder must offer; every
//! board is solved with a proof and held against its header.

use std::path::PathBuf;

use sokosat::answer::{Engine, Goal, Status};
use sokosat::board::Board;
use sokosat::encode::Lemmas;
use sokosat::level::{Level, load};
use sokosat::limits::Limits;
use sokosat::progress::Progress;
use sokosat::sat::Solver;
use sokosat::sat::horizons::Walks;
use sokosat::search::beam::plan::BeamOptions;
use sokosat::search::prune::Prune;
use sokosat::search::tabu::TabuOptions;
use sokosat::solve::{Question, solve};

/// What a header claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Claim {
    Pushes(usize),
    Unsolvable,
}

struct Own {
    file: String,
    title: String,
    claim: Claim,
    level: Level,
}

/// File and number of boards; the files in reading order.
const FILES: [(&str, usize); 8] = [
    ("easy.xsb", 15),
    ("first.xsb", 1),
    ("generated.xsb", 21),
    ("hard.xsb", 7),
    ("many-boxes.xsb", 5),
    ("medium.xsb", 16),
    ("seeds.xsb", 3),
    ("unsolvable.xsb", 13),
];

/// Boards too wide for an exhaustive search in a test; short plans of many boxes suit a formula.
const WIDE: [&str; 2] = ["Eight shelves", "Twelve in the open"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("levels")
}

/// The values of the lines `KEY: value` of a file, in order.
fn values(text: &str, key: &str) -> Vec<String> {
    let value = |line: &str| Some(line.strip_prefix(key)?.strip_prefix(": ")?.to_string());
    text.lines().filter_map(value).collect()
}

fn read_claim(value: &str) -> Claim {
    match value {
        "unsolvable" => Claim::Unsolvable,
        number => Claim::Pushes(number.parse().expect("a header has a number of pushes")),
    }
}

fn own_levels() -> Vec<Own> {
    let mut all = Vec::new();
    for (name, _) in FILES {
        let path = folder().join(name);
        let text = std::fs::read_to_string(&path).expect("the file of the table exists");
        let levels = load(&path).expect("our own files are readable");
        let (titles, pushes) = (values(&text, "Title"), values(&text, "Pushes"));
        assert_eq!(
            (titles.len(), pushes.len()),
            (levels.len(), levels.len()),
            "{name}"
        );
        for ((level, title), pushes) in levels.into_iter().zip(titles).zip(pushes) {
            let claim = read_claim(&pushes);
            all.push(Own {
                file: name.into(),
                title,
                claim,
                level,
            });
        }
    }
    all
}

#[test]
fn every_file_of_the_folder_is_in_the_table() {
    let entries = std::fs::read_dir(folder()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let boards = paths.filter(|path| path.extension().is_some_and(|end| end == "xsb"));
    let name = |path: PathBuf| path.file_name().unwrap().to_str().unwrap().to_string();
    let mut names: Vec<String> = boards.map(name).collect();
    names.sort();
    assert_eq!(names, FILES.map(|(name, _)| name));
}

#[test]
fn every_board_is_playable_and_has_the_title_of_its_header() {
    for own in own_levels() {
        let title = own.level.title.as_deref();
        assert_eq!(title, Some(own.title.as_str()), "{}", own.file);
        assert!(
            Board::new(&own.level).is_ok(),
            "{}: {}",
            own.file,
            own.title
        );
    }
}

#[test]
fn the_folder_offers_what_the_tests_of_engines_need() {
    let own = own_levels();
    for (name, count) in FILES {
        assert_eq!(
            own.iter().filter(|own| own.file == name).count(),
            count,
            "{name}"
        );
    }
    let count = |test: &dyn Fn(&Own) -> bool| own.iter().filter(|own| test(own)).count();
    let board = |own: &Own| Board::new(&own.level).unwrap();
    assert!(own.len() >= 48);
    assert!(count(&|own| own.claim == Claim::Unsolvable) >= 6);
    assert!(count(&|own| matches!(own.claim, Claim::Pushes(50..))) >= 4);
    assert!(count(&|own| board(own).boxes().len() >= 8) >= 5);
    assert!(count(&|own| !board(own).has_fixed_parity()) >= 5);
    assert!(count(&|own| own.title.contains("mirror")) >= 4);
}

#[test]
fn parity_agrees_with_every_claim() {
    for own in own_levels() {
        let board = Board::new(&own.level).unwrap();
        if let (Claim::Pushes(pushes), true) = (own.claim, board.has_fixed_parity()) {
            let colours = |cells: &[_]| cells.iter().map(|&c| usize::from(board.colour(c))).sum();
            let (boxes, goals): (usize, usize) = (colours(board.boxes()), colours(board.goals()));
            assert_eq!(
                (boxes + goals + pushes) % 2,
                0,
                "{}: {}",
                own.file,
                own.title
            );
        }
    }
}

/// What an engine proves about a board, if anything.
fn proved(own: &Own, engine: Engine, solver: Solver) -> Option<Claim> {
    let board = Board::new(&own.level).expect("our own boards are playable");
    let progress = Progress::default();
    let question = Question {
        engine,
        threads: 1,
        solver,
        tables: 0,
        lemmas: Lemmas::all(),
        walks: Walks::default(),
        prune: Prune::all(),
        goal: Goal::Minimal,
        beam: BeamOptions::default(),
        tabu: TabuOptions::default(),
        most_pushes: None,
        limits: Limits::none(),
        progress: &progress,
    };
    let answer = solve(&own.level, &board, &question).expect("the judge accepts the plan");
    match &answer.status {
        Status::Solved(solution) if answer.is_minimal() => Some(Claim::Pushes(solution.pushes())),
        Status::Unsolvable(_) => Some(Claim::Unsolvable),
        _ => None,
    }
}

#[test]
fn every_header_says_what_is_proved() {
    for own in own_levels() {
        let wide = WIDE.contains(&own.title.as_str());
        let engine = if wide { Engine::Sat } else { Engine::Bfs };
        let solvers = Solver::built_in();
        let asked = if wide { &solvers[..] } else { &solvers[..1] };
        for solver in asked {
            assert_eq!(
                proved(&own, engine, solver.clone()),
                Some(own.claim),
                "{}: {}",
                own.file,
                own.title
            );
        }
    }
}
