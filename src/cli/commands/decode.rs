//! `sokosat decode`: the model that a SAT solver printed becomes a solution, replayed and printed.
//!
//! Nothing is taken on trust but "unsatisfiable" and "unknown", which are passed on as the solver's
//! word: the formula is recognised by writing it again, the solution by the independent checker.

use std::fs::File;
use std::io::{BufReader, Read, stdin};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::{Context, bail};
use serde::Serialize;
use sokosat::board::Board;
use sokosat::certify::{Verified, replay};
use sokosat::cnf::printed::{Printed, PrintedError, PrintedFault, Run, read};
use sokosat::cnf::{Counter, Model};
use sokosat::distance::Distances;
use sokosat::encode::recognise::{Foreign, Source};
use sokosat::encode::{Basis, Encoding, Options, Span};
use sokosat::level::Level;
use sokosat::limits::{Limits, Stop};
use sokosat::solution::{PlannedPush, write_lurd};

use crate::cli::args::Decode;
use crate::cli::exit::Exit;
use crate::cli::output::print;
use crate::cli::record::{Measures, json_line};
use crate::cli::{board_of, complain, gz, load_one, name_of, signals, text};

pub(crate) fn run(args: &Decode) -> anyhow::Result<ExitCode> {
    let inputs = [&args.source.file, &args.cnf, &args.answer];
    if inputs.iter().filter(|path| is_stdin(path)).count() > 1 {
        bail!("only one of level, formula and solver output can come from standard input");
    }
    let level = load_one(&args.source.file, args.level)?;
    let Some(board) = board_of(&args.source.file, &level, args.json)? else {
        return Ok(Exit::BadInput.into());
    };
    let limits = signals::limits(&args.limits, &signals::stop_flag()?);
    let question = Question {
        args,
        level: &level,
        board: &board,
        limits: &limits,
    };
    match question.answer() {
        Err(error) if error.is::<Stop>() => {
            complain(&format!("{error:#}; nothing was decoded"));
            Ok(Exit::Undecided.into())
        }
        Err(error) => Err(error),
        Ok((options, answer)) => {
            question.tell(options, &answer)?;
            Ok(answer.exit().into())
        }
    }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// A file or standard input, decompressed if it is compressed.
fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    let opened = if is_stdin(path) {
        gz::reading(stdin())
    } else {
        File::open(path).and_then(gz::reading)
    };
    opened.with_context(|| name_of(path))
}

/// What became of the solver's output.
enum Answer {
    /// The model is a solution.
    Solved(Verified),
    /// The model is none, and why.
    Refuted(String),
    /// The solver says that there is none.
    Unsatisfiable,
    /// The solver did not decide.
    Unknown,
}

impl Answer {
    fn exit(&self) -> Exit {
        match self {
            Self::Solved(_) => Exit::Yes,
            Self::Refuted(_) => Exit::Refuted,
            Self::Unsatisfiable => Exit::NoSolution,
            Self::Unknown => Exit::Undecided,
        }
    }
}

/// What is to be decoded.
struct Question<'a> {
    args: &'a Decode,
    level: &'a Level,
    board: &'a Board,
    limits: &'a Limits,
}

