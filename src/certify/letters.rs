//! Reads LURD text: letters, counts before a letter or group, groups in brackets, blanks.
//!
//! `3r2(uR)` is `rrruRuR`. A count of zero drops what follows it. The result is bounded by
//! [`MOST_MOVES`] letters, whatever the counts say, and is never larger on the way.

use super::replay::{Rejection, TextFault};

/// The most moves that are read; more are refused.
pub(super) const MOST_MOVES: usize = 1_000_000;

/// An open group: the letters before it and how often it is repeated.
type Open = (Vec<char>, usize);

/// Writes out counts and groups; the letters keep their case.
pub(super) fn read_letters(text: &str) -> Result<Vec<char>, Rejection> {
    let mut letters = Vec::new();
    let mut groups: Vec<Open> = Vec::new();
    let mut count = None;
    let mut position = 0;
    for letter in text.chars() {
        position += 1;
        let fail = |cause| Rejection::Text { position, cause };
        match letter {
            _ if letter.is_whitespace() => {}
            '0'..='9' => count = Some(longer_count(count, letter).map_err(fail)?),
            '(' => groups.push((std::mem::take(&mut letters), count.take().unwrap_or(1))),
            ')' if count.is_none() => {
                let (mut outer, times) = groups.pop().ok_or(TextFault::NoGroup).map_err(fail)?;
                repeat(&mut outer, &letters, times).map_err(fail)?;
                letters = outer;
            }
            'u' | 'd' | 'l' | 'r' | 'U' | 'D' | 'L' | 'R' => {
                repeat(&mut letters, &[letter], count.take().unwrap_or(1)).map_err(fail)?;
            }
            ')' => return Err(fail(TextFault::IdleCount)),
            _ => return Err(fail(TextFault::Foreign(letter))),
        }
    }
    let fail = |cause| Err(Rejection::Text { position, cause });
    match (count, groups.is_empty()) {
        (Some(_), _) => fail(TextFault::IdleCount),
        (None, false) => fail(TextFault::OpenGroup),
        (None, true) => Ok(letters),
    }
}

fn longer_count(count: Option<usize>, digit: char) -> Result<usize, TextFault> {
    let digit = digit.to_digit(10).map_or(0, |digit| digit as usize);
    let count = count.unwrap_or(0) * 10 + digit;
    if count > MOST_MOVES {
        return Err(TextFault::TooLong);
    }
    Ok(count)
}

fn repeat(letters: &mut Vec<char>, group: &[char], times: usize) -> Result<(), TextFault> {
    if group.len().saturating_mul(times) > MOST_MOVES - letters.len() {
        return Err(TextFault::TooLong);
    }
    if !group.is_empty() {
        letters.extend(std::iter::repeat_n(group, times).flatten());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        read_letters(text).unwrap().into_iter().collect()
    }

    fn fault(text: &str) -> (usize, TextFault) {
        match read_letters(text).unwrap_err() {
            Rejection::Text { position, cause } => (position, cause),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn counts_and_groups_are_written_out() {
        assert_eq!(read("3r2(uR)"), "rrruRuR");
        assert_eq!(read("2(l2(uD))0r\n 1 0 d"), "luDuDluDuDdddddddddd");
        assert_eq!(read(" \t\r\n"), "");
    }

    #[test]
    fn faults_are_named_with_their_position() {
        assert_eq!(fault("rx"), (2, TextFault::Foreign('x')));
        assert_eq!(fault("r)"), (2, TextFault::NoGroup));
        assert_eq!(fault("(r2)"), (4, TextFault::IdleCount));
        assert_eq!(fault("r2"), (2, TextFault::IdleCount));
        assert_eq!(fault("2((r)"), (5, TextFault::OpenGroup));
    }

    #[test]
    fn the_number_of_moves_is_bounded() {
        assert_eq!(read("1000000r").len(), MOST_MOVES);
        assert_eq!(fault("1000001r"), (7, TextFault::TooLong));
        assert_eq!(fault("99999999999999999999r"), (7, TextFault::TooLong));
        assert_eq!(fault("r1000000r"), (9, TextFault::TooLong));
        let towers = format!("{}r{}", "1000(".repeat(50), ")".repeat(50));
        assert_eq!(fault(&towers).1, TextFault::TooLong);
        assert_eq!(read("1000000(1000000(1000000()))"), "");
    }
}
