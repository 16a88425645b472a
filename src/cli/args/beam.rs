//! The options of beam search.

use clap::Args;
use sokosat::search::beam::plan::{Direction, Unit};
use sokosat::search::beam::score::Score;

/// How beams search.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Beams")]
pub(crate) struct BeamArgs {
    /// States that are kept of each layer
    #[arg(long = "beam-width", value_name = "N", default_value_t = 1000, value_parser = width)]
    pub(crate) width: usize,
    /// What a step is: a push, or a move of the player
    #[arg(long = "beam-unit", value_name = "UNIT", default_value = "push", value_parser = unit)]
    pub(crate) unit: Unit,
    /// Where beams begin: forward (at the start), backward (at the solved positions, by pulls), both (one
    /// beam from each end, until they meet)
    #[arg(long = "beam-direction", value_name = "WAY", default_value = "forward", value_parser = direction)]
    pub(crate) direction: Direction,
    /// How states are rated: matching (pushes left at least), open (the same, closed parts of the floor
    /// counted too), baseline (boxes on goals, Manhattan distances, steps), distances (push distances
    /// instead); with moves for steps, matching and open stand for distances, backward all but open for matching
    #[arg(long = "beam-score", value_name = "SCORE", default_value = "matching", value_parser = score)]
    pub(crate) score: Score,
    /// Further tries, each with other random numbers, if the first fails
    #[arg(long = "beam-restarts", value_name = "N", default_value_t = 0)]
    pub(crate) restarts: u32,
    /// Each try is twice as wide as the last, until a limit is reached
    #[arg(long = "beam-widen", conflicts_with = "restarts")]
    pub(crate) widen: bool,
    /// How much the scores of further tries are stirred, in pushes or in tenths of points
    #[arg(long = "beam-noise", value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    pub(crate) noise: u32,
}

/// The widest beam.
const WIDEST: usize = 100_000_000;

/// Reads the width of a beam.
pub(super) fn width(text: &str) -> Result<usize, String> {
    let width = text
        .parse()
        .ok()
        .filter(|width| (1..=WIDEST).contains(width));
    width.ok_or_else(|| format!("expected a number of states from 1 to {WIDEST}"))
}

fn unit(text: &str) -> Result<Unit, String> {
    match text {
        "push" => Ok(Unit::Push),
        "move" => Ok(Unit::Move),
        _ => Err("expected push or move".into()),
    }
}

fn direction(text: &str) -> Result<Direction, String> {
    match text {
        "forward" => Ok(Direction::Forward),
        "backward" => Ok(Direction::Backward),
        "both" => Ok(Direction::Both),
        _ => Err("expected forward, backward or both".into()),
    }
}

fn score(text: &str) -> Result<Score, String> {
    let found = Score::ALL.into_iter().find(|score| score.name() == text);
    found.ok_or_else(|| {
        let names = Score::ALL.map(Score::name);
        format!("expected one of {}", names.join(", "))
    })
}
