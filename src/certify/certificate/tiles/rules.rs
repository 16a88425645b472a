//! Accounts for every variable and every clause of a formula that says "at most T moves".
//!
//! A clause is *accounted for* if every shortest plan of at most T moves, turned into its assignment
//! ([`names`](super::names)), satisfies it. Then a refutation of the formula shows that there is no such plan. Each function
//! says whether a clause holds by its rule: it looks for the literals that the rule needs; more literals do
//! no harm. An absent variable is false, for which [`absent`](super::absent) finds a reason. Clauses may be missing, since
//! the refutation shows that those that are there suffice.

use super::super::super::dimacs::Cnf;
use super::super::clause::{Clause, Ruled};
use super::super::fault::Fault;
use super::absent;
use super::board::{BLANK, Boards, Cell};
use super::map::Map;
use super::names::{Name, Names, On};
use crate::limits::Limits;

/// All that a rule may look at.
pub(super) struct Book<'a> {
    pub(super) names: Names,
    pub(super) boards: &'a Boards,
    /// T.
    pub(super) horizon: u32,
    /// The sum of the distances at first.
    pub(super) distances: u32,
    /// The most moves of a plan that take a tile away from its home: they change the sum of the distances, which ends
    /// at 0, by one each way.
    budget: u32,
}

type Rule = fn(&Book, &Clause) -> bool;

/// Accounts for a formula that a map, whose head was checked, describes; gives what was checked.
///
/// `line_of` finds the line on which a clause begins, for the fault that names it.
pub(super) fn account(
    cnf: &Cnf,
    map: &Map,
    boards: &Boards,
    line_of: &dyn Fn(usize) -> Option<u64>,
    limits: &Limits,
) -> Result<Vec<String>, Fault> {
    if map.variables != cnf.variables() || map.clauses != cnf.len() as u64 {
        return Err(Fault::refused(
            "map.json counts other variables or clauses than the formula has",
        ));
    }
    let distances = boards.distances();
    let book = Book {
        names: Names::new(map, boards.cells(), limits)?,
        boards,
        horizon: map.moves,
        distances,
        budget: map.moves.saturating_sub(distances) / 2,
    };
    let absent = absent::justify(&book, limits)?;
    let ruled = Ruled {
        cnf,
        runs: &map.runs,
        line_of,
        limits,
    };
    let tally = ruled.account(rule, |rule: &Rule, clause| rule(&book, clause))?;
    Ok(vec![
        format!(
            "all {} variables have a meaning, and {absent} more are absent for a reason",
            map.variables
        ),
        format!(
            "all {} clauses hold in every shortest plan: {} by the rules of the game, {} by lemmas",
            tally.clauses,
            tally.hard,
            tally.clauses - tally.hard
        ),
    ])
}

/// The rule of a name, and whether it states the game.
fn rule(name: &str) -> Option<(Rule, bool)> {
    let rule: (Rule, bool) = match name {
        "start" => (start, true),
        "target" => (target, true),
        "one-thing" | "one-blank" => (exclusive, true),
        "step" => (step, true),
        "slide" => (slide, true),
        "stay" => (stay, true),
        "idle" => (idle, true),
        "something" => (something, false),
        "waste" => (waste, false),
        "straight" => (straight, false),
        _ => return None,
    };
    Some(rule)
}

/// At moment 0 everything stands where the board has it.
fn start(book: &Book, clause: &Clause) -> bool {
    stands(book, clause, 0, &book.boards.start)
}

/// At the horizon everything stands where the target has it.
fn target(book: &Book, clause: &Clause) -> bool {
    stands(book, clause, book.horizon, &book.boards.target)
}

fn stands(book: &Book, clause: &Clause, moment: u32, numbers: &[u8]) -> bool {
    clause.lits.iter().any(|&lit| match book.names.get(lit) {
        Name::On(On { cell, number, t }) => t == moment && (lit > 0) == (numbers[cell] == number),
        _ => false,
    })
}

/// A cell has one number and a number one cell; or a literal and what stands for it among others.
fn exclusive(book: &Book, clause: &Clause) -> bool {
    if let &[one, other] = clause.negative()
        && book.names.are_apart(-one, -other)
    {
        return true;
    }
    clause.positive().iter().any(|&lit| {
        let members = book.names.members(lit).unwrap_or_default();
        members
            .iter()
            .any(|member| clause.lits.binary_search(&-member).is_ok())
    })
}

/// The blank goes to a cell beside it, or the move is idle.
fn step(book: &Book, clause: &Clause) -> bool {
    book.blanks(clause).any(|(cell, t)| {
        let idle = book.names.idle(t);
        idle.is_some_and(|idle| clause.covers(idle))
            && book
                .boards
                .beside(cell)
                .all(|to| book.covers(clause, (to, BLANK, t + 1)))
    })
}

/// A tile where the blank comes goes to the cell beside it where the blank was.
fn slide(book: &Book, clause: &Clause) -> bool {
    book.tiles(clause).any(|On { cell, number, t }| {
        let from = |from| {
            book.denies(clause, (from, BLANK, t)) && book.covers(clause, (from, number, t + 1))
        };
        book.denies(clause, (cell, BLANK, t + 1)) && book.boards.beside(cell).any(from)
    })
}

