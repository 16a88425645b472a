//! `sokosat encode`: the formula of a level at a horizon, as strict DIMACS, and its map.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

use anyhow::{Context, bail};
use serde::Serialize;
use sokosat::board::Board;
use sokosat::bound::StartBound;
use sokosat::distance::Distances;
use sokosat::encode::cubes::horizons;
use sokosat::encode::file::{self, Request, Unwritten, Written};
use sokosat::encode::header::titles;
use sokosat::encode::{Basis, Options, Span};
use sokosat::level::Level;
use sokosat::limits::Limits;

use crate::cli::args::Encode;
use crate::cli::exit::Exit;
use crate::cli::output::{Existing, Named, Pending, closed, print};
use crate::cli::record::json_line;
use crate::cli::{board_of, complain, gz, load_one, name_of, signals};

pub(crate) fn run(args: &Encode) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    let targets = Targets::of(args)?;
    let level = load_one(&args.source.file, args.level)?;
    let Some(board) = board_of(&args.source.file, &level, args.json)? else {
        return Ok(Exit::BadInput.into());
    };
    let limits = signals::limits(&args.limits, &signals::stop_flag()?);
    let formula = Formula {
        args,
        level: &level,
        board: &board,
        limits: &limits,
    };
    match formula.write(&targets) {
        Err(error) if interrupted(&error) => {
            complain(&format!("{error:#}; nothing was written"));
            Ok(Exit::Undecided.into())
        }
        Err(error) => Err(error),
        Ok(done) => {
            formula.tell(&targets, &done, start.elapsed().as_secs_f64())?;
            Ok(Exit::Yes.into())
        }
    }
}

fn interrupted(error: &anyhow::Error) -> bool {
    let unwritten = error.downcast_ref::<Unwritten>();
    matches!(unwritten, Some(Unwritten::Stopped(_))) || error.is::<sokosat::limits::Stop>()
}

/// The files to write; standard output instead of a formula's file is none.
struct Targets {
    formula: Option<PathBuf>,
    map: Option<PathBuf>,
}

impl Targets {
    fn of(args: &Encode) -> anyhow::Result<Self> {
        let formula = match &args.output {
            Some(path) if path == Path::new("-") => None,
            Some(path) => Some(path.clone()),
            None => Some(default_path(args)),
        };
        if formula.is_none() && args.json {
            bail!("the formula and the JSON object cannot both go to standard output");
        }
        if args.map.as_deref() == Some(Path::new("-")) {
            bail!("the map needs a file of its own, not standard output");
        }
        let beside = formula.as_deref().filter(|_| !args.no_map).map(map_beside);
        let map = args.map.clone().or(beside);
        if map.is_some() && map == formula {
            bail!("the formula and its map cannot be one file");
        }
        Ok(Self { formula, map })
    }
}

fn default_path(args: &Encode) -> PathBuf {
    let stem = match args.source.file.file_stem() {
        Some(stem) if args.source.file != Path::new("-") => stem.to_string_lossy(),
        _ => "stdin".into(),
    };
    let (span, end) = match args.span() {
        Span::Exactly(_) => ("", "cnf"),
        Span::AtMost(_) => ("at-most-", "cnf"),
        Span::Each(_) => ("each-", "icnf"),
    };
    let name = format!("{stem}-{}-{span}{}.{end}", args.level, args.pushes);
    Path::new(FOLDER).join(name)
}

/// Where formulas go unless a file is named.
const FOLDER: &str = "cnf-out";

/// `NAME.map.json` for `NAME.cnf`, `NAME.icnf` and either with `.gz`.
fn map_beside(formula: &Path) -> PathBuf {
    let name = formula.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let ends = [".cnf", ".icnf", ".dimacs"];
    let stem = ends.iter().find_map(|end| name.strip_suffix(end));
    formula.with_file_name(format!("{}.map.json", stem.unwrap_or(name)))
}

/// What is to be written.
struct Formula<'a> {
    args: &'a Encode,
    level: &'a Level,
    board: &'a Board,
    limits: &'a Limits,
}

/// What was written.
struct Done {
    written: Written,
    horizons: Option<Vec<usize>>,
    unsolvable: Option<String>,
}

/// The JSON object.
#[derive(Debug, Serialize)]
struct Record<'a> {
    file: &'a str,
    level: usize,
    title: Option<&'a str>,
    hash: String,
    pushes: usize,
    at_most: bool,
    lemmas: String,
    variables: u32,
    clauses: u64,
    cubes: Option<Vec<usize>>,
    unsolvable: Option<String>,
    path: Option<String>,
    sha256: String,
    map: Option<String>,
    seconds: f64,
}

