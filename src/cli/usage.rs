//! Options that go together by their values, which the shapes of the command line cannot say.

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use super::args::{BackendName, Cli, Command, Effort, EngineName, Minimum, Solve};

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
    if effort.backend.is_some() && !matches!(effort.engine, EngineName::Sat | EngineName::Auto) {
        return Err("--backend names the solver of --engine sat and auto");
    }
    if effort.backend == Some(BackendName::Cadical) && cfg!(not(feature = "cadical")) {
        return Err("this build has no CaDiCaL: it takes cargo build --features cadical");
    }
    Ok(())
}
