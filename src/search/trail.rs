//! A plan and the positions it goes through.
//!
//! Position 0 is the start of the board, position `i` that after `i` pushes. The player is the smallest cell of its
//! region, so two positions are the same just when they are equal. Cost: one flood and a list of boxes a push.

use std::collections::HashMap;
use std::ops::Range;

use crate::board::{Board, Cell, Push};
use crate::limits::{Limits, Stop};
use crate::region::Region;

/// Where the boxes stand, in rising order, and the smallest cell of the player's region.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The boxes.
    pub boxes: Vec<Cell>,
    /// The player.
    pub player: Cell,
}

/// A legal plan, solved at its end or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trail {
    pushes: Vec<Push>,
    positions: Vec<Position>,
}

impl Trail {
    /// Makes the pushes of a plan on a board; none if one of them is not legal.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(board: &Board, pushes: &[Push], limits: &Limits) -> Result<Option<Self>, Stop> {
        let mut region = Region::new(board);
        let mut taken = vec![false; board.len()];
        for cell in board.boxes() {
            taken[cell.index()] = true;
        }
        let mut boxes = board.boxes().to_vec();
        let mut player = region.flood(&taken, board.player());
        let mut positions = Vec::with_capacity(pushes.len() + 1);
        for push in pushes {
            limits.check()?;
            let legal =
                taken[push.from.index()] && !taken[push.to.index()] && region.holds(push.behind);
            if !legal {
                return Ok(None);
            }
            let after = moved(&boxes, *push);
            let boxes = std::mem::replace(&mut boxes, after);
            positions.push(Position { boxes, player });
            taken.swap(push.from.index(), push.to.index());
            player = region.flood(&taken, push.from);
        }
        positions.push(Position { boxes, player });
        Ok(Some(Self {
            pushes: pushes.to_vec(),
            positions,
        }))
    }

    /// The same plan without what leads back to a position where it was before.
    #[must_use]
    pub fn without_loops(self) -> Self {
        let places = self.positions.iter().zip(0..);
        let last: HashMap<&Position, usize> = places.collect();
        let mut kept = Vec::new();
        let mut at = last[&self.positions[0]];
        while at < self.pushes.len() {
            kept.push(at);
            at = last[&self.positions[at + 1]];
        }
        let positions = kept.iter().map(|&at| self.positions[at].clone());
        Self {
            pushes: kept.iter().map(|&at| self.pushes[at]).collect(),
            positions: positions.chain(self.positions.last().cloned()).collect(),
        }
    }

    /// The pushes.
    #[must_use]
    pub fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// Number of pushes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pushes.len()
    }

    /// Whether there is nothing to push.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pushes.is_empty()
    }

    /// The same plan up to the first position with all boxes on goals.
    #[must_use]
    pub fn until_solved(mut self, board: &Board) -> Self {
        let solved = |position: &Position| position.boxes.iter().all(|&cell| board.is_goal(cell));
        if let Some(end) = self.positions.iter().position(solved) {
            self.pushes.truncate(end);
            self.positions.truncate(end + 1);
        }
        self
    }

    /// The positions, one more than there are pushes.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The same plan with other pushes in place of some; none if that is not legal.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn spliced(
        &self,
        board: &Board,
        (old, new): (Range<usize>, &[Push]),
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let (before, after) = (&self.pushes[..old.start], &self.pushes[old.end..]);
        Self::new(board, &[before, new, after].concat(), limits)
    }
}

/// The boxes after a push, in rising order.
fn moved(boxes: &[Cell], push: Push) -> Vec<Cell> {
    let carried = |&cell: &Cell| if cell == push.from { push.to } else { cell };
    let mut boxes: Vec<Cell> = boxes.iter().map(carried).collect();
    boxes.sort_unstable();
    boxes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::solution::read_lurd;

    fn room() -> Board {
        let rows = ["#######", "#@    #", "# $ . #", "#######"];
        Board::new(&Level::from_rows(&rows)).unwrap()
    }

    fn trail(lurd: &str) -> Option<Trail> {
        let board = room();
        Trail::new(&board, &read_lurd(&board, lurd)?, &Limits::none()).unwrap()
    }

    #[test]
    fn positions_are_those_before_and_after_each_push() {
        let trail = trail("dRR").unwrap();
        let boxes: Vec<u16> = trail.positions().iter().map(|at| at.boxes[0].0).collect();
        assert_eq!(boxes, [6, 7, 8]);
        assert_eq!(trail.positions()[2].player, Cell(0));
        assert_eq!((trail.len(), trail.is_empty()), (2, false));
    }

    #[test]
    fn pushes_after_the_boxes_are_home_are_dropped() {
        let board = room();
        let longer = trail("dRRR").unwrap();
        let solved = longer.until_solved(&board);
        assert_eq!(Some(solved), trail("dRR"));
    }

    #[test]
    fn a_splice_must_be_legal_and_lead_on() {
        let board = room();
        let longer = trail("dRRurrdL").unwrap();
        assert_eq!(longer.positions()[1], longer.positions()[3]);
        let without = |old: Range<usize>| longer.spliced(&board, (old, &[]), &Limits::none());
        assert_eq!(without(1..3), Ok(trail("dR")));
        assert_eq!(without(0..1), Ok(None));
    }

    #[test]
    fn loops_are_left_out() {
        let looped = trail("dRRurrdLulldRR").unwrap();
        assert_eq!(looped.len(), 5);
        assert_eq!(Some(looped.without_loops()), trail("dRRR"));
        let straight = trail("dRRR").unwrap();
        assert_eq!(straight.clone().without_loops(), straight);
    }

    #[test]
    fn a_long_plan_stops_at_a_limit() {
        let board = room();
        let pushes = read_lurd(&board, "dRR").unwrap();
        let limits = Limits::none().with_time(std::time::Duration::ZERO);
        assert_eq!(Trail::new(&board, &pushes, &limits), Err(Stop::Time));
    }
}
