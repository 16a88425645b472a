//! Strong bound.
use crate::board::Board;
use crate::distance::Distances;
use crate::limits::Limits;
use crate::patterns::Reach;
use crate::patterns::climb::climb;
use crate::patterns::game::Game;
use crate::potential::Potential;

/// bound
pub fn probe(board: &Board, distances: &Distances, potential: &Potential, reach: Reach, limits: &Limits) -> (Option<u32>, usize, u64) {
    let game = Game::new(board, distances, potential);
    let climb = climb(&game, reach, limits);
    let bound = potential.matching_bound() + potential.unit() * u32::from(climb.budget);
    ((!climb.refuted).then_some(bound), climb.boxes, climb.effort)
}
