//! What the lemmas of a formula are made from: potential and tables of a level.
//!
//! Made once for a level and shared by the formulas of all its horizons. The tables at a budget
//! depend on the horizon; the last ones are kept, so that writing a formula twice builds them once.
//! Tables never cover all boxes of the level: that would be a complete search.

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::board::{Board, Cell};
use crate::bound::{StartBound, start_bound};
use crate::cnf::Rule;
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::patterns::{BudgetTables, Game, PatternList, Patterns, Reach, SidedList, Size};
use crate::potential::Potential;

use super::lemmas::{Lemma, Lemmas};
use super::patterns::Lesson;
use super::separators::{Separators, separators};
use super::{BUDGET, PATTERN, REGION};

/// Patterns of one formula times its horizon: beyond it the largest sets are dropped.
///
/// Four million solve no level more (eleven hard ones of Microban, 10 CPU seconds each).
const MOST_CLAUSES: u64 = 1_500_000;

/// Sets of up to so many boxes are also told apart by the side of the player after a push.
const MOST_SIDED: usize = 3;

/// The patterns of one formula.
#[derive(Debug, Clone, Default)]
pub struct Lessons {
    /// Those that hold wherever the player is, or after a push.
    pub patterns: Vec<Lesson>,
    /// Those that hold while the player is on a side, and how many of them to write.
    pub sides: Option<(Rc<SidedList>, usize)>,
}

/// What the tables at one budget say.
#[derive(Clone)]
struct AtBudget {
    budget: u16,
    list: Rc<PatternList>,
    sided: Rc<SidedList>,
    /// None if the budget has no tables.
    tables: Option<Rc<BudgetTables>>,
}

/// Potential and tables of a level.
pub struct Basis<'a> {
    board: &'a Board,
    distances: &'a Distances,
    lemmas: Lemmas,
    start: StartBound,
    potential: Option<Potential>,
    patterns: Rc<PatternList>,
    tables: Option<Patterns>,
    budget: RefCell<Option<AtBudget>>,
}

