//! The formula of a level: satisfiable if and only if it can be solved in so many pushes.
//!
//! One push a step. Boxes and pushes have a variable for every time; the walk between two pushes
//! is an induced path given by degrees. [`RULES`] is the table of all rules, each written by the
//! file of its family; [`vars`] says what the variables mean. A model is a plan, push by push
//! ([`Encoding::decode`]); every plan has a model.
//!
//! An [`Encoding`] grows step by step and hands its clauses to a sink at once, so memory does not
//! depend on their number. [`encode`] writes a whole formula for one horizon. Rules marked
//! [`Hard`](crate::cnf::Kind::Hard) state the game by themselves; lemmas can be left out one by one.

pub mod basis;
pub mod boxes;
mod compare;
pub mod cubes;
pub mod decode;
pub mod file;
pub mod header;
pub mod lemmas;
pub mod map;
pub mod options;
pub mod patterns;
pub mod push;
pub mod recognise;
pub mod record;
pub mod rules;
pub mod sides;
pub mod spending;
pub mod terminal;
pub mod vars;
pub mod walk;
pub mod waste;
pub mod windows;

use std::rc::Rc;

use crate::board::{Board, Push};
use crate::bound::{StartBound, StaticReason};
use crate::cnf::{ClauseSink, Model};
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::potential::Potential;

use lemmas::Lemma;
use vars::{Moment, Step, Touching};
use waste::Account;
use windows::Windows;

use basis::Lessons;

pub use basis::Basis;
pub use lemmas::Lemmas;
pub use options::{Options, Span};
pub use rules::*;

/// Writes the whole formula of one horizon.
///
/// A level that is unsolvable at the start gets the two clauses x and !x; see
/// [`Encoding::reason`].
///
/// # Errors
/// The limit that was reached; the sink then holds a part of the formula.
pub fn encode<'a>(
    board: &'a Board,
    distances: &'a Distances,
    options: Options,
    limits: &Limits,
    sink: &mut dyn ClauseSink,
) -> Result<Encoding<'a>, Stop> {
    let basis = Basis::new(board, distances, options.lemmas, limits)?;
    encode_on(&Rc::new(basis), options, limits, sink)
}

/// Writes the whole formula of one horizon on a basis that was made for the same lemmas.
///
/// # Errors
/// The limit that was reached; the sink then holds a part of the formula.
pub fn encode_on<'a>(
    basis: &Rc<Basis<'a>>,
    options: Options,
    limits: &Limits,
    sink: &mut dyn ClauseSink,
) -> Result<Encoding<'a>, Stop> {
    let mut encoding = Encoding::on(basis, options, limits, sink)?;
    if encoding.reason().is_none() {
        for _ in 0..options.span.most() {
            limits.check()?;
            encoding.grow(sink);
        }
        encoding.require_goal(sink);
    }
    Ok(encoding)
}

/// A formula so far: its variables by time, and what further steps need.
pub struct Encoding<'a> {
    board: &'a Board,
    basis: Rc<Basis<'a>>,
    windows: Windows<'a>,
    options: Options,
    /// The capacity of the waste counter, in units; none below the bound or without potential.
    capacity: Option<usize>,
    lessons: Lessons,
    /// By push: the least waste spent once it is made. Empty without the counter.
    least_spent: Vec<Option<usize>>,
    touching: Touching,
    first_region: Vec<bool>,
    moments: Vec<Moment>,
    steps: Vec<Step>,
}

