//! Packing search: features tell states apart, and all kinds of them are followed in turn.
//!
//! A step takes one box anywhere it can go ([`runs`]). States that agree in a few numbers that people look at
//! ([`features`]) share a *class*. Each class keeps the steps that lead out of its states and were not made yet; the
//! classes take turns, and in its turn a class makes its lightest step. A step weighs nothing if it is the best of
//! its state by one of the features, and one otherwise; weights add up along the way. So no family of states takes
//! all the time, and sensible steps come first everywhere, but no step is given up for ever.
//!
//! It finds any plan, not a short one. That there is none is proved when no steps are left. After the "feature space
//! search" of Shoham and Schaeffer (2020), with simpler features.
//!
//! Memory: the table of the states that were made ([`crate::search::table`]) and 32 bytes for each step not made.

pub mod features;
pub mod ground;
pub mod order;
pub mod pull;
pub mod runs;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::board::{Board, Push};
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::search::prune::Prune;
use crate::search::table::{Id, NONE, Table};
use crate::search::{Outcome, Progress, Verdict};
use features::{ADVISORS, Advice, Change, Counter, Features, Look};
use ground::Ground;
use runs::{Run, Runs};

/// Floor cells squared times goals beyond which preparing takes more than a few seconds.
pub const LARGE: usize = 4_000_000;

/// Steps that wait at most, 32 bytes each.
const MOST_STEPS: usize = 1 << 23;

/// Steps of an advisor that are tried for dead areas until one is not dead.
const SECOND_LOOKS: usize = 5;

/// What a search looks at; levels differ in which style solves them soon.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Style {
    /// All features; dead areas ([`crate::deadlock::shut`]) are left out; among steps of equal weight those with
    /// fewer pushes left by the assignment of boxes to goals come first.
    #[default]
    Careful,
    /// The same, but steps found earlier come first.
    Patient,
    /// All features, but no look at areas.
    Quick,
    /// Only goals filled in order and parts of the floor, and no look at areas.
    Plain,
}

impl Style {
    /// All styles.
    pub const ALL: [Self; 4] = [Self::Careful, Self::Patient, Self::Quick, Self::Plain];
}

/// What a packing search is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PackingOptions {
    /// The pruning rules.
    pub prune: Prune,
    /// What it looks at.
    pub style: Style,
    /// States to be expanded at most.
    pub most_expanded: Option<u64>,
}

/// A step that was not made yet; the greatest is made first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    /// Less is better, hence turned round.
    weight: Reverse<u32>,
    rest: Reverse<u32>,
    number: Reverse<u64>,
    parent: Id,
    run: Run,
}

/// By advisor: the steps it speaks for.
type Advised = [Vec<(Advice, usize)>; ADVISORS];

/// A packing search and all that it has seen.
#[derive(Debug)]
pub struct Packing<'a> {
    runs: Runs<'a>,
    counter: Counter,
    style: Style,
    most_expanded: u64,
    limits: &'a Limits,
    table: Table,
    /// By state: the weights of the steps that led to it.
    weights: Vec<u32>,
    class_of: BTreeMap<Features, usize>,
    /// By class: the steps out of its states.
    classes: Vec<BinaryHeap<Step>>,
    /// Steps that wait in all classes, and that were ever found.
    waiting: usize,
    number: u64,
    /// The class that comes next.
    turn: usize,
    /// Whether steps were given up.
    cut: bool,
    expanded: u64,
}

