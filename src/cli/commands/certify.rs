//! `sokosat certify`: a folder that anyone can check.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use serde::Serialize;
use sokosat::answer::{Answer, Proof, Status};
use sokosat::board::Board;
use sokosat::certificate::{self, Kind, Known, Made, Order, Unmade};
use sokosat::certify::{Verified, replay};
use sokosat::level::Level;
use sokosat::limits::{Limits, Stop};

use super::verify::solution_text;
use crate::cli::args::{Bounds, Certify, Effort};
use crate::cli::ask::Asker;
use crate::cli::exit::Exit;
use crate::cli::folder::{refuse_existing, write_folder};
use crate::cli::output::{Existing, print};
use crate::cli::record::json_line;
use crate::cli::{board_of, complain, load_one, name_of, text};

/// What a folder must have to be replaced.
pub(crate) const MARK: &str = "manifest.json";

/// Lemmas that the solver may learn before an exhausted search is named as the evidence instead.
///
/// With 400,000, some four seconds, 75 levels of Microban are refuted, 33 bounded and 44 left to a search.
const PATIENCE: u64 = 1_000_000;

#[derive(Debug, Serialize)]
struct Record<'a> {
    file: &'a str,
    level: usize,
    title: Option<&'a str>,
    status: &'static str,
    kind: Option<Kind>,
    claim: Option<usize>,
    at_most: Option<usize>,
    variables: Option<u32>,
    clauses: Option<u64>,
    steps: Option<u64>,
    files: Vec<(&'static str, u64)>,
    folder: String,
    seconds: f64,
    error: Option<String>,
}

pub(crate) fn run(args: &Certify) -> anyhow::Result<ExitCode> {
    let file = name_of(&args.source.file);
    let existing = Existing::from_force(args.force);
    refuse_existing(&args.output, existing, MARK)?;
    let drawn = load_one(&args.source.file, args.level)?;
    if board_of(&args.source.file, &drawn, args.json)?.is_none() {
        return Ok(Exit::BadInput.into());
    }
    let level = canonical(&drawn);
    let board = Board::new(&level)?;
    let effort = effort(args);
    let asker = Asker::new(&file, &effort)?;
    let work = Work {
        args,
        label: text::label(&file, &drawn),
        level: &level,
        board: &board,
        limits: asker.limits(),
        started: Instant::now(),
    };
    let ended = work.run(&asker)?;
    work.tell(&file, &ended)?;
    Ok(ended.exit().into())
}

/// The level in its canonical rows, as it goes into the certificate.
fn canonical(level: &Level) -> Level {
    let mut canonical = Level::from_rows(level.canonical().rows());
    canonical.number = level.number;
    canonical.title.clone_from(&level.title);
    canonical
}

fn effort(args: &Certify) -> Effort {
    Effort {
        engine: args.engine,
        limits: Bounds {
            time_limit: args.limits.time_limit,
            memory_limit: args.limits.memory_limit,
        },
        threads: args.threads,
        lemmas: args.lemmas,
        json: args.json,
        quiet: args.quiet,
        ..Effort::default()
    }
}

/// How it ended.
enum Ended {
    Written(Made, Option<usize>),
    Undecided(String),
    Refuted(String),
    Unusable(String),
}

impl Ended {
    fn exit(&self) -> Exit {
        match self {
            Self::Written(..) => Exit::Yes,
            Self::Undecided(_) => Exit::Undecided,
            Self::Refuted(_) => Exit::Refuted,
            Self::Unusable(_) => Exit::BadInput,
        }
    }
}

struct Work<'a> {
    args: &'a Certify,
    label: String,
    level: &'a Level,
    board: &'a Board,
    limits: Limits,
    started: Instant,
}

