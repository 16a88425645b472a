//! The rule table of the formulas of sliding tiles.

use crate::cnf::{Kind, Rule};

const fn rule(name: &'static str, kind: Kind, sentence: &'static str) -> Rule {
    Rule {
        name,
        kind,
        sentence,
    }
}

/// Where everything is at first.
pub static START: Rule = rule(
    "start",
    Kind::Hard,
    "At the start the blank and the tiles stand where the board has them.",
);
/// Where everything is at last.
pub static TARGET: Rule = rule(
    "target",
    Kind::Hard,
    "At the horizon the blank and the tiles stand where the target has them.",
);
/// No cell holds two things.
pub static ONE_THING: Rule = rule(
    "one-thing",
    Kind::Hard,
    "A cell holds at most one of the tiles and the blank.",
);
/// The blank is in one place: no tile is ever lost, so they fill all other cells.
pub static ONE_BLANK: Rule = rule(
    "one-blank",
    Kind::Implied,
    "The blank stands on at most one cell.",
);
/// The blank moves.
pub static STEP: Rule = rule(
    "step",
    Kind::Hard,
    "A move takes the blank to a cell beside it, or is idle.",
);
/// The tile in the way moves.
pub static SLIDE: Rule = rule(
    "slide",
    Kind::Hard,
    "The tile on the cell where the blank goes slides to where the blank was.",
);
/// Nothing else moves.
pub static STAY: Rule = rule(
    "stay",
    Kind::Hard,
    "A tile stays unless the blank comes to its cell.",
);
/// Idle moves.
pub static IDLE: Rule = rule(
    "idle",
    Kind::Hard,
    "An idle move leaves the blank where it is, and only idle moves follow.",
);
/// Every cell is taken.
pub static SOMETHING: Rule = rule(
    "something",
    Kind::Implied,
    "A cell holds a tile or the blank.",
);
/// A horizon of the wrong parity, or below the Manhattan distance.
pub static OUT_OF_REACH: Rule = rule(
    "out-of-reach",
    Kind::Implied,
    "The parity of the moves or the distances of the tiles rule the horizon out.",
);
/// The counter of wasted moves.
pub static WASTE: Rule = rule(
    "waste",
    Kind::Implied,
    "Slides away from home are at most half of what the horizon leaves above the distances.",
);
/// No move is undone at once.
pub static STRAIGHT: Rule = rule(
    "straight",
    Kind::Narrowing,
    "The blank does not go straight back; no shortest plan does.",
);

/// All rules.
pub static RULES: [&Rule; 12] = [
    &START,
    &TARGET,
    &ONE_THING,
    &ONE_BLANK,
    &STEP,
    &SLIDE,
    &STAY,
    &IDLE,
    &SOMETHING,
    &OUT_OF_REACH,
    &WASTE,
    &STRAIGHT,
];
