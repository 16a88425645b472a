//! Reads LRAT files step by step, as text or in binary.
//!
//! Text: a line `ID LITERAL... 0 HINT... 0` adds a clause, a line `ID d CLAUSE... 0` deletes
//! clauses (its first number says nothing); blank lines and lines that start with `c` are skipped.
//!
//! Binary: a record `a ID LITERAL... 0 HINT... 0` or `d CLAUSE... 0`, its first byte the letter,
//! and every number n written as 2|n|, plus one if n < 0, in groups of seven bits, the lowest
//! first, with the eighth bit set in all bytes but the last. The usual tools write so; a text can
//! start with neither letter, so that the first byte tells.
//!
//! Cost: one pass; memory for the longest step.

use std::io::Read;

use super::super::bytes::{Bytes, Word, WordError};
use super::fault::{At, Fault, LratError, Place};
use crate::limits::Limits;

/// What a step does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Adds the clause `lits` by `ids` as hints.
    Add(u64),
    /// Deletes the clauses `ids`.
    Delete,
}

/// The two forms of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Binary,
}

/// Numbers between two looks at the limits.
const PATIENCE: u32 = 1 << 14;

/// The reader, with the content of the last step.
pub(super) struct Steps<'l, R> {
    bytes: Bytes<R>,
    form: Form,
    limits: &'l Limits,
    /// Numbers until the next look at the limits.
    patience: u32,
    /// Where the last step starts.
    pub(super) place: Place,
    /// The literals of an addition.
    pub(super) lits: Vec<i32>,
    /// The hints of an addition, or the clauses to delete.
    pub(super) ids: Vec<i64>,
}

impl<'l, R: Read> Steps<'l, R> {
    /// Looks at the first byte and gets ready to read.
    pub(super) fn new(input: R, limits: &'l Limits) -> Result<Self, LratError> {
        let mut bytes = Bytes::new(input);
        let form = match bytes.peek()? {
            Some(b'a' | b'd') => Form::Binary,
            _ => Form::Text,
        };
        let mut steps = Self {
            bytes,
            form,
            limits,
            patience: PATIENCE,
            place: Place {
                at: At::Line(1),
                step: 0,
            },
            lits: Vec::new(),
            ids: Vec::new(),
        };
        steps.place = steps.here();
        Ok(steps)
    }

    /// Reads the next step into `lits` and `ids`, if there is one.
    pub(super) fn next(&mut self) -> Result<Option<Kind>, LratError> {
        self.lits.clear();
        self.ids.clear();
        self.place.step = 0;
        match self.form {
            Form::Text => self.next_line(),
            Form::Binary => self.next_record(),
        }
    }

    /// Bytes read so far.
    pub(super) fn offset(&self) -> u64 {
        self.bytes.offset()
    }

    fn next_line(&mut self) -> Result<Option<Kind>, LratError> {
        let first = loop {
            self.place = self.here();
            match self.word()? {
                Word::LineEnd => {}
                Word::Other(b'c') => self.bytes.skip_line()?,
                Word::Other(byte) => return Err(self.fault(Fault::Garbage(byte))),
                Word::End => return Ok(None),
                Word::Number(number) => break number,
            }
        };
        let id = self.id(first)?;
        self.place.step = id;
        let kind = match self.word()? {
            Word::Other(b'd') => self.deletion_line()?,
            word => self.addition_line(id, word)?,
        };
        match self.word()? {
            Word::LineEnd | Word::End => Ok(Some(kind)),
            Word::Number(_) | Word::Other(_) => Err(self.fault(Fault::LineTooLong)),
        }
    }

    fn deletion_line(&mut self) -> Result<Kind, LratError> {
        self.place.step = 0;
        self.bytes.next()?;
        match self.bytes.peek()? {
            Some(byte) if !byte.is_ascii_whitespace() => Err(self.fault(Fault::Garbage(byte))),
            _ => self.id_list().map(|()| Kind::Delete),
        }
    }

    /// The rest of an addition whose first word after the id was read already.
    fn addition_line(&mut self, id: u64, mut word: Word) -> Result<Kind, LratError> {
        loop {
            match self.number_of(word)? {
                0 => break,
                lit => self.literal(lit)?,
            }
            word = self.word()?;
        }
        self.id_list()?;
        Ok(Kind::Add(id))
    }