impl<'a> Basis<'a> {
    /// Prices the board and builds the tables that do not depend on a horizon.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        board: &'a Board,
        distances: &'a Distances,
        lemmas: Lemmas,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let start = start_bound(board, distances, limits)?;
        let playable = matches!(start, StartBound::Bound(_));
        let priced = [
            Lemma::Waste,
            Lemma::Terminal,
            Lemma::Patterns,
            Lemma::Budget,
        ];
        let potential = if playable && priced.iter().any(|&lemma| lemmas.has(lemma)) {
            Potential::new(board, distances, limits)?
        } else {
            None
        };
        let tables = match &potential {
            Some(potential) if lemmas.has(Lemma::Patterns) => {
                let size = Size {
                    boxes: Size::default().boxes.min(Reach::partial(board).boxes),
                    ..Size::default()
                };
                Some(Patterns::new(board, distances, potential, size, limits)?)
            }
            _ => None,
        };
        let patterns = tables.as_ref().map(|tables| tables.list().clone());
        Ok(Self {
            board,
            distances,
            lemmas,
            start,
            potential,
            patterns: Rc::new(patterns.unwrap_or_default()),
            tables,
            budget: RefCell::new(None),
        })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// Its distances.
    #[must_use]
    pub fn distances(&self) -> &'a Distances {
        self.distances
    }

    /// The matching bound, or why the level is unsolvable at the start.
    #[must_use]
    pub fn start(&self) -> StartBound {
        self.start
    }

    /// The potential, if a lemma needs one and there is one.
    #[must_use]
    pub fn potential(&self) -> Option<&Potential> {
        self.potential.as_ref()
    }

    /// The tables behind the patterns that hold of every plan, if the formula has such.
    #[must_use]
    pub fn tables(&self) -> Option<&Patterns> {
        self.tables.as_ref()
    }

    /// The units of waste that a plan of `pushes` pushes may spend; none below the bound.
    #[must_use]
    pub fn capacity(&self, pushes: usize) -> Option<usize> {
        let pushes = u32::try_from(pushes).unwrap_or(u32::MAX);
        let units = self.potential.as_ref()?.start_waste_budget(pushes)?;
        usize::try_from(units).ok()
    }

    /// Keeps tables that were built elsewhere, for the formulas of their budget.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn adopt(&self, tables: &Rc<BudgetTables>, limits: &Limits) -> Result<(), Stop> {
        let Some(potential) = self.potential.as_ref() else {
            return Ok(());
        };
        let list = tables.list(self.board, self.distances, potential, limits)?;
        let ground = (self.board, self.distances);
        let sided = tables.sided(ground, potential, MOST_SIDED, limits)?;
        *self.budget.borrow_mut() = Some(AtBudget {
            budget: tables.budget(),
            list: Rc::new(list),
            sided: Rc::new(sided),
            tables: Some(Rc::clone(tables)),
        });
        Ok(())
    }

    /// The patterns of a formula of `pushes` pushes.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn lessons(&self, pushes: usize, limits: &Limits) -> Result<Lessons, Stop> {
        let most = MOST_CLAUSES / (pushes.max(1) as u64);
        let mut lessons = Lessons::default();
        let mut known = 0;
        if let Some(tables) = self.at_budget(pushes, limits)? {
            let sizes = tables.list.iter().map(|pattern| pattern.cells.len());
            let sizes = 1..=sizes.max().unwrap_or(0);
            let lesson = self.lesson(&tables.list, [&BUDGET, &BUDGET], sizes, most);
            known = *lesson.boxes.end();
            lessons.patterns.push(lesson);
            if self.lemmas.has(Lemma::Regions) {
                let most = usize::try_from(most).unwrap_or(usize::MAX);
                lessons.sides = Some((tables.sided, most));
            }
        }
        if self.lemmas.has(Lemma::Patterns) {
            let sizes = known + 1..=Size::default().boxes.max(known);
            let lesson = self.lesson(&self.patterns, [&PATTERN, &REGION], sizes, most);
            lessons.patterns.push(lesson);
        }
        Ok(lessons)
    }

    /// The separators that boxes can fill in plans of `pushes` pushes.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn separators(&self, pushes: usize, limits: &Limits) -> Result<Separators, Stop> {
        let known = self.at_budget(pushes, limits)?;
        let known = known.and_then(|known| Some((known, self.potential.as_ref()?)));
        let alive = known.map(|(known, potential)| {
            let tables = known.tables;
            let game = Game::new(self.board, self.distances, potential);
            move |cells: &[Cell]| tables.as_ref().is_none_or(|all| all.hold(&game, cells))
        });
        let dead = self.lemmas.has(Lemma::Dead);
        let live = |cell: &Cell| !dead || self.distances.live(*cell);
        let may_hold = |cells: &[Cell]| {
            cells.iter().all(live) && alive.as_ref().is_none_or(|alive| alive(cells))
        };
        separators(self.board, self.board.boxes().len(), &may_hold, limits)
    }

    /// At most `most` patterns of a list; the second rule is for those that hold after a push.
    fn lesson(
        &self,
        list: &Rc<PatternList>,
        [plain, after]: [&'static Rule; 2],
        boxes: RangeInclusive<usize>,
        most: u64,
    ) -> Lesson {
        let sided = self.lemmas.has(Lemma::Regions);
        let mut lesson = Lesson {
            list: Rc::clone(list),
            plain,
            after: sided.then_some(after),
            sided: MOST_SIDED,
            boxes,
        };
        lesson.shorten(most);
        lesson
    }

    /// The patterns of plans that keep to the budget of so many pushes.
    fn at_budget(&self, pushes: usize, limits: &Limits) -> Result<Option<AtBudget>, Stop> {
        let budget = self
            .capacity(pushes)
            .and_then(|units| u16::try_from(units).ok());
        let (Some(potential), Some(budget)) = (&self.potential, budget) else {
            return Ok(None);
        };
        if !self.lemmas.has(Lemma::Budget) {
            return Ok(None);
        }
        if let Some(known) = &*self.budget.borrow()
            && known.budget == budget
        {
            return Ok(Some(known.clone()));
        }
        let reach = Reach::partial(self.board);
        let tables = BudgetTables::new(
            (self.board, self.distances),
            potential,
            budget,
            reach,
            limits,
        )?;
        match tables {
            Some(tables) => self.adopt(&Rc::new(tables), limits)?,
            None => {
                *self.budget.borrow_mut() = Some(AtBudget {
                    budget,
                    list: Rc::default(),
                    sided: Rc::default(),
                    tables: None,
                });
            }
        }
        Ok(self.budget.borrow().clone())
    }
}
