//! The table of one group of tiles: for every way they may stand, the fewest of their moves to get home.
//!
//! An entry's number is the rank of the placement: each tile's cell, counted among those that the tiles before it
//! leave free, in mixed radix. A table is filled from the target outwards by a breadth-first search over
//! (placement, where the blank can go without moving a tile of the group); moves of other tiles cost
//! nothing, so the second part is a connected area, found by a flood over bits.
//!
//! Memory while it is filled: 3 bytes an entry on boards of up to 16 cells, else 5, and 5 for each of the states of
//! two layers; a byte an entry afterwards. 6 tiles of the 15-puzzle: 5.8 million entries.

use crate::limits::{Limits, Stop};
use crate::tiles::MOST_CELLS;
use crate::tiles::puzzle::{Cell, Shape, Tile};

/// The most entries of a table.
pub const MOST_ENTRIES: u64 = 1 << 30;

/// Stands for a placement that was not reached yet.
const UNKNOWN: u8 = u8::MAX;

/// States between two looks at the limits.
const TICKS: usize = 1 << 10;

/// States in a piece of a layer.
const PIECE: usize = 1 << 14;

/// The number of ways that so many tiles may stand on so many cells.
#[must_use]
pub fn entries(cells: usize, tiles: usize) -> u64 {
    (0..tiles).map(|tile| (cells - tile) as u64).product()
}

/// A group and its costs.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    cells: usize,
    tiles: Vec<Tile>,
    costs: Vec<u8>,
}

impl Table {
    /// A table from costs that were kept.
    ///
    /// # Panics
    /// If there are not as many costs as ways to stand.
    #[must_use]
    pub fn from_costs(cells: usize, tiles: &[Tile], costs: Vec<u8>) -> Self {
        let expected = entries(cells, tiles.len());
        assert_eq!(costs.len() as u64, expected, "a cost for each placement");
        Self {
            cells,
            tiles: tiles.to_vec(),
            costs,
        }
    }

    /// Fills the table of a group.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn build(
        shape: &Shape,
        blank: Tile,
        tiles: &[Tile],
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let costs = Builder::new(shape, tiles, limits)?.run(blank)?;
        Ok(Self::from_costs(shape.cells(), tiles, costs))
    }

    /// The tiles of the group.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The costs by rank.
    #[must_use]
    pub fn costs(&self) -> &[u8] {
        &self.costs
    }

    /// The cost when each tile stands where `place` says.
    pub(super) fn cost(&self, place: impl Fn(Tile) -> Cell) -> u8 {
        let places = self.tiles.iter().map(|&tile| place(tile));
        self.costs[rank(self.cells, places)]
    }
}

/// The rank of tiles that stand on these cells.
fn rank(cells: usize, places: impl Iterator<Item = Cell>) -> usize {
    let (mut rank, mut used, mut free) = (0, 0u32, cells);
    for place in places {
        let before = used & ((1 << place) - 1);
        rank = rank * free + usize::from(place) - before.count_ones() as usize;
        used |= 1 << place;
        free -= 1;
    }
    rank
}

/// The cells on which tiles of a rank stand.
fn unrank(cells: usize, mut rank: usize, places: &mut [Cell]) {
    for (index, place) in places.iter_mut().enumerate().rev() {
        let free = cells - index;
        *place = u8::try_from(rank % free).expect("a board has at most 25 cells");
        rank /= free;
    }
    // Each place is counted among those left free by the earlier ones.
    let mut free = (1u32 << cells) - 1;
    for place in places {
        let before = (0..*place).fold(free, |rest, _| rest & (rest - 1));
        let lowest = before & before.wrapping_neg();
        free ^= lowest;
        *place = u8::try_from(lowest.trailing_zeros()).expect("at most 25 cells");
    }
}

/// Areas of the blank by placement: a bit for each cell, the upper half only where there are more than 16.
#[derive(Debug)]
struct Areas {
    low: Vec<u16>,
    high: Vec<u16>,
}

impl Areas {
    fn new(count: usize, cells: usize) -> Self {
        Self {
            low: vec![0; count],
            high: vec![0; if cells > 16 { count } else { 0 }],
        }
    }

    fn has(&self, rank: usize, cell: Cell) -> bool {
        match cell.checked_sub(16) {
            None => self.low[rank] >> cell & 1 == 1,
            Some(bit) => self.high[rank] >> bit & 1 == 1,
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "each half takes its own sixteen bits"
    )]
    fn add(&mut self, rank: usize, area: u32) {
        self.low[rank] |= area as u16;
        if let Some(high) = self.high.get_mut(rank) {
            *high |= (area >> 16) as u16;
        }
    }
}

