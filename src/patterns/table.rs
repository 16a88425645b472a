//! The exact table of all k-box sets: least waste from every state to the goals.
//!
//! A bucket Dijkstra search backwards, from every k goals with every region of the player at their
//! terminal waste, over pulls that cost the waste of the push they take back. A state that the
//! search does not reach is a *deadlock* whatever the other boxes do; the value of any other is a
//! *penalty* below which no plan can waste from there.
//!
//! *Sound*: a plan restricted to k of its boxes is a path of this game to k distinct goals that
//! wastes no more, and the waste of disjoint sets adds up.

use super::game::{Game, MOST_BOXES, Set, replace};
use super::store::{NO_LABEL, Store};
use crate::distance::INF;
use crate::limits::{Limits, Stop};

/// A queue of states by cost; lower costs first, last in first out among equals.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    buckets: Vec<Vec<(u32, u8)>>,
    at: u16,
}

impl Buckets {
    pub(crate) fn push(&mut self, cost: u16, set: u32, label: u8) {
        let cost = usize::from(cost);
        if self.buckets.len() <= cost {
            self.buckets.resize_with(cost + 1, Vec::new);
        }
        self.buckets[cost].push((set, label));
    }

    pub(crate) fn pop(&mut self) -> Option<(u16, u32, u8)> {
        while let Some(bucket) = self.buckets.get_mut(usize::from(self.at)) {
            if let Some((set, label)) = bucket.pop() {
                return Some((self.at, set, label));
            }
            self.at += 1;
        }
        None
    }
}

/// Values of all states of k boxes; sets that are missing, like states at [`INF`], are deadlocks.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) store: Store,
    pub(crate) values: Vec<u16>,
}

/// States popped between two looks at the limits.
pub(crate) const CHECK: usize = 4096;

impl Table {
    /// Builds the table of `boxes` boxes.
    pub(crate) fn new(game: &Game, boxes: usize, limits: &Limits) -> Result<Self, Stop> {
        let mut table = Self {
            store: Store::new(boxes, game.cells()),
            values: Vec::new(),
        };
        let mut queue = Buckets::default();
        table.seed(game, &mut queue);
        let mut pops = 0;
        while let Some((cost, set, label)) = queue.pop() {
            pops += 1;
            if pops % CHECK == 0 {
                limits.check()?;
            }
            if table.values[table.store.state(set, label)] == cost {
                table.pull(game, &mut queue, (cost, set, label));
            }
        }
        Ok(table)
    }

    fn seed(&mut self, game: &Game, queue: &mut Buckets) {
        let boxes = self.store.boxes();
        let goals: Vec<u16> = game.board.goals().iter().map(|goal| goal.0).collect();
        for_each_subset(&goals, boxes, &mut |cells| {
            let set = self.intern(game, cells);
            for label in self.store.regions(set) {
                let player = self.store.player(game, set, label);
                let cost = game.end_waste(&cells[..boxes], player);
                self.lower(queue, cost, set, label);
            }
        });
    }

    fn intern(&mut self, game: &Game, cells: &Set) -> u32 {
        let key = game.words.pack(&cells[..self.store.boxes()]);
        self.store.find(key).unwrap_or_else(|| {
            let set = self.store.add(game, key, cells);
            self.values.resize(self.store.states(), INF);
            set
        })
    }

    fn lower(&mut self, queue: &mut Buckets, cost: u16, set: u32, label: u8) {
        let value = &mut self.values[self.store.state(set, label)];
        if cost < *value {
            *value = cost;
            queue.push(cost, set, label);
        }
    }

    /// Takes back every push that can have led to a state.
    fn pull(&mut self, game: &Game, queue: &mut Buckets, (cost, set, label): (u16, u32, u8)) {
        let boxes = self.store.boxes();
        let cells = game.words.unpack(self.store.key(set), boxes);
        for slot in 0..boxes {
            for dir in 0..4 {
                if self.store.label(set, slot, dir) != label {
                    continue;
                }
                if let Some((before, slot, waste)) = pulled(game, &cells, boxes, (slot, dir)) {
                    let before = self.intern(game, &before);
                    let label = self.store.label(before, slot, dir);
                    debug_assert!(label != NO_LABEL, "the player steps back to a free cell");
                    self.lower(
                        queue,
                        cost.saturating_add(waste).min(INF - 1),
                        before,
                        label,
                    );
                }
            }
        }
    }

    /// The value of a set with the player beside the box in `slot`, in direction `dir`.
    pub(crate) fn beside(&self, key: u64, slot: usize, dir: usize) -> u16 {
        let Some(set) = self.store.find(key) else {
            return INF;
        };
        match self.store.label(set, slot, dir) {
            NO_LABEL => INF,
            label => self.values[self.store.state(set, label)],
        }
    }

    /// The least value of a set over all regions.
    pub(crate) fn least(&self, key: u64) -> u16 {
        let states = self.store.find(key).map(|set| self.store.range(set));
        let values = states.and_then(|range| self.values[range].iter().copied().min());
        values.unwrap_or(INF)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.store.bytes() + 2 * self.values.capacity() as u64
    }
}

/// Takes back the push that brought the box in `slot` here, the player now beside it in direction
/// `dir`: the set before, the slot of the box in it, and the waste of the push.
pub(crate) fn pulled(
    game: &Game,
    cells: &Set,
    boxes: usize,
    (slot, dir): (usize, usize),
) -> Option<(Set, usize, u16)> {
    let from = game.next[usize::from(cells[slot])][dir];
    let waste = game.waste[usize::from(from)][dir ^ 1];
    let behind = game.next[usize::from(from)][dir];
    if waste == INF || cells[..boxes].contains(&behind) {
        return None;
    }
    let mut before = *cells;
    let slot = replace(&mut before, boxes, slot, from);
    Some((before, slot, waste))
}

/// Calls `visit` with every k-subset of rising `cells`, in lexicographic order.
pub(crate) fn for_each_subset(cells: &[u16], boxes: usize, visit: &mut impl FnMut(&Set)) {
    let mut at = [0; MOST_BOXES];
    for (i, index) in at[..boxes].iter_mut().enumerate() {
        *index = i;
    }
    if boxes > cells.len() {
        return;
    }
    loop {
        let mut set = [0; MOST_BOXES];
        for (cell, &index) in set.iter_mut().zip(&at[..boxes]) {
            *cell = cells[index];
        }
        visit(&set);
        let rising = (0..boxes).rev().find(|&i| at[i] + boxes - i < cells.len());
        let Some(i) = rising else {
            return;
        };
        at[i] += 1;
        for j in i + 1..boxes {
            at[j] = at[j - 1] + 1;
        }
    }
}
