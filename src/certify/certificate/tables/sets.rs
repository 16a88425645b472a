//! What two or three boxes still waste, whatever the others do: claims that no push breaks.
//!
//! A *state* of a set is its cells and the player's side of them, all other boxes gone. A claim of p
//! units is true of every plan if p is at most the terminal waste where all boxes of the set stand
//! on goals, and at most waste(push) + value(after) for every push of the set from there: then p is a
//! lower bound of what any way home wastes, and what the other boxes waste comes on top. A
//! deadlock is a claim without end: the boxes are not all on goals, and every push leads to another
//! deadlock. Where nothing is claimed the value is what the pairs inside say, or zero.
//!
//! Cost: one flood of the floor a set, then a few look-ups a push.

use std::collections::HashMap;

use super::super::fault::Fault;
use super::super::flood::{Flood, NONE};
use super::super::ground::{Cell, Ground, LETTERS};
use super::lone::{Field, LoneTables};
use crate::limits::Limits;

/// No plan goes on from there.
pub(in super::super) const DEADLOCK: u32 = u32::MAX;

/// Where the player is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Side {
    /// Anywhere.
    Every,
    /// On the side that lies in this direction of the box in this slot.
    At(usize, usize),
}

/// One line about a set.
#[derive(Debug, Clone)]
pub(in super::super) struct SetClaim {
    pub(super) cells: Vec<Cell>,
    pub(super) side: Side,
    pub(super) value: u32,
    pub(super) line: usize,
}

/// A set with its sides and what is claimed of each.
struct Entry {
    cells: Vec<Cell>,
    /// By slot, then direction.
    labels: Vec<u8>,
    /// By label.
    values: Vec<u32>,
    line: usize,
}

/// Claims about sets of two and three boxes that were checked.
#[derive(Default)]
pub(in super::super) struct SetTables {
    entries: Vec<Entry>,
    /// Where each set stands. Only looked up, never walked over.
    index: HashMap<[Cell; 3], usize>,
}

/// The cells of a set as a key; a pair repeats its last cell.
pub(super) fn key(cells: &[Cell]) -> [Cell; 3] {
    [cells[0], cells[1], cells[cells.len() - 1]]
}

/// A cell beside a box of a set that lies on a side of it.
fn player_on(ground: &Ground, cells: &[Cell], labels: &[u8], label: u8) -> Option<Cell> {
    let side = labels.iter().position(|&other| other == label)?;
    ground.next[usize::from(cells[side / 4])][side % 4]
}

/// A set after a push, and where the pushed box is in it.
struct After {
    cells: Vec<Cell>,
    slot: usize,
    /// The way from the pushed box back to the player.
    back: usize,
    player: Cell,
}

/// The tables, with what it takes to ask them.
pub(in super::super) struct Asking<'a> {
    pub(in super::super) field: &'a Field<'a>,
    pub(in super::super) flood: Flood,
}

impl SetTables {
    /// Checks all that is claimed of sets, pairs before triples.
    pub(super) fn check(
        field: &Field,
        lone: &LoneTables,
        claims: &[SetClaim],
        limits: &Limits,
    ) -> Result<Self, Fault> {
        if !claims.is_empty() && !lone.has_potential() {
            return Err(Fault::refused(
                "tables.txt: waste of sets is claimed without a potential",
            ));
        }
        let mut tables = Self::default();
        let mut asking = Asking {
            field,
            flood: Flood::new(field.ground),
        };
        for boxes in 2..=3 {
            let start = tables.entries.len();
            for claim in claims.iter().filter(|claim| claim.cells.len() == boxes) {
                limits.check()?;
                tables.enter(&mut asking, claim)?;
            }
            for index in start..tables.entries.len() {
                limits.check()?;
                tables.raise(&mut asking, index);
            }
            for index in start..tables.entries.len() {
                limits.check()?;
                tables.check_entry(&mut asking, lone, index)?;
            }
        }
        Ok(tables)
    }

