//! The options of `improve`.

use std::time::Duration;

use clap::Args;

use super::{Bounds, Effort, Source, number};

/// The time limit where none is given.
const MINUTE: Duration = Duration::from_secs(60);

pub(crate) const IMPROVE_EXAMPLES: &str = "\
The work ends with the proof that the solution is minimal, or at a limit; the time limit is a minute
unless another is given.

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
    #[command(flatten)]
    pub(crate) limits: Bounds,
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
                time_limit: Some(self.limits.time_limit.unwrap_or(MINUTE)),
                memory_limit: self.limits.memory_limit,
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