/// A tile stays where it is unless the blank comes there.
fn stay(book: &Book, clause: &Clause) -> bool {
    book.tiles(clause).any(|On { cell, number, t }| {
        book.covers(clause, (cell, number, t + 1)) && book.covers(clause, (cell, BLANK, t + 1))
    })
}

/// An idle move changes nothing, and only idle moves follow.
fn idle(book: &Book, clause: &Clause) -> bool {
    book.causes(clause).any(|name| match name {
        Name::Idle(t) => {
            let later = |&lit: &i32| matches!(book.names.get(lit), Name::Idle(then) if then > t);
            let stays = |name| match name {
                Name::On(on) => on.t == t && book.covers(clause, (on.cell, on.number, t + 1)),
                _ => false,
            };
            clause.positive().iter().any(later) || book.causes(clause).any(stays)
        }
        _ => false,
    })
}

/// Every cell holds a number.
fn something(book: &Book, clause: &Clause) -> bool {
    let first = clause.positive().first();
    first.is_some_and(|&lit| match book.names.get(lit) {
        Name::On(On { cell, t, .. }) => {
            let mut numbers = (0..=u8::MAX).take(book.boards.cells());
            numbers.all(|number| book.covers(clause, (cell, number, t)))
        }
        _ => false,
    })
}

/// The blank is not where it was two moves before, unless the second move is idle: else both could be left out.
fn straight(book: &Book, clause: &Clause) -> bool {
    book.blanks(clause).any(|(cell, t)| {
        let idle = book.names.idle(t + 1);
        idle.is_some_and(|idle| clause.covers(idle)) && book.denies(clause, (cell, BLANK, t + 2))
    })
}

/// Moves that take a tile away from its home are counted, and no more than the budget.
fn waste(book: &Book, clause: &Clause) -> bool {
    let counted = book.causes(clause).any(|name| match name {
        Name::Wastes(t) => adds(book, clause, (most_spent(book, clause, t) + 1, t + 1)),
        Name::Spent(k, t) => adds(book, clause, (k + 1, t)),
        _ => false,
    });
    counted || is_away(book, clause)
}

/// Once so many moves before a moment are wasted, they are too many, or they are so many, or fewer, then or later.
fn adds(book: &Book, clause: &Clause, (count, t): (u32, u32)) -> bool {
    let follows = |&lit: &i32| match book.names.get(lit) {
        Name::Spent(k, then) => k < count && then >= t,
        _ => false,
    };
    count > book.budget || clause.positive().iter().any(follows)
}

/// The most wasted moves that the clause denies to lie before moment t; 0 if it denies nothing.
fn most_spent(book: &Book, clause: &Clause, t: u32) -> u32 {
    let spent = book.causes(clause).filter_map(|name| match name {
        Name::Spent(k, then) if then <= t => Some(k + 1),
        _ => None,
    });
    spent.max().unwrap_or(0)
}

/// A slide to a cell that is farther from the tile's home is wasted.
fn is_away(book: &Book, clause: &Clause) -> bool {
    let wasted = clause
        .positive()
        .iter()
        .find_map(|&lit| match book.names.get(lit) {
            Name::Wastes(t) => Some(t),
            _ => None,
        });
    let Some(wasted) = wasted else {
        return false;
    };
    book.tiles(clause).any(|On { cell, number, t }| {
        let home = book.boards.home(number);
        let away = |from| {
            book.denies(clause, (from, BLANK, t))
                && book.boards.distance(from, home) > book.boards.distance(cell, home)
        };
        t == wasted
            && book.denies(clause, (cell, BLANK, t + 1))
            && book.boards.beside(cell).any(away)
    })
}

impl Book<'_> {
    /// The names of the negated variables of a clause.
    fn causes<'c>(&'c self, clause: &'c Clause) -> impl Iterator<Item = Name> + 'c {
        clause.negative().iter().map(|&lit| self.names.get(lit))
    }

    /// Where and when the blank is by the negated variables of a clause.
    fn blanks<'c>(&'c self, clause: &'c Clause) -> impl Iterator<Item = (Cell, u32)> + 'c {
        self.causes(clause).filter_map(|name| match name {
            Name::On(on) if on.number == BLANK => Some((on.cell, on.t)),
            _ => None,
        })
    }

    /// The tiles on cells by the negated variables of a clause.
    fn tiles<'c>(&'c self, clause: &'c Clause) -> impl Iterator<Item = On> + 'c {
        self.causes(clause).filter_map(|name| match name {
            Name::On(on) if on.number != BLANK => Some(on),
            _ => None,
        })
    }

    /// Whether a clause has that a number is on a cell, or no plan has it there.
    fn covers(&self, clause: &Clause, (cell, number, t): (Cell, u8, u32)) -> bool {
        let variable = self.names.on(On { cell, number, t });
        variable.is_some_and(|variable| clause.covers(variable))
    }

    /// Whether a clause has that a number is not on a cell.
    fn denies(&self, clause: &Clause, (cell, number, t): (Cell, u8, u32)) -> bool {
        let variable = self.names.on(On { cell, number, t });
        variable.is_some_and(|variable| clause.denies(variable))
    }
}
