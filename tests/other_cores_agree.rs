//! Iterative deepening and bidirectional search over pushes against plain search without pruning.

#[expect(dead_code, reason = "only the minimum is asked for here")]
mod common;

use std::time::Duration;

use common::oracle::{Truth, fewest_pushes};
use sokosat::board::Board;
use sokosat::certify;
use sokosat::distance::Distances;
use sokosat::generate::{Shape, far_level, pulled_level, random_level};
use sokosat::level::{Level, Symmetry};
use sokosat::limits::{Limits, Stop};
use sokosat::search::both_ways::both_ways;
use sokosat::search::deepening::deepening;
use sokosat::search::idastar::Settings;
use sokosat::search::prune::{Prune, Rule};
use sokosat::search::{Outcome, Progress, Verdict};
use sokosat::solution::write_lurd;

const MOST_POSITIONS: usize = 3000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Core {
    /// With a table of so many bytes.
    Deepening(u64),
    BothWays,
}

/// Everything fits in the first table; the second forgets most.
const CORES: [Core; 3] = [
    Core::Deepening(1 << 24),
    Core::Deepening(1 << 11),
    Core::BothWays,
];

fn levels(count: u32) -> impl Iterator<Item = (Level, Truth)> {
    let shape = |seed: u32| Shape {
        width: (5 + seed % 4) as usize,
        height: (5 + seed / 4 % 3) as usize,
        boxes: (1 + seed / 5 % 4) as usize,
        spare_goals: (seed / 7 % 3) as usize,
        walls_percent: 10 + seed % 30,
    };
    let random = (0..count).filter_map(move |seed| random_level(seed.into(), &shape(seed)).ok());
    let pulled =
        (0..count).filter_map(move |seed| pulled_level(seed.into(), &shape(seed), 12).ok());
    let all = random.chain(pulled.map(|planned| planned.level));
    all.filter(|level| Board::new(level).is_ok())
        .map(|level| {
            let truth = fewest_pushes(&level.to_string(), MOST_POSITIONS);
            (level, truth)
        })
        .filter(|&(_, truth)| truth != Truth::TooLarge)
}

/// Runs a core; a plan that it finds is replayed, and its bounds must not pass the truth.
fn run(
    core: Core,
    level: &Level,
    (ceiling, prune): (Option<u32>, Prune),
    limits: &Limits,
) -> Outcome {
    let board = Board::new(level).expect("only playable levels are used");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    let mut bounds = Vec::new();
    let mut report = |now: Progress| bounds.push(now.lower_bound);
    let outcome = match core {
        Core::Deepening(table_bytes) => {
            let settings = Settings {
                ceiling,
                table_bytes,
            };
            deepening(&board, &distances, (settings, prune), limits, &mut report)
        }
        Core::BothWays => both_ways(&board, &distances, (ceiling, prune), limits, &mut report),
    };
    assert!(bounds.is_sorted());
    if let Verdict::Solved(plan) = &outcome.verdict {
        let planned: Vec<_> = plan.iter().map(|&push| push.into()).collect();
        let lurd = write_lurd(&board, &planned).expect("a plan is legal");
        let verified = certify::replay(level, &lurd).expect("a plan solves the level");
        assert_eq!(verified.pushes(), plan.len());
        assert_eq!(
            outcome.lower_bound as usize,
            plan.len(),
            "{core:?}\n{level}"
        );
        assert!(bounds.iter().all(|&bound| bound as usize <= plan.len()));
    }
    outcome
}

fn search(core: Core, level: &Level, prune: Prune) -> Truth {
    match run(core, level, (None, prune), &Limits::none()).verdict {
        Verdict::Solved(plan) => Truth::Pushes(plan.len()),
        Verdict::Exhausted => Truth::Unsolvable,
        Verdict::Stopped(stop) => panic!("no limits are set, but {stop}"),
    }
}

#[test]
fn all_cores_agree_with_plain_search() {
    let (mut solved, mut unsolvable) = (0, 0);
    let sets = [
        Prune::all(),
        Prune::NONE,
        Prune::NONE.with(Rule::Matching),
        Prune::all().without(Rule::Corral),
    ];
    for (level, truth) in levels(150) {
        for core in CORES {
            // A small table never tells that there is no plan.
            if core == CORES[1] && truth == Truth::Unsolvable {
                continue;
            }
            for prune in sets {
                assert_eq!(
                    search(core, &level, prune),
                    truth,
                    "{core:?} {prune}\n{level}"
                );
            }
        }
        match truth {
            Truth::Pushes(_) => solved += 1,
            _ => unsolvable += 1,
        }
    }
    assert!(solved > 80 && unsolvable > 40, "{solved} and {unsolvable}");
}

#[test]
fn all_symmetries_of_a_level_have_one_minimum() {
    for (level, truth) in levels(40) {
        for symmetry in Symmetry::ALL {
            let image = level.transformed(symmetry);
            for core in [CORES[0], CORES[2]] {
                assert_eq!(
                    search(core, &image, Prune::all()),
                    truth,
                    "{core:?}\n{image}"
                );
            }
        }
    }
}

#[test]
fn hard_levels_take_as_many_pushes_as_the_search_backwards_says() {
    for seed in 0..20 {
        let shape = Shape {
            width: 9,
            height: 9,
            boxes: 3,
            spare_goals: 0,
            walls_percent: 60,
        };
        let planned = far_level(seed, &shape, 20_000).expect("the shape fits");
        let truth = Truth::Pushes(planned.plan.len());
        for core in [CORES[0], CORES[2]] {
            assert_eq!(
                search(core, &planned.level, Prune::all()),
                truth,
                "{core:?} {seed}"
            );
        }
    }
}

#[test]
fn a_ceiling_at_the_minimum_is_reached_without_a_plan() {
    let mut met = 0;
    for (level, truth) in levels(60) {
        let Truth::Pushes(least) = truth else {
            continue;
        };
        let least = u32::try_from(least).expect("small levels have short plans");
        for core in CORES {
            let at = run(core, &level, (Some(least), Prune::all()), &Limits::none());
            assert_eq!(
                at.verdict,
                Verdict::Stopped(Stop::Horizon),
                "{core:?}\n{level}"
            );
            assert_eq!(at.lower_bound, least, "{core:?}\n{level}");
            let above = run(
                core,
                &level,
                (Some(least + 1), Prune::all()),
                &Limits::none(),
            );
            assert!(
                matches!(above.verdict, Verdict::Solved(_)),
                "{core:?}\n{level}"
            );
        }
        met += 1;
    }
    assert!(met > 20, "{met}");
}

#[test]
fn limits_end_the_cores_with_the_start_bound() {
    let rows = [
        "#############",
        "#@          #",
        "#  $ $ $ $  #",
        "#           #",
        "#  $ $ $ $  #",
        "#           #",
        "# ........  #",
        "#           #",
        "#############",
    ];
    let level = Level::from_rows(&rows);
    for core in CORES {
        let limits = Limits::none().with_time(Duration::from_millis(20));
        let outcome = run(core, &level, (None, Prune::NONE), &limits);
        assert_eq!(outcome.verdict, Verdict::Stopped(Stop::Time), "{core:?}");
        assert!(outcome.lower_bound > 0);
        let limits = Limits::none().with_memory(1);
        let outcome = run(core, &level, (None, Prune::NONE), &limits);
        assert_eq!(outcome.verdict, Verdict::Stopped(Stop::Memory), "{core:?}");
    }
}
