//! Writes a recorded refutation: one formula, and the lemmas that it takes to refute it.
//!
//! The clauses have the ids 1 to m in their order, the units of the failed assumptions follow, and
//! then come the lemmas. One pass backwards over the tape finds the lemmas that the empty clause
//! needs and where each clause is used for the last time; one pass forwards writes these lemmas,
//! numbered without gaps, each followed by the deletion of what is not used any more. So a checker
//! keeps no clause longer than it must. Memory: 8 bytes a clause and 16 a lemma of
//! the tape.

use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

use super::tape::{Lemma, Ref, put};
use super::{Book, RecordError, Refutation};
use crate::limits::Limits;

/// The form of a proof file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Lines of numbers, which every LRAT checker reads.
    Text,
    /// About a third of the size.
    Binary,
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The largest variable of the formula.
    pub variables: u32,
    /// Clauses of the formula without the units of the failed assumptions.
    pub clauses: u64,
    /// The failed assumptions as DIMACS literals, in the order of their units.
    pub assumed: Vec<i32>,
    /// Lemmas written, the empty clause included.
    pub lemmas: u64,
    /// Lemmas that the solver had derived.
    pub derived: u64,
    /// Bytes of the proof.
    pub bytes: u64,
}

/// No place of last use: nothing needs the clause.
const UNUSED: u64 = u64::MAX;

/// Where each clause and each lemma is used for the last time, as the number of a lemma of the
/// tape; the empty clause counts as the one behind the last.
struct Uses {
    inputs: Vec<u64>,
    lemmas: Vec<u64>,
}

impl Uses {
    fn of(&mut self, hint: Ref) -> &mut u64 {
        let (uses, index) = match hint {
            Ref::Input(index) => (&mut self.inputs, index),
            Ref::Lemma(index) => (&mut self.lemmas, index),
        };
        &mut uses[usize::try_from(index).expect("the tables of uses fit into memory")]
    }

    /// Notes the uses by a lemma that was not met before any later one.
    fn note(&mut self, hints: &[Ref], by: u64) {
        for &hint in hints {
            let last = self.of(hint);
            if *last == UNUSED {
                *last = by;
            }
        }
    }
}

/// Writes the last refutation of a book.
pub(super) fn write(
    book: &mut Book,
    cnf: &mut dyn Write,
    lrat: &mut dyn Write,
    (format, limits): (Format, &Limits),
) -> Result<Summary, RecordError> {
    let mut refutation = book.refutation.take().ok_or(RecordError::NotRefuted)?;
    if refutation.core.is_empty() {
        refutation.clauses = book.count;
        refutation.variables = book.variables;
    }
    let written = write_formula(book, &refutation, cnf)
        .map_err(RecordError::from)
        .and_then(|variables| {
            let uses = find_uses(book, &refutation, limits)?;
            let mut proof = Proof::new(lrat, format, &refutation, uses);
            book.tape.forwards(refutation.lemmas, |index, lemma| {
                limits.check()?;
                proof.lemma(index, lemma).map_err(RecordError::from)
            })?;
            proof.end(&refutation)?;
            Ok(proof.summary(variables, &refutation))
        });
    book.refutation = Some(refutation);
    written
}

/// Copies the clauses behind a header and appends the failed assumptions; returns the largest
/// variable.
fn write_formula(book: &mut Book, refutation: &Refutation, cnf: &mut dyn Write) -> io::Result<u32> {
    let mut cnf = BufWriter::new(cnf);
    let core = &refutation.core;
    let assumed = core.iter().map(|lit| lit.unsigned_abs());
    let variables = assumed.fold(refutation.variables, u32::max);
    let clauses = refutation.clauses + core.len() as u64;
    writeln!(cnf, "p cnf {variables} {clauses}")?;
    book.clauses.seek(SeekFrom::Start(0))?;
    let copied = copy_lines(book.clauses.get_mut(), &mut cnf, refutation.clauses);
    book.clauses.seek(SeekFrom::End(0))?;
    copied?;
    for lit in core {
        writeln!(cnf, "{lit} 0")?;
    }
    cnf.flush()?;
    Ok(variables)
}

fn copy_lines(input: &mut impl Read, output: &mut impl Write, lines: u64) -> io::Result<()> {
    use io::BufRead;
    let mut input = BufReader::new(input);
    let mut line = Vec::new();
    for _ in 0..lines {
        line.clear();
        input.read_until(b'\n', &mut line)?;
        output.write_all(&line)?;
    }
    Ok(())
}

