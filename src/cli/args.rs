//! The command line as typed.
//!
//! Only shapes are checked here (numbers, durations, ranges); what an option means is decided
//! by the command that takes it.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use sokosat::encode::Lemmas;
use sokosat::search::prune::Prune;

use super::units;
use super::which::Which;

const AFTER: &str = "\
Exit codes: 0 answered yes (solved, confirmed, written); 20 proved: no solution; 30 not decided
within the limits; 3 refuted (a claim, a replay); 1 bad input; 2 usage. Several levels: the first
that occurs of 1, 30, 20, 0.

Examples:
  sokosat solve levels/first.xsb
  sokosat minimum levels/first.xsb --claim 21
  sokosat encode levels/first.xsb --pushes 21 -o - | kissat -q";

/// Solves Sokoban levels and proves how few pushes they need.
#[derive(Debug, Parser)]
#[command(version, after_help = AFTER, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find a solution and prove that no other has fewer pushes
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(Solve),
    /// Print one line a level: size, boxes, goals, remarks
    #[command(after_help = LIST_EXAMPLES)]
    List(List),
    /// Replay a solution by the independent checker and print its metrics
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Verify),
    /// Say the minimal number of pushes, or confirm or refute a claimed one
    #[command(after_help = MINIMUM_EXAMPLES)]
    Minimum(Minimum),
    /// Write the formula "this level is solved in T pushes" as DIMACS
    #[command(after_help = ENCODE_EXAMPLES)]
    Encode(Encode),
    /// Show dead cells and deadlock patterns of a level, in numbers and drawn
    #[command(after_help = DEADLOCKS_EXAMPLES)]
    Deadlocks(Deadlocks),
    /// Show the library of local deadlock patterns, or find it anew
    #[command(after_help = PATTERNS_EXAMPLES)]
    Patterns(Patterns),
    /// Make new levels by pulling boxes back from a solved board
    #[command(after_help = GENERATE_EXAMPLES)]
    Generate(Generate),
    /// Solve sliding-tile puzzles, compare engines on them, or write their formulas
    Tiles(super::tiles::args::Tiles),
}

const SOLVE_EXAMPLES: &str = "\
Examples:
  sokosat solve levels/first.xsb
  sokosat solve levels/medium.xsb --level 2-4 --time-limit 30s
  sokosat solve - --engine sat --json < levels/first.xsb
  sokosat solve levels/first.xsb -q | sokosat verify levels/first.xsb -";

const LIST_EXAMPLES: &str = "\
Examples:
  sokosat list levels/easy.xsb
  sokosat list levels/easy.xsb --json";

const VERIFY_EXAMPLES: &str = "\
Examples:
  sokosat verify levels/seeds.xsb --level 3 \"rDldRRurU\"
  sokosat verify levels/seeds.xsb --level 3 @solution.txt
  sokosat solve levels/first.xsb -q | sokosat verify levels/first.xsb -";

const MINIMUM_EXAMPLES: &str = "\
Examples:
  sokosat minimum levels/seeds.xsb --level 2
  sokosat minimum levels/seeds.xsb --level 2 --claim 11";

const ENCODE_EXAMPLES: &str = "\
Examples:
  sokosat encode levels/seeds.xsb --level 1 --pushes 4
  sokosat encode levels/seeds.xsb --level 2 --pushes 10 --at-most --lemmas none -o open.cnf
  sokosat encode levels/seeds.xsb --level 1 --pushes 4 -o - | kissat -q

The file says \"exactly T pushes\", or \"at most T\" with --at-most. It is complete: any SAT solver
that answers UNSATISFIABLE has proved that there is no such solution. Horizons of the wrong
parity, and those below the start bound, are refuted without a search under the default lemmas.
Lemmas: dead (cells and pushes), windows (times), waste (of pushes), terminal (waste at the end),
patterns (of two and three boxes), regions (sides of the player), budget (patterns at a horizon).";

const DEADLOCKS_EXAMPLES: &str = "\
Examples:
  sokosat deadlocks levels/first.xsb
  sokosat deadlocks levels/hard.xsb --level 2 --boxes 4 --svg deadlocks.svg";

const PATTERNS_EXAMPLES: &str = "\
Examples:
  sokosat patterns --boxes 2
  sokosat patterns --regenerate -o patterns.txt";

const GENERATE_EXAMPLES: &str = "\
Examples:
  sokosat generate --seed 7 --boxes 4
  sokosat generate --seed 7 --count 20 --width 9 --height 8 --boxes 5 -o new.xsb";

/// Where the levels are.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// A level file (XSB, run-length encoded, .sok, .slc), or - for standard input
    pub(crate) file: PathBuf,
}

/// When to stop.
#[derive(Debug, Args)]
pub(crate) struct Bounds {
    /// Wall time for each level: 90, 1.5s, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = units::duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Resident memory of the process: 500M, 2G
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = units::bytes, default_value = "4G")]
    pub(crate) memory_limit: u64,
}

