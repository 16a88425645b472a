//! Reads a formula in strict DIMACS CNF.
//!
//! Comments stand before the line `p cnf VARIABLES CLAUSES` only; some checkers take a comment
//! after it for the end of the formula. The counts must be exact for clauses and an upper bound
//! for variables. A clause ends with 0 and may go over several lines; CRLF is tolerated. Clauses
//! are kept as they are written: repeated literals, tautologies and the empty clause included.
//!
//! All clauses lie in one block of literals: 4 bytes a literal, 8 a clause. Nothing is reserved
//! on the word of the header.
//!
//! Source: <https://satcompetition.github.io/2024/benchmarks.html>.

use std::io::{self, Read};

use super::bytes::{Bytes, Word, WordError};
use crate::limits::{Limits, Stop};

/// A formula in conjunctive normal form: clauses of non-zero literals, numbered from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    variables: u32,
    /// Where each clause ends in `lits`.
    ends: Vec<usize>,
    lits: Vec<i32>,
}

/// Why a formula was not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CnfError {
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The text is not a formula.
    #[error("{line}:{column}: {fault}")]
    Text {
        /// Line, from one.
        line: u64,
        /// Column in bytes, from one, just behind what is at fault.
        column: u64,
        /// What is wrong.
        fault: CnfFault,
    },
}

/// What can be wrong with the text of a formula.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CnfFault {
    /// There is no header, or something else stands before it.
    #[error("there is no line 'p cnf VARIABLES CLAUSES' before the clauses")]
    NoHeader,
    /// The header is not `p cnf VARIABLES CLAUSES`.
    #[error("the header is not 'p cnf VARIABLES CLAUSES'")]
    BadHeader,
    /// A comment after the header.
    #[error("a comment stands after the header")]
    LateComment,
    /// Neither a number nor a blank.
    #[error("the byte {0:#04x} does not belong into a formula")]
    Garbage(u8),
    /// A number in an unusual spelling.
    #[error("a number is not written plainly")]
    Spelling,
    /// A number that is no literal at all.
    #[error("a number is too large")]
    TooLarge,
    /// A literal of a variable above the header's count.
    #[error("literal {0} is above the number of variables in the header")]
    Variable(i64),
    /// The text ends in the middle of a clause.
    #[error("the last clause is not ended by 0")]
    Unended,
    /// More clauses than announced.
    #[error("there are more clauses than the {0} of the header")]
    TooManyClauses(u64),
    /// Fewer clauses than announced.
    #[error("there are {found} clauses, the header says {announced}")]
    TooFewClauses {
        /// The header's number.
        announced: u64,
        /// Clauses read.
        found: u64,
    },
}

impl Cnf {
    /// Reads a whole formula from a stream, which needs no buffer of its own.
    ///
    /// # Errors
    /// The first fault with its place, a failing stream, or the limit that was reached.
    pub fn read(input: impl Read, limits: &Limits) -> Result<Self, CnfError> {
        let mut reader = Reader {
            bytes: Bytes::new(input),
            limits,
            cnf: Self::default(),
        };
        let announced = reader.header()?;
        reader.clauses(announced)?;
        Ok(reader.cnf)
    }

    /// The number of variables in the header.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The literals of a clause as they were written; clauses are counted from zero.
    ///
    /// # Panics
    /// When there is no such clause.
    #[must_use]
    pub fn clause(&self, index: usize) -> &[i32] {
        let start = index.checked_sub(1).map_or(0, |last| self.ends[last]);
        &self.lits[start..self.ends[index]]
    }

    /// All clauses in their order.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.len()).map(|index| self.clause(index))
    }

    /// The largest variable that occurs in a clause, 0 if none does.
    #[must_use]
    pub fn largest_variable(&self) -> u32 {
        let variables = self.lits.iter().map(|lit| lit.unsigned_abs());
        variables.max().unwrap_or(0)
    }
}

