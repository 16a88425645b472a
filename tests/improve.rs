//! Improvement: plans stay legal, never grow, never pass below the minimum, and what windows prove is true.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/command.rs"]
mod command;
#[path = "common/oracle.rs"]
#[expect(dead_code, reason = "only the minimum is asked for here")]
mod oracle;
#[path = "common/plain.rs"]
#[expect(
    dead_code,
    reason = "only pushes and names of positions are asked for here"
)]
mod plain;

use std::collections::{HashSet, VecDeque};
use std::time::{Duration, Instant};

use command::run;
use oracle::{Truth, fewest_pushes};
use sokosat::answer::{Answer, Engine};
use sokosat::board::{Board, Cell, Push};
use sokosat::certify::{Verified, replay};
use sokosat::distance::Distances;
use sokosat::generate::{Shape, pulled_level};
use sokosat::level::Level;
use sokosat::limits::{Limits, Stop};
use sokosat::progress::Progress;
use sokosat::search::prune::Prune;
use sokosat::search::pushes::Pushes;
use sokosat::search::trail::{Position, Trail};
use sokosat::search::window::{Found, Window, home_rules, shorten};
use sokosat::solution::{read_lurd, write_lurd};
use sokosat::solve::improve::improve;
use sokosat::solve::{Question, solve};

const MOST_POSITIONS: usize = 4000;

/// Random levels with a plan that wanders: boxes pulled back at random.
fn wandering(count: u64, pulls: usize) -> impl Iterator<Item = (Level, Board, Verified)> {
    (0..count).filter_map(move |seed| {
        let shape = Shape {
            width: 7,
            height: 6,
            boxes: 1 + usize::try_from(seed % 3).unwrap(),
            spare_goals: usize::from(seed.is_multiple_of(5)),
            walls_percent: 20,
        };
        let planned = pulled_level(seed, &shape, pulls).ok()?;
        let board = Board::new(&planned.level).ok()?;
        let lurd = write_lurd(&board, &planned.plan).unwrap();
        let given = replay(&planned.level, &lurd).unwrap();
        Some((planned.level, board, given))
    })
}

fn question(threads: u8, limits: Limits, progress: &Progress) -> Question<'_> {
    Question {
        threads,
        limits,
        ..Question::new(Engine::Auto, progress)
    }
}

fn improved(level: &Level, board: &Board, given: &Verified, threads: u8) -> Answer {
    let progress = Progress::default();
    improve(
        level,
        board,
        given,
        &question(threads, Limits::none(), &progress),
    )
    .unwrap()
}

#[test]
fn improved_plans_are_the_shortest_and_proved_where_nothing_limits_the_work() {
    let (mut shortened, mut all) = (0, 0);
    for (level, board, given) in wandering(60, 40) {
        let Truth::Pushes(least) = fewest_pushes(&level.to_string(), MOST_POSITIONS) else {
            continue;
        };
        for threads in [1, 2] {
            let answer = improved(&level, &board, &given, threads);
            let found = answer.solution().expect("the given solution is one");
            assert_eq!(replay(&level, found.lurd()).as_ref(), Ok(found));
            assert!(answer.is_minimal(), "{level}");
            assert_eq!(found.pushes(), least, "{level}");
        }
        shortened += usize::from(least < given.pushes());
        all += 1;
    }
    assert!(all > 30 && shortened > 20, "{shortened} of {all}");
}

#[test]
fn one_thread_gives_the_same_answer_twice() {
    for (level, board, given) in wandering(20, 60) {
        let by = || {
            let answer = improved(&level, &board, &given, 1);
            (
                format!("{:?}", answer.status),
                answer.remarks,
                answer.states_stored,
            )
        };
        assert_eq!(by(), by(), "{level}");
    }
}

/// The fewest pushes from one position of a plan to another through positions that are allowed, by plain search.
fn least_between(
    board: &Board,
    (from, to): (&Position, &Position),
    ends: bool,
    allowed: impl Fn(&[Cell]) -> bool,
) -> Option<usize> {
    let start = plain::named(board, (from.boxes.clone(), from.player));
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((state, count)) = queue.pop_front() {
        let solved = state.0.iter().all(|&cell| board.is_goal(cell));
        if ends && solved || (&state.0, state.1) == (&to.boxes, to.player) {
            return Some(count);
        }
        for (_, after) in plain::pushes(board, &state) {
            let after = plain::named(board, after);
            if allowed(&after.0) && seen.insert(after.clone()) {
                queue.push_back((after, count + 1));
            }
        }
    }
    None
}

fn trail(board: &Board, lurd: &str) -> Trail {
    let pushes = read_lurd(board, lurd).unwrap();
    Trail::new(board, &pushes, &Limits::none())
        .unwrap()
        .unwrap()
}

