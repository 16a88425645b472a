//! Reads what a SAT solver printed: its verdict and its model.
//!
//! Two formats, told apart by their first word:
//! - the SAT competition's: one `s` line with `SATISFIABLE`, `UNSATISFIABLE` or `UNKNOWN`, and any
//!   number of `v` lines, before or after it, whose literals end with one 0. Other lines are chatter.
//!   `INDETERMINATE`, the words without their `s`, and the comment `c UNKNOWN` that stands for a missing
//!   `s` line are how MiniSat, CryptoMiniSat and CaDiCaL say the same;
//! - MiniSat's result file: `SAT`, `UNSAT` or `INDET`, then the literals and 0, and nothing else.
//!
//! Line ends may be LF or CRLF; variables may be missing. What cannot be the output of one solver
//! that ended well is an error, never a verdict: a model without its 0, a literal and its negation, a
//! foreign variable, two verdicts, a verdict against the exit code.
//!
//! Bytes are taken as they come; one byte a variable of the formula is kept, nothing of the text.
//! Source: <https://satcompetition.github.io/2024/output.html>; the rest was seen on Kissat 4.0.4,
//! CaDiCaL 1.5.3, MiniSat 2.2.1, CryptoMiniSat 5.11.4 and PicoSAT 965.

mod values;

use std::io::{self, Read};

use super::Model;
use crate::limits::{Limits, Stop};
use values::Values;

/// What a solver said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Printed {
    /// There is a model.
    Sat {
        /// The values; variables that were not printed are false.
        model: Model,
        /// How many variables of the formula have no value in the output.
        missing: u32,
    },
    /// There is none.
    Unsat,
    /// The solver did not decide.
    Unknown,
}

/// What is known of a run besides its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The variables of the formula that was given to the solver.
    pub variables: u32,
    /// The exit code, if it is known.
    pub code: Option<i32>,
}

/// The verdict of an `s` line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// `SATISFIABLE`.
    Sat,
    /// `UNSATISFIABLE`.
    Unsat,
    /// `UNKNOWN`.
    Unknown,
}

impl Status {
    fn of(word: &[u8]) -> Option<Self> {
        match word {
            b"SATISFIABLE" => Some(Self::Sat),
            b"UNSATISFIABLE" => Some(Self::Unsat),
            b"UNKNOWN" | b"INDETERMINATE" => Some(Self::Unknown),
            _ => None,
        }
    }

    fn of_result_file(word: &[u8]) -> Option<Self> {
        match word {
            b"SAT" => Some(Self::Sat),
            b"UNSAT" => Some(Self::Unsat),
            b"INDET" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// Whether a solver that says so may end with this code: 10 and 20 are the verdicts, 0 says nothing.
    /// Of a run without a verdict any other code will do: CryptoMiniSat ends with 15.
    fn agrees(self, code: i32) -> bool {
        match self {
            Self::Sat => matches!(code, 0 | 10),
            Self::Unsat => matches!(code, 0 | 20),
            Self::Unknown => !matches!(code, 10 | 20),
        }
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Sat => "SATISFIABLE",
            Self::Unsat => "UNSATISFIABLE",
            Self::Unknown => "UNKNOWN",
        })
    }
}

/// Why an output was not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PrintedError {
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// A line is at fault.
    #[error("line {line}: {fault}")]
    Line {
        /// The line, from one.
        line: u64,
        /// What is wrong with it.
        fault: PrintedFault,
    },
    /// The output as a whole is at fault.
    #[error("{0}")]
    Whole(PrintedFault),
}

/// What can be wrong with the output of a solver.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrintedFault {
    /// An `s` line with another text.
    #[error("the s line is none of SATISFIABLE, UNSATISFIABLE and UNKNOWN")]
    BadStatus,
    /// Two verdicts.
    #[error("it says {now} after {before}")]
    TwoVerdicts {
        /// The first.
        before: Status,
        /// The second.
        now: Status,
    },
    /// A value that is no number of a literal.
    #[error("'{0}' is not a literal")]
    BadLiteral(String),
    /// A literal of a variable that the formula does not have.
    #[error("literal {0} is above the formula's {1} variables")]
    Foreign(i32, u32),
    /// A literal after its negation.
    #[error("variable {0} is both true and false")]
    Contradictory(u32),
    /// More values after the 0.
    #[error("values stand after the 0 that ends the model")]
    AfterEnd,
    /// There is no verdict.
    #[error("there is no s line")]
    NoStatus,
    /// Satisfiable, but without values.
    #[error("it says SATISFIABLE but prints no model")]
    NoModel,
    /// The values do not end with 0.
    #[error("the model is cut off: its closing 0 is missing")]
    Truncated,
    /// Unsatisfiable, but with values.
    #[error("it says UNSATISFIABLE but prints a model")]
    ModelOfNothing,
    /// The verdict and the exit code contradict each other.
    #[error("it says {0} but ended with exit code {1}")]
    WrongCode(Status, i32),
}

