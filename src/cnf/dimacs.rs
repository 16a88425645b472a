//! Writes a formula in strict DIMACS CNF.
//!
//! `c` lines come first, then `p cnf VARIABLES CLAUSES` with exact counts, then one clause a
//! line, ended by ` 0`; no trailing blanks, LF line ends, the same bytes for the same clauses.
//! Checkers are strict about each of these: one of them accepts an empty proof of a satisfiable
//! file if a comment stands after the `p` line.
//!
//! Since the counts stand before the clauses, a formula is written in two passes: once into a
//! [`Counter`], once into a [`Writer`]; memory does not depend on its size.
//! Source: the SAT competition's format, <https://satcompetition.github.io/2024/benchmarks.html>.

use std::io::{self, Write};

use super::{ClauseSink, Counter, Lit, Rule};

/// Writes each clause at once. The first error of the stream is kept and ends the output.
pub struct Writer<W: Write> {
    out: W,
    announced: Counter,
    written: Counter,
    failed: Option<io::Error>,
}

impl<W: Write> Writer<W> {
    /// Writes the comments and the `p` line.
    ///
    /// # Errors
    /// What the stream says.
    pub fn new(mut out: W, comments: &[String], announced: Counter) -> io::Result<Self> {
        for line in comments.iter().flat_map(|text| text.lines()) {
            writeln!(out, "{}", format!("c {line}").trim_end())?;
        }
        let Counter { variables, clauses } = announced;
        writeln!(out, "p cnf {variables} {clauses}")?;
        Ok(Self {
            out,
            announced,
            written: Counter::default(),
            failed: None,
        })
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
        self.out.flush()?;
        assert_eq!(
            self.written, self.announced,
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
        if self.failed.is_none() {
            self.failed = write_clause(&mut self.out, lits).err();
        }
    }
}

fn write_clause(out: &mut impl Write, lits: &[Lit]) -> io::Result<()> {
    for lit in lits {
        write!(out, "{} ", lit.dimacs())?;
    }
    out.write_all(b"0\n")
}

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
