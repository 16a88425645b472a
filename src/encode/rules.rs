//! The rule table: every rule that a clause of a formula can follow.
//!
//! Names are what `--lemmas`, witnesses and certificates call the rules. A hard rule states the
//! game; an implied one follows from the hard rules and from what a sentence says.

use crate::cnf::{Kind, Rule};

const fn hard(name: &'static str, sentence: &'static str) -> Rule {
    Rule {
        name,
        kind: Kind::Hard,
        sentence,
    }
}

const fn implied(name: &'static str, sentence: &'static str) -> Rule {
    Rule {
        name,
        kind: Kind::Implied,
        sentence,
    }
}

/// The boxes of the level stand where the level has them.
pub static START: Rule = hard(
    "start",
    "At the start the boxes stand where the level has them.",
);
/// Boxes stand on goals only.
pub static GOAL: Rule = hard("goal", "At the horizon no box stands off the goals.");
/// What cannot be solved at all.
pub static OBSTACLE: Rule = hard(
    "obstacle",
    "The level has no plan, for a reason that is seen at the start.",
);

/// Something is pushed.
pub static SOME_PUSH: Rule = hard(
    "some-push",
    "A step takes a box from some cell, or is idle.",
);
/// No two cells lose a box.
pub static ONE_PUSH: Rule = hard(
    "one-push",
    "A step takes a box from one cell only, and from none if it is idle.",
);
/// The player is at one place.
pub static ONE_BEHIND: Rule = hard("one-behind", "A step is pushed from one cell only.");
/// A box goes one way.
pub static ONE_A_BOX: Rule = implied(
    "one-a-box",
    "A box is pushed one way only, since two ways would be pushed from two cells.",
);
/// From push to cell.
pub static PUSHED_FROM: Rule = hard("pushed-from", "A push takes a box from its cell.");
/// From cell to push.
pub static PUSHES_FROM: Rule = hard("pushes-from", "A box leaves a cell by a push only.");
/// From push to pusher.
pub static PUSHED_BY: Rule = hard("pushed-by", "A push is made from the cell behind the box.");
/// From pusher to push.
pub static PUSHES_BY: Rule = implied(
    "pushes-by",
    "A cell is pushed from only in a push, since the push made names the one cell there is.",
);

/// The box is there.
pub static BOX_THERE: Rule = hard("box-there", "A box is taken only from where one stands.");
/// The way is clear.
pub static CELL_CLEAR: Rule = hard("cell-clear", "A box is pushed only to a cell without one.");
/// The player's cell is clear.
pub static PLAYER_CLEAR: Rule = implied(
    "player-clear",
    "No box stands where a push is made from, since the walk, or the first region, ends there.",
);
/// The box arrives.
pub static BOX_ARRIVES: Rule = hard("box-arrives", "After a push the box stands where it went.");
/// The box leaves.
pub static BOX_LEAVES: Rule = implied(
    "box-leaves",
    "After a push no box stands where it came from, since the player does.",
);
/// Boxes stay.
pub static BOX_STAYS: Rule = hard("box-stays", "A box stays where it is unless it is pushed.");
/// No box from nowhere.
pub static BOX_APPEARS: Rule = hard("box-appears", "A box comes to a cell by a push only.");

/// The first region.
pub static FIRST_REACH: Rule = hard(
    "first-reach",
    "The first step is pushed from the player's first region.",
);
/// Idle steps first.
pub static IDLE_FIRST: Rule = hard("idle-first", "After a push no step is idle.");
/// The first region after idle steps.
pub static IDLE_REACH: Rule = hard(
    "idle-reach",
    "A step after an idle one is pushed from the player's first region.",
);