    fn enter(&mut self, asking: &mut Asking, claim: &SetClaim) -> Result<(), Fault> {
        let SetClaim {
            cells,
            side,
            value,
            line,
        } = claim;
        let next = self.entries.len();
        let index = *self.index.entry(key(cells)).or_insert(next);
        if index == next {
            let (labels, count) = asking.flood.sides(asking.field.ground, cells);
            self.entries.push(Entry {
                cells: cells.clone(),
                labels,
                values: vec![0; usize::from(count)],
                line: *line,
            });
        }
        let Entry { labels, values, .. } = &mut self.entries[index];
        match *side {
            Side::Every => values.iter_mut().for_each(|old| *old = (*old).max(*value)),
            Side::At(slot, dir) => {
                let label = labels.get(4 * slot + dir).filter(|&&label| label != NONE);
                let Some(&label) = label else {
                    let said = format!("tables.txt: line {line}: no player can stand there");
                    return Err(Fault::refused(said));
                };
                let old = &mut values[usize::from(label)];
                *old = (*old).max(*value);
            }
        }
        Ok(())
    }

    /// Raises the values of a triple to what its pairs say.
    fn raise(&mut self, asking: &mut Asking, index: usize) {
        if self.entries[index].cells.len() < 3 {
            return;
        }
        let ground = asking.field.ground;
        for label in 0..self.entries[index].values.len() {
            let Entry { cells, labels, .. } = &self.entries[index];
            let cells = cells.clone();
            let name = u8::try_from(label).unwrap_or(NONE);
            let player = player_on(ground, &cells, labels, name);
            let player = player.expect("every side touches a box");
            let inside = self.pairs_inside(asking, &cells, player);
            let old = &mut self.entries[index].values[label];
            *old = (*old).max(inside);
        }
    }

    /// What the pairs of a triple say with the player on a cell.
    fn pairs_inside(&self, asking: &mut Asking, cells: &[Cell], player: Cell) -> u32 {
        let pairs = [
            [cells[0], cells[1]],
            [cells[0], cells[2]],
            [cells[1], cells[2]],
        ];
        let values = pairs
            .iter()
            .map(|pair| self.pair_value(asking, pair, player));
        values.max().unwrap_or(0)
    }

    fn pair_value(&self, asking: &mut Asking, pair: &[Cell], player: Cell) -> u32 {
        let Some(&index) = self.index.get(&key(pair)) else {
            return 0;
        };
        let entry = &self.entries[index];
        let least = entry.values.iter().min();
        if entry.values.iter().max() == least {
            return least.copied().unwrap_or(0);
        }
        let touch = asking.flood.touch(asking.field.ground, pair, player);
        touch.map_or(0, |(slot, dir)| entry.value(slot, dir))
    }

    /// Units that the boxes on rising `cells` waste at least with the player on `player`.
    pub(in super::super) fn value(&self, asking: &mut Asking, cells: &[Cell], player: Cell) -> u32 {
        if cells.len() == 2 {
            return self.pair_value(asking, cells, player);
        }
        match self.index.get(&key(cells)) {
            Some(&index) => {
                let touch = asking.flood.touch(asking.field.ground, cells, player);
                touch.map_or(0, |(slot, dir)| self.entries[index].value(slot, dir))
            }
            None => self.pairs_inside(asking, cells, player),
        }
    }

    /// Units that the boxes on rising `cells` waste at least wherever the player is.
    pub(in super::super) fn least(&self, asking: &mut Asking, cells: &[Cell]) -> u32 {
        if let Some(&index) = self.index.get(&key(cells)) {
            let values = self.entries[index].values.iter().copied();
            return values.min().unwrap_or(0);
        }
        if cells.len() < 3 {
            return 0;
        }
        // On each side another pair may be what costs.
        let ground = asking.field.ground;
        let (labels, count) = asking.flood.sides(ground, cells);
        let players = (0..count).filter_map(|label| player_on(ground, cells, &labels, label));
        let values = players.map(|player| self.pairs_inside(asking, cells, player));
        values.min().unwrap_or(0)
    }

