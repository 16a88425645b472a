//! Clauses: literals, the rules that clauses follow, and the sinks that take them.
//!
//! A literal is a signed DIMACS number. Whoever writes clauses asks its [`ClauseSink`] for fresh
//! variables, numbered 1, 2, 3 and so on, and hands over each clause with the [`Rule`] that it
//! follows. A sink keeps the clauses ([`Formula`]), counts them ([`Counter`]), writes them
//! ([`dimacs`]) or feeds a solver; the memory of a writer does not depend on their number.
//!
//! The provided methods of a sink give clause shapes their logical names, so that no file of
//! rules negates literals by hand where a name says more.

pub mod dimacs;
pub mod printed;

use std::num::NonZeroI32;
use std::ops::Not;

use itertools::Itertools;

/// A variable or its negation: a signed DIMACS number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The literal of a DIMACS number, none for 0 and for the one number without a negation.
    #[must_use]
    pub fn from_dimacs(number: i32) -> Option<Self> {
        number.checked_neg()?;
        NonZeroI32::new(number).map(Self)
    }

    /// The literal as a DIMACS number.
    #[must_use]
    pub fn dimacs(self) -> i32 {
        self.0.get()
    }

    /// The number of the variable, from one.
    #[must_use]
    pub fn var(self) -> u32 {
        self.0.get().unsigned_abs()
    }

    /// Whether the literal is a variable itself rather than its negation.
    #[must_use]
    pub fn is_positive(self) -> bool {
        self.0.get() > 0
    }

    /// The variable after `last`, counted from one.
    fn next(last: &mut u32) -> Self {
        *last += 1;
        let number = i32::try_from(*last).ok().and_then(Self::from_dimacs);
        number.expect("a formula of two thousand million variables does not fit into memory")
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(-self.0)
    }
}

/// What a rule may do to the plans of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A rule of the game: without it there are models that are no plans.
    Hard,
    /// Satisfied by every plan; it only helps a solver.
    Implied,
    /// May forbid plans, but keeps one if there is one.
    Narrowing,
}

/// The rule that a clause follows.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rule {
    /// A short name, unique in its table.
    pub name: &'static str,
    /// What it may do to the plans.
    pub kind: Kind,
    /// What it says, in one sentence.
    pub sentence: &'static str,
}

/// Takes clauses one by one.
pub trait ClauseSink {
    /// A variable that was not used before, as a positive literal.
    fn fresh(&mut self) -> Lit;

    /// Takes one clause, the disjunction of `lits`.
    fn clause(&mut self, rule: &'static Rule, lits: &[Lit]);

    /// Is told that the fresh variable `aux` is true exactly if one of `members` is.
    ///
    /// Whoever makes a variable that stands for nothing in the game says so, once, before any
    /// clause names it. Without members it is the variable of a [`contradiction`](Self::contradiction).
    fn define(&mut self, aux: Lit, members: &[Lit]) {
        let _ = (aux, members);
    }

    /// `fact` holds.
    fn unit(&mut self, rule: &'static Rule, fact: Lit) {
        self.clause(rule, &[fact]);
    }

    /// If `cause` then `effect`.
    fn implies(&mut self, rule: &'static Rule, cause: Lit, effect: Lit) {
        self.clause(rule, &[!cause, effect]);
    }

    /// If `cause` then at least one of `effects`.
    fn implies_any(&mut self, rule: &'static Rule, cause: Lit, effects: &[Lit]) {
        self.implied_any(rule, &[cause], effects);
    }

    /// If all of `causes` then at least one of `effects`.
    fn implied_any(&mut self, rule: &'static Rule, causes: &[Lit], effects: &[Lit]) {
        let causes = causes.iter().map(|&cause| !cause);
        let lits: Vec<Lit> = causes.chain(effects.iter().copied()).collect();
        self.clause(rule, &lits);
    }

    /// Not all of `facts`.
    fn not_all(&mut self, rule: &'static Rule, facts: &[Lit]) {
        self.implied_any(rule, facts, &[]);
    }

    /// Two clauses that contradict each other: nothing satisfies the formula.
    fn contradiction(&mut self, rule: &'static Rule) {
        let fact = self.fresh();
        self.define(fact, &[]);
        self.unit(rule, fact);
        self.unit(rule, !fact);
    }

    /// At most one of `lits`: pairwise up to five, else commanders over groups of three.
    ///
    /// A commander is a fresh variable implied by each literal of its group; at most one commander
    /// is true in turn. About 3.5 clauses and half a variable a literal.
    fn at_most_one(&mut self, rule: &'static Rule, lits: &[Lit]) {
        let mut level = lits.to_vec();
        while level.len() > PAIRWISE {
            let mut commanders = Vec::with_capacity(level.len().div_ceil(GROUP));
            for group in level.chunks(GROUP) {
                if let &[single] = group {
                    commanders.push(single);
                    continue;
                }
                let commander = self.fresh();
                self.define(commander, group);
                for &lit in group {
                    self.implies(rule, lit, commander);
                }
                at_most_one_pairwise(self, rule, group);
                commanders.push(commander);
            }
            level = commanders;
        }
        at_most_one_pairwise(self, rule, &level);
    }
}

/// Up to so many literals all pairs are cheaper than commanders.
const PAIRWISE: usize = 5;
/// Literals under one commander.
const GROUP: usize = 3;

fn at_most_one_pairwise<S: ClauseSink + ?Sized>(sink: &mut S, rule: &'static Rule, group: &[Lit]) {
    for [a, b] in group.iter().copied().array_combinations() {
        sink.not_all(rule, &[a, b]);
    }
}

/// Values of variables that satisfy a formula.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Model {
    values: Vec<bool>,
}

