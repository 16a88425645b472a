//! The options of the commands about certificates: `certify` and `check`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use sokosat::encode::Lemmas;
use sokosat::sat::proof::Format;

use super::{Bounds, EngineName, Source, number};

pub(super) const CERTIFY_EXAMPLES: &str = "\
Examples:
  sokosat certify levels/hard.xsb --level 2 -o counter
  sokosat certify levels/seeds.xsb --level 2 --lemmas none -o hard-rules-only
  sokosat certify levels/first.xsb --solution @solution.txt --proof-format binary -o first

The folder has the level, a solution, the formula 'a shorter one exists' with a map of its variables
and rules, the tables behind its lemmas, and an LRAT proof that refutes it; or a bound, a static
reason or an exhausted search where that is the evidence.";

pub(super) const CHECK_EXAMPLES: &str = "\
Examples:
  sokosat check counter
  sokosat check counter --json

Certificates of levels (certify) and of sliding tiles (tiles certify) are told apart by their kind.

Exit codes: 0 accepted; 3 refused; 1 no certificate, or one of another version; 30 limits.";

#[derive(Debug, Args)]
pub(crate) struct Certify {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The level's number
    #[arg(long, short, default_value_t = 1, value_parser = number)]
    pub(crate) level: usize,
    /// The folder to write
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// A solution that is said to be minimal, instead of searching for one
    #[arg(long, value_name = "LURD|@FILE|-")]
    pub(crate) solution: Option<String>,
    /// Engine that finds the solution
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,
    /// Redundant clauses of the formula: all, none, or names, -NAME to take one off; those that no check
    /// can account for (heights, budget) are left out
    #[arg(
        long,
        value_name = "LIST",
        default_value = "all",
        allow_hyphen_values = true
    )]
    pub(crate) lemmas: Lemmas,
    /// Form of the proof: text is read by every LRAT checker, binary is a third of the size
    #[arg(long, value_enum, default_value_t = ProofFormat::Text)]
    pub(crate) proof_format: ProofFormat,
    #[command(flatten)]
    pub(crate) limits: Bounds,
    /// Threads that the engine auto may use
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) threads: u8,
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
pub(crate) enum ProofFormat {
    /// Lines of numbers
    Text,
    /// Bytes
    Binary,
}

impl ProofFormat {
    /// The form that is named.
    pub(crate) fn format(self) -> Format {
        match self {
            Self::Text => Format::Text,
            Self::Binary => Format::Binary,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The folder of the certificate
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) limits: Bounds,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the minimum alone, or the word unsolvable
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,
}