impl Formula<'_> {
    fn write(&self, targets: &Targets) -> anyhow::Result<Done> {
        if self.args.output.is_none() {
            std::fs::create_dir_all(FOLDER).context(FOLDER)?;
        }
        let existing = Existing::from_force(self.args.force);
        let open = |path: &PathBuf| Pending::open(path, existing);
        let mut formula = targets.formula.as_ref().map(open).transpose()?;
        let mut map = targets.map.as_ref().map(open).transpose()?;
        if let (Some(formula), Some(map)) = (&formula, &map)
            && formula.is_same_file(map)
        {
            bail!("the formula and its map cannot be one file");
        }
        let done = {
            let mut map = map.as_mut().map(Pending::stream);
            let map = map.as_mut().map(|map| map as &mut dyn Write);
            match &mut formula {
                Some(formula) => self.write_to(targets, &mut formula.stream(), map)?,
                None => closed(self.write_to(targets, &mut standard_output(), map))?,
            }
        };
        match (formula, map) {
            (Some(formula), Some(map)) => formula.commit_both(map)?,
            (Some(one), None) | (None, Some(one)) => one.commit()?,
            (None, None) => {}
        }
        Ok(done)
    }

    /// Writes both texts, compressed where their names say so.
    fn write_to(
        &self,
        targets: &Targets,
        out: &mut dyn Write,
        map: Option<&mut dyn Write>,
    ) -> anyhow::Result<Done> {
        let distances = Distances::new(self.board, self.limits)?;
        let basis = Basis::new(self.board, &distances, self.args.lemmas, self.limits)?;
        let basis = Rc::new(basis);
        let path = |target: &Option<PathBuf>| target.clone().unwrap_or_default();
        let written = gz::writing(&path(&targets.formula), out, |out| match map {
            None => self.write_formula(&basis, out, None),
            Some(map) => gz::writing(&path(&targets.map), map, |map| {
                let written = self.write_formula(&basis, out, Some(map));
                map.flush()?;
                written
            }),
        })?;
        out.flush()?;
        Ok(Done {
            written,
            horizons: horizons(&basis, self.args.span()),
            unsolvable: match basis.start() {
                StartBound::Bound(_) => None,
                StartBound::Unsolvable(reason) => Some(reason.to_string()),
            },
        })
    }

    fn write_formula(
        &self,
        basis: &Rc<Basis>,
        out: &mut dyn Write,
        map: Option<&mut dyn Write>,
    ) -> anyhow::Result<Written> {
        let options = Options {
            span: self.args.span(),
            lemmas: self.args.lemmas,
        };
        let request = Request {
            level: self.level,
            options,
            titles: &titles(self.level, options),
            limits: self.limits,
        };
        let written = match map {
            Some(map) => file::write_with_map(basis, &request, out, map),
            None => file::write(basis, &request, out),
        };
        match written {
            Err(Unwritten::Io(error)) => Err(error.into()),
            other => Ok(other?),
        }
    }

    fn tell(&self, targets: &Targets, done: &Done, seconds: f64) -> anyhow::Result<()> {
        let file = name_of(&self.args.source.file);
        if self.args.json {
            return print(&json_line(&self.record(&file, targets, done, seconds))?);
        }
        if self.args.quiet {
            return Ok(());
        }
        let counter = done.written.counter;
        let formula = targets.formula.as_deref().map(name_of);
        let map = targets.map.as_deref().map(name_of);
        complain(&format!(
            "{}: {} variables, {} clauses of {file}, level {}{}{}",
            formula.unwrap_or("standard output".into()),
            counter.variables,
            counter.clauses,
            self.level.number,
            map.map_or(String::new(), |map| format!("; map: {map}")),
            match &done.unsolvable {
                Some(reason) => format!("; unsolvable: {reason}"),
                None => String::new(),
            }
        ));
        Ok(())
    }

    fn record<'r>(
        &'r self,
        file: &'r str,
        targets: &Targets,
        done: &Done,
        seconds: f64,
    ) -> Record<'r> {
        Record {
            file,
            level: self.level.number,
            title: self.level.title.as_deref(),
            hash: self.level.hash(),
            pushes: self.args.pushes,
            at_most: self.args.span().has_idle_steps(),
            lemmas: self.args.lemmas.to_string(),
            variables: done.written.counter.variables,
            clauses: done.written.counter.clauses,
            cubes: done.horizons.clone(),
            unsolvable: done.unsolvable.clone(),
            path: targets.formula.as_deref().map(name_of),
            sha256: done.written.hash.clone(),
            map: targets.map.as_deref().map(name_of),
            seconds: (seconds * 1e6).round() / 1e6,
        }
    }
}

fn standard_output() -> impl Write {
    Named {
        name: "standard output".into(),
        out: stdout().lock(),
    }
}
