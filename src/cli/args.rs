//! The command line as typed.
//!
//! Only shapes are checked here (numbers, durations, ranges); what an option means is decided
//! by the command that takes it.

mod beam;
mod bench;
mod certificate;
mod formula;
mod improve;
mod tabu;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

use sokosat::encode::Lemmas;
use sokosat::sat::external::SolverCommand;
use sokosat::sat::horizons::Walks;
use sokosat::search::prune::Prune;

pub(crate) use beam::BeamArgs;
pub(crate) use bench::Bench;
pub(crate) use tabu::TabuArgs;

use super::units;
use super::which::Which;
pub(crate) use certificate::{Certify, Check, ProofFormat};
pub(crate) use formula::{Decode, Encode, horizon};
pub(crate) use improve::Improve;

const AFTER: &str = "\
Exit codes: 0 answered yes (solved and proved minimal, or just solved with --goal any, the default
of beam and tabu; confirmed; written); 20 proved: no solution; 30 not decided
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
    /// Compare engines and beam widths on the same levels, as tables and as CSV
    #[command(after_help = bench::BENCH_HELP)]
    Bench(Bench),
    /// Print one line a level: size, boxes, goals, remarks
    #[command(after_help = LIST_EXAMPLES)]
    List(List),
    /// Replay a solution by the independent checker and print its metrics
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Verify),
    /// Make a solution shorter, until it is proved minimal or a limit is reached
    #[command(after_help = improve::IMPROVE_EXAMPLES)]
    Improve(Improve),
    /// Say the minimal number of pushes, or confirm or refute a claimed one
    #[command(after_help = MINIMUM_EXAMPLES)]
    Minimum(Minimum),
    /// Write the formula "this level is solved in T pushes" as DIMACS
    #[command(after_help = formula::ENCODE_EXAMPLES)]
    Encode(Encode),
    /// Read the model that a SAT solver found of such a formula, and print the solution
    #[command(after_help = formula::DECODE_EXAMPLES)]
    Decode(Decode),
    /// Write a certificate: a folder from which anyone can check the minimum of a level
    #[command(after_help = certificate::CERTIFY_EXAMPLES)]
    Certify(Certify),
    /// Check a certificate without the code that wrote it
    #[command(after_help = certificate::CHECK_EXAMPLES)]
    Check(Check),
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
  sokosat solve levels/first.xsb --engine external --solver 'kissat -q'
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
#[derive(Debug, Clone, Args)]
pub(crate) struct Bounds {
    /// Wall time for each level: 90, 1.5s, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = units::duration)]
    pub(crate) time_limit: Option<Duration>,
    /// Resident memory of the process: 500M, 2G
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = units::bytes, default_value = "4G")]
    pub(crate) memory_limit: u64,
}

/// Limits of one level, and how to report.
#[derive(Debug, Clone, Args)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(crate) struct Effort {
    /// Engine: auto picks by an estimate of the number of states
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,
    /// The program of --engine external with its options, for example "kissat -q"; {} stands for the
    /// formula's file, which else comes last, {out} for a result file ("minisat {} {out}"), and the
    /// word < says that the formula comes on standard input
    #[arg(long, value_name = "COMMAND", required_if_eq("engine", "external"))]
    pub(crate) solver: Option<SolverCommand>,
    /// The built-in solver of the engines sat and auto [default: varisat]; cadical needs a build with
    /// the feature of this name
    #[arg(long, value_enum)]
    pub(crate) backend: Option<BackendName>,
    #[command(flatten)]
    pub(crate) limits: Bounds,
    /// Threads of a beam or of tabu search; auto runs its engines side by side from 2 on; with 1, two runs of auto give
    /// the same answer
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) threads: u8,
    /// Tables of up to so many boxes, 0 (none) to 7, are asked before the engine [default: 4 for auto,
    /// else 0]; where the level has no more boxes, the answer is called exhaustive
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=7))]
    pub(crate) tables: Option<u8>,
    /// Redundant clauses of the SAT engine: all, none, or names of dead, windows, waste, heights,
    /// terminal, patterns, regions, budget; -NAME takes one off
    #[arg(
        long,
        value_name = "LIST",
        default_value = "all",
        allow_hyphen_values = true
    )]
    pub(crate) lemmas: Lemmas,
    /// How formulas of the SAT engine state walks [default: cuts; eager for an external solver]
    #[arg(long, value_enum)]
    pub(crate) walk: Option<WalkName>,
    /// Pruning rules and bounds of A*: all, none, or names of freeze, corral, matching, pairs, groups, walls,
    /// local, symmetry; -NAME takes one off
    #[arg(
        long,
        value_name = "LIST",
        default_value = "all",
        allow_hyphen_values = true
    )]
    pub(crate) prune: Prune,
    /// What to find: the fewest pushes with their proof, or any solution [default: any for beam
    /// and tabu, else minimal]
    #[arg(long, value_enum)]
    pub(crate) goal: Option<GoalName>,
    #[command(flatten)]
    pub(crate) beam: BeamArgs,
    #[command(flatten)]
    pub(crate) tabu: TabuArgs,
    /// The seed of random choices: the same seed gives the same answer
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
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

/// The options of a command line that names none of them.
#[derive(Debug, Parser)]
struct Unnamed {
    #[command(flatten)]
    effort: Effort,
}

impl Default for Effort {
    fn default() -> Self {
        Unnamed::parse_from(["sokosat"]).effort
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// Breadth-first search where it is small, else A*, beams, packing searches, SAT and search from both ends
    /// side by side
    Auto,
    /// SAT formulas over rising horizons
    Sat,
    /// The same formulas, answered by the program that --solver names
    External,
    /// Breadth-first search over pushes with deadlock pruning
    Bfs,
    /// A* over pushes with matching and pair bounds and deadlock pruning
    Astar,
    /// Beam search: any solution, the best few states of each layer go on
    Beam,
    /// Tabu search: any solution, walks that do not turn back and set out again from their best positions
    Tabu,
    /// Iterative deepening with the bounds of A*, in little memory
    Idastar,
    /// Pushes from the start and pulls from the goals until they meet
    Bidirectional,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackendName {
    Varisat,
    Cadical,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalName {
    /// A solution with the fewest pushes, proved
    Minimal,
    /// The first solution found
    Any,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WalkName {
    /// As a path, exactly
    Eager,
    /// By the sets of boxes that part the floor, more of them on demand
    Cuts,
    /// By sets of boxes that part the floor, all of them on demand
    Demand,
}

impl From<WalkName> for Walks {
    fn from(name: WalkName) -> Self {
        match name {
            WalkName::Eager => Self::Eager,
            WalkName::Cuts => Self::Cuts,
            WalkName::Demand => Self::Demand,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Levels: a number, a range 2-4, a list 1,3,5-7, or all
    #[arg(long, short, default_value = "all", value_name = "N|A-B|all")]
    pub(crate) level: Which,
    /// Make a solution that is not proved minimal shorter, until it is or a limit is reached
    #[arg(long)]
    pub(crate) improve: bool,
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
