//! Answers about sliding puzzles as people read them.

use std::fmt::Write as _;

use itertools::Itertools;
use sokosat::answer::Proof;
use sokosat::tiles::grid::Grid;
use sokosat::tiles::replay::Replayed;
use sokosat::tiles::solve::{Answer, Engine, Status};

use crate::cli::tiles::source::Task;

/// Why a board is unsolvable.
pub(super) const PARITY: &str = "the parity of the tiles differs from that of the target";

/// Columns of text that boards side by side may take.
const WIDTH: usize = 78;

/// The block of one answered board.
pub(super) fn block(label: &str, task: &Task, answer: &Answer, seconds: f64) -> String {
    let mut text = format!(
        "{label}: from {} to {}\n",
        task.start.line(),
        task.target.line()
    );
    if let Some(found) = answer.solution() {
        text += &side_by_side(found.boards());
    } else {
        text += &side_by_side(std::slice::from_ref(&task.start));
    }
    let mut fact = |name: &str, value: &str| {
        writeln!(text, "{name:<12}{value}").expect("a string takes any text");
    };
    fact("answer", &sentence(answer));
    if let Some(found) = answer.solution().filter(|found| found.moves() > 0) {
        fact("solution", found.letters());
        fact("moves", &words(found).replace('\n', "\n            "));
    }
    if let Some(bound) = answer.lower_bound {
        let start = answer.start_bound;
        let start = start.map_or(String::new(), |start| format!(" (start position: {start})"));
        fact("lower bound", &format!("{}{start}", moves(bound)));
    }
    fact("evidence", &evidence(answer));
    fact("effort", &effort(answer, seconds));
    text
}

/// The answer in one sentence.
pub(super) fn sentence(answer: &Answer) -> String {
    match &answer.status {
        Status::Solved(found) => format!("solved with {}, minimal", moves(found.moves())),
        Status::Unsolvable => format!("unsolvable: {PARITY}"),
        Status::Unknown(stop) => format!("not decided: {stop}"),
    }
}

/// So many moves.
pub(super) fn moves(count: usize) -> String {
    format!("{count} {}", if count == 1 { "move" } else { "moves" })
}

/// The moves of the blank as words, in lines.
fn words(found: &Replayed) -> String {
    let word = |letter| match letter {
        'U' => "Up",
        'D' => "Down",
        'L' => "Left",
        _ => "Right",
    };
    let words: Vec<&str> = found.letters().chars().map(word).collect();
    words.chunks(12).map(|line| line.join(" ")).join("\n")
}

/// Boards in rows of as many as fit, each row followed by an empty line if another comes.
fn side_by_side(boards: &[Grid]) -> String {
    let drawn: Vec<Vec<String>> = boards
        .iter()
        .map(|board| board.to_string().lines().map(String::from).collect())
        .collect();
    let width = drawn
        .first()
        .and_then(|lines| lines.first())
        .map_or(1, String::len);
    let in_row = (WIDTH / (width + 3)).max(1);
    let mut text = String::new();
    for (index, row) in drawn.chunks(in_row).enumerate() {
        if index > 0 {
            text.push('\n');
        }
        for line in 0..row[0].len() {
            let parts = row.iter().map(|board| board[line].as_str());
            writeln!(text, "  {}", parts.format("   ")).expect("a string takes any text");
        }
    }
    text
}

fn evidence(answer: &Answer) -> String {
    let proof = match answer.proof {
        Proof::Static => return "parity: no search was needed".into(),
        Proof::None => return "none for an answer; the lower bound is proved".into(),
        Proof::Bound => "the plan is as short as the lower bound of the start position",
        Proof::Sat => "SAT: every horizon from the start bound on was refuted",
        Proof::Exhaustive => match answer.engine {
            Engine::IdaStar => "iterative deepening: nothing is left below the minimum",
            Engine::Bidirectional => "bidirectional: no open pair of boards allows a shorter plan",
            Engine::Bfs => "exhaustive: every board nearer than the target was looked at",
            _ => "exhaustive: no open board allows a shorter plan",
        },
    };
    format!("{proof}; the plan was replayed by the independent checker")
}

fn effort(answer: &Answer, seconds: f64) -> String {
    let heuristic = answer
        .heuristic
        .map(|name| format!("heuristic {}", name.name()));
    let conflicts: u64 = answer
        .horizons
        .iter()
        .filter_map(|horizon| horizon.conflicts)
        .sum();
    let horizons = answer.horizons.len();
    let parts = [
        Some(format!("engine {}", answer.engine.name())),
        heuristic,
        answer.expanded.map(|count| format!("{count} expanded")),
        answer.generated.map(|count| format!("{count} generated")),
        answer.stored.map(|count| format!("{count} stored")),
        (horizons > 0).then(|| format!("{horizons} horizons, {conflicts} conflicts")),
        Some(format!("{seconds:.2} s")),
    ];
    parts.into_iter().flatten().join(", ")
}
