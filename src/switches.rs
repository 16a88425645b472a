//! Sets of named switches, as `--lemmas` and `--prune` take them.
//!
//! A set reads and writes `all`, `none` or names with commas between; a name with a minus sign is
//! taken off: `all,-waste`. It is one word, so sets are copied freely.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use itertools::Itertools;

/// Something that can be switched on and off by name.
pub trait Switch: Copy + fmt::Debug + 'static {
    /// What an error calls one of them.
    const KIND: &'static str;

    /// All of them, at most 32, in the order in which they are written.
    const ALL: &'static [Self];

    /// The name on the command line.
    fn name(self) -> &'static str;
}

/// A set of switches; all of them by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Switches<S> {
    bits: u32,
    kind: PhantomData<S>,
}

impl<S: Switch> Switches<S> {
    /// No switch on.
    pub const NONE: Self = Self::of(0);

    const fn of(bits: u32) -> Self {
        Self {
            bits,
            kind: PhantomData,
        }
    }

    /// Every switch on.
    #[must_use]
    pub fn all() -> Self {
        S::ALL.iter().copied().fold(Self::NONE, Self::with)
    }

    /// Every set, smallest number first.
    pub fn every_set() -> impl Iterator<Item = Self> {
        (0..1 << S::ALL.len()).map(Self::of)
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn has(self, switch: S) -> bool {
        self.bits & Self::bit(switch) != 0
    }

    /// The set with a switch on.
    #[must_use]
    pub fn with(self, switch: S) -> Self {
        Self::of(self.bits | Self::bit(switch))
    }

    /// The set with a switch off.
    #[must_use]
    pub fn without(self, switch: S) -> Self {
        Self::of(self.bits & !Self::bit(switch))
    }

    /// Names tell switches apart, so the place of the name is the bit.
    fn bit(switch: S) -> u32 {
        let place = S::ALL
            .iter()
            .position(|other| other.name() == switch.name());
        1 << place.expect("every switch is in the list of all")
    }
}

impl<S: Switch> Default for Switches<S> {
    fn default() -> Self {
        Self::all()
    }
}

impl<S: Switch> fmt::Display for Switches<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bits == 0 {
            return f.write_str("none");
        }
        let names = S::ALL.iter().filter(|&&switch| self.has(switch));
        write!(f, "{}", names.map(|switch| switch.name()).format(","))
    }
}

/// A word that names no switch.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not a {kind}: give all, none, or some of {all}")]
pub struct UnknownSwitch {
    word: String,
    kind: &'static str,
    all: String,
}

impl<S: Switch> FromStr for Switches<S> {
    type Err = UnknownSwitch;

    fn from_str(text: &str) -> Result<Self, UnknownSwitch> {
        let words = text.split(',').map(str::trim);
        words.into_iter().try_fold(Self::NONE, Self::add_word)
    }
}

impl<S: Switch> Switches<S> {
    fn add_word(self, word: &str) -> Result<Self, UnknownSwitch> {
        let named = |name| S::ALL.iter().copied().find(|switch| switch.name() == name);
        let set = match (word, word.strip_prefix('-')) {
            ("all", _) => Some(Self::all()),
            ("none", _) => Some(Self::NONE),
            (_, Some(name)) => named(name).map(|switch| self.without(switch)),
            (name, None) => named(name).map(|switch| self.with(switch)),
        };
        set.ok_or_else(|| UnknownSwitch {
            word: word.to_owned(),
            kind: S::KIND,
            all: Self::all().to_string(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Light {
        Red,
        Green,
        Blue,
    }

    impl Switch for Light {
        const KIND: &'static str = "light";
        const ALL: &'static [Self] = &[Self::Red, Self::Green, Self::Blue];

        fn name(self) -> &'static str {
            ["red", "green", "blue"][self as usize]
        }
    }

    type Lights = Switches<Light>;

    #[test]
    fn every_set_is_read_as_it_is_written() {
        for set in Lights::every_set() {
            assert_eq!(set.to_string().parse(), Ok(set));
        }
        assert_eq!(Lights::every_set().count(), 8);
    }

    #[test]
    fn a_minus_sign_takes_a_switch_off() {
        let set: Lights = "all,-green".parse().unwrap();
        assert_eq!(set.to_string(), "red,blue");
        assert!(set.has(Light::Red) && !set.has(Light::Green));
        assert_eq!("all".parse(), Ok(Lights::all()));
        assert_eq!("none".parse(), Ok(Lights::NONE));
        assert_eq!("none, blue".parse(), Ok(Lights::NONE.with(Light::Blue)));
    }

    #[test]
    fn an_error_names_the_word_and_what_could_stand_there() {
        let error = "red,gren".parse::<Lights>().unwrap_err().to_string();
        let expected = "`gren` is not a light: give all, none, or some of red,green,blue";
        assert_eq!(error, expected);
    }
}
