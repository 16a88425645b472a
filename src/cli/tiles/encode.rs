//! `sokosat tiles encode`: the formula of a board at a horizon, as strict DIMACS.

use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use sokosat::cnf::Counter;
use sokosat::limits::Limits;
use sokosat::tiles::encode::file::{Request, Unwritten};
use sokosat::tiles::encode::{Options, Span};

use crate::cli::exit::Exit;
use crate::cli::output::{Existing, sift, write_file};
use crate::cli::tiles::args::Encode;
use crate::cli::tiles::source::{Boards, Task};
use crate::cli::{complain, signals};

pub(super) fn run(args: &Encode) -> anyhow::Result<ExitCode> {
    let boards = Boards::read(&args.source)?;
    let [task] = &boards.tasks[..] else {
        anyhow::bail!("{}: one board is expected here", boards.file);
    };
    let limits = signals::limits(&args.limits, &signals::stop_flag()?);
    let formula = Formula {
        args,
        task,
        request: Request::new(&task.start, &task.target, options(args))?,
        limits: &limits,
    };
    match formula.write() {
        Err(error) if is_stop(&error) => {
            complain(&format!("{error:#}; nothing was written"));
            Ok(Exit::Undecided.into())
        }
        other => other.map(|()| Exit::Yes.into()),
    }
}

fn is_stop(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(Unwritten::Stopped(_)))
}

/// What the formula says.
fn options(args: &Encode) -> Options {
    let span = if args.at_most {
        Span::AtMost(args.moves)
    } else {
        Span::Exactly(args.moves)
    };
    Options {
        span,
        lemmas: args.lemmas,
    }
}

/// What is to be written.
struct Formula<'a> {
    args: &'a Encode,
    task: &'a Task,
    request: Request<'a>,
    limits: &'a Limits,
}

impl Formula<'_> {
    fn write(&self) -> anyhow::Result<()> {
        if self.args.output.as_deref() == Some(Path::new("-")) {
            let mut out = BufWriter::new(stdout().lock());
            let counter = sift(self.write_to(&mut out))?;
            sift(out.flush().map_err(Into::into))?;
            self.tell("standard output", counter);
            return Ok(());
        }
        let path = self.path()?;
        let mut counter = Counter::default();
        write_file(&path, Existing::from_force(self.args.force), |out| {
            counter = self.write_to(out)?;
            Ok(())
        })?;
        self.tell(&path.display().to_string(), counter);
        Ok(())
    }

    fn write_to(&self, out: &mut dyn Write) -> anyhow::Result<Counter> {
        match self.request.write(self.limits, out) {
            Err(Unwritten::Io(error)) => Err(error.into()),
            other => Ok(other?),
        }
    }

    /// The file to write; the folder for formulas is made if it is missing.
    fn path(&self) -> anyhow::Result<PathBuf> {
        if let Some(path) = &self.args.output {
            return Ok(path.clone());
        }
        let folder = Path::new("cnf-out");
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let board = self.task.start.line().replace(['/', ' '], "-");
        let span = if self.args.at_most { "at-most-" } else { "" };
        Ok(folder.join(format!("tiles-{board}-{span}{}.cnf", self.args.moves)))
    }

    fn tell(&self, target: &str, counter: Counter) {
        if !self.args.quiet {
            complain(&format!(
                "{target}: {} variables, {} clauses of {}",
                counter.variables,
                counter.clauses,
                self.task.start.line()
            ));
        }
    }
}
