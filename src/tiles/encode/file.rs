//! The formula as a DIMACS file whose comments say how it was made, alone or with its map.

use std::io::Write;

use crate::cnf::dimacs::Writer;
use crate::cnf::{ClauseSink, Counter};
pub use crate::encode::file::Unwritten;
use crate::encode::record::Recorder;
use crate::limits::{Limits, Stop};
use crate::tiles::encode::map::{self, Facts};
use crate::tiles::encode::{Encoding, Options, Span, encode};
use crate::tiles::grid::Grid;
use crate::tiles::puzzle::{Misfit, Puzzle};

/// A formula to be written to a file.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    start: &'a Grid,
    target: &'a Grid,
    puzzle: Puzzle,
    options: Options,
}

impl<'a> Request<'a> {
    /// The question whether a board comes to a target.
    ///
    /// # Errors
    /// When the two are not of the same size.
    pub fn new(start: &'a Grid, target: &'a Grid, options: Options) -> Result<Self, Misfit> {
        Ok(Self {
            start,
            target,
            puzzle: Puzzle::new(start, target)?,
            options,
        })
    }

    /// The comments: who wrote the file, of which board, and the question.
    fn comments(&self) -> Vec<String> {
        let span = match self.options.span {
            Span::Exactly(moves) => format!("in exactly {moves}"),
            Span::AtMost(moves) => format!("in at most {moves}"),
            Span::Shortest(moves) => format!("best in exactly {moves}"),
        };
        vec![
            format!("written by sokosat {}", env!("CARGO_PKG_VERSION")),
            format!("sliding tiles {}", self.start.line()),
            format!("target {}", self.target.line()),
            format!("question: is it solved {span} moves?"),
            format!("sokosat tiles {}", self.options),
        ]
    }

    /// Hands the formula to a sink.
    ///
    /// # Errors
    /// The limit that was reached; the sink then holds a part of the formula.
    pub fn encode(&self, limits: &Limits, sink: &mut dyn ClauseSink) -> Result<Encoding, Stop> {
        encode(&self.puzzle, self.options, limits, sink)
    }

    /// Counts, then writes what stands before the clauses.
    fn open<W: Write>(&self, limits: &Limits, out: W) -> Result<(Writer<W>, Counter), Unwritten> {
        let mut counter = Counter::default();
        self.encode(limits, &mut counter)?;
        Ok((Writer::new(out, &self.comments(), counter)?, counter))
    }

    /// Writes the formula in two passes.
    ///
    /// # Errors
    /// The limit that was reached or what the stream says.
    pub fn write(&self, limits: &Limits, out: impl Write) -> Result<Counter, Unwritten> {
        let (mut writer, counter) = self.open(limits, out)?;
        self.encode(limits, &mut writer)?;
        writer.finish()?;
        Ok(counter)
    }

    /// Writes the formula and its map ([`map`]), each to its stream.
    ///
    /// # Errors
    /// The limit that was reached or what a stream says.
    pub fn write_with_map(
        &self,
        limits: &Limits,
        out: impl Write,
        mut map: impl Write,
    ) -> Result<Counter, Unwritten> {
        let (mut writer, counter) = self.open(limits, out)?;
        let mut recorder = Recorder::new(&mut writer)?;
        let encoding = self.encode(limits, &mut recorder)?;
        let record = recorder.finish()?;
        writer.finish()?;
        let facts = Facts {
            start: self.start,
            target: self.target,
            puzzle: &self.puzzle,
            moves: self.options.span.most(),
            encoding: &encoding,
            counter,
        };
        map::write(&mut map, &facts, record)?;
        map.flush()?;
        Ok(counter)
    }
}
