//! The JSON object of a sliding puzzle: one a board on one line, absent facts null.

use serde::Serialize;
use sokosat::answer::{Horizon, Proof};
use sokosat::tiles::heuristic::Name;
use sokosat::tiles::replay::Replayed;
use sokosat::tiles::solve::{Answer, Status};

use crate::cli::record::peak_memory_mb;
use crate::cli::tiles::source::Task;

/// The answer for one board.
#[derive(Debug, Serialize)]
pub(super) struct Record<'a> {
    file: &'a str,
    board: usize,
    start: String,
    target: String,
    columns: usize,
    rows: usize,
    status: &'static str,
    solution: Option<&'a str>,
    length: Option<usize>,
    minimal: bool,
    start_bound: Option<usize>,
    lower_bound: Option<usize>,
    upper_bound: Option<usize>,
    proof: Proof,
    engine: &'static str,
    heuristic: Option<&'static str>,
    horizons: &'a [Horizon],
    states_expanded: Option<u64>,
    states_generated: Option<u64>,
    states_stored: Option<u64>,
    seconds: f64,
    peak_memory_mb: Option<u64>,
    error: Option<String>,
    reason: Option<String>,
}

impl<'a> Record<'a> {
    pub(super) fn new(file: &'a str, task: &Task, answer: &'a Answer, seconds: f64) -> Self {
        let solution = answer.solution();
        let length = solution.map(Replayed::moves);
        let (status, reason) = match &answer.status {
            Status::Solved(_) => ("solved", None),
            Status::Unsolvable => ("unsolvable", Some(super::text::PARITY.to_owned())),
            Status::Unknown(stop) => ("unknown", Some(stop.to_string())),
        };
        Self {
            file,
            board: task.number,
            start: task.start.line(),
            target: task.target.line(),
            columns: task.start.width(),
            rows: task.start.height(),
            status,
            solution: solution.map(Replayed::letters),
            length,
            minimal: length.is_some(),
            start_bound: answer.start_bound,
            lower_bound: answer.lower_bound,
            upper_bound: length,
            proof: answer.proof,
            engine: answer.engine.name(),
            heuristic: answer.heuristic.map(Name::name),
            horizons: &answer.horizons,
            states_expanded: answer.expanded,
            states_generated: answer.generated,
            states_stored: answer.stored,
            seconds: (seconds * 1e6).round() / 1e6,
            peak_memory_mb: peak_memory_mb(),
            error: None,
            reason,
        }
    }
}
