//! `sokosat bench`: engines and beam widths on the same levels, as tables and as CSV.
//!
//! What engines say of a level must fit together: no solution below a proved bound of another, none where
//! another has proved that there is none. If it does not, that is told and the exit code says so.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use itertools::Itertools;
use sokosat::answer::{Answer, Status};
use sokosat::board::Board;
use sokosat::level::{self, Level};

use crate::cli::args::{Bench, Effort, EngineName};
use crate::cli::ask::{Asker, engine};
use crate::cli::columns::{aligned, csv, forget_peak};
use crate::cli::exit::Exit;
use crate::cli::output::{Existing, Pending, print};
use crate::cli::record::{Record, json_line, peak_memory};
use crate::cli::{board_of, complain, name_of, text};

/// The time limit of a run where none is given.
const USUAL: Duration = Duration::from_secs(60);

/// Fewer states than these say nothing about the bytes that each takes.
const MANY: u64 = 50_000;

const COLUMNS: [&str; 15] = [
    "level",
    "engine",
    "width",
    "status",
    "pushes",
    "moves",
    "bound",
    "proof",
    "expanded",
    "generated",
    "stored",
    "seconds",
    "expanded_a_second",
    "memory_mb",
    "bytes_a_state",
];

/// One run, measured.
struct Run {
    level: usize,
    engine: &'static str,
    width: Option<usize>,
    answer: Answer,
    seconds: f64,
    /// Largest resident set in bytes, and its growth during the run.
    memory: Option<(u64, u64)>,
}

pub(crate) fn run(args: &Bench) -> anyhow::Result<ExitCode> {
    let file = name_of(&args.source.file);
    let levels = level::load(&args.source.file)?;
    let chosen = args.level.of(&file, &levels).map_err(anyhow::Error::msg)?;
    let asker = Asker::new(&file, &args.effort)?;
    // Refused now rather than after an hour of runs.
    let pending = pending(args)?;
    let mut runs = Vec::new();
    let ended = run_all(args, &asker, &chosen, &mut runs);
    report(args, &runs, pending)?;
    Ok(ended?.into())
}

/// The file of the table, opened under a hidden name.
fn pending(args: &Bench) -> anyhow::Result<Option<Pending>> {
    let path = args.csv.as_deref().filter(|&path| path != Path::new("-"));
    path.map(|path| Pending::open(path, Existing::from_force(args.force)))
        .transpose()
}

/// Makes all runs, those of one level after another.
fn run_all(
    args: &Bench,
    asker: &Asker<'_>,
    levels: &[&Level],
    runs: &mut Vec<Run>,
) -> anyhow::Result<Exit> {
    let (file, efforts) = (name_of(&args.source.file), efforts(args));
    let mut exits = vec![Exit::Yes];
    for &level in levels {
        let Some(board) = board_of(&args.source.file, level, args.effort.json)? else {
            exits.push(Exit::BadInput);
            continue;
        };
        let first = runs.len();
        for effort in &efforts {
            let run = measure(asker, effort, (level, &board))?;
            if args.effort.json {
                let (answer, seconds) = (&run.answer, run.seconds);
                let record = Record::answered(&file, level, &board, answer, seconds);
                print(&json_line(&record.with_width(run.width))?)?;
            }
            runs.push(run);
            if asker.interrupted() {
                return Ok(Exit::Undecided);
            }
        }
        if let Some(sentence) = contradiction(&runs[first..]) {
            complain(&format!("{}: {sentence}", text::label(&file, level)));
            exits.push(Exit::Refuted);
        }
    }
    let refuted = exits.contains(&Exit::Refuted);
    Ok(if refuted {
        Exit::Refuted
    } else {
        Exit::of_all(&exits)
    })
}

/// The options of each run of a level, in order: engines, then widths.
fn efforts(args: &Bench) -> Vec<Effort> {
    let with = |engine, width: Option<usize>| {
        let mut effort = args.effort.clone();
        effort.engine = engine;
        effort.limits.time_limit = effort.limits.time_limit.or(Some(USUAL));
        effort.beam.width = width.unwrap_or(effort.beam.width);
        effort
    };
    let engines: &[EngineName] = match (&args.engines[..], &args.beam_widths[..]) {
        ([], []) => &[args.effort.engine],
        (engines, _) => engines,
    };
    let widths = args.beam_widths.iter();
    let beams = widths.map(|&width| with(EngineName::Beam, Some(width)));
    engines
        .iter()
        .map(|&engine| with(engine, None))
        .chain(beams)
        .collect()
}

fn measure(
    asker: &Asker<'_>,
    effort: &Effort,
    (level, board): (&Level, &Board),
) -> anyhow::Result<Run> {
    let before = sokosat::limits::resident();
    forget_peak();
    let (answer, seconds) = asker.with(effort).ask(level, board, None)?;
    let memory = peak_memory().map(|peak| (peak, peak.saturating_sub(before)));
    Ok(Run {
        level: level.number,
        engine: engine(effort.engine).name(),
        width: (effort.engine == EngineName::Beam).then_some(effort.beam.width),
        answer,
        seconds,
        memory,
    })
}

