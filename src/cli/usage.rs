//! Options that go together by their values, which the shapes of the command line cannot say.

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use super::args::{Cli, Command, Effort, EngineName, Minimum, Solve};

/// Reads the command line; ends the process with the usage code where it is no good.
pub(crate) fn read() -> Cli {
    let cli = Cli::parse();
    if let Some(effort) = effort(&cli.command)
        && let Err(sentence) = check(effort)
    {
        let mut command = Cli::command();
        command.error(ErrorKind::ArgumentConflict, sentence).exit();
    }
    cli
}

/// The options of commands that ask engines.
fn effort(command: &Command) -> Option<&Effort> {
    match command {
        Command::Solve(Solve { effort, .. }) | Command::Minimum(Minimum { effort, .. }) => {
            Some(effort)
        }
        _ => None,
    }
}

fn check(effort: &Effort) -> Result<(), &'static str> {
    if effort.solver.is_some() && effort.engine != EngineName::External {
        return Err("--solver names the program of --engine external");
    }
    Ok(())
}
