//! `sokosat tiles compare`: engines and heuristics on the same boards, as a table and as CSV.
//!
//! Memory is the largest resident set during a run where the system lets it be reset, else since the start.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use sokosat::progress::Progress;
use sokosat::tiles::heuristic::Name;
use sokosat::tiles::replay::Replayed;
use sokosat::tiles::solve::{Answer, Engine, Status, solve};

use crate::cli::columns::{aligned, csv, forget_peak};
use crate::cli::exit::Exit;
use crate::cli::output::{Existing, print, write_file};
use crate::cli::record::peak_memory_mb;
use crate::cli::tiles::args::{Compare, HeuristicName};
use crate::cli::tiles::solve::{bounds_of, exit_of};
use crate::cli::tiles::source::{Boards, Task};
use crate::cli::{complain, signals, watch};

/// One run.
struct Row {
    board: usize,
    engine: &'static str,
    heuristic: &'static str,
    status: &'static str,
    length: Option<usize>,
    expanded: Option<u64>,
    generated: Option<u64>,
    seconds: f64,
    memory: Option<u64>,
}

const COLUMNS: [&str; 9] = [
    "board",
    "engine",
    "heuristic",
    "status",
    "length",
    "expanded",
    "generated",
    "seconds",
    "memory_mb",
];

pub(super) fn run(args: &Compare) -> anyhow::Result<ExitCode> {
    let boards = Boards::read(&args.source)?;
    let stop = signals::stop_flag()?;
    let (mut rows, mut exits) = (Vec::new(), Vec::new());
    'boards: for task in &boards.tasks {
        let mut known = task.optimal;
        for (engine, bound) in runs(args) {
            let (row, answer) = one(args, (&boards, task), (engine, bound), &stop)?;
            exits.push(exit_of(&answer));
            if let (Some(known), Some(length)) = (known, row.length)
                && known != length
            {
                complain(&disagreement(&boards.label(task), &row, known));
                exits.push(Exit::Refuted);
            }
            known = known.or(row.length);
            rows.push(row);
            if stop.load(Ordering::Relaxed) {
                break 'boards;
            }
        }
    }
    report(args, &rows)?;
    let refuted = exits.contains(&Exit::Refuted);
    let exit = if refuted {
        Exit::Refuted
    } else {
        Exit::of_all(&exits)
    };
    Ok(exit.into())
}

fn disagreement(label: &str, row: &Row, known: usize) -> String {
    format!(
        "{label}: {} with {} finds {} moves, where the minimum was said to be {known}",
        row.engine,
        row.heuristic,
        row.length.unwrap_or_default()
    )
}

/// The engines with their bounds, in the order asked for.
fn runs(args: &Compare) -> Vec<(Engine, Option<HeuristicName>)> {
    let engines = args.engines.iter().map(|name| name.engine());
    let pairs = engines.map(|engine| (engine, bounds_of(engine, &args.heuristics)));
    pairs
        .flat_map(|(engine, bounds)| bounds.into_iter().map(move |bound| (engine, bound)))
        .collect()
}

fn one(
    args: &Compare,
    (boards, task): (&Boards, &Task),
    (engine, bound): (Engine, Option<HeuristicName>),
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<(Row, Answer)> {
    let progress = Progress::of("moves");
    let limits = signals::limits(&args.work.limits, stop);
    let question = args.work.question((engine, bound), limits, &progress);
    forget_peak();
    let started = Instant::now();
    let heuristic = bound.map_or("-", |bound| bound.name().name());
    let label = format!("{}, {} {heuristic}", boards.label(task), engine.name());
    let ask = || solve(&task.start, &task.target, &question);
    let answer = if args.quiet {
        ask()
    } else {
        watch::watched(&label, &progress, ask)
    }?;
    let row = Row {
        board: task.number,
        engine: engine.name(),
        heuristic: answer.heuristic.map_or(heuristic, Name::name),
        status: match answer.status {
            Status::Solved(_) => "solved",
            Status::Unsolvable => "unsolvable",
            Status::Unknown(_) => "unknown",
        },
        length: answer.solution().map(Replayed::moves),
        expanded: answer.expanded,
        generated: answer.generated,
        seconds: started.elapsed().as_secs_f64(),
        memory: peak_memory_mb(),
    };
    Ok((row, answer))
}

fn report(args: &Compare, rows: &[Row]) -> anyhow::Result<()> {
    let (bare, shown) = (lines(rows, ""), lines(rows, "-"));
    let csv = csv(bare.iter().map(|line| &line[..]));
    if args.csv.as_deref() == Some(Path::new("-")) {
        return print(&csv);
    }
    if let Some(path) = &args.csv {
        let existing = Existing::from_force(args.force);
        write_file(path, existing, |out| Ok(out.write_all(csv.as_bytes())?))?;
    }
    let table = aligned(shown.iter().map(|line| &line[..]));
    print(&format!("{table}\n{}", means(rows)))
}

/// The fields of a row, `none` where there is nothing to say.
fn fields(row: &Row, none: &str) -> [String; 9] {
    let count = |count: Option<u64>| count.map_or(none.to_owned(), |count| count.to_string());
    [
        row.board.to_string(),
        row.engine.into(),
        row.heuristic.into(),
        row.status.into(),
        count(row.length.map(|length| length as u64)),
        count(row.expanded),
        count(row.generated),
        format!("{:.3}", row.seconds),
        count(row.memory),
    ]
}

fn lines(rows: &[Row], none: &str) -> Vec<[String; 9]> {
    let lines = rows.iter().map(|row| fields(row, none));
    std::iter::once(COLUMNS.map(String::from))
        .chain(lines)
        .collect()
}

/// A line for each engine and bound: how many solved, and means over these.
fn means(rows: &[Row]) -> String {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for row in rows {
        if !pairs.contains(&(row.engine, row.heuristic)) {
            pairs.push((row.engine, row.heuristic));
        }
    }
    let head = [
        "engine",
        "heuristic",
        "solved",
        "length",
        "expanded",
        "generated",
        "seconds",
    ];
    let mut lines = vec![head.map(String::from)];
    for (engine, heuristic) in pairs {
        let own = |row: &&Row| (row.engine, row.heuristic) == (engine, heuristic);
        let all = rows.iter().filter(own);
        let solved: Vec<&Row> = all.clone().filter(|row| row.length.is_some()).collect();
        let mean = |value: &dyn Fn(&Row) -> Option<f64>, digits: usize| {
            let values: Option<Vec<f64>> = solved.iter().map(|row| value(row)).collect();
            let values = values.filter(|values| !values.is_empty());
            values.map_or("-".into(), |values| {
                format!(
                    "{:.digits$}",
                    values.iter().sum::<f64>() / amount(values.len())
                )
            })
        };
        lines.push([
            engine.into(),
            heuristic.into(),
            format!("{}/{}", solved.len(), all.count()),
            mean(&|row| row.length.map(amount), 2),
            mean(&|row| row.expanded.map(count), 0),
            mean(&|row| row.generated.map(count), 0),
            mean(&|row| Some(row.seconds), 3),
        ]);
    }
    format!(
        "means over the boards solved\n{}",
        aligned(lines.iter().map(|line| &line[..]))
    )
}

#[expect(
    clippy::cast_precision_loss,
    reason = "means are shown with few digits"
)]
fn count(number: u64) -> f64 {
    number as f64
}

fn amount(number: usize) -> f64 {
    count(number as u64)
}
