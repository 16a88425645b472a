//! The excess of every set of `K` boxes: an exact table, one byte a (set, box, direction).
//!
//! The excess of a set, with the player in a region of the floor without it, is the fewest pushes that bring its boxes to
//! any different goals, less the prices of these goals and the potentials of the boxes ([`super::ground`]): a
//! search backwards from all sets of goals at once, in the order of wasted pushes.
//!
//! An entry stands for the set with the player beside one of its boxes, in a direction; so both a push and the
//! way of a player lead to an entry without a flood. Entries of one region are equal.
//!
//! Cost: 4 K bytes and 8 more while it is built for each of `slots` over `K` sets; a flood for each set that can
//! be solved. One byte a flood cell is small beside the tables, and the queue holds 8 bytes a region at worst.

use itertools::Itertools;

use crate::board::Board;
use crate::distance::Distances;
use crate::heuristic::ground::{Ground, NO_SLOT, Pull};
use crate::limits::{Limits, Stop};

/// No plan brings the boxes to goals.
pub(super) const DEAD: u8 = u8::MAX;

/// The greatest excess that is stored; greater ones are cut down to it.
const MOST: u8 = DEAD - 1;

/// Sets between two looks at the limits.
const PATIENCE: usize = 1 << 10;

/// Numbers of sets: `terms[i][slot]` of the slots in rising order add up to the number of a set.
pub(super) type Terms = Vec<Vec<u32>>;

/// The terms for sets of up to `most` of `slots` slots: binomials `slot` over `i + 1`.
pub(super) fn terms(slots: usize, most: usize) -> Terms {
    let mut terms: Terms = vec![(0..).take(slots + 1).collect()];
    for _ in 1..most {
        let last = &terms[terms.len() - 1];
        let mut next = vec![0; slots + 1];
        for slot in 0..slots {
            next[slot + 1] = next[slot] + last[slot];
        }
        terms.push(next);
    }
    terms
}

/// The number of sets of `size` of `slots` slots.
pub(super) fn count(slots: usize, size: usize) -> u64 {
    let mut product = 1;
    for i in 0..size as u64 {
        product = product * (slots as u64).saturating_sub(i) / (i + 1);
    }
    product
}

/// Bytes that a table takes while it is built.
pub(super) fn bytes(slots: usize, size: usize) -> u64 {
    count(slots, size) * (4 * size as u64 + 8)
}

/// A set with a region of the player.
#[derive(Debug, Clone, Copy)]
struct Node<const K: usize> {
    slots: [u8; K],
    zone: u8,
}

/// A table while it is filled.
struct Filling<'a, const K: usize> {
    ground: &'a Ground,
    terms: &'a Terms,
    limits: &'a Limits,
    excess: Vec<u8>,
    /// Four bits for each entry of a set: its region, or zero for walls and boxes. Zero in all before it is known.
    zones: Vec<u64>,
    /// By excess.
    buckets: Vec<Vec<Node<K>>>,
    marks: Vec<u8>,
    todo: Vec<u16>,
}

/// Fills the table of all sets of `K` boxes, `K` at most four.
pub(super) fn fill<const K: usize>(
    board: &Board,
    distances: &Distances,
    (ground, terms): (&Ground, &Terms),
    limits: &Limits,
) -> Result<Vec<u8>, Stop> {
    let slots = ground.cells.len();
    let size = usize::try_from(count(slots, K)).map_err(|_| Stop::Memory)?;
    limits.may_grow(bytes(slots, K))?;
    let mut filling = Filling::<K> {
        ground,
        terms,
        limits,
        excess: vec![DEAD; size * 4 * K],
        zones: vec![0; size],
        buckets: vec![Vec::new(); usize::from(DEAD)],
        marks: vec![0; ground.near.len() + 1],
        todo: Vec::new(),
    };
    filling.add_goals(board, distances)?;
    filling.spread()?;
    Ok(filling.excess)
}

