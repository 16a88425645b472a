//! Verdicts do not depend on lemmas, on how a horizon is asked, on the drawing or on the reader.

use std::rc::Rc;
use std::time::{Duration, Instant};

use sokosat::board::Board;
use sokosat::cnf::{ClauseSink, Formula};
use sokosat::encode::file::{self, Request};
use sokosat::encode::header::{Header, titles};
use sokosat::encode::lemmas::Lemma;
use sokosat::encode::{Basis, Lemmas, OBSTACLE, Options, Span, encode};
use sokosat::generate::{Shape, pulled_level, random_level};
use sokosat::level::{Level, Symmetry};
use sokosat::limits::{Limits, Stop};
use sokosat::progress::Progress;
use sokosat::sat::horizons::{Ending, HorizonReport, Outcome, Task, Verdict, fewest_pushes};
use sokosat::switches::Switch;

use super::game::{self, Ground};
use super::solver::model;

/// Small random levels, about half of them with a plan.
fn levels() -> impl Iterator<Item = (u64, Ground)> {
    let shape = |seed: u64| Shape {
        width: 5 + usize::from(seed.is_multiple_of(3)),
        height: 5,
        boxes: 1 + usize::from(seed.is_multiple_of(2)),
        spare_goals: usize::from(seed.is_multiple_of(4)),
        walls_percent: 12,
    };
    let pulled = (0..25)
        .filter_map(move |seed| Some((seed, pulled_level(seed, &shape(seed), 7).ok()?.level)));
    let random =
        (0..25).filter_map(move |seed| Some((seed, random_level(seed, &shape(seed)).ok()?)));
    pulled
        .chain(random)
        .map(|(seed, level)| (seed, Ground::new(&level)))
}

fn has_plan(ground: &Ground, options: Options) -> bool {
    let mut formula = Formula::default();
    let limits = Limits::none();
    encode(
        &ground.board,
        &ground.distances,
        options,
        &limits,
        &mut formula,
    )
    .unwrap();
    model(&formula, &[]).is_some()
}

/// None, all, and each lemma alone and left out.
pub(crate) fn some_sets() -> impl Iterator<Item = Lemmas> {
    let each = Lemma::ALL.iter().copied();
    let each = each.flat_map(|lemma| [Lemmas::NONE.with(lemma), Lemmas::all().without(lemma)]);
    [Lemmas::NONE, Lemmas::all()].into_iter().chain(each)
}