/// What does not fit together in the answers about one level.
fn contradiction(runs: &[Run]) -> Option<String> {
    let shortest = runs
        .iter()
        .min_by_key(|run| match run.answer.upper_bound() {
            Some(pushes) => (false, pushes),
            None => (true, 0),
        })?;
    let pushes = shortest.answer.upper_bound()?;
    let (by, found) = (shortest.engine, format!("a solution of {pushes} pushes"));
    let denied = |run: &Run| matches!(run.answer.status, Status::Unsolvable(_));
    if let Some(other) = runs.iter().find(|run| denied(run)) {
        return Some(format!("{by} finds {found}, and {} none", other.engine));
    }
    let highest = runs.iter().max_by_key(|run| run.answer.lower_bound)?;
    let bound = highest.answer.lower_bound.filter(|&bound| bound > pushes)?;
    let other = highest.engine;
    Some(format!(
        "{by} finds {found}, and {other} proves that it takes {bound}"
    ))
}

fn report(args: &Bench, runs: &[Run], pending: Option<Pending>) -> anyhow::Result<()> {
    if args.effort.json {
        return Ok(());
    }
    let bare = lines(runs, "");
    let csv = csv(bare.iter().map(|line| &line[..]));
    if args.csv.as_deref() == Some(Path::new("-")) {
        return print(&csv);
    }
    let (shown, sums) = (lines(runs, "-"), sums(runs));
    print(&format!(
        "{}\nover all levels\n{}",
        aligned(shown.iter().map(|line| &line[..])),
        aligned(sums.iter().map(|line| &line[..]))
    ))?;
    if let Some(mut pending) = pending {
        let mut stream = pending.stream();
        stream.write_all(csv.as_bytes())?;
        stream.flush()?;
        drop(stream);
        pending.commit()?;
    }
    Ok(())
}

/// The heading and a line for each run, `none` where there is nothing to say.
fn lines(runs: &[Run], none: &str) -> Vec<[String; 15]> {
    let heading = COLUMNS.map(String::from);
    let lines = runs.iter().map(|run| fields(run, none));
    std::iter::once(heading).chain(lines).collect()
}

fn fields(run: &Run, none: &str) -> [String; 15] {
    let written = |value: Option<u64>| value.map_or(none.to_owned(), |value| value.to_string());
    let count = |value: Option<usize>| written(value.map(|value| value as u64));
    let answer = &run.answer;
    let stored = answer.states_stored.filter(|&stored| stored >= MANY);
    let growth = run.memory.map(|(_, growth)| growth);
    [
        run.level.to_string(),
        run.engine.into(),
        count(run.width),
        text::status(answer).into(),
        count(answer.upper_bound()),
        count(answer.solution().map(|found| found.metrics().moves)),
        count(answer.lower_bound),
        text::proof(answer.proof).into(),
        written(answer.states_expanded),
        written(answer.states_generated),
        written(answer.states_stored),
        format!("{:.3}", run.seconds),
        rate(answer.states_expanded, run.seconds).unwrap_or_else(|| none.to_owned()),
        written(run.memory.map(|(peak, _)| peak / 1_000_000)),
        written(stored.zip(growth).map(|(stored, growth)| growth / stored)),
    ]
}

/// States a second, from a hundredth of a second on.
fn rate(expanded: Option<u64>, seconds: f64) -> Option<String> {
    let expanded = expanded.filter(|_| seconds >= 0.01)?;
    Some(format!("{:.0}", float(expanded) / seconds))
}

/// A line for each engine and width: levels solved and proved, sums over all levels.
fn sums(runs: &[Run]) -> Vec<[String; 8]> {
    let heading = [
        "engine",
        "width",
        "solved",
        "minimal",
        "expanded",
        "generated",
        "seconds",
        "expanded_a_second",
    ];
    let mut lines = vec![heading.map(String::from)];
    let kind = |run: &Run| (run.engine, run.width);
    for (engine, width) in runs.iter().map(kind).unique() {
        let own = || runs.iter().filter(|&run| kind(run) == (engine, width));
        let number = own().count();
        let sum = |value: fn(&Answer) -> Option<u64>| -> Option<u64> {
            let values: Option<Vec<u64>> = own().map(|run| value(&run.answer)).collect();
            values.map(|values| values.iter().sum())
        };
        let shown = |value: Option<u64>| value.map_or("-".into(), |value| value.to_string());
        let expanded = sum(|answer| answer.states_expanded);
        let seconds: f64 = own().map(|run| run.seconds).sum();
        let solved = own().filter(|run| run.answer.solution().is_some()).count();
        let minimal = own().filter(|run| run.answer.is_minimal()).count();
        lines.push([
            engine.into(),
            shown(width.map(|width| width as u64)),
            format!("{solved}/{number}"),
            format!("{minimal}/{number}"),
            shown(expanded),
            shown(sum(|answer| answer.states_generated)),
            format!("{seconds:.3}"),
            rate(expanded, seconds).unwrap_or_else(|| "-".into()),
        ]);
    }
    lines
}

#[expect(
    clippy::cast_precision_loss,
    reason = "rates are shown with few digits"
)]
fn float(number: u64) -> f64 {
    number as f64
}
