//! Accounts for every variable and every clause of a formula that says "at most T pushes".
//!
//! A clause is *accounted for* if every plan of at most T pushes, turned into its assignment
//! ([`names`]), satisfies it. Then a refutation of the formula shows that there is no such plan. The
//! map's name of a rule only says where to look; what a rule may say is stated here once more:
//! [`game`] has the rules of pushing, [`walk`] the player's walk, [`waste`] the counter, [`patterns`]
//! boxes that cost waste. More literals than a rule needs do no harm.
//!
//! A variable that is absent counts as false, so [`absent`] first finds a reason for each of them:
//! the tables say that no plan makes it true. Clauses may be missing, since the refutation shows
//! that those that are there suffice.

mod absent;
mod game;
mod map;
mod names;
mod patterns;
mod walk;
mod waste;

use super::super::dimacs::Cnf;
use super::clause::{Clause, Ruled};
use super::fault::Fault;
use super::ground::{Cell, Ground};
use super::tables::Tables;
use crate::limits::Limits;
use names::{Name, Names};

pub(super) use map::{Map, Subject};

/// What is accounted for: a formula in numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Account {
    pub(super) variables: u64,
    pub(super) absent: u64,
    pub(super) clauses: u64,
    /// Clauses of rules that state the game; the others are lemmas.
    pub(super) hard: u64,
}

/// All that a rule may look at.
struct Book<'a> {
    names: Names,
    ground: &'a Ground,
    tables: &'a Tables<'a>,
    /// By cell: whether the player gets there before the first push.
    first_region: Vec<bool>,
    /// By cell: the pushes that take a box from it, that bring one to it, that are made from it.
    leaving: Vec<Vec<u32>>,
    arriving: Vec<Vec<u32>>,
    made_from: Vec<Vec<u32>>,
    /// T.
    horizon: u32,
    /// The units of waste that a plan of at most T pushes has.
    budget: i64,
}

/// Accounts for a formula that a map, whose head was checked, describes.
///
/// `line_of` finds the line on which a clause begins, for the fault that names it.
pub(super) fn account<'a>(
    cnf: &Cnf,
    map: &Map,
    tables: &'a Tables<'a>,
    line_of: &dyn Fn(usize) -> Option<u64>,
    limits: &Limits,
) -> Result<Account, Fault> {
    if map.variables != cnf.variables() || map.clauses != cnf.len() as u64 {
        return Err(Fault::refused(
            "map.json counts other variables or clauses than the formula has",
        ));
    }
    let book = Book::new(map, tables, limits)?;
    limits.check()?;
    let absent = absent::justify(&book, limits)?;
    let ruled = Ruled {
        cnf,
        runs: &map.runs,
        line_of,
        limits,
    };
    let tally = ruled.account(rule, |rule: &Rule, clause| rule(&book, clause))?;
    Ok(Account {
        variables: u64::from(map.variables),
        absent,
        clauses: tally.clauses,
        hard: tally.hard,
    })
}

type Rule = fn(&Book, &Clause) -> bool;

/// The rule of a name, and whether it states the game.
fn rule(name: &str) -> Option<(Rule, bool)> {
    let rule: (Rule, bool) = match name {
        "start" => (game::start, true),
        "goal" => (game::goal, true),
        "some-push" => (game::some_push, true),
        "one-push" | "one-behind" | "one-a-box" => (game::exclusive, true),
        "pushed-from" => (game::pushed_from, true),
        "pushes-from" => (game::pushes_from, true),
        "pushed-by" => (game::pushed_by, true),
        "pushes-by" => (game::pushes_by, true),
        "box-there" => (game::box_there, true),
        "cell-clear" => (game::cell_clear, true),
        "player-clear" => (game::player_clear, true),
        "box-arrives" => (game::box_arrives, true),
        "box-leaves" => (game::box_leaves, true),
        "box-stays" => (game::box_stays, true),
        "box-appears" => (game::box_appears, true),
        "first-reach" => (game::first_reach, true),
        "idle-first" => (game::idle_first, true),
        "idle-reach" => (game::idle_reach, true),
        "walk-clear" => (walk::clear, true),
        "walk-player" => (walk::player, true),
        "walk-pusher" => (walk::pusher, true),
        "walk-at-least-two" => (walk::at_least_two, true),
        "walk-at-most-two" => (walk::at_most_two, true),
        "walk-starts" => (walk::starts, true),
        "walk-starts-once" => (walk::starts_once, true),
        "walk-ends" => (walk::ends, true),
        "walk-ends-once" => (walk::ends_once, true),
        "walk-alone" => (walk::alone, true),
        "waste" => (waste::counter, false),
        "terminal" => (waste::terminal, false),
        "pattern" | "region" => (patterns::pattern, false),
        _ => return None,
    };
    Some(rule)
}

impl<'a> Book<'a> {
    fn new(map: &Map, tables: &'a Tables<'a>, limits: &Limits) -> Result<Self, Fault> {
        let ground = tables.field.ground;
        let by = |cell: fn(&super::ground::Push) -> Cell| {
            let mut by_cell = vec![Vec::new(); ground.len()];
            for (push, index) in ground.pushes.iter().zip(0..) {
                by_cell[usize::from(cell(push))].push(index);
            }
            by_cell
        };
        Ok(Self {
            names: Names::new(map, ground, limits)?,
            first_region: ground.region(&ground.boxes, ground.player),
            leaving: by(|push| push.from),
            arriving: by(|push| push.to),
            made_from: by(|push| push.behind),
            horizon: map.pushes,
            budget: tables.lone.budget(map.pushes, 0),
            ground,
            tables,
        })
    }

    fn name(&self, lit: i32) -> Name {
        self.names.get(lit.unsigned_abs())
    }

    /// The names of the negated variables of a clause.
    fn causes<'c>(&'c self, clause: &'c Clause) -> impl Iterator<Item = Name> + Clone + 'c {
        clause.negative().iter().map(|&lit| self.name(lit))
    }

    /// The pushes of `pushes` that have a variable at a step are all in a clause.
    fn has_all(&self, clause: &Clause, pushes: &[u32], t: u32) -> bool {
        let step = self.names.step_at(t);
        step.is_some_and(|step| {
            pushes
                .iter()
                .all(|&push| clause.covers(step.push[push as usize]))
        })
    }
}
