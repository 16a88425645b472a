//! The options of the commands that write formulas and read models of them.

use std::path::PathBuf;

use clap::Args;
use sokosat::encode::options::MOST_PUSHES;
use sokosat::encode::{Lemmas, Span};

use super::{Bounds, Source, number};

pub(super) const ENCODE_EXAMPLES: &str = "\
Examples:
  sokosat encode levels/seeds.xsb --level 1 --pushes 4
  sokosat encode levels/seeds.xsb --level 2 --pushes 10 --at-most --lemmas none -o open.cnf.gz
  sokosat encode levels/seeds.xsb --level 1 --pushes 4 -o - | kissat -q
  sokosat encode levels/seeds.xsb --level 2 --pushes 30 --icnf -o each.icnf

The file says \"exactly T pushes\", or \"at most T\" with --at-most. It is complete: any SAT solver
that answers UNSATISFIABLE has proved that there is no such solution. Horizons of the wrong
parity, and those below the start bound, are refuted without a search under the default lemmas.
With --icnf each horizon up to T has a cube, a line `a ... 0`: the formula and the cube together
say \"exactly so many pushes\"; the first cube that is satisfiable is the minimum.

A map, NAME.map.json, is written beside the file: it says what each variable means and which
rule each clause follows. Of a file and its map none is written if either exists already.
A name that ends in .gz is compressed. `sokosat decode` reads a model back.

Lemmas: dead (cells and pushes), windows (times), waste (of pushes), heights (of
boxes, together), terminal (waste at the end),
patterns (of two and three boxes), regions (sides of the player), budget (patterns at a horizon).";

pub(super) const DECODE_EXAMPLES: &str = "\
Examples:
  sokosat encode levels/seeds.xsb --level 1 --pushes 4 -o four.cnf
  kissat -q four.cnf | sokosat decode levels/seeds.xsb --level 1 --cnf four.cnf
  minisat four.cnf answer.txt; sokosat decode levels/seeds.xsb --cnf four.map.json answer.txt

The formula must be the one that this version writes of this level: it is written again and
compared. Read are `s` and `v` lines, and the result file of MiniSat; .gz too.
Exit codes: 0 the model was replayed; 20 the solver says UNSATISFIABLE: no solution within
the bound asked, on its word; 30 the solver did not decide; 3 the model contradicts itself or
is no solution; 1 the formula or the output cannot be used.";

#[derive(Debug, Args)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(crate) struct Encode {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The level's number
    #[arg(long, short, default_value_t = 1, value_parser = number)]
    pub(crate) level: usize,
    /// The horizon T, at most 100000
    #[arg(long, short, value_name = "T", value_parser = horizon)]
    pub(crate) pushes: usize,
    /// Ask for at most T pushes instead of exactly T
    #[arg(long)]
    pub(crate) at_most: bool,
    /// Write an incremental file: one formula, and a cube for each horizon from the start bound to T
    #[arg(long, conflicts_with = "at_most")]
    pub(crate) icnf: bool,
    /// Redundant clauses: all, none, or names, -NAME to take one off
    #[arg(
        long,
        value_name = "LIST",
        default_value = "all",
        allow_hyphen_values = true
    )]
    pub(crate) lemmas: Lemmas,
    #[command(flatten)]
    pub(crate) limits: Bounds,
    /// The file to write, or - for standard output [default: cnf-out/STEM-LEVEL-T.cnf]
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The file for the map [default: NAME.map.json beside the formula; none for standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// Write no map
    #[arg(long, conflicts_with = "map")]
    pub(crate) no_map: bool,
    /// Replace files that exist
    #[arg(long)]
    pub(crate) force: bool,
    /// Print one JSON object
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) json: bool,
    /// Say nothing on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl Encode {
    /// The question that the options put.
    pub(crate) fn span(&self) -> Span {
        match (self.at_most, self.icnf) {
            (_, true) => Span::Each(self.pushes),
            (true, false) => Span::AtMost(self.pushes),
            (false, false) => Span::Exactly(self.pushes),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Decode {
    #[command(flatten)]
    pub(crate) source: Source,
    /// What the solver printed, or - for standard input
    #[arg(value_name = "SOLVER-OUTPUT", default_value = "-")]
    pub(crate) answer: PathBuf,
    /// The level's number
    #[arg(long, short, default_value_t = 1, value_parser = number)]
    pub(crate) level: usize,
    /// The formula that the solver was given, or its map
    #[arg(long, value_name = "CNF|MAP")]
    pub(crate) cnf: PathBuf,
    #[command(flatten)]
    pub(crate) limits: Bounds,
    /// Print one JSON object
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) json: bool,
    /// Print the LURD alone
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Reads a horizon.
pub(crate) fn horizon(text: &str) -> Result<usize, String> {
    let pushes = text.parse().ok().filter(|&pushes| pushes <= MOST_PUSHES);
    pushes.ok_or_else(|| format!("expected a horizon up to {MOST_PUSHES}"))
}
