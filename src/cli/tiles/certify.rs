//! `sokosat tiles certify`: a folder that anyone can check.

use std::process::ExitCode;
use std::time::Instant;

use serde::Serialize;
use sokosat::certificate::{Kind, Made, TilesOrder, Unmade, write_tiles};
use sokosat::limits::Limits;
use sokosat::progress::Progress;
use sokosat::tiles::replay::Replayed;
use sokosat::tiles::solve::{Status, solve};

use crate::cli::commands::certify::{MARK, written};
use crate::cli::exit::Exit;
use crate::cli::folder::{refuse_existing, write_folder};
use crate::cli::output::{Existing, print};
use crate::cli::record::json_line;
use crate::cli::tiles::args::Certify;
use crate::cli::tiles::solve::refuse_heuristic;
use crate::cli::tiles::source::{Boards, Task};
use crate::cli::tiles::text;
use crate::cli::{complain, signals, watch};

#[derive(Debug, Serialize)]
struct Record<'a> {
    file: &'a str,
    start: String,
    target: String,
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

pub(super) fn run(args: &Certify) -> anyhow::Result<ExitCode> {
    refuse_heuristic(args.engine.engine(), args.heuristic);
    refuse_existing(&args.output, Existing::from_force(args.force), MARK)?;
    let boards = Boards::read(&args.source)?;
    let [task] = &boards.tasks[..] else {
        anyhow::bail!("{}: one board is expected here", boards.file);
    };
    let work = Work {
        args,
        task,
        label: &boards.file,
        limits: signals::limits(&args.work.limits, &signals::stop_flag()?),
        started: Instant::now(),
    };
    let ended = work.run()?;
    work.tell(&ended)?;
    let exit = match ended {
        Ended::Written(..) => Exit::Yes,
        Ended::Undecided(_) => Exit::Undecided,
    };
    Ok(exit.into())
}

/// How it ended.
enum Ended {
    Written(Made, Option<usize>),
    Undecided(String),
}

struct Work<'a> {
    args: &'a Certify,
    task: &'a Task,
    label: &'a str,
    limits: Limits,
    started: Instant,
}

impl Work<'_> {
    fn run(&self) -> anyhow::Result<Ended> {
        let progress = Progress::of("moves");
        let engine = (self.args.engine.engine(), self.args.heuristic);
        let question = self
            .args
            .work
            .question(engine, self.limits.clone(), &progress);
        let ask = || solve(&self.task.start, &self.task.target, &question);
        let answer = if self.args.quiet {
            ask()
        } else {
            watch::watched(self.label, &progress, ask)
        }?;
        match &answer.status {
            Status::Solved(plan) => self.write(Some(plan)),
            Status::Unsolvable => self.write(None),
            Status::Unknown(stop) => Ok(Ended::Undecided(stop.to_string())),
        }
    }

    fn write(&self, plan: Option<&Replayed>) -> anyhow::Result<Ended> {
        let order = TilesOrder {
            start: &self.task.start,
            target: &self.task.target,
            plan,
            lemmas: self.args.work.lemmas,
            format: self.args.proof_format.format(),
            limits: &self.limits,
        };
        let existing = Existing::from_force(self.args.force);
        let made = write_folder(&self.args.output, existing, MARK, |folder| {
            Ok(write_tiles(folder, &order)?)
        });
        match made {
            Ok(made) => Ok(Ended::Written(made, plan.map(Replayed::moves))),
            Err(error) => match error.downcast_ref::<Unmade>() {
                Some(Unmade::Stopped(stop)) => Ok(Ended::Undecided(stop.to_string())),
                _ => Err(error.context(self.args.output.display().to_string())),
            },
        }
    }

    fn tell(&self, ended: &Ended) -> anyhow::Result<()> {
        if let Ended::Undecided(said) = ended {
            complain(&format!("{}: {said}; nothing was written", self.label));
        }
        if self.args.json {
            return print(&json_line(&self.record(ended))?);
        }
        if let (Ended::Written(made, claim), false) = (ended, self.args.quiet) {
            let claim = claim.map(text::moves);
            print(&written(self.label, claim, made, &self.args.output))?;
        }
        Ok(())
    }

    fn record(&self, ended: &Ended) -> Record<'_> {
        let (status, made, claim, error) = match ended {
            Ended::Written(made, claim) => ("written", made.clone(), *claim, None),
            Ended::Undecided(said) => ("undecided", Made::default(), None, Some(said.clone())),
        };
        let refuted = made.kind == Some(Kind::TilesRefutation);
        Record {
            file: self.label,
            start: self.task.start.line(),
            target: self.task.target.line(),
            status,
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
