//! Additive pattern databases: the exact moves of disjoint sets of tiles.
//!
//! A *group* is a set of tiles; its table ([`table`]) has, for every way its tiles may stand, the fewest moves of tiles
//! of the group that bring them home while all other tiles are unmarked, the blank wherever it suits best. Moves of other
//! groups' tiles are not counted, so the values of disjoint groups may be added. On a square board whose blank belongs on the
//! diagonal, the mirror image of an arrangement is as far from the target as itself: it is looked up in the same
//! tables, and the greater sum counts. Bounds are not consistent, since a table forgets where the blank is.
//! Source: R. Korf, A. Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134 (2002).
//!
//! Groups are given by their sizes, `6-6-3`. For 6-6-3 on the usual 15-puzzle they are compact blocks; in general
//! they follow each other in the order of cells.

pub mod store;
pub mod table;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::tiles::MOST_CELLS;
use crate::tiles::heuristic::{PARTS, Value};
use crate::tiles::puzzle::{Cells, Puzzle, Shape, Slide, Tile};
use table::{MOST_ENTRIES, Table, entries};

/// The most groups of a set of databases.
pub const MOST_GROUPS: usize = 8;

/// Groups are not made larger than this many entries unless it is asked for.
const USUAL_ENTRIES: u64 = 6_500_000;

/// The most tiles of a group that is not asked for.
const USUAL_TILES: usize = 6;

/// Sizes of the groups, as in `6-6-3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sizes(Vec<usize>);

/// Why sizes do not suit a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizesError {
    /// Text that is no list of sizes.
    #[error("expected sizes of groups such as 6-6-3, at most {MOST_GROUPS} groups")]
    Text,
    /// Sizes that leave tiles over, or none.
    #[error("groups of {sizes} have {sum} tiles, but the board has {tiles}")]
    Sum {
        /// The sizes.
        sizes: String,
        /// Tiles in them.
        sum: usize,
        /// Tiles of the board.
        tiles: usize,
    },
    /// A group with more ways to stand than a table may have entries.
    #[error("a group of {tiles} tiles on {cells} cells is too large for a table")]
    Large {
        /// Tiles of the group.
        tiles: usize,
        /// Cells of the board.
        cells: usize,
    },
}

impl FromStr for Sizes {
    type Err = SizesError;

    fn from_str(text: &str) -> Result<Self, SizesError> {
        let size = |word: &str| {
            word.parse()
                .ok()
                .filter(|size| (1..MOST_CELLS).contains(size))
        };
        let sizes: Option<Vec<usize>> = text.split('-').map(size).collect();
        let sizes = sizes.filter(|sizes| sizes.len() <= MOST_GROUPS);
        sizes.map(Self).ok_or(SizesError::Text)
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&words.join("-"))
    }
}

impl Sizes {
    /// The sizes for a board when none are asked for: 6-6-3 on 4 x 4, else as few groups of even sizes as tables of up
    /// to 6.5 million entries allow.
    #[must_use]
    pub fn usual(shape: &Shape) -> Self {
        if (shape.width(), shape.height()) == (4, 4) {
            return Self(vec![6, 6, 3]);
        }
        let tiles = shape.cells() - 1;
        let fits = |&size: &usize| entries(shape.cells(), size) <= USUAL_ENTRIES;
        let most = (1..=USUAL_TILES.min(tiles.div_ceil(2))).rev().find(fits);
        let groups = tiles.div_ceil(most.unwrap_or(1));
        let size = |group| (tiles + groups - 1 - group) / groups;
        Self((0..groups).map(size).collect())
    }

    /// The tiles of each group.
    ///
    /// # Errors
    /// Sizes that do not add up to the tiles of the board, or tables that would be too large.
    pub fn groups(&self, puzzle: &Puzzle) -> Result<Vec<Vec<Tile>>, SizesError> {
        let cells = puzzle.shape().cells();
        let (sum, tiles) = (self.0.iter().sum(), cells - 1);
        if sum != tiles {
            let sizes = self.to_string();
            return Err(SizesError::Sum { sizes, sum, tiles });
        }
        if let Some(&tiles) = self
            .0
            .iter()
            .find(|&&size| entries(cells, size) > MOST_ENTRIES)
        {
            return Err(SizesError::Large { tiles, cells });
        }
        let all = (0..=u8::MAX)
            .take(cells)
            .filter(|&tile| tile != puzzle.blank());
        let mut order: Vec<Tile> = all.collect();
        let side = (puzzle.shape().width(), puzzle.shape().height());
        if (self.0.as_slice(), side, puzzle.blank()) == (&[6, 6, 3], (4, 4), 0) {
            order = BLOCKS.to_vec();
        }
        let mut groups = Vec::new();
        for &size in &self.0 {
            let rest = order.split_off(size);
            groups.push(std::mem::replace(&mut order, rest));
        }
        Ok(groups)
    }
}

/// 6-6-3 on 4 x 4 with the blank in the first corner: a block of three by two in the last two columns, one in
/// the first rows, and the rest of the last row.
const BLOCKS: [Tile; 15] = [3, 6, 7, 10, 11, 15, 1, 2, 4, 5, 8, 9, 12, 13, 14];

