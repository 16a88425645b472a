//! What the tables at a budget say, for those who use them.
//!
//! Everything here holds for plans that waste at most [`BudgetTables::budget`] units, and the plan
//! must begin at the start of the level. The search for a plan in a complete table follows pushes
//! whose waste is what the values differ by; it ends, since pushes without waste come nearer to
//! the goals.

use super::climb::{Climb, Layers, Reach, layers_at};
use super::game::{Game, replace};
use super::lemma::PatternList;
use super::sided::SidedList;
use super::store::NO_LABEL;
use super::table::Table;
use crate::board::{Board, Cell};
use crate::distance::{Distances, INF};
use crate::limits::{Limits, Stop};
use crate::potential::Potential;

/// Tables of 1, 2, ... boxes for plans within a budget of waste.
#[derive(Debug, Clone)]
pub struct BudgetTables {
    budget: u16,
    tables: Vec<Table>,
    all: usize,
}

impl BudgetTables {
    /// Builds tables for one budget, of as many boxes as `reach` allows; none if there are none.
    ///
    /// Where a table shows that no plan keeps to the budget, those of fewer boxes are left.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        (board, distances): (&Board, &Distances),
        potential: &Potential,
        budget: u16,
        reach: Reach,
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let game = Game::new(board, distances, potential);
        let layers = layers_at(&game, budget, reach, limits)?;
        Ok(Self::from_layers(layers, board.boxes().len()))
    }

    /// Takes the tables of a finished climb; none if it has none.
    pub(crate) fn of(climb: Climb, boxes: usize) -> Option<Self> {
        Self::from_layers(climb.open, boxes)
    }

    fn from_layers(layers: Layers, boxes: usize) -> Option<Self> {
        let budget = layers.budget;
        let tables: Vec<_> = layers.stack.into_iter().map(|layer| layer.table).collect();
        let some = !tables.is_empty();
        some.then_some(Self {
            budget,
            tables,
            all: boxes,
        })
    }

    /// W: the units of waste up to which the tables hold.
    #[must_use]
    pub fn budget(&self) -> u16 {
        self.budget
    }

    /// The most boxes of a set.
    #[must_use]
    pub fn boxes(&self) -> usize {
        self.tables.len()
    }

    /// Whether the tables cover all boxes: then they are a complete search.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.tables.len() == self.all
    }

    /// Whether boxes on `cells`, in rising order, can still come home; true also where there is no table.
    pub(crate) fn hold(&self, game: &Game, cells: &[Cell]) -> bool {
        let table = cells.len().checked_sub(1).and_then(|i| self.tables.get(i));
        let packed: Vec<u16> = cells.iter().map(|cell| cell.0).collect();
        table.is_none_or(|table| table.least(game.words.pack(&packed)) != INF)
    }

    /// Forgets the tables of more than `boxes` boxes.
    pub fn truncate(&mut self, boxes: usize) {
        self.tables.truncate(boxes);
    }

    /// The patterns of all tables; they hold for plans within the budget only.
    ///
    /// Cells and sets that no box reaches within the budget are deadlocks among them.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn list(
        &self,
        board: &Board,
        distances: &Distances,
        potential: &Potential,
        limits: &Limits,
    ) -> Result<PatternList, Stop> {
        let game = Game::new(board, distances, potential);
        let tables: Vec<_> = self.tables.iter().collect();
        PatternList::new(&game, &tables, &game.live, limits)
    }

    /// What sets of up to `most_boxes` boxes cost while the player is on one side of them.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn sided(
        &self,
        (board, distances): (&Board, &Distances),
        potential: &Potential,
        most_boxes: usize,
        limits: &Limits,
    ) -> Result<SidedList, Stop> {
        let game = Game::new(board, distances, potential);
        let tables: Vec<_> = self.tables.iter().take(most_boxes).collect();
        SidedList::new(&game, &tables, limits)
    }

    /// A plan of the least waste, as push indices, if the tables are complete and the budget allows one.
    #[must_use]
    pub fn plan(
        &self,
        board: &Board,
        distances: &Distances,
        potential: &Potential,
    ) -> Option<Vec<usize>> {
        let table = self.tables.last().filter(|_| self.complete())?;
        let game = Game::new(board, distances, potential);
        let start: Vec<u16> = board.boxes().iter().map(|cell: &Cell| cell.0).collect();
        let set = table.store.find(game.words.pack(&start))?;
        let (slot, dir) = super::store::beside(board, board.boxes(), board.player())?;
        let mut at = (set, table.store.label(set, slot, dir));
        let mut plan = Vec::new();
        loop {
            let value = table.values[table.store.state(at.0, at.1)];
            let cells = game.words.unpack(table.store.key(at.0), self.all);
            let player = table.store.player(&game, at.0, at.1);
            if value == INF || game.end_waste(&cells[..self.all], player) == value {
                return (value != INF).then_some(plan);
            }
            let (push, next) = best_push(&game, table, at, value)?;
            plan.push(push);
            at = next;
        }
    }
}

/// A push from a state of a value to one whose value is less by its waste.
fn best_push(
    game: &Game,
    table: &Table,
    (set, label): (u32, u8),
    value: u16,
) -> Option<(usize, (u32, u8))> {
    let boxes = table.store.boxes();
    let cells = game.words.unpack(table.store.key(set), boxes);
    let ways = (0..boxes).flat_map(|slot| (0..4).map(move |dir| (slot, dir)));
    let mut pushes = ways.filter_map(|(slot, dir)| {
        let from = usize::from(cells[slot]);
        let waste = game.waste[from][dir];
        let free = table.store.label(set, slot, dir) != NO_LABEL;
        if table.store.label(set, slot, dir ^ 1) != label || !free || waste == INF {
            return None;
        }
        let mut after = cells;
        let slot = replace(&mut after, boxes, slot, game.next[from][dir]);
        let after = table.store.find(game.words.pack(&after[..boxes]))?;
        let label = table.store.label(after, slot, dir ^ 1);
        let left = table.values[table.store.state(after, label)];
        let tight = u32::from(left) + u32::from(waste) == u32::from(value);
        tight.then_some((game.push[from][dir] as usize, (after, label)))
    });
    pushes.next()
}
