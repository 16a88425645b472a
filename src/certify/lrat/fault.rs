//! Why a proof was refused, in one sentence each, and where.

use std::fmt;
use std::io;

use crate::limits::Stop;

/// A proof that was not accepted, or not checked to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LratError {
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A limit was reached before a verdict.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The proof is wrong.
    #[error("{place}: {fault}")]
    Refused {
        /// Where it is wrong.
        place: Place,
        /// What is wrong.
        fault: Fault,
    },
}

/// A place in a proof: for a fault of the form behind the last byte read, else the step's start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The line of a text, or the byte of a binary file.
    pub at: At,
    /// The clause that the step adds, 0 for a deletion and between steps.
    pub step: u64,
}

/// Lines are counted from one, bytes from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// A line of a text.
    Line(u64),
    /// A byte of a binary file.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            At::Line(line) => write!(f, "line {line}")?,
            At::Byte(byte) => write!(f, "byte {byte}")?,
        }
        match self.step {
            0 => Ok(()),
            step => write!(f, ", step {step}"),
        }
    }
}

/// What can be wrong with a proof.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A byte that belongs to no step.
    #[error("the byte {0:#04x} does not belong into a proof")]
    Garbage(u8),
    /// A number in an unusual spelling.
    #[error("a number is not written plainly")]
    Spelling,
    /// A number beyond what a literal or a clause id can be.
    #[error("a number is too large")]
    TooLarge,
    /// The file ends in the middle of a step.
    #[error("the file ends inside a step")]
    Truncated,
    /// A line ends in the middle of a step.
    #[error("the line ends inside a step")]
    LineTooShort,
    /// A line goes on behind the end of its step.
    #[error("the line goes on after its step")]
    LineTooLong,
    /// A step without a positive id.
    #[error("a step starts with {0}, which is no clause id")]
    NoId(i64),
    /// An id that is not above all ids before it.
    #[error("the id is not above the last one, {last}")]
    IdNotAbove {
        /// The last id.
        last: u64,
    },
    /// A literal of a variable that no clause of the formula has.
    #[error("the variable of literal {0} does not occur in the formula")]
    UnknownVariable(i32),
    /// A literal twice in one clause.
    #[error("the clause has literal {0} twice")]
    Repeated(i32),
    /// A variable and its negation in one clause.
    #[error("the clause has both {0} and its negation")]
    Tautology(i32),
    /// A hint of a resolution asymmetric tautology.
    #[error("hint {0} asks for a RAT check; only unit propagation is accepted here")]
    Rat(i64),
    /// No clause has had this id so far.
    #[error("no clause has had the id {0} so far")]
    UnknownClause(i64),
    /// A clause that is not there any more.
    #[error("clause {0} has been deleted or was never added")]
    DeadClause(u64),
    /// A hint with two or more literals that are not false.
    #[error("hint {0} is not unit: two of its literals are open")]
    NotUnit(u64),
    /// A hint with a true literal.
    #[error("hint {hint} is not unit: its literal {lit} is true")]
    Satisfied {
        /// The hint.
        hint: u64,
        /// The true literal.
        lit: i32,
    },
    /// Hints go on after the conflict.
    #[error("hint {0} stands after the conflict")]
    AfterConflict(u64),
    /// The hints end without a conflict.
    #[error("the hints do not lead to a conflict")]
    NoConflict,
    /// The file ends without the empty clause.
    #[error("the proof ends without the empty clause")]
    NoEmptyClause,
}
