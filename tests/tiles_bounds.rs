//! Every bound on all 181,440 boards of the 8-puzzle that can be solved: never too high, consistent where that is
//! stated, and kept up to date slide by slide. The depths of the boards have the published distribution.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/boards.rs"]
mod boards;

use std::collections::HashMap;
use std::sync::Arc;

use boards::{Board, distances, grid, neighbours, seeded, walked};
use sokosat::limits::Limits;
use sokosat::tiles::heuristic::{Heuristic, Name};
use sokosat::tiles::patterns::store::{Cache, databases};
use sokosat::tiles::puzzle::Puzzle;

/// Boards by depth, from the On-Line Encyclopedia of Integer Sequences, A089473.
const DEPTHS: [usize; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

const LAST: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];
const MIDDLE: [u8; 9] = [1, 2, 3, 8, 0, 4, 7, 6, 5];

fn puzzle(start: &Board, target: &Board) -> Puzzle {
    Puzzle::new(&grid(3, start), &grid(3, target)).unwrap()
}

fn patterns(puzzle: &Puzzle, sizes: &str) -> Heuristic {
    let sizes = sizes.parse().unwrap();
    let (patterns, _) = databases(puzzle, &sizes, &Cache::None, 2, &Limits::none()).unwrap();
    Heuristic::patterns(puzzle, Arc::new(patterns))
}

fn plain(puzzle: &Puzzle) -> Vec<Heuristic> {
    let names = [Name::Misplaced, Name::Manhattan, Name::LinearConflict];
    names.map(|name| Heuristic::forward(puzzle, name)).to_vec()
}

/// Bounds of all boards; each holds, and what is updated by a slide is what is counted anew.
fn check(
    heuristic: &Heuristic,
    width: usize,
    target: &Board,
    truth: &HashMap<Board, usize>,
    fall: u32,
) {
    for (board, &depth) in truth {
        let this = Puzzle::new(&grid(width, board), &grid(width, target)).unwrap();
        let value = heuristic.start(this.start());
        assert!(
            value.bound() as usize <= depth,
            "{board:?}: {}",
            value.bound()
        );
        let blank = this.start().place(this.blank());
        for &near in this.shape().beside(blank) {
            let mut cells = *this.start();
            let slide = cells.move_blank(this.blank(), near);
            let after = heuristic.after(&cells, value, slide);
            assert_eq!(after, heuristic.start(&cells), "{board:?} {slide:?}");
            assert!(value.bound() <= after.bound() + fall, "{board:?} {slide:?}");
        }
    }
}

#[test]
fn the_depths_of_the_8_puzzle_are_as_published() {
    let truth = distances(3, &LAST.to_vec());
    let mut counts = [0; 32];
    for &depth in truth.values() {
        counts[depth] += 1;
    }
    assert_eq!(counts, DEPTHS);
    assert_eq!(truth.len(), 181_440);
}

#[test]
fn simple_bounds_are_admissible_and_consistent() {
    for target in [LAST.to_vec(), MIDDLE.to_vec()] {
        let truth = distances(3, &target);
        for heuristic in plain(&puzzle(&target, &target)) {
            check(&heuristic, 3, &target, &truth, 1);
        }
    }
}

#[test]
fn pattern_databases_are_admissible() {
    for (target, sizes) in [
        (LAST, "4-4"),
        (MIDDLE, "3-5"),
        (LAST, "2-2-4"),
        (MIDDLE, "1-1-6"),
    ] {
        let target = target.to_vec();
        let truth = distances(3, &target);
        let heuristic = patterns(&puzzle(&target, &target), sizes);
        check(&heuristic, 3, &target, &truth, 9);
    }
}

#[test]
fn a_database_of_all_tiles_knows_every_depth() {
    let target = LAST.to_vec();
    let heuristic = patterns(&puzzle(&target, &target), "8");
    for (board, depth) in distances(3, &target) {
        let this = puzzle(&board, &target);
        assert_eq!(heuristic.start(this.start()).bound() as usize, depth);
    }
}

#[test]
fn backward_bounds_are_those_of_the_reversed_puzzle() {
    let mut rng = seeded(4);
    let target = MIDDLE.to_vec();
    for _ in 0..50 {
        let (start, other) = (
            walked(&mut rng, 3, &target, 40),
            walked(&mut rng, 3, &target, 40),
        );
        let this = puzzle(&start, &target);
        let there = puzzle(&other, &target);
        let reversed = puzzle(&other, &start);
        for name in [Name::Misplaced, Name::Manhattan, Name::LinearConflict] {
            let bound = Heuristic::backward(&this, name).start(there.start());
            let expected = Heuristic::forward(&reversed, name).start(reversed.start());
            assert_eq!(bound.bound(), expected.bound(), "{name:?}");
        }
    }
}

#[test]
fn bounds_hold_on_boards_of_other_shapes() {
    let mut rng = seeded(5);
    for (width, cells) in [(2, 4), (3, 6), (2, 6), (4, 8), (5, 10)] {
        let target = boards::shuffled(&mut rng, cells);
        let mut truth = HashMap::new();
        if cells < 10 {
            truth = distances(width, &target);
        } else {
            // Around the target only: the length of a walk is an upper bound that is good enough.
            let mut layer = vec![target.clone()];
            for depth in 0..11 {
                let layer_now = std::mem::take(&mut layer);
                for board in layer_now {
                    layer.extend(neighbours(width, &board));
                    truth.entry(board).or_insert(depth);
                }
            }
        }
        let this = Puzzle::new(&grid(width, &target), &grid(width, &target)).unwrap();
        for heuristic in plain(&this) {
            check(&heuristic, width, &target, &truth, 1);
        }
        let halves = format!("{}-{}", cells / 2, cells - 1 - cells / 2);
        check(&patterns(&this, &halves), width, &target, &truth, 9);
    }
}
