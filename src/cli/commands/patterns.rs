//! `sokosat patterns`: the library of local deadlock patterns, shown or found anew.

use std::process::ExitCode;

use itertools::Itertools;
use sokosat::deadlock::local::{Found, Library, STORED, regenerate};
use sokosat::limits::{Limits, Stop};

use crate::cli::args::Patterns;
use crate::cli::exit::Exit;
use crate::cli::output::{Existing, print, write_file};
use crate::cli::{complain, signals};

/// How the stored library was made, as its header says.
const COMMAND: &str = "sokosat patterns --regenerate -o src/deadlock/local/patterns.txt";

pub(crate) fn run(args: &Patterns) -> anyhow::Result<ExitCode> {
    if !args.regenerate {
        print(&shown(args.boxes))?;
        return Ok(Exit::Yes.into());
    }
    let limits = Limits::none().with_flag(signals::stop_flag()?);
    let mut progress = |found: &Found| {
        let (size, count) = (found.size, found.patterns.len());
        let seconds = found.time.as_secs_f64();
        complain(&format!(
            "{} x {}: {count} patterns, {seconds:.1} s",
            size.width, size.height
        ));
    };
    let text = match regenerate(&STORED, COMMAND, &limits, &mut progress) {
        Ok(text) => text,
        Err(stop @ Stop::Interrupted) => {
            complain(&format!("{stop}; nothing was written"));
            return Ok(Exit::Undecided.into());
        }
        Err(stop) => return Err(stop.into()),
    };
    match &args.output {
        Some(path) => {
            let existing = Existing::from_force(args.force);
            write_file(path, existing, |out| Ok(out.write_all(text.as_bytes())?))?;
        }
        None => print(&text)?,
    }
    Ok(Exit::Yes.into())
}

/// Every stored pattern, or those of so many boxes, drawn with its number.
fn shown(boxes: Option<usize>) -> String {
    let meant = |count: usize| boxes.is_none_or(|boxes| boxes == count);
    let patterns = Library::stored()
        .iter()
        .filter(|(_, pattern)| meant(pattern.box_count()));
    let blocks = patterns.format_with("", |(id, pattern), write| {
        write(&format_args!("pattern {}\n{pattern}\n", id.0))
    });
    blocks.to_string()
}
