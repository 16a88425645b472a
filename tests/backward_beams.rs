//! Beams from the solved positions, and from both ends: legal plans, no verdict from what was given up, one answer a seed.

#[path = "common/beaming.rs"]
mod beaming;
#[expect(dead_code, reason = "only the minimum is asked for here")]
mod common;
#[path = "common/known.rs"]
mod known;

use std::time::{Duration, Instant};

use beaming::run;
use common::oracle::Truth;
use known::levels;
use sokosat::board::Board;
use sokosat::distance::Distances;
use sokosat::level::{Level, Symmetry, read};
use sokosat::limits::{Limits, Stop};
use sokosat::search::Verdict;
use sokosat::search::beam::backward_joint::Joint;
use sokosat::search::beam::plan::{BeamOptions, Direction, beam};
use sokosat::search::beam::score::Score;
use sokosat::search::beam::{Beam, End, Layers, Rating, Settings};

const WAYS: [Direction; 2] = [Direction::Backward, Direction::Both];

/// The numbers from one on, upwards or downwards, without an end; up to a peak the greater is the better.
#[derive(Clone)]
struct Endless {
    peak: u64,
    from: u64,
    by: u64,
    at: u64,
    given: bool,
}

impl Layers for Endless {
    fn words(&self) -> usize {
        1
    }

    fn start(&mut self, key: &mut [u64]) -> bool {
        key[0] = self.from;
        true
    }

    fn is_end(&self, _key: &[u64]) -> bool {
        false
    }

    fn open(&mut self, key: &[u64]) -> Option<u32> {
        (self.at, self.given) = (key[0], false);
        Some(0)
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        child[0] = self.at.wrapping_add(self.by);
        !std::mem::replace(&mut self.given, true)
    }

    fn rate(&mut self, _steps: u32) -> Option<Rating> {
        let score = i64::try_from(self.peak.min(self.at)).expect("the peak is low");
        Some(Rating { score, bound: 0 })
    }
}

fn endless(patience: Option<u32>) -> Settings {
    Settings {
        width: 1,
        ceiling: None,
        noise: 0,
        seed: 1,
        patience,
        threads: 1,
    }
}

#[test]
fn a_beam_that_gets_no_nearer_is_given_up_when_patience_ends() {
    let limits = Limits::none().with_time(Duration::from_secs(20));
    for peak in [0, 7, 30] {
        let space = Endless {
            peak,
            from: 0,
            by: 1,
            at: 0,
            given: false,
        };
        let mut beam = Beam::new(space, endless(Some(12)), &limits);
        assert_eq!(beam.run(&mut |_| ()), End::Empty { cut: true });
        assert_eq!(beam.progress().expanded, peak + 1 + 12);
    }
}

fn of_width(direction: Direction, width: usize) -> BeamOptions {
    BeamOptions {
        width,
        direction,
        ..Default::default()
    }
}

#[test]
fn beams_that_give_nothing_up_find_the_minimum_or_that_there_is_no_plan() {
    let (mut solved, mut unsolvable) = (0, 0);
    for (level, truth) in levels(80) {
        let scores = [Score::Matching, Score::Open];
        for (direction, score) in WAYS
            .into_iter()
            .flat_map(|way| scores.map(|score| (way, score)))
        {
            let options = BeamOptions {
                score,
                ..of_width(direction, 1_000_000)
            };
            let (found, pushes) = run(&level, &options);
            if let Truth::Pushes(least) = truth {
                assert_eq!(pushes, Some(least), "{direction:?}\n{level}");
                assert_eq!(found.steps, Some(least));
                solved += 1;
            } else {
                assert_eq!(found.outcome.verdict, Verdict::Exhausted, "{level}");
                unsolvable += 1;
            }
        }
    }
    assert!(solved > 100 && unsolvable > 50, "{solved} and {unsolvable}");
}

#[test]
fn narrow_beams_never_say_that_there_is_no_plan_where_there_is_one() {
    let (mut narrow, mut solved) = (0, 0);
    for (level, truth) in levels(80) {
        for options in WAYS.map(|way| of_width(way, 1)) {
            let (found, pushes) = run(&level, &options);
            match (truth, &found.outcome.verdict) {
                (Truth::Pushes(least), Verdict::Solved(_)) => {
                    assert!(pushes >= Some(least));
                    solved += 1;
                }
                (_, Verdict::Stopped(stop)) => {
                    assert_eq!(*stop, Stop::Narrow);
                    narrow += 1;
                }
                (Truth::Unsolvable, Verdict::Exhausted) => (),
                (truth, verdict) => panic!("{verdict:?} is not {truth:?}\n{level}"),
            }
        }
    }
    assert!(narrow > 20 && solved > 50, "{narrow} and {solved}");
}

#[test]
fn plans_are_shorter_than_the_ceiling() {
    let mut met = 0;
    for (level, truth) in levels(60) {
        let Truth::Pushes(least) = truth else {
            continue;
        };
        for (direction, more) in WAYS
            .into_iter()
            .flat_map(|way| [0, 1, 3].map(|more| (way, more)))
        {
            let options = BeamOptions {
                ceiling: u32::try_from(least + more).ok(),
                ..of_width(direction, 100_000)
            };
            let (found, pushes) = run(&level, &options);
            if more == 0 {
                let none = Verdict::Stopped(Stop::Narrow);
                assert_eq!(found.outcome.verdict, none, "{direction:?}\n{level}");
            } else {
                assert_eq!(pushes, Some(least), "{direction:?}\n{level}");
                met += 1;
            }
        }
    }
    assert!(met > 100, "{met}");
}

