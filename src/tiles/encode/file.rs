//! The formula as a DIMACS file whose comments say how it was made.

use std::io::Write;

use crate::cnf::Counter;
use crate::cnf::dimacs::Writer;
pub use crate::encode::file::Unwritten;
use crate::limits::Limits;
use crate::tiles::encode::{Options, encode};
use crate::tiles::puzzle::Puzzle;

/// Writes the formula in two passes, the caller's comments first.
///
/// # Errors
/// The limit that was reached or what the stream says.
pub fn write<W: Write>(
    puzzle: &Puzzle,
    options: Options,
    titles: &[String],
    limits: &Limits,
    out: W,
) -> Result<Counter, Unwritten> {
    let mut counter = Counter::default();
    encode(puzzle, options, limits, &mut counter)?;
    let made = format!("sokosat tiles {options}");
    let comments: Vec<String> = titles.iter().cloned().chain([made]).collect();
    let mut writer = Writer::new(out, &comments, counter)?;
    encode(puzzle, options, limits, &mut writer)?;
    writer.finish()?;
    Ok(counter)
}
