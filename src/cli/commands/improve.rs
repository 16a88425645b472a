//! `sokosat improve`: a solution made shorter, as far as the limits allow.

use std::process::ExitCode;

use anyhow::bail;
use sokosat::answer::Answer;
use sokosat::certify::replay;
use sokosat::solve::improve::improve;

use crate::cli::args::Improve;
use crate::cli::ask::Asker;
use crate::cli::exit::Exit;
use crate::cli::output::print;
use crate::cli::record::{Record, json_line};
use crate::cli::text;
use crate::cli::{board_of, complain, load_one, name_of};

use super::verify::{refusal, solution_text};

pub(crate) fn run(args: &Improve) -> anyhow::Result<ExitCode> {
    let file = name_of(&args.source.file);
    if args.solution == "-" && file == "<stdin>" {
        bail!("level and solution cannot both come from standard input");
    }
    let level = load_one(&args.source.file, args.level)?;
    let Some(board) = board_of(&args.source.file, &level, args.json)? else {
        return Ok(Exit::BadInput.into());
    };
    let lurd = solution_text(&args.solution)?;
    let given = match replay(&level, &lurd) {
        Ok(given) => given,
        Err(rejection) => {
            if args.json {
                print(&json_line(&Record::refused(&file, &level, &rejection))?)?;
            }
            complain(&format!("{}: {rejection}", text::label(&file, &level)));
            return Ok(refusal(&rejection).into());
        }
    };
    let effort = args.effort();
    let asker = Asker::new(&file, &effort)?;
    let (answer, seconds) = asker.work(&level, None, |question| {
        improve(&level, &board, &given, question)
    })?;
    if args.json {
        let record = Record::answered(&file, &level, &board, &answer, seconds);
        print(&json_line(&record.with_given(given.pushes()))?)?;
    } else if let (true, Some(found)) = (args.quiet, answer.solution()) {
        print(&format!("{}\n", found.lurd()))?;
    } else {
        let block = text::block(&file, &level, &answer, seconds);
        print(&format!("{block}{}", saved(given.pushes(), &answer)))?;
    }
    Ok(Exit::Yes.into())
}

/// The line that says what was given and what was saved.
fn saved(given: usize, answer: &Answer) -> String {
    let now = answer.upper_bound().unwrap_or(given);
    format!("given       {given} pushes, {} saved\n", given - now)
}