/// Reads the output of a solver.
///
/// ```
/// use sokosat::cnf::printed::{Printed, Run, read};
/// use sokosat::limits::Limits;
///
/// let run = Run { variables: 3, code: Some(10) };
/// let output = b"c hello\ns SATISFIABLE\nv 1 -2\nv 0\n";
/// let Printed::Sat { missing, .. } = read(&output[..], run, &Limits::none())? else {
///     panic!("the s line says so");
/// };
/// assert_eq!(missing, 1);
/// # Ok::<(), sokosat::cnf::printed::PrintedError>(())
/// ```
///
/// # Errors
/// [`PrintedError`].
pub fn read(mut input: impl Read, run: Run, limits: &Limits) -> Result<Printed, PrintedError> {
    let mut reader = Reader::new(run);
    let mut block = vec![0; BLOCK];
    loop {
        limits.check()?;
        match input.read(&mut block) {
            Ok(0) => return reader.finish(),
            Ok(count) => reader.take(&block[..count])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Bytes asked of the stream at once.
const BLOCK: usize = 1 << 16;

/// Letters of a word that are kept; every word with a meaning is shorter.
const LONGEST: usize = 24;

/// What a line is, by its first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// No word yet.
    Blank,
    Comment,
    Status,
    Values,
    /// A verdict without `s` if nothing follows it.
    Bare(Status),
    /// The first line of a result file if nothing follows it.
    Opening(Status),
    Chatter,
}

/// Takes the output in pieces of any size.
struct Reader {
    run: Run,
    values: Values,
    status: Option<Status>,
    /// The comment `c UNKNOWN` was seen.
    gave_up: bool,
    /// The output is a result file of MiniSat.
    result_file: bool,
    /// A word outside comments was seen.
    begun: bool,
    line: Line,
    number: u64,
    /// Words of the line so far.
    words: u32,
    word: Vec<u8>,
}

impl Reader {
    fn new(run: Run) -> Self {
        Self {
            run,
            values: Values::new(run.variables),
            status: None,
            gave_up: false,
            result_file: false,
            begun: false,
            line: Line::Blank,
            number: 1,
            words: 0,
            word: Vec::with_capacity(LONGEST),
        }
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), PrintedError> {
        for &byte in bytes {
            match byte {
                b'\n' => self.end_line()?,
                b' ' | b'\t' | b'\r' => self.end_word()?,
                _ if self.word.len() < LONGEST => self.word.push(byte),
                _ => {}
            }
        }
        Ok(())
    }

    fn end_word(&mut self) -> Result<(), PrintedError> {
        if self.word.is_empty() {
            return Ok(());
        }
        let word = std::mem::take(&mut self.word);
        self.words += 1;
        let read = match self.line {
            Line::Blank => self.open_line(&word),
            Line::Values => self.values.take(&word),
            Line::Status => self.read_status(&word),
            Line::Comment => {
                self.gave_up |= self.words == 2 && word == b"UNKNOWN";
                Ok(())
            }
            Line::Bare(_) | Line::Opening(_) => {
                self.line = Line::Chatter;
                Ok(())
            }
            Line::Chatter => Ok(()),
        };
        self.word = word;
        self.word.clear();
        read.map_err(|fault| self.at_line(fault))
    }

    /// Says what a line is by its first word.
    fn open_line(&mut self, word: &[u8]) -> Result<(), PrintedFault> {
        let first = !self.begun;
        self.begun |= word != b"c";
        if self.result_file && word != b"c" {
            self.line = Line::Values;
            return self.values.take(word);
        }
        let opening = Status::of_result_file(word).filter(|_| first);
        self.line = match (word, Status::of(word), opening) {
            (b"c", ..) => Line::Comment,
            (b"s", ..) => Line::Status,
            (b"v", ..) => Line::Values,
            (_, Some(status), _) => Line::Bare(status),
            (_, _, Some(status)) => Line::Opening(status),
            _ => Line::Chatter,
        };
        Ok(())
    }

    fn read_status(&mut self, word: &[u8]) -> Result<(), PrintedFault> {
        match Status::of(word) {
            Some(status) if self.words == 2 => self.settle(status),
            _ => Err(PrintedFault::BadStatus),
        }
    }

    fn settle(&mut self, now: Status) -> Result<(), PrintedFault> {
        match self.status.replace(now) {
            Some(before) if before != now => Err(PrintedFault::TwoVerdicts { before, now }),
            _ => Ok(()),
        }
    }

    fn end_line(&mut self) -> Result<(), PrintedError> {
        self.end_word()?;
        let ended = match self.line {
            Line::Bare(status) => self.settle(status),
            Line::Opening(status) => {
                self.result_file = true;
                self.settle(status)
            }
            Line::Status if self.words == 1 => Err(PrintedFault::BadStatus),
            _ => Ok(()),
        };
        ended.map_err(|fault| self.at_line(fault))?;
        self.line = Line::Blank;
        self.words = 0;
        self.number += 1;
        Ok(())
    }

    fn at_line(&self, fault: PrintedFault) -> PrintedError {
        PrintedError::Line {
            line: self.number,
            fault,
        }
    }

    fn finish(mut self) -> Result<Printed, PrintedError> {
        self.end_line()?;
        self.conclude().map_err(PrintedError::Whole)
    }

    fn conclude(self) -> Result<Printed, PrintedFault> {
        let given_up = self.gave_up.then_some(Status::Unknown);
        let status = self.status.or(given_up).ok_or(PrintedFault::NoStatus)?;
        if let Some(code) = self.run.code.filter(|&code| !status.agrees(code)) {
            return Err(PrintedFault::WrongCode(status, code));
        }
        match status {
            Status::Unknown => Ok(Printed::Unknown),
            Status::Unsat if self.values.any() => Err(PrintedFault::ModelOfNothing),
            Status::Unsat => Ok(Printed::Unsat),
            Status::Sat => self.values.model(),
        }
    }
}