/// Whether some position of a window has at most `most` of these boxes off its cells.
fn is_near(window: &[Position], most: Option<u32>, boxes: &[Cell]) -> bool {
    let off = |position: &Position| {
        let away = boxes.iter().filter(|cell| !position.boxes.contains(cell));
        away.count()
    };
    most.is_none_or(|most| window.iter().any(|position| off(position) <= most as usize))
}

#[test]
fn windows_give_the_fewest_pushes_of_their_neighbourhood_or_its_proof() {
    let (mut shorter, mut proved) = (0, 0);
    for (level, board, given) in wandering(24, 30) {
        let trail = trail(&board, given.lurd());
        let trail = trail.until_solved(&board);
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        let rules = home_rules(Prune::default());
        let mut home = Pushes::new(&board, &distances, rules, &Limits::none()).unwrap();
        let places: Vec<usize> = (0..trail.len()).step_by(4).chain([trail.len()]).collect();
        for (&from, &to) in places
            .iter()
            .flat_map(|from| places.iter().map(move |to| (from, to)))
        {
            if from > to {
                continue;
            }
            for astray in [None, Some(0), Some(1)] {
                let window = Window {
                    from,
                    to,
                    astray,
                    most_states: u32::MAX,
                };
                let inside = &trail.positions()[from..=to];
                let ends = to == trail.len();
                let least = least_between(
                    &board,
                    (&inside[0], &inside[inside.len() - 1]),
                    ends,
                    |boxes| is_near(inside, astray, boxes),
                );
                let least = least.expect("the plan itself is a way");
                match shorten(&mut home, &trail, window, &Limits::none()).0 {
                    Found::Shorter(pushes) => {
                        assert!(pushes.len() < to - from);
                        assert_eq!(pushes.len(), least, "{from}..{to}, {astray:?}\n{level}");
                        check_splice(&level, &board, &trail, (from, to), &pushes);
                        shorter += 1;
                    }
                    Found::Proved => {
                        assert_eq!(to - from, least, "{from}..{to}, {astray:?}\n{level}");
                        proved += 1;
                    }
                    Found::Stopped(stop) => panic!("{stop}"),
                }
            }
        }
    }
    assert!(shorter > 100 && proved > 100, "{shorter} and {proved}");
}

/// The plan with other pushes in a window still solves its level.
fn check_splice(
    level: &Level,
    board: &Board,
    trail: &Trail,
    (from, to): (usize, usize),
    pushes: &[Push],
) {
    let spliced = trail
        .spliced(board, (from..to, pushes), &Limits::none())
        .expect("there is no limit")
        .expect("what was found fits");
    let planned: Vec<_> = spliced.pushes().iter().map(|&push| push.into()).collect();
    let lurd = write_lurd(board, &planned).unwrap();
    assert_eq!(replay(level, &lurd).unwrap().pushes(), spliced.len());
}

#[test]
fn a_window_that_may_hold_few_positions_says_so_and_proves_nothing() {
    let mut stopped = 0;
    for (_, board, given) in wandering(12, 30) {
        let trail = trail(&board, given.lurd());
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        let mut home = Pushes::new(&board, &distances, Prune::NONE, &Limits::none()).unwrap();
        let window = Window {
            from: 0,
            to: trail.len(),
            astray: None,
            most_states: 2,
        };
        let found = shorten(&mut home, &trail, window, &Limits::none()).0;
        stopped += usize::from(found == Found::Stopped(Stop::States));
    }
    assert!(stopped > 3, "{stopped}");
}

#[test]
fn pushes_that_cannot_be_made_are_no_plan() {
    let (_, board, given) = wandering(1, 30).next().unwrap();
    let pushes = read_lurd(&board, given.lurd()).unwrap();
    let made = |pushes: &[Push]| Trail::new(&board, pushes, &Limits::none()).unwrap();
    assert!(made(&pushes).is_some());
    assert!(made(&pushes[1..]).is_none());
    assert_eq!(read_lurd(&board, "x"), None);
}

#[test]
fn a_spent_limit_leaves_the_given_solution() {
    let (level, board, given) = wandering(2, 60).last().unwrap();
    let progress = Progress::default();
    let limits = Limits::none().with_time(Duration::ZERO);
    let answer = improve(&level, &board, &given, &question(1, limits, &progress)).unwrap();
    assert_eq!(answer.solution(), Some(&given));
}

/// A wide room with many boxes, and a plan that wanders through it.
fn great() -> (Level, String) {
    let shape = Shape {
        width: 18,
        height: 16,
        boxes: 14,
        spare_goals: 0,
        walls_percent: 15,
    };
    let planned = pulled_level(3, &shape, 400).unwrap();
    let board = Board::new(&planned.level).unwrap();
    let lurd = write_lurd(&board, &planned.plan).unwrap();
    (planned.level, lurd)
}

