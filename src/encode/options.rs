//! What a formula says about the horizon, and which lemmas it has.
//!
//! Written as `exactly:12 lemmas:dead,windows` into the comments of a DIMACS file and read back
//! from there, so that a model found elsewhere can be decoded.

use std::fmt;
use std::str::FromStr;

use super::lemmas::Lemmas;

/// The largest horizon that is written or read; longer plans than this are not known of any level.
pub const MOST_PUSHES: usize = 100_000;

/// How many pushes a plan has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Span {
    /// Exactly so many.
    Exactly(usize),
    /// At most so many; idle steps come first.
    AtMost(usize),
    /// At most so many, and how many exactly is chosen by a cube ([`cubes`](super::cubes)).
    Each(usize),
}

impl Span {
    /// The most pushes a plan may have.
    #[must_use]
    pub fn most(self) -> usize {
        match self {
            Self::Exactly(pushes) | Self::AtMost(pushes) | Self::Each(pushes) => pushes,
        }
    }

    /// Whether plans may have fewer pushes, idle steps taking the place of the first ones.
    #[must_use]
    pub fn has_idle_steps(self) -> bool {
        !matches!(self, Self::Exactly(_))
    }
}

/// What a formula is asked to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// How many pushes a plan has.
    pub span: Span,
    /// The redundant clauses to add.
    pub lemmas: Lemmas,
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.span {
            Span::Exactly(pushes) => write!(f, "exactly:{pushes}")?,
            Span::AtMost(pushes) => write!(f, "at-most:{pushes}")?,
            Span::Each(pushes) => write!(f, "each:{pushes}")?,
        }
        write!(f, " lemmas:{}", self.lemmas)
    }
}

/// A text that is not one of [`Options`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` does not say how a formula was made")]
pub struct NotOptions(String);

impl FromStr for Options {
    type Err = NotOptions;

    fn from_str(text: &str) -> Result<Self, NotOptions> {
        read(text).ok_or_else(|| NotOptions(text.to_string()))
    }
}

fn read(text: &str) -> Option<Options> {
    let (span, lemmas) = text.trim().split_once(' ')?;
    let (asked, pushes) = span.split_once(':')?;
    let pushes = pushes
        .parse()
        .ok()
        .filter(|&pushes| pushes <= MOST_PUSHES)?;
    let span = match asked {
        "exactly" => Span::Exactly(pushes),
        "at-most" => Span::AtMost(pushes),
        "each" => Span::Each(pushes),
        _ => return None,
    };
    let lemmas = lemmas.strip_prefix("lemmas:")?.parse().ok()?;
    Some(Options { span, lemmas })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_as_they_are_written() {
        for span in [Span::Exactly(12), Span::AtMost(0), Span::Each(7)] {
            for lemmas in Lemmas::every_set() {
                let options = Options { span, lemmas };
                assert_eq!(options.to_string().parse(), Ok(options));
            }
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "exactly:x lemmas:all",
            "exactly:3",
            "most:3 lemmas:all",
            "exactly:100001 lemmas:none",
        ] {
            assert!(text.parse::<Options>().is_err(), "{text}");
        }
    }
}