/// Walks back from the empty clause to all that it needs.
fn find_uses(
    book: &mut Book,
    refutation: &Refutation,
    limits: &Limits,
) -> Result<Uses, RecordError> {
    let lemmas = refutation.lemmas.lemmas;
    limits.may_grow((refutation.clauses + 2 * lemmas) * size_of::<u64>() as u64)?;
    let table = |length| vec![UNUSED; usize::try_from(length).unwrap_or(usize::MAX)];
    let mut uses = Uses {
        inputs: table(refutation.clauses),
        lemmas: table(lemmas),
    };
    uses.note(&refutation.hints, lemmas);
    book.tape.backwards(refutation.lemmas, |index, lemma| {
        limits.check()?;
        if *uses.of(Ref::Lemma(index)) != UNUSED {
            uses.note(&lemma.hints, index);
        }
        Ok::<(), RecordError>(())
    })?;
    Ok(uses)
}

/// The proof file as far as it is written.
struct Proof<'w> {
    out: BufWriter<&'w mut dyn Write>,
    format: Format,
    uses: Uses,
    /// The final ids of the lemmas that are written.
    ids: Vec<u64>,
    /// The last id given.
    last: u64,
    lemmas: u64,
    bytes: u64,
    record: Vec<u8>,
}

impl<'w> Proof<'w> {
    fn new(out: &'w mut dyn Write, format: Format, refutation: &Refutation, uses: Uses) -> Self {
        Self {
            out: BufWriter::new(out),
            format,
            ids: vec![0; uses.lemmas.len()],
            uses,
            last: refutation.clauses + refutation.core.len() as u64,
            lemmas: 0,
            bytes: 0,
            record: Vec::new(),
        }
    }

    /// Writes a lemma of the tape if it is needed.
    fn lemma(&mut self, index: u64, lemma: &Lemma) -> io::Result<()> {
        if *self.uses.of(Ref::Lemma(index)) == UNUSED {
            return Ok(());
        }
        let hints: Vec<u64> = lemma.hints.iter().map(|&hint| self.id(hint)).collect();
        self.add(&lemma.lits, &hints)?;
        let slot = usize::try_from(index).expect("the table of ids fits into memory");
        self.ids[slot] = self.last;
        // No id occurs twice among the hints: a hint is satisfied once it was followed.
        let both = lemma.hints.iter().zip(&hints);
        let done = both.filter(|(hint, _)| *self.uses.of(**hint) == index);
        let done: Vec<u64> = done.map(|(_, id)| *id).collect();
        self.delete(&done)
    }

    /// Writes the empty clause.
    fn end(&mut self, refutation: &Refutation) -> io::Result<()> {
        let core = &refutation.core;
        let first = refutation.clauses + 1;
        let units = (first..).take(core.len());
        // Two assumptions that contradict each other need nothing else.
        let clash = core.iter().zip(units.clone()).find_map(|(lit, id)| {
            let other = core.iter().position(|other| *other == -lit)?;
            Some(vec![id, first + other as u64])
        });
        let hints = clash.unwrap_or_else(|| {
            let rest = refutation.hints.iter().map(|&hint| self.id(hint));
            units.chain(rest).collect()
        });
        self.add(&[], &hints)?;
        self.out.flush()
    }

    fn summary(&self, variables: u32, refutation: &Refutation) -> Summary {
        Summary {
            variables,
            clauses: refutation.clauses,
            assumed: refutation.core.clone(),
            lemmas: self.lemmas,
            derived: refutation.lemmas.lemmas,
            bytes: self.bytes,
        }
    }

    /// The final id of a clause or of a lemma that was written.
    fn id(&self, hint: Ref) -> u64 {
        match hint {
            Ref::Input(index) => index + 1,
            Ref::Lemma(index) => {
                self.ids[usize::try_from(index).expect("the table of ids fits into memory")]
            }
        }
    }

    fn add(&mut self, lits: &[i32], hints: &[u64]) -> io::Result<()> {
        self.last += 1;
        self.lemmas += 1;
        match self.format {
            Format::Text => {
                write!(self.record, "{} ", self.last)?;
                for lit in lits {
                    write!(self.record, "{lit} ")?;
                }
                self.record.extend(b"0 ");
            }
            Format::Binary => {
                self.record.push(b'a');
                put(&mut self.record, 2 * self.last);
                for lit in lits {
                    let code = u64::from(lit.unsigned_abs()) * 2 + u64::from(*lit < 0);
                    put(&mut self.record, code);
                }
                self.record.push(0);
            }
        }
        self.end_record(hints)
    }

    fn delete(&mut self, ids: &[u64]) -> io::Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        match self.format {
            Format::Text => write!(self.record, "{} d ", self.last)?,
            Format::Binary => self.record.push(b'd'),
        }
        self.end_record(ids)
    }

    /// Appends a list of ids to the record and writes it.
    fn end_record(&mut self, ids: &[u64]) -> io::Result<()> {
        match self.format {
            Format::Text => {
                for id in ids {
                    write!(self.record, "{id} ")?;
                }
                self.record.extend(b"0\n");
            }
            Format::Binary => {
                for id in ids {
                    put(&mut self.record, 2 * id);
                }
                self.record.push(0);
            }
        }
        self.bytes += self.record.len() as u64;
        self.out.write_all(&self.record)?;
        self.record.clear();
        Ok(())
    }
}
