//! The tables of pairs and triples as claims, one a set and side, that a checker can test locally.
//!
//! Listed is what says more than the smaller sets inside: then the values that are not listed are
//! those of the smaller sets, and every listed one follows from those one push on.

use super::Patterns;
use super::game::{Game, Set};
use super::lemma::Penalty;
use super::sided::below;
use super::store::NO_LABEL;
use super::table::{CHECK, Table};
use crate::board::{Board, Cell, Dir};
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::potential::Potential;

/// Where the player is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// Anywhere.
    Anywhere,
    /// On the side that lies in this direction of the box in this place of the set.
    Box(usize, Dir),
}

/// What boxes on some cells cost with the player on a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The cells, in rising order.
    pub cells: Vec<Cell>,
    /// Where the player is.
    pub beside: Beside,
    /// What they cost.
    pub penalty: Penalty,
}

impl Patterns {
    /// Hands over all claims about sets of up to `most` boxes, smaller sets first.
    ///
    /// # Errors
    /// The limit that was reached, or what `take` says.
    pub fn claims<E: From<Stop>>(
        &self,
        (board, distances, potential): (&Board, &Distances, &Potential),
        most: usize,
        limits: &Limits,
        take: &mut impl FnMut(Claim) -> Result<(), E>,
    ) -> Result<(), E> {
        let game = Game::new(board, distances, potential);
        for (i, table) in self.tables.iter().enumerate() {
            let boxes = table.store.boxes();
            if boxes > most {
                break;
            }
            for pattern in self
                .list
                .iter()
                .filter(|pattern| pattern.cells.len() == boxes)
            {
                let lost = pattern.after.is_none() && pattern.penalty == Penalty::Deadlock;
                if lost {
                    take(Claim {
                        cells: pattern.cells.to_vec(),
                        beside: Beside::Anywhere,
                        penalty: pattern.penalty,
                    })?;
                }
            }
            let lower = i.checked_sub(1).map(|i| &self.tables[i]);
            for set in table.store.sets() {
                if (set as usize).is_multiple_of(CHECK) {
                    limits.check()?;
                }
                of_set(&game, (table, lower), set, take)?;
            }
        }
        Ok(())
    }
}

/// The claims about a set that is in its table.
fn of_set<E>(
    game: &Game,
    (table, lower): (&Table, Option<&Table>),
    set: u32,
    take: &mut impl FnMut(Claim) -> Result<(), E>,
) -> Result<(), E> {
    let boxes = table.store.boxes();
    let values = &table.values[table.store.range(set)];
    let labels = table.store.labels(set);
    let cells: Set = game.words.unpack(table.store.key(set), boxes);
    let cells: Vec<Cell> = cells[..boxes].iter().map(|&cell| Cell(cell)).collect();
    let says_more =
        |label: u8| values[usize::from(label)] > below(game, (table, lower), set, label);
    let mut seen: Vec<u8> = Vec::new();
    for (side, &label) in labels.iter().enumerate() {
        if label == NO_LABEL || seen.contains(&label) {
            continue;
        }
        seen.push(label);
        if says_more(label) {
            take(Claim {
                cells: cells.clone(),
                beside: Beside::Box(side / 4, Dir::ALL[side % 4]),
                penalty: Penalty::of(values[usize::from(label)]),
            })?;
        }
    }
    Ok(())
}
