//! What each variable of a formula means, and which variables there are.
//!
//! A plan of at most T moves is a shortest one here, followed by idle moves up to T. *Moment* t lies before move t. Every
//! variable has one name:
//!
//! | name | true in a plan if and only if |
//! |---|---|
//! | on c, n, t | the number n, 0 for the blank, stands on cell c at moment t |
//! | idle t | move t is idle; then so are all later ones, and the target is reached |
//! | wastes t | move t takes a tile farther from its home |
//! | spent k, t | more than k moves before moment t are such |
//! | aux | one of the literals it is defined by is true |

use super::super::fault::Fault;
use super::board::Cell;
use super::map::{Map, Moment};
use crate::limits::Limits;

/// The name of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    None,
    On(On),
    Idle(u32),
    Wastes(u32),
    Spent(u32, u32),
    /// An index into the definitions.
    Aux(usize),
}

/// A number on a cell at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct On {
    pub(super) cell: Cell,
    pub(super) number: u8,
    pub(super) t: u32,
}

impl On {
    /// Whether two such facts exclude each other: two numbers on a cell, or a number on two cells.
    fn clashes(self, other: Self) -> bool {
        self.t == other.t && (self.cell == other.cell) != (self.number == other.number)
    }
}

/// An auxiliary variable: true if and only if one of its members is.
#[derive(Debug)]
struct Aux {
    members: Vec<i32>,
    /// All that it stands for, if that is a few numbers on cells.
    stands_for: Option<Vec<On>>,
}

/// All variables by what they mean, and the other way round.
#[derive(Debug)]
pub(super) struct Names {
    cells: usize,
    /// By variable.
    meanings: Vec<Name>,
    /// By moment, cell and number; 0 where there is none.
    on: Vec<u32>,
    /// By move.
    idle: Vec<u32>,
    aux: Vec<Aux>,
}

impl Names {
    /// Reads the names out of a map whose head was checked.
    pub(super) fn new(map: &Map, cells: usize, limits: &Limits) -> Result<Self, Fault> {
        let variables = map.variables as usize;
        if map.named() != variables {
            return Err(Fault::refused(
                "map.json does not name as many variables as there are",
            ));
        }
        let by_place = map.moments.len() * cells * cells;
        let defined: usize = map.moments.iter().map(|moment| moment.aux.len()).sum();
        let bytes = size_of::<Name>() * variables
            + size_of::<u32>() * by_place
            + size_of::<On>() * cells * defined;
        limits.may_grow(bytes as u64)?;
        let mut names = Self {
            cells,
            meanings: vec![Name::None; variables + 1],
            on: vec![0; by_place],
            idle: Vec::new(),
            aux: Vec::new(),
        };
        for moment in &map.moments {
            limits.check()?;
            let read = names.moment(moment, moment.t == map.moves);
            read.map_err(|why| Fault::refused(format!("map.json, moment {}: {why}", moment.t)))?;
        }
        // There are as many names as variables, and none is given twice, so every variable has one.
        Ok(names)
    }

    fn moment(&mut self, moment: &Moment, is_last: bool) -> Result<(), String> {
        let t = moment.t;
        for &(cell, number, variable) in &moment.on {
            if cell >= self.cells || usize::from(number) >= self.cells {
                return Err("there is no such cell or number".into());
            }
            let on = On { cell, number, t };
            let slot = self.slot(on);
            if self.on[slot] != 0 {
                return Err(format!("number {number} on cell {cell} has two variables"));
            }
            self.on[slot] = variable;
            self.name(variable, Name::On(on))?;
        }
        if moment.idle.is_some() == is_last {
            return Err("each move can be idle, and there is none after the last moment".into());
        }
        if let Some(idle) = moment.idle {
            self.name(idle, Name::Idle(t))?;
            self.idle.push(idle);
        }
        if let Some(wastes) = moment.wastes {
            self.name(wastes, Name::Wastes(t))?;
        }
        for (k, &variable) in (0..).zip(&moment.spent) {
            self.name(variable, Name::Spent(k, t))?;
        }
        for (variable, members) in &moment.aux {
            let aux = Aux {
                stands_for: self.all_that(members)?,
                members: members.clone(),
            };
            self.name(*variable, Name::Aux(self.aux.len()))?;
            self.aux.push(aux);
        }
        Ok(())
    }

    /// What the members of a definition stand for; each has a meaning already.
    fn all_that(&self, members: &[i32]) -> Result<Option<Vec<On>>, String> {
        let mut all = Some(Vec::new());
        for &lit in members {
            if self.get(lit) == Name::None {
                return Err(format!(
                    "literal {lit} has no meaning before it is used in a definition"
                ));
            }
            all = match (all, self.stands_for(lit)) {
                (Some(mut all), Some(more)) => {
                    all.extend(more);
                    Some(all)
                }
                _ => None,
            };
            // No cell holds more numbers than there are cells, and no number stands on more.
            all = all.filter(|all| all.len() <= self.cells);
        }
        Ok(all)
    }

    /// What a literal stands for: one of these numbers on cells, if it is true.
    fn stands_for(&self, lit: i32) -> Option<&[On]> {
        let variable = usize::try_from(lit).ok()?;
        match self.meanings.get(variable)? {
            Name::On(on) => Some(std::slice::from_ref(on)),
            Name::Aux(index) => self.aux[*index].stands_for.as_deref(),
            _ => None,
        }
    }

    /// Whether no plan makes both of two literals true.
    pub(super) fn are_apart(&self, one: i32, other: i32) -> bool {
        let (Some(one), Some(other)) = (self.stands_for(one), self.stands_for(other)) else {
            return false;
        };
        one.iter().all(|a| other.iter().all(|b| a.clashes(*b)))
    }

    /// The members of the definition of an auxiliary variable.
    pub(super) fn members(&self, lit: i32) -> Option<&[i32]> {
        match self.get(lit) {
            Name::Aux(index) if lit > 0 => Some(&self.aux[index].members),
            _ => None,
        }
    }

    fn name(&mut self, variable: u32, name: Name) -> Result<(), String> {
        match self.meanings.get_mut(variable as usize) {
            Some(free) if *free == Name::None && variable > 0 => *free = name,
            _ => {
                return Err(format!(
                    "variable {variable} is none, or has a meaning already"
                ));
            }
        }
        Ok(())
    }

    /// The name of the variable of a literal.
    pub(super) fn get(&self, lit: i32) -> Name {
        let found = self.meanings.get(lit.unsigned_abs() as usize);
        found.copied().unwrap_or(Name::None)
    }

    fn slot(&self, on: On) -> usize {
        (on.t as usize * self.cells + on.cell) * self.cells + usize::from(on.number)
    }

    /// The variable of a number on a cell, 0 if it is absent; none if there is no such moment.
    pub(super) fn on(&self, on: On) -> Option<u32> {
        self.on.get(self.slot(on)).copied()
    }

    /// The variable for that a move is idle; none if there is no such move.
    pub(super) fn idle(&self, t: u32) -> Option<u32> {
        self.idle.get(t as usize).copied()
    }
}
