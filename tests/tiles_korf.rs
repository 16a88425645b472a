//! Korf's hundred boards of the 15-puzzle, where the folder of public sets is named: the easy ones with simple
//! bounds.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

use std::path::Path;

use sokosat::limits::Limits;
use sokosat::progress::Progress;
use sokosat::tiles::grid::Grid;
use sokosat::tiles::heuristic::{Heuristic, Name};
use sokosat::tiles::puzzle::Puzzle;
use sokosat::tiles::replay::replay;
use sokosat::tiles::{engines::Task, text};

#[test]
fn the_easiest_of_korfs_boards_have_their_published_minima() {
    let Ok(folder) = std::env::var("SOKOSAT_LEVELS") else {
        println!("skipped: SOKOSAT_LEVELS is not set");
        return;
    };
    let file = Path::new(&folder).join("korf100.csv");
    let boards = text::read(&std::fs::read_to_string(file).unwrap(), None).unwrap();
    assert_eq!(boards.len(), 100);
    let target = Grid::new(4, 4, &(0..16).collect::<Vec<u8>>()).unwrap();
    let limits = Limits::none();
    let mut solved = 0;
    for board in boards
        .iter()
        .filter(|board| board.optimal.is_some_and(|least| least <= 45))
    {
        let puzzle = Puzzle::new(&board.grid, &target).unwrap();
        let task = Task {
            puzzle: &puzzle,
            limits: &limits,
            progress: &Progress::default(),
        };
        let heuristic = Heuristic::forward(&puzzle, Name::LinearConflict);
        let found = task.ida_star(heuristic, 1 << 22);
        let letters = puzzle.letters(&found.blanks.unwrap());
        let moves = replay(&board.grid, &target, &letters).unwrap().moves();
        assert_eq!(Some(moves), board.optimal, "{}", board.grid.line());
        solved += 1;
    }
    assert!(solved >= 5, "{solved}");
}
