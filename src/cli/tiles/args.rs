//! The options of `sokosat tiles` as typed.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use sokosat::limits::Limits;
use sokosat::progress::Progress;
use sokosat::tiles::encode::Lemmas;
use sokosat::tiles::heuristic::Name;
use sokosat::tiles::patterns::Sizes;
use sokosat::tiles::patterns::store::Cache;
use sokosat::tiles::solve::{Engine, Question};
use sokosat::tiles::text::Size;

use crate::cli::args::{Bounds, ProofFormat, horizon};
use crate::cli::units;

const SOLVE_EXAMPLES: &str = "\
Examples:
  sokosat tiles solve 8672543_1
  sokosat tiles solve 2831647_5 --target 1238_4765
  sokosat tiles solve \"5 1 2 4 / 9 6 3 8 / 13 10 7 _ / 14 15 11 12\" --json
  sokosat tiles solve boards.txt --engine idastar --heuristic pdb --time-limit 1m
  echo 123/45_ | sokosat tiles solve - --engine sat";

const COMPARE_EXAMPLES: &str = "\
Examples:
  sokosat tiles compare 2831647_5 --target 1238_4765
  sokosat tiles compare boards.txt --engines astar,idastar --heuristics manhattan,pdb --csv table.csv";

const ENCODE_EXAMPLES: &str = "\
Examples:
  sokosat tiles encode 2831647_5 --target 1238_4765 --moves 5
  sokosat tiles encode 2831647_5 --target 1238_4765 --moves 3 --at-most -o - | kissat -q

The file says \"exactly T moves\", or \"at most T\" with --at-most, and is complete: a SAT solver that
answers UNSATISFIABLE has proved that there is no such plan. Lemmas: windows (variables that no plan
makes true), waste (slides away from home), straight (no move straight back; with --at-most only).";

const CERTIFY_EXAMPLES: &str = "\
Examples:
  sokosat tiles certify 8672543_1 -o deep
  sokosat tiles certify 2831647_5 --target 1238_4765 -o classic
  sokosat tiles certify 2831647_5 --lemmas none --proof-format binary -o hard-rules-only

The folder has the board, its target, a shortest plan, the formula 'there is a plan with two moves
less' with a map of its variables and rules, and an LRAT proof that refutes it; or the plan alone where the
distances of the tiles bound its length; or the boards alone where parity shows that there is no plan.
Check it with: sokosat check DIR

Exit codes: 0 written; 30 limits; 1 bad input.";

#[derive(Debug, Args)]
pub(crate) struct Tiles {
    #[command(subcommand)]
    pub(crate) command: TilesCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TilesCommand {
    /// Find a shortest plan and prove that none is shorter
    #[command(after_help = SOLVE_EXAMPLES)]
    Solve(Solve),
    /// Compare engines and heuristics on a set of boards
    #[command(after_help = COMPARE_EXAMPLES)]
    Compare(Compare),
    /// Write the formula "this board is solved in T moves" as DIMACS
    #[command(after_help = ENCODE_EXAMPLES)]
    Encode(Encode),
    /// Write a certificate of the fewest moves, or of that there is no plan
    #[command(after_help = CERTIFY_EXAMPLES)]
    Certify(Certify),
}

/// Where the boards are, and where they shall go.
#[derive(Debug, Args)]
pub(crate) struct Source {
    /// A board (123/45_; numbers with blanks or commas; rows parted by /), a file of boards, @FILE, or
    /// - for standard input; the blank is _ or 0
    #[arg(value_name = "BOARD|FILE|-")]
    pub(crate) board: String,
    /// The target: a board, a file or @FILE [default: tiles in order, the blank last]
    #[arg(long, value_name = "BOARD|FILE")]
    pub(crate) target: Option<String>,
    /// Columns and rows of boards that are lists without rows [default: square]
    #[arg(long, value_name = "CxR", value_parser = size)]
    pub(crate) size: Option<Size>,
}

/// Limits, tables and databases.
#[derive(Debug, Args)]
pub(crate) struct Work {
    #[command(flatten)]
    pub(crate) limits: Bounds,
    /// Sizes of the groups of the pattern databases, such as 7-8 [default: 6-6-3 on 4x4, else by size]
    #[arg(long, value_name = "SIZES")]
    pub(crate) pdb: Option<Sizes>,
    /// Where pattern databases are kept [default: the user's cache folder]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    pub(crate) cache: Option<PathBuf>,
    /// Keep no pattern databases
    #[arg(long)]
    pub(crate) no_cache: bool,
    /// Memory for the visited boards of IDA*, at most: 0, 64M
    #[arg(long, value_name = "SIZE", value_parser = units::bytes, default_value = "4M")]
    pub(crate) table: u64,
    /// Threads that fill pattern databases
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) threads: u8,
    /// Redundant clauses of the formulas of the SAT engine and of certificates: all, none, or names of
    /// windows, waste, straight; -NAME takes one off
    #[arg(
        long,
        value_name = "LIST",
        default_value = "all",
        allow_hyphen_values = true
    )]
    pub(crate) lemmas: Lemmas,
}