/// The tables of all groups of a board.
#[derive(Debug)]
pub struct Patterns {
    groups: Vec<Arc<Table>>,
    /// The group of each tile.
    group_of: [u8; MOST_CELLS],
    /// The mirror image of each cell, and tile, where the board and the target have one.
    mirror: Option<[u8; MOST_CELLS]>,
}

impl Patterns {
    /// Puts the tables of disjoint groups together.
    ///
    /// # Panics
    /// If there are more groups than a value has parts for.
    #[must_use]
    pub fn new(puzzle: &Puzzle, groups: Vec<Arc<Table>>) -> Self {
        assert!(
            2 * groups.len() <= PARTS,
            "a value has a part for each group"
        );
        let mut group_of = [0; MOST_CELLS];
        for (index, group) in (0..).zip(&groups) {
            for &tile in group.tiles() {
                group_of[usize::from(tile)] = index;
            }
        }
        Self {
            groups,
            group_of,
            mirror: mirror(puzzle),
        }
    }

    /// The value of an arrangement.
    pub(super) fn start(&self, cells: &Cells) -> Value {
        let mut value = Value {
            total: 0,
            parts: [0; PARTS],
        };
        for (index, group) in self.groups.iter().enumerate() {
            value.parts[index] = group.cost(|tile| cells.place(tile));
            if let Some(mirror) = &self.mirror {
                let place = |tile: Tile| mirrored_place(mirror, cells, tile);
                value.parts[self.groups.len() + index] = group.cost(place);
            }
        }
        self.summed(value)
    }

    /// The value after a slide: one group changes, and one in the mirror image.
    pub(super) fn after(&self, cells: &Cells, mut value: Value, slide: Slide) -> Value {
        let index = usize::from(self.group_of[usize::from(slide.tile)]);
        value.parts[index] = self.groups[index].cost(|tile| cells.place(tile));
        if let Some(mirror) = &self.mirror {
            let image = mirror[usize::from(slide.tile)];
            let index = usize::from(self.group_of[usize::from(image)]);
            let place = |tile: Tile| mirrored_place(mirror, cells, tile);
            value.parts[self.groups.len() + index] = self.groups[index].cost(place);
        }
        self.summed(value)
    }

    fn summed(&self, mut value: Value) -> Value {
        let sum = |parts: &[u8]| parts.iter().copied().map(u16::from).sum::<u16>();
        let (own, image) = value.parts.split_at(self.groups.len());
        value.total = sum(own).max(sum(&image[..self.groups.len()]));
        value
    }
}

/// Where a tile stands in the mirror image of an arrangement.
fn mirrored_place(mirror: &[u8; MOST_CELLS], cells: &Cells, tile: Tile) -> u8 {
    mirror[usize::from(cells.place(mirror[usize::from(tile)]))]
}

/// Each cell mirrored on the diagonal, if that maps the board and the target onto themselves.
fn mirror(puzzle: &Puzzle) -> Option<[u8; MOST_CELLS]> {
    let shape = puzzle.shape();
    let (x, y) = shape.place(puzzle.blank());
    if shape.width() != shape.height() || x != y {
        return None;
    }
    let mut mirror = [0; MOST_CELLS];
    for cell in (0..=u8::MAX).take(shape.cells()) {
        let (x, y) = shape.place(cell);
        mirror[usize::from(cell)] = shape.cell(y, x);
    }
    Some(mirror)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::grid::Grid;

    fn solved(width: usize, height: usize) -> Puzzle {
        let target = Grid::in_order(width, height).unwrap();
        Puzzle::new(&target, &target).unwrap()
    }

    #[test]
    fn the_usual_sizes_cover_every_board_with_tables_of_moderate_size() {
        let usual = |width, height| Sizes::usual(solved(width, height).shape()).to_string();
        assert_eq!(usual(3, 3), "4-4");
        assert_eq!(usual(4, 4), "6-6-3");
        assert_eq!(usual(5, 5), "5-5-5-5-4");
        for (width, height) in itertools::iproduct!(2..=5, 2..=5) {
            let puzzle = solved(width, height);
            let groups = Sizes::usual(puzzle.shape()).groups(&puzzle).unwrap();
            let mut tiles = groups.concat();
            tiles.sort_unstable();
            assert_eq!(tiles.len(), width * height - 1, "{width} {height}");
            tiles.dedup();
            assert_eq!(tiles.len(), width * height - 1);
            assert!(!tiles.contains(&puzzle.blank()));
        }
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        let refused = |text: &str| match text.parse::<Sizes>() {
            Ok(sizes) => sizes.groups(&solved(4, 4)).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        assert!(refused("6-6").contains("have 12 tiles, but the board has 15"));
        assert!(refused("6-9").contains("9 tiles on 16 cells is too large"));
        for text in ["", "6-", "x", "0-15", "1-1-1-1-1-1-1-1-7", "-3"] {
            assert!(refused(text).contains("expected sizes"), "{text}");
        }
        assert_eq!("7-8".parse::<Sizes>().unwrap().to_string(), "7-8");
    }
}
