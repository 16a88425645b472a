//! The formula of a sliding puzzle: satisfiable if and only if it can be solved in so many moves.
//!
//! One move a step. At every time each cell has a variable for the blank and one for each tile that may stand on it;
//! where the blank stands before and after a move says which tile slides. [`rules::RULES`] is the table of all
//! rules. A model is a plan ([`Encoding::blanks`]); every plan has a model, but for what [`rules::STRAIGHT`]
//! leaves out.
//!
//! Lemmas: `windows` leaves out variables that no plan makes true: the blank too far from its ends for the time, or of
//! the wrong chequer colour, and tiles on cells whose detour wastes more moves than there are to waste. `waste` counts
//! the slides that take tiles away from home; with distances d at the start and horizon T there are at
//! most (T - d) / 2. `straight` forbids the blank to go straight back, which narrows the plans to ones that
//! include all shortest ones; it is used for "at most" and for the shortest, not for "exactly".

pub mod file;
pub mod map;
pub mod rules;
mod waste;

use std::fmt;

use crate::cnf::{ClauseSink, Lit, Model, Rule};
use crate::limits::{Limits, Stop};
use crate::switches::{Switch, Switches};
use crate::tiles::puzzle::{Cell, Cells, Puzzle, Tile};

use rules::{
    IDLE, ONE_BLANK, ONE_THING, OUT_OF_REACH, SLIDE, SOMETHING, START, STAY, STEP, STRAIGHT, TARGET,
};
use waste::Waste;

/// One family of redundant clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lemma {
    /// Variables that no plan makes true are left out.
    Windows,
    /// Slides away from home are counted, and cells hold something.
    Waste,
    /// The blank does not go straight back.
    Straight,
}

impl Switch for Lemma {
    const KIND: &'static str = "lemma";
    const ALL: &'static [Self] = &[Self::Windows, Self::Waste, Self::Straight];

    fn name(self) -> &'static str {
        match self {
            Self::Windows => "windows",
            Self::Waste => "waste",
            Self::Straight => "straight",
        }
    }
}

/// A set of lemmas.
pub type Lemmas = Switches<Lemma>;

/// Which plans are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// Plans of exactly so many moves.
    Exactly(usize),
    /// Plans of at most so many moves.
    AtMost(usize),
    /// Plans of exactly so many moves, when it is known that there is no shorter one.
    Shortest(usize),
}

impl Span {
    /// The horizon.
    #[must_use]
    pub fn most(self) -> usize {
        match self {
            Self::Exactly(moves) | Self::AtMost(moves) | Self::Shortest(moves) => moves,
        }
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Self::Exactly(_) => "exactly",
            Self::AtMost(_) => "at-most",
            Self::Shortest(_) => "shortest",
        };
        write!(f, "{word}:{}", self.most())
    }
}

/// What a formula says, and with which lemmas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The plans asked for.
    pub span: Span,
    /// The lemmas; `straight` is not used for exact horizons.
    pub lemmas: Lemmas,
}

impl Options {
    fn has(self, lemma: Lemma) -> bool {
        let fits = lemma != Lemma::Straight || !matches!(self.span, Span::Exactly(_));
        fits && self.lemmas.has(lemma)
    }

    fn may_idle(self) -> bool {
        matches!(self.span, Span::AtMost(_))
    }
}

/// The options as the line of a file says them.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = Lemma::ALL.iter().filter(|&&lemma| self.has(lemma));
        let lemmas = used.fold(Lemmas::NONE, |set, &lemma| set.with(lemma));
        write!(f, "{} lemmas:{lemmas}", self.span)
    }
}

/// The variables of one time; those left out are false in every plan.
struct Moment {
    blank: Vec<Option<Lit>>,
    /// By cell, then tile; none for the blank.
    on: Vec<Vec<Option<Lit>>>,
    /// Whether the move from here on is idle, and so all later ones.
    idle: Option<Lit>,
    /// Whether the move from here on takes a tile away from home, if that is counted.
    bad: Option<Lit>,
    /// By number: whether more moves before were such.
    spent: Vec<Lit>,
}

/// A formula that was written.
pub struct Encoding {
    moments: Vec<Moment>,
}