#[test]
fn the_time_limit_ends_the_work_and_the_best_solution_is_printed() {
    let (level, lurd) = great();
    let given = replay(&level, &lurd).unwrap().pushes();
    for threads in ["1", "2"] {
        let started = Instant::now();
        let args = [
            "improve",
            "-",
            &lurd,
            "--time-limit",
            "3s",
            "--threads",
            threads,
            "-q",
        ];
        let done = run(&args, &level.to_string());
        assert_eq!(done.code, Some(0), "{}", done.err);
        assert!(
            started.elapsed() < Duration::from_secs(13),
            "{:?}",
            started.elapsed()
        );
        let found = replay(&level, done.out.trim()).unwrap();
        assert!(found.pushes() < given, "{} of {given}", found.pushes());
    }
}

#[test]
fn a_memory_limit_ends_the_work_too() {
    let (level, lurd) = great();
    let args = ["improve", "-", &lurd, "--memory-limit", "1k", "-q"];
    let done = run(&args, &level.to_string());
    assert_eq!(
        (done.code, done.out.trim()),
        (Some(0), lurd.as_str()),
        "{}",
        done.err
    );
}

const EASY: &str = "########\n#@ $  .#\n#      #\n########\n";

#[test]
fn what_goes_wrong_has_the_exit_codes_of_verify() {
    let walled = "#####\n#@$.#\n# $ #\n#####\n";
    for (lurd, level, code, says) in [
        ("rRRR", EASY, 0, "minimal"),
        ("rRR", EASY, 3, "not solved"),
        ("rRRRR", EASY, 3, "move 5"),
        ("rrrr", EASY, 0, "minimal"),
        ("hello", EASY, 1, "not a letter of LURD"),
        ("R", walled, 1, "more boxes than goals"),
    ] {
        let done = run(&["improve", "-", lurd], level);
        assert_eq!(done.code, Some(code), "{lurd}: {}{}", done.out, done.err);
        assert!((done.out + &done.err).contains(says), "{lurd}");
        let json = run(&["improve", "-", lurd, "--json"], level);
        assert_eq!(json.code, Some(code), "{lurd}");
        let status = match (code, says) {
            (0, _) => "solved",
            (3, _) => "refuted",
            _ => "invalid",
        };
        assert_eq!(json.objects()[0]["status"], status, "{lurd}");
    }
    assert_eq!(run(&["improve", "-", "-"], EASY).code, Some(1));
    assert_eq!(run(&["improve", "-"], EASY).code, Some(2));
    assert_eq!(
        run(&["improve", "-", "R", "--level", "2"], EASY).code,
        Some(1)
    );
}

#[test]
fn what_was_given_and_what_was_saved_is_told() {
    let level = "########\n#      #\n#@ $  .#\n#      #\n########\n";
    let given = ["rRRR", "rRurrdLulldRRR"];
    for (place, lurd) in given.into_iter().enumerate() {
        let json = run(&["improve", "-", lurd, "--json"], level);
        let object = &json.objects()[0];
        assert_eq!(object["given"], [3, 5][place], "{object}");
        assert_eq!(
            (&object["pushes"], &object["minimal"]),
            (&3.into(), &true.into())
        );
        let text = run(&["improve", "-", lurd], level).out;
        assert!(
            text.contains(
                [
                    "given       3 pushes, 0 saved",
                    "given       5 pushes, 2 saved"
                ][place]
            ),
            "{text}"
        );
    }
}

#[test]
fn solve_may_improve_what_a_beam_found() {
    let level = include_str!("../levels/hard.xsb");
    let beam = [
        "solve",
        "-",
        "--level",
        "2",
        "--engine",
        "beam",
        "--beam-width",
        "20",
        "--json",
    ];
    let improving = [&beam[..], &["--improve"]].concat();
    let object = run(&improving, level).objects().remove(0);
    assert_eq!(
        (&object["pushes"], &object["minimal"]),
        (&13.into(), &true.into()),
        "{object}"
    );
    assert_eq!(run(&beam, level).objects()[0]["minimal"], false);
}

#[test]
fn a_solution_of_auto_is_no_longer_for_being_improved() {
    for (level, board, _) in wandering(6, 40) {
        let Truth::Pushes(least) = fewest_pushes(&level.to_string(), MOST_POSITIONS) else {
            continue;
        };
        let progress = Progress::default();
        let answer = solve(&level, &board, &question(1, Limits::none(), &progress)).unwrap();
        assert_eq!(answer.upper_bound(), Some(least));
    }
}

#[test]
fn a_plan_that_goes_round_and_round_is_straightened_first() {
    let room = "########\n#      #\n#@ $  .#\n#      #\n########\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.txt");
    std::fs::write(&path, "r20000(RurrdLulld)RRR").unwrap();
    let plan = format!("@{}", path.display());
    let run = run(&["improve", "-", &plan, "--json", "--threads", "1"], room);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (&answer["given"], &answer["pushes"]),
        (&40_003.into(), &3.into())
    );
}
