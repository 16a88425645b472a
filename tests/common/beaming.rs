//! Random levels for beams, and the judge of their plans.

use sokosat::board::Board;
use sokosat::certify;
use sokosat::distance::Distances;
use sokosat::generate::{Shape, pulled_level, random_level};
use sokosat::level::Level;
use sokosat::limits::Limits;
use sokosat::search::Verdict;
use sokosat::search::beam::plan::{BeamOptions, BeamOutcome, beam};
use sokosat::solution::write_lurd;

use crate::common::oracle::{Truth, fewest_pushes};

const MOST_POSITIONS: usize = 3000;

fn shape(seed: u64) -> Shape {
    Shape {
        width: 6 + usize::from(seed.is_multiple_of(3)),
        height: 6,
        boxes: 1 + usize::try_from(seed % 4).expect("a remainder is small"),
        spare_goals: usize::from(seed.is_multiple_of(5)),
        walls_percent: 20,
    }
}

/// Random levels that can be played, with what plain search says.
pub(crate) fn levels(count: u64) -> impl Iterator<Item = (Level, Truth)> {
    let random = (0..count).filter_map(|seed| random_level(seed, &shape(seed)).ok());
    let pulled = (0..count).filter_map(|seed| pulled_level(seed, &shape(seed), 12).ok());
    let all = random.chain(pulled.map(|planned| planned.level));
    let playable = all.filter(|level| Board::new(level).is_ok());
    let known = playable.map(|level| {
        let truth = fewest_pushes(&level.to_string(), MOST_POSITIONS);
        (level, truth)
    });
    known.filter(|&(_, truth)| truth != Truth::TooLarge)
}

/// Runs a beam and has its plan judged; gives the pushes of the plan, if there is one.
pub(crate) fn run(level: &Level, options: &BeamOptions) -> (BeamOutcome, Option<usize>) {
    let board = Board::new(level).expect("only playable levels are used");
    let limits = Limits::none();
    let distances = Distances::new(&board, &limits).expect("no limits are set");
    let found = beam(&board, &distances, options, &limits, &mut |_| ());
    let pushes = match &found.outcome.verdict {
        Verdict::Solved(plan) => {
            let planned: Vec<_> = plan.iter().map(|&push| push.into()).collect();
            let lurd = write_lurd(&board, &planned).expect("a plan is legal");
            let verified = certify::replay(level, &lurd).expect("a plan solves the level");
            Some(verified.pushes())
        }
        _ => None,
    };
    (found, pushes)
}
