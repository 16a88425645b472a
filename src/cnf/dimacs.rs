//! Writes a formula in strict DIMACS CNF.
//!
//! `c` lines come first, then `p cnf VARIABLES CLAUSES` with exact counts, then one clause a
//! line, ended by ` 0`; no trailing blanks, LF line ends, the same bytes for the same clauses.
//! Checkers are strict about each of these: one of them accepts an empty proof of a satisfiable
//! file if a comment stands after the `p` line.
//!
//! Since the counts stand before the clauses, a formula is written in two passes: once into a
//! [`Counter`], once into a [`Writer`]; memory does not depend on its size.
//!
//! An incremental file has `p inccnf` without counts instead, and after the clauses one line `a ... 0`
//! for each cube, the literals to be assumed together.
//! Sources: the SAT competition's format, <https://satcompetition.github.io/2024/benchmarks.html>;
//! the incremental one, <http://www.siert.nl/icnf/>.

use std::io::{self, Write};

use super::{ClauseSink, Counter, Lit, Rule};

/// Writes each clause at once. The first error of the stream is kept and ends the output.
///
/// Small writes are gathered, so that the stream needs no buffer of its own.
pub struct Writer<W: Write> {
    out: W,
    gathered: Vec<u8>,
    announced: Option<Counter>,
    written: Counter,
    failed: Option<io::Error>,
}

impl<W: Write> Writer<W> {
    /// Writes the comments and the `p` line.
    ///
    /// # Errors
    /// What the stream says.
    pub fn new(out: W, comments: &[String], announced: Counter) -> io::Result<Self> {
        let Counter { variables, clauses } = announced;
        let mut writer = Self::open(out, comments, &format!("cnf {variables} {clauses}"))?;
        writer.announced = Some(announced);
        Ok(writer)
    }

    /// Writes the comments and the `p` line of an incremental file, which needs no counts.
    ///
    /// # Errors
    /// What the stream says.
    pub fn incremental(out: W, comments: &[String]) -> io::Result<Self> {
        Self::open(out, comments, "inccnf")
    }

    fn open(mut out: W, comments: &[String], problem: &str) -> io::Result<Self> {
        for line in comments.iter().flat_map(|text| text.lines()) {
            writeln!(out, "{}", format!("c {line}").trim_end())?;
        }
        writeln!(out, "p {problem}")?;
        Ok(Self {
            out,
            gathered: Vec::with_capacity(2 * GATHER),
            announced: None,
            written: Counter::default(),
            failed: None,
        })
    }

    /// Writes a cube: the line `a ... 0`.
    pub fn cube(&mut self, lits: &[Lit]) {
        self.gathered.extend_from_slice(b"a ");
        self.line(lits);
    }

    fn line(&mut self, lits: &[Lit]) {
        let mut digits = itoa::Buffer::new();
        for lit in lits {
            let digits = digits.format(lit.dimacs());
            self.gathered.extend_from_slice(digits.as_bytes());
            self.gathered.push(b' ');
        }
        self.gathered.extend_from_slice(b"0\n");
        if self.gathered.len() >= GATHER {
            if self.failed.is_none() {
                self.failed = self.out.write_all(&self.gathered).err();
            }
            self.gathered.clear();
        }
    }

    /// Variables and clauses so far.
    #[must_use]
    pub fn written(&self) -> Counter {
        self.written
    }

    /// Ends the file and gives the stream back.
    ///
    /// # Errors
    /// The first error of the stream.
    ///
    /// # Panics
    /// When the counts are not those announced: the two passes must write the same clauses.
    pub fn finish(mut self) -> io::Result<W> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        self.out.write_all(&self.gathered)?;
        self.out.flush()?;
        let announced = self.announced.unwrap_or(self.written);
        assert_eq!(
            self.written, announced,
            "both passes over a formula write the same clauses"
        );
        Ok(self.out)
    }
}

impl<W: Write> ClauseSink for Writer<W> {
    fn fresh(&mut self) -> Lit {
        self.written.fresh()
    }

    fn clause(&mut self, rule: &'static Rule, lits: &[Lit]) {
        self.written.clause(rule, lits);
        self.line(lits);
    }
}

/// So many bytes are handed to the stream at once.
const GATHER: usize = 1 << 16;

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::*;

    static RULE: Rule = Rule {
        name: "test",
        kind: Kind::Hard,
        sentence: "For tests.",
    };

    fn announced() -> Counter {
        Counter {
            variables: 2,
            clauses: 2,
        }
    }

    #[test]
    fn a_file_has_its_comments_first_and_exact_counts() {
        let comments = ["one\ntwo ".to_string(), String::new()];
        let mut writer = Writer::new(Vec::new(), &comments, announced()).unwrap();
        let (a, b) = (writer.fresh(), writer.fresh());
        writer.implies(&RULE, a, b);
        writer.unit(&RULE, !b);
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert_eq!(text, "c one\nc two\np cnf 2 2\n-1 2 0\n-2 0\n");
    }

    #[test]
    fn an_incremental_file_has_no_counts_and_cubes_after_its_clauses() {
        let mut writer = Writer::incremental(Vec::new(), &["one".into()]).unwrap();
        let (a, b) = (writer.fresh(), writer.fresh());
        writer.implies(&RULE, a, b);
        writer.cube(&[a, !b]);
        writer.cube(&[]);
        let text = String::from_utf8(writer.finish().unwrap()).unwrap();
        assert_eq!(text, "c one\np inccnf\n-1 2 0\na 1 -2 0\na 0\n");
    }

    #[test]
    fn a_full_disk_is_reported_at_the_end() {
        let mut room = [0_u8; 14];
        let mut writer = Writer::new(&mut room[..], &[], announced()).unwrap();
        let (a, b) = (writer.fresh(), writer.fresh());
        writer.implies(&RULE, a, b);
        writer.unit(&RULE, !b);
        let error = writer.finish().map(|_| ()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WriteZero);
    }

    #[test]
    #[should_panic(expected = "both passes")]
    fn a_wrong_count_is_refused() {
        let writer = Writer::new(Vec::new(), &[], announced()).unwrap();
        let _ = writer.finish();
    }
}
