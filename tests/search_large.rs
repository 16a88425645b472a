//! Large boards end at their limits, soon and without a crash.

use std::time::{Duration, Instant};

use sokosat::board::Board;
use sokosat::distance::Distances;
use sokosat::level::Level;
use sokosat::limits::{Limits, Stop};
use sokosat::search::Verdict;
use sokosat::search::bfs::{Options, breadth_first};

/// A room of `side` columns and rows with a box and a goal on every `gap`-th square of some rows.
fn room(side: usize, gap: usize) -> Board {
    let wall = "#".repeat(side + 2);
    let mut rows = vec![format!("#{}#", " ".repeat(side)); side];
    let line = |symbol: char| {
        let squares = (0..side).map(|x| if x % gap == gap / 2 { symbol } else { ' ' });
        format!("#{}#", squares.collect::<String>())
    };
    for y in (4..side - 4).step_by(2 * gap) {
        rows[y] = line('$');
        rows[y + 2] = line('.');
    }
    rows[0].replace_range(1..2, "@");
    let rows = [vec![wall.clone()], rows, vec![wall]].concat();
    Board::new(&Level::from_rows(&rows)).expect("the room is closed")
}

/// Lets some work run under a short time limit; it must end soon after.
fn soon(work: impl FnOnce(&Limits) -> Stop) {
    let start = Instant::now();
    let limits = Limits::none().with_time(Duration::from_millis(300));
    assert_eq!(work(&limits), Stop::Time);
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_board_of_sixty_thousand_cells_is_searched_until_the_time_limit() {
    let board = room(250, 40);
    assert!(board.len() > 60_000 && board.boxes().len() > 10);
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    soon(|limits| {
        let options = Options::default();
        match breadth_first(&board, &distances, options, limits, &mut |_| ()).verdict {
            Verdict::Stopped(stop) => stop,
            verdict => panic!("nobody searches that board in so short a time: {verdict:?}"),
        }
    });
}

#[test]
fn a_board_with_a_thousand_boxes_is_searched_until_the_time_limit() {
    let board = room(70, 2);
    assert!(board.boxes().len() > 500);
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    soon(|limits| {
        let options = Options::default();
        match breadth_first(&board, &distances, options, limits, &mut |_| ()).verdict {
            Verdict::Stopped(stop) => stop,
            verdict => panic!("nobody searches that board in so short a time: {verdict:?}"),
        }
    });
}

#[test]
fn distances_of_thousands_of_goals_end_at_the_time_or_size_limit() {
    let board = room(250, 4);
    assert!(board.goals().len() > 1500);
    soon(|limits| ending(&board, limits));
    let board = room(250, 2);
    assert!(board.goals().len() > 7000);
    assert_eq!(ending(&board, &Limits::none()), Stop::Size);
}

fn ending(board: &Board, limits: &Limits) -> Stop {
    match Distances::new(board, limits) {
        Ok(_) => panic!("such a table takes longer and more memory"),
        Err(stop) => stop,
    }
}
