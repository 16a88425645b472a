//! Asking the engines about one level: the steps that `solve` and `minimum` share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use sokosat::answer::{Answer, Engine};
use sokosat::board::Board;
use sokosat::level::Level;
use sokosat::progress::Progress;
use sokosat::solve::{Question, solve};

use super::args::{Effort, EngineName};
use super::{complain, signals, text, watch};

/// The options as meant, ready to be asked about any number of levels.
pub(crate) struct Asker<'a> {
    file: &'a str,
    effort: &'a Effort,
    stop: Arc<AtomicBool>,
}

impl<'a> Asker<'a> {
    /// Reads the options of a command and installs the signal handlers.
    ///
    /// # Errors
    /// Signal handlers refused by the system.
    pub(crate) fn new(file: &'a str, effort: &'a Effort) -> anyhow::Result<Self> {
        Ok(Self {
            file,
            effort,
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
        let limits = signals::limits(&self.effort.limits, &self.stop);
        let progress = Progress::default();
        let question = Question {
            engine: engine(self.effort.engine),
            threads: self.effort.threads,
            tables: tables(self.effort),
            lemmas: self.effort.lemmas,
            prune: self.effort.prune,
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

/// The most boxes of a table asked before the engine.
fn tables(effort: &Effort) -> usize {
    let usual = if effort.engine == EngineName::Auto {
        4
    } else {
        0
    };
    effort.tables.map_or(usual, usize::from)
}

fn engine(name: EngineName) -> Engine {
    match name {
        EngineName::Auto => Engine::Auto,
        EngineName::Sat => Engine::Sat,
        EngineName::Bfs => Engine::Bfs,
        EngineName::Astar => Engine::AStar,
        EngineName::Idastar => Engine::IdaStar,
        EngineName::Bidirectional => Engine::Bidirectional,
    }
}
