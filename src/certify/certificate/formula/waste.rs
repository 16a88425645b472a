//! The counter of waste, clause by clause.
//!
//! In the assignment of a plan the counters say what was really wasted, in units of the checked
//! potential, and a plan of at most T pushes wastes no more than the budget. So any clause that is
//! true of such numbers is accounted for, whatever the capacity of the counter.

use super::names::Name;
use super::{Book, Clause};

/// More than k units, as a number of units.
fn units(k: u16) -> i64 {
    i64::from(k) + 1
}

/// A clause about counts.
pub(super) fn counter(book: &Book, clause: &Clause) -> bool {
    if !book.tables.lone.has_potential() {
        return false;
    }
    book.causes(clause).any(|name| match name {
        Name::Spent(k, t) => spent(book, clause, (units(k), t)),
        Name::Push(push, t) => pushed(book, clause, (push, t)),
        Name::Wastes(j, t) => wastes(book, clause, (units(j), t)),
        _ => false,
    })
}

/// So much was spent before a moment: never at the start nor above the budget; at least as much as
/// less than it or later; and if not before the last step, that step wasted something.
fn spent(book: &Book, clause: &Clause, (units_spent, t): (i64, u32)) -> bool {
    let less_or_later = |&lit: &i32| match book.name(lit) {
        Name::Spent(k, at) => units(k) <= units_spent && at >= t,
        _ => false,
    };
    if t == 0 || units_spent > book.budget || clause.positive().iter().any(less_or_later) {
        return true;
    }
    let before = |&lit: &i32| match book.name(lit) {
        Name::Spent(k, at) => units(k) <= units_spent && at == t - 1,
        _ => false,
    };
    clause.positive().iter().any(before) && step_wastes(book, clause, t - 1)
}

/// The clause says that a step wastes something, unless none of its pushes does.
fn step_wastes(book: &Book, clause: &Clause, t: u32) -> bool {
    let something = |&lit: &i32| book.name(lit) == Name::Wastes(0, t);
    clause.positive().iter().any(something) || has_wasteful(book, clause, 1, t)
}

/// All pushes of a step that waste so much, and not more than the budget, stand in the clause.
fn has_wasteful(book: &Book, clause: &Clause, least: i64, t: u32) -> bool {
    let Some(step) = book.names.step_at(t) else {
        return false;
    };
    (0..).zip(&step.push).all(|(push, &variable)| {
        let waste = book.tables.lone.waste(push).map(i64::from);
        clause.covers(variable) || waste.is_none_or(|waste| waste < least || waste > book.budget)
    })
}

/// A push wastes what it wastes, and is not made if that passes the budget.
fn pushed(book: &Book, clause: &Clause, (push, t): (u32, u32)) -> bool {
    let Some(waste) = book.tables.lone.waste(push) else {
        return true;
    };
    let no_more = |&lit: &i32| match book.name(lit) {
        Name::Wastes(j, at) => at == t && units(j) <= i64::from(waste),
        _ => false,
    };
    i64::from(waste) > book.budget || clause.positive().iter().any(no_more)
}

/// A step that wastes so much wastes less too, is one of the pushes that do, and adds to what is spent.
fn wastes(book: &Book, clause: &Clause, (units_wasted, t): (i64, u32)) -> bool {
    let before = clause
        .negative()
        .iter()
        .filter_map(|&lit| match book.name(lit) {
            Name::Spent(k, at) if at == t => Some(units(k)),
            _ => None,
        });
    let sum = units_wasted + before.max().unwrap_or(0);
    let follows = |&lit: &i32| match book.name(lit) {
        Name::Wastes(j, at) => at == t && units(j) <= units_wasted,
        Name::Spent(k, at) => at > t && units(k) <= sum,
        _ => false,
    };
    sum > book.budget
        || clause.positive().iter().any(follows)
        || has_wasteful(book, clause, units_wasted, t)
}

/// What is spent at the horizon leaves room for what the end loses where the player then is.
pub(super) fn terminal(book: &Book, clause: &Clause) -> bool {
    if !book.tables.lone.has_potential() {
        return false;
    }
    book.causes(clause).any(|name| match name {
        Name::From(cell, t) if t + 1 == book.horizon => {
            let lost = book.tables.lost_at_end(cell);
            let left = book.tables.lone.budget(book.horizon, lost);
            most_spent(book, clause, book.horizon) > left
        }
        _ => false,
    })
}

/// The most units that the clause denies to be spent before moment t; 0 if it denies nothing.
pub(super) fn most_spent(book: &Book, clause: &Clause, t: u32) -> i64 {
    let spent = book.causes(clause).filter_map(|name| match name {
        Name::Spent(k, at) if at == t => Some(units(k)),
        _ => None,
    });
    spent.max().unwrap_or(0)
}
