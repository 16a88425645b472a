//! `sokosat encode`: the formula of a level at a horizon, as strict DIMACS.

use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::Context;
use sokosat::board::Board;
use sokosat::cnf::Counter;
use sokosat::distance::Distances;
use sokosat::encode::file::{self, Request, Unwritten};
use sokosat::encode::header::titles;
use sokosat::encode::{Basis, Options, Span};
use sokosat::level::Level;
use sokosat::limits::Limits;

use crate::cli::args::Encode;
use crate::cli::exit::Exit;
use crate::cli::output::{Existing, sift, write_file};
use crate::cli::{complain, load_one, name_of, signals, unplayable};

pub(crate) fn run(args: &Encode) -> anyhow::Result<ExitCode> {
    let level = load_one(&args.source.file, args.level)?;
    let board = Board::new(&level).map_err(|flaw| unplayable(&args.source.file, &level, flaw))?;
    let limits = signals::limits(&args.limits, &signals::stop_flag()?);
    let written = Formula {
        args,
        level: &level,
        board: &board,
        limits: &limits,
    }
    .write();
    match written {
        Err(error) if interrupted(&error) => {
            complain(&format!("{error:#}; nothing was written"));
            Ok(Exit::Undecided.into())
        }
        other => other.map(|()| Exit::Yes.into()),
    }
}

fn interrupted(error: &anyhow::Error) -> bool {
    let unwritten = error.downcast_ref::<Unwritten>();
    matches!(unwritten, Some(Unwritten::Stopped(_))) || error.is::<sokosat::limits::Stop>()
}

/// What is to be written.
struct Formula<'a> {
    args: &'a Encode,
    level: &'a Level,
    board: &'a Board,
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
        let pushes = self.args.pushes;
        let span = if self.args.at_most {
            Span::AtMost(pushes)
        } else {
            Span::Exactly(pushes)
        };
        let distances = Distances::new(self.board, self.limits)?;
        let options = Options {
            span,
            lemmas: self.args.lemmas,
        };
        let basis = Basis::new(self.board, &distances, options.lemmas, self.limits)?;
        let request = Request {
            level: self.level,
            options,
            titles: &titles(self.level, options),
            limits: self.limits,
        };
        match file::write(&Rc::new(basis), &request, out) {
            Err(Unwritten::Io(error)) => Err(error.into()),
            other => Ok(other?.counter),
        }
    }

    /// The file to write; the folder for formulas is made if it is missing.
    fn path(&self) -> anyhow::Result<PathBuf> {
        if let Some(path) = &self.args.output {
            return Ok(path.clone());
        }
        let stem = match self.args.source.file.file_stem() {
            Some(stem) if self.args.source.file != Path::new("-") => stem.to_string_lossy(),
            _ => "stdin".into(),
        };
        let folder = Path::new("cnf-out");
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let span = if self.args.at_most { "at-most-" } else { "" };
        Ok(folder.join(format!(
            "{stem}-{}-{span}{}.cnf",
            self.level.number, self.args.pushes
        )))
    }

    fn tell(&self, target: &str, counter: Counter) {
        if !self.args.quiet {
            let file = name_of(&self.args.source.file);
            complain(&format!(
                "{target}: {} variables, {} clauses of {file}, level {}",
                counter.variables, counter.clauses, self.level.number
            ));
        }
    }
}
