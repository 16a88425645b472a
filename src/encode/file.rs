//! A formula as a DIMACS file that says how it was made.
//!
//! The comments hold the caller's text and the line `sokosat exactly:12 lemmas:dead,...`, from
//! which the variables of the file can be numbered again and a model be decoded.

use std::io::{self, Write};
use std::rc::Rc;

use crate::board::Board;
use crate::cnf::Counter;
use crate::cnf::dimacs::Writer;
use crate::distance::Distances;
use crate::limits::{Limits, Stop};

use super::{Basis, Encoding, Options, encode, encode_on};

/// What opens the comment that holds the options.
const MARK: &str = "sokosat ";

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum Unwritten {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Counts variables and clauses of a formula.
///
/// # Errors
/// The limit that was reached.
pub fn measure(
    board: &Board,
    distances: &Distances,
    options: Options,
    limits: &Limits,
) -> Result<Counter, Stop> {
    let mut counter = Counter::default();
    encode(board, distances, options, limits, &mut counter)?;
    Ok(counter)
}

/// The comment lines of a file: the caller's, then how the formula was made and why it is
/// unsolvable, if that is seen at the start.
#[must_use]
pub fn comments(titles: &[String], encoding: &Encoding, options: Options) -> Vec<String> {
    let reason = encoding.reason();
    let reason = reason.map(|reason| format!("unsolvable: {reason}"));
    let made = format!("{MARK}{options}");
    titles.iter().cloned().chain([made]).chain(reason).collect()
}

/// Reads the options of a formula from the comments of its file, the `c` taken off or not.
#[must_use]
pub fn options_in<'t>(lines: impl IntoIterator<Item = &'t str>) -> Option<Options> {
    let made = |line: &str| {
        let text = line.strip_prefix("c ").unwrap_or(line);
        text.strip_prefix(MARK)?.parse().ok()
    };
    lines.into_iter().find_map(made)
}

/// Writes the formula in two passes; memory does not depend on the number of clauses.
///
/// # Errors
/// The limit that was reached or what the stream says.
pub fn write<W: Write>(
    (board, distances): (&Board, &Distances),
    options: Options,
    titles: &[String],
    limits: &Limits,
    out: W,
) -> Result<Counter, Unwritten> {
    let mut counter = Counter::default();
    let basis = Rc::new(Basis::new(board, distances, options.lemmas, limits)?);
    let encoding = encode_on(&basis, options, limits, &mut counter)?;
    let comments = comments(titles, &encoding, options);
    drop(encoding);
    let mut writer = Writer::new(out, &comments, counter)?;
    encode_on(&basis, options, limits, &mut writer)?;
    writer.finish()?;
    Ok(counter)
}
