//! What sets of boxes cost while the player stays on one side of them.
//!
//! The player cannot pass the boxes of a set, so the region of a k-box state lasts until one of
//! the set is pushed; whatever the other boxes waste meanwhile, the state's own waste is still to
//! come. This list has, for each set whose regions differ, the regions that cost more than the
//! least, as *sides*: sets of floor cells, each listed once.

use std::collections::BTreeMap;

use super::game::{Game, without};
use super::store::NO_LABEL;
use super::table::{CHECK, Table};
use crate::board::Cell;
use crate::distance::INF;
use crate::limits::{Limits, Stop};

/// A set of boxes, the player's side, and the units of waste that are still to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sided<'a> {
    /// Box cells in rising order.
    pub cells: &'a [Cell],
    /// Index into [`SidedList::sides`].
    pub side: usize,
    /// Units of waste to come.
    pub waste: u16,
}

/// Patterns that hold while the player is on a side, by number of boxes.
#[derive(Debug, Clone, Default)]
pub struct SidedList {
    sides: Vec<Vec<Cell>>,
    cells: Vec<Cell>,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    first: u32,
    boxes: u8,
    side: u32,
    waste: u16,
}

impl SidedList {
    /// Lists what the tables of 1, 2, ... boxes say.
    pub(crate) fn new(game: &Game, tables: &[&Table], limits: &Limits) -> Result<Self, Stop> {
        let mut list = Self::default();
        let mut known = BTreeMap::new();
        for (i, table) in tables.iter().enumerate() {
            let lower = i.checked_sub(1).map(|i| tables[i]);
            for (set, _) in (0u32..).zip(0..table.store.len()) {
                if (set as usize).is_multiple_of(CHECK) {
                    limits.check()?;
                }
                list.add_set(game, (table, lower), set, &mut known);
            }
        }
        Ok(list)
    }

    fn add_set(
        &mut self,
        game: &Game,
        (table, lower): (&Table, Option<&Table>),
        set: u32,
        known: &mut BTreeMap<Vec<Cell>, u32>,
    ) {
        let (store, boxes) = (&table.store, table.store.boxes());
        let values = &table.values[store.range(set)];
        let least = values.iter().copied().min().unwrap_or(INF);
        let cells = game.words.unpack(store.key(set), boxes);
        for (label, &value) in values.iter().enumerate() {
            if value == INF || value == least {
                continue;
            }
            let label = u8::try_from(label).unwrap_or(NO_LABEL);
            if value <= below(game, (table, lower), set, label) {
                continue;
            }
            let side = region(game, &cells[..boxes], store.player(game, set, label));
            let next = u32::try_from(known.len()).expect("there are fewer sides than sets");
            let side = *known.entry(side).or_insert_with_key(|side| {
                self.sides.push(side.clone());
                next
            });
            self.entries.push(Entry {
                first: u32::try_from(self.cells.len()).expect("tables are capped far below"),
                boxes: u8::try_from(boxes).unwrap_or(NO_LABEL),
                side,
                waste: value,
            });
            let cells = cells[..boxes].iter().map(|&cell| Cell(cell));
            self.cells.extend(cells);
        }
    }

    /// The sides, each as the cells on it in rising order.
    #[must_use]
    pub fn sides(&self) -> &[Vec<Cell>] {
        &self.sides
    }

    /// All patterns in order.
    pub fn iter(&self) -> impl Iterator<Item = Sided<'_>> {
        self.entries.iter().map(|entry| Sided {
            cells: &self.cells[entry.first as usize..][..usize::from(entry.boxes)],
            side: entry.side as usize,
            waste: entry.waste,
        })
    }
}

/// What the subsets of a set cost with the player in the same region, as far as it touches them.
pub(super) fn below(
    game: &Game,
    (table, lower): (&Table, Option<&Table>),
    set: u32,
    label: u8,
) -> u16 {
    let Some(lower) = lower else {
        return 0;
    };
    let (store, boxes) = (&table.store, table.store.boxes());
    let cells = game.words.unpack(store.key(set), boxes);
    let value = |other: usize| {
        let rest = without(&cells, boxes, other);
        let mut sides = (0..boxes * 4).filter(|side| side / 4 != other);
        let side = sides.find(|&side| store.labels(set)[side] == label)?;
        let slot = side / 4 - usize::from(other < side / 4);
        Some(lower.beside(game.words.pack(&rest[..boxes - 1]), slot, side % 4))
    };
    (0..boxes).filter_map(value).max().unwrap_or(0)
}

/// The floor that a player reaches around boxes, in rising order.
fn region(game: &Game, boxes: &[u16], player: u16) -> Vec<Cell> {
    let mut seen = vec![false; game.cells() + 1];
    seen[game.cells()] = true;
    for &cell in boxes {
        seen[usize::from(cell)] = true;
    }
    let mut found = vec![Cell(player)];
    seen[usize::from(player)] = true;
    let mut at = 0;
    while let Some(&cell) = found.get(at) {
        at += 1;
        for next in game.next[cell.index()] {
            if !std::mem::replace(&mut seen[usize::from(next)], true) {
                found.push(Cell(next));
            }
        }
    }
    found.sort_unstable();
    found
}
