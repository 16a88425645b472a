//! The player's walk between two pushes, as an induced path given by degrees.
//!
//! `walk[c]` at step t >= 1 says that the walk before push t uses cell c. The walk has two ends:
//! where push t - 1 left the player and where push t is made from. Inner cells have exactly two
//! neighbours on the walk; an end has exactly one, none when both ends are the same cell.
//!
//! *Every model has a real walk.* Starting at the player's end, which has one neighbour on the
//! walk, each further cell has exactly one way on, so the cells reached form a simple path; it
//! cannot close on itself, since then a cell would have three, and it ends only at the other end.
//! All its cells are free of boxes. Cycles elsewhere satisfy the clauses too and do no harm: they
//! only forbid nothing. *Every real walk has a model*: a shortest one has no chords, so its cells
//! have just the degrees asked for. Exact, then, without any ordering variables: one variable and
//! about twelve clauses a cell and step.
//!
//! After an idle step there is no player's end; the pusher's end is exempt, and the first region
//! takes the walk's place.

use itertools::Itertools;

use crate::board::{Board, Cell};
use crate::cnf::{ClauseSink, Lit, Rule};

use super::vars::{Moment, Step};
use super::{
    WALK_ALONE, WALK_AT_MOST_TWO, WALK_AT_TWO, WALK_CLEAR, WALK_ENDS, WALK_ENDS_ONCE, WALK_PLAYER,
    WALK_PUSHER, WALK_STARTS, WALK_STARTS_ONCE,
};

/// The clauses of the walk before `step`, which comes after `previous`.
pub fn walk(
    sink: &mut dyn ClauseSink,
    board: &Board,
    previous: &Step,
    step: &Step,
    before: &Moment,
) {
    let on = |cell: Cell| step.walk[cell.index()];
    for (cell, &holds) in board.cells().zip(&before.boxes) {
        if let (Some(on), Some(holds)) = (on(cell), holds) {
            sink.not_all(&WALK_CLEAR, &[on, holds]);
        }
    }
    let spots = board.cells().filter_map(|cell| {
        Some(Spot {
            on: on(cell)?,
            around: board.neighbours(cell).filter_map(on).collect(),
            player: previous.from[cell.index()],
            pusher: step.behind[cell.index()],
        })
    });
    let spots: Vec<Spot> = spots.collect();
    inner(sink, &spots);
    player_end(sink, &spots);
    pusher_end(sink, &spots, previous.idle);
    one_end(sink, &spots);
}

/// Fresh walk variables for every cell.
pub fn variables(sink: &mut dyn ClauseSink, board: &Board) -> Vec<Option<Lit>> {
    board.cells().map(|_: Cell| Some(sink.fresh())).collect()
}

/// One cell at one step.
struct Spot {
    /// The walk uses the cell.
    on: Lit,
    /// The walk uses the neighbour, for each neighbour.
    around: Vec<Lit>,
    /// The last push left the player here.
    player: Option<Lit>,
    /// The next push is made from here.
    pusher: Option<Lit>,
}

/// A cell of the walk has exactly two neighbours on it, at least two unless it is an end.
fn inner(sink: &mut dyn ClauseSink, spots: &[Spot]) {
    for spot in spots {
        let ends = [spot.player.as_slice(), spot.pusher.as_slice()].concat();
        for (i, _) in spot.around.iter().enumerate() {
            let others = [&spot.around[..i], &spot.around[i + 1..]].concat();
            sink.implies_any(&WALK_AT_TWO, spot.on, &[&ends[..], &others].concat());
        }
    }
    for spot in spots {
        for [x, y, z] in spot.around.iter().copied().array_combinations() {
            sink.not_all(&WALK_AT_MOST_TWO, &[spot.on, x, y, z]);
        }
    }
}

/// The player's end is on the walk and has one neighbour on it, none if the push is made there.
fn player_end(sink: &mut dyn ClauseSink, spots: &[Spot]) {
    let ends = || spots.iter().filter_map(|spot| Some((spot.player?, spot)));
    for (player, spot) in ends() {
        sink.implies(&WALK_PLAYER, player, spot.on);
    }
    for (player, spot) in ends() {
        let ways = [spot.pusher.as_slice(), &spot.around].concat();
        sink.implies_any(&WALK_STARTS, player, &ways);
    }
    for (player, spot) in ends() {
        at_most_one_way(sink, &WALK_STARTS_ONCE, player, &spot.around);
    }
}

/// The same of the pusher's end, which needs no neighbour after an idle step.
fn pusher_end(sink: &mut dyn ClauseSink, spots: &[Spot], idle: Option<Lit>) {
    let ends = || spots.iter().filter_map(|spot| Some((spot.pusher?, spot)));
    for (pusher, spot) in ends() {
        sink.implies(&WALK_PUSHER, pusher, spot.on);
    }
    for (pusher, spot) in ends() {
        let ways = [spot.player.as_slice(), idle.as_slice(), &spot.around].concat();
        sink.implies_any(&WALK_ENDS, pusher, &ways);
    }
    for (pusher, spot) in ends() {
        at_most_one_way(sink, &WALK_ENDS_ONCE, pusher, &spot.around);
    }
}

fn at_most_one_way(sink: &mut dyn ClauseSink, rule: &'static Rule, end: Lit, around: &[Lit]) {
    for [x, y] in around.iter().copied().array_combinations() {
        sink.not_all(rule, &[end, x, y]);
    }
}

/// If both ends are one cell, the walk has no other.
fn one_end(sink: &mut dyn ClauseSink, spots: &[Spot]) {
    for spot in spots {
        if let (Some(player), Some(pusher)) = (spot.player, spot.pusher) {
            for &next in &spot.around {
                sink.not_all(&WALK_ALONE, &[player, pusher, next]);
            }
        }
    }
}
