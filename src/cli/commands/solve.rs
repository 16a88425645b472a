//! `sokosat solve`: a solution with the fewest pushes, and the evidence.

use std::process::ExitCode;

use sokosat::answer::{Answer, Goal, Status};
use sokosat::level::{self, Level};
use sokosat::solve::improve::solve_and_improve;

use crate::cli::args::Solve;
use crate::cli::ask::{Asker, goal};
use crate::cli::exit::Exit;
use crate::cli::output::print;
use crate::cli::record::{Record, json_line};
use crate::cli::text::{self, Row};
use crate::cli::{board_of, complain, name_of};

pub(crate) fn run(args: &Solve) -> anyhow::Result<ExitCode> {
    let file = name_of(&args.source.file);
    let levels = level::load(&args.source.file)?;
    let chosen = args.level.of(&file, &levels).map_err(anyhow::Error::msg)?;
    let asker = Asker::new(&file, &args.effort)?;
    let (mut exits, mut rows) = (Vec::new(), Vec::new());
    for &level in &chosen {
        let (exit, row) = one(args, &file, level, &asker)?;
        exits.push(exit);
        rows.push(row);
        if asker.interrupted() {
            break;
        }
    }
    if chosen.len() > 1 && !args.effort.json && !args.effort.quiet {
        print(&format!("\n{}", text::table(&rows)))?;
    }
    let exit = Exit::of_all(&exits);
    let code = if args.effort.sat_exit_codes {
        exit.sat_code()
    } else {
        exit.code()
    };
    Ok(code.into())
}

/// Solves one level and prints its answer.
fn one(args: &Solve, file: &str, level: &Level, asker: &Asker<'_>) -> anyhow::Result<(Exit, Row)> {
    let Some(board) = board_of(&args.source.file, level, args.effort.json)? else {
        return Ok((Exit::BadInput, invalid_row(level)));
    };
    let (answer, seconds) = if args.improve {
        asker.work(level, None, |question| {
            solve_and_improve(level, &board, question)
        })?
    } else {
        asker.ask(level, &board, None)?
    };
    if args.effort.json {
        print(&json_line(&Record::answered(
            file, level, &board, &answer, seconds,
        ))?)?;
    } else if args.effort.quiet {
        print_quietly(file, level, &answer)?;
    } else {
        print(&text::block(file, level, &answer, seconds))?;
    }
    Ok((
        exit_of(&answer, goal(&args.effort)),
        row(level, &answer, seconds),
    ))
}

/// The LURD alone; where there is none, a sentence on standard error.
fn print_quietly(file: &str, level: &Level, answer: &Answer) -> anyhow::Result<()> {
    if let Some(found) = answer.solution() {
        return print(&format!("{}\n", found.lurd()));
    }
    complain(&format!(
        "{}: {}",
        text::label(file, level),
        text::sentence(answer)
    ));
    Ok(())
}

/// Unless any solution will do, one that is not proved minimal is not what was asked for.
fn exit_of(answer: &Answer, goal: Goal) -> Exit {
    match &answer.status {
        Status::Solved(_) if goal == Goal::Any || answer.is_minimal() => Exit::Yes,
        Status::Unsolvable(_) => Exit::NoSolution,
        Status::Solved(_) | Status::Unknown(_) => Exit::Undecided,
    }
}

fn row(level: &Level, answer: &Answer, seconds: f64) -> Row {
    Row {
        status: text::status(answer),
        proof: text::proof(answer.proof),
        seconds,
        pushes: answer.upper_bound(),
        moves: answer.solution().map(|found| found.metrics().moves),
        bound: answer.lower_bound,
        ..invalid_row(level)
    }
}

fn invalid_row(level: &Level) -> Row {
    Row {
        number: level.number,
        title: level.title.clone().unwrap_or_default(),
        status: "invalid",
        pushes: None,
        moves: None,
        bound: None,
        proof: "none",
        seconds: 0.0,
    }
}
