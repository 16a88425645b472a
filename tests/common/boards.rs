//! Sliding boards written once more for the tests: plain breadth-first search over rows of numbers.
//!
//! It shares nothing with the library but the text of a board.

use std::collections::HashMap;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::tiles::grid::Grid;

/// Numbers by rows, 0 for the blank.
pub(crate) type Board = Vec<u8>;

/// The boards one move away.
pub(crate) fn neighbours(width: usize, board: &Board) -> Vec<Board> {
    let blank = board.iter().position(|&number| number == 0).unwrap();
    let mut all = Vec::new();
    for other in 0..board.len() {
        let columns = (other % width).abs_diff(blank % width);
        let rows = (other / width).abs_diff(blank / width);
        if columns + rows == 1 {
            let mut next = board.clone();
            next.swap(blank, other);
            all.push(next);
        }
    }
    all
}

/// The distance of every board that can be reached from one.
#[allow(dead_code, reason = "not every test file asks for distances")]
pub(crate) fn distances(width: usize, from: &Board) -> HashMap<Board, usize> {
    let mut found = HashMap::from([(from.clone(), 0)]);
    let mut layer = vec![from.clone()];
    for depth in 1.. {
        let mut next = Vec::new();
        for board in &layer {
            for near in neighbours(width, board) {
                if !found.contains_key(&near) {
                    found.insert(near.clone(), depth);
                    next.push(near);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    found
}

/// Any order of the numbers of a board.
#[allow(dead_code, reason = "not every test file shuffles")]
pub(crate) fn shuffled(rng: &mut ChaCha8Rng, cells: usize) -> Board {
    let mut board: Board = (0..=u8::MAX).take(cells).collect();
    board.shuffle(rng);
    board
}

/// Where a walk of random moves ends.
#[allow(dead_code, reason = "not every test file walks")]
pub(crate) fn walked(rng: &mut ChaCha8Rng, width: usize, from: &Board, moves: usize) -> Board {
    let mut board = from.clone();
    for _ in 0..moves {
        let mut near = neighbours(width, &board);
        board = near.swap_remove(rng.random_range(0..near.len()));
    }
    board
}

pub(crate) fn grid(width: usize, board: &Board) -> Grid {
    Grid::new(width, board.len() / width, board).unwrap()
}

#[allow(dead_code, reason = "not every test file is random")]
pub(crate) fn seeded(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}
