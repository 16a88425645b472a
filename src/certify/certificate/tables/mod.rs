//! The tables of a certificate: what lemmas rest on, as claims whose local inequalities are checked.
//!
//! A table may hold any numbers: it is believed because no push breaks it, not because of how it was
//! made. So a value that is too low only proves less, and one that is too high is found here.

mod lone;
mod read;
mod sets;

use std::cell::RefCell;
use std::collections::HashMap;

use super::fault::Fault;
use super::flood::Flood;
use super::ground::Cell;
use crate::limits::Limits;
use sets::Asking;

pub(super) use lone::{Field, LoneTables};
pub(super) use read::{Claims, read};
pub(super) use sets::{DEADLOCK, SetTables};

/// Everything that is known of a level beyond its rules.
pub(super) struct Tables<'a> {
    pub(super) field: &'a Field<'a>,
    pub(super) lone: LoneTables,
    sets: SetTables,
    packing: Vec<Vec<Cell>>,
    asking: RefCell<Asking<'a>>,
    /// Answers given so far, since a formula asks the same at every step. Only looked up.
    asked: RefCell<HashMap<Asked, u32>>,
}

/// A set and the player's cell.
type Asked = ([Cell; 3], Option<Cell>);

impl<'a> Tables<'a> {
    /// No claims at all.
    pub(super) fn none(field: &'a Field<'a>) -> Self {
        Self::with(field, LoneTables::none(field.ground), SetTables::default())
    }

    /// Checks all claims.
    pub(super) fn check(
        field: &'a Field<'a>,
        claims: &Claims,
        limits: &Limits,
    ) -> Result<Self, Fault> {
        let lone = LoneTables::check(field, claims, limits)?;
        let sets = SetTables::check(field, &lone, &claims.sets, limits)?;
        let mut tables = Self::with(field, lone, sets);
        tables.packing.clone_from(&claims.packing);
        Ok(tables)
    }

    fn with(field: &'a Field<'a>, lone: LoneTables, sets: SetTables) -> Self {
        let flood = Flood::new(field.ground);
        Self {
            field,
            lone,
            sets,
            packing: Vec::new(),
            asking: RefCell::new(Asking { field, flood }),
            asked: RefCell::default(),
        }
    }

    /// Units that boxes on rising `cells` waste at least with the player on a cell, or anywhere.
    pub(super) fn waste_of(&self, cells: &[Cell], player: Option<Cell>) -> u32 {
        let known = (sets::key(cells), player);
        if let Some(&waste) = self.asked.borrow().get(&known) {
            return waste;
        }
        let asking = &mut self.asking.borrow_mut();
        let waste = match player {
            Some(player) => self.sets.value(asking, cells, player),
            None => self.sets.least(asking, cells),
        };
        self.asked.borrow_mut().insert(known, waste);
        waste
    }

    /// Pushes that a plan loses at its end at least if its last push leaves the player on a cell.
    pub(super) fn lost_at_end(&self, player: Cell) -> i64 {
        self.lone
            .lost_at_end(self.field, &mut self.asking.borrow_mut().flood, player)
    }

    /// The lower bound of the start: the potential and the penalties of disjoint sets.
    ///
    /// None if some of the boxes block each other for good.
    pub(super) fn start_bound(&self) -> Result<Option<i64>, Fault> {
        if !self.lone.has_potential() {
            return Err(Fault::refused(
                "tables.txt has no potential, so it bounds nothing",
            ));
        }
        let ground = self.field.ground;
        let mut used: Vec<Cell> = Vec::new();
        let mut units = 0;
        for set in &self.packing {
            let at_start = |cell: &Cell| ground.boxes.contains(cell) && !used.contains(cell);
            if !set.iter().all(at_start) {
                return Err(Fault::refused(
                    "tables.txt: the sets added up are not disjoint sets of start boxes",
                ));
            }
            used.extend(set);
            match self.waste_of(set, Some(ground.player)) {
                DEADLOCK => return Ok(None),
                waste => units += i64::from(waste),
            }
        }
        Ok(Some(self.lone.h0() + units * self.lone.unit()))
    }
}
