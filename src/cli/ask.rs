//! Asking the engines about one level: the steps that `solve` and `minimum` share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use sokosat::Error;
use sokosat::answer::{Answer, Engine, Goal};
use sokosat::board::Board;
use sokosat::level::Level;
use sokosat::limits::Limits;
use sokosat::progress::Progress;
use sokosat::sat::Solver;
use sokosat::sat::horizons::Walks;
use sokosat::search::beam::plan::{BeamOptions, Widen};
use sokosat::search::tabu::TabuOptions;
use sokosat::solve::{Question, solve};

use super::args::{Effort, EngineName, GoalName};
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

    /// The same file and signals with other options.
    pub(crate) fn with<'b>(&self, effort: &'b Effort) -> Asker<'b>
    where
        'a: 'b,
    {
        Asker {
            file: self.file,
            effort,
            stop: self.stop.clone(),
        }
    }

    /// The limits of one level, from now on.
    pub(crate) fn limits(&self) -> Limits {
        signals::limits(&self.effort.limits, &self.stop)
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
        self.work(level, most, |question| solve(level, board, question))
    }

    /// Has some work done on the question about one level; gives the answer and the wall time in seconds.
    ///
    /// # Errors
    /// Those of the work.
    pub(crate) fn work(
        &self,
        level: &Level,
        most: Option<usize>,
        work: impl FnOnce(&Question<'_>) -> Result<Answer, Error> + Send,
    ) -> anyhow::Result<(Answer, f64)> {
        let started = Instant::now();
        let limits = self.limits();
        let progress = Progress::default();
        let question = Question {
            engine: engine(self.effort.engine),
            threads: self.effort.threads,
            tables: tables(self.effort),
            solver: solver(self.effort),
            lemmas: self.effort.lemmas,
            walks: walks(self.effort),
            prune: self.effort.prune,
            goal: goal(self.effort),
            beam: beam(self.effort),
            tabu: tabu(self.effort),
            most_pushes: most,
            limits,
            progress: &progress,
        };
        let label = text::label(self.file, level);
        let answer = if self.effort.quiet {
            work(&question)
        } else {
            watch::watched(&label, &progress, || work(&question))
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

/// What is to be found: beams and tabu search prove nothing, so they are not asked for a proof.
pub(crate) fn goal(effort: &Effort) -> Goal {
    match (effort.goal, effort.engine) {
        (Some(GoalName::Any), _) | (None, EngineName::Beam | EngineName::Tabu) => Goal::Any,
        _ => Goal::Minimal,
    }
}

fn beam(effort: &Effort) -> BeamOptions {
    let args = &effort.beam;
    BeamOptions {
        width: args.width,
        unit: args.unit,
        direction: args.direction,
        score: args.score,
        restarts: (!args.widen).then_some(args.restarts),
        widen: if args.widen {
            Widen::Double
        } else {
            Widen::Never
        },
        noise: args.noise,
        seed: effort.seed,
        ..Default::default()
    }
}

fn tabu(effort: &Effort) -> TabuOptions {
    let args = &effort.tabu;
    TabuOptions {
        iterations: args.iterations,
        tenure: args.tenure,
        stall: args.stall,
        elites: args.elites,
        seed: effort.seed,
        ..Default::default()
    }
}

/// How walks are stated: strangers get formulas that are complete.
fn walks(effort: &Effort) -> Walks {
    match effort.walk {
        Some(walk) => walk.into(),
        None if effort.engine == EngineName::External => Walks::Eager,
        None => Walks::default(),
    }
}

/// Who answers formulas.
fn solver(effort: &Effort) -> Solver {
    match (&effort.solver, effort.backend) {
        (Some(command), _) => Solver::External(command.clone()),
        #[cfg(feature = "cadical")]
        (None, Some(super::args::BackendName::Cadical)) => Solver::Cadical,
        _ => Solver::default(),
    }
}

/// The engine of a name.
pub(crate) fn engine(name: EngineName) -> Engine {
    match name {
        EngineName::Auto => Engine::Auto,
        EngineName::Sat => Engine::Sat,
        EngineName::External => Engine::External,
        EngineName::Bfs => Engine::Bfs,
        EngineName::Astar => Engine::AStar,
        EngineName::Beam => Engine::Beam,
        EngineName::Tabu => Engine::Tabu,
        EngineName::Idastar => Engine::IdaStar,
        EngineName::Bidirectional => Engine::Bidirectional,
    }
}
