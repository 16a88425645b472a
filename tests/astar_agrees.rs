//! A* against plain search without pruning: with every set of rules, under all symmetries, at limits.

#[expect(dead_code, reason = "only the minimum is asked for here")]
mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::oracle::{Truth, fewest_pushes};
use sokosat::board::Board;
use sokosat::certify;
use sokosat::distance::Distances;
use sokosat::generate::{Shape, far_level, pulled_level, random_level};
use sokosat::level::{Level, Symmetry};
use sokosat::limits::{Limits, Stop};
use sokosat::search::astar::{AStarOptions, a_star};
use sokosat::search::bestfirst::Order;
use sokosat::search::prune::{Prune, Rule};
use sokosat::search::{Outcome, Progress, Verdict};
use sokosat::solution::write_lurd;
use sokosat::symmetry::turns;

const MOST_POSITIONS: usize = 3000;

fn shape(seed: u32) -> Shape {
    let pick = |from: u32, range: u32, stride: u32| (from + seed / stride % range) as usize;
    Shape {
        width: pick(5, 4, 1),
        height: pick(5, 3, 4),
        boxes: pick(1, 4, 5),
        spare_goals: pick(0, 2, 7),
        walls_percent: 10 + seed % 30,
    }
}

/// Random levels that can be played, with what plain search says.
fn levels(count: u32) -> impl Iterator<Item = (Level, Truth)> {
    let random = (0..count).filter_map(|seed| random_level(seed.into(), &shape(seed)).ok());
    let pulled = (0..count).filter_map(|seed| pulled_level(seed.into(), &shape(seed), 12).ok());
    let all = random.chain(pulled.map(|planned| planned.level));
    all.filter(|level| Board::new(level).is_ok())
        .map(|level| {
            let truth = fewest_pushes(&level.to_string(), MOST_POSITIONS);
            (level, truth)
        })
        .filter(|&(_, truth)| truth != Truth::TooLarge)
}

fn run(level: &Level, options: &AStarOptions, limits: &Limits) -> (Outcome, Vec<u32>) {
    let board = Board::new(level).expect("only playable levels are used");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    let mut bounds = Vec::new();
    let mut report = |now: Progress| bounds.push(now.lower_bound);
    let outcome = a_star(&board, &distances, options, limits, &mut report);
    if let Verdict::Solved(plan) = &outcome.verdict {
        let planned: Vec<_> = plan.iter().map(|&push| push.into()).collect();
        let lurd = write_lurd(&board, &planned).expect("a plan is legal");
        let verified = certify::replay(level, &lurd).expect("a plan solves the level");
        assert_eq!(verified.pushes() as usize, plan.len());
    }
    (outcome, bounds)
}

/// What an exact search without limits says, its bounds checked.
fn search(level: &Level, options: &AStarOptions) -> Truth {
    let (outcome, bounds) = run(level, options, &Limits::none());
    assert!(bounds.is_sorted());
    match &outcome.verdict {
        Verdict::Solved(plan) => {
            assert_eq!(outcome.lower_bound as usize, plan.len(), "{level}");
            assert!(bounds.iter().all(|&bound| bound as usize <= plan.len()));
            Truth::Pushes(plan.len())
        }
        Verdict::Exhausted => Truth::Unsolvable,
        Verdict::Stopped(stop) => panic!("no limits are set, but {stop}"),
    }
}

#[test]
fn every_set_of_rules_agrees_with_plain_search() {
    let (mut solved, mut unsolvable) = (0, 0);
    for (level, truth) in levels(200) {
        let board = Board::new(&level).expect("only playable levels are used");
        // Without a symmetry the rule changes nothing.
        let has_turns = !turns(&board).is_empty();
        for prune in Prune::every_set().filter(|set| has_turns || !set.has(Rule::Symmetry)) {
            let options = AStarOptions {
                prune,
                ..AStarOptions::default()
            };
            assert_eq!(search(&level, &options), truth, "{prune}\n{level}");
        }
        match truth {
            Truth::Pushes(_) => solved += 1,
            _ => unsolvable += 1,
        }
    }
    assert!(solved > 100 && unsolvable > 50, "{solved} and {unsolvable}");
}

#[test]
fn all_symmetries_of_a_level_have_one_minimum() {
    for (level, truth) in levels(100) {
        for symmetry in Symmetry::ALL {
            let image = level.transformed(symmetry);
            assert_eq!(search(&image, &AStarOptions::default()), truth, "{image}");
        }
    }
}

#[test]
fn hard_levels_take_as_many_pushes_as_the_search_backwards_says() {
    for seed in 0..40 {
        let shape = Shape {
            width: 9,
            height: 9,
            boxes: 3,
            spare_goals: 0,
            walls_percent: 60,
        };
        let planned = far_level(seed, &shape, 20_000).expect("the shape fits");
        let found = search(&planned.level, &AStarOptions::default());
        assert_eq!(
            found,
            Truth::Pushes(planned.plan.len()),
            "{}",
            planned.level
        );
    }
}

