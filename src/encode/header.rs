//! The comments that open a formula's file: for people what is asked, for programs how it was made.
//!
//! ```text
//! c written by sokosat 0.1.0
//! c level 2: The counter
//! c question: is it solved in exactly 12 pushes?
//! c sokosat exactly:12 lemmas:dead,windows,waste
//! c level sha256 50d8...
//! p cnf 2302 18554
//! ```
//!
//! From the line `sokosat ...` the variables of the file can be numbered again and a model be decoded;
//! the level hash says of which level. Only comments stand before the `p` line and none after it.

use itertools::Itertools;

use crate::bound::StartBound;
use crate::level::Level;

use super::cubes::horizons;
use super::file::Request;
use super::{Basis, Options, Span};

/// What opens the comment that holds the options.
const MADE: &str = "sokosat ";
/// What opens the comment that holds the level hash.
const LEVEL: &str = "level sha256 ";
/// What opens the comment that names the version.
const WRITER: &str = "written by sokosat ";

/// Comments for people: who wrote the file, of which level, and the question.
#[must_use]
pub fn titles(level: &Level, options: Options) -> Vec<String> {
    let title = level.title.as_deref().map(printable);
    let title = title.map_or(String::new(), |title| format!(": {title}"));
    let question = match options.span {
        Span::Exactly(pushes) => format!("is it solved in exactly {pushes} pushes?"),
        Span::AtMost(pushes) => format!("is it solved in at most {pushes} pushes?"),
        Span::Each(pushes) => {
            format!("a cube a horizon: is it solved in exactly so many pushes, up to {pushes}?")
        }
    };
    vec![
        format!("{WRITER}{}", env!("CARGO_PKG_VERSION")),
        format!("level {}{title}", level.number),
        format!("question: {question}"),
    ]
}

/// A title on one line of plain characters.
fn printable(title: &str) -> String {
    title
        .chars()
        .filter(|symbol| !symbol.is_control())
        .collect()
}

/// All comments of a file: those for people, how the formula was made, and why the level is
/// unsolvable, if that is seen at the start, or the horizons of its cubes in their order.
pub(super) fn comments(request: &Request, basis: &Basis) -> Vec<String> {
    let made = format!("{MADE}{}", request.options);
    let level = format!("{LEVEL}{}", request.level.hash());
    let fact = match basis.start() {
        StartBound::Unsolvable(reason) => Some(format!("unsolvable: {reason}")),
        StartBound::Bound(bound) => match horizons(basis, request.options.span) {
            None => None,
            Some(horizons) if horizons.is_empty() => Some(format!(
                "cubes: none, since every solution has at least {bound} pushes"
            )),
            Some(horizons) => Some(format!("cubes: {} pushes", horizons.iter().format(", "))),
        },
    };
    let lines = request.titles.iter().cloned().chain([made, level]);
    lines.chain(fact).collect()
}

/// What the comments of a file say; a part that is missing is none.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Header {
    /// The version that wrote it.
    pub version: Option<String>,
    /// How the formula was made.
    pub options: Option<Options>,
    /// The level hash.
    pub level: Option<String>,
}

impl Header {
    /// Takes one comment into account, its `c` taken off; the first of a kind stays.
    pub fn take(&mut self, comment: &str) {
        if let Some(version) = comment.strip_prefix(WRITER) {
            self.version.get_or_insert(version.trim().into());
        } else if let Some(hash) = comment.strip_prefix(LEVEL) {
            self.level.get_or_insert(hash.trim().into());
        } else if let Some(made) = comment.strip_prefix(MADE)
            && let Ok(options) = made.parse()
        {
            self.options.get_or_insert(options);
        }
    }
}