/// The line, from one, on which a clause begins; clauses are counted from zero.
///
/// None if the text is no formula or has no such clause.
pub(super) fn line_of_clause(input: impl Read, index: usize) -> Option<u64> {
    let mut bytes = Bytes::new(input);
    loop {
        match bytes.word().ok()? {
            Word::LineEnd => {}
            Word::Other(b'c') => bytes.skip_line().ok()?,
            Word::Other(b'p') => break bytes.skip_line().ok()?,
            _ => return None,
        }
    }
    let mut before = 0;
    loop {
        let word = bytes.word().ok()?;
        match word {
            Word::Number(_) if before == index => return Some(bytes.line()),
            Word::Number(0) => before += 1,
            Word::Number(_) | Word::LineEnd => {}
            Word::Other(_) | Word::End => return None,
        }
    }
}

/// Numbers between two looks at the limits.
const PATIENCE: usize = 1 << 14;

struct Reader<'l, R> {
    bytes: Bytes<R>,
    limits: &'l Limits,
    cnf: Cnf,
}

impl<R: Read> Reader<'_, R> {
    /// Skips the comments, reads the header and returns the number of clauses.
    fn header(&mut self) -> Result<u64, CnfError> {
        loop {
            match self.word()? {
                Word::LineEnd => {}
                Word::Other(b'c') => self.bytes.skip_line()?,
                Word::Other(b'p') => return self.header_line(),
                _ => return Err(self.fault(CnfFault::NoHeader)),
            }
        }
    }

    /// Reads the header; what is wrong with it is reported at its start.
    fn header_line(&mut self) -> Result<u64, CnfError> {
        let start = self.fault(CnfFault::BadHeader);
        for expected in *b"p cnf " {
            if self.bytes.next()? != Some(expected) {
                return Err(start);
            }
        }
        let (variables, clauses, end) = (self.word()?, self.word()?, self.word()?);
        let (Word::Number(variables), Word::Number(clauses)) = (variables, clauses) else {
            return Err(start);
        };
        let counts = (u32::try_from(variables), u64::try_from(clauses));
        let (Word::LineEnd | Word::End, (Ok(variables), Ok(clauses))) = (end, counts) else {
            return Err(start);
        };
        self.cnf.variables = variables;
        Ok(clauses)
    }

    fn clauses(&mut self, announced: u64) -> Result<(), CnfError> {
        loop {
            match self.word()? {
                Word::LineEnd => {}
                Word::Number(0) => self.end_clause(announced)?,
                Word::Number(number) => self.literal(number)?,
                Word::Other(b'c') => return Err(self.fault(CnfFault::LateComment)),
                Word::Other(byte) => return Err(self.fault(CnfFault::Garbage(byte))),
                Word::End => return self.end(announced),
            }
        }
    }

    fn literal(&mut self, number: i64) -> Result<(), CnfError> {
        if number.unsigned_abs() > u64::from(self.cnf.variables) {
            return Err(self.fault(CnfFault::Variable(number)));
        }
        let lit = i32::try_from(number).ok().filter(|lit| *lit != i32::MIN);
        let lit = lit.ok_or_else(|| self.fault(CnfFault::TooLarge))?;
        if self.cnf.lits.len().is_multiple_of(PATIENCE) {
            self.limits.check()?;
        }
        push(&mut self.cnf.lits, lit, self.limits)?;
        Ok(())
    }

    fn end_clause(&mut self, announced: u64) -> Result<(), CnfError> {
        if self.cnf.len() as u64 == announced {
            return Err(self.fault(CnfFault::TooManyClauses(announced)));
        }
        let end = self.cnf.lits.len();
        if self.cnf.len().is_multiple_of(PATIENCE) {
            self.limits.check()?;
        }
        push(&mut self.cnf.ends, end, self.limits)?;
        Ok(())
    }

    fn end(&mut self, announced: u64) -> Result<(), CnfError> {
        if self.cnf.ends.last().copied().unwrap_or(0) < self.cnf.lits.len() {
            return Err(self.fault(CnfFault::Unended));
        }
        let found = self.cnf.len() as u64;
        if found < announced {
            return Err(self.fault(CnfFault::TooFewClauses { announced, found }));
        }
        Ok(())
    }

    fn word(&mut self) -> Result<Word, CnfError> {
        self.bytes.word().map_err(|error| match error {
            WordError::Io(error) => CnfError::Io(error),
            WordError::TooLarge => self.fault(CnfFault::TooLarge),
            WordError::Spelling => self.fault(CnfFault::Spelling),
        })
    }

    fn fault(&self, fault: CnfFault) -> CnfError {
        CnfError::Text {
            line: self.bytes.line(),
            column: self.bytes.column(),
            fault,
        }
    }
}