#[test]
fn a_search_below_a_known_length_ends_with_that_bound() {
    for (level, truth) in levels(100) {
        let Truth::Pushes(least) = truth else {
            continue;
        };
        let ceiling = |most: usize| {
            let mut options = AStarOptions::default();
            options.settings.ceiling = u32::try_from(most).ok();
            run(&level, &options, &Limits::none()).0
        };
        let outcome = ceiling(least);
        assert_eq!(outcome.verdict, Verdict::Stopped(Stop::Horizon), "{level}");
        assert_eq!(outcome.lower_bound as usize, least);
        let outcome = ceiling(least + 1);
        assert!(matches!(outcome.verdict, Verdict::Solved(plan) if plan.len() == least));
    }
}

#[test]
fn a_ceiling_that_falls_while_a_search_runs_ends_it_with_that_bound() {
    let mut cut = 0;
    for (level, truth) in levels(200) {
        let Truth::Pushes(least) = truth else {
            continue;
        };
        let board = Board::new(&level).expect("only playable levels are used");
        let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
        let ceiling = Arc::new(AtomicUsize::new(usize::MAX));
        let limits = Limits::none().with_ceiling(Arc::clone(&ceiling));
        let options = AStarOptions {
            prune: "freeze".parse().expect("the rule exists"),
            ..AStarOptions::default()
        };
        let mut report = |_: Progress| ceiling.store(least, Ordering::Relaxed);
        let outcome = a_star(&board, &distances, &options, &limits, &mut report);
        match &outcome.verdict {
            Verdict::Stopped(Stop::Horizon) => cut += 1,
            Verdict::Solved(plan) => assert!(plan.is_empty(), "{level}"),
            other => panic!("{other:?}: {level}"),
        }
        assert_eq!(outcome.lower_bound as usize, least, "{level}");
    }
    assert!(cut > 50, "{cut}");
}

#[test]
fn a_search_that_ends_early_has_a_true_bound() {
    let mut stopped = 0;
    for (level, truth) in levels(100) {
        for (most, order) in [
            (1, Order::Exact),
            (5, Order::Weighted(150)),
            (20, Order::Greedy),
        ] {
            let mut options = AStarOptions::default();
            options.settings.most_states = Some(most);
            options.settings.order = order;
            let (outcome, _) = run(&level, &options, &Limits::none());
            stopped += usize::from(outcome.verdict == Verdict::Stopped(Stop::States));
            if let Truth::Pushes(least) = truth {
                assert!(outcome.lower_bound as usize <= least, "{level}");
            }
            assert!(outcome.stored <= u64::from(most));
        }
    }
    assert!(stopped > 100, "{stopped}");
}

#[test]
fn other_orders_find_plans_with_true_bounds() {
    for (level, truth) in levels(100) {
        for order in [Order::Weighted(150), Order::Weighted(300), Order::Greedy] {
            let mut options = AStarOptions::default();
            options.settings.order = order;
            let (outcome, _) = run(&level, &options, &Limits::none());
            match (&outcome.verdict, truth) {
                (Verdict::Exhausted, Truth::Unsolvable) => (),
                (Verdict::Solved(plan), Truth::Pushes(least)) => {
                    assert!(outcome.lower_bound as usize <= least && least <= plan.len());
                    if let Order::Weighted(percent) = order {
                        assert!(100 * plan.len() <= percent as usize * least, "{level}");
                    }
                }
                (verdict, _) => panic!("{verdict:?} is not {truth:?}\n{level}"),
            }
        }
    }
}

#[test]
fn the_outcome_is_the_same_at_every_run() {
    for (level, _) in levels(30) {
        let one = || run(&level, &AStarOptions::default(), &Limits::none());
        assert_eq!(one(), one());
    }
}

/// A room with many boxes, far beyond any search.
fn large_room() -> Level {
    let mut rows = vec!["#".repeat(32)];
    rows.push(format!("#@{}#", " ".repeat(29)));
    for _ in 0..10 {
        rows.push(format!("#{}#", " $ ".repeat(10)));
        rows.push(format!("#{}#", "  .".repeat(10)));
    }
    rows.push("#".repeat(32));
    Level::from_rows(&rows)
}

#[test]
fn limits_stop_a_search_at_once_with_a_bound() {
    let level = large_room();
    let (outcome, _) = run(
        &level,
        &AStarOptions::default(),
        &Limits::none().with_memory(1),
    );
    assert_eq!(outcome.verdict, Verdict::Stopped(Stop::Memory));
    assert!(outcome.lower_bound >= 200);
    let board = Board::new(&level).expect("the room is closed");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    let limits = Limits::none().with_time(Duration::from_millis(300));
    let begun = Instant::now();
    let outcome = a_star(
        &board,
        &distances,
        &AStarOptions::default(),
        &limits,
        &mut |_| (),
    );
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "{:?}",
        begun.elapsed()
    );
    if outcome.verdict != Verdict::Stopped(Stop::Time) {
        assert!(matches!(outcome.verdict, Verdict::Solved(_)), "{outcome:?}");
    }
    assert!(outcome.lower_bound >= 200);
}
