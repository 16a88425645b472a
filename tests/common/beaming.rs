//! Beams on random levels, their plans judged.

use sokosat::board::Board;
use sokosat::distance::Distances;
use sokosat::level::Level;
use sokosat::limits::Limits;
use sokosat::search::beam::plan::{BeamOptions, BeamOutcome, beam};

use crate::known::judged;

/// Runs a beam and has its plan judged; gives the pushes of the plan, if there is one.
pub(crate) fn run(level: &Level, options: &BeamOptions) -> (BeamOutcome, Option<usize>) {
    let board = Board::new(level).expect("only playable levels are used");
    let limits = Limits::none();
    let distances = Distances::new(&board, &limits).expect("no limits are set");
    let found = beam(&board, &distances, options, &limits, &mut |_| ());
    let pushes = judged(level, &board, &found.outcome.verdict);
    (found, pushes)
}
