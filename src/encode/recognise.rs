//! Recognises a formula's file, or its map, as the one that this version writes of a level.
//!
//! The opening lines say of which level it was made, and how. Then it is written once more and
//! compared byte for byte; comments, and what a map says before its level hash, may differ. Only then
//! the numbers of its variables are known for sure, and a model of it can be read.
//! Memory does not depend on its size.

use std::io::{self, BufRead, Cursor, Read};
use std::rc::Rc;

use serde_json::Value;

use crate::cnf::Counter;
use crate::level::Level;
use crate::limits::{Limits, Stop};

use super::compare::Comparer;
use super::file::{Request, Unwritten, write_both, write_formula};
use super::header::Header;
use super::map::{FORMAT, VERSION};
use super::{Basis, Encoding, Options};

/// The most bytes of opening lines; those of the largest boards have a tenth of it.
const LONGEST_HEAD: u64 = 64 << 20;

/// Why a file is not the one that is written of a level.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Foreign {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another file altogether.
    #[error("it is neither a formula nor a map that sokosat wrote")]
    Unknown,
    /// A map of another format.
    #[error("the map has format version {0}, but only version {VERSION} can be read")]
    MapVersion(u64),
    /// A formula of another level.
    #[error("it was made of another level (level hash {theirs:.12}..., not {ours:.12}...)")]
    OtherLevel {
        /// The hash that it names.
        theirs: String,
        /// The hash of the level.
        ours: String,
    },
    /// Another version writes another formula.
    #[error(
        "it was written by sokosat {theirs}, and {ours} writes it otherwise from line {line} on"
    )]
    OtherVersion {
        /// The version that it names.
        theirs: String,
        /// This version.
        ours: &'static str,
        /// The first line that differs.
        line: u64,
    },
    /// It was changed or cut off.
    #[error(
        "it is not the formula that sokosat writes of this level and horizon: line {0} differs"
    )]
    Changed(u64),
}

/// Which of the two files it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Formula,
    Map,
}

impl Form {
    /// What opens the line from which on the bytes must agree.
    fn mark(self) -> &'static str {
        match self {
            Self::Formula => "p ",
            Self::Map => "\"level\":",
        }
    }
}

/// A file whose opening lines were read.
pub struct Source<R> {
    form: Form,
    version: Option<String>,
    level: String,
    options: Options,
    /// The number of the line at the mark.
    line: u64,
    file: io::Chain<Cursor<Vec<u8>>, R>,
}

impl<R: BufRead> Source<R> {
    /// Reads the opening lines.
    ///
    /// # Errors
    /// [`Foreign`], of the file as such.
    pub fn open(mut file: R) -> Result<Self, Foreign> {
        let mut head = Head::default();
        let mut lines = file.by_ref().take(LONGEST_HEAD);
        let form = loop {
            let mut line = Vec::new();
            if lines.read_until(b'\n', &mut line)? == 0 {
                return Err(Foreign::Unknown);
            }
            if let Some(form) = head.take(&line)? {
                break form;
            }
        };
        let Header {
            version,
            options,
            level,
        } = head.header;
        Ok(Self {
            form,
            version,
            level: level.ok_or(Foreign::Unknown)?,
            options: options.ok_or(Foreign::Unknown)?,
            line: head.mark,
            file: Cursor::new(head.kept).chain(file),
        })
    }

    /// How the formula was made.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Writes the formula again and compares; gives it with its size.
    ///
    /// The basis must be made of the level, for the lemmas of [`options`](Self::options).
    ///
    /// # Errors
    /// [`Foreign`].
    pub fn compare<'a>(
        self,
        level: &Level,
        basis: &Rc<Basis<'a>>,
        limits: &Limits,
    ) -> Result<(Encoding<'a>, Counter), Foreign> {
        let ours = level.hash();
        if self.level != ours {
            let theirs = self.level;
            return Err(Foreign::OtherLevel { theirs, ours });
        }
        let request = Request {
            level,
            options: self.options,
            titles: &[],
            limits,
        };
        let mut comparer = Comparer::new(self.file, self.line, self.form.mark());
        let written = match self.form {
            Form::Formula => write_formula(basis, &request, &mut comparer),
            Form::Map => write_both(basis, &request, io::sink(), &mut comparer),
        };
        let written = match written {
            Err(Unwritten::Stopped(stop)) => return Err(stop.into()),
            Err(Unwritten::Io(error)) if !comparer.differs() => return Err(error.into()),
            other => other,
        };
        match (comparer.difference()?, written) {
            (None, Ok((encoding, written))) => Ok((encoding, written.counter)),
            (line, _) => Err(changed(self.version, line.unwrap_or(self.line))),
        }
    }
}

/// The file differs at a line: another version may write it so, this one does not.
fn changed(version: Option<String>, line: u64) -> Foreign {
    let ours = env!("CARGO_PKG_VERSION");
    match version {
        Some(theirs) if theirs != ours => Foreign::OtherVersion { theirs, ours, line },
        _ => Foreign::Changed(line),
    }
}

/// The opening lines so far.
#[derive(Default)]
struct Head {
    header: Header,
    /// The file is a map.
    map: bool,
    /// Lines so far, and the number of that at the mark.
    lines: u64,
    mark: u64,
    /// The lines from the mark on.
    kept: Vec<u8>,
}

impl Head {
    /// Takes a line; says what the file is once that and all else is known.
    fn take(&mut self, line: &[u8]) -> Result<Option<Form>, Foreign> {
        self.lines += 1;
        let text = std::str::from_utf8(line).map_err(|_| Foreign::Unknown)?;
        if self.lines == 1 && text.starts_with('{') {
            self.map = true;
        }
        let form = if self.map { Form::Map } else { Form::Formula };
        if self.kept.is_empty() && text.starts_with(form.mark()) {
            self.mark = self.lines;
        }
        if self.mark > 0 {
            self.kept.extend_from_slice(line);
        }
        match form {
            Form::Formula if self.mark > 0 => return Ok(Some(form)),
            Form::Formula => {
                let comment = text.strip_prefix('c').ok_or(Foreign::Unknown)?;
                self.header.take(comment.trim());
            }
            Form::Map => self.take_field(text)?,
        }
        Ok(self
            .header
            .options
            .is_some()
            .then_some(form)
            .filter(|_| self.map))
    }

    /// Takes one line of a map: a name and its value.
    fn take_field(&mut self, line: &str) -> Result<(), Foreign> {
        let field = line
            .trim_end()
            .trim_end_matches(',')
            .trim_start_matches('{');
        let field: Value =
            serde_json::from_str(&format!("{{{field}}}")).map_err(|_| Foreign::Unknown)?;
        let text = |name: &str| field[name].as_str().map(String::from);
        if self.lines == 1 && field["format"] != FORMAT {
            return Err(Foreign::Unknown);
        }
        match field["version"].as_u64() {
            Some(version) if version != u64::from(VERSION) => {
                return Err(Foreign::MapVersion(version));
            }
            _ => {}
        }
        let header = &mut self.header;
        header.version = header.version.take().or(text("sokosat"));
        header.level = header.level.take().or(text("level"));
        header.options = header
            .options
            .or(text("options").and_then(|made| made.parse().ok()));
        Ok(())
    }
}
