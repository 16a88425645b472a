//! The command line: options as typed become questions, answers become text, JSON and exit codes.

mod args;
mod ask;
mod columns;
mod commands;
mod exit;
mod folder;
mod gz;
mod output;
mod picture;
mod record;
mod signals;
mod text;
mod tiles;
mod units;
mod usage;
mod watch;
mod which;

use std::path::Path;
use std::process::ExitCode;

use sokosat::board::Board;
use sokosat::level::{self, Level};

use args::Command;
use output::Closed;

/// Runs the command line and gives its exit code.
pub(crate) fn run() -> ExitCode {
    let result = match usage::read().command {
        Command::Solve(args) => commands::solve::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::List(args) => commands::list::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Improve(args) => commands::improve::run(&args),
        Command::Minimum(args) => commands::minimum::run(&args),
        Command::Encode(args) => commands::encode::run(&args),
        Command::Certify(args) => commands::certify::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Decode(args) => commands::decode::run(&args),
        Command::Deadlocks(args) => commands::deadlocks::run(&args),
        Command::Patterns(args) => commands::patterns::run(&args),
        Command::Generate(args) => commands::generate::run(&args),
        Command::Tiles(args) => tiles::run(&args),
    };
    match result {
        Ok(code) => code,
        Err(error) if error.is::<Closed>() => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("{error:#}"));
            exit::Exit::BadInput.into()
        }
    }
}

/// Writes one line to standard error; if nobody reads it, there is nobody to tell.
fn complain(sentence: &str) {
    use std::io::Write;
    drop(writeln!(std::io::stderr(), "sokosat: {sentence}"));
}

/// How a file is named in answers and errors.
fn name_of(path: &Path) -> String {
    if path == Path::new("-") {
        return "<stdin>".into();
    }
    let name = path.display().to_string();
    name.chars()
        .map(|symbol| if symbol.is_control() { '?' } else { symbol })
        .collect()
}

/// Loads one level by its number.
///
/// # Errors
/// What reading says; a number that the file does not have.
fn load_one(path: &Path, number: usize) -> anyhow::Result<Level> {
    let levels = level::load(path)?;
    let count = levels.len();
    let found = levels.into_iter().find(|level| level.number == number);
    found.ok_or_else(|| anyhow::anyhow!(which::missing(&name_of(path), number, count)))
}

/// A level that cannot be played, as an error that names its file.
fn unplayable(path: &Path, level: &Level, flaw: sokosat::level::Flaw) -> sokosat::Error {
    sokosat::Error::Level {
        file: name_of(path),
        number: level.number,
        flaw,
    }
}

/// The board of a level; one that cannot be played is told on standard error, and as an
/// "invalid" object too where JSON is asked for.
///
/// # Errors
/// When standard output cannot be written.
fn board_of(path: &Path, level: &Level, json: bool) -> anyhow::Result<Option<Board>> {
    let flaw = match Board::new(level) {
        Ok(board) => return Ok(Some(board)),
        Err(flaw) => flaw,
    };
    if json {
        let file = name_of(path);
        output::print(&record::json_line(&record::Record::invalid(
            &file, level, &flaw,
        ))?)?;
    }
    complain(&unplayable(path, level, flaw).to_string());
    Ok(None)
}
