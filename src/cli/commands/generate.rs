//! `sokosat generate`: new levels from a seed.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use sokosat::generate::{Shape, far_level};

use crate::cli::args::Generate;
use crate::cli::exit::Exit;
use crate::cli::output::{Existing, print, write_file};

/// Positions that the backward search for the farthest start may hold, about 16 MB.
const STATES: usize = 200_000;

pub(crate) fn run(args: &Generate) -> anyhow::Result<ExitCode> {
    let text = levels(args)?;
    if args.output == Path::new("-") {
        print(&text)?;
    } else {
        let existing = Existing::from_force(args.force);
        write_file(&args.output, existing, |out| {
            Ok(out.write_all(text.as_bytes())?)
        })?;
    }
    Ok(Exit::Yes.into())
}

/// The text of all levels asked for: one seed each, counting up.
fn levels(args: &Generate) -> anyhow::Result<String> {
    let shape = Shape {
        width: args.width.into(),
        height: args.height.into(),
        boxes: args.boxes.into(),
        spare_goals: args.spare_goals.into(),
        walls_percent: args.walls.into(),
    };
    let mut text = String::new();
    for index in 0..u64::from(args.count) {
        let seed = args
            .seed
            .checked_add(index)
            .context("--seed is too large for --count")?;
        let made = far_level(seed, &shape, STATES).with_context(|| format!("seed {seed}"))?;
        write!(text, "{}Title: Seed {seed}\n\n", made.level)?;
    }
    Ok(text)
}