/// States of one layer: placements, and a cell of the blank's area. The pieces are given back one by one.
#[derive(Debug, Default)]
struct Layer {
    pieces: Vec<Piece>,
}

#[derive(Debug)]
struct Piece {
    ranks: Vec<u32>,
    blanks: Vec<Cell>,
}

impl Layer {
    fn push(&mut self, rank: usize, blank: Cell, limits: &Limits) -> Result<(), Stop> {
        if self
            .pieces
            .last()
            .is_none_or(|piece| piece.ranks.len() == PIECE)
        {
            limits.may_grow(5 * PIECE as u64)?;
            self.pieces.push(Piece {
                ranks: Vec::with_capacity(PIECE),
                blanks: Vec::with_capacity(PIECE),
            });
        }
        let rank = u32::try_from(rank).expect("a table has at most 2^30 entries");
        if let Some(piece) = self.pieces.last_mut() {
            piece.ranks.push(rank);
            piece.blanks.push(blank);
        }
        Ok(())
    }
}

/// A table while it is filled.
struct Builder<'a> {
    shape: &'a Shape,
    limits: &'a Limits,
    tiles: &'a [Tile],
    flood: Flood,
    costs: Vec<u8>,
    reached: Areas,
    /// By how much a rank grows when a tile's digit grows by one.
    weights: Vec<usize>,
    /// Where the tiles of the state at hand stand, and which of them stands on a cell.
    places: Vec<Cell>,
    at: [Option<u8>; MOST_CELLS],
}

impl<'a> Builder<'a> {
    fn new(shape: &'a Shape, tiles: &'a [Tile], limits: &'a Limits) -> Result<Self, Stop> {
        let cells = shape.cells();
        let entries = entries(cells, tiles.len());
        assert!(entries <= MOST_ENTRIES, "groups are checked before");
        let bytes = if cells > 16 { 5 } else { 3 };
        limits.check()?;
        limits.may_grow(bytes * entries)?;
        let count = usize::try_from(entries).map_err(|_| Stop::Memory)?;
        let weight = |tile| (tile + 1..tiles.len()).map(|later| cells - later).product();
        Ok(Self {
            shape,
            limits,
            tiles,
            flood: Flood::new(shape),
            costs: vec![UNKNOWN; count],
            reached: Areas::new(count, cells),
            weights: (0..tiles.len()).map(weight).collect(),
            places: vec![0; tiles.len()],
            at: [None; MOST_CELLS],
        })
    }

    fn run(mut self, blank: Tile) -> Result<Vec<u8>, Stop> {
        self.places.copy_from_slice(self.tiles);
        let home = rank(self.shape.cells(), self.places.iter().copied());
        let mut layer = Layer::default();
        self.reach(home, blank, 0, &mut layer)?;
        let mut cost = 0;
        while !layer.pieces.is_empty() {
            cost += 1;
            assert!(cost < UNKNOWN, "boards of 25 cells need fewer moves");
            let mut next = Layer::default();
            for piece in layer.pieces {
                let states = piece.ranks.iter().zip(&piece.blanks).enumerate();
                for (index, (&rank, &blank)) in states {
                    if index % TICKS == 0 {
                        self.limits.check()?;
                    }
                    self.expand(rank as usize, blank, cost, &mut next)?;
                }
            }
            layer = next;
        }
        Ok(self.costs)
    }

    /// Moves every tile beside the blank's area into it.
    fn expand(&mut self, rank: usize, blank: Cell, cost: u8, next: &mut Layer) -> Result<(), Stop> {
        unrank(self.shape.cells(), rank, &mut self.places);
        self.at.fill(None);
        for (index, &place) in (0..).zip(&self.places) {
            self.at[usize::from(place)] = Some(index);
        }
        let area = self.flood.area(&self.places, blank);
        for index in 0..self.places.len() {
            let from = self.places[index];
            for &to in self.shape.beside(from) {
                if area >> to & 1 == 0 {
                    continue;
                }
                let rank = self.rank_after(rank, index, to);
                if !self.reached.has(rank, from) {
                    self.places[index] = to;
                    self.reach(rank, from, cost, next)?;
                    self.places[index] = from;
                }
            }
        }
        Ok(())
    }

    /// The rank of the state at hand when a tile goes to another cell.
    ///
    /// Only tiles between the two cells change their order with it: earlier ones count for its own digit, and it counts for the
    /// digits of later ones.
    fn rank_after(&self, rank: usize, index: usize, to: Cell) -> usize {
        let from = self.places[index];
        let (low, high) = (usize::from(from.min(to)), usize::from(from.max(to)));
        let (mut digit, mut later) = (high - low, 0);
        for other in self.at[low + 1..high]
            .iter()
            .flatten()
            .copied()
            .map(usize::from)
        {
            if other < index {
                digit -= 1;
            } else {
                later += self.weights[other];
            }
        }
        let change = digit * self.weights[index] + later;
        if from < to {
            rank + change
        } else {
            rank - change
        }
    }

