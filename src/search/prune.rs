//! Which pruning rules and bounds a search uses: the switch behind `--prune`.
//!
//! Every set of rules gives the same verdict and the same minimum; a rule only saves work.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

/// One family of pruned positions, or one bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rule {
    /// Positions with boxes frozen off goals are dead ([`crate::deadlock::freeze`]).
    Freeze,
    /// Where a corral must be opened first, only its pushes are tried ([`crate::deadlock::corral`]).
    Corral,
    /// The bound is the cheapest assignment ([`crate::heuristic::assignment`]), not the sum of
    /// the nearest goals.
    Matching,
    /// Two boxes that can never both get home are dead, and the costs of disjoint pairs are added
    /// to the assignment ([`crate::heuristic::pairs`]).
    Pairs,
    /// Positions in which the pushed box completes a pattern of the library are dead
    /// ([`crate::deadlock::local`]).
    Local,
}

impl Rule {
    /// All rules, in the order in which they are written.
    pub const ALL: [Self; 5] = [
        Self::Freeze,
        Self::Corral,
        Self::Matching,
        Self::Pairs,
        Self::Local,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Freeze => "freeze",
            Self::Corral => "corral",
            Self::Matching => "matching",
            Self::Pairs => "pairs",
            Self::Local => "local",
        }
    }
}

/// A set of rules. Reads and writes `all`, `none` or names with commas between; a name with a
/// minus sign is taken off: `all,-corral`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Prune(u8);

impl Prune {
    /// No rule: only dead lone boxes are pruned.
    pub const NONE: Self = Self(0);

    /// Every rule.
    #[must_use]
    pub fn all() -> Self {
        Rule::ALL.into_iter().fold(Self::NONE, Self::with)
    }

    /// Every set of rules, smallest number first.
    pub fn every_set() -> impl Iterator<Item = Self> {
        (0..1 << Rule::ALL.len()).map(Self)
    }

    /// Whether the set has a rule.
    #[must_use]
    pub fn has(self, rule: Rule) -> bool {
        self.0 & Self::bit(rule) != 0
    }

    /// The set and a rule.
    #[must_use]
    pub fn with(self, rule: Rule) -> Self {
        Self(self.0 | Self::bit(rule))
    }

    /// The set without a rule.
    #[must_use]
    pub fn without(self, rule: Rule) -> Self {
        Self(self.0 & !Self::bit(rule))
    }

    fn bit(rule: Rule) -> u8 {
        1 << rule as u8
    }
}

impl Default for Prune {
    fn default() -> Self {
        Self::all()
    }
}

impl fmt::Display for Prune {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("none");
        }
        let names = Rule::ALL.into_iter().filter(|&rule| self.has(rule));
        write!(f, "{}", names.map(Rule::name).format(","))
    }
}

/// A word that names no rule.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a pruning rule: give all, none, or some of {all}", all = Prune::all())]
pub struct UnknownRule(String);

impl FromStr for Prune {
    type Err = UnknownRule;

    fn from_str(text: &str) -> Result<Self, UnknownRule> {
        text.split(',')
            .map(str::trim)
            .try_fold(Self::NONE, add_word)
    }
}

fn add_word(set: Prune, word: &str) -> Result<Prune, UnknownRule> {
    let named = |name| Rule::ALL.into_iter().find(|rule| rule.name() == name);
    let change = match (word, word.strip_prefix('-')) {
        ("all", _) => Some(Prune::all()),
        ("none", _) => Some(Prune::NONE),
        (_, Some(name)) => named(name).map(|rule| set.without(rule)),
        (_, None) => named(word).map(|rule| set.with(rule)),
    };
    change.ok_or_else(|| UnknownRule(word.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_read_as_it_is_written() {
        for set in Prune::every_set() {
            assert_eq!(set.to_string().parse(), Ok(set));
        }
    }

    #[test]
    fn a_minus_sign_takes_a_rule_off() {
        let set: Prune = "all,-corral".parse().unwrap();
        assert_eq!(set, Prune::all().without(Rule::Corral));
        assert_eq!("all".parse(), Ok(Prune::all()));
        assert_eq!("none".parse(), Ok(Prune::NONE));
    }

    #[test]
    fn an_unknown_word_is_named_with_the_words_there_are() {
        let error = "freeze,corrall".parse::<Prune>().unwrap_err().to_string();
        assert!(
            error.contains("`corrall`") && error.contains("freeze,corral,"),
            "{error}"
        );
    }
}
