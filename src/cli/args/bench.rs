//! The options of `sokosat bench`.

use std::path::PathBuf;

use clap::Args;

use super::beam::width;
use super::{Effort, EngineName, Source};
use crate::cli::which::Which;

pub(crate) const BENCH_HELP: &str = "\
Each run has its own time limit, 60s unless --time-limit says otherwise. bytes_a_state is the growth of the
resident set for each state stored, shown from 50,000 states on; memory that is left over from the
runs before is not counted again, so for exact figures let one engine run alone.

Exit codes: 0 all runs were made; 3 two engines contradict each other; 30 interrupted; 1 bad input; 2 usage.

Examples:
  sokosat bench levels/medium.xsb --engines bfs,astar,idastar,bidirectional,sat
  sokosat bench levels/seeds.xsb --level 1 --beam-widths 1,2,3,5,20,200 --beam-unit move --beam-score baseline
  sokosat bench levels/hard.xsb --engines astar --beam-widths 10,100 --csv hard.csv";

#[derive(Debug, Args)]
pub(crate) struct Bench {
    #[command(flatten)]
    pub(crate) source: Source,
    /// Levels: a number, a range 2-4, a list 1,3,5-7, or all
    #[arg(long, short, default_value = "all", value_name = "N|A-B|all")]
    pub(crate) level: Which,
    /// Engines to run in turn, commas between them [default: that of --engine, or none beside --beam-widths]
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        value_name = "LIST",
        conflicts_with = "engine"
    )]
    pub(crate) engines: Vec<EngineName>,
    /// Also run a beam of each of these widths
    #[arg(long, value_delimiter = ',', value_name = "LIST", value_parser = width, conflicts_with_all = ["engine", "width"])]
    pub(crate) beam_widths: Vec<usize>,
    /// Write the runs as CSV into this file; - for standard output instead of the tables
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(crate) csv: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) effort: Effort,
}
