//! The JSON objects: one a level on one line, absent facts null.

use serde::Serialize;
use sokosat::answer::{Answer, Horizon, Proof, Status};
use sokosat::board::Board;
use sokosat::certify::{Metrics, Rejection, Verified};
use sokosat::level::{Flaw, Level, Square};

use super::text::bound_proof;

/// The answer of `solve` and `minimum` for one level.
#[derive(Debug, Serialize)]
pub(crate) struct Record<'a> {
    file: &'a str,
    level: usize,
    title: Option<&'a str>,
    boxes: usize,
    goals: usize,
    cells: Option<usize>,
    status: &'static str,
    solution: Option<&'a str>,
    pushes: Option<usize>,
    moves: Option<usize>,
    minimal: bool,
    start_bound: Option<usize>,
    lower_bound: Option<usize>,
    lower_proof: Option<Proof>,
    upper_bound: Option<usize>,
    proof: Proof,
    engine: Option<&'static str>,
    solver: Option<&'a str>,
    horizons: &'a [Horizon],
    states_expanded: Option<u64>,
    states_stored: Option<u64>,
    seconds: f64,
    peak_memory_mb: Option<u64>,
    error: Option<String>,
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    width: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<&'static str>,
}

impl<'a> Record<'a> {
    /// What the level's text alone says.
    fn new(file: &'a str, level: &'a Level) -> Self {
        let count = |test: fn(Square) -> bool| level.squares().filter(|s| test(s.2)).count();
        Self {
            file,
            level: level.number,
            title: level.title.as_deref(),
            boxes: count(Square::is_box),
            goals: count(Square::is_goal),
            cells: None,
            status: "invalid",
            solution: None,
            pushes: None,
            moves: None,
            minimal: false,
            start_bound: None,
            lower_bound: None,
            lower_proof: None,
            upper_bound: None,
            proof: Proof::None,
            engine: None,
            solver: None,
            horizons: &[],
            states_expanded: None,
            states_stored: None,
            seconds: 0.0,
            peak_memory_mb: None,
            error: None,
            reason: None,
            width: None,
            given: None,
            claim: None,
            verdict: None,
        }
    }

    /// A level that cannot be played.
    pub(crate) fn invalid(file: &'a str, level: &'a Level, flaw: &Flaw) -> Self {
        Self {
            error: Some(flaw.to_string()),
            ..Self::new(file, level)
        }
    }

    /// A solution that the checker does not accept.
    pub(crate) fn refused(file: &'a str, level: &'a Level, rejection: &Rejection) -> Self {
        Self {
            status: match rejection {
                Rejection::Text { .. } => "invalid",
                _ => "refuted",
            },
            error: Some(rejection.to_string()),
            ..Self::new(file, level)
        }
    }

    /// Adds the pushes of the solution that was given.
    pub(crate) fn with_given(mut self, pushes: usize) -> Self {
        self.given = Some(pushes);
        self
    }

    /// A level with an answer.
    pub(crate) fn answered(
        file: &'a str,
        level: &'a Level,
        board: &Board,
        answer: &'a Answer,
        seconds: f64,
    ) -> Self {
        let solution = answer.solution();
        let status = match &answer.status {
            Status::Solved(_) => "solved",
            Status::Unsolvable(_) => "unsolvable",
            Status::Unknown(_) => "unknown",
        };
        Self {
            cells: Some(board.len()),
            status,
            solution: solution.map(Verified::lurd),
            pushes: solution.map(|found| found.metrics().pushes),
            moves: solution.map(|found| found.metrics().moves),
            minimal: answer.is_minimal(),
            start_bound: answer.start_bound,
            lower_bound: answer.lower_bound,
            lower_proof: answer.lower_bound.map(|_| bound_proof(answer)),
            upper_bound: answer.upper_bound(),
            proof: answer.proof,
            engine: Some(answer.engine.name()),
            solver: answer.solver.as_deref(),
            horizons: &answer.horizons,
            states_expanded: answer.states_expanded,
            states_stored: answer.states_stored,
            seconds: (seconds * 1e6).round() / 1e6,
            peak_memory_mb: peak_memory_mb(),
            reason: match &answer.status {
                Status::Solved(_) => None,
                Status::Unsolvable(reason) => Some(reason.clone()),
                Status::Unknown(stop) => Some(stop.to_string()),
            },
            ..Self::new(file, level)
        }
    }

    /// Adds the width of a beam.
    pub(crate) fn with_width(mut self, width: Option<usize>) -> Self {
        self.width = width;
        self
    }

    /// Adds the claim of `minimum`, what became of it, and the proof behind that.
    pub(crate) fn with_claim(
        mut self,
        claim: Option<usize>,
        verdict: &'static str,
        proof: Proof,
    ) -> Self {
        self.claim = claim;
        self.proof = proof;
        self.verdict = Some(verdict);
        self
    }
}

/// The measures of a solution, null where there is none.
#[derive(Debug, Serialize)]
pub(crate) struct Measures {
    pushes: Option<usize>,
    moves: Option<usize>,
    box_lines: Option<usize>,
    box_changes: Option<usize>,
    pushing_sessions: Option<usize>,
    player_lines: Option<usize>,
}

impl From<Option<Metrics>> for Measures {
    fn from(metrics: Option<Metrics>) -> Self {
        let of = |measure: fn(&Metrics) -> usize| metrics.as_ref().map(measure);
        Self {
            pushes: of(|m| m.pushes),
            moves: of(|m| m.moves),
            box_lines: of(|m| m.box_lines),
            box_changes: of(|m| m.box_changes),
            pushing_sessions: of(|m| m.pushing_sessions),
            player_lines: of(|m| m.player_lines),
        }
    }
}

/// One line of JSON with its line end.
pub(crate) fn json_line(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

/// The largest resident set of this process so far in MB (10^6 bytes), where the system tells.
pub(crate) fn peak_memory_mb() -> Option<u64> {
    peak_memory().map(|bytes| bytes / 1_000_000)
}

/// The largest resident set of this process so far in bytes, where the system tells.
pub(crate) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
