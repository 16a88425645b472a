//! The map of a formula: what its variables mean and which rules its clauses follow.
//!
//! One JSON document a formula, one field, moment, step or run a line, so that a checker or a script can
//! account for every variable and every clause without the code that wrote them:
//!
//! ```text
//! {"format":"sokosat-map","version":1,"sokosat":"0.1.0",
//! "cnf":HASH,"unsolvable":null or "why",        SHA-256 of the DIMACS file, uncompressed
//! "level":HASH,"rows":["#####",...],            the level's canonical rows and their SHA-256
//! "options":"at-most:12 lemmas:dead,windows",   as in the comments of the file; the same in parts:
//! "pushes":12,"at_most":true,"lemmas":"dead,windows",
//! "variables":123,"clauses":456,
//! "cells":[[x,y],...],                          floor cells by index: column and row in "rows"
//! "push_list":[[cell,"r"],...],                 pushes by index: cell of the box, direction
//! "contradictions":[var,...],                   variables x of two clauses x and !x
//! "cubes":[[pushes,[lit,...]],...],             assumptions that ask for one horizon, if it has such
//! "moments":[
//! {"t":0,"box":[[cell,var],...],"spent":[var,...]},
//! ...],
//! "steps":[
//! {"t":0,"push":[[index,var],...],"from":[[cell,var],...],"behind":[[cell,var],...],
//!  "walk":[[cell,var],...],"idle":var or null,"wastes":[var,...],"aux":[[var,[lit,...]],...],
//!  "other":[var,...]},
//! ...],
//! "runs":[["start",12],["some-push",1],...]}    consecutive clauses of one rule, in file order
//! ```
//!
//! Every field stands on a line of its own; from `level` on a map depends on nothing but level and
//! options. Every variable of the formula stands in exactly one place. What moments and steps hold is said
//! in [`vars`](super::vars); a variable that is absent is false in every plan. An `aux` is true
//! if and only if one of its literals is; `other`, left out where it is empty, has the variables that a
//! lemma needs for something else. The lengths of the runs add up to `clauses`.
//! The document is written as a stream: its size follows the variables, its memory the longest line.

use std::io::{self, Write};
use std::ops::Range;

use serde::Serialize;

use crate::cnf::{Counter, Lit};
use crate::level::Canonical;

use super::record::{Definition, Definitions, Record};
use super::vars::{Moment, Step};
use super::{Encoding, Options};

/// The format that every map names first.
pub const FORMAT: &str = "sokosat-map";
/// The version of the format.
pub const VERSION: u32 = 1;

/// A formula that was written, and what is known of its file.
pub struct Facts<'a> {
    /// The rows of the level that is encoded.
    pub canonical: &'a Canonical,
    /// What the formula says.
    pub options: Options,
    /// The formula.
    pub encoding: &'a Encoding<'a>,
    /// Its size.
    pub counter: Counter,
    /// SHA-256 of the bytes of the DIMACS file.
    pub cnf: &'a str,
}

#[derive(Serialize)]
struct MomentLine {
    t: usize,
    r#box: Vec<(usize, u32)>,
    spent: Vec<u32>,
}

#[derive(Serialize)]
struct StepLine {
    t: usize,
    push: Vec<(usize, u32)>,
    from: Vec<(usize, u32)>,
    behind: Vec<(usize, u32)>,
    walk: Vec<(usize, u32)>,
    idle: Option<u32>,
    wastes: Vec<u32>,
    aux: Vec<(u32, Vec<i32>)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    other: Vec<u32>,
}

impl StepLine {
    fn variables(&self) -> impl Iterator<Item = u32> {
        let pairs = [&self.push, &self.from, &self.behind, &self.walk];
        let pairs = pairs.into_iter().flatten().map(|&(_, variable)| variable);
        let single = self.idle.iter().chain(&self.wastes).copied();
        pairs
            .chain(single)
            .chain(self.aux.iter().map(|&(variable, _)| variable))
    }
}

/// Writes a map.
///
/// # Errors
/// What the stream or the record says.
pub fn write(out: &mut impl Write, facts: &Facts, record: Record) -> io::Result<()> {
    let Record { runs, mut defined } = record;
    let (moments, steps) = (facts.encoding.moments(), facts.encoding.steps());
    let starts = first_variables(steps);
    let contradictions = defined_before(&mut defined, starts[0])?;
    head(out, facts)?;
    let contradictions: Vec<u32> = contradictions.iter().map(|found| found.aux).collect();
    field(out, "contradictions", &contradictions)?;
    let cubes = facts.encoding.cubes().into_iter();
    let numbers = |lits: Vec<Lit>| lits.into_iter().map(Lit::dimacs).collect::<Vec<i32>>();
    let cubes = cubes.map(|cube| (cube.pushes, numbers(cube.lits)));
    field(out, "cubes", &cubes.collect::<Vec<_>>())?;
    let lines = moments.iter().enumerate();
    let lines = lines.map(|(t, moment)| Ok(moment_line(t, moment)));
    list(out, "moments", lines)?;
    out.write_all(b",\n")?;
    let steps = steps.iter().enumerate().map(|(t, step)| {
        let aux = defined_before(&mut defined, starts[t + 1])?;
        let mut line = step_line(t, step, aux);
        let after = moment_line(t + 1, &moments[t + 1]);
        let after = after
            .r#box
            .iter()
            .map(|&(_, variable)| variable)
            .chain(after.spent);
        let all = starts[t]..starts[t + 1].min(facts.counter.variables + 1);
        line.other = others(all, line.variables().chain(after));
        Ok(line)
    });
    list(out, "steps", steps)?;
    out.write_all(b",\n")?;
    list(
        out,
        "runs",
        runs.iter().map(|&(rule, count)| Ok((rule.name, count))),
    )?;
    out.write_all(b"}\n")
}

