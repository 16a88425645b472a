//! Answers as people read them.

use std::fmt::Write as _;

use itertools::Itertools;
use sokosat::answer::{Answer, Engine, Proof, Status};
use sokosat::certify::Metrics;
use sokosat::level::Level;

/// How a level is named: file, number and title.
pub(crate) fn label(file: &str, level: &Level) -> String {
    match &level.title {
        Some(title) => format!("{file}, level {}: {title}", level.number),
        None => format!("{file}, level {}", level.number),
    }
}

/// The block of one answered level: heading, board, answer, evidence.
pub(crate) fn block(file: &str, level: &Level, answer: &Answer, seconds: f64) -> String {
    let mut text = format!("{}\n", label(file, level));
    for row in level.to_string().lines() {
        text += format!("  {row}").trim_end();
        text.push('\n');
    }
    let mut fact = |name: &str, value: &str| {
        writeln!(text, "{name:<12}{value}").expect("a string takes any text");
    };
    fact("answer", &sentence(answer));
    if let Some(found) = answer.solution() {
        fact("solution", found.lurd());
        fact("metrics", &metrics(found.metrics()));
    }
    if let Some(bound) = answer.lower_bound {
        let start = answer
            .start_bound
            .map_or(String::new(), |start| format!(" (start position: {start})"));
        fact("lower bound", &format!("{bound} pushes{start}"));
    }
    fact("evidence", &evidence(answer));
    fact("effort", &effort(answer, seconds));
    text
}

/// The answer in one sentence.
pub(crate) fn sentence(answer: &Answer) -> String {
    match (&answer.status, answer.upper_bound()) {
        (Status::Unsolvable(reason), _) => format!("unsolvable: {reason}"),
        (Status::Unknown(stop), _) => format!("not decided: {stop}"),
        (Status::Solved(_), pushes) => {
            let pushes = pushes.unwrap_or_default();
            let minimal = if answer.is_minimal() {
                "minimal"
            } else {
                "not proved minimal"
            };
            format!(
                "solved with {}, {minimal}",
                counted(pushes, "push", "pushes")
            )
        }
    }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// All metrics of a solution on one line.
pub(crate) fn metrics(metrics: Metrics) -> String {
    format!(
        "{} pushes, {} moves, {} box lines, {} box changes, {} pushing sessions, {} player lines",
        metrics.pushes,
        metrics.moves,
        metrics.box_lines,
        metrics.box_changes,
        metrics.pushing_sessions,
        metrics.player_lines
    )
}

/// Which evidence stands behind the answer, and behind a lower bound that is short of it.
pub(crate) fn evidence(answer: &Answer) -> String {
    let below = match bound_proof(answer) {
        Proof::Bound => "the start position".into(),
        proof => evidence_of_bound(answer, proof),
    };
    match &answer.status {
        Status::Unknown(_) => format!("of the lower bound: {below}"),
        Status::Solved(_) if answer.proof == Proof::None => {
            format!(
                "{}; of the lower bound: {below}",
                evidence_of(answer, Proof::None)
            )
        }
        _ => evidence_of(answer, answer.proof),
    }
}

fn evidence_of_bound(answer: &Answer, proof: Proof) -> String {
    match proof {
        Proof::Sat => refuted(answer),
        Proof::Exhaustive => searched(answer),
        _ => "none".into(),
    }
}

/// What stands behind the lower bound of an answer.
pub(crate) fn bound_proof(answer: &Answer) -> Proof {
    match answer.lower_proof {
        Proof::None if answer.lower_bound.is_some() => Proof::Bound,
        proof => proof,
    }
}

/// The evidence of an answer, `proof` standing behind what it says.
pub(crate) fn evidence_of(answer: &Answer, proof: Proof) -> String {
    let solved = answer.solution().is_some();
    let proof = match proof {
        Proof::Sat => Some(refuted(answer)),
        Proof::Exhaustive => Some(searched(answer)),
        Proof::Bound if solved => {
            Some("the solution is as short as the lower bound of the start position".into())
        }
        Proof::Bound => Some("the lower bound of the start position".into()),
        Proof::Static => Some("the start position shows it without search".into()),
        Proof::None => None,
    };
    let replayed = "the solution was replayed by the independent checker";
    let parts = proof.into_iter().chain(solved.then(|| replayed.into()));
    let parts: Vec<String> = parts.collect();
    match parts.as_slice() {
        [] => "none".into(),
        _ => parts.join("; "),
    }
}

fn searched(answer: &Answer) -> String {
    let unsolvable = matches!(answer.status, Status::Unsolvable(_));
    let to_what = match answer.lower_bound {
        Some(bound) if !unsolvable => format!("a solution of fewer than {bound} pushes"),
        _ => "a solution".into(),
    };
    format!("exhaustive search: no position is left that could still lead to {to_what}")
}

fn refuted(answer: &Answer) -> String {
    let by = match &answer.solver {
        Some(solver) if answer.engine == Engine::External => format!(" on the word of {solver}"),
        Some(solver) => format!(" by {solver}"),
        None => String::new(),
    };
    let horizons = answer
        .horizons
        .iter()
        .filter(|horizon| horizon.verdict == "unsat");
    match horizons.map(|horizon| horizon.t).minmax().into_option() {
        Some((low, high)) if low == high => format!("SAT: horizon {low} was refuted{by}"),
        Some((low, high)) => {
            format!("SAT: the horizons from {low} to {high} pushes were refuted{by}, none skipped")
        }
        None => "SAT".into(),
    }
}

/// What it took.
pub(crate) fn effort(answer: &Answer, seconds: f64) -> String {
    let parts = [
        Some(format!("engine {}", answer.engine.name())),
        answer
            .states_stored
            .map(|states| format!("{states} states")),
        (!answer.horizons.is_empty()).then(|| format!("{} horizons", answer.horizons.len())),
        conflicts(answer).map(|conflicts| format!("{conflicts} conflicts")),
        Some(format!("{seconds:.2} s")),
    ];
    parts.into_iter().flatten().join(", ")
}

/// Conflicts of all horizons, of those solvers that tell.
fn conflicts(answer: &Answer) -> Option<u64> {
    let told = answer
        .horizons
        .iter()
        .filter_map(|horizon| horizon.conflicts);
    told.reduce(|sum, more| sum + more)
}

/// The answer in one word.
pub(crate) fn status(answer: &Answer) -> &'static str {
    match &answer.status {
        Status::Solved(_) if answer.is_minimal() => "minimal",
        Status::Solved(_) => "solved",
        Status::Unsolvable(_) => "unsolvable",
        Status::Unknown(_) => "unknown",
    }
}

