//! The map of a formula: what its variables mean and which rules its clauses follow.
//!
//! One JSON document a formula, one field, moment or run a line, in the names of the boards as they are written, so
//! that a checker needs none of the code that wrote the formula:
//!
//! ```text
//! {"format":"sokosat-tiles-map","version":1,"sokosat":"0.1.0",
//! "board":"283/164/7_5","target":"123/8_4/765",
//! "moves":3,                            the formula says "at most so many moves"
//! "variables":123,"clauses":456,
//! "moments":[
//! {"t":0,                               what holds before move t
//!  "on":[[cell,number,var],...],        this number, 0 for the blank, stands on this cell, by rows from 0
//!  "idle":var or null,                  move t and all later ones are idle
//!  "wastes":var or null,                move t takes a tile away from its cell in the target
//!  "spent":[var,...],                   by k from 0: more than k of the moves before t are such
//!  "aux":[[var,[lit,...]],...]},        true if and only if one of these literals is
//! ...],
//! "runs":[["start",9],["one-thing",36],...]}    consecutive clauses of one rule, in file order
//! ```
//!
//! Every variable of the formula stands in exactly one place; one of `on` that is absent is false in every plan. The
//! lengths of the runs add up to `clauses`.

use std::io::{self, Write};

use serde::Serialize;

use crate::cnf::{Counter, Lit};
use crate::encode::map::{field, list};
use crate::encode::record::{Definitions, Record};
use crate::tiles::encode::{Encoding, Moment};
use crate::tiles::grid::Grid;
use crate::tiles::puzzle::{Cell, Puzzle};

/// The format that every map names first.
pub const FORMAT: &str = "sokosat-tiles-map";
/// The version of the format.
pub const VERSION: u32 = 1;

/// A formula that was written.
pub struct Facts<'a> {
    /// The board.
    pub start: &'a Grid,
    /// The target.
    pub target: &'a Grid,
    /// The two in the names of the formula.
    pub puzzle: &'a Puzzle,
    /// It says "at most so many moves".
    pub moves: usize,
    /// The formula.
    pub encoding: &'a Encoding,
    /// Its size.
    pub counter: Counter,
}

#[derive(Serialize)]
struct Line {
    t: usize,
    on: Vec<(usize, u8, u32)>,
    idle: Option<u32>,
    wastes: Option<u32>,
    spent: Vec<u32>,
    aux: Vec<(u32, Vec<i32>)>,
}

/// Writes a map.
///
/// # Errors
/// What the stream or the record says.
pub fn write(out: &mut impl Write, facts: &Facts, record: Record) -> io::Result<()> {
    let Record { runs, mut defined } = record;
    out.write_all(b"{")?;
    field(out, "format", FORMAT)?;
    field(out, "version", &VERSION)?;
    field(out, "sokosat", env!("CARGO_PKG_VERSION"))?;
    field(out, "board", &facts.start.line())?;
    field(out, "target", &facts.target.line())?;
    field(out, "moves", &facts.moves)?;
    field(out, "variables", &facts.counter.variables)?;
    field(out, "clauses", &facts.counter.clauses)?;
    let moments = &facts.encoding.moments;
    let ends = ends(moments);
    let lines = moments.iter().zip(ends).enumerate();
    list(
        out,
        "moments",
        lines.map(|(t, (moment, end))| facts.line((t, moment), &mut defined, end)),
    )?;
    out.write_all(b",\n")?;
    let runs = runs.iter().map(|&(rule, count)| Ok((rule.name, count)));
    list(out, "runs", runs)?;
    out.write_all(b"}\n")
}

impl Facts<'_> {
    /// What there is of a moment, and the definitions before a variable.
    fn line(
        &self,
        (t, moment): (usize, &Moment),
        defined: &mut Definitions,
        end: u32,
    ) -> io::Result<Line> {
        let mut on = Vec::new();
        for (cell, (&blank, tiles)) in (0..).zip(moment.blank.iter().zip(&moment.on)) {
            let place = self.puzzle.written(cell);
            on.extend(blank.map(|lit| (place.into(), 0, lit.var())));
            for (tile, lit) in (0..).zip(tiles) {
                on.extend(lit.map(|lit| (place.into(), self.number(tile), lit.var())));
            }
        }
        let aux = std::iter::from_fn(|| defined.before(end).transpose());
        let aux = aux.map(|found| found.map(|found| (found.aux, found.members)));
        Ok(Line {
            t,
            on,
            idle: moment.idle.map(Lit::var),
            wastes: moment.bad.map(Lit::var),
            spent: moment.spent.iter().map(|lit| lit.var()).collect(),
            aux: aux.collect::<io::Result<_>>()?,
        })
    }

    /// The number that a tile has on the boards as written: the target's on the cell that names it.
    fn number(&self, tile: Cell) -> u8 {
        self.target.numbers()[usize::from(self.puzzle.written(tile))]
    }
}

/// By moment: the first variable of any later one.
fn ends(moments: &[Moment]) -> Vec<u32> {
    let mut next = u32::MAX;
    let mut ends = Vec::new();
    for moment in moments.iter().rev() {
        ends.push(next);
        let all = moment.blank.iter().chain(moment.on.iter().flatten());
        next = all.flatten().map(|lit| lit.var()).fold(next, u32::min);
    }
    ends.reverse();
    ends
}
