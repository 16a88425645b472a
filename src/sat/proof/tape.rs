//! Lemmas on a temporary file, read forwards or backwards.
//!
//! A record is the number of literals, the literals, the number of hints, the hints, each in
//! groups of seven bits, and then the length of all that in four bytes, by which the tape is read
//! backwards. Literals are written as 2v, plus one for a negated variable v. Memory: one block
//! and the longest lemma.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

/// What a hint names: the clause or the lemma with this number, from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ref {
    /// A clause of the formula.
    Input(u64),
    /// A lemma of the tape.
    Lemma(u64),
}

impl Ref {
    /// As one number: clauses even, lemmas odd.
    pub(super) fn code(self) -> u64 {
        match self {
            Self::Input(index) => 2 * index,
            Self::Lemma(index) => 2 * index + 1,
        }
    }

    /// The reverse of [`Ref::code`].
    pub(super) fn from_code(code: u64) -> Self {
        if code.is_multiple_of(2) {
            Self::Input(code / 2)
        } else {
            Self::Lemma(code / 2)
        }
    }
}

/// A clause and the clauses from which it follows by unit propagation in this order.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Lemma {
    /// DIMACS literals.
    pub(super) lits: Vec<i32>,
    /// Hints; the last one is the conflict.
    pub(super) hints: Vec<Ref>,
}

/// How far a tape had been written at some moment.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Mark {
    /// Lemmas written.
    pub(super) lemmas: u64,
    bytes: u64,
}

/// The tape. Reading and writing may alternate.
pub(super) struct Tape {
    file: BufWriter<File>,
    end: Mark,
    record: Vec<u8>,
}

/// Bytes read at once.
const BLOCK: u64 = 1 << 16;

impl Tape {
    /// An empty tape on a file without a name, which the system removes by itself.
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {
            file: BufWriter::new(tempfile::tempfile()?),
            end: Mark::default(),
            record: Vec::new(),
        })
    }

    /// Where the tape ends now.
    pub(super) fn mark(&self) -> Mark {
        self.end
    }

    /// Appends a lemma.
    pub(super) fn push(&mut self, lemma: &Lemma) -> io::Result<()> {
        self.record.clear();
        put_length(&mut self.record, lemma.lits.len());
        for lit in &lemma.lits {
            let code = u64::from(lit.unsigned_abs()) * 2 + u64::from(*lit < 0);
            put(&mut self.record, code);
        }
        put_length(&mut self.record, lemma.hints.len());
        for hint in &lemma.hints {
            put(&mut self.record, hint.code());
        }
        let length = u32::try_from(self.record.len()).map_err(io::Error::other)?;
        self.record.extend(length.to_le_bytes());
        self.file.write_all(&self.record)?;
        self.end.lemmas += 1;
        self.end.bytes += self.record.len() as u64;
        Ok(())
    }

    /// Calls `visit` with the lemmas before `mark` and their numbers, in their order.
    pub(super) fn forwards<E: From<io::Error>>(
        &mut self,
        mark: Mark,
        visit: impl FnMut(u64, &Lemma) -> Result<(), E>,
    ) -> Result<(), E> {
        self.file.seek(SeekFrom::Start(0))?;
        let visited = read_forwards(self.file.get_mut(), mark, visit);
        self.file.seek(SeekFrom::End(0))?;
        visited
    }

    /// Calls `visit` with the lemmas before `mark` and their numbers, the last one first.
    pub(super) fn backwards<E: From<io::Error>>(
        &mut self,
        mark: Mark,
        visit: impl FnMut(u64, &Lemma) -> Result<(), E>,
    ) -> Result<(), E> {
        self.file.flush()?;
        let visited = read_backwards(self.file.get_mut(), mark, visit);
        self.file.seek(SeekFrom::End(0))?;
        visited
    }
}

fn read_forwards<E: From<io::Error>>(
    file: &mut File,
    mark: Mark,
    mut visit: impl FnMut(u64, &Lemma) -> Result<(), E>,
) -> Result<(), E> {
    let mut input = BufReader::new(file);
    let mut lemma = Lemma::default();
    for index in 0..mark.lemmas {
        read(&mut input, &mut lemma)?;
        input.read_exact(&mut [0; 4])?;
        visit(index, &lemma)?;
    }
    Ok(())
}

