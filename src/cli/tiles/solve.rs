//! `sokosat tiles solve`: a shortest plan, and the evidence.

use std::process::ExitCode;
use std::time::Instant;

use clap::CommandFactory;
use clap::error::ErrorKind;
use sokosat::progress::Progress;
use sokosat::tiles::solve::{Answer, Engine, Status, solve};

use crate::cli::args::Cli;
use crate::cli::exit::Exit;
use crate::cli::output::print;
use crate::cli::record::json_line;
use crate::cli::tiles::args::{HeuristicName, Solve};
use crate::cli::tiles::record::Record;
use crate::cli::tiles::source::{Boards, Task};
use crate::cli::tiles::text;
use crate::cli::{complain, signals, watch};

pub(super) fn run(args: &Solve) -> anyhow::Result<ExitCode> {
    let engine = args.engine.engine();
    refuse_heuristic(engine, args.heuristic);
    let boards = Boards::read(&args.source)?;
    let stop = signals::stop_flag()?;
    let mut exits = Vec::new();
    for task in &boards.tasks {
        let started = Instant::now();
        let progress = Progress::of("moves");
        let limits = signals::limits(&args.work.limits, &stop);
        let question = args
            .work
            .question((engine, args.heuristic), limits, &progress);
        let label = boards.label(task);
        let ask = || solve(&task.start, &task.target, &question);
        let answer = if args.quiet {
            ask()
        } else {
            watch::watched(&label, &progress, ask)
        }?;
        show(
            args,
            (&boards, task),
            &answer,
            started.elapsed().as_secs_f64(),
        )?;
        exits.push(exit_of(&answer));
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
    }
    let exit = Exit::of_all(&exits);
    let code = if args.sat_exit_codes {
        exit.sat_code()
    } else {
        exit.code()
    };
    Ok(code.into())
}

/// Ends the program if a bound was named for an engine that asks none.
pub(super) fn refuse_heuristic(engine: Engine, heuristic: Option<HeuristicName>) {
    if heuristic.is_some() && !engine.takes_a_heuristic() {
        let sentence = format!("--heuristic has no meaning for --engine {}", engine.name());
        Cli::command()
            .error(ErrorKind::ArgumentConflict, sentence)
            .exit();
    }
}

/// Prints one answer.
fn show(
    args: &Solve,
    (boards, task): (&Boards, &Task),
    answer: &Answer,
    seconds: f64,
) -> anyhow::Result<()> {
    let label = boards.label(task);
    if args.verbose {
        for remark in &answer.remarks {
            complain(&format!("{label}: {remark}"));
        }
    }
    if args.json {
        return print(&json_line(&Record::new(
            &boards.file,
            task,
            answer,
            seconds,
        ))?);
    }
    if !args.quiet {
        let gap = if task.number > 1 { "\n" } else { "" };
        return print(&format!(
            "{gap}{}",
            text::block(&label, task, answer, seconds)
        ));
    }
    if let Some(found) = answer.solution() {
        return print(&format!("{}\n", found.letters()));
    }
    complain(&format!("{label}: {}", text::sentence(answer)));
    Ok(())
}

/// What an answer means for the exit code; every plan is minimal.
pub(super) fn exit_of(answer: &Answer) -> Exit {
    match &answer.status {
        Status::Solved(_) => Exit::Yes,
        Status::Unsolvable => Exit::NoSolution,
        Status::Unknown(_) => Exit::Undecided,
    }
}

/// Whether an engine is asked once for each bound.
pub(super) fn bounds_of(engine: Engine, named: &[HeuristicName]) -> Vec<Option<HeuristicName>> {
    if engine.takes_a_heuristic() {
        named.iter().copied().map(Some).collect()
    } else {
        vec![None]
    }
}
