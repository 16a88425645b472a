//! A bound from what disjoint groups of up to four boxes cost under fixed prices.
//!
//! With prices of the goals that suit many positions ([`super::prices`]) every group of boxes has an
//! exact excess over the potentials of its boxes (tables of this folder), to whatever goals it goes. The bound is the sum of
//! the prices and potentials, and the excesses of disjoint groups.
//!
//! *Sound* where there are as many boxes as goals: a plan fills each goal once. Its pushes of the boxes of a group are
//! a plan for the group alone, which costs at least the potentials, the excess and the prices of the goals it
//! ends on; over disjoint groups and single boxes all prices add up to the same sum.
//!
//! Cost: a look into the tables for each pair, triple and quadruple of boxes, some 5 to 50 ns each.

use std::sync::Arc;

use itertools::Itertools;

use crate::board::{Board, Cell};
use crate::distance::{Distances, LoneState};
use crate::heuristic::ground::Ground;
use crate::heuristic::prices::average_prices;
use crate::heuristic::sets::{self, DEAD, Terms};
use crate::limits::{Limits, Stop};

/// The most bytes that the tables may take while they are built.
const MOST_BYTES: u64 = 1 << 28;

/// The most groups of one position; larger groups are left out if there were more.
const MOST_GROUPS: u64 = 6000;

/// The most boxes, one bit each.
const MOST_BOXES: usize = 64;

/// The tables of one board under one list of prices, and room for the boxes at hand.
#[derive(Debug, Clone)]
pub struct Groups {
    tables: Arc<Tables>,
    boxes: Vec<Placed>,
    /// Excesses of pairs and triples of the boxes at hand, by box and box and box.
    pairs: Vec<u8>,
    triples: Vec<u8>,
    costly: Vec<Costly>,
}

#[derive(Debug)]
struct Tables {
    ground: Ground,
    terms: Terms,
    pairs: Vec<u8>,
    triples: Vec<u8>,
    quadruples: Vec<u8>,
}

/// A box at hand: its slot, and how far it is from the player, in what direction (the last two bits).
#[derive(Debug, Clone, Copy)]
struct Placed {
    slot: u8,
    way: u32,
}

/// A group that costs more than its parts.
#[derive(Debug, Clone, Copy)]
struct Costly {
    excess: u8,
    boxes: u64,
}

