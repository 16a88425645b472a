//! A* on a public collection, when it is there: known minima, and no wrong answer.
//!
//! Reads `sets/microban.xsb` and `optimal/microban.csv` in the folder named by `SOKOSAT_LEVELS`.

use std::collections::BTreeMap;
use std::path::Path;

use sokosat::board::Board;
use sokosat::distance::Distances;
use sokosat::level;
use sokosat::limits::Limits;
use sokosat::search::Verdict;
use sokosat::search::astar::{AStarOptions, a_star};

/// The known minima by number of the level.
fn minima(path: &Path) -> BTreeMap<usize, usize> {
    let text = std::fs::read_to_string(path).expect("the table of minima is there");
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        Some((fields[0].parse().ok()?, fields.get(4)?.parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

#[test]
fn small_levels_of_microban_have_their_known_minimum() {
    let Some(folder) = std::env::var_os("SOKOSAT_LEVELS") else {
        println!("skipped: SOKOSAT_LEVELS is not set");
        return;
    };
    let folder = Path::new(&folder);
    let minima = minima(&folder.join("optimal/microban.csv"));
    let levels = level::load(&folder.join("sets/microban.xsb")).expect("the set is there");
    let mut options = AStarOptions::default();
    options.settings.most_states = Some(2000);
    let mut solved = 0;
    for (number, level) in (1..).zip(&levels) {
        let board = Board::new(level).expect("every level of the set can be played");
        let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
        let outcome = a_star(&board, &distances, &options, &Limits::none(), &mut |_| ());
        let Some(&least) = minima.get(&number) else {
            continue;
        };
        assert!(outcome.lower_bound as usize <= least, "level {number}");
        match outcome.verdict {
            Verdict::Solved(plan) => {
                assert_eq!(plan.len(), least, "level {number}");
                solved += 1;
            }
            Verdict::Exhausted => panic!("level {number} has a plan"),
            Verdict::Stopped(_) => (),
        }
    }
    assert!(solved >= 110, "{solved}");
}