/// Limits of one level, and how to report.
#[derive(Debug, Args)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(crate) struct Effort {
    /// Engine: auto picks by an estimate of the number of states
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,
    #[command(flatten)]
    pub(crate) limits: Bounds,
    /// Threads that auto may use, 2 at the most; with 1, two runs give the same answer
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) threads: u8,
    /// Tables of up to so many boxes, 0 (none) to 7, are asked before the engine [default: 4 for auto,
    /// else 0]; where the level has no more boxes, the answer is called exhaustive
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=7))]
    pub(crate) tables: Option<u8>,
    /// Redundant clauses of the SAT engine: all, none, or names of dead, windows, waste, terminal,
    /// patterns, regions, budget; -NAME takes one off
    #[arg(
        long,
        value_name = "LIST",
        default_value = "all",
        allow_hyphen_values = true
    )]
    pub(crate) lemmas: Lemmas,
    /// Pruning rules and bounds of A*: all, none, or names of freeze, corral, matching, pairs, local;
    /// -NAME takes one off
    #[arg(
        long,
        value_name = "LIST",
        default_value = "all",
        allow_hyphen_values = true
    )]
    pub(crate) prune: Prune,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// Say on standard error what is being done and why
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Print the answer alone (solve: the LURD), no progress
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Exit with 10, 20 and 0 for solved, unsolvable and unknown, as SAT solvers do
    #[arg(long)]
    pub(crate) sat_exit_codes: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// Breadth-first search where it is small, else A* and SAT, the first proof wins
    Auto,
    /// SAT formulas over rising horizons
    Sat,
    /// Breadth-first search over pushes with deadlock pruning
    Bfs,
    /// A* over pushes with matching and pair bounds and deadlock pruning
    Astar,
    /// Iterative deepening with the bounds of A*, in little memory
    Idastar,
    /// Pushes from the start and pulls from the goals until they meet
    Bidirectional,
}

#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Levels: a number, a range 2-4, a list 1,3,5-7, or all
    #[arg(long, short, default_value = "all", value_name = "N|A-B|all")]
    pub(crate) level: Which,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Levels: a number, a range 2-4, a list 1,3,5-7, or all
    #[arg(long, short, default_value = "all", value_name = "N|A-B|all")]
    pub(crate) level: Which,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The solution: LURD text, @FILE, or - for standard input
    #[arg(value_name = "LURD|@FILE|-")]
    pub(crate) solution: String,
    /// The level's number
    #[arg(long, short, default_value_t = 1, value_parser = number)]
    pub(crate) level: usize,
    /// Print one JSON object
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) json: bool,
    /// Print pushes and moves alone
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Minimum {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The level's number
    #[arg(long, short, default_value_t = 1, value_parser = number)]
    pub(crate) level: usize,
    /// The number of pushes to confirm or refute
    #[arg(long, value_name = "K", allow_hyphen_values = true)]
    pub(crate) claim: Option<usize>,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

#[derive(Debug, Args)]
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
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Say nothing on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Deadlocks {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The level's number
    #[arg(long, short, default_value_t = 1, value_parser = number)]
    pub(crate) level: usize,
    /// The most boxes of an exact pattern
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = boxes)]
    pub(crate) boxes: usize,
    /// Examples drawn of each kind and size
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) examples: usize,
    /// Also draw into this SVG file; - for standard output instead of the text
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) limits: Bounds,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the number of a level.
fn number(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "expected a level number, counted from 1".into())
}

/// The largest horizon that is written; longer plans than this are not known of any level.
const LONGEST: usize = 100_000;

/// Reads a horizon.
pub(crate) fn horizon(text: &str) -> Result<usize, String> {
    let horizon = text.parse().ok().filter(|&horizon| horizon <= LONGEST);
    horizon.ok_or_else(|| format!("expected a horizon up to {LONGEST}"))
}

/// Reads the number of boxes of a pattern.
fn boxes(text: &str) -> Result<usize, String> {
    let boxes = text.parse().ok().filter(|boxes| (2..=6).contains(boxes));
    boxes.ok_or_else(|| "expected a number of boxes from 2 to 6".into())
}

#[derive(Debug, Args)]
pub(crate) struct Patterns {
    /// Only patterns of so many boxes
    #[arg(long, value_name = "N", conflicts_with = "regenerate")]
    pub(crate) boxes: Option<usize>,
    /// Search all windows again instead of showing what is stored
    #[arg(long)]
    pub(crate) regenerate: bool,
    /// The file to write what was found
    #[arg(long, short, value_name = "FILE", requires = "regenerate")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// The seed: the same seed gives the same levels
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many levels
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) count: u32,
    /// Columns, walls included
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(4..=20))]
    pub(crate) width: u16,
    /// Rows, walls included
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(4..=20))]
    pub(crate) height: u16,
    /// Boxes
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=60))]
    pub(crate) boxes: u16,
    /// Goals beyond the boxes
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=60))]
    pub(crate) spare_goals: u16,
    /// Chance in percent that a part of the room has walls
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) walls: u8,
    /// The file to write, or - for standard output
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}