impl Work {
    /// What is asked of an engine with its bound.
    pub(crate) fn question<'a>(
        &self,
        (engine, heuristic): (Engine, Option<HeuristicName>),
        limits: Limits,
        progress: &'a Progress,
    ) -> Question<'a> {
        Question {
            engine,
            heuristic: heuristic.map(HeuristicName::name),
            sizes: self.pdb.clone(),
            cache: self.cache(),
            threads: self.threads.into(),
            table_bytes: self.table,
            lemmas: self.lemmas,
            limits,
            progress,
        }
    }

    /// Where pattern databases are kept.
    fn cache(&self) -> Cache {
        match &self.cache {
            _ if self.no_cache => Cache::None,
            Some(folder) => Cache::Folder(folder.clone()),
            None => Cache::Usual,
        }
    }
}

#[derive(Debug, Args)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Engine
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,
    /// Bound of astar, idastar and bidirectional [default: pdb for idastar, else linear-conflict]
    #[arg(long, value_enum)]
    pub(crate) heuristic: Option<HeuristicName>,
    #[command(flatten)]
    pub(crate) work: Work,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
    /// Say on standard error what is being done and why
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Print the moves alone, as letters; no progress
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,
    /// Exit with 10, 20 and 0 for solved, unsolvable and unknown, as SAT solvers do
    #[arg(long)]
    pub(crate) sat_exit_codes: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Engines
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "astar,idastar,bidirectional,bfs,sat"
    )]
    pub(crate) engines: Vec<EngineName>,
    /// Bounds, for the engines that take one
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "misplaced,manhattan,linear-conflict,pdb"
    )]
    pub(crate) heuristics: Vec<HeuristicName>,
    #[command(flatten)]
    pub(crate) work: Work,
    /// Also write the rows as CSV into this file; - for standard output instead of the table
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    /// Show no progress
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Args)]
pub(crate) struct Encode {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The horizon T, at most 100000
    #[arg(long, short, value_name = "T", value_parser = horizon)]
    pub(crate) moves: usize,
    /// Ask for at most T moves instead of exactly T
    #[arg(long)]
    pub(crate) at_most: bool,
    /// Redundant clauses: all, none, or names of windows, waste, straight; -NAME takes one off
    #[arg(
        long,
        value_name = "LIST",
        default_value = "all",
        allow_hyphen_values = true
    )]
    pub(crate) lemmas: Lemmas,
    #[command(flatten)]
    pub(crate) limits: Bounds,
    /// The file to write, or - for standard output [default: cnf-out/tiles-BOARD-T.cnf]
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
pub(crate) struct Certify {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The folder to write
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Engine that finds the plan
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,
    /// Bound of astar, idastar and bidirectional [default: pdb for idastar, else linear-conflict]
    #[arg(long, value_enum)]
    pub(crate) heuristic: Option<HeuristicName>,
    #[command(flatten)]
    pub(crate) work: Work,
    /// Form of the proof: text is read by every LRAT checker, binary is a third of the size
    #[arg(long, value_enum, default_value_t = ProofFormat::Text)]
    pub(crate) proof_format: ProofFormat,
    /// Replace the folder if it is a certificate
    #[arg(long)]
    pub(crate) force: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Say nothing but errors
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// A* while it is small, then IDA* with pattern databases
    Auto,
    /// A*
    Astar,
    /// Iterative deepening, with little memory
    Idastar,
    /// From both ends, until the meeting is proved shortest
    Bidirectional,
    /// Breadth-first search
    Bfs,
    /// SAT formulas over rising horizons
    Sat,
}

impl EngineName {
    /// The engine that is named.
    pub(crate) fn engine(self) -> Engine {
        match self {
            Self::Auto => Engine::Auto,
            Self::Astar => Engine::AStar,
            Self::Idastar => Engine::IdaStar,
            Self::Bidirectional => Engine::Bidirectional,
            Self::Bfs => Engine::Bfs,
            Self::Sat => Engine::Sat,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum HeuristicName {
    /// Tiles off their cells
    Misplaced,
    /// Steps of all tiles to their cells
    Manhattan,
    /// Manhattan, and tiles that must leave their line
    LinearConflict,
    /// Additive pattern databases
    Pdb,
}

impl HeuristicName {
    /// The bound that is named.
    pub(crate) fn name(self) -> Name {
        match self {
            Self::Misplaced => Name::Misplaced,
            Self::Manhattan => Name::Manhattan,
            Self::LinearConflict => Name::LinearConflict,
            Self::Pdb => Name::Patterns,
        }
    }
}

/// Reads columns and rows, as in 4x3.
fn size(text: &str) -> Result<Size, String> {
    let side = |word: &str| word.parse().ok().filter(|side| (2..=5).contains(side));
    let sides = text.split_once('x');
    let sides = sides.and_then(|(columns, rows)| Some((side(columns)?, side(rows)?)));
    sides.ok_or_else(|| "expected columns and rows from 2 to 5, such as 4x3".into())
}
