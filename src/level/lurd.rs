//! Solutions as text: `lurd`, upper case for a push, with counts and groups (`3r2(uR)`).
//!
//! Nothing is checked against a level here; the case is handed on as written, since a solution
//! in lower case alone is legal. Blanks and line ends mean nothing, even within a count.

use super::Place;
use super::runs;
use crate::board::Dir;

/// The most moves that a text may expand to.
pub const MAX_MOVES: usize = 10_000_000;

/// One move as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Step {
    /// Which way the player goes.
    pub dir: Dir,
    /// Whether the letter was upper case, which says that the move is a push.
    pub upper: bool,
}

/// Why a text is no solution, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {cause}", place.line, place.column)]
pub struct LurdError {
    /// Where to look.
    pub place: Place,
    /// One clear sentence without a full stop.
    pub cause: String,
}

/// Reads the moves of a text; an empty text is an empty solution.
///
/// # Errors
/// The first foreign character, count without a move, unbalanced bracket, or count that makes more
/// than [`MAX_MOVES`] moves.
pub fn read(text: &str) -> Result<Vec<Step>, LurdError> {
    let mut place = Place { line: 1, column: 0 };
    let placed = text.chars().filter_map(|symbol| {
        if symbol == '\n' {
            place = Place {
                line: place.line + 1,
                column: 0,
            };
        } else {
            place.column += 1;
        }
        let blank = symbol.is_whitespace() || symbol == '\u{feff}';
        (!blank).then_some((symbol, place))
    });
    runs::expand(placed, |symbol, _| step(symbol), MAX_MOVES).map_err(|fault| LurdError {
        place: fault.at,
        cause: format!("{} in the solution", fault.cause),
    })
}

fn step(symbol: char) -> Option<Step> {
    let letter = symbol.to_ascii_lowercase();
    let dir = Dir::ALL.into_iter().find(|dir| dir.letter() == letter)?;
    let upper = symbol.is_ascii_uppercase();
    Some(Step { dir, upper })
}

/// Writes moves as plain letters, without counts.
#[must_use]
pub fn write(steps: &[Step]) -> String {
    let letter = |step: &Step| {
        let letter = step.dir.letter();
        if step.upper {
            letter.to_ascii_uppercase()
        } else {
            letter
        }
    };
    steps.iter().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_written() {
        for (text, plain) in [
            ("", ""),
            ("lurdLURD", "lurdLURD"),
            ("3r2(uR)", "rrruRuR"),
            (" 1r\r\n(R) \u{feff}", "rR"),
            ("1 2 l", "llllllllllll"),
        ] {
            assert_eq!(write(&read(text).unwrap()), plain, "{text}");
        }
    }

    #[test]
    fn an_error_names_line_column_and_cause() {
        for (text, line, column, cause) in [
            ("rr\nu x", 2, 3, "foreign symbol 'x'"),
            ("r#", 1, 2, "foreign symbol '#'"),
            ("rr\n (u", 2, 2, "opened but not closed"),
            ("r)", 1, 2, "closed that was not opened"),
            ("ru\n12", 2, 1, "nothing to repeat"),
            ("u99999999r", 1, 2, "more than 10000000 symbols"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.place, Place { line, column }, "{text}: {error}");
            assert!(error.cause.contains(cause), "{error}");
        }
    }
}