#[test]
fn any_lemma_alone_or_left_out_gives_the_verdicts_of_plain_search() {
    let mut counts = [0, 0];
    for (seed, ground) in levels() {
        let mut truth = game::exact_horizons(&ground.board, 6);
        if ground.board.stray().is_some() {
            truth.fill(false);
        }
        for lemmas in some_sets() {
            for (t, &exactly) in truth.iter().enumerate() {
                let at_most = truth[..=t].contains(&true);
                let spans = [(Span::Exactly(t), exactly), (Span::AtMost(t), at_most)];
                for (span, expected) in spans {
                    let options = Options { span, lemmas };
                    assert_eq!(
                        has_plan(&ground, options),
                        expected,
                        "seed {seed}, {options}"
                    );
                    counts[usize::from(expected)] += 1;
                }
            }
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 500, "{counts:?}");
}

fn run(ground: &Ground, task: Task, limits: &Limits) -> (Outcome, Vec<HorizonReport>) {
    let mut reports = Vec::new();
    let mut report = |done: &HorizonReport| reports.push(done.clone());
    let outcome = fewest_pushes(&ground.board, &ground.distances, task, limits, &mut report);
    (outcome, reports)
}

#[test]
fn the_first_plan_has_the_fewest_pushes() {
    let mut horizons = 0;
    for (seed, ground) in levels() {
        let task = Task {
            last: Some(11),
            ..Task::default()
        };
        let (outcome, reports) = run(&ground, task, &Limits::none());
        let board = &ground.board;
        let fewest = game::exact_horizons(board, 11)
            .iter()
            .position(|&solved| solved);
        match outcome.ending {
            Ending::Solved(plan) => {
                assert!(game::is_solution(board, &plan), "seed {seed}");
                assert_eq!(Some(plan.len()), fewest, "seed {seed}");
                assert_eq!(outcome.lower_bound, plan.len());
            }
            Ending::Stopped(stop) => {
                assert_eq!((stop, fewest), (Stop::Horizon, None), "seed {seed}");
                assert!(outcome.lower_bound > 11);
            }
            Ending::Unsolvable(_) | Ending::Blocked(_) => {
                assert!(fewest.is_none() || board.stray().is_some(), "seed {seed}");
            }
        }
        horizons += reports.len();
        let step = if board.has_fixed_parity() { 2 } else { 1 };
        for pair in reports.windows(2) {
            assert_eq!(
                (pair[0].verdict, pair[1].pushes - pair[0].pushes),
                (Verdict::Unsat, step)
            );
        }
    }
    assert!(horizons > 30, "{horizons}");
}

/// Six pushes at least; the box goes round.
const ROUND: [&str; 6] = [
    "#######", "#     #", "# $ # #", "# .#  #", "#@ $. #", "#######",
];

#[test]
fn all_eight_drawings_of_a_level_have_one_minimum() {
    let level = Level::from_rows(&ROUND);
    let minima = Symmetry::ALL.map(|symmetry| {
        let ground = Ground::new(&level.transformed(symmetry));
        let (outcome, _) = run(&ground, Task::default(), &Limits::none());
        assert!(matches!(outcome.ending, Ending::Solved(_)));
        outcome.lower_bound
    });
    assert!(
        minima.iter().all(|&pushes| pushes == minima[0]),
        "{minima:?}"
    );
    let truth = game::exact_horizons(&Ground::new(&level).board, minima[0]);
    assert_eq!(truth.iter().position(|&solved| solved), Some(minima[0]));
}

#[test]
fn a_written_file_is_read_to_the_same_verdict_and_back_to_a_plan() {
    let level = Level::from_rows(&ROUND);
    let ground = Ground::new(&level);
    let limits = Limits::none();
    for text in [
        "exactly:4 lemmas:none",
        "at-most:9 lemmas:dead,windows,waste",
        "exactly:3 lemmas:waste",
    ] {
        let options: Options = text.parse().unwrap();
        let basis = Basis::new(&ground.board, &ground.distances, options.lemmas, &limits);
        let basis = Rc::new(basis.unwrap());
        let request = Request {
            level: &level,
            options,
            titles: &titles(&level, options),
            limits: &limits,
        };
        let mut written = [Vec::new(), Vec::new()];
        for out in &mut written {
            file::write(&basis, &request, out).unwrap();
        }
        assert_eq!(written[0], written[1]);
        let text = std::str::from_utf8(&written[0]).unwrap();
        let mut header = Header::default();
        for comment in text.lines().map_while(|line| line.strip_prefix("c ")) {
            header.take(comment);
        }
        let expected = Header {
            version: Some(env!("CARGO_PKG_VERSION").into()),
            options: Some(options),
            level: Some(level.hash()),
        };
        assert_eq!(header, expected);
        let mut solver = varisat::Solver::new();
        solver.add_dimacs_cnf(&written[0][..]).unwrap();
        assert_eq!(
            solver.solve().unwrap(),
            has_plan(&ground, options),
            "{options}"
        );
    }
}

#[test]
fn an_unsolvable_level_becomes_two_clauses_and_its_reason() {
    let ground = Ground::of_rows(&["#####", "#@$ #", "#  .#", "#####"]);
    let options = Options {
        span: Span::AtMost(9),
        lemmas: Lemmas::all(),
    };
    let mut formula = Formula::default();
    let limits = Limits::none();
    let encoding = encode(
        &ground.board,
        &ground.distances,
        options,
        &limits,
        &mut formula,
    )
    .unwrap();
    assert!(encoding.reason().is_some());
    assert!(
        formula
            .iter()
            .all(|(rule, lits)| *rule == OBSTACLE && lits.len() == 1)
    );
    assert_eq!(formula.len(), 2);
    let (outcome, reports) = run(&ground, Task::default(), &limits);
    assert!(matches!(outcome.ending, Ending::Unsolvable(_)));
    assert_eq!(reports, []);
}

#[test]
fn a_solved_level_needs_no_push() {
    let ground = Ground::of_rows(&["#####", "#@* #", "#####"]);
    let (outcome, reports) = run(&ground, Task::default(), &Limits::none());
    assert_eq!(outcome.ending, Ending::Solved(Vec::new()));
    assert_eq!((outcome.lower_bound, reports.len()), (0, 1));
}

/// Boxes for a long search: the matching bound lies far below any plan.
const HARD: [&str; 8] = [
    "##########",
    "#   ##   #",
    "# $  $ $ #",
    "## #  #  #",
    "#  $@ $  #",
    "# ..#..  #",
    "#  .# $ .#",
    "##########",
];

#[test]
fn limits_end_a_hard_solve_within_a_second() {
    let ground = Ground::of_rows(&HARD);
    let limits = Limits::none().with_time(Duration::from_millis(400));
    let progress = Progress::default();
    let task = Task {
        lemmas: Lemmas::NONE,
        progress: Some(&progress),
        ..Task::default()
    };
    let start = Instant::now();
    let (outcome, reports) = run(&ground, task, &limits);
    assert!(progress.snapshot().conflicts > 0);
    assert_eq!(outcome.ending, Ending::Stopped(Stop::Time));
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(outcome.lower_bound >= outcome.start_bound);
    assert!(
        reports
            .iter()
            .any(|report| report.verdict == Verdict::Unknown)
    );
}

#[test]
fn the_memory_limit_ends_a_solve_too() {
    let ground = Ground::of_rows(&HARD);
    let (outcome, _) = run(&ground, Task::default(), &Limits::none().with_memory(1));
    assert_eq!(outcome.ending, Ending::Stopped(Stop::Memory));
}

#[test]
fn a_last_horizon_leaves_the_lower_bound_above_it() {
    let ground = Ground::new(&Level::from_rows(&ROUND));
    let (solved, _) = run(&ground, Task::default(), &Limits::none());
    let task = Task {
        last: Some(solved.lower_bound - 1),
        ..Task::default()
    };
    let (outcome, _) = run(&ground, task, &Limits::none());
    assert_eq!(outcome.ending, Ending::Stopped(Stop::Horizon));
    assert_eq!(outcome.lower_bound, solved.lower_bound);
}

#[test]
fn counting_needs_no_memory_for_clauses() {
    let ground = Ground::of_rows(&HARD);
    let options = Options {
        span: Span::Exactly(20),
        lemmas: Lemmas::all(),
    };
    let limits = Limits::none();
    let count = file::measure(&ground.board, &ground.distances, options, &limits).unwrap();
    let mut formula = Formula::default();
    encode(
        &ground.board,
        &ground.distances,
        options,
        &limits,
        &mut formula,
    )
    .unwrap();
    assert_eq!(count.clauses, formula.len() as u64);
    assert_eq!(count.variables, formula.fresh().var() - 1);
    let stopped = Limits::none().with_time(Duration::ZERO);
    let board: &Board = &ground.board;
    let refused = file::measure(board, &ground.distances, options, &stopped);
    assert_eq!(refused, Err(Stop::Time));
}
