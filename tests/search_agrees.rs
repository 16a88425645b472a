//! Breadth-first search, freezes and push generation against plain search without pruning.

mod common;

use common::oracle::{Truth, count_sequences, fewest_pushes};
use sokosat::board::{Board, Cell};
use sokosat::certify;
use sokosat::deadlock::freeze::Freeze;
use sokosat::distance::Distances;
use sokosat::generate::{Shape, pulled_level, random_level};
use sokosat::level::Level;
use sokosat::level::Symmetry;
use sokosat::limits::{Limits, Stop};
use sokosat::region::Region;
use sokosat::search::bfs::{Options, breadth_first};
use sokosat::search::{Outcome, Verdict};
use sokosat::solution::write_lurd;

const MOST_POSITIONS: usize = 3000;

fn shape(seed: u32) -> Shape {
    let pick = |from: u32, range: u32, stride: u32| (from + seed / stride % range) as usize;
    Shape {
        width: pick(5, 4, 1),
        height: pick(5, 3, 4),
        boxes: pick(1, 3, 5),
        spare_goals: pick(0, 2, 7),
        walls_percent: 10 + seed % 30,
    }
}

/// Random levels that can be played, with what plain search says.
fn levels() -> impl Iterator<Item = (Level, Truth)> {
    let random = (0..220).filter_map(|seed| random_level(seed.into(), &shape(seed)).ok());
    let pulled = (0..120).filter_map(|seed| pulled_level(seed.into(), &shape(seed), 12).ok());
    let all = random.chain(pulled.map(|planned| planned.level));
    all.filter(|level| Board::new(level).is_ok())
        .map(|level| {
            let truth = fewest_pushes(&level.to_string(), MOST_POSITIONS);
            (level, truth)
        })
        .filter(|&(_, truth)| truth != Truth::TooLarge)
}

fn opened(level: &Level) -> (Board, Distances) {
    let board = Board::new(level).expect("only playable levels are used");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    (board, distances)
}

/// Searches a level, checks its plan and its bounds; gives the outcome as plain search would.
fn search(level: &Level) -> (Truth, Outcome) {
    let (board, distances) = opened(level);
    let mut bounds = Vec::new();
    let mut report = |now: sokosat::search::Progress| bounds.push(now.lower_bound);
    let options = Options::default();
    let outcome = breadth_first(&board, &distances, options, &Limits::none(), &mut report);
    let truth = match &outcome.verdict {
        Verdict::Solved(plan) => {
            let planned: Vec<_> = plan.iter().map(|&push| push.into()).collect();
            let lurd = write_lurd(&board, &planned).expect("a plan is legal");
            let verified = certify::replay(level, &lurd).expect("a plan solves the level");
            assert_eq!(verified.pushes(), plan.len());
            assert_eq!(outcome.lower_bound as usize, plan.len());
            assert!(bounds.iter().all(|&bound| bound as usize <= plan.len()));
            Truth::Pushes(plan.len())
        }
        Verdict::Exhausted => Truth::Unsolvable,
        Verdict::Stopped(stop) => panic!("no limits are set, but {stop}"),
    };
    (truth, outcome)
}

#[test]
fn the_search_agrees_with_plain_search_under_all_symmetries() {
    let (mut solved, mut unsolvable) = (0, 0);
    for (level, truth) in levels() {
        for symmetry in Symmetry::ALL {
            let image = level.transformed(symmetry);
            let (found, _) = search(&image);
            assert_eq!(found, truth, "{image}");
        }
        match truth {
            Truth::Pushes(_) => solved += 1,
            _ => unsolvable += 1,
        }
    }
    assert!(solved > 100 && unsolvable > 50, "{solved} and {unsolvable}");
}

#[test]
fn the_counts_of_a_search_are_the_same_at_every_run() {
    for (level, _) in levels().take(40) {
        assert_eq!(search(&level), search(&level));
    }
}

#[test]
fn a_search_that_ends_early_has_a_true_bound() {
    let mut stopped = 0;
    for (level, truth) in levels() {
        let Truth::Pushes(least) = truth else {
            continue;
        };
        let (board, distances) = opened(&level);
        for most in [1, 5, 20, 60] {
            let options = Options {
                most_states: Some(most),
                most_pushes: None,
            };
            let outcome = breadth_first(&board, &distances, options, &Limits::none(), &mut |_| ());
            assert!(outcome.lower_bound as usize <= least, "{level}");
            stopped += usize::from(outcome.verdict == Verdict::Stopped(Stop::States));
        }
        let options = Options {
            most_states: None,
            most_pushes: Some(least.saturating_sub(1)),
        };
        let outcome = breadth_first(&board, &distances, options, &Limits::none(), &mut |_| ());
        if least > 0 {
            assert_eq!(outcome.verdict, Verdict::Stopped(Stop::Horizon), "{level}");
            assert_eq!(outcome.lower_bound as usize, least);
        }
    }
    assert!(stopped > 100, "{stopped}");
}

#[test]
fn a_frozen_position_is_never_solvable() {
    let mut frozen = 0;
    for seed in 0..3000_u32 {
        let shape = Shape {
            width: 6,
            height: 5 + (seed % 2) as usize,
            boxes: 2 + (seed % 4) as usize,
            spare_goals: (seed % 3) as usize,
            walls_percent: 15,
        };
        let Ok(level) = random_level(seed.into(), &shape) else {
            continue;
        };
        let Ok(board) = Board::new(&level) else {
            continue;
        };
        let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
        let mut freeze = Freeze::new(&board, &distances);
        let taken = taken(&board);
        if board
            .boxes()
            .iter()
            .any(|&cell| freeze.is_dead(&taken, cell))
        {
            frozen += 1;
            let truth = fewest_pushes(&level.to_string(), MOST_POSITIONS);
            assert!(!matches!(truth, Truth::Pushes(_)), "{level}");
        }
    }
    assert!(frozen > 300, "{frozen}");
}

fn taken(board: &Board) -> Vec<bool> {
    board
        .cells()
        .map(|cell| board.boxes().contains(&cell))
        .collect()
}

/// Counts sequences of pushes with the board's pushes and the regions of the search.
fn count_with_regions(board: &Board, taken: &mut [bool], player: Cell, length: usize) -> u64 {
    if length == 0 {
        return 1;
    }
    let mut region = Region::new(board);
    region.flood(taken, player);
    let mut count = 0;
    for push in board.pushes() {
        if taken[push.from.index()] && !taken[push.to.index()] && region.holds(push.behind) {
            taken.swap(push.from.index(), push.to.index());
            let (player, _) = region.after_push(taken, *push);
            count += count_with_regions(board, taken, player, length - 1);
            taken.swap(push.from.index(), push.to.index());
        }
    }
    count
}

#[test]
fn sequences_of_pushes_are_counted_alike_and_as_before() {
    let room = [
        "########", "#@     #", "# $.$  #", "# .#.$ #", "#      #", "########",
    ];
    let maze = [
        "#########",
        "#.  #   #",
        "# $ # $ #",
        "#  @$  .#",
        "# #   ###",
        "#.  #####",
        "#####",
    ];
    for (rows, counts) in [
        (&room[..], [12, 102, 738, 5184]),
        (&maze[..], [10, 82, 532, 2822]),
    ] {
        let board = Board::new(&Level::from_rows(rows)).expect("the drawing is playable");
        for (length, expected) in (1..).zip(counts) {
            let player = board.player();
            let count = count_with_regions(&board, &mut taken(&board), player, length);
            assert_eq!(count, count_sequences(&rows.join("\n"), length));
            assert_eq!(count, expected, "{length} pushes");
        }
    }
}
