//! The entries of the tables that say something new, in a fixed order.
//!
//! A *pattern* holds of every plan: when boxes stand on all its cells, the plan still wastes its
//! penalty or more, or there is no such plan at all. The plain form holds wherever the player is;
//! the form *after a push* holds right after that push, with the player where the box was, and is
//! listed where it says more than the plain form. A pattern is listed only if no smaller one in
//! the same list, on some of its cells, says as much.

use super::game::{Game, MOST_BOXES, NO_PUSH, Set, subsets, without};
use super::store::NO_LABEL;
use super::table::{CHECK, Table, for_each_subset};
use crate::board::Cell;
use crate::distance::INF;
use crate::limits::{Limits, Stop};

/// What boxes on some cells cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Penalty {
    /// At least this many units of waste are still to come.
    Waste(u16),
    /// No plan goes on from there.
    Deadlock,
}

impl Penalty {
    pub(crate) fn of(value: u16) -> Self {
        if value == INF {
            Self::Deadlock
        } else {
            Self::Waste(value)
        }
    }
}

/// Cells of boxes and what they cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern<'a> {
    /// The cells, in rising order.
    pub cells: &'a [Cell],
    /// The push, by its index in the board's list, after which it holds; none if it always holds.
    pub after: Option<usize>,
    /// What they cost.
    pub penalty: Penalty,
}

/// Patterns by number of boxes; plain ones first, then by cells, then by push.
#[derive(Debug, Clone, Default)]
pub struct PatternList {
    cells: Vec<Cell>,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    first: u32,
    boxes: u8,
    after: u32,
    value: u16,
}

/// More sets than these are not gone through for deadlocks; their penalties are listed all the same.
const MOST_SETS: u64 = 4_000_000;

impl PatternList {
    /// Lists what the tables of 1, 2, ... or of 2, 3, ... boxes say, over rising `cells`.
    pub(crate) fn new(
        game: &Game,
        tables: &[&Table],
        cells: &[u16],
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let mut list = Self::default();
        for (i, table) in tables.iter().enumerate() {
            let lower = i.checked_sub(1).map(|i| tables[i]);
            let pair = Pair { game, table, lower };
            let mut found = pair.plain(cells, limits)?;
            let mut after = pair.after_pushes(limits)?;
            after.sort_unstable();
            found.append(&mut after);
            list.extend(table.store.boxes(), &found);
        }
        Ok(list)
    }

    fn extend(&mut self, boxes: usize, found: &[(Set, u32, u16)]) {
        for (set, after, value) in found {
            let first = u32::try_from(self.cells.len());
            self.entries.push(Entry {
                first: first.expect("tables are capped far below 2^32 sets"),
                boxes: u8::try_from(boxes).expect("a set has at most seven boxes"),
                after: *after,
                value: *value,
            });
            self.cells
                .extend(set[..boxes].iter().map(|&cell| Cell(cell)));
        }
    }

    /// Number of patterns.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All patterns in order.
    pub fn iter(&self) -> impl Iterator<Item = Pattern<'_>> {
        self.entries.iter().map(|entry| Pattern {
            cells: &self.cells[entry.first as usize..][..usize::from(entry.boxes)],
            after: (entry.after != NO_PUSH).then_some(entry.after as usize),
            penalty: Penalty::of(entry.value),
        })
    }

    /// Bytes in use.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let cells = self.cells.capacity() * size_of::<Cell>();
        (cells + self.entries.capacity() * size_of::<Entry>()) as u64
    }
}

/// A table and the one below it.
struct Pair<'a> {
    game: &'a Game<'a>,
    table: &'a Table,
    lower: Option<&'a Table>,
}

impl Pair<'_> {
    /// What is known of a set from its subsets, wherever the player is.
    fn below(&self, set: &Set) -> u16 {
        let boxes = self.table.store.boxes();
        let Some(lower) = self.lower else {
            return 0;
        };
        let rest = (0..boxes).map(|slot| without(set, boxes, slot));
        let values = rest.map(|rest| lower.least(self.game.words.pack(&rest[..boxes - 1])));
        values.max().unwrap_or(0)
    }

    fn plain(&self, cells: &[u16], limits: &Limits) -> Result<Vec<(Set, u32, u16)>, Stop> {
        let boxes = self.table.store.boxes();
        let mut found = Vec::new();
        let mut visit = |set: &Set| {
            let below = self.below(set);
            if below < INF {
                let value = self.table.least(self.game.words.pack(&set[..boxes]));
                if value > below {
                    found.push((*set, NO_PUSH, value));
                }
            }
        };
        limits.check()?;
        if subsets(cells.len(), boxes) <= MOST_SETS {
            for_each_subset(cells, boxes, &mut visit);
        } else {
            self.table
                .store
                .sets()
                .for_each(|set| visit(&self.game.words.unpack(self.table.store.key(set), boxes)));
            found.sort_unstable();
        }
        limits.check()?;
        Ok(found)
    }

    fn after_pushes(&self, limits: &Limits) -> Result<Vec<(Set, u32, u16)>, Stop> {
        let (store, boxes) = (&self.table.store, self.table.store.boxes());
        let mut found = Vec::new();
        for set in store.sets() {
            if (set as usize).is_multiple_of(CHECK) {
                limits.check()?;
            }
            let values = &self.table.values[store.range(set)];
            let Some(&least) = values.iter().min() else {
                continue;
            };
            if values.iter().all(|&value| value == least) {
                continue;
            }
            let cells = self.game.words.unpack(store.key(set), boxes);
            for side in 0..boxes * 4 {
                let label = store.labels(set)[side];
                if label != NO_LABEL && values[usize::from(label)] > least {
                    let value = values[usize::from(label)];
                    found.extend(self.after_push(&cells, (side / 4, side % 4), value));
                }
            }
        }
        Ok(found)
    }

    /// The pattern after the push that brought the box in `slot` here, if it is one and says more.
    fn after_push(
        &self,
        set: &Set,
        (slot, dir): (usize, usize),
        value: u16,
    ) -> Option<(Set, u32, u16)> {
        let from = self.game.next[usize::from(set[slot])][dir];
        if self.game.waste[usize::from(from)][dir ^ 1] == INF {
            return None;
        }
        let boxes = self.table.store.boxes();
        let others = (0..boxes).filter(|&other| other != slot);
        let below = self.lower.map_or(0, |lower| {
            let value = |other| {
                let rest = without(set, boxes, other);
                let key = self.game.words.pack(&rest[..boxes - 1]);
                lower.beside(key, slot - usize::from(other < slot), dir)
            };
            others.map(value).max().unwrap_or(0)
        });
        (value > below).then(|| (*set, self.game.push[usize::from(from)][dir ^ 1], value))
    }
}

const _: () = assert!(
    MOST_BOXES * 4 < NO_LABEL as usize,
    "labels of a set fit a byte"
);
