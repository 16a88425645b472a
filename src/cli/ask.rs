//! Asking the engines about one level: the steps that `solve` and `minimum` share.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use anyhow::anyhow;
use sokosat::answer::{Answer, Engine};
use sokosat::board::Board;
use sokosat::encode::Lemmas;
use sokosat::level::Level;
use sokosat::limits::Limits;
use sokosat::progress::Progress;
use sokosat::search::prune::Prune;
use sokosat::solve::{Question, solve};

use super::args::{Effort, EngineName};
use super::{complain, signals, text, watch};

/// The options as meant, ready to be asked about any number of levels.
pub(crate) struct Asker<'a> {
    file: &'a str,
    effort: &'a Effort,
    lemmas: Lemmas,
    prune: Prune,
    stop: Arc<AtomicBool>,
}

impl<'a> Asker<'a> {
    /// Reads the options of a command and installs the signal handlers.
    ///
    /// # Errors
    /// An unknown lemma or rule; signal handlers refused by the system.
    pub(crate) fn new(file: &'a str, effort: &'a Effort) -> anyhow::Result<Self> {
        Ok(Self {
            file,
            effort,
            lemmas: list("--lemmas", &effort.lemmas)?,
            prune: list("--prune", &effort.prune)?,
            stop: signals::stop_flag()?,
        })
    }

    /// Whether a signal has come.
    pub(crate) fn interrupted(&self) -> bool {
        self.stop.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Asks about one level; gives the answer and the wall time in seconds.
    ///
    /// `most` ends the work once more pushes than that are proved necessary.
    ///
    /// # Errors
    /// Only when an engine's answer does not pass the checker.
    pub(crate) fn ask(
        &self,
        level: &Level,
        board: &Board,
        most: Option<usize>,
    ) -> anyhow::Result<(Answer, f64)> {
        let started = Instant::now();
        let mut limits = Limits::none()
            .with_memory(self.effort.memory_limit)
            .with_flag(self.stop.clone());
        if let Some(time) = self.effort.time_limit {
            limits = limits.with_time(time);
        }
        let progress = Progress::default();
        let question = Question {
            engine: engine(self.effort.engine),
            threads: self.effort.threads,
            lemmas: self.lemmas,
            prune: self.prune,
            most_pushes: most,
            limits,
            progress: &progress,
        };
        let label = text::label(self.file, level);
        let answer = if self.effort.quiet {
            solve(level, board, &question)
        } else {
            watch::watched(&label, &progress, || solve(level, board, &question))
        }?;
        if self.effort.verbose {
            answer
                .remarks
                .iter()
                .for_each(|remark| complain(&format!("{label}: {remark}")));
        }
        Ok((answer, started.elapsed().as_secs_f64()))
    }
}

/// Reads the value of an option that lists names.
fn list<T: FromStr<Err: std::fmt::Display>>(option: &str, value: &str) -> anyhow::Result<T> {
    value.parse().map_err(|error| anyhow!("{option}: {error}"))
}

fn engine(name: EngineName) -> Engine {
    match name {
        EngineName::Auto => Engine::Auto,
        EngineName::Sat => Engine::Sat,
        EngineName::Bfs => Engine::Bfs,
        EngineName::Astar => Engine::AStar,
    }
}