impl Encoding {
    /// The variables of the blank's cells that a model makes true, in the order of time: they are the plan.
    #[must_use]
    pub fn blank_literals(&self, model: &Model) -> Vec<Lit> {
        let all = self.moments.iter().flat_map(|moment| &moment.blank);
        all.flatten()
            .copied()
            .filter(|&lit| model.holds(lit))
            .collect()
    }

    /// Where the blank stands from the start to the target in a model, idle moves left out.
    ///
    /// # Panics
    /// Never: a board has at most 25 cells.
    #[must_use]
    pub fn blanks(&self, model: &Model) -> Vec<Cell> {
        let holds = |lit: &Option<Lit>| lit.is_some_and(|lit| model.holds(lit));
        let place = |moment: &Moment| moment.blank.iter().position(holds);
        let places = self.moments.iter().filter_map(place);
        let cell = |place| Cell::try_from(place).expect("a board has at most 25 cells");
        let mut blanks: Vec<Cell> = places.map(cell).collect();
        blanks.dedup();
        blanks
    }
}

/// Writes the formula.
///
/// # Errors
/// The limit that was reached; the sink then holds a part of the formula.
pub fn encode(
    puzzle: &Puzzle,
    options: Options,
    limits: &Limits,
    sink: &mut dyn ClauseSink,
) -> Result<Encoding, Stop> {
    let mut writer = Writer {
        puzzle,
        options,
        sink,
        waste: Waste::new(puzzle, options),
    };
    let mut moments: Vec<Moment> = Vec::new();
    for time in 0..=options.span.most() {
        limits.check()?;
        moments.push(writer.moment(time));
        if let [.., before, after] = &mut moments[..] {
            writer.step(before, after);
        }
        if let [.., first, _, last] = &moments[..] {
            writer.not_back(first, last, moments[moments.len() - 2].idle);
        }
    }
    writer.ends(&moments);
    Ok(Encoding { moments })
}

/// Writes the rules.
struct Writer<'a, 's> {
    puzzle: &'a Puzzle,
    options: Options,
    sink: &'s mut dyn ClauseSink,
    waste: Waste,
}