impl Groups {
    /// Builds the tables of up to `most` boxes with prices that suit some positions.
    ///
    /// None where boxes and goals differ in number, or where tables would be too large or say nothing.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        board: &Board,
        distances: &Distances,
        (positions, most): (&[Vec<LoneState>], usize),
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let boxes = board.boxes().len();
        if boxes != board.goals().len() || !(2..=MOST_BOXES).contains(&boxes) {
            return Ok(None);
        }
        let Some(prices) = average_prices(distances, boxes, positions, limits)? else {
            return Ok(None);
        };
        let Some(ground) = Ground::new(board, distances, prices, limits)? else {
            return Ok(None);
        };
        let slots = ground.cells.len();
        let fits = |size: usize| {
            let few = sets::count(boxes, size) <= MOST_GROUPS;
            size <= most.min(boxes) && few && sets::bytes(slots, size) <= MOST_BYTES
        };
        let terms = sets::terms(slots, 4);
        let on = (&ground, &terms);
        let mut filled = [Vec::new(), Vec::new(), Vec::new()];
        if fits(2) {
            filled[0] = sets::fill::<2>(board, distances, on, limits)?;
        }
        if fits(3) {
            filled[1] = sets::fill::<3>(board, distances, on, limits)?;
        }
        if fits(4) {
            filled[2] = sets::fill::<4>(board, distances, on, limits)?;
        }
        let [pairs, triples, quadruples] = filled;
        let tables = Tables {
            ground,
            terms,
            pairs,
            triples,
            quadruples,
        };
        Ok(Some(Self {
            tables: Arc::new(tables),
            boxes: Vec::with_capacity(boxes),
            pairs: vec![0; boxes * boxes],
            triples: vec![0; boxes * boxes * boxes],
            costly: Vec::new(),
        }))
    }

    /// The bound of a position; none if a group of its boxes can never get home.
    ///
    /// `boxes`, in rising order, have these lone `states`; `player` is a cell that the player reaches.
    pub fn bound(&mut self, boxes: &[Cell], states: &[LoneState], player: Cell) -> Option<u32> {
        let tables = Arc::clone(&self.tables);
        let sum = tables.ground.sum(states)?;
        self.place(boxes, player);
        self.costly.clear();
        self.add_pairs(&tables)?;
        self.add_triples(&tables)?;
        self.add_quadruples(&tables)?;
        let total = (sum + i64::from(self.pack())).max(0);
        Some(u32::try_from(total).unwrap_or(u32::MAX))
    }

    fn place(&mut self, boxes: &[Cell], player: Cell) {
        let ground = &self.tables.ground;
        let placed = boxes.iter().map(|&cell| {
            let way = ground.way(player, cell);
            Placed {
                slot: ground.slot_of[cell.index()],
                way: u32::from(way.steps) << 4 | u32::from(way.back),
            }
        });
        self.boxes.clear();
        self.boxes.extend(placed);
    }

    fn add_pairs(&mut self, tables: &Tables) -> Option<()> {
        if tables.pairs.is_empty() {
            return Some(());
        }
        let count = self.boxes.len();
        for [i, j] in (0..count).array_combinations() {
            let excess = look(tables, &tables.pairs, [self.boxes[i], self.boxes[j]])?;
            self.pairs[i * count + j] = excess;
            if excess > 0 {
                self.add(excess, &[i, j]);
            }
        }
        Some(())
    }

    fn add_triples(&mut self, tables: &Tables) -> Option<()> {
        if tables.triples.is_empty() {
            return Some(());
        }
        let count = self.boxes.len();
        for [i, j, k] in (0..count).array_combinations() {
            let at = [i, j, k].map(|index| self.boxes[index]);
            let excess = look(tables, &tables.triples, at)?;
            self.triples[(i * count + j) * count + k] = excess;
            let pair = |i: usize, j: usize| self.pairs[i * count + j];
            if excess > pair(i, j).max(pair(i, k)).max(pair(j, k)) {
                self.add(excess, &[i, j, k]);
            }
        }
        Some(())
    }

    fn add_quadruples(&mut self, tables: &Tables) -> Option<()> {
        if tables.quadruples.is_empty() {
            return Some(());
        }
        let count = self.boxes.len();
        for [i, j, k, l] in (0..count).array_combinations() {
            let at = [i, j, k, l].map(|index| self.boxes[index]);
            let excess = look(tables, &tables.quadruples, at)?;
            if excess > 0 && excess > self.parts([i, j, k, l]) {
                self.add(excess, &[i, j, k, l]);
            }
        }
        Some(())
    }

    /// The most that disjoint parts of a quadruple cost.
    fn parts(&self, [i, j, k, l]: [usize; 4]) -> u8 {
        let count = self.boxes.len();
        let pair = |i: usize, j: usize| self.pairs[i * count + j];
        let triple = |i: usize, j: usize, k: usize| self.triples[(i * count + j) * count + k];
        let triples = [(i, j, k), (i, j, l), (i, k, l), (j, k, l)].map(|(i, j, k)| triple(i, j, k));
        let pairs = [(i, j, k, l), (i, k, j, l), (i, l, j, k)]
            .map(|(i, j, k, l)| pair(i, j).saturating_add(pair(k, l)));
        triples.into_iter().chain(pairs).fold(0, u8::max)
    }

    fn add(&mut self, excess: u8, boxes: &[usize]) {
        let boxes = boxes.iter().fold(0, |mask, index| mask | 1 << index);
        self.costly.push(Costly { excess, boxes });
    }

    /// The excesses of disjoint groups, those first that cost most, or most a box, whichever adds up to more.
    fn pack(&mut self) -> u32 {
        self.costly
            .sort_unstable_by_key(|set| (DEAD - set.excess, set.boxes.count_ones(), set.boxes));
        let by_excess = self.take();
        self.costly.sort_unstable_by_key(|set| {
            let each = 12 * u32::from(set.excess) / set.boxes.count_ones();
            (u32::MAX - each, DEAD - set.excess, set.boxes)
        });
        by_excess.max(self.take())
    }

    /// The excesses of the groups that are disjoint from all taken before.
    fn take(&self) -> u32 {
        let (mut used, mut sum) = (0, 0);
        for set in &self.costly {
            if used & set.boxes == 0 {
                used |= set.boxes;
                sum += u32::from(set.excess);
            }
        }
        sum
    }
}

/// The excess of a group, its boxes in the order of their slots; none if it is dead.
fn look<const K: usize>(tables: &Tables, table: &[u8], boxes: [Placed; K]) -> Option<u8> {
    let (mut number, mut nearest) = (0, u32::MAX);
    for (place, (placed, terms)) in (0..).zip(boxes.iter().zip(&tables.terms)) {
        number += terms[usize::from(placed.slot)] as usize;
        nearest = nearest.min(placed.way | place << 2);
    }
    let entry = (nearest & 15) as usize;
    match table[number * 4 * K + entry] {
        DEAD => None,
        excess => Some(excess),
    }
}