impl Work<'_> {
    fn run(&self, asker: &Asker) -> anyhow::Result<Ended> {
        if let Some(solution) = &self.args.solution {
            let lurd = solution_text(solution)?;
            return match replay(self.level, &lurd) {
                Ok(verified) => self.write(Known::Solved(&verified), None),
                Err(error @ sokosat::certify::Rejection::Text { .. }) => {
                    Ok(Ended::Unusable(error.to_string()))
                }
                Err(error) => Ok(Ended::Refuted(error.to_string())),
            };
        }
        let (answer, _) = asker.ask(self.level, self.board, None)?;
        let exhausted = (answer.proof == Proof::Exhaustive).then(|| figures(&answer));
        match &answer.status {
            Status::Solved(verified) if answer.is_minimal() => {
                self.write(Known::Solved(verified), exhausted.as_deref())
            }
            Status::Solved(_) => Ok(Ended::Undecided(
                "the solution found is not proved minimal".into(),
            )),
            Status::Unsolvable(_) => self.write(Known::Unsolvable, exhausted.as_deref()),
            Status::Unknown(stop) => Ok(Ended::Undecided(stop.to_string())),
        }
    }

    fn write(&self, known: Known, exhausted: Option<&str>) -> anyhow::Result<Ended> {
        let order = Order {
            level: self.level,
            board: self.board,
            known,
            exhausted,
            lemmas: self.args.lemmas,
            format: self.args.proof_format.format(),
            most_lemmas: if exhausted.is_some() {
                PATIENCE
            } else {
                u64::MAX
            },
            limits: &self.limits,
            solver_limits: &self.solver_limits(exhausted.is_some()),
        };
        let existing = Existing::from_force(self.args.force);
        let made = write_folder(&self.args.output, existing, MARK, |folder| {
            Ok(certificate::write(folder, &order)?)
        });
        match made {
            Ok(made) => {
                let claim = match known {
                    Known::Solved(verified) => Some(Verified::pushes(verified)),
                    Known::Unsolvable => None,
                };
                Ok(Ended::Written(made, claim))
            }
            Err(error) => match error.downcast_ref::<Unmade>() {
                Some(Unmade::Stopped(stop)) => Ok(Ended::Undecided(said(*stop))),
                Some(shorter @ Unmade::Shorter(_)) => Ok(Ended::Refuted(shorter.to_string())),
                _ => Err(error.context(self.args.output.display().to_string())),
            },
        }
    }

    /// Where a search has the answer, the solver gets half of the time that is left.
    fn solver_limits(&self, searched: bool) -> Limits {
        match self.args.limits.time_limit {
            Some(all) if searched => {
                let spent = self.limits.elapsed();
                let left = all.saturating_sub(spent);
                self.limits.clone().with_time(spent + left / 2)
            }
            _ => self.limits.clone(),
        }
    }

    fn tell(&self, file: &str, ended: &Ended) -> anyhow::Result<()> {
        let error = match ended {
            Ended::Written(..) => None,
            Ended::Undecided(said) | Ended::Refuted(said) | Ended::Unusable(said) => Some(said),
        };
        if let Some(said) = error {
            complain(&format!("{}: {said}; nothing was written", self.label));
        }
        if self.args.json {
            return print(&json_line(&self.record(file, ended, error.cloned()))?);
        }
        if let (Ended::Written(made, claim), false) = (ended, self.args.quiet) {
            let claim = claim.map(|pushes| format!("{pushes} pushes"));
            print(&written(&self.label, claim, made, &self.args.output))?;
        }
        Ok(())
    }

    fn record<'r>(&'r self, file: &'r str, ended: &Ended, error: Option<String>) -> Record<'r> {
        let (made, claim) = match ended {
            Ended::Written(made, claim) => (made.clone(), *claim),
            _ => (Made::default(), None),
        };
        let refuted = made.kind == Some(Kind::Refutation);
        Record {
            file,
            level: self.level.number,
            title: self.level.title.as_deref(),
            status: match ended {
                Ended::Written(..) => "written",
                Ended::Undecided(_) => "undecided",
                Ended::Refuted(_) => "refuted",
                Ended::Unusable(_) => "invalid",
            },
            kind: made.kind,
            claim,
            at_most: made.at_most,
            variables: refuted.then_some(made.variables),
            clauses: refuted.then_some(made.clauses),
            steps: refuted.then_some(made.steps),
            files: made.bytes,
            folder: self.args.output.display().to_string(),
            seconds: self.started.elapsed().as_secs_f64(),
            error,
        }
    }
}

/// What is said of a certificate that was written; without a claim nothing solves the subject.
pub(crate) fn written(label: &str, claim: Option<String>, made: &Made, folder: &Path) -> String {
    let kind = made.kind.map_or("", Kind::name);
    let claim = claim.map_or("no solution".into(), |count| format!("minimum {count}"));
    let bytes: u64 = made.bytes.iter().map(|(_, bytes)| bytes).sum();
    let folder = folder.display();
    format!(
        "{label}: {claim}, kind {kind}\nwritten to {folder}: {} files, {bytes} bytes\n\
         check it with: sokosat check {folder}\n",
        made.bytes.len()
    )
}

/// What an exhausted search says of itself.
fn figures(answer: &Answer) -> String {
    let count = |count: Option<u64>| count.map_or("?".into(), |count| count.to_string());
    format!(
        "The search: engine {}, {} states expanded, {} stored.",
        answer.engine.name(),
        count(answer.states_expanded),
        count(answer.states_stored)
    )
}

/// A limit as a sentence about the refutation.
fn said(stop: Stop) -> String {
    match stop {
        Stop::States => "the solver learnt more than it was allowed to".into(),
        stop => stop.to_string(),
    }
}