/// What stands before the contradictions.
fn head(out: &mut impl Write, facts: &Facts) -> io::Result<()> {
    let Facts {
        canonical,
        options,
        encoding,
        ..
    } = facts;
    out.write_all(b"{")?;
    field(out, "format", FORMAT)?;
    field(out, "version", &VERSION)?;
    field(out, "sokosat", env!("CARGO_PKG_VERSION"))?;
    field(out, "cnf", facts.cnf)?;
    field(
        out,
        "unsolvable",
        &encoding.reason().map(|reason| reason.to_string()),
    )?;
    field(out, "level", &canonical.hash())?;
    field(out, "rows", canonical.rows())?;
    field(out, "options", &options.to_string())?;
    field(out, "pushes", &options.span.most())?;
    field(out, "at_most", &options.span.has_idle_steps())?;
    field(out, "lemmas", &options.lemmas.to_string())?;
    field(out, "variables", &facts.counter.variables)?;
    field(out, "clauses", &facts.counter.clauses)?;
    let board = encoding.board();
    let (left, top) = canonical.corner();
    let place = |cell| {
        let (x, y) = board.place(cell);
        (x - left, y - top)
    };
    field(out, "cells", &board.cells().map(place).collect::<Vec<_>>())?;
    let pushes = board.pushes().iter();
    let pushes = pushes.map(|push| (push.from.0, push.dir.letter()));
    field(out, "push_list", &pushes.collect::<Vec<_>>())
}

/// A field and a comma, on a line of its own.
pub(crate) fn field(
    out: &mut impl Write,
    name: &str,
    value: &(impl Serialize + ?Sized),
) -> io::Result<()> {
    write!(out, "\"{name}\":")?;
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b",\n")
}

/// A list with one entry a line.
pub(crate) fn list<T: Serialize>(
    out: &mut impl Write,
    name: &str,
    entries: impl Iterator<Item = io::Result<T>>,
) -> io::Result<()> {
    write!(out, "\"{name}\":[")?;
    for (index, entry) in entries.enumerate() {
        out.write_all(if index == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, &entry?)?;
    }
    out.write_all(b"]")
}

/// By step, and for the end: the first of its own variables or of those of any later step.
fn first_variables(steps: &[Step]) -> Vec<u32> {
    let mut next = u32::MAX;
    let mut firsts = vec![next];
    for step in steps.iter().rev() {
        let by_place = [&step.push, &step.from, &step.behind, &step.walk];
        let own = by_place.into_iter().flatten().copied().flatten();
        let own = own.chain(step.idle).chain(step.wastes.iter().copied());
        next = own.map(Lit::var).fold(next, u32::min);
        firsts.push(next);
    }
    firsts.reverse();
    firsts
}

fn defined_before(defined: &mut Definitions, end: u32) -> io::Result<Vec<Definition>> {
    std::iter::from_fn(|| defined.before(end).transpose()).collect()
}

fn moment_line(t: usize, moment: &Moment) -> MomentLine {
    MomentLine {
        t,
        r#box: present(&moment.boxes),
        spent: variables(&moment.spent),
    }
}

fn step_line(t: usize, step: &Step, aux: Vec<Definition>) -> StepLine {
    let aux = aux.into_iter().map(|found| (found.aux, found.members));
    StepLine {
        t,
        push: present(&step.push),
        from: present(&step.from),
        behind: present(&step.behind),
        walk: present(&step.walk),
        idle: step.idle.map(Lit::var),
        wastes: variables(&step.wastes),
        aux: aux.collect(),
        other: Vec::new(),
    }
}

/// Those of a range of variables that are not among `placed`.
fn others(all: Range<u32>, placed: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut open = vec![true; all.len()];
    for variable in placed.filter(|variable| all.contains(variable)) {
        open[(variable - all.start) as usize] = false;
    }
    all.zip(open)
        .filter_map(|(variable, open)| open.then_some(variable))
        .collect()
}

/// The variables that there are, with their indices.
fn present(lits: &[Option<Lit>]) -> Vec<(usize, u32)> {
    let lits = lits.iter().enumerate();
    lits.filter_map(|(index, lit)| Some((index, (*lit)?.var())))
        .collect()
}

fn variables(lits: &[Lit]) -> Vec<u32> {
    lits.iter().map(|lit| lit.var()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_without_a_place_are_the_others() {
        assert_eq!(others(4..9, [5, 4, 8, 20, 1].into_iter()), [6, 7]);
        assert_eq!(others(4..4, [4].into_iter()), [0_u32; 0]);
    }
}