/// Appends to a vector that asks before it doubles.
fn push<T>(items: &mut Vec<T>, item: T, limits: &Limits) -> Result<(), Stop> {
    if items.len() == items.capacity() {
        limits.may_grow((items.capacity() * 2 * size_of::<T>()) as u64)?;
    }
    items.push(item);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Cnf, CnfError> {
        Cnf::read(text.as_bytes(), &Limits::none())
    }

    fn refusal(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn a_formula_is_kept_as_it_is_written() {
        let text = "c one\r\nc\n\np cnf 3 4\r\n2 -1 2 0 0\n1\n-1 0\r\n3 0";
        let cnf = read(text).unwrap();
        let clauses: Vec<&[i32]> = cnf.clauses().collect();
        assert_eq!(clauses, [&[2, -1, 2][..], &[], &[1, -1], &[3]]);
        assert_eq!((cnf.variables(), cnf.largest_variable()), (3, 3));
        assert!(read("p cnf 0 0\n").unwrap().is_empty());
    }

    #[test]
    fn every_fault_has_its_sentence_and_its_place() {
        for (text, expected) in [
            ("", "1:1: there is no line 'p cnf"),
            ("1 0\n", "1:2: there is no line 'p cnf"),
            ("p cnf 1\n1 0\n", "1:1: the header is not"),
            ("p  cnf 1 1\n1 0\n", "1:1: the header is not"),
            ("c\np cnf -1 1\n1 0\n", "2:1: the header is not"),
            ("p cnf 1 -1\n1 0\n", "1:1: the header is not"),
            ("p cnf 1 1 1\n1 0\n", "1:1: the header is not"),
            ("p cnf 5000000000 1\n1 0\n", "1:1: the header is not"),
            (
                "p cnf 3000000000 1\n-2147483649 0\n",
                "2:12: a number is too large",
            ),
            (
                "p cnf 3000000000 1\n-2147483648 0\n",
                "2:12: a number is too large",
            ),
            ("p cnf 1 1\nc late\n1 0\n", "2:1: a comment stands after"),
            ("p cnf 1 1\n1 x 0\n", "2:3: the byte 0x78 does not belong"),
            ("p cnf 1 1\n+1 0\n", "2:1: the byte 0x2b does not belong"),
            ("p cnf 1 1\n01 0\n", "2:3: a number is not written plainly"),
            ("p cnf 1 1\n-2 0\n", "2:3: literal -2 is above"),
            (
                "p cnf 1 1\n99999999999999999999 0\n",
                "2:19: a number is too large",
            ),
            ("p cnf 1 1\n1\n", "3:1: the last clause is not ended"),
            (
                "p cnf 1 1\n1 0\n1 0\n",
                "3:4: there are more clauses than the 1",
            ),
            (
                "p cnf 1 3\n1 0\n1 0\n",
                "4:1: there are 2 clauses, the header says 3",
            ),
        ] {
            let found = refusal(text);
            assert!(found.starts_with(expected), "{text:?}: {found}");
        }
    }

    #[test]
    fn the_line_of_a_clause_is_found_again() {
        let text = "c a comment\n\np cnf 2 3\n1\n2 0 -1 0\n\n-2 0\n";
        let lines = [0, 1, 2, 3].map(|index| line_of_clause(text.as_bytes(), index));
        assert_eq!(lines, [Some(4), Some(5), Some(7), None]);
        assert_eq!(line_of_clause(&b"c only\n"[..], 0), None);
    }

    #[test]
    fn an_absurd_header_reserves_nothing() {
        let text = "p cnf 2147483647 9223372036854775807\n1 0\n";
        let found = refusal(text);
        assert!(found.contains("there are 1 clauses"), "{found}");
    }

    #[test]
    fn a_limit_ends_the_reading() {
        let text = "p cnf 1 1\n1 0\n";
        let limits = Limits::none().with_time(std::time::Duration::ZERO);
        let stopped = Cnf::read(text.as_bytes(), &limits);
        assert!(matches!(stopped, Err(CnfError::Stopped(Stop::Time))));
    }
}
