//! Which lemmas a formula has: the switch behind `--lemmas`.
//!
//! A lemma is a family of redundant clauses, or of variables left out because they are false in
//! every plan. Any set of lemmas gives the same verdict at every horizon; without any, the
//! formula states the rules of the game and nothing else.

use crate::switches::{Switch, Switches};

/// One family of redundant clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lemma {
    /// Dead cells have no box variables; pushes into dead lone-box states have no variables.
    Dead,
    /// A push has a variable only while a lone box could be there and could still get home.
    Windows,
    /// The pushes that waste the potential are counted against a budget.
    Waste,
    /// The heights of the boxes together say what the pushes so far have wasted.
    Heights,
    /// Where the player ends settles what must be left of the budget.
    Terminal,
    /// Pairs and triples of boxes that cost waste, or never come home.
    Patterns,
    /// What sets of boxes cost right after a push, with the player on a known side.
    Regions,
    /// What sets of boxes cost in plans that keep to the budget of the formula.
    Budget,
}

impl Switch for Lemma {
    const KIND: &'static str = "lemma";

    const ALL: &'static [Self] = &[
        Self::Dead,
        Self::Windows,
        Self::Waste,
        Self::Heights,
        Self::Terminal,
        Self::Patterns,
        Self::Regions,
        Self::Budget,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Dead => "dead",
            Self::Windows => "windows",
            Self::Waste => "waste",
            Self::Heights => "heights",
            Self::Terminal => "terminal",
            Self::Patterns => "patterns",
            Self::Regions => "regions",
            Self::Budget => "budget",
        }
    }
}

/// A set of lemmas; [`Switches::NONE`] leaves the rules of the game alone.
pub type Lemmas = Switches<Lemma>;