    /// The value after a push, the player beside the pushed box; at least `wanted` or exact.
    fn value_after(&self, asking: &mut Asking, after: &After, wanted: u32) -> u32 {
        let index = self.index.get(&key(&after.cells));
        let own = index.map_or(0, |&index| {
            self.entries[index].value(after.slot, after.back)
        });
        if own >= wanted || after.cells.len() < 3 || index.is_some() {
            return own;
        }
        self.pairs_inside(asking, &after.cells, after.player)
    }

    fn check_entry(
        &self,
        asking: &mut Asking,
        lone: &LoneTables,
        index: usize,
    ) -> Result<(), Fault> {
        let entry = &self.entries[index];
        let all_home = entry
            .cells
            .iter()
            .all(|&cell| asking.field.ground.goal[usize::from(cell)]);
        for side in 0..entry.labels.len() {
            let value = entry.value(side / 4, side % 4);
            let first = entry
                .labels
                .iter()
                .position(|&label| label == entry.labels[side]);
            if value > 0 && all_home && first == Some(side) {
                let lost = entry.lost_at_home(asking, lone, side);
                // Boxes that are home are no deadlock, however much they lose.
                if value == DEADLOCK || i64::from(value) > lost {
                    return Err(entry.broken(side, "more than the boxes lose where they are home"));
                }
            }
            if value > 0 {
                self.check_push(asking, lone, (entry, side))?;
            }
        }
        Ok(())
    }

    /// Checks the push of a box by a player on its side.
    fn check_push(
        &self,
        asking: &mut Asking,
        lone: &LoneTables,
        (entry, side): (&Entry, usize),
    ) -> Result<(), Fault> {
        let (slot, dir) = (side / 4, (side % 4) ^ 1);
        let from = entry.cells[slot];
        let ground = asking.field.ground;
        let Some(push) = ground.push_of[usize::from(from)][dir] else {
            return Ok(());
        };
        let to = ground.pushes[push as usize].to;
        let (Some(waste), false) = (lone.waste(push), entry.cells.contains(&to)) else {
            return Ok(());
        };
        let mut cells = entry.cells.clone();
        cells[slot] = to;
        cells.sort_unstable();
        let slot = cells.iter().position(|&cell| cell == to).unwrap_or(0);
        let after = After {
            cells,
            slot,
            back: dir ^ 1,
            player: from,
        };
        let value = entry.value(side / 4, side % 4);
        let wanted = if value == DEADLOCK {
            value
        } else {
            value.saturating_sub(waste)
        };
        if self.value_after(asking, &after, wanted) < wanted {
            return Err(entry.broken(side, "a push from there leads on for less"));
        }
        Ok(())
    }
}

impl Entry {
    /// The value with the player beside the box in `slot`, in direction `dir`; zero if nobody can be.
    fn value(&self, slot: usize, dir: usize) -> u32 {
        let label = usize::from(self.labels[4 * slot + dir]);
        self.values.get(label).copied().unwrap_or(0)
    }

    /// Units that the boxes, all on goals, lose with the player on a side.
    fn lost_at_home(&self, asking: &mut Asking, lone: &LoneTables, side: usize) -> i64 {
        let Field {
            ground,
            lone: states,
        } = asking.field;
        let player = ground.next[usize::from(self.cells[side / 4])][side % 4];
        let lost = |&goal: &Cell| {
            let state = states.state_of(ground, &mut asking.flood, (goal, player?))?;
            Some(lone.lost_on_goal(goal, state).div_euclid(lone.unit()))
        };
        self.cells.iter().filter_map(lost).sum()
    }

    fn broken(&self, side: usize, why: &str) -> Fault {
        Fault::refused(format!(
            "tables.txt: line {}: boxes on {:?}, player on side {}{}: {why}",
            self.line,
            self.cells,
            side / 4,
            LETTERS[side % 4]
        ))
    }
}
