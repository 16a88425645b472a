//! Packing search and dead areas: no level with a plan is given up, and every plan is one.

#[expect(dead_code, reason = "only the minimum is asked for here")]
mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use common::oracle::{Truth, fewest_pushes};
use sokosat::board::Board;
use sokosat::certify;
use sokosat::deadlock::shut::Shut;
use sokosat::distance::Distances;
use sokosat::generate::{Shape, pulled_level, random_level};
use sokosat::level::{Level, Symmetry};
use sokosat::limits::{Limits, Stop};
use sokosat::region::Region;
use sokosat::search::packing::order::packing_order;
use sokosat::search::packing::pull::Puller;
use sokosat::search::packing::{Packing, PackingOptions, Style};
use sokosat::search::{Outcome, Verdict};
use sokosat::solution::write_lurd;

fn shape(seed: u64) -> Shape {
    let pick = |from: u64, range: u64, stride: u64| {
        usize::try_from(from + seed / stride % range).expect("a shape is small")
    };
    Shape {
        width: pick(6, 3, 1),
        height: pick(6, 2, 3),
        boxes: pick(2, 4, 2),
        spare_goals: usize::from(seed.is_multiple_of(5)),
        walls_percent: 10 + u32::try_from(seed % 25).expect("a remainder is small"),
    }
}

fn levels(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Level> {
    let made = seeds.filter_map(|seed| {
        if seed.is_multiple_of(2) {
            random_level(seed, &shape(seed)).ok()
        } else {
            let planned = pulled_level(seed, &shape(seed), 20).ok();
            planned.map(|planned| planned.level)
        }
    });
    made.filter(|level| Board::new(level).is_ok_and(|board| board.stray().is_none()))
}

/// Whether the start of a level has a dead area.
fn is_shut(level: &Level) -> bool {
    let board = Board::new(level).expect("only playable levels are used");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    let mut taken = vec![false; board.len()];
    for cell in board.boxes() {
        taken[cell.index()] = true;
    }
    let mut region = Region::new(&board);
    region.flood(&taken, board.player());
    let mut shut = Shut::new(&board, &distances);
    let dead = shut.is_dead(&taken, board.boxes(), &region);
    assert_eq!(
        shut.is_dead(&taken, board.boxes(), &region),
        dead,
        "remembered otherwise"
    );
    dead
}

#[test]
fn an_area_whose_boxes_only_lock_each_other_is_dead() {
    let rows = [
        "#########",
        "#  # ####",
        "#@ $  ###",
        "#  ##$  #",
        "#  #    #",
        "#..######",
        "#########",
    ];
    assert!(is_shut(&Level::from_rows(&rows)));
}

#[test]
fn a_room_with_a_goal_for_its_door_box_is_alive() {
    let rows = [
        "#########",
        "#   #   #",
        "#@  $   #",
        "# $ # . #",
        "#.  #   #",
        "#########",
    ];
    assert!(!is_shut(&Level::from_rows(&rows)));
}

#[test]
fn no_level_with_a_plan_has_a_dead_area_however_it_is_turned() {
    let (mut alive, mut dead) = (0, 0);
    for level in levels(0..1200) {
        let shut = is_shut(&level);
        for symmetry in Symmetry::ALL {
            assert_eq!(is_shut(&level.transformed(symmetry)), shut, "{level}");
        }
        match fewest_pushes(&level.to_string(), 3000) {
            Truth::Pushes(_) => {
                assert!(!shut, "{level}");
                alive += 1;
            }
            Truth::Unsolvable => dead += usize::from(shut),
            Truth::TooLarge => {}
        }
    }
    assert!(alive > 200 && dead > 8, "{alive} alive, {dead} dead");
}

fn search(level: &Level, options: &PackingOptions, limits: &Limits) -> Outcome {
    let board = Board::new(level).expect("only playable levels are used");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    let mut search = Packing::new(&board, &distances, options, limits).expect("nothing is large");
    let outcome = search.run(&mut |_| ());
    if let Verdict::Solved(plan) = &outcome.verdict {
        let planned: Vec<_> = plan.iter().map(|&push| push.into()).collect();
        let lurd = write_lurd(&board, &planned).expect("a plan is legal");
        certify::replay(level, &lurd).expect("a plan solves the level");
    }
    outcome
}

#[test]
fn a_packing_search_agrees_with_plain_search_on_whether_there_is_a_plan() {
    let (mut solved, mut unsolvable) = (0, 0);
    for level in levels(3000..3300) {
        let truth = fewest_pushes(&level.to_string(), 3000);
        for style in Style::ALL {
            let options = PackingOptions {
                style,
                ..PackingOptions::default()
            };
            let outcome = search(&level, &options, &Limits::none());
            match (&outcome.verdict, truth) {
                (Verdict::Solved(plan), Truth::Pushes(least)) => {
                    assert!(plan.len() >= least, "{level}");
                    solved += 1;
                }
                (Verdict::Exhausted, Truth::Unsolvable) => unsolvable += 1,
                (Verdict::Solved(_) | Verdict::Exhausted, Truth::TooLarge) => {}
                (verdict, truth) => panic!("{verdict:?}, but {truth:?}:\n{level}"),
            }
            assert_eq!(
                search(&level, &options, &Limits::none()),
                outcome,
                "another run"
            );
        }
    }
    assert!(solved > 150 && unsolvable > 50, "{solved} and {unsolvable}");
}

#[test]
fn a_packing_search_keeps_its_limits() {
    let rows = [
        "##########",
        "#        #",
        "# $ $ $  #",
        "#  $ $  ##",
        "#@ $ $ ..#",
        "#     ...#",
        "#   #  ..#",
        "##########",
    ];
    let level = Level::from_rows(&rows);
    let few = PackingOptions {
        most_expanded: Some(2),
        ..PackingOptions::default()
    };
    let outcome = search(&level, &few, &Limits::none());
    assert_eq!(outcome.verdict, Verdict::Stopped(Stop::Narrow));
    assert_eq!(outcome.expanded, 2);
    let whole = search(&level, &PackingOptions::default(), &Limits::none());
    assert!(matches!(whole.verdict, Verdict::Solved(_)));
}

#[test]
fn a_packing_search_stops_while_it_prepares_and_while_it_lists_steps() {
    let rows = ["########", "#@ $  .#", "#  $  .#", "########"];
    let board = Board::new(&Level::from_rows(&rows)).unwrap();
    let distances = Distances::new(&board, &Limits::none()).unwrap();
    let stop = Arc::new(AtomicBool::new(true));
    let limits = Limits::none().with_flag(stop.clone());
    let options = PackingOptions::default();
    let refused = Packing::new(&board, &distances, &options, &limits);
    assert_eq!(refused.err(), Some(Stop::Interrupted));
    assert_eq!(
        packing_order(&board, &limits),
        Err(Stop::Interrupted),
        "the order alone"
    );
    let mut puller = Puller::new(&board);
    puller.add_all_sides(board.goals()[0]);
    assert_eq!(
        puller.spread(|_| false, &limits),
        Err(Stop::Interrupted),
        "pulls of one box alone"
    );
    stop.store(false, Ordering::Relaxed);
    let mut search = Packing::new(&board, &distances, &options, &limits).unwrap();
    stop.store(true, Ordering::Relaxed);
    let outcome = search.run(&mut |_| ());
    assert_eq!(outcome.verdict, Verdict::Stopped(Stop::Interrupted));
    assert_eq!(outcome.expanded, 0);
}