impl<'a> Packing<'a> {
    /// Prepares the search on a board that has as many goals as boxes or more.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        board: &'a Board,
        distances: &'a Distances,
        options: &PackingOptions,
        limits: &'a Limits,
    ) -> Result<Self, Stop> {
        let mut runs = Runs::new(board, distances, options.prune, limits)?;
        if matches!(options.style, Style::Careful | Style::Patient) {
            runs.look_for_dead_areas(board);
        }
        let order = order::packing_order(board, limits)?;
        let ground = Ground::new(board, &order, limits)?;
        Ok(Self {
            table: Table::new(runs.words()),
            runs,
            counter: Counter::new(board, order, ground),
            style: options.style,
            most_expanded: options.most_expanded.unwrap_or(u64::MAX),
            limits,
            weights: Vec::new(),
            class_of: BTreeMap::new(),
            classes: Vec::new(),
            waiting: 0,
            number: 0,
            turn: 0,
            cut: false,
            expanded: 0,
        })
    }

    /// Searches until the end; `report` is called now and then.
    pub fn run(&mut self, report: &mut impl FnMut(Progress)) -> Outcome {
        let verdict = self.try_run(report);
        Outcome {
            verdict: verdict.unwrap_or_else(Verdict::Stopped),
            lower_bound: 0,
            expanded: self.expanded,
            stored: u64::from(self.table.len()),
        }
    }

    fn try_run(&mut self, report: &mut impl FnMut(Progress)) -> Result<Verdict, Stop> {
        let mut key = vec![0; self.runs.words()];
        if !self.runs.start(&mut key) {
            return Ok(Verdict::Exhausted);
        }
        let mut new = self.table.add(&key, NONE, self.limits)?;
        self.weights.push(0);
        loop {
            if let Some(id) = new {
                if self.runs.is_end(&key) {
                    return Ok(Verdict::Solved(self.plan(id)));
                }
                self.expand(id)?;
            }
            let Some(next) = self.next_class() else {
                return if self.cut {
                    Err(Stop::Narrow)
                } else {
                    Ok(Verdict::Exhausted)
                };
            };
            if self.expanded >= self.most_expanded {
                return Err(Stop::Narrow);
            }
            self.limits.check()?;
            if self.turn == 0 {
                self.forget();
                report(self.progress());
            }
            new = self.make_step(next, &mut key)?;
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            lower_bound: 0,
            expanded: self.expanded,
            stored: u64::from(self.table.len()),
        }
    }

    /// The next class with steps, in turn; none if no class has any.
    fn next_class(&mut self) -> Option<usize> {
        let count = self.classes.len();
        let mut turns = (self.turn..count).chain(0..self.turn.min(count));
        let next = turns.find(|&class| !self.classes[class].is_empty())?;
        self.turn = if next + 1 < count { next + 1 } else { 0 };
        Some(next)
    }

    /// Makes the lightest step of a class that leads to a new state, and writes its key.
    fn make_step(&mut self, class: usize, key: &mut [u64]) -> Result<Option<Id>, Stop> {
        while let Some(step) = self.classes[class].pop() {
            self.waiting -= 1;
            self.runs.child(self.table.key(step.parent), &step.run, key);
            if let Some(id) = self.table.add(key, step.parent, self.limits)? {
                self.weights.push(step.weight.0);
                return Ok(Some(id));
            }
        }
        Ok(None)
    }

    /// Adds the steps out of a state to those of its class.
    fn expand(&mut self, id: Id) -> Result<(), Stop> {
        let Some(list) = self.runs.list(self.table.key(id), self.limits)? else {
            return Ok(());
        };
        self.expanded += 1;
        let here = self.counter.look(self.runs.taken());
        let (mut steps, mut advised) = (Vec::with_capacity(list.len()), Advised::default());
        let mut child = vec![0; self.runs.words()];
        for run in list {
            self.limits.check()?;
            self.runs.child(self.table.key(id), &run, &mut child);
            if self.table.find(&child).is_ok() {
                continue;
            }
            for (advice, advised) in self.advice(&here, &run).into_iter().zip(&mut advised) {
                advised.extend(advice.map(|advice| (advice, steps.len())));
            }
            steps.push(self.step(id, run));
        }
        for advised in &mut advised {
            self.follow(advised, &mut steps);
        }
        let features = match self.style {
            Style::Plain => here.features.plain(),
            _ => here.features,
        };
        let class = *self.class_of.entry(features).or_insert_with(|| {
            self.classes.push(BinaryHeap::new());
            self.classes.len() - 1
        });
        self.waiting += steps.len();
        self.classes[class].extend(steps);
        Ok(())
    }

    /// By advisor: how good a step is that leaves a state that looks as it does `here`.
    fn advice(&mut self, here: &Look, run: &Run) -> [Option<Advice>; ADVISORS] {
        let counter = &mut self.counter;
        let there = self.runs.with(run, |taken| counter.look(taken));
        let change = Change {
            from: run.from,
            holds: counter.holds(run.to),
            reach: (self.runs.reach(), run.reach),
            rest: run.rest,
        };
        let advice = there.advice(here, change);
        match self.style {
            Style::Plain => features::plain(advice),
            _ => advice,
        }
    }

    /// A step against all advice.
    fn step(&mut self, parent: Id, run: Run) -> Step {
        self.number += 1;
        let rest = match self.style {
            Style::Patient => 0,
            _ => run.rest,
        };
        Step {
            weight: Reverse(self.weights[parent as usize] + 1),
            rest: Reverse(rest),
            number: Reverse(self.number),
            parent,
            run,
        }
    }

    /// Makes the best step of an advisor weigh nothing, dead ones left out.
    fn follow(&mut self, advised: &mut [(Advice, usize)], steps: &mut [Step]) {
        advised.sort_unstable();
        let alive = |&&(_, step): &&(_, usize)| !self.runs.is_shut_after(&steps[step].run);
        if let Some(&(_, step)) = advised.iter().take(SECOND_LOOKS).find(alive) {
            steps[step].weight = Reverse(self.weights[steps[step].parent as usize]);
        }
    }

    /// Gives up the heavier half of the steps of each class when there are too many.
    fn forget(&mut self) {
        if self.waiting <= MOST_STEPS {
            return;
        }
        self.cut = true;
        self.waiting = 0;
        for class in &mut self.classes {
            let mut steps = std::mem::take(class).into_sorted_vec();
            steps.drain(..steps.len() / 2);
            self.waiting += steps.len();
            *class = steps.into();
        }
    }

    /// The pushes that lead to a state.
    fn plan(&mut self, end: Id) -> Vec<Push> {
        let path = self.table.path(end);
        let mut plan = Vec::new();
        for pair in path.windows(2) {
            let (before, after) = (self.table.key(pair[0]), self.table.key(pair[1]));
            plan.extend(self.runs.pushes_between(before, after));
        }
        plan
    }
}
