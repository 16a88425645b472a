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
use crate::cnf::{ClauseSink, Lit};

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
    for cell in board.cells() {
        let Some(on) = step.walk[cell.index()] else {
            continue;
        };
        if let Some(holds) = before.holds(cell) {
            sink.not_all(&WALK_CLEAR, &[on, holds]);
        }
        let around: Vec<Lit> = board
            .neighbours(cell)
            .filter_map(|next| step.walk[next.index()])
            .collect();
        let spot = Spot {
            on,
            around: &around,
            player: previous.from[cell.index()],
            pusher: step.behind[cell.index()],
        };
        inner(sink, &spot);
        ends(sink, &spot, previous.idle);
    }
}

/// Fresh walk variables for every cell.
pub fn variables(sink: &mut dyn ClauseSink, board: &Board) -> Vec<Option<Lit>> {
    board.cells().map(|_: Cell| Some(sink.fresh())).collect()
}

/// One cell at one step.
struct Spot<'a> {
    /// The walk uses the cell.
    on: Lit,
    /// The walk uses the neighbour, for each neighbour.
    around: &'a [Lit],
    /// The last push left the player here.
    player: Option<Lit>,
    /// The next push is made from here.
    pusher: Option<Lit>,
}

/// A cell of the walk has exactly two neighbours on it, at least two unless it is an end.
fn inner(sink: &mut dyn ClauseSink, spot: &Spot) {
    let ends = [spot.player.as_slice(), spot.pusher.as_slice()].concat();
    for (i, _) in spot.around.iter().enumerate() {
        let others = [&spot.around[..i], &spot.around[i + 1..]].concat();
        sink.implies_any(&WALK_AT_TWO, spot.on, &[&ends[..], &others].concat());
    }
    for [x, y, z] in spot.around.iter().copied().array_combinations() {
        sink.not_all(&WALK_AT_MOST_TWO, &[spot.on, x, y, z]);
    }
}

/// The ends are on the walk and have one neighbour on it, none if they are the same cell.
fn ends(sink: &mut dyn ClauseSink, spot: &Spot, idle: Option<Lit>) {
    if let Some(player) = spot.player {
        sink.implies(&WALK_PLAYER, player, spot.on);
        let ways = [spot.pusher.as_slice(), spot.around].concat();
        sink.implies_any(&WALK_STARTS, player, &ways);
        for [x, y] in spot.around.iter().copied().array_combinations() {
            sink.not_all(&WALK_STARTS_ONCE, &[player, x, y]);
        }
    }
    if let Some(pusher) = spot.pusher {
        sink.implies(&WALK_PUSHER, pusher, spot.on);
        let ways = [spot.player.as_slice(), idle.as_slice(), spot.around].concat();
        sink.implies_any(&WALK_ENDS, pusher, &ways);
        for [x, y] in spot.around.iter().copied().array_combinations() {
            sink.not_all(&WALK_ENDS_ONCE, &[pusher, x, y]);
        }
    }
    if let (Some(player), Some(pusher)) = (spot.player, spot.pusher) {
        for &next in spot.around {
            sink.not_all(&WALK_ALONE, &[player, pusher, next]);
        }
    }
}
