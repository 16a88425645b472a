//! Counts and groups: `3r2(uR)` means `rrruRuR`.
//!
//! A count stands before the symbol or the bracket that it repeats; groups nest. What the
//! symbols mean is the caller's business, so rows of a board and moves of a solution share this
//! file. The output never grows beyond a bound, however large the counts are.

use std::fmt;

/// Why a run-length text cannot be expanded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// A symbol that the caller does not know.
    Foreign(char),
    /// More symbols than the bound given.
    TooMany(usize),
    /// A closing bracket without an opening one.
    LoneClose,
    /// An opening bracket without a closing one.
    LoneOpen,
    /// A count with nothing to repeat behind it.
    LoneCount,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Foreign(symbol) => write!(f, "foreign symbol {}", show(symbol)),
            Self::TooMany(most) => {
                write!(
                    f,
                    "the counts are too large: they make more than {most} symbols"
                )
            }
            Self::LoneClose => write!(f, "a bracket is closed that was not opened"),
            Self::LoneOpen => write!(f, "a bracket is opened but not closed"),
            Self::LoneCount => write!(f, "a count ends with nothing to repeat"),
        }
    }
}

/// A symbol as a message shows it: quoted, or by number where it would not be seen.
fn show(symbol: char) -> String {
    if symbol.is_ascii_graphic() || symbol.is_alphanumeric() {
        format!("'{symbol}'")
    } else {
        format!("U+{:04X}", u32::from(symbol))
    }
}

/// A cause and the place of the symbol it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fault<P> {
    pub(super) at: P,
    pub(super) cause: Cause,
}

/// Expands placed symbols; `read` gives the item of a symbol, at most `most` items come out.
pub(super) fn expand<P: Copy, T: Copy>(
    symbols: impl Iterator<Item = (char, P)>,
    read: impl Fn(char, P) -> Option<T>,
    most: usize,
) -> Result<Vec<T>, Fault<P>> {
    let mut output = Output {
        items: Vec::new(),
        open: Vec::new(),
        most,
    };
    let mut count: Option<(usize, P)> = None;
    for (symbol, at) in symbols {
        if let Some(digit) = symbol.to_digit(10) {
            let (value, since) = count.unwrap_or((0, at));
            let value = value.saturating_mul(10).saturating_add(digit as usize);
            count = Some((value, since));
            continue;
        }
        let (times, since) = count.unwrap_or((1, at));
        let done = match symbol {
            '(' => {
                output.open.push((output.items.len(), times, at));
                Ok(())
            }
            ')' if count.is_some() => Err(Cause::LoneCount),
            ')' => output.close(),
            _ => read(symbol, at)
                .ok_or(Cause::Foreign(symbol))
                .and_then(|item| output.repeat(item, times)),
        };
        done.map_err(|cause| {
            let is_foreign = matches!(cause, Cause::Foreign(_));
            let at = if is_foreign { at } else { since };
            Fault { at, cause }
        })?;
        count = None;
    }
    output.finish(count.map(|(_, at)| at))
}

struct Output<P, T> {
    items: Vec<T>,
    /// Where each open group starts, how often it is repeated, and the place of its bracket.
    open: Vec<(usize, usize, P)>,
    most: usize,
}

impl<P: Copy, T: Copy> Output<P, T> {
    fn repeat(&mut self, item: T, times: usize) -> Result<(), Cause> {
        if times > self.most - self.items.len() {
            return Err(Cause::TooMany(self.most));
        }
        self.items.extend(std::iter::repeat_n(item, times));
        Ok(())
    }

    fn close(&mut self) -> Result<(), Cause> {
        let (start, times, _) = self.open.pop().ok_or(Cause::LoneClose)?;
        let length = self.items.len() - start;
        if length.saturating_mul(times) > self.most - start {
            return Err(Cause::TooMany(self.most));
        }
        if times == 0 {
            self.items.truncate(start);
        } else if length > 0 {
            for _ in 1..times {
                self.items.extend_from_within(start..start + length);
            }
        }
        Ok(())
    }

    fn finish(self, count: Option<P>) -> Result<Vec<T>, Fault<P>> {
        let open = self.open.last().map(|&(_, _, at)| (at, Cause::LoneOpen));
        match count.map(|at| (at, Cause::LoneCount)).or(open) {
            Some((at, cause)) => Err(Fault { at, cause }),
            None => Ok(self.items),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(text: &str, most: usize) -> Result<String, Fault<usize>> {
        let symbols = text.chars().zip(1..);
        let read = |symbol: char, _| symbol.is_alphabetic().then_some(symbol);
        expand(symbols, read, most).map(|items| items.iter().collect())
    }

    #[test]
    fn counts_and_nested_groups_are_repeated() {
        assert_eq!(letters("3r2(uR)", 99).unwrap(), "rrruRuR");
        assert_eq!(letters("2(a2(bc))d", 99).unwrap(), "abcbcabcbcd");
        assert_eq!(letters("0a3()0(xyz)b", 99).unwrap(), "b");
    }

    #[test]
    fn a_fault_names_its_place_and_cause() {
        for (text, at, cause) in [
            ("ab?", 3, Cause::Foreign('?')),
            ("2?", 2, Cause::Foreign('?')),
            ("a)", 2, Cause::LoneClose),
            ("(a(b)", 1, Cause::LoneOpen),
            ("a12", 2, Cause::LoneCount),
            ("(a12)", 3, Cause::LoneCount),
        ] {
            assert_eq!(letters(text, 99), Err(Fault { at, cause }), "{text}");
        }
    }

    #[test]
    fn absurd_counts_are_refused_at_once() {
        for text in [
            "99999999a",
            "9999(9999(9999(a)))",
            "99999999999999999999999999a",
            "99999999999999999999999999(ab)",
        ] {
            let fault = letters(text, 1000).unwrap_err();
            assert_eq!(fault.cause, Cause::TooMany(1000), "{text}");
        }
        assert_eq!(letters("1000a", 1000).unwrap().len(), 1000);
        assert_eq!(letters("99999999999999999999()b", 1000).unwrap(), "b");
    }

    #[test]
    fn an_invisible_symbol_is_shown_by_its_number() {
        let cause = Cause::Foreign('\u{a0}').to_string();
        assert_eq!(cause, "foreign symbol U+00A0");
    }
}
