//! Sets of boxes with the regions of the player, one entry a set.
//!
//! An entry keeps, for each box and direction, which region the neighbour cell there belongs
//! to. Every region touches a box, so these *labels* say all that pushes and pulls need: a push
//! needs the label behind the box, a pull the label on the side it goes to, and after either the
//! player stands beside the moved box. A *state* is a set and a label; states of one set are
//! numbered consecutively, in the order in which labels first occur.
//!
//! The index is open addressing by whole words, hashed by a fixed multiplication: lookups depend
//! on nothing but the input. Cost of a new set: one flood of the floor.

use super::game::{Game, Set};
use crate::board::{Board, Cell, Dir};
use crate::distance::INF;

/// No region: a wall or a box is there.
pub(crate) const NO_LABEL: u8 = u8::MAX;

const BOX: u8 = u8::MAX;
const UNSEEN: u8 = u8::MAX - 1;
const EMPTY: u32 = u32::MAX;
const CAPPED: &str = "tables are capped far below 2^32 sets";

/// Sets of `boxes` boxes.
#[derive(Debug, Clone)]
pub(crate) struct Store {
    boxes: usize,
    keys: Vec<u64>,
    /// First state of each set, and the number of states at the end.
    first: Vec<u32>,
    /// Labels by set, box, direction.
    labels: Vec<u8>,
    index: Vec<u32>,
    /// Marks of the last flood, a wall at the end.
    marks: Vec<u8>,
    todo: Vec<u16>,
}

impl Store {
    pub(crate) fn new(boxes: usize, cells: usize) -> Self {
        Self {
            boxes,
            keys: Vec::new(),
            first: vec![0],
            labels: Vec::new(),
            index: vec![EMPTY; 1024],
            marks: vec![BOX; cells + 1],
            todo: Vec::new(),
        }
    }

    pub(crate) fn boxes(&self) -> usize {
        self.boxes
    }

    /// Number of sets.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// All sets, in the order in which they came.
    pub(crate) fn sets(&self) -> std::ops::Range<u32> {
        0..u32::try_from(self.keys.len()).expect(CAPPED)
    }

    /// The labels that states of a set have.
    pub(crate) fn regions(&self, set: u32) -> std::ops::Range<u8> {
        0..u8::try_from(self.range(set).len()).expect("labels of a set fit a byte")
    }

    /// Number of states.
    pub(crate) fn states(&self) -> usize {
        self.first[self.keys.len()] as usize
    }

    pub(crate) fn key(&self, set: u32) -> u64 {
        self.keys[set as usize]
    }

    /// The states of a set, by label.
    pub(crate) fn range(&self, set: u32) -> std::ops::Range<usize> {
        self.first[set as usize] as usize..self.first[set as usize + 1] as usize
    }

    /// The state of a set and a label of it.
    pub(crate) fn state(&self, set: u32, label: u8) -> usize {
        self.first[set as usize] as usize + usize::from(label)
    }

    /// The label beside the box in `slot`, in direction `dir`; [`NO_LABEL`] if no player can stand there.
    pub(crate) fn label(&self, set: u32, slot: usize, dir: usize) -> u8 {
        self.labels[(set as usize * self.boxes + slot) * 4 + dir]
    }

