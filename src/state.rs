//! States as short keys: which cells hold boxes, and the player's region.
//!
//! A key is a few words of 64 bits: one bit for each cell that a box can hold in a plan (its
//! *slot*), then the number of the smallest cell of the player's region. Two positions have equal
//! keys just when they have the same boxes and the player can walk from one to the other, so a key
//! is the state and not a hash of it. Boards with up to some 57 slots fit in one word.
//!
//! A cell has a slot when a lone box on it is, with the player on some side, both reachable from
//! the start and not dead ([`Distances`]); a push into any other cell never belongs to a plan.

use crate::board::{Board, Cell, Push};
use crate::distance::{Distances, INF};

/// How positions of one board are written as keys.
#[derive(Debug, Clone)]
pub struct Layout {
    /// The slot of each cell.
    slots: Vec<Option<u16>>,
    /// The cell of each slot, in order.
    cells: Vec<Cell>,
    /// Word and shift of the player's cell.
    player: (usize, u32),
    player_mask: u64,
}

impl Layout {
    /// Lays out the keys of a board.
    ///
    /// # Panics
    /// Never: slots and cells fit in 16 bits.
    #[must_use]
    pub fn new(board: &Board, distances: &Distances) -> Self {
        let useful = |cell: &Cell| {
            distances
                .lone()
                .states(*cell)
                .any(|state| distances.nearest(state) != INF && distances.from_start(state) != INF)
        };
        let cells: Vec<Cell> = board.cells().filter(useful).collect();
        let mut slots = vec![None; board.len()];
        for (slot, cell) in (0..).zip(&cells) {
            slots[cell.index()] = Some(slot);
        }
        let bits = usize::BITS - board.len().leading_zeros();
        let used = u32::try_from(cells.len()).expect("a board has at most MAX_CELLS cells");
        let (word, shift) = (cells.len() / 64, used % 64);
        let fits = shift + bits <= 64;
        Self {
            slots,
            cells,
            player: if fits { (word, shift) } else { (word + 1, 0) },
            player_mask: (1 << bits) - 1,
        }
    }

    /// Words in a key.
    #[must_use]
    pub fn words(&self) -> usize {
        self.player.0 + 1
    }

    /// Cells that can hold a box, in order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether a cell can hold a box.
    #[must_use]
    pub fn has_slot(&self, cell: Cell) -> bool {
        self.slots[cell.index()].is_some()
    }

    /// Writes a key from nothing.
    ///
    /// # Panics
    /// If a box is on a cell without a slot.
    #[must_use]
    pub fn key(&self, boxes: &[Cell], player: Cell) -> Vec<u64> {
        let mut key = vec![0; self.words()];
        for &cell in boxes {
            self.flip(&mut key, cell);
        }
        self.set_player(&mut key, player);
        key
    }

    /// Puts a box on a cell, or takes it off.
    ///
    /// # Panics
    /// If the cell has no slot.
    pub fn flip(&self, key: &mut [u64], cell: Cell) {
        let slot = self.slots[cell.index()].expect("boxes stay on cells with a slot");
        key[usize::from(slot / 64)] ^= 1 << (slot % 64);
    }

    /// Writes the smallest cell of the player's region.
    pub fn set_player(&self, key: &mut [u64], player: Cell) {
        let (word, shift) = self.player;
        key[word] &= !(self.player_mask << shift);
        key[word] |= u64::from(player.0) << shift;
    }

    /// Reads the smallest cell of the player's region.
    ///
    /// # Panics
    /// Never: a cell fits in 16 bits.
    #[must_use]
    pub fn player(&self, key: &[u64]) -> Cell {
        let (word, shift) = self.player;
        let number = key[word] >> shift & self.player_mask;
        Cell(u16::try_from(number).expect("the mask has at most 16 bits"))
    }

    /// Appends the boxes of a key to `boxes`, in order.
    pub fn read_boxes(&self, key: &[u64], boxes: &mut Vec<Cell>) {
        for (cells, (index, &word)) in self.cells.chunks(64).zip(key.iter().enumerate()) {
            let mut rest = if index == self.player.0 {
                word & ((1 << self.player.1) - 1)
            } else {
                word
            };
            while rest != 0 {
                boxes.push(cells[rest.trailing_zeros() as usize]);
                rest &= rest - 1;
            }
        }
    }

    /// The bits of a key that stand for boxes.
    #[must_use]
    pub fn box_bits(&self) -> Vec<u64> {
        self.key(&self.cells, Cell(0))
    }

    /// The one push that leads from a position to the next, by their keys.
    ///
    /// # Panics
    /// If no push of the board does.
    #[must_use]
    pub fn push_between(&self, board: &Board, before: &[u64], after: &[u64]) -> Push {
        let read = |key| {
            let mut boxes = Vec::new();
            self.read_boxes(key, &mut boxes);
            boxes
        };
        let (old, new) = (read(before), read(after));
        let from = old.iter().find(|cell| new.binary_search(cell).is_err());
        let to = new.iter().find(|cell| old.binary_search(cell).is_err());
        let moved = |push: &&Push| Some(&push.from) == from && Some(&push.to) == to;
        let push = board.pushes().iter().find(moved);
        *push.expect("a position is one push from its parent")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::limits::Limits;

    fn layout(rows: &[String]) -> (Board, Layout) {
        let board = Board::new(&Level::from_rows(rows)).unwrap();
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        let layout = Layout::new(&board, &distances);
        (board, layout)
    }

    /// A square room with a box in its middle and a goal in a corner.
    fn room(side: usize) -> Vec<String> {
        let wall = "#".repeat(side + 2);
        let mut rows = vec![format!("#{}#", " ".repeat(side)); side];
        rows[0] = format!("#@{}.#", " ".repeat(side - 2));
        let (left, right) = (side / 2, side - side / 2 - 1);
        rows[side / 2] = format!("#{}${}#", " ".repeat(left), " ".repeat(right));
        [vec![wall.clone()], rows, vec![wall]].concat()
    }

    #[test]
    fn keys_give_back_what_was_written() {
        for side in 3..16 {
            let (board, layout) = layout(&room(side));
            let boxes: Vec<Cell> = layout.cells().iter().copied().step_by(3).collect();
            for player in board.cells() {
                let mut key = layout.key(&boxes, Cell(0));
                layout.set_player(&mut key, player);
                let mut read = Vec::new();
                layout.read_boxes(&key, &mut read);
                assert_eq!((layout.player(&key), &read), (player, &boxes));
                assert_eq!(key, layout.key(&boxes, player));
            }
        }
    }

    #[test]
    fn a_small_board_has_keys_of_one_word() {
        let (_, small) = layout(&room(7));
        let (_, large) = layout(&room(9));
        assert_eq!((small.cells().len(), small.words()), (36, 1));
        assert_eq!((large.cells().len(), large.words()), (64, 2));
    }

    #[test]
    fn dead_cells_have_no_slot() {
        let (board, layout) = layout(&room(5));
        let corner = board.cells().next_back().unwrap();
        assert!(!layout.has_slot(corner) && layout.has_slot(board.goals()[0]));
    }
}