impl<const K: usize> Filling<'_, K> {
    /// Enters all sets of goals, with the player in each region.
    fn add_goals(&mut self, board: &Board, distances: &Distances) -> Result<(), Stop> {
        let ground = self.ground;
        for goals in (0..ground.goals.len()).array_combinations::<K>() {
            self.limits.check()?;
            let slots = goals.map(|goal| ground.goals[goal]);
            let number = self.number(slots);
            let zones = self.zones_of(slots, number);
            for entry in 0..4 * K {
                let zone = zones >> (4 * entry) & 15;
                if zone == 0 {
                    continue;
                }
                let beside = board.goals()[goals[entry / 4]];
                let player = ground.near[beside.index()][entry % 4];
                let spare = goals.iter().map(|&goal| {
                    let cell = board.goals()[goal];
                    let state = distances.lone().state_of(cell, crate::board::Cell(player));
                    ground.spare(goal, state)
                });
                let excess = spare.sum::<i64>().clamp(0, MOST.into());
                let node = Node {
                    slots,
                    zone: zone.to_le_bytes()[0],
                };
                self.lower(node, number, excess.to_le_bytes()[0]);
            }
        }
        Ok(())
    }

    /// Goes backwards from all that is entered, the least excess first.
    fn spread(&mut self) -> Result<(), Stop> {
        let mut patience = 0;
        for excess in 0..=MOST {
            while let Some(node) = self.buckets[usize::from(excess)].pop() {
                patience += 1;
                if patience % PATIENCE == 0 {
                    self.limits.check()?;
                }
                self.visit(node, excess);
            }
        }
        Ok(())
    }

    /// Makes all pulls of a node unless it was entered again with less.
    fn visit(&mut self, node: Node<K>, excess: u8) {
        let number = self.number(node.slots);
        let zones = self.zones[number];
        for entry in 0..4 * K {
            if zones >> (4 * entry) & 15 != u64::from(node.zone) {
                continue;
            }
            if self.excess[number * 4 * K + entry] != excess {
                return;
            }
            let slot = node.slots[entry / 4];
            if let Some(pull) = self.ground.pulls[usize::from(slot)][entry % 4] {
                self.pull(node.slots, entry, pull, excess);
            }
        }
    }

    fn pull(&mut self, mut slots: [u8; K], entry: usize, pull: Pull, excess: u8) {
        let behind = self.ground.slot_of[usize::from(pull.behind)];
        if behind != NO_SLOT && slots.contains(&behind) {
            return;
        }
        let mut place = entry / 4;
        slots[place] = pull.from;
        while place > 0 && slots[place - 1] > slots[place] {
            slots.swap(place - 1, place);
            place -= 1;
        }
        while place + 1 < K && slots[place] > slots[place + 1] {
            slots.swap(place, place + 1);
            place += 1;
        }
        let number = self.number(slots);
        let zones = self.zones_of(slots, number);
        let zone = (zones >> (4 * (4 * place + entry % 4)) & 15).to_le_bytes()[0];
        let excess = excess.saturating_add(pull.waste).min(MOST);
        self.lower(Node { slots, zone }, number, excess);
    }

    /// Notes an excess for a node if it is less than what is known.
    fn lower(&mut self, node: Node<K>, number: usize, excess: u8) {
        let zones = self.zones[number];
        let mut lowered = false;
        let entries = &mut self.excess[number * 4 * K..][..4 * K];
        for (entry, known) in entries.iter_mut().enumerate() {
            if zones >> (4 * entry) & 15 == u64::from(node.zone) && *known > excess {
                *known = excess;
                lowered = true;
            }
        }
        if lowered {
            self.buckets[usize::from(excess)].push(node);
        }
    }

    fn number(&self, slots: [u8; K]) -> usize {
        let terms = self.terms.iter().zip(slots);
        terms
            .map(|(terms, slot)| terms[usize::from(slot)] as usize)
            .sum()
    }

    /// The regions of a set, by floods when it is seen for the first time.
    fn zones_of(&mut self, slots: [u8; K], number: usize) -> u64 {
        if self.zones[number] != 0 {
            return self.zones[number];
        }
        let boxes = slots.map(|slot| self.ground.cells[usize::from(slot)]);
        self.marks.fill(0);
        let wall = self.marks.len() - 1;
        self.marks[wall] = 15;
        for cell in boxes {
            self.marks[usize::from(cell)] = 15;
        }
        let (mut zones, mut last) = (0, 0);
        for (place, cell) in boxes.iter().enumerate() {
            for (dir, near) in self.ground.near[usize::from(*cell)].into_iter().enumerate() {
                if self.marks[usize::from(near)] == 0 {
                    // More regions than fit are taken for one, which lowers excesses and is never met on real boards.
                    last = (last + 1).min(14);
                    self.flood(near, last);
                }
                let mark = self.marks[usize::from(near)];
                zones |= u64::from(mark % 15) << (4 * (4 * place + dir));
            }
        }
        self.zones[number] = zones;
        zones
    }

    fn flood(&mut self, start: u16, mark: u8) {
        self.marks[usize::from(start)] = mark;
        self.todo.push(start);
        while let Some(cell) = self.todo.pop() {
            for next in self.ground.near[usize::from(cell)] {
                if self.marks[usize::from(next)] == 0 {
                    self.marks[usize::from(next)] = mark;
                    self.todo.push(next);
                }
            }
        }
    }
}
