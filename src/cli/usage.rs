//! Options that go together by their values, which the shapes of the command line cannot say.

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use sokosat::search::beam::plan::{Direction, Unit};

use super::args::{BackendName, Bench, Certify, Cli, Command, Effort, EngineName, Minimum, Solve};

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
        Command::Bench(bench) => check_bench(bench),
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

fn check_bench(bench: &Bench) -> Result<(), &'static str> {
    if bench.effort.sat_exit_codes {
        return Err(
            "the exit code of bench says whether all runs were made, not how levels are answered",
        );
    }
    if bench.engines.contains(&EngineName::External) && bench.effort.solver.is_none() {
        return Err("the engine external takes its program from --solver");
    }
    let engines = match &bench.engines[..] {
        [] => &[bench.effort.engine],
        engines => engines,
    };
    check_for(&bench.effort, engines)
}

fn check(effort: &Effort) -> Result<(), &'static str> {
    check_for(effort, &[effort.engine])
}

/// Whether the options have an engine each that they are for.
fn check_for(effort: &Effort, engines: &[EngineName]) -> Result<(), &'static str> {
    if effort.solver.is_some() && !engines.contains(&EngineName::External) {
        return Err("--solver names the program of --engine external");
    }
    if effort.backend.is_some()
        && !engines
            .iter()
            .any(|engine| matches!(engine, EngineName::Sat | EngineName::Auto))
    {
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
