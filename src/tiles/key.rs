//! Arrangements as short keys for the tables of searches.
//!
//! Boards of up to 16 cells take one word, 4 bits a cell; larger ones two words, 5 bits a cell and 12 cells a
//! word. The last of 25 cells is left out: it holds what the others do not.

use crate::tiles::puzzle::{Cell, Cells, Tile};

/// Cells whose contents are written on boards of more than 16.
const WRITTEN: usize = 24;

/// How arrangements of a board are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packing {
    cells: usize,
    bits: usize,
    in_word: usize,
}

impl Packing {
    /// For boards of so many cells.
    #[must_use]
    pub fn new(cells: usize) -> Self {
        let (bits, in_word) = if cells > 16 { (5, 12) } else { (4, 16) };
        Self {
            cells,
            bits,
            in_word,
        }
    }

    /// Words of a key.
    #[must_use]
    pub fn words(self) -> usize {
        self.cells.min(WRITTEN).div_ceil(self.in_word)
    }

    /// Writes an arrangement.
    pub fn pack(self, cells: &Cells, key: &mut [u64]) {
        key.fill(0);
        for cell in self.written() {
            let (word, shift) = self.spot(cell);
            key[word] |= u64::from(cells.at(cell)) << shift;
        }
    }

    /// Reads an arrangement.
    ///
    /// # Panics
    /// If the key was not written by this packing.
    #[must_use]
    pub fn unpack(self, key: &[u64]) -> Cells {
        let mut tiles = Vec::with_capacity(self.cells);
        tiles.extend(self.written().map(|cell| self.read(key, cell)));
        if tiles.len() < self.cells {
            let sum: usize = tiles.iter().copied().map(usize::from).sum();
            let missing = self.cells * (self.cells - 1) / 2 - sum;
            tiles.push(Tile::try_from(missing).expect("tiles are at most 24"));
        }
        Cells::new(&tiles)
    }

    /// Swaps what two cells hold, one of which may be the one left out.
    pub fn swap(self, key: &mut [u64], [one, other]: [Cell; 2], [at_one, at_other]: [Tile; 2]) {
        let difference = u64::from(at_one ^ at_other);
        for cell in [one, other]
            .into_iter()
            .filter(|&cell| usize::from(cell) < WRITTEN)
        {
            let (word, shift) = self.spot(cell);
            key[word] ^= difference << shift;
        }
    }

    fn read(self, key: &[u64], cell: Cell) -> Tile {
        let (word, shift) = self.spot(cell);
        let value = key[word] >> shift & ((1 << self.bits) - 1);
        Tile::try_from(value).expect("a cell has at most five bits")
    }

    fn written(self) -> std::ops::Range<Cell> {
        0..Cell::try_from(self.cells.min(WRITTEN)).expect("at most 24")
    }

    fn spot(self, cell: Cell) -> (usize, usize) {
        let cell = usize::from(cell);
        (cell / self.in_word, cell % self.in_word * self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn keys_give_back_what_was_written_also_after_swaps() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for count in [4u8, 6, 9, 10, 12, 15, 16, 20, 25] {
            let packing = Packing::new(usize::from(count));
            let mut tiles: Vec<Tile> = (0..count).collect();
            let mut key = vec![0; packing.words()];
            for _ in 0..50 {
                tiles.shuffle(&mut rng);
                packing.pack(&Cells::new(&tiles), &mut key);
                assert_eq!(packing.unpack(&key), Cells::new(&tiles));
                let (one, other) = (rng.random_range(0..count), rng.random_range(0..count));
                let at = [one, other].map(|cell| tiles[usize::from(cell)]);
                if one != other {
                    packing.swap(&mut key, [one, other], at);
                    tiles.swap(usize::from(one), usize::from(other));
                }
                assert_eq!(packing.unpack(&key), Cells::new(&tiles));
            }
        }
        assert_eq!(
            [16, 20, 25].map(|cells| Packing::new(cells).words()),
            [1, 2, 2]
        );
    }
}
