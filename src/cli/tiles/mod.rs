//! `sokosat tiles`: sliding puzzles.

pub(super) mod args;
mod certify;
mod compare;
mod encode;
mod record;
mod solve;
mod source;
mod text;

use std::process::ExitCode;

use args::{Tiles, TilesCommand};

pub(super) fn run(args: &Tiles) -> anyhow::Result<ExitCode> {
    match &args.command {
        TilesCommand::Solve(args) => solve::run(args),
        TilesCommand::Compare(args) => compare::run(args),
        TilesCommand::Encode(args) => encode::run(args),
        TilesCommand::Certify(args) => certify::run(args),
    }
}