impl<'a> Encoding<'a> {
    /// Writes the boxes of the start; the horizon is zero until the formula grows.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        board: &'a Board,
        distances: &'a Distances,
        options: Options,
        limits: &Limits,
        sink: &mut dyn ClauseSink,
    ) -> Result<Self, Stop> {
        let basis = Basis::new(board, distances, options.lemmas, limits)?;
        Self::on(&Rc::new(basis), options, limits, sink)
    }

    /// Writes the boxes of the start, on a basis that was made for the same lemmas.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn on(
        basis: &Rc<Basis<'a>>,
        options: Options,
        limits: &Limits,
        sink: &mut dyn ClauseSink,
    ) -> Result<Self, Stop> {
        let board = basis.board();
        let lessons = basis.lessons(options.span.most(), limits)?;
        let counted = options.lemmas.has(Lemma::Waste);
        let least_spent = basis.potential().filter(|_| counted).map(|potential| {
            limits.check()?;
            Ok(spending::least_after(board, basis.distances(), potential))
        });
        let mut encoding = Self {
            board,
            least_spent: least_spent.transpose()?.unwrap_or_default(),
            windows: Windows::new(basis.distances(), options).barring(board, &lessons.patterns),
            options,
            capacity: basis.capacity(options.span.most()),
            lessons,
            basis: Rc::clone(basis),
            touching: Touching::new(board),
            first_region: first_region(board),
            moments: Vec::new(),
            steps: Vec::new(),
        };
        if encoding.reason().is_some() {
            sink.contradiction(&OBSTACLE);
        } else {
            encoding.begin(sink);
        }
        Ok(encoding)
    }

    fn begin(&mut self, sink: &mut dyn ClauseSink) {
        let moment = self.new_moment(sink);
        boxes::start(sink, self.board, &moment);
        if !matches!(self.options.span, Span::Each(_)) {
            waste::nothing_spent(sink, &moment);
        }
        if self.counted().is_some() && self.capacity.is_none() {
            sink.contradiction(&WASTE);
        }
        self.moments.push(moment);
    }

    fn new_moment(&self, sink: &mut dyn ClauseSink) -> Moment {
        let mut moment = Moment::new(sink, self.board, |cell| self.windows.may_hold(cell));
        if self.counted().is_some() {
            moment.spent = waste::spent(sink, self.capacity.unwrap_or(0));
        }
        moment
    }

    /// The potential, if its waste is counted.
    fn counted(&self) -> Option<&Potential> {
        let counted = self.options.lemmas.has(Lemma::Waste);
        self.potential().filter(|_| counted)
    }

    fn account<'m>(&self, moment: &'m Moment) -> Account<'m> {
        Account {
            capacity: self.capacity.unwrap_or(0),
            spent: &moment.spent,
        }
    }

    /// Appends a step: one more push.
    ///
    /// # Panics
    /// When the level is unsolvable at the start, or at the last horizon of the formula.
    pub fn grow(&mut self, sink: &mut dyn ClauseSink) {
        let t = self.steps.len();
        assert!(
            t < self.options.span.most(),
            "a formula ends at its last horizon"
        );
        let before = self
            .moments
            .last()
            .expect("a solvable level has its start written");
        let mut step = self.new_step(sink, t);
        let after = self.new_moment(sink);
        push::one(sink, &self.touching, self.board, &step);
        push::act(sink, self.board, before, &step, &after);
        boxes::frames(sink, &self.touching, before, &step, &after);
        match self.steps.last() {
            None => push::first(sink, &step, &self.first_region),
            Some(previous) => {
                push::idle_prefix(sink, previous, &step, &self.first_region);
                walk::walk(sink, self.board, previous, &step, before);
            }
        }
        if let Some(potential) = self.counted() {
            let waste = |push| potential.waste(push).map(usize::from);
            waste::count(sink, waste, before, &mut step, &after);
        }
        if self.capacity.is_some() {
            let account = self.account(&after);
            for lesson in &self.lessons.patterns {
                lesson.apply(sink, self.board, (&step, &after), account);
            }
            if let Some(sides) = &self.lessons.sides {
                sides::apply(sink, sides, (&step, &after), account);
            }
        }
        self.steps.push(step);
        self.moments.push(after);
    }

    fn new_step(&self, sink: &mut dyn ClauseSink, t: usize) -> Step {
        let count = self.board.pushes().len();
        let budget = self.capacity.unwrap_or(0);
        let affordable = |index: usize| {
            let spent = self.least_spent.get(index);
            spent.is_none_or(|spent| spent.is_some_and(|units| units <= budget))
        };
        let may_be = |index| affordable(index) && self.windows.may_push(index, t);
        let mut step = Step::new(sink, &self.touching, count, may_be);
        if t > 0 {
            step.walk = walk::variables(sink, self.board);
        }
        if self.options.span.has_idle_steps() {
            step.idle = Some(sink.fresh());
        }
        step
    }

    /// Asks for a solved level at the current horizon.
    pub fn require_goal(&self, sink: &mut dyn ClauseSink) {
        let Some(moment) = self.moments.last() else {
            return;
        };
        boxes::goal(sink, self.board, moment);
        let asked = self.options.lemmas.has(Lemma::Terminal) && self.capacity.is_some();
        if let (Some(potential), Some(last), true) = (self.potential(), self.steps.last(), asked) {
            let terminal =
                |cell| potential.terminal_waste(self.board, self.windows.distances(), cell);
            terminal::end(sink, self.board, terminal, last, self.account(moment));
        }
    }

    /// The pushes of a model, in order.
    #[must_use]
    pub fn decode(&self, model: &Model) -> Vec<Push> {
        decode::plan(self.board, &self.steps, model)
    }

    /// The pushes of a model that was found elsewhere and may be none.
    ///
    /// # Errors
    /// The first step that is not one push, nor idle where it may be.
    pub fn read_plan(&self, model: &Model) -> Result<Vec<Push>, decode::Unreadable> {
        decode::read_plan(self.board, (&self.steps, self.options.span), model)
    }

    /// Why the level is unsolvable at the start, if it is.
    #[must_use]
    pub fn reason(&self) -> Option<StaticReason> {
        match self.basis.start() {
            StartBound::Bound(_) => None,
            StartBound::Unsolvable(reason) => Some(reason),
        }
    }

    /// Steps so far: the horizon.
    #[must_use]
    pub fn horizon(&self) -> usize {
        self.steps.len()
    }

    /// What the formula says.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// The variables of each step.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The variables of each moment, one more than the steps.
    #[must_use]
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }

    /// The potential behind the waste counter, if the formula has one.
    #[must_use]
    pub fn potential(&self) -> Option<&Potential> {
        self.basis.potential()
    }
}

/// By cell: whether the player reaches it before the first push.
fn first_region(board: &Board) -> Vec<bool> {
    let mut inside = vec![false; board.len()];
    inside[board.player().index()] = true;
    let mut todo = vec![board.player()];
    while let Some(cell) = todo.pop() {
        for next in board.neighbours(cell) {
            if !inside[next.index()] && board.boxes().binary_search(&next).is_err() {
                inside[next.index()] = true;
                todo.push(next);
            }
        }
    }
    inside
}
