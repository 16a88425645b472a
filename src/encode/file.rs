//! A formula as a DIMACS file that says how it was made ([`header`](super::header)), with its map.

use std::io::{self, Write};
use std::rc::Rc;

use sha2::{Digest, Sha256};

use crate::board::Board;
use crate::cnf::Counter;
use crate::cnf::dimacs::Writer;
use crate::distance::Distances;
use crate::level::{Level, hex};
use crate::limits::{Limits, Stop};

use super::header::comments;
use super::map::{self, Facts};
use super::record::Recorder;
use super::{Basis, Encoding, Options, Span, encode, encode_on};

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum Unwritten {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Counts variables and clauses of a formula.
///
/// # Errors
/// The limit that was reached.
pub fn measure(
    board: &Board,
    distances: &Distances,
    options: Options,
    limits: &Limits,
) -> Result<Counter, Stop> {
    let mut counter = Counter::default();
    encode(board, distances, options, limits, &mut counter)?;
    Ok(counter)
}

/// A formula to be written to a file.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The level that it is about.
    pub level: &'a Level,
    /// What it says.
    pub options: Options,
    /// Comments for people, such as [`titles`](super::header::titles).
    pub titles: &'a [String],
    /// When to stop.
    pub limits: &'a Limits,
}

/// A formula that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its size.
    pub counter: Counter,
    /// SHA-256 of the bytes of its file.
    pub hash: String,
}

/// Writes the formula; memory does not depend on the number of clauses.
///
/// An incremental file if the formula is made for cubes, and DIMACS, in two passes, otherwise.
/// The basis must be made of the level of the request, for its lemmas.
///
/// # Errors
/// The limit that was reached or what the stream says.
pub fn write(basis: &Rc<Basis>, request: &Request, out: impl Write) -> Result<Written, Unwritten> {
    Ok(write_formula(basis, request, out)?.1)
}

/// Writes the formula and its map ([`map`]), each to its stream.
///
/// The map is written when the formula is complete. Neither needs memory for clauses.
///
/// # Errors
/// The limit that was reached or what a stream says.
pub fn write_with_map(
    basis: &Rc<Basis>,
    request: &Request,
    out: impl Write,
    map: impl Write,
) -> Result<Written, Unwritten> {
    Ok(write_both(basis, request, out, map)?.1)
}

/// Writes the formula and gives it back with what was written.
pub(super) fn write_formula<'a>(
    basis: &Rc<Basis<'a>>,
    request: &Request,
    out: impl Write,
) -> Result<(Encoding<'a>, Written), Unwritten> {
    let mut writer = open(basis, request, out)?;
    let encoding = encode_on(basis, request.options, request.limits, &mut writer)?;
    let written = ended(writer, &encoding)?;
    Ok((encoding, written))
}

/// Writes formula and map and gives the formula back with what was written.
pub(super) fn write_both<'a>(
    basis: &Rc<Basis<'a>>,
    request: &Request,
    out: impl Write,
    mut map: impl Write,
) -> Result<(Encoding<'a>, Written), Unwritten> {
    let mut writer = open(basis, request, out)?;
    let mut recorder = Recorder::new(&mut writer)?;
    let encoding = encode_on(basis, request.options, request.limits, &mut recorder)?;
    let record = recorder.finish()?;
    let written = ended(writer, &encoding)?;
    let facts = Facts {
        canonical: &request.level.canonical(),
        options: request.options,
        encoding: &encoding,
        counter: written.counter,
        cnf: &written.hash,
    };
    map::write(&mut map, &facts, record)?;
    map.flush()?;
    Ok((encoding, written))
}

/// Writes what stands before the clauses, and counts them first where that is asked for.
fn open<W: Write>(
    basis: &Rc<Basis>,
    request: &Request,
    out: W,
) -> Result<Writer<Hashing<W>>, Unwritten> {
    let &Request {
        options, limits, ..
    } = request;
    let out = Hashing::new(out);
    let comments = comments(request, basis);
    if matches!(options.span, Span::Each(_)) {
        return Ok(Writer::incremental(out, &comments)?);
    }
    let mut counter = Counter::default();
    encode_on(basis, options, limits, &mut counter)?;
    Ok(Writer::new(out, &comments, counter)?)
}

/// Writes the cubes and ends the file.
fn ended<W: Write>(mut writer: Writer<Hashing<W>>, encoding: &Encoding) -> io::Result<Written> {
    for cube in encoding.cubes() {
        writer.cube(&cube.lits);
    }
    let counter = writer.written();
    let hash = writer.finish()?.hash();
    Ok(Written { counter, hash })
}

/// Hands bytes on and hashes them.
struct Hashing<W> {
    out: W,
    hasher: Sha256,
}

impl<W: Write> Hashing<W> {
    fn new(out: W) -> Self {
        let hasher = Sha256::new();
        Self { out, hasher }
    }

    fn hash(self) -> String {
        hex(&self.hasher.finalize())
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.out.write(bytes)?;
        self.hasher.update(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
