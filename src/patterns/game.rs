//! The game of a few boxes: the board, the waste of each push, and sets of box cells as one word.
//!
//! A *set* of k boxes is its cells in rising order, packed into 64 bits; its *region* is where
//! the player is among the components of the floor without the boxes. All other boxes are gone,
//! so every plan of the level, seen from k boxes, is a plan of this game that wastes no more.

use crate::board::{Board, Cell, Dir};
use crate::distance::{Distances, INF};
use crate::potential::Potential;

/// The most boxes of a set.
pub(crate) const MOST_BOXES: usize = 7;

/// Box cells in rising order; only the first k count.
pub(crate) type Set = [u16; MOST_BOXES];

/// The rules for sets of boxes on one board.
#[derive(Debug)]
pub(crate) struct Game<'a> {
    pub(crate) board: &'a Board,
    pub(crate) distances: &'a Distances,
    pub(crate) potential: &'a Potential,
    /// Neighbours by direction; the number of cells stands for a wall.
    pub(crate) next: Vec<[u16; 4]>,
    /// Waste of the push by box cell and direction; [`INF`] if there is none that survives.
    pub(crate) waste: Vec<[u16; 4]>,
    /// Cells where a box may stand in a plan.
    pub(crate) live: Vec<u16>,
    /// Index of the goal on a cell.
    pub(crate) goal: Vec<Option<u16>>,
    /// Index of the push by box cell and direction; [`NO_PUSH`] if there is none.
    pub(crate) push: Vec<[u32; 4]>,
    pub(crate) words: Words,
}

/// How cells are packed into words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words {
    bits: u32,
}

/// No push: a wall is in the way.
pub(crate) const NO_PUSH: u32 = u32::MAX;

impl<'a> Game<'a> {
    pub(crate) fn new(
        board: &'a Board,
        distances: &'a Distances,
        potential: &'a Potential,
    ) -> Self {
        let wall = narrow(board.len());
        let next = board
            .cells()
            .map(|cell| Dir::ALL.map(|dir| board.step(cell, dir).map_or(wall, |next| next.0)));
        let mut waste = vec![[INF; 4]; board.len()];
        let mut pushes = vec![[NO_PUSH; 4]; board.len()];
        for (i, push) in board.pushes().iter().enumerate() {
            waste[push.from.index()][push.dir.index()] = potential.waste(i).unwrap_or(INF);
            pushes[push.from.index()][push.dir.index()] =
                u32::try_from(i).expect("a board has at most four pushes a cell");
        }
        let live = board.cells().filter(|&cell| distances.live(cell));
        let mut goal = vec![None; board.len()];
        for (i, cell) in board.goals().iter().enumerate() {
            goal[cell.index()] = Some(narrow(i));
        }
        Self {
            next: next.collect(),
            waste,
            live: live.map(|cell| cell.0).collect(),
            goal,
            push: pushes,
            words: Words::new(board.len()),
            board,
            distances,
            potential,
        }
    }

    /// Number of floor cells.
    pub(crate) fn cells(&self) -> usize {
        self.next.len()
    }

    /// Terminal waste of a set on goals with the player on `player`; [`INF`] if a box is off the goals.
    pub(crate) fn end_waste(&self, cells: &[u16], player: u16) -> u16 {
        let mut sum = 0u16;
        for &cell in cells {
            let Some(goal) = self.goal[usize::from(cell)] else {
                return INF;
            };
            let state = self.distances.lone().state_of(Cell(cell), Cell(player));
            sum = sum.saturating_add(self.potential.end_waste(usize::from(goal), state));
        }
        if cells.len() == self.board.boxes().len() {
            return sum.saturating_add(self.empty_goals(cells));
        }
        sum
    }

    /// What the goals left empty add to the terminal waste when `cells` are all the boxes.
    fn empty_goals(&self, cells: &[u16]) -> u16 {
        let goals = self.board.goals().iter().enumerate();
        let empty = goals.filter(|(_, goal)| !cells.contains(&goal.0));
        let waste: i64 = empty.map(|(i, _)| -self.potential.price(i)).sum();
        u16::try_from(waste / i64::from(self.potential.unit())).unwrap_or(INF - 1)
    }
}

impl Words {
    fn new(cells: usize) -> Self {
        let bits = usize::BITS - (cells - 1).leading_zeros();
        Self { bits: bits.max(1) }
    }

    /// The most boxes whose set fits a word.
    pub(crate) fn most_boxes(self) -> usize {
        MOST_BOXES.min((u64::BITS / self.bits) as usize)
    }

    /// The word of a set.
    pub(crate) fn pack(self, cells: &[u16]) -> u64 {
        let shifted = |key, &cell: &u16| (key << self.bits) | u64::from(cell);
        cells.iter().rev().fold(0, shifted)
    }

    /// The first `boxes` cells of a word.
    pub(crate) fn unpack(self, mut key: u64, boxes: usize) -> Set {
        let mut set = [0; MOST_BOXES];
        let mask = (1 << self.bits) - 1;
        for cell in &mut set[..boxes] {
            *cell = u16::try_from(key & mask).expect("a cell has at most sixteen bits");
            key >>= self.bits;
        }
        set
    }
}

/// A cell or goal number; there are fewer than 2^16 of either.
pub(crate) fn narrow(n: usize) -> u16 {
    u16::try_from(n).expect("a board has at most MAX_CELLS cells")
}

/// Moves the box in `slot` to `to` and keeps the order; gives the slot it has then.
pub(crate) fn replace(set: &mut Set, boxes: usize, mut slot: usize, to: u16) -> usize {
    while slot + 1 < boxes && set[slot + 1] < to {
        set[slot] = set[slot + 1];
        slot += 1;
    }
    while slot > 0 && set[slot - 1] > to {
        set[slot] = set[slot - 1];
        slot -= 1;
    }
    set[slot] = to;
    slot
}

/// The set without the box in `slot`.
pub(crate) fn without(set: &Set, boxes: usize, slot: usize) -> Set {
    let mut rest = *set;
    rest.copy_within(slot + 1..boxes, slot);
    rest
}

/// Number of k-subsets of n things, saturating.
pub(crate) fn subsets(n: usize, k: usize) -> u64 {
    let mut count = 1u64;
    for i in 0..k {
        if i >= n {
            return 0;
        }
        count = count.saturating_mul((n - i) as u64) / (i as u64 + 1);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacing_a_box_keeps_the_cells_in_order() {
        let mut set = [3, 5, 9, 0, 0, 0, 0];
        assert_eq!(replace(&mut set, 3, 1, 12), 2);
        assert_eq!(set[..3], [3, 9, 12]);
        assert_eq!(replace(&mut set, 3, 2, 1), 0);
        assert_eq!(set[..3], [1, 3, 9]);
        assert_eq!(without(&set, 3, 1)[..2], [1, 9]);
    }

    #[test]
    fn subsets_are_binomials() {
        assert_eq!(
            (subsets(5, 2), subsets(60, 3), subsets(2, 3)),
            (10, 34_220, 0)
        );
        assert_eq!(subsets(60_000, 7), u64::MAX / 7);
    }
}
