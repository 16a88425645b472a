//! What each variable of a formula means, and which variables there are.
//!
//! A *moment* t lies before push t, a *step* t is that push and the walk before it. A plan of fewer
//! pushes than the horizon begins with idle steps. Every variable has one name:
//!
//! | name | true in a plan if and only if |
//! |---|---|
//! | box c, t | a box stands on cell c at moment t |
//! | spent k, t | more than k units were wasted before moment t |
//! | push i, t | step t is push i |
//! | from c, t | step t takes a box from c |
//! | behind c, t | step t is pushed from c |
//! | walk c, t | a fixed shortest walk before step t uses c; after an idle step, behind c, t |
//! | idle t | step t makes no push |
//! | wastes j, t | step t is a push that wastes more than j units |
//! | aux | one of the literals it is defined by is true |

use super::super::fault::Fault;
use super::super::ground::{Cell, Ground, LETTERS};
use super::map::{Map, Moment, Step};
use crate::limits::Limits;

/// The name of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    None,
    Box(Cell, u32),
    Spent(u16, u32),
    Push(u32, u32),
    From(Cell, u32),
    Behind(Cell, u32),
    Walk(Cell, u32),
    Idle(u32),
    Wastes(u16, u32),
    /// An index into [`Names::aux`].
    Aux(u32),
}

/// Definitions between two looks at the limits.
const PATIENCE: usize = 1 << 8;

/// The longest counter of waste that is read.
const MOST_UNITS: usize = 60_000;

/// Things of which a step has at most one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// A cell that a box is taken from, or that the step is idle.
    Choice(u32),
    /// A cell that is pushed from.
    Behind(u32),
    /// A push.
    Push(u32),
}

/// An auxiliary variable: true if and only if one of its members is.
#[derive(Debug)]
pub(super) struct Aux {
    pub(super) members: Vec<i32>,
    /// The family that all it stands for belongs to, and the variables it stands for, in order.
    pub(super) stands_for: Option<(Family, Vec<u32>)>,
}

/// The variables of a step; 0 where there is none.
#[derive(Debug)]
pub(super) struct StepVars {
    /// By push.
    pub(super) push: Vec<u32>,
    /// By cell.
    pub(super) from: Vec<u32>,
    /// By cell.
    pub(super) behind: Vec<u32>,
    /// By cell.
    pub(super) walk: Vec<u32>,
    pub(super) idle: u32,
}

/// All variables by what they mean, and the other way round.
#[derive(Debug)]
pub(super) struct Names {
    /// By variable.
    meanings: Vec<Name>,
    /// By moment, by cell; 0 where there is none.
    pub(super) boxes: Vec<Vec<u32>>,
    pub(super) steps: Vec<StepVars>,
    pub(super) aux: Vec<Aux>,
}

impl Names {
    /// Reads the names out of a map whose head was checked.
    pub(super) fn new(map: &Map, ground: &Ground, limits: &Limits) -> Result<Self, Fault> {
        if map.cells != ground.places {
            return Err(Fault::refused("map.json numbers the cells in another way"));
        }
        let pushes = push_numbers(map, ground)?;
        let variables = map.variables as usize;
        if map.named() != variables {
            let said = "map.json does not name as many variables as there are";
            return Err(Fault::refused(said));
        }
        let by_place =
            map.moments.len() * ground.len() + map.steps.len() * (pushes.len() + 3 * ground.len());
        let bytes = size_of::<Name>() * variables + size_of::<u32>() * by_place;
        limits.may_grow(bytes as u64)?;
        let mut names = Self {
            meanings: vec![Name::None; variables + 1],
            boxes: Vec::new(),
            steps: Vec::new(),
            aux: Vec::new(),
        };
        for moment in &map.moments {
            names
                .moment(moment, ground)
                .map_err(|why| named(&why, "moment", moment.t))?;
        }
        for step in &map.steps {
            names
                .step(step, ground, &pushes)
                .map_err(|why| named(&why, "step", step.t))?;
            for (index, definition) in step.aux.iter().enumerate() {
                if index % PATIENCE == 0 {
                    limits.check()?;
                }
                names
                    .define(definition)
                    .map_err(|why| named(&why, "step", step.t))?;
            }
        }
        match names
            .meanings
            .iter()
            .skip(1)
            .position(|&name| name == Name::None)
        {
            Some(unnamed) => {
                let said = format!("map.json does not say what variable {} means", unnamed + 1);
                Err(Fault::refused(said))
            }
            None => Ok(names),
        }
    }