fn read_backwards<E: From<io::Error>>(
    file: &mut File,
    mark: Mark,
    mut visit: impl FnMut(u64, &Lemma) -> Result<(), E>,
) -> Result<(), E> {
    let mut window = Window {
        file,
        start: mark.bytes,
        bytes: Vec::new(),
    };
    let mut lemma = Lemma::default();
    for index in (0..mark.lemmas).rev() {
        let length = window.take(4)?;
        let length = u32::from_le_bytes([length[0], length[1], length[2], length[3]]);
        let record = window.take(length as usize)?;
        read(&mut &record[..], &mut lemma)?;
        visit(index, &lemma)?;
    }
    Ok(())
}

/// Bytes before the place up to which a file has been read backwards.
struct Window<'f> {
    file: &'f mut File,
    /// Where `bytes` starts in the file.
    start: u64,
    bytes: Vec<u8>,
}

impl Window<'_> {
    /// Takes the last `length` bytes.
    fn take(&mut self, length: usize) -> io::Result<Vec<u8>> {
        while self.bytes.len() < length {
            let more = self.start.min(BLOCK.max(length as u64));
            if more == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            self.start -= more;
            self.file.seek(SeekFrom::Start(self.start))?;
            let mut bytes = Vec::new();
            (&mut *self.file).take(more).read_to_end(&mut bytes)?;
            bytes.append(&mut self.bytes);
            self.bytes = bytes;
        }
        Ok(self.bytes.split_off(self.bytes.len() - length))
    }
}

/// Reads a record without its length.
fn read(input: &mut impl Read, lemma: &mut Lemma) -> io::Result<()> {
    lemma.lits.clear();
    for _ in 0..get(input)? {
        let code = get(input)?;
        let size = i32::try_from(code / 2).map_err(io::Error::other)?;
        lemma.lits.push(if code % 2 == 1 { -size } else { size });
    }
    lemma.hints.clear();
    for _ in 0..get(input)? {
        lemma.hints.push(Ref::from_code(get(input)?));
    }
    Ok(())
}

fn put_length(record: &mut Vec<u8>, length: usize) {
    put(record, length as u64);
}

/// Appends a number in groups of seven bits, the lowest first.
pub(super) fn put(record: &mut Vec<u8>, mut number: u64) {
    let low = |number: u64| number.to_le_bytes()[0];
    while number >= 0x80 {
        record.push(low(number) | 0x80);
        number >>= 7;
    }
    record.push(low(number));
}

fn get(input: &mut impl Read) -> io::Result<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let mut byte = [0];
        input.read_exact(&mut byte)?;
        number |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] < 0x80 {
            return Ok(number);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lemma(index: u64) -> Lemma {
        let lit = i32::try_from(index + 1).unwrap();
        Lemma {
            lits: (1..=lit % 7).map(|factor| -factor * lit).collect(),
            hints: vec![Ref::Input(index), Ref::Lemma(index << 33)],
        }
    }

    #[test]
    fn a_tape_reads_the_same_in_both_directions_up_to_a_mark() {
        let mut tape = Tape::new().unwrap();
        let mut marks = Vec::new();
        for index in 0..30_000 {
            marks.push(tape.mark());
            tape.push(&lemma(index)).unwrap();
            if index == 20_000 {
                let mut expected = 0;
                tape.forwards(tape.mark(), |found, content| {
                    assert_eq!((found, content), (expected, &lemma(found)));
                    expected += 1;
                    io::Result::Ok(())
                })
                .unwrap();
                assert_eq!(expected, 20_001);
            }
        }
        let mut expected = 25_000;
        tape.backwards(marks[25_000], |found, content| {
            expected -= 1;
            assert_eq!((found, content), (expected, &lemma(found)));
            io::Result::Ok(())
        })
        .unwrap();
        assert_eq!(expected, 0);
    }

    #[test]
    fn a_lemma_longer_than_a_block_is_read_backwards() {
        let mut tape = Tape::new().unwrap();
        let long = Lemma {
            lits: (1..100_000).collect(),
            hints: Vec::new(),
        };
        tape.push(&lemma(3)).unwrap();
        tape.push(&long).unwrap();
        let mut found = Vec::new();
        tape.backwards(tape.mark(), |_, content| {
            found.push(content.clone());
            io::Result::Ok(())
        })
        .unwrap();
        assert_eq!(found, [long, lemma(3)]);
    }
}
