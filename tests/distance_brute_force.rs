//! Lone-box states and distances against a plain search over (box cell, player cell).

use std::collections::VecDeque;

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sokosat::board::{Board, Cell, Dir};
use sokosat::distance::{Distances, INF};
use sokosat::level::Level;
use sokosat::limits::Limits;

type Rows = Vec<Vec<char>>;

/// A walled room with random walls inside, one or two boxes and as many goals or one more.
fn random_rows(rng: &mut ChaCha8Rng) -> Rows {
    let (width, height) = (rng.random_range(4..9), rng.random_range(3..8));
    let mut rows = vec![vec!['#'; width]; height];
    for row in &mut rows[1..height - 1] {
        for square in &mut row[1..width - 1] {
            *square = if rng.random_bool(0.3) { '#' } else { ' ' };
        }
    }
    for symbol in ['@', '$', '.', '.'] {
        let (x, y) = (
            rng.random_range(1..width - 1),
            rng.random_range(1..height - 1),
        );
        rows[y][x] = symbol;
    }
    rows
}

fn transposed(rows: &Rows) -> Rows {
    (0..rows[0].len())
        .map(|x| rows.iter().map(|row| row[x]).collect())
        .collect()
}

/// The eight images under mirror and transposition.
fn images(rows: &Rows) -> Vec<Rows> {
    let mirrored = |rows: &Rows| -> Rows {
        let mirror = |row: &Vec<char>| row.iter().rev().copied().collect();
        rows.iter().map(mirror).collect()
    };
    let mut all = vec![rows.clone()];
    for _ in 0..3 {
        let last = &all[all.len() - 1];
        all.push(mirrored(&transposed(last)));
    }
    let flipped: Vec<_> = all.iter().map(mirrored).collect();
    all.extend(flipped);
    all
}

fn board(rows: &Rows) -> Option<Board> {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    Board::new(&Level::from_rows(&rows)).ok()
}

/// Fewest pushes of one box from `(cell, player)` to `goal`: walking is free.
fn plain_distance(board: &Board, cell: Cell, player: Cell, goal: Cell) -> Option<u16> {
    let mut seen = vec![false; board.len() * board.len()];
    let mut queue = VecDeque::from([(cell, player, 0)]);
    while let Some((cell, player, pushes)) = queue.pop_front() {
        if cell == goal {
            return Some(pushes);
        }
        if std::mem::replace(&mut seen[cell.index() * board.len() + player.index()], true) {
            continue;
        }
        for dir in Dir::ALL {
            let Some(next) = board.step(player, dir) else {
                continue;
            };
            if next != cell {
                queue.push_front((cell, next, pushes));
            } else if let Some(to) = board.step(cell, dir) {
                queue.push_back((to, cell, pushes + 1));
            }
        }
    }
    None
}

fn reached(board: &Board, cell: Cell, player: Cell) -> Vec<bool> {
    let mut seen = vec![false; board.len()];
    let mut todo = vec![player];
    while let Some(at) = todo.pop() {
        if at != cell && !std::mem::replace(&mut seen[at.index()], true) {
            todo.extend(board.neighbours(at));
        }
    }
    seen
}

fn check_sides(board: &Board, distances: &Distances) {
    let lone = distances.lone();
    for cell in board.cells() {
        for player in board.cells().filter(|&player| player != cell) {
            let state = lone.state_of(cell, player);
            let region = reached(board, cell, player);
            for dir in Dir::ALL {
                let beside = board.step(cell, dir);
                assert_eq!(lone.toward(cell, dir).is_some(), beside.is_some());
                if let Some(beside) = beside {
                    let same = lone.toward(cell, dir) == Some(state);
                    assert_eq!(same, region[beside.index()], "{cell:?} {player:?} {dir:?}");
                }
            }
        }
    }
}

fn check_distances(board: &Board, distances: &Distances) {
    for (index, &goal) in board.goals().iter().enumerate() {
        for cell in board.cells() {
            for player in board.cells().filter(|&player| player != cell) {
                let state = distances.lone().state_of(cell, player);
                let plain = plain_distance(board, cell, player, goal).unwrap_or(INF);
                assert_eq!(
                    distances.to_goal(state, index),
                    plain,
                    "{cell:?} {player:?}"
                );
            }
        }
    }
    for cell in board.cells() {
        for player in board.cells().filter(|&player| player != cell) {
            let starts = board.boxes().iter();
            let plain = starts.filter_map(|&start| {
                forward_distance(board, start, cell, &reached(board, cell, player))
            });
            let state = distances.lone().state_of(cell, player);
            assert_eq!(distances.from_start(state), plain.min().unwrap_or(INF));
        }
    }
}

/// Fewest pushes of the box on `start` to `cell` with the player ending inside `region`.
fn forward_distance(board: &Board, start: Cell, cell: Cell, region: &[bool]) -> Option<u16> {
    let mut seen = vec![false; board.len() * board.len()];
    let mut queue = VecDeque::from([(start, board.player(), 0)]);
    while let Some((at, player, pushes)) = queue.pop_front() {
        if at == cell && region[player.index()] {
            return Some(pushes);
        }
        if std::mem::replace(&mut seen[at.index() * board.len() + player.index()], true) {
            continue;
        }
        for dir in Dir::ALL {
            let Some(next) = board.step(player, dir) else {
                continue;
            };
            if next != at {
                queue.push_front((at, next, pushes));
            } else if let Some(to) = board.step(at, dir) {
                queue.push_back((to, at, pushes + 1));
            }
        }
    }
    None
}

#[test]
fn sides_and_distances_equal_plain_search_under_all_symmetries() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut boards = 0;
    while boards < 60 {
        let rows = random_rows(&mut rng);
        if board(&rows).is_none_or(|board| board.boxes().is_empty()) {
            continue;
        }
        boards += 1;
        for image in images(&rows) {
            let board = board(&image).expect("an image of a playable level is playable");
            let distances = Distances::new(&board, &Limits::none()).expect("no limits");
            check_sides(&board, &distances);
            check_distances(&board, &distances);
        }
    }
}
