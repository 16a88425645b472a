//! `sokosat verify`: a solution replayed by the independent checker.

use std::fs::File;
use std::io::{Read, stdin};
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde::Serialize;
use sokosat::certify::{Metrics, Rejection, replay};
use sokosat::level::Level;

use crate::cli::args::Verify;
use crate::cli::exit::Exit;
use crate::cli::output::print;
use crate::cli::record::{Measures, json_line};
use crate::cli::text;
use crate::cli::{board_of, complain, load_one, name_of};

/// The longest solution text that is read, in bytes.
const LONGEST: u64 = 64 << 20;

#[derive(Debug, Serialize)]
struct Record<'a> {
    file: &'a str,
    level: usize,
    title: Option<&'a str>,
    accepted: bool,
    solution: Option<&'a str>,
    #[serde(flatten)]
    measures: Measures,
    error: Option<String>,
}

pub(crate) fn run(args: &Verify) -> anyhow::Result<ExitCode> {
    let file = name_of(&args.source.file);
    if args.solution == "-" && file == "<stdin>" {
        bail!("level and solution cannot both come from standard input");
    }
    let level = load_one(&args.source.file, args.level)?;
    if board_of(&args.source.file, &level, args.json)?.is_none() {
        return Ok(Exit::BadInput.into());
    }
    let lurd = solution_text(&args.solution)?;
    let result = replay(&level, &lurd);
    let label = text::label(&file, &level);
    if args.json {
        print(&json_line(&record(
            &file,
            &level,
            result.as_ref().map(|found| (found.lurd(), found.metrics())),
        ))?)?;
    }
    match result {
        Ok(_) if args.json => {}
        Ok(found) if args.quiet => {
            print(&format!(
                "{} {}\n",
                found.metrics().pushes,
                found.metrics().moves
            ))?;
        }
        Ok(found) => print(&format!(
            "{label}: solved\n{}\n",
            text::metrics(found.metrics())
        ))?,
        Err(rejection) => {
            complain(&format!("{label}: {rejection}"));
            return Ok(refusal(&rejection).into());
        }
    }
    Ok(Exit::Yes.into())
}

/// A text that is no LURD was not replayed, so nothing was refuted.
pub(super) fn refusal(rejection: &Rejection) -> Exit {
    match rejection {
        Rejection::Text { .. } => Exit::BadInput,
        _ => Exit::Refuted,
    }
}

/// The text itself, the text of `@FILE`, or of standard input for `-`.
pub(super) fn solution_text(argument: &str) -> anyhow::Result<String> {
    if argument == "-" {
        bounded("<stdin>", stdin().lock())
    } else if let Some(path) = argument.strip_prefix('@') {
        let file = File::open(path).with_context(|| path.to_owned())?;
        bounded(path, file)
    } else {
        Ok(argument.to_owned())
    }
}

fn bounded(name: &str, from: impl Read) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    from.take(LONGEST + 1)
        .read_to_end(&mut bytes)
        .with_context(|| name.to_owned())?;
    if bytes.len() as u64 > LONGEST {
        bail!("{name}: the solution is longer than {} MiB", LONGEST >> 20);
    }
    let text = String::from_utf8(bytes).map(|text| text.trim_start_matches('\u{feff}').to_owned());
    text.map_err(|_| anyhow::anyhow!("{name}: the solution is not text"))
}

fn record<'a>(
    file: &'a str,
    level: &'a Level,
    result: Result<(&'a str, Metrics), &Rejection>,
) -> Record<'a> {
    let found = result.ok();
    let metrics = found.map(|(_, metrics)| metrics);
    Record {
        file,
        level: level.number,
        title: level.title.as_deref(),
        accepted: found.is_some(),
        solution: found.map(|(lurd, _)| lurd),
        measures: metrics.into(),
        error: result.err().map(ToString::to_string),
    }
}