impl Model {
    /// The model in which the positive ones of `lits` are true and all else is false.
    pub fn new(lits: impl IntoIterator<Item = Lit>) -> Self {
        let mut model = Self::default();
        for lit in lits {
            model.set(lit);
        }
        model
    }

    /// Makes a literal true.
    pub fn set(&mut self, lit: Lit) {
        let index = lit.var() as usize;
        if index >= self.values.len() {
            self.values.resize(index + 1, false);
        }
        self.values[index] = lit.is_positive();
    }

    /// Whether a literal is true.
    #[must_use]
    pub fn holds(&self, lit: Lit) -> bool {
        let value = self.values.get(lit.var() as usize);
        value.copied().unwrap_or(false) == lit.is_positive()
    }
}

/// All clauses in memory, for tests and for solvers that read them several times.
#[derive(Debug, Default, Clone)]
pub struct Formula {
    variables: u32,
    rules: Vec<&'static Rule>,
    ends: Vec<usize>,
    lits: Vec<Lit>,
}

impl Formula {
    /// Number of variables.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses in order, each with its rule.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Rule, &[Lit])> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let spans = starts.zip(&self.ends);
        let clauses = spans.map(|(start, &end)| &self.lits[start..end]);
        self.rules.iter().copied().zip(clauses)
    }
}

impl ClauseSink for Formula {
    fn fresh(&mut self) -> Lit {
        Lit::next(&mut self.variables)
    }

    fn clause(&mut self, rule: &'static Rule, lits: &[Lit]) {
        self.rules.push(rule);
        self.lits.extend_from_slice(lits);
        self.ends.push(self.lits.len());
    }
}

/// Counts variables and clauses and keeps nothing else.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counter {
    /// Variables so far.
    pub variables: u32,
    /// Clauses so far.
    pub clauses: u64,
}

impl ClauseSink for Counter {
    fn fresh(&mut self) -> Lit {
        Lit::next(&mut self.variables)
    }

    fn clause(&mut self, _: &'static Rule, _: &[Lit]) {
        self.clauses += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static RULE: Rule = Rule {
        name: "test",
        kind: Kind::Hard,
        sentence: "For tests.",
    };

    #[test]
    fn a_literal_is_a_dimacs_number_other_than_zero() {
        let lit = Lit::from_dimacs(-7).unwrap();
        assert_eq!(
            (lit.var(), lit.is_positive(), (!lit).dimacs()),
            (7, false, 7)
        );
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
    }

    #[test]
    fn a_formula_gives_its_clauses_back_in_order() {
        let mut formula = Formula::default();
        let (a, b) = (formula.fresh(), formula.fresh());
        formula.implies(&RULE, a, b);
        formula.unit(&RULE, !b);
        let clauses: Vec<_> = formula.iter().map(|(_, lits)| lits.to_vec()).collect();
        assert_eq!(clauses, [vec![!a, b], vec![!b]]);
        assert_eq!((formula.variables(), formula.len()), (2, 2));
    }

    #[test]
    fn a_counter_agrees_with_a_formula() {
        fn write(sink: &mut dyn ClauseSink) {
            let lits: Vec<Lit> = (0..20).map(|_| sink.fresh()).collect();
            sink.at_most_one(&RULE, &lits);
            sink.contradiction(&RULE);
        }
        let (mut formula, mut counter) = (Formula::default(), Counter::default());
        write(&mut formula);
        write(&mut counter);
        assert_eq!(counter.variables, formula.variables());
        assert_eq!(counter.clauses, formula.len() as u64);
    }
}
