//! Which lemmas a formula has: the switch behind `--lemmas`.
//!
//! A lemma is a family of redundant clauses, or of variables left out because they are false in
//! every plan. Any set of lemmas gives the same verdict at every horizon; without any, the
//! formula states the rules of the game and nothing else.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;

/// One family of redundant clauses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Lemma {
    /// Dead cells have no box variables; pushes into dead lone-box states have no variables.
    Dead,
    /// A push has a variable only while a lone box could be there and could still get home.
    Windows,
    /// The pushes that waste the potential are counted against a budget.
    Waste,
    /// Where the player ends settles what must be left of the budget.
    Terminal,
    /// Pairs and triples of boxes that cost waste, or never come home.
    Patterns,
    /// What sets of boxes cost right after a push, with the player on a known side.
    Regions,
    /// What sets of boxes cost in plans that keep to the budget of the formula.
    Budget,
}

impl Lemma {
    /// All lemmas, in the order in which they are written.
    pub const ALL: [Self; 7] = [
        Self::Dead,
        Self::Windows,
        Self::Waste,
        Self::Terminal,
        Self::Patterns,
        Self::Regions,
        Self::Budget,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dead => "dead",
            Self::Windows => "windows",
            Self::Waste => "waste",
            Self::Terminal => "terminal",
            Self::Patterns => "patterns",
            Self::Regions => "regions",
            Self::Budget => "budget",
        }
    }
}

/// A set of lemmas. Reads and writes `all`, `none` or names with commas between; a name with a
/// minus sign is taken off: `all,-waste`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lemmas(u8);

impl Lemmas {
    /// The rules of the game alone.
    pub const NONE: Self = Self(0);

    /// Every lemma.
    #[must_use]
    pub fn all() -> Self {
        Lemma::ALL.into_iter().fold(Self::NONE, Self::with)
    }

    /// Every set of lemmas, smallest number first.
    pub fn every_set() -> impl Iterator<Item = Self> {
        (0..1 << Lemma::ALL.len()).map(Self)
    }

    /// Whether the set has a lemma.
    #[must_use]
    pub fn has(self, lemma: Lemma) -> bool {
        self.0 & Self::bit(lemma) != 0
    }

    /// The set and a lemma.
    #[must_use]
    pub fn with(self, lemma: Lemma) -> Self {
        Self(self.0 | Self::bit(lemma))
    }

    /// The set without a lemma.
    #[must_use]
    pub fn without(self, lemma: Lemma) -> Self {
        Self(self.0 & !Self::bit(lemma))
    }

    fn bit(lemma: Lemma) -> u8 {
        1 << lemma as u8
    }
}

impl Default for Lemmas {
    fn default() -> Self {
        Self::all()
    }
}

impl fmt::Display for Lemmas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NONE {
            return f.write_str("none");
        }
        let names = Lemma::ALL.into_iter().filter(|&lemma| self.has(lemma));
        write!(f, "{}", names.map(Lemma::name).format(","))
    }
}

/// A word that names no lemma.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a lemma: give all, none, or some of dead,windows,waste,terminal,patterns,regions,budget"
)]
pub struct UnknownLemma(String);

impl FromStr for Lemmas {
    type Err = UnknownLemma;

    fn from_str(text: &str) -> Result<Self, UnknownLemma> {
        text.split(',')
            .map(str::trim)
            .try_fold(Self::NONE, add_word)
    }
}

fn add_word(set: Lemmas, word: &str) -> Result<Lemmas, UnknownLemma> {
    let named = |name| Lemma::ALL.into_iter().find(|lemma| lemma.name() == name);
    let unknown = || UnknownLemma(word.to_string());
    match word {
        "all" => Ok(Lemmas::all()),
        "none" => Ok(Lemmas::NONE),
        _ => match word.strip_prefix('-') {
            Some(name) => named(name).map(|lemma| set.without(lemma)),
            None => named(word).map(|lemma| set.with(lemma)),
        }
        .ok_or_else(unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_read_as_it_is_written() {
        for set in Lemmas::every_set() {
            assert_eq!(set.to_string().parse(), Ok(set));
        }
        assert_eq!(Lemmas::every_set().count(), 128);
    }

    #[test]
    fn a_minus_sign_takes_a_lemma_off() {
        let set: Lemmas = "all,-waste".parse().unwrap();
        assert_eq!(
            set.to_string(),
            "dead,windows,terminal,patterns,regions,budget"
        );
        assert_eq!("all".parse(), Ok(Lemmas::all()));
        assert_eq!("none".parse(), Ok(Lemmas::NONE));
    }

    #[test]
    fn the_names_in_the_error_are_those_of_the_table() {
        let error = "dead,wate".parse::<Lemmas>().unwrap_err().to_string();
        assert!(error.contains("`wate`"), "{error}");
        assert!(error.contains(&Lemmas::all().to_string()), "{error}");
    }
}