    fn next_record(&mut self) -> Result<Option<Kind>, LratError> {
        self.place = self.here();
        match self.bytes.next()? {
            None => Ok(None),
            Some(b'd') => self.id_list().map(|()| Some(Kind::Delete)),
            Some(b'a') => self.addition_record().map(Some),
            Some(byte) => Err(self.fault(Fault::Garbage(byte))),
        }
    }

    fn addition_record(&mut self) -> Result<Kind, LratError> {
        let number = self.number()?;
        let id = self.id(number)?;
        self.place.step = id;
        loop {
            match self.number()? {
                0 => break,
                lit => self.literal(lit)?,
            }
        }
        self.id_list()?;
        Ok(Kind::Add(id))
    }

    fn id(&self, number: i64) -> Result<u64, LratError> {
        match u64::try_from(number) {
            Ok(id) if id > 0 => Ok(id),
            _ => Err(self.fault(Fault::NoId(number))),
        }
    }

    fn literal(&mut self, number: i64) -> Result<(), LratError> {
        match i32::try_from(number) {
            Ok(lit) if lit != i32::MIN => self.lits.push(lit),
            _ => return Err(self.fault(Fault::TooLarge)),
        }
        Ok(())
    }

    fn id_list(&mut self) -> Result<(), LratError> {
        loop {
            match self.number()? {
                0 => return Ok(()),
                id => self.ids.push(id),
            }
        }
    }

    #[inline]
    fn number(&mut self) -> Result<i64, LratError> {
        match self.form {
            Form::Text => {
                let word = self.word()?;
                self.number_of(word)
            }
            Form::Binary => self.binary_number(),
        }
    }

    fn number_of(&mut self, word: Word) -> Result<i64, LratError> {
        self.look_at_limits()?;
        match word {
            Word::Number(number) => Ok(number),
            Word::Other(byte) => Err(self.fault(Fault::Garbage(byte))),
            Word::LineEnd => Err(LratError::Refused {
                place: self.place,
                fault: Fault::LineTooShort,
            }),
            Word::End => Err(self.fault(Fault::Truncated)),
        }
    }

    fn binary_number(&mut self) -> Result<i64, LratError> {
        self.look_at_limits()?;
        let mut code = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self
                .bytes
                .next()?
                .ok_or_else(|| self.fault(Fault::Truncated))?;
            let bits = u64::from(byte & 0x7f);
            if (bits << shift) >> shift != bits {
                break;
            }
            code |= bits << shift;
            if byte < 0x80 {
                // A last group of zeros, and minus zero, are other spellings of the same number.
                let plain = (byte > 0 || shift == 0) && code != 1;
                return plain
                    .then(|| decode(code))
                    .ok_or_else(|| self.fault(Fault::Spelling));
            }
        }
        Err(self.fault(Fault::TooLarge))
    }

    fn look_at_limits(&mut self) -> Result<(), LratError> {
        self.patience -= 1;
        if self.patience == 0 {
            self.patience = PATIENCE;
            self.limits.check()?;
        }
        Ok(())
    }

    fn word(&mut self) -> Result<Word, LratError> {
        self.bytes.word().map_err(|error| match error {
            WordError::Io(error) => LratError::Io(error),
            WordError::TooLarge => self.fault(Fault::TooLarge),
            WordError::Spelling => self.fault(Fault::Spelling),
        })
    }

    fn here(&self) -> Place {
        let at = match self.form {
            Form::Text => At::Line(self.bytes.line()),
            Form::Binary => At::Byte(self.bytes.offset()),
        };
        Place { at, step: 0 }
    }

    /// A fault at the present byte.
    fn fault(&self, fault: Fault) -> LratError {
        let place = Place {
            step: self.place.step,
            ..self.here()
        };
        LratError::Refused { place, fault }
    }
}

/// The number with this code.
fn decode(code: u64) -> i64 {
    let size = (code >> 1).cast_signed();
    if code & 1 == 1 { -size } else { size }
}