    fn moment(&mut self, moment: &Moment, ground: &Ground) -> Result<(), String> {
        let t = moment.t;
        if moment.spent.len() > MOST_UNITS {
            return Err("the counter is too long".into());
        }
        let boxes = self.by_cell(&moment.r#box, ground.len(), |cell| Name::Box(cell, t))?;
        self.boxes.push(boxes);
        for (k, &variable) in (0..).zip(&moment.spent) {
            self.name(variable, Name::Spent(k, t))?;
        }
        Ok(())
    }

    fn step(&mut self, step: &Step, ground: &Ground, pushes: &[u32]) -> Result<(), String> {
        let t = step.t;
        if step.wastes.len() > MOST_UNITS {
            return Err("the counter is too long".into());
        }
        let cells = ground.len();
        let mut push = vec![0; pushes.len()];
        for &(index, variable) in &step.push {
            let number = *pushes.get(index).ok_or("there is no such push")?;
            self.name(variable, Name::Push(number, t))?;
            push[number as usize] = variable;
        }
        let vars = StepVars {
            push,
            from: self.by_cell(&step.from, cells, |cell| Name::From(cell, t))?,
            behind: self.by_cell(&step.behind, cells, |cell| Name::Behind(cell, t))?,
            walk: self.by_cell(&step.walk, cells, |cell| Name::Walk(cell, t))?,
            idle: step.idle.unwrap_or(0),
        };
        if let Some(idle) = step.idle {
            self.name(idle, Name::Idle(t))?;
        }
        for (j, &variable) in (0..).zip(&step.wastes) {
            self.name(variable, Name::Wastes(j, t))?;
        }
        self.steps.push(vars);
        Ok(())
    }

    /// Takes one auxiliary variable of the last step.
    fn define(&mut self, (variable, members): &(u32, Vec<i32>)) -> Result<(), String> {
        let stands_for = self.stands_for(members)?;
        let index = u32::try_from(self.aux.len()).map_err(|_| "there are too many variables")?;
        self.name(*variable, Name::Aux(index))?;
        self.aux.push(Aux {
            members: members.clone(),
            stands_for,
        });
        Ok(())
    }

    /// The variables that the members of an auxiliary variable stand for, if of one family.
    fn stands_for(&self, members: &[i32]) -> Result<Option<(Family, Vec<u32>)>, String> {
        let mut found: Option<(Family, Vec<u32>)> = None;
        let mut mixed = false;
        for &lit in members {
            if self.get(lit.unsigned_abs()) == Name::None || lit == 0 {
                return Err(format!(
                    "literal {lit} has no meaning before it is used in a definition"
                ));
            }
            match (self.family(lit), &mut found) {
                (Some((family, bases)), None) => found = Some((family, bases.to_vec())),
                (Some((family, bases)), Some((known, all))) if family == *known => {
                    all.extend(bases);
                }
                _ => mixed = true,
            }
            // Definitions that name the same things again and again must not grow without end.
            let too_many = |(_, all): &(Family, Vec<u32>)| all.len() > self.largest_family();
            if mixed || found.as_ref().is_some_and(too_many) {
                found = None;
                mixed = true;
            }
        }
        if let Some((_, bases)) = &mut found {
            bases.sort_unstable();
        }
        Ok(found.filter(|_| !mixed))
    }

    /// The most things of one family at a step.
    fn largest_family(&self) -> usize {
        let last = self.steps.last();
        last.map_or(0, |step| step.push.len().max(step.from.len() + 1))
    }

    /// The family of a positive literal and the variables that it stands for.
    pub(super) fn family(&self, lit: i32) -> Option<(Family, &[u32])> {
        let variable = u32::try_from(lit).ok()?;
        let family = match self.get(variable) {
            Name::From(_, t) | Name::Idle(t) => Family::Choice(t),
            Name::Behind(_, t) => Family::Behind(t),
            Name::Push(_, t) => Family::Push(t),
            Name::Aux(index) => {
                let (family, bases) = self.aux[index as usize].stands_for.as_ref()?;
                return Some((*family, bases));
            }
            _ => return None,
        };
        Some((family, self.itself(variable)?))
    }

    /// The variable as a list, out of the tables that hold it.
    fn itself(&self, variable: u32) -> Option<&[u32]> {
        let step = |t: u32| self.steps.get(t as usize);
        let slot = match self.get(variable) {
            Name::From(cell, t) => &step(t)?.from[usize::from(cell)],
            Name::Behind(cell, t) => &step(t)?.behind[usize::from(cell)],
            Name::Push(push, t) => &step(t)?.push[push as usize],
            Name::Idle(t) => &step(t)?.idle,
            _ => return None,
        };
        Some(std::slice::from_ref(slot))
    }

    fn by_cell(
        &mut self,
        entries: &[(usize, u32)],
        cells: usize,
        name: impl Fn(Cell) -> Name,
    ) -> Result<Vec<u32>, String> {
        let mut by_cell = vec![0; cells];
        for &(cell, variable) in entries {
            let slot = by_cell.get_mut(cell).ok_or("there is no such cell")?;
            let number = Cell::try_from(cell).map_err(|_| "there is no such cell")?;
            *slot = variable;
            self.name(variable, name(number))?;
        }
        // A cell named twice leaves a variable that no table holds.
        let kept = by_cell.iter().filter(|&&variable| variable != 0).count();
        if kept == entries.len() {
            Ok(by_cell)
        } else {
            Err("a cell has two variables".into())
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

    /// The name of a variable.
    pub(super) fn get(&self, variable: u32) -> Name {
        self.meanings
            .get(variable as usize)
            .copied()
            .unwrap_or(Name::None)
    }

    /// The variables of a step, if there is such a step.
    pub(super) fn step_at(&self, t: u32) -> Option<&StepVars> {
        self.steps.get(t as usize)
    }

    /// The variable of a box, 0 if it is absent; none if there is no such moment.
    pub(super) fn box_at(&self, cell: Cell, t: u32) -> Option<u32> {
        self.boxes
            .get(t as usize)
            .map(|boxes| boxes[usize::from(cell)])
    }
}

fn named(why: &str, what: &str, t: u32) -> Fault {
    Fault::refused(format!("map.json, {what} {t}: {why}"))
}

/// The number of each push of the map; each push of the level is there once.
fn push_numbers(map: &Map, ground: &Ground) -> Result<Vec<u32>, Fault> {
    let number = |&(cell, letter): &(usize, char)| {
        let dir = LETTERS.iter().position(|&known| known == letter)?;
        ground.push_of.get(cell)?[dir]
    };
    let numbers: Option<Vec<u32>> = map.push_list.iter().map(number).collect();
    let complete = |numbers: &Vec<u32>| {
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        sorted.iter().copied().eq((0..).take(ground.pushes.len()))
    };
    let numbers = numbers.filter(complete);
    numbers.ok_or_else(|| Fault::refused("map.json does not list each push of the level once"))
}
