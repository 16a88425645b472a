//! Corrals that must be opened first: no minimum is lost, on thousands of small crowded levels.

#[expect(dead_code, reason = "only the minimum is asked for here")]
mod common;

use common::oracle::{Truth, fewest_pushes};
use sokosat::board::{Board, Push};
use sokosat::deadlock::corral::Corrals;
use sokosat::distance::Distances;
use sokosat::generate::{Shape, pulled_level, random_level};
use sokosat::level::Level;
use sokosat::limits::Limits;
use sokosat::region::Region;
use sokosat::search::astar::{AStarOptions, a_star};
use sokosat::search::prune::{Prune, Rule};
use sokosat::search::{Outcome, Verdict};

fn shape(seed: u32) -> Shape {
    let pick = |from: u32, range: u32, stride: u32| (from + seed / stride % range) as usize;
    Shape {
        width: pick(6, 4, 1),
        height: pick(6, 3, 4),
        boxes: pick(3, 4, 3),
        spare_goals: pick(0, 3, 5),
        walls_percent: 10 + seed % 30,
    }
}

fn levels(seeds: std::ops::Range<u32>) -> impl Iterator<Item = Level> {
    seeds
        .filter_map(|seed| {
            if seed % 3 == 0 {
                random_level(seed.into(), &shape(seed)).ok()
            } else {
                let planned = pulled_level(seed.into(), &shape(seed), 6 + (seed % 25) as usize);
                planned.ok().map(|planned| planned.level)
            }
        })
        .filter(|level| Board::new(level).is_ok())
}

/// The pushes that the corrals of the start allow; none if they allow all.
fn only(level: &Level) -> Option<(Board, Vec<Push>)> {
    let board = Board::new(level).expect("only playable levels are used");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    let mut taken = vec![false; board.len()];
    for cell in board.boxes() {
        taken[cell.index()] = true;
    }
    let mut region = Region::new(&board);
    region.flood(&taken, board.player());
    let mut corrals = Corrals::new(&board, &distances);
    let only = corrals.find(&taken, board.boxes(), &region)?.to_vec();
    Some((board, only))
}

fn corral_of(rows: &[&str]) -> Option<Vec<(usize, usize)>> {
    only(&Level::from_rows(rows)).map(|(board, pushes)| {
        let places = pushes.iter().map(|push| board.place(push.to));
        places.collect()
    })
}

#[test]
fn a_closed_off_room_takes_its_door_box_first() {
    let rows = [
        "#########",
        "#   #  .#",
        "#@  $   #",
        "# $ #  .#",
        "#########",
    ];
    assert_eq!(corral_of(&rows), Some(vec![(5, 2)]));
}

#[test]
fn a_box_that_can_also_be_pulled_aside_makes_no_corral() {
    let rows = [
        "#########",
        "#     ..#",
        "# @$    #",
        "#  $    #",
        "#########",
    ];
    assert_eq!(corral_of(&rows), None);
}

#[test]
fn a_corral_that_can_never_be_opened_is_dead() {
    let rows = [
        "########", "#@ .. ##", "#   $$##", "#    $ #", "#   .###", "########",
    ];
    let (_, pushes) = only(&Level::from_rows(&rows)).unwrap_or_else(|| panic!("no corral"));
    assert!(pushes.is_empty(), "{pushes:?}");
}

#[test]
fn boxes_on_their_goals_need_not_be_moved() {
    let rows = [
        "#########",
        "#   #   #",
        "#@  *   #",
        "#.$ #   #",
        "#########",
    ];
    assert_eq!(corral_of(&rows), None);
}

fn search(level: &Level, prune: Prune) -> Outcome {
    let board = Board::new(level).expect("only playable levels are used");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    let options = AStarOptions {
        prune,
        ..AStarOptions::default()
    };
    a_star(&board, &distances, &options, &Limits::none(), &mut |_| ())
}

fn pushes(outcome: &Outcome) -> Option<usize> {
    match &outcome.verdict {
        Verdict::Solved(plan) => Some(plan.len()),
        Verdict::Exhausted => None,
        Verdict::Stopped(stop) => panic!("no limits are set, but {stop}"),
    }
}

#[test]
fn levels_with_corrals_keep_their_minimum() {
    let others = Prune::NONE.with(Rule::Matching);
    let mut fewer = 0;
    for level in levels(0..3000) {
        let without = search(&level, others);
        let with = search(&level, others.with(Rule::Corral));
        assert_eq!(pushes(&with), pushes(&without), "{level}");
        fewer += usize::from(with.expanded < without.expanded);
    }
    assert!(fewer > 200, "{fewer}");
}

#[test]
fn a_start_in_a_corral_has_a_shortest_plan_that_opens_it() {
    let (mut opened, mut dead) = (0, 0);
    for level in levels(0..1500) {
        let Some((_, pushes)) = only(&level) else {
            continue;
        };
        let truth = fewest_pushes(&level.to_string(), 2000);
        if pushes.is_empty() && truth != Truth::TooLarge {
            assert_eq!(truth, Truth::Unsolvable, "{level}");
            dead += 1;
        } else if let Truth::Pushes(least) = truth {
            let found = search(&level, Prune::NONE.with(Rule::Corral));
            assert_eq!(self::pushes(&found), Some(least), "{level}");
            opened += 1;
        }
    }
    assert!(opened > 20 && dead > 10, "{opened} and {dead}");
}
