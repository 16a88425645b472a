//! The options of tabu search.

use clap::Args;

/// How walks go.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Tabu search")]
pub(crate) struct TabuArgs {
    /// Iterations of all walks together, at most; each looks at all pushes from one position
    #[arg(long = "tabu-iterations", value_name = "N", default_value_t = 10_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) iterations: u64,
    /// Iterations for which a walk does not turn back to a position, at least; up to twice as many by chance
    #[arg(long = "tabu-tenure", value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(0..=1_000_000_000))]
    pub(crate) tenure: u32,
    /// Iterations without a better position after which another walk sets out
    #[arg(long = "tabu-stall", value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub(crate) stall: u32,
    /// Best positions from which walks set out again; 0 for the start alone
    #[arg(long = "tabu-elites", value_name = "N", default_value_t = 64, value_parser = elites)]
    pub(crate) elites: usize,
}

/// The largest pool.
const MOST: usize = 100_000;

fn elites(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number <= MOST);
    number.ok_or_else(|| format!("expected a number of positions from 0 to {MOST}"))
}
