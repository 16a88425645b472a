//! Clauses from tables of patterns: sets of boxes that leave too little of the budget.
//!
//! A [`Lesson`] is a list of patterns and the rules that its clauses follow. At every moment after
//! the first push: where boxes stand on all cells of a pattern, its penalty must be unspent; a
//! deadlock is forbidden outright. The form after a push takes that push's variable for the box
//! that it moved. Penalties are relative to the capacity of the counter, which is the budget of
//! the formula.
//!
//! Cost: one clause a pattern and step; the largest sets are dropped first where that is too much
//! ([`Lesson::shorten`]).

use std::rc::Rc;

use crate::board::Board;
use crate::cnf::{ClauseSink, Lit, Rule};
use crate::patterns::{Pattern, PatternList, Penalty};

use super::vars::{Moment, Step};
use super::waste::Account;

/// Patterns to be written at every step.
#[derive(Debug, Clone)]
pub struct Lesson {
    /// The patterns.
    pub list: Rc<PatternList>,
    /// The rule of those that hold wherever the player is.
    pub plain: &'static Rule,
    /// The rule of those that hold after a push; none to leave them out.
    pub after: Option<&'static Rule>,
    /// The most boxes of those that hold after a push.
    pub sided: usize,
    /// Sizes of sets to write.
    pub boxes: std::ops::RangeInclusive<usize>,
}

impl Lesson {
    /// Drops the largest sets until no more than `most` patterns are left.
    pub fn shorten(&mut self, most: u64) {
        let largest = *self.boxes.end();
        let mut by_boxes = vec![0; largest + 1];
        for (_, pattern) in self.chosen() {
            by_boxes[pattern.cells.len()] += 1;
        }
        let kept = by_boxes.iter().scan(0, |sum: &mut u64, count| {
            *sum += count;
            Some(*sum)
        });
        let end = kept.take_while(|&kept| kept <= most).count();
        self.boxes = *self.boxes.start()..=end.saturating_sub(1);
    }

    /// Deadlocks of one box, which need no variables.
    pub fn dead_cells(&self) -> impl Iterator<Item = Pattern<'_>> {
        let chosen = self.chosen().map(|(_, pattern)| pattern);
        chosen.filter(|pattern| pattern.cells.len() == 1 && pattern.penalty == Penalty::Deadlock)
    }

    /// The patterns to write, with their rules.
    fn chosen(&self) -> impl Iterator<Item = (&'static Rule, Pattern<'_>)> {
        let within = self
            .list
            .iter()
            .filter(|pattern| self.boxes.contains(&pattern.cells.len()));
        within.filter_map(|pattern| {
            let rule = match pattern.after {
                None => Some(self.plain),
                Some(_) => self.after.filter(|_| pattern.cells.len() <= self.sided),
            };
            rule.map(|rule| (rule, pattern))
        })
    }

    /// Writes what the patterns say of the moment after a step.
    pub fn apply(
        &self,
        sink: &mut dyn ClauseSink,
        board: &Board,
        (step, moment): (&Step, &Moment),
        account: Account,
    ) {
        let plain = |is: bool| {
            let chosen = self.chosen();
            chosen.filter(move |(_, pattern)| pattern.after.is_none() == is)
        };
        let mut facts = Vec::new();
        for (rule, pattern) in plain(true).chain(plain(false)) {
            facts.clear();
            facts.extend(literals(board, &pattern, step, moment));
            if facts.len() < pattern.cells.len() {
                continue;
            }
            match pattern.penalty {
                Penalty::Deadlock => sink.not_all(rule, &facts),
                Penalty::Waste(units) => account.keep(sink, rule, &facts, usize::from(units)),
            }
        }
    }
}

/// What says that the pattern is there; fewer than its cells if it never is.
fn literals(
    board: &Board,
    pattern: &Pattern,
    step: &Step,
    moment: &Moment,
) -> impl Iterator<Item = Lit> {
    let pushed = pattern.after.map(|push| board.pushes()[push].to);
    pattern
        .cells
        .iter()
        .filter_map(move |&cell| match pattern.after {
            Some(push) if pushed == Some(cell) => step.push[push],
            _ => moment.holds(cell),
        })
}