    /// Adds the state of the places at hand, which was not known.
    fn reach(&mut self, rank: usize, blank: Cell, cost: u8, next: &mut Layer) -> Result<(), Stop> {
        let area = self.flood.area(&self.places, blank);
        self.reached.add(rank, area);
        self.costs[rank] = self.costs[rank].min(cost);
        next.push(rank, blank, self.limits)
    }
}

/// Areas of cells as bits.
struct Flood {
    width: usize,
    all: u32,
    /// All cells but those of the first column, and of the last.
    not_first: u32,
    not_last: u32,
}

impl Flood {
    fn new(shape: &Shape) -> Self {
        let cells = (0..=u8::MAX).take(shape.cells());
        let (mut all, mut first, mut last) = (0, 0, 0);
        for cell in cells {
            let (x, _) = shape.place(cell);
            all |= 1 << cell;
            first |= u32::from(x == 0) << cell;
            last |= u32::from(x + 1 == shape.width()) << cell;
        }
        Self {
            width: shape.width(),
            all,
            not_first: all & !first,
            not_last: all & !last,
        }
    }

    /// The cells that the blank can go to from a cell without moving the tiles on these places.
    fn area(&self, places: &[Cell], blank: Cell) -> u32 {
        let taken = places.iter().fold(0, |bits, &place| bits | 1 << place);
        let free = self.all & !taken;
        let mut area = 1u32 << blank;
        loop {
            let side = (area & self.not_last) << 1 | (area & self.not_first) >> 1;
            let grown = (area | side | area << self.width | area >> self.width) & free;
            if grown == area {
                return area;
            }
            area = grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn ranks_number_all_placements() {
        for (cells, tiles) in [(4, 3), (6, 2), (9, 4), (25, 2)] {
            let count = usize::try_from(entries(cells, tiles)).unwrap();
            let mut places = vec![0; tiles];
            for number in 0..count {
                unrank(cells, number, &mut places);
                assert_eq!(rank(cells, places.iter().copied()), number);
                let mut sorted = places.clone();
                sorted.sort_unstable();
                sorted.dedup();
                assert_eq!(sorted.len(), tiles);
            }
        }
    }

    /// Costs by letting the blank go cell by cell, without areas, over and over until nothing falls.
    fn plain(shape: &Shape, blank: Tile, tiles: &[Tile]) -> HashMap<(Vec<Cell>, Cell), u8> {
        let mut costs = HashMap::from([((tiles.to_vec(), blank), 0)]);
        let mut todo = vec![(tiles.to_vec(), blank)];
        while let Some(state) = todo.pop() {
            let cost = costs[&state];
            for &near in shape.beside(state.1) {
                let mut places = state.0.clone();
                let tile = places.iter_mut().find(|place| **place == near);
                let step = u8::from(tile.is_some());
                if let Some(place) = tile {
                    *place = state.1;
                }
                let known = costs.entry((places.clone(), near)).or_insert(UNKNOWN);
                if cost + step < *known {
                    *known = cost + step;
                    todo.push((places, near));
                }
            }
        }
        costs
    }

    #[test]
    fn tables_agree_with_a_search_without_areas() {
        for (width, height, blank, tiles) in [
            (2, 2, 0, &[1, 2, 3][..]),
            (3, 2, 1, &[0, 4, 5]),
            (3, 3, 4, &[0, 1, 8]),
            (2, 4, 0, &[7, 2]),
            (5, 4, 0, &[1, 19]),
        ] {
            let shape = Shape::new(width, height);
            let table = Table::build(&shape, blank, tiles, &Limits::none()).unwrap();
            let mut least = HashMap::new();
            for ((places, _), cost) in plain(&shape, blank, tiles) {
                let known = least.entry(places).or_insert(UNKNOWN);
                *known = cost.min(*known);
            }
            let mut places = vec![0; tiles.len()];
            for (number, &cost) in table.costs().iter().enumerate() {
                unrank(shape.cells(), number, &mut places);
                let expected = least.get(&places).copied().unwrap_or(UNKNOWN);
                assert_eq!(cost, expected, "{places:?}");
            }
        }
    }

    #[test]
    fn limits_stop_the_filling() {
        let build = |limits: &Limits| Table::build(&Shape::new(4, 4), 0, &[1, 2, 3], limits).err();
        assert_eq!(build(&Limits::none().with_memory(1)), Some(Stop::Memory));
        let limits = Limits::none().with_time(std::time::Duration::ZERO);
        assert_eq!(build(&limits), Some(Stop::Time));
        assert_eq!(build(&Limits::none()), None);
    }
}