#[test]
fn beams_that_meet_at_the_ceiling_have_found_nothing() {
    let limits = Limits::none().with_time(Duration::from_secs(20));
    for (length, ceiling) in [(6, 6), (6, 7), (7, 7), (7, 8), (1, 1), (1, 2)] {
        let line = |from, by| Endless {
            peak: 100,
            from,
            by,
            at: from,
            given: false,
        };
        let settings = Settings {
            ceiling: Some(ceiling),
            ..endless(None)
        };
        let (ahead, behind) = (line(50, 1), line(50 + length, u64::MAX));
        let mut beams = Joint::new(ahead, behind, settings, &limits);
        let end = beams.run(&mut |_| ());
        if u64::from(ceiling) > length {
            assert_eq!(end, End::Found(()));
            let keys: Vec<u64> = beams.path().iter().map(|key| key[0]).collect();
            assert_eq!(keys, (50..=50 + length).collect::<Vec<_>>());
        } else {
            assert_eq!(end, End::Empty { cut: true });
        }
    }
}

#[test]
fn threads_do_not_change_the_answer_and_neither_does_another_run() {
    let hard = read("hard", include_bytes!("../levels/hard.xsb")).expect("the file is ours");
    let small = levels(4).map(|(level, _)| level);
    for level in hard.into_iter().chain(small) {
        for (direction, noise) in WAYS
            .into_iter()
            .flat_map(|way| [0, 5].map(|noise| (way, noise)))
        {
            let by = |threads| {
                let options = BeamOptions {
                    first_noise: noise,
                    threads,
                    ..of_width(direction, 400)
                };
                run(&level, &options)
            };
            assert_eq!(by(1), by(1));
            assert_eq!(by(1), by(3), "{level}");
        }
    }
}

#[test]
fn all_images_of_a_level_are_solved_from_either_end() {
    let hard = read("hard", include_bytes!("../levels/hard.xsb")).expect("the file is ours");
    for level in &hard {
        for symmetry in Symmetry::ALL {
            let image = level.transformed(symmetry);
            for direction in WAYS {
                let (_, pushes) = run(&image, &of_width(direction, 1000));
                assert!(pushes.is_some(), "{direction:?}\n{image}");
            }
        }
    }
}

/// Any number of starts, with nothing to do in them.
#[derive(Clone)]
struct Starts;

impl Layers for Starts {
    fn words(&self) -> usize {
        1
    }

    fn start(&mut self, key: &mut [u64]) -> bool {
        key[0] = 0;
        true
    }

    fn next_start(&mut self, key: &mut [u64]) -> bool {
        key[0] += 1;
        true
    }

    fn is_end(&self, key: &[u64]) -> bool {
        key[0] == u64::MAX
    }

    fn open(&mut self, _key: &[u64]) -> Option<u32> {
        Some(0)
    }

    fn step(&mut self, _child: &mut [u64]) -> bool {
        false
    }

    fn rate(&mut self, _steps: u32) -> Option<Rating> {
        None
    }
}

#[test]
fn a_beam_that_left_out_starts_has_given_something_up() {
    let limits = Limits::none().with_time(Duration::from_secs(20));
    let settings = Settings {
        width: 100_000,
        ..endless(None)
    };
    let mut beam = Beam::new(Starts, settings, &limits);
    assert_eq!(beam.run(&mut |_| ()), End::Empty { cut: true });
    assert_eq!(beam.progress().expanded, 100_000);
}

/// A room with so many goals that there are some ten million ways to fill them with the boxes.
fn many_ends() -> Level {
    let mut rows = vec!["#".repeat(14); 8];
    for row in &mut rows[1..7] {
        *row = format!("#{}#", ".".repeat(12));
    }
    rows[1] = "#@          .#".into();
    rows[3] = "# $ $ $ $ ...#".into();
    Level::from_rows(&rows)
}

#[test]
fn of_too_many_solved_positions_only_some_are_begun_with() {
    let level = many_ends();
    for direction in WAYS {
        let (found, pushes) = run(&level, &of_width(direction, 50));
        assert!(found.outcome.stored < 40_000, "{}", found.outcome.stored);
        assert!(pushes.is_some_and(|pushes| pushes < 20), "{pushes:?}");
    }
}

#[test]
fn a_limit_stops_beams_at_once() {
    let level = many_ends();
    let board = Board::new(&level).expect("the room is closed");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    for direction in WAYS {
        let limits = Limits::none().with_time(Duration::from_millis(200));
        let began = Instant::now();
        let options = BeamOptions {
            ceiling: Some(1),
            restarts: None,
            ..of_width(direction, 100_000_000)
        };
        let found = beam(&board, &distances, &options, &limits, &mut |_| ());
        assert_eq!(found.outcome.verdict, Verdict::Stopped(Stop::Time));
        assert!(began.elapsed() < Duration::from_secs(3));
    }
}