/// A walk goes around boxes.
pub static WALK_CLEAR: Rule = hard("walk-clear", "No box stands on a cell of the walk.");
/// A walk has the player's end.
pub static WALK_PLAYER: Rule = hard(
    "walk-player",
    "The cell where the last push left the player is on the walk.",
);
/// A walk has the pusher's end.
pub static WALK_PUSHER: Rule = implied(
    "walk-pusher",
    "The cell pushed from is on the walk, since the walk can end nowhere else.",
);
/// A walk goes on.
pub static WALK_AT_TWO: Rule = hard(
    "walk-at-least-two",
    "A cell of the walk that is not an end has at least two neighbours on it.",
);
/// A walk does not fork.
pub static WALK_AT_MOST_TWO: Rule = hard(
    "walk-at-most-two",
    "A cell of the walk has at most two neighbours on it.",
);
/// A walk starts.
pub static WALK_STARTS: Rule = hard(
    "walk-starts",
    "The player's end has a neighbour on the walk, unless the push is made from there.",
);
/// A walk starts one way.
pub static WALK_STARTS_ONCE: Rule = hard(
    "walk-starts-once",
    "The player's end has at most one neighbour on the walk.",
);
/// A walk ends.
pub static WALK_ENDS: Rule = implied(
    "walk-ends",
    "The pusher's end has a neighbour on the walk, since the walk from the other end arrives.",
);
/// A walk ends once.
pub static WALK_ENDS_ONCE: Rule = implied(
    "walk-ends-once",
    "The pusher's end has at most one neighbour on the walk, a shortest walk having no more.",
);
/// A walk of no steps.
pub static WALK_ALONE: Rule = implied(
    "walk-alone",
    "If both ends are one cell, none of its neighbours is on the walk.",
);

/// Boxes part the floor.
pub static CUT: Rule = implied(
    "cut",
    "With boxes on all cells of a separator the next push is made from the player's side of it.",
);

/// The waste counter.
pub static WASTE: Rule = implied(
    "waste",
    "The pushes together waste no more of the potential than the horizon leaves.",
);
/// The sum of the heights.
pub static HEIGHT: Rule = implied(
    "height",
    "The heights of the boxes add up to those of the start, less a push each and plus their waste.",
);
/// What the end leaves.
pub static TERMINAL: Rule = implied(
    "terminal",
    "The pushes waste no more than is left by where the player stands at the end.",
);
/// Sets of boxes.
pub static PATTERN: Rule = implied(
    "pattern",
    "Boxes on these cells waste so much more, whatever the others do, or never come home.",
);
/// Sets of boxes and the player's side.
pub static REGION: Rule = implied(
    "region",
    "After this push, with the player where the box was, boxes on these cells waste so much more.",
);
/// Sets of boxes in frugal plans.
pub static BUDGET: Rule = implied(
    "budget",
    "In a plan that wastes no more than the horizon leaves, boxes on these cells cost so much.",
);

/// All rules, in the order in which the files of this module explain them.
pub static RULES: [&Rule; 38] = [
    &START,
    &GOAL,
    &OBSTACLE,
    &SOME_PUSH,
    &ONE_PUSH,
    &ONE_BEHIND,
    &ONE_A_BOX,
    &PUSHED_FROM,
    &PUSHES_FROM,
    &PUSHED_BY,
    &PUSHES_BY,
    &BOX_THERE,
    &CELL_CLEAR,
    &PLAYER_CLEAR,
    &BOX_ARRIVES,
    &BOX_LEAVES,
    &BOX_STAYS,
    &BOX_APPEARS,
    &FIRST_REACH,
    &IDLE_FIRST,
    &IDLE_REACH,
    &WALK_CLEAR,
    &WALK_PLAYER,
    &WALK_PUSHER,
    &WALK_AT_TWO,
    &WALK_AT_MOST_TWO,
    &WALK_STARTS,
    &WALK_STARTS_ONCE,
    &WALK_ENDS,
    &WALK_ENDS_ONCE,
    &WALK_ALONE,
    &CUT,
    &WASTE,
    &HEIGHT,
    &TERMINAL,
    &PATTERN,
    &REGION,
    &BUDGET,
];