impl Question<'_> {
    fn answer(&self) -> anyhow::Result<(Options, Answer)> {
        let distances = Distances::new(self.board, self.limits)?;
        let (encoding, size) = self.recognise(&distances)?;
        let run = Run {
            variables: size.variables,
            code: None,
        };
        let name = name_of(&self.args.answer);
        let answer = match read(open(&self.args.answer)?, run, self.limits) {
            Ok(Printed::Sat { model, missing }) => self.replay(&encoding, &model, missing),
            Ok(Printed::Unsat) => Answer::Unsatisfiable,
            Ok(Printed::Unknown) => Answer::Unknown,
            Err(PrintedError::Stopped(stop)) => return Err(stop.into()),
            Err(error) if contradicts(&error) => Answer::Refuted(error.to_string()),
            Err(error) => bail!("{name}: {error}"),
        };
        Ok((encoding.options(), answer))
    }

    /// The formula of the file, if it is one of this level.
    fn recognise<'d>(
        &'d self,
        distances: &'d Distances,
    ) -> anyhow::Result<(Encoding<'d>, Counter)> {
        let path = &self.args.cnf;
        let told = |foreign| match foreign {
            Foreign::Stopped(stop) => anyhow::Error::from(stop),
            other => anyhow::anyhow!("{}: {other}", name_of(path)),
        };
        let source = Source::open(BufReader::new(open(path)?)).map_err(told)?;
        let lemmas = source.options().lemmas;
        let basis = Basis::new(self.board, distances, lemmas, self.limits)?;
        source
            .compare(self.level, &Rc::new(basis), self.limits)
            .map_err(told)
    }

    /// The plan of a model, as far as the independent checker accepts it.
    fn replay(&self, encoding: &Encoding, model: &Model, missing: u32) -> Answer {
        let partial = match missing {
            0 => String::new(),
            1 => " (one variable has no value)".into(),
            some => format!(" ({some} variables have no value)"),
        };
        let refuted = |why: &dyn std::fmt::Display| {
            Answer::Refuted(format!("the model is no solution: {why}{partial}"))
        };
        let plan = match encoding.read_plan(model) {
            Ok(plan) => plan,
            Err(unreadable) => return refuted(&unreadable),
        };
        let plan: Vec<PlannedPush> = plan.into_iter().map(PlannedPush::from).collect();
        let lurd = match write_lurd(self.board, &plan) {
            Ok(lurd) => lurd,
            Err(illegal) => return refuted(&illegal),
        };
        match replay(self.level, &lurd) {
            Ok(verified) => Answer::Solved(verified),
            Err(rejection) => refuted(&rejection),
        }
    }

    fn tell(&self, options: Options, answer: &Answer) -> anyhow::Result<()> {
        let file = name_of(&self.args.source.file);
        let label = text::label(&file, self.level);
        if self.args.json {
            print(&json_line(&self.record(&file, options, answer))?)?;
        }
        let spoken = !self.args.json && !self.args.quiet;
        let bound = bound(options.span);
        match answer {
            Answer::Solved(found) if spoken => print(&format!(
                "{label}\nanswer      solved with {} pushes; asked: {bound}\nsolution    {}\nmetrics     {}\n",
                found.pushes(),
                found.lurd(),
                text::metrics(found.metrics())
            )),
            Answer::Solved(found) if self.args.quiet => print(&format!("{}\n", found.lurd())),
            Answer::Unsatisfiable if spoken => print(&format!(
                "{label}: no solution within the bound asked ({bound}), as the solver says\n"
            )),
            Answer::Unknown if spoken => {
                print(&format!("{label}: the solver did not decide ({bound})\n"))
            }
            Answer::Refuted(why) => {
                complain(&format!("{}: {why}", name_of(&self.args.answer)));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn record<'r>(&'r self, file: &'r str, options: Options, answer: &'r Answer) -> Record<'r> {
        let found = match answer {
            Answer::Solved(found) => Some(found),
            _ => None,
        };
        let metrics = found.map(Verified::metrics);
        Record {
            file,
            level: self.level.number,
            title: self.level.title.as_deref(),
            hash: self.level.hash(),
            formula: options.to_string(),
            status: match answer {
                Answer::Solved(_) => "solved",
                Answer::Refuted(_) => "refuted",
                Answer::Unsatisfiable => "unsatisfiable",
                Answer::Unknown => "unknown",
            },
            solution: found.map(Verified::lurd),
            measures: metrics.into(),
            error: match answer {
                Answer::Refuted(why) => Some(why),
                _ => None,
            },
        }
    }
}

/// The JSON object.
#[derive(Debug, Serialize)]
struct Record<'a> {
    file: &'a str,
    level: usize,
    title: Option<&'a str>,
    hash: String,
    formula: String,
    status: &'static str,
    solution: Option<&'a str>,
    #[serde(flatten)]
    measures: Measures,
    error: Option<&'a str>,
}

/// Whether the output speaks against itself, rather than being none.
fn contradicts(error: &PrintedError) -> bool {
    let (PrintedError::Line { fault, .. } | PrintedError::Whole(fault)) = error else {
        return false;
    };
    matches!(
        fault,
        PrintedFault::Contradictory(_)
            | PrintedFault::TwoVerdicts { .. }
            | PrintedFault::ModelOfNothing
    )
}

/// What the formula asked for.
fn bound(span: Span) -> String {
    match span {
        Span::Exactly(pushes) => format!("exactly {pushes} pushes"),
        Span::AtMost(pushes) => format!("at most {pushes} pushes"),
        Span::Each(pushes) => format!("up to {pushes} pushes, by cubes"),
    }
}