/// The evidence in one word.
pub(crate) fn proof(proof: Proof) -> &'static str {
    match proof {
        Proof::Sat => "sat",
        Proof::Exhaustive => "exhaustive",
        Proof::Bound => "bound",
        Proof::Static => "static",
        Proof::None => "none",
    }
}

/// One line of the summary table.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) number: usize,
    pub(crate) title: String,
    pub(crate) status: &'static str,
    pub(crate) pushes: Option<usize>,
    pub(crate) moves: Option<usize>,
    pub(crate) bound: Option<usize>,
    pub(crate) proof: &'static str,
    pub(crate) seconds: f64,
}

/// The summary table of several levels, with a line of totals.
pub(crate) fn table(rows: &[Row]) -> String {
    let number = |value: Option<usize>| value.map_or("-".into(), |value| value.to_string());
    let mut text =
        String::from("level  status      pushes  moves  bound  proof       seconds  title\n");
    for row in rows {
        let line = format!(
            "{:>5}  {:<10}  {:>6}  {:>5}  {:>5}  {:<10}  {:>7.2}  {}",
            row.number,
            row.status,
            number(row.pushes),
            number(row.moves),
            number(row.bound),
            row.proof,
            row.seconds,
            row.title
        );
        text += line.trim_end();
        text.push('\n');
    }
    let counts = rows.iter().counts_by(|row| row.status);
    let counts = counts
        .into_iter()
        .sorted()
        .map(|(status, count)| format!("{count} {status}"));
    writeln!(text, "{} levels: {}", rows.len(), counts.format(", "))
        .expect("a string takes any text");
    text
}
