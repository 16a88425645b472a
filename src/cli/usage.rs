//! Options that go together by their values, which the shapes of the command line cannot say.

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use sokosat::search::beam::plan::{Direction, Unit};

use super::args::{BackendName, Certify, Cli, Command, Effort, EngineName, Minimum, Solve};

/// Reads the command line; ends the process with the usage code where it is no good.
pub(crate) fn read() -> Cli {
    let cli = Cli::parse();
    if let Err(sentence) = check_command(&cli.command) {
        let mut command = Cli::command();
        command.error(ErrorKind::ArgumentConflict, sentence).exit();
    }
    cli
}

fn check_command(command: &Command) -> Result<(), &'static str> {
    match command {
        Command::Solve(Solve { effort, .. }) | Command::Minimum(Minimum { effort, .. }) => {
            check(effort)
        }
        Command::Certify(certify) => check_certify(certify),
        _ => Ok(()),
    }
}

fn check_certify(certify: &Certify) -> Result<(), &'static str> {
    match certify.engine {
        EngineName::Beam | EngineName::External => Err(
            "certify takes minima from engines of its own; a solution found elsewhere goes by --solution",
        ),
        _ => Ok(()),
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
    if effort.beam.unit == Unit::Move && effort.beam.direction != Direction::Forward {
        return Err("--beam-direction backward and both take --beam-unit push");
    }
    Ok(())
}
