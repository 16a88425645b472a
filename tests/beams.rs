//! Beam search: what it finds is legal, what it does not find proves nothing, and one seed gives one answer.

#[path = "common/beaming.rs"]
mod beaming;
#[expect(dead_code, reason = "only the minimum is asked for here")]
mod common;
#[path = "common/known.rs"]
mod known;

use beaming::run;
use common::oracle::Truth;
use known::levels;
use sokosat::level::{Symmetry, read};
use sokosat::limits::Stop;
use sokosat::search::Verdict;
use sokosat::search::beam::plan::{BeamOptions, Unit, Widen};
use sokosat::search::beam::score::Score;

/// Every unit with every score.
fn kinds() -> impl Iterator<Item = BeamOptions> {
    [Unit::Push, Unit::Move].into_iter().flat_map(|unit| {
        Score::ALL.map(|score| BeamOptions {
            unit,
            score,
            ..Default::default()
        })
    })
}

#[test]
fn a_beam_that_gives_nothing_up_agrees_with_plain_search() {
    let (mut solved, mut unsolvable) = (0, 0);
    for (level, truth) in levels(60) {
        for options in kinds() {
            let wide = BeamOptions {
                width: 1_000_000,
                ..options
            };
            let (found, pushes) = run(&level, &wide);
            if let Truth::Pushes(least) = truth {
                let pushes = pushes.expect("a beam that keeps all states finds a plan");
                let shortest = options.unit == Unit::Push;
                assert!(pushes == least || !shortest && pushes > least, "{level}");
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
fn a_narrow_beam_never_says_that_there_is_no_plan_where_there_is_one() {
    let mut narrow = 0;
    for (level, truth) in levels(60) {
        for options in kinds() {
            let (found, pushes) = run(
                &level,
                &BeamOptions {
                    width: 1,
                    ..options
                },
            );
            match (truth, &found.outcome.verdict) {
                (Truth::Pushes(least), Verdict::Solved(_)) => assert!(pushes >= Some(least)),
                (_, Verdict::Stopped(stop)) => {
                    assert_eq!(*stop, Stop::Narrow);
                    narrow += 1;
                }
                (Truth::Unsolvable, Verdict::Exhausted) => (),
                (truth, verdict) => panic!("{verdict:?} is not {truth:?}\n{level}"),
            }
        }
    }
    assert!(narrow > 20, "{narrow} are too few to say much");
}

#[test]
fn plans_are_shorter_than_the_ceiling() {
    let mut met = 0;
    for (level, truth) in levels(60) {
        let Truth::Pushes(least) = truth else {
            continue;
        };
        for ceiling in [least, least + 1, least + 3] {
            let options = BeamOptions {
                width: 100_000,
                ceiling: u32::try_from(ceiling).ok(),
                ..Default::default()
            };
            let (found, pushes) = run(&level, &options);
            if ceiling == least {
                assert_eq!(
                    found.outcome.verdict,
                    Verdict::Stopped(Stop::Narrow),
                    "{level}"
                );
            } else {
                assert_eq!(pushes, Some(least), "{level}");
                met += 1;
            }
        }
    }
    assert!(met > 50, "{met}");
}

#[test]
fn threads_do_not_change_the_answer_and_neither_does_another_run() {
    for (level, _) in levels(8) {
        for noise in [0, 5] {
            let by = |threads| {
                let options = BeamOptions {
                    width: 600,
                    first_noise: noise,
                    threads,
                    ..Default::default()
                };
                run(&level, &options)
            };
            assert_eq!(by(1), by(1));
            assert_eq!(by(1), by(3), "{level}");
        }
    }
    let large = include_bytes!("../levels/seeds.xsb");
    let level = &read("seeds", large).expect("the file is ours")[0];
    let by = |threads| {
        let options = BeamOptions {
            width: 3000,
            unit: Unit::Move,
            score: Score::Baseline,
            threads,
            ..Default::default()
        };
        run(level, &options).0
    };
    assert_eq!(by(1), by(4));
}

#[test]
fn wider_tries_solve_what_a_narrow_one_does_not() {
    let seeds = read("seeds", include_bytes!("../levels/seeds.xsb")).expect("the file is ours");
    let mut tried = 0;
    for symmetry in Symmetry::ALL {
        let level = seeds[0].transformed(symmetry);
        let options = BeamOptions {
            width: 1,
            unit: Unit::Move,
            score: Score::Baseline,
            restarts: None,
            widen: Widen::Double,
            ..Default::default()
        };
        let (found, pushes) = run(&level, &options);
        assert!(pushes.is_some(), "{level}");
        tried += usize::from(found.width > 1);
    }
    assert!(tried > 0, "the first try is too narrow for some image");
}
