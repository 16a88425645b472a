//! Watches a formula being written: which rules its clauses follow, and what its fresh variables mean.
//!
//! A [`Recorder`] stands before another sink. It keeps the *runs*, consecutive clauses of one
//! rule: each step is written rule by rule, so there are some forty a step, however many clauses
//! there are. What auxiliary variables are defined by goes to an unnamed temporary file.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use crate::cnf::{ClauseSink, Lit, Rule};

/// So many consecutive clauses follow one rule.
pub type Run = (&'static Rule, u64);

/// Hands everything on and keeps what a map needs to know.
pub struct Recorder<'s> {
    sink: &'s mut dyn ClauseSink,
    runs: Vec<Run>,
    defined: BufWriter<File>,
    failed: Option<io::Error>,
}

impl<'s> Recorder<'s> {
    /// A recorder before a sink that has nothing yet.
    ///
    /// # Errors
    /// When there is no room for a temporary file.
    pub fn new(sink: &'s mut dyn ClauseSink) -> io::Result<Self> {
        Ok(Self {
            sink,
            runs: Vec::new(),
            defined: BufWriter::new(tempfile::tempfile()?),
            failed: None,
        })
    }

    /// What was recorded.
    ///
    /// # Errors
    /// What the temporary file said first.
    pub fn finish(self) -> io::Result<Record> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let mut file = self.defined.into_inner()?;
        file.rewind()?;
        Ok(Record {
            runs: self.runs,
            defined: Definitions {
                file: BufReader::new(file),
                next: None,
            },
        })
    }

    fn keep(&mut self, aux: Lit, members: &[Lit]) -> io::Result<()> {
        let count = i32::try_from(members.len()).map_err(io::Error::other)?;
        let numbers = [aux.dimacs(), count].into_iter();
        for number in numbers.chain(members.iter().map(|lit| lit.dimacs())) {
            self.defined.write_all(&number.to_le_bytes())?;
        }
        Ok(())
    }
}

impl ClauseSink for Recorder<'_> {
    fn fresh(&mut self) -> Lit {
        self.sink.fresh()
    }

    fn clause(&mut self, rule: &'static Rule, lits: &[Lit]) {
        match self.runs.last_mut() {
            Some((last, count)) if *last == rule => *count += 1,
            _ => self.runs.push((rule, 1)),
        }
        self.sink.clause(rule, lits);
    }

    fn define(&mut self, aux: Lit, members: &[Lit]) {
        if self.failed.is_none() {
            self.failed = self.keep(aux, members).err();
        }
        self.sink.define(aux, members);
    }
}

/// The runs and definitions of a whole formula.
pub struct Record {
    /// The runs in the order of the clauses; neighbours follow different rules.
    pub runs: Vec<Run>,
    /// The auxiliary variables, in the order of their numbers.
    pub defined: Definitions,
}

/// An auxiliary variable and the literals of which one is true if it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// The number of the variable.
    pub aux: u32,
    /// The literals; none for the variable of a contradiction.
    pub members: Vec<i32>,
}

/// Reads definitions one after another.
pub struct Definitions {
    file: BufReader<File>,
    next: Option<Definition>,
}

impl Definitions {
    /// The next definition, if its variable comes before `end`.
    ///
    /// # Errors
    /// What the temporary file says.
    pub fn before(&mut self, end: u32) -> io::Result<Option<Definition>> {
        if self.next.is_none() {
            self.next = self.read()?;
        }
        Ok(self.next.take_if(|next| next.aux < end))
    }

    fn read(&mut self) -> io::Result<Option<Definition>> {
        if io::BufRead::fill_buf(&mut self.file)?.is_empty() {
            return Ok(None);
        }
        let aux = self.number()?.unsigned_abs();
        let members = (0..self.number()?).map(|_| self.number());
        let members = members.collect::<io::Result<_>>()?;
        Ok(Some(Definition { aux, members }))
    }

    fn number(&mut self) -> io::Result<i32> {
        let mut bytes = [0; 4];
        self.file.read_exact(&mut bytes)?;
        Ok(i32::from_le_bytes(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Formula, Kind};

    const fn rule(name: &'static str) -> Rule {
        Rule {
            name,
            kind: Kind::Hard,
            sentence: "For tests.",
        }
    }
    static ONE: Rule = rule("one");
    static TWO: Rule = rule("two");

    #[test]
    fn runs_and_definitions_come_back_in_order() {
        let mut formula = Formula::default();
        let mut recorder = Recorder::new(&mut formula).unwrap();
        recorder.contradiction(&ONE);
        let lits: Vec<Lit> = (0..7).map(|_| recorder.fresh()).collect();
        recorder.at_most_one(&TWO, &lits);
        recorder.unit(&ONE, lits[0]);
        let mut record = recorder.finish().unwrap();
        let runs: Vec<(&str, u64)> = record.runs.iter().map(|run| (run.0.name, run.1)).collect();
        let all = formula.len() as u64;
        assert_eq!(runs, [("one", 2), ("two", all - 3), ("one", 1)]);
        let defined = &mut record.defined;
        let next = |aux, members: &[i32]| {
            let members = members.to_vec();
            Some(Definition { aux, members })
        };
        assert_eq!(defined.before(1).unwrap(), None);
        assert_eq!(defined.before(2).unwrap(), next(1, &[]));
        assert_eq!(defined.before(9).unwrap(), None);
        assert_eq!(defined.before(u32::MAX).unwrap(), next(9, &[2, 3, 4]));
        assert_eq!(defined.before(u32::MAX).unwrap(), next(10, &[5, 6, 7]));
        assert_eq!(defined.before(u32::MAX).unwrap(), None);
    }
}