    /// All labels of a set, by box, then direction.
    pub(crate) fn labels(&self, set: u32) -> &[u8] {
        let width = self.boxes * 4;
        &self.labels[set as usize * width..][..width]
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> u64 {
        let words = 8 * self.keys.capacity() + 4 * (self.first.capacity() + self.index.capacity());
        (words + self.labels.capacity()) as u64
    }

    pub(crate) fn find(&self, key: u64) -> Option<u32> {
        let mut at = self.slot(key);
        loop {
            match self.index[at] {
                EMPTY => return None,
                set if self.keys[set as usize] == key => return Some(set),
                _ => at = (at + 1) & (self.index.len() - 1),
            }
        }
    }

    fn slot(&self, key: u64) -> usize {
        let hash = (key ^ (key >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let slot = hash >> (64 - self.index.len().trailing_zeros());
        usize::try_from(slot).expect("the slot is below the length of the index")
    }

    /// Adds a set that is not there, with its labels.
    pub(crate) fn add(&mut self, game: &Game, key: u64, set: &Set) -> u32 {
        let regions = self.flood(game, set);
        self.insert(key, regions)
    }

    /// Adds a set that is not there as one without states.
    pub(crate) fn add_barred(&mut self, key: u64) -> u32 {
        let width = self.labels.len() + self.boxes * 4;
        self.labels.resize(width, NO_LABEL);
        self.insert(key, 0)
    }

    fn insert(&mut self, key: u64, regions: u32) -> u32 {
        let set = self.sets().end;
        self.keys.push(key);
        self.first.push(self.first[set as usize] + regions);
        if self.keys.len() * 2 > self.index.len() {
            self.index = vec![EMPTY; self.index.len() * 2];
            for set in 0..=set {
                self.enter(set);
            }
        } else {
            self.enter(set);
        }
        set
    }

    fn enter(&mut self, set: u32) {
        let mut at = self.slot(self.keys[set as usize]);
        while self.index[at] != EMPTY {
            at = (at + 1) & (self.index.len() - 1);
        }
        self.index[at] = set;
    }

    /// Appends the labels of a set; gives the number of regions.
    fn flood(&mut self, game: &Game, set: &Set) -> u32 {
        self.block(set);
        let mut count = 0;
        for &cell in &set[..self.boxes] {
            for next in game.next[usize::from(cell)] {
                if self.marks[usize::from(next)] == UNSEEN {
                    self.spread(game, next, count);
                    count += 1;
                }
                self.labels.push(self.marks[usize::from(next)]);
            }
        }
        u32::from(count)
    }

    fn block(&mut self, set: &Set) {
        let cells = self.marks.len() - 1;
        self.marks[..cells].fill(UNSEEN);
        for &cell in &set[..self.boxes] {
            self.marks[usize::from(cell)] = BOX;
        }
    }

    fn spread(&mut self, game: &Game, from: u16, mark: u8) {
        self.marks[usize::from(from)] = mark;
        self.todo.push(from);
        while let Some(cell) = self.todo.pop() {
            for next in game.next[usize::from(cell)] {
                if self.marks[usize::from(next)] == UNSEEN {
                    self.marks[usize::from(next)] = mark;
                    self.todo.push(next);
                }
            }
        }
    }

    /// The label of the region that holds a player anywhere on the floor.
    pub(crate) fn label_of(&mut self, game: &Game, set: u32, player: u16) -> u8 {
        let cells = game.words.unpack(self.key(set), self.boxes);
        self.block(&cells);
        self.spread(game, player, 0);
        let around = cells[..self.boxes]
            .iter()
            .flat_map(|&cell| game.next[usize::from(cell)]);
        let beside = around
            .zip(self.labels(set))
            .find(|(next, _)| self.marks[usize::from(*next)] == 0);
        *beside
            .expect("the floor is connected, so every region touches a box")
            .1
    }

    /// A cell of a region beside a box.
    pub(crate) fn player(&self, game: &Game, set: u32, label: u8) -> u16 {
        let cells = game.words.unpack(self.key(set), self.boxes);
        let around = cells[..self.boxes]
            .iter()
            .flat_map(|&cell| game.next[usize::from(cell)]);
        let beside = around
            .zip(self.labels(set))
            .find(|(_, other)| **other == label);
        beside.expect("every label occurs beside a box").0
    }

    /// Keeps the sets that have a state of value below [`INF`], and their values.
    pub(crate) fn retain(&mut self, values: &mut Vec<u16>) {
        let mut kept = Self {
            index: vec![EMPTY; 1024],
            ..Self::new(self.boxes, self.marks.len() - 1)
        };
        let mut kept_values = Vec::new();
        for set in self.sets() {
            let range = self.range(set);
            if values[range.clone()].iter().all(|&value| value == INF) {
                continue;
            }
            kept.labels.extend_from_slice(self.labels(set));
            kept.insert(self.key(set), u32::from(self.regions(set).end));
            kept_values.extend_from_slice(&values[range]);
        }
        *self = kept;
        *values = kept_values;
    }
}

/// Where a player anywhere on the floor comes beside a box of `cells`: its place among them and the direction.
pub(crate) fn beside(board: &Board, cells: &[Cell], player: Cell) -> Option<(usize, usize)> {
    let mut seen = vec![false; board.len()];
    for cell in cells {
        seen[cell.index()] = true;
    }
    let mut todo = vec![player];
    while let Some(cell) = todo.pop() {
        for dir in Dir::ALL {
            let Some(next) = board.step(cell, dir) else {
                continue;
            };
            if let Ok(slot) = cells.binary_search(&next) {
                return Some((slot, dir.opposite().index()));
            }
            if !std::mem::replace(&mut seen[next.index()], true) {
                todo.push(next);
            }
        }
    }
    None
}