impl Writer<'_, '_> {
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..=u8::MAX).take(self.puzzle.shape().cells())
    }

    fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        let blank = self.puzzle.blank();
        self.cells().filter(move |&tile| tile != blank)
    }

    /// Fresh variables for a time, and what holds at any one time.
    fn moment(&mut self, time: usize) -> Moment {
        let mut moment = Moment {
            blank: Vec::new(),
            on: Vec::new(),
            idle: None,
            bad: None,
            spent: Vec::new(),
        };
        for cell in self.cells() {
            let mut lits: Vec<Option<Lit>> = Vec::new();
            for tile in self.cells() {
                let held = self.may_hold(tile, cell, time);
                lits.push(held.then(|| self.sink.fresh()));
            }
            self.one_thing(&lits);
            moment
                .blank
                .push(lits[usize::from(self.puzzle.blank())].take());
            moment.on.push(lits);
        }
        let blanks: Vec<Lit> = moment.blank.iter().flatten().copied().collect();
        self.sink.at_most_one(&ONE_BLANK, &blanks);
        let is_last = time == self.options.span.most();
        if self.options.may_idle() && !is_last {
            moment.idle = Some(self.sink.fresh());
        }
        moment
    }

    /// A cell holds at most one thing, and at least one.
    fn one_thing(&mut self, lits: &[Option<Lit>]) {
        let some: Vec<Lit> = lits.iter().flatten().copied().collect();
        self.sink.at_most_one(&ONE_THING, &some);
        if some.is_empty() {
            self.sink.contradiction(&OUT_OF_REACH);
        } else if self.options.has(Lemma::Waste) {
            self.sink.clause(&SOMETHING, &some);
        }
    }

    /// Whether something may stand on a cell at a time, as far as windows tell.
    fn may_hold(&self, tile: Tile, cell: Cell, moment: usize) -> bool {
        if !self.options.has(Lemma::Windows) {
            return true;
        }
        let distance = |from, to| usize::from(self.puzzle.shape().distance(from, to));
        let start = self.puzzle.start().place(tile);
        let (before, after) = (distance(start, cell), distance(cell, tile));
        let left = self.options.span.most() - moment;
        if before > moment || after > left {
            return false;
        }
        if tile == self.puzzle.blank() {
            let odd = (moment - before) % 2 == 1 || (left - after) % 2 == 1;
            return self.options.may_idle() || !odd;
        }
        let detour = before + after - distance(start, tile);
        self.waste.capacity().is_some_and(|most| detour <= 2 * most)
    }

    /// The move from one time to the next.
    fn step(&mut self, before: &mut Moment, after: &mut Moment) {
        before.bad = self.waste.wasted(self.sink);
        for from in self.cells() {
            let Some(blank) = before.blank[usize::from(from)] else {
                continue;
            };
            let beside = self.puzzle.shape().beside(from).to_vec();
            let to = beside.iter().filter_map(|&to| after.blank[usize::from(to)]);
            let to: Vec<Lit> = to.chain(before.idle).collect();
            self.sink.implies_any(&STEP, blank, &to);
            if let Some(idle) = before.idle {
                self.implied(
                    &IDLE,
                    &[Some(idle), Some(blank)],
                    after.blank[usize::from(from)],
                );
            }
            for to in beside {
                if let Some(there) = after.blank[usize::from(to)] {
                    self.slide([before, after], [from, to], [blank, there]);
                }
            }
        }
        if let (Some(idle), Some(next)) = (before.idle, after.idle) {
            self.sink.implies(&IDLE, idle, next);
        }
        for cell in self.cells().map(usize::from) {
            for tile in self.tiles().map(usize::from) {
                if let Some(here) = before.on[cell][tile] {
                    let stays = [after.blank[cell], after.on[cell][tile]];
                    let stays: Vec<Lit> = stays.into_iter().flatten().collect();
                    self.sink.implies_any(&STAY, here, &stays);
                }
            }
        }
        after.spent = self.waste.count(self.sink, before.bad, &before.spent);
    }

    /// The slides when the blank goes from one cell to another.
    fn slide(
        &mut self,
        [before, after]: [&Moment; 2],
        [from, to]: [Cell; 2],
        [blank, there]: [Lit; 2],
    ) {
        for tile in self.tiles() {
            let index = usize::from(tile);
            let Some(old) = before.on[usize::from(to)][index] else {
                continue;
            };
            let causes = [Some(blank), Some(there), Some(old)];
            self.implied(&SLIDE, &causes, after.on[usize::from(from)][index]);
            let distance = |cell| self.puzzle.shape().distance(cell, tile);
            if let Some(bad) = before.bad.filter(|_| distance(from) > distance(to)) {
                self.implied(&rules::WASTE, &causes, Some(bad));
            }
        }
    }

    /// If all causes that have variables then the effect; an effect without one is false.
    fn implied(&mut self, rule: &'static Rule, causes: &[Option<Lit>], effect: Option<Lit>) {
        let causes: Vec<Lit> = causes.iter().flatten().copied().collect();
        let effect: Vec<Lit> = effect.into_iter().collect();
        self.sink.implied_any(rule, &causes, &effect);
    }

    /// The blank is not where it was two moves before, unless it is idle.
    fn not_back(&mut self, first: &Moment, last: &Moment, idle: Option<Lit>) {
        if !self.options.has(Lemma::Straight) {
            return;
        }
        for (then, now) in first.blank.iter().zip(&last.blank) {
            if let (Some(then), Some(now)) = (*then, *now) {
                let idle: Vec<Lit> = idle.into_iter().collect();
                self.sink.implied_any(&STRAIGHT, &[then, now], &idle);
            }
        }
    }

    /// Start and target; what has no variable there rules the horizon out.
    fn ends(&mut self, moments: &[Moment]) {
        let target = self.puzzle.target();
        let ends = [
            (&START, moments.first(), *self.puzzle.start()),
            (&TARGET, moments.last(), target),
        ];
        for (rule, moment, cells) in ends {
            if let Some(moment) = moment {
                self.stands(rule, moment, &cells);
            }
        }
    }

    fn stands(&mut self, rule: &'static Rule, moment: &Moment, cells: &Cells) {
        for cell in self.cells() {
            let (index, tile) = (usize::from(cell), cells.at(cell));
            let lit = if tile == self.puzzle.blank() {
                moment.blank[index]
            } else {
                moment.on[index][usize::from(tile)]
            };
            match lit {
                Some(lit) => self.sink.unit(rule, lit),
                None => self.sink.contradiction(&OUT_OF_REACH),
            }
        }
    }
}
