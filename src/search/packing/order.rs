//! An order in which goals can be filled, found backwards.
//!
//! All goals hold boxes at first. A box can be taken out when the player can pull it, the others standing, to a cell
//! where a box stands at the start; the one with the fewest pulls goes first. Taken out, it is in nobody's way.
//! Read from its end, this is an order in which each goal can be filled past those before it.
//!
//! Where no box gets as far as a start cell, the one that gets furthest goes: boxes for these goals have to wait
//! near them. Nothing else is promised: boxes that wait are ignored, and goals that no box leaves are filled first.
//! Cost: at most a few floods a cell for each pair of goals.

use crate::board::{Board, Cell};
use crate::limits::{Limits, Stop};
use crate::search::packing::pull::{Pulled, Puller};

/// The goals, those to be filled first at the front.
///
/// # Errors
/// The limit that was reached.
pub fn packing_order(board: &Board, limits: &Limits) -> Result<Vec<Cell>, Stop> {
    let mut back = Back::new(board);
    let mut filled: Vec<Cell> = board.goals().to_vec();
    let mut order = Vec::with_capacity(filled.len());
    while !filled.is_empty() {
        let mut best: Option<(usize, Pulled)> = None;
        for (place, &goal) in filled.iter().enumerate() {
            let Some(out) = back.take_out(goal, limits)? else {
                continue;
            };
            if best.is_none_or(|(_, best)| back.prefers(out, best)) {
                best = Some((place, out));
            }
        }
        match best {
            Some((place, out)) => {
                let goal = filled.remove(place);
                back.remove(goal, out);
                order.push(goal);
            }
            None if back.loosen() => {}
            None => order.append(&mut filled),
        }
    }
    order.reverse();
    Ok(order)
}

/// What may be demanded of a box that is taken out, from strict to loose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Demand {
    /// It ends on a start cell of its own; the player walks from where the last one ended.
    Own,
    /// It ends on any start cell.
    Shared,
    /// The player starts beside it.
    Anywhere,
    /// It leaves its goal for any other cell, to wait there.
    Parked,
}

/// The way back from the solved position.
struct Back<'a> {
    board: &'a Board,
    puller: Puller<'a>,
    /// Whether a cell holds a box at the start that was not found yet.
    starts: Vec<bool>,
    player: Option<Cell>,
    demand: Demand,
}

impl<'a> Back<'a> {
    fn new(board: &'a Board) -> Self {
        let mut puller = Puller::new(board);
        for &cell in board.goals() {
            puller.take(cell, true);
        }
        let mut starts = vec![false; board.len()];
        for cell in board.boxes() {
            starts[cell.index()] = true;
        }
        Self {
            board,
            puller,
            starts,
            player: None,
            demand: Demand::Own,
        }
    }

    /// Asks for less; false if that is not possible.
    fn loosen(&mut self) -> bool {
        self.demand = match self.demand {
            Demand::Own => Demand::Shared,
            Demand::Shared => Demand::Anywhere,
            Demand::Anywhere => Demand::Parked,
            Demand::Parked => return false,
        };
        true
    }

    fn starts_anywhere(&self) -> bool {
        matches!(self.demand, Demand::Anywhere | Demand::Parked)
    }

    /// Whether one box goes before another: the nearer one, or the one that gets further out of the way.
    fn prefers(&self, one: Pulled, other: Pulled) -> bool {
        match self.demand {
            Demand::Parked => one.pulls > other.pulls,
            _ => one.pulls < other.pulls,
        }
    }

    fn remove(&mut self, goal: Cell, out: Pulled) {
        self.puller.take(goal, false);
        self.player = Some(out.player);
        self.starts[out.cell.index()] = false;
        self.demand = Demand::Own;
    }

    /// The fewest pulls that take the box on a goal to a start cell.
    fn take_out(&mut self, goal: Cell, limits: &Limits) -> Result<Option<Pulled>, Stop> {
        self.puller.clear();
        match self.player {
            Some(player) if !self.starts_anywhere() => self.puller.add(goal, player),
            _ => self.puller.add_all_sides(goal),
        }
        self.puller.take(goal, false);
        let is_wished = |cell: Cell| match self.demand {
            Demand::Own => self.starts[cell.index()],
            Demand::Shared | Demand::Anywhere => self.board.boxes().binary_search(&cell).is_ok(),
            Demand::Parked => false,
        };
        let wished = |cell| cell != goal && is_wished(cell);
        let mut out = self.puller.spread(wished, limits)?;
        if self.demand == Demand::Parked {
            out = self.puller.furthest().filter(|out| out.pulls > 0);
        }
        self.puller.take(goal, true);
        Ok(out)
    }
}
