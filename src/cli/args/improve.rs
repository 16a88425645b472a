//! The options of `improve`.

use std::time::Duration;

use clap::Args;

use super::{Bounds, Effort, Source, number};
use crate::cli::units;

pub(crate) const IMPROVE_EXAMPLES: &str = "\
Exit codes: 0 the solution is legal, and one that is not longer is printed; 3 it is not legal, with
the place and the cause; 1 a text that is no LURD, or a level that cannot be played.

Examples:
  sokosat improve levels/seeds.xsb --level 3 @solution.txt
  sokosat solve levels/hard.xsb --level 2 --engine beam -q | sokosat improve levels/hard.xsb --level 2 -";

#[derive(Debug, Args)]
pub(crate) struct Improve {
    #[command(flatten)]
    pub(crate) source: Source,
    /// The solution: LURD text, @FILE, or - for standard input
    #[arg(value_name = "LURD|@FILE|-")]
    pub(crate) solution: String,
    /// The level's number
    #[arg(long, short, default_value_t = 1, value_parser = number)]
    pub(crate) level: usize,
    /// Wall time: 90, 1.5s, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = units::duration, default_value = "60s")]
    pub(crate) time_limit: Duration,
    /// Resident memory of the process: 500M, 2G
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = units::bytes, default_value = "4G")]
    pub(crate) memory_limit: u64,
    /// Improvement and A*, which proves the lower bound, work side by side from 2 on, else in turns; with
    /// 1, two runs give the same answer
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) threads: u8,
    /// Where windows begin: the same seed gives the same answer
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Say on standard error what is being done and why
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Print the LURD alone, no progress
    #[arg(short, long, conflicts_with = "json")]
    pub(crate) quiet: bool,
}

impl Improve {
    /// What the engines are asked with.
    pub(crate) fn effort(&self) -> Effort {
        Effort {
            limits: Bounds {
                time_limit: Some(self.time_limit),
                memory_limit: self.memory_limit,
            },
            threads: self.threads,
            seed: self.seed,
            json: self.json,
            verbose: self.verbose,
            quiet: self.quiet,
            ..Effort::default()
        }
    }
}
