//! From two boards to an answer with evidence: the one place that knows all engines.
//!
//! The parity of the boards decides first whether there is a plan at all. What an engine finds is replayed by
//! [`crate::tiles::replay`] before it is an answer.
//!
//! *Auto*: A* with linear conflicts as long as it holds few arrangements, which settles boards of up to nine
//! cells and easy larger ones; then IDA* with pattern databases.

use std::sync::Arc;

use crate::answer::{Horizon, Proof};
use crate::limits::{Limits, Stop};
use crate::progress::Progress;
use crate::tiles::encode::Lemmas;
use crate::tiles::engines::{Found, Task};
use crate::tiles::grid::Grid;
use crate::tiles::heuristic::{Heuristic, Name};
use crate::tiles::horizons::fewest_moves;
use crate::tiles::patterns::store::{Cache, Missing, databases};
use crate::tiles::patterns::{Sizes, SizesError};
use crate::tiles::puzzle::{Misfit, Puzzle};
use crate::tiles::replay::{Refusal, Replayed, replay};

/// The engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Engine {
    /// A* while it is small, then IDA* with pattern databases.
    Auto,
    /// Best-first search.
    AStar,
    /// Iterative deepening.
    IdaStar,
    /// From both ends.
    Bidirectional,
    /// Without any bound.
    Bfs,
    /// Formulas over rising horizons.
    Sat,
}

impl Engine {
    /// The name on the command line and in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::AStar => "astar",
            Self::IdaStar => "idastar",
            Self::Bidirectional => "bidirectional",
            Self::Bfs => "bfs",
            Self::Sat => "sat",
        }
    }

    /// Whether the engine asks a bound that can be chosen.
    #[must_use]
    pub fn takes_a_heuristic(self) -> bool {
        matches!(self, Self::AStar | Self::IdaStar | Self::Bidirectional)
    }
}

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    /// The engine.
    pub engine: Engine,
    /// The bound for engines that take one; none for linear conflicts, or pattern databases with `idastar`.
    pub heuristic: Option<Name>,
    /// Groups of the pattern databases; none for the usual ones.
    pub sizes: Option<Sizes>,
    /// Where pattern databases are kept.
    pub cache: Cache,
    /// Threads that fill pattern databases.
    pub threads: usize,
    /// Bytes of the table of IDA*.
    pub table_bytes: u64,
    /// Lemmas of the formulas.
    pub lemmas: Lemmas,
    /// When to stop.
    pub limits: Limits,
    /// Who is told of bounds and counts.
    pub progress: &'a Progress,
}

/// What was found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// Moves that the independent checker replayed, as few as possible.
    Solved(Replayed),
    /// The parity shows that there is no plan.
    Unsolvable,
    /// Not decided, and why.
    Unknown(Stop),
}

/// The answer with its evidence; lengths are in moves.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What was found out.
    pub status: Status,
    /// Every plan has so many moves or more; none if there is no plan.
    pub lower_bound: Option<usize>,
    /// The bound of the start.
    pub start_bound: Option<usize>,
    /// What stands behind the answer.
    pub proof: Proof,
    /// The engine that answered.
    pub engine: Engine,
    /// Its bound.
    pub heuristic: Option<Name>,
    /// Horizons of the SAT engine.
    pub horizons: Vec<Horizon>,
    /// Arrangements whose successors were all looked at.
    pub expanded: Option<u64>,
    /// Successors looked at.
    pub generated: Option<u64>,
    /// Arrangements held at the end.
    pub stored: Option<u64>,
    /// What was done and why.
    pub remarks: Vec<String>,
}

impl Answer {
    /// The solution, if there is one; it is minimal.
    #[must_use]
    pub fn solution(&self) -> Option<&Replayed> {
        match &self.status {
            Status::Solved(found) => Some(found),
            _ => None,
        }
    }

    fn new(engine: Engine) -> Self {
        Self {
            status: Status::Unknown(Stop::Interrupted),
            lower_bound: None,
            start_bound: None,
            proof: Proof::None,
            engine,
            heuristic: None,
            horizons: Vec::new(),
            expanded: None,
            generated: None,
            stored: None,
            remarks: Vec::new(),
        }
    }
}

/// Why a question cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// Board and target differ in size.
    #[error(transparent)]
    Misfit(#[from] Misfit),
    /// The groups do not suit the board.
    #[error(transparent)]
    Sizes(#[from] SizesError),
    /// The checker did not accept what an engine found: a defect, never printed as a solution.
    #[error("internal error: the checker refused a solution: {0}")]
    Refused(#[from] Refusal),
    /// A plan that is not as long as its own bound: a defect.
    #[error("internal error: a plan of {moves} moves under a bound of {bound}")]
    Contradiction {
        /// Moves of the plan.
        moves: usize,
        /// What was proved.
        bound: usize,
    },
}

/// Arrangements that auto lets A* hold, some 30 MB.
const FEW: u32 = 500_000;

/// Answers a question.
///
/// # Errors
/// Boards and options that do not fit each other; defects.
pub fn solve(start: &Grid, target: &Grid, question: &Question<'_>) -> Result<Answer, Unfit> {
    let puzzle = Puzzle::new(start, target)?;
    if let Some(sizes) = &question.sizes {
        sizes.groups(&puzzle)?;
    }
    let mut work = Work {
        puzzle: &puzzle,
        question,
        answer: Answer::new(question.engine),
    };
    if !puzzle.is_solvable() {
        work.answer.status = Status::Unsolvable;
        work.answer.proof = Proof::Static;
        return Ok(work.answer);
    }
    let found = match question.engine {
        Engine::Auto => work.auto()?,
        Engine::Sat => work.sat(),
        engine => work.search(engine)?,
    };
    work.conclude((start, target), found)
}

/// An answer in the making.
struct Work<'a> {
    puzzle: &'a Puzzle,
    question: &'a Question<'a>,
    answer: Answer,
}

impl<'a> Work<'a> {
    fn task(&self) -> Task<'a> {
        Task {
            puzzle: self.puzzle,
            limits: &self.question.limits,
            progress: self.question.progress,
        }
    }

    fn remark(&mut self, text: &impl ToString) {
        self.answer.remarks.push(text.to_string());
    }

    fn auto(&mut self) -> Result<Found, Unfit> {
        let simple = self.plain(Engine::AStar, Name::LinearConflict);
        let first = self.task().a_star(simple, Some(FEW));
        if first.blanks != Err(Stop::States) {
            return Ok(first);
        }
        self.remark(&format_args!(
            "more than {FEW} arrangements: iterative deepening with pattern databases"
        ));
        let second = match self.patterns(Engine::IdaStar)? {
            Ok(heuristic) => self.task().ida_star(heuristic, self.question.table_bytes),
            Err(Stop::Memory) => {
                self.remark(&"the memory limit leaves no room for pattern databases");
                let heuristic = self.plain(Engine::IdaStar, Name::LinearConflict);
                self.task().ida_star(heuristic, 0)
            }
            Err(stop) => stopped(stop),
        };
        Ok(Found {
            lower_bound: second.lower_bound.max(first.lower_bound),
            expanded: second.expanded + first.expanded,
            generated: second.generated + first.generated,
            stored: first.stored,
            blanks: second.blanks,
        })
    }

    fn search(&mut self, engine: Engine) -> Result<Found, Unfit> {
        let name = match (engine, self.question.heuristic) {
            (Engine::Bfs, _) => Name::Zero,
            (_, Some(name)) => name,
            (Engine::IdaStar, None) => Name::Patterns,
            (_, None) => Name::LinearConflict,
        };
        let heuristic = if name == Name::Patterns {
            match self.patterns(engine)? {
                Ok(heuristic) => heuristic,
                Err(stop) => return Ok(stopped(stop)),
            }
        } else {
            self.plain(engine, name)
        };
        let backward = if name == Name::Patterns {
            Name::LinearConflict
        } else {
            name
        };
        let task = self.task();
        Ok(match engine {
            Engine::IdaStar => task.ida_star(heuristic, self.question.table_bytes),
            Engine::Bidirectional => task.bidirectional(heuristic, backward),
            _ => task.a_star(heuristic, None),
        })
    }

    /// A bound without databases.
    fn plain(&mut self, engine: Engine, name: Name) -> Heuristic {
        let heuristic = Heuristic::forward(self.puzzle, name);
        self.uses(engine, name, &heuristic);
        heuristic
    }

    /// The bound of pattern databases, or the limit that was reached while they were filled.
    fn patterns(&mut self, engine: Engine) -> Result<Result<Heuristic, Stop>, SizesError> {
        // What is known should a limit end the filling.
        self.plain(engine, Name::LinearConflict);
        let question = self.question;
        let usual = Sizes::usual(self.puzzle.shape());
        let sizes = question.sizes.as_ref().unwrap_or(&usual);
        let (cache, threads) = (&question.cache, question.threads);
        match databases(self.puzzle, sizes, cache, threads, &question.limits) {
            Ok((patterns, remarks)) => {
                self.answer.remarks.extend(remarks);
                let heuristic = Heuristic::patterns(self.puzzle, Arc::new(patterns));
                self.uses(engine, Name::Patterns, &heuristic);
                Ok(Ok(heuristic))
            }
            Err(Missing::Stopped(stop)) => {
                self.remark(&format_args!("pattern databases {sizes}: {stop}"));
                Ok(Err(stop))
            }
            Err(Missing::Sizes(error)) => Err(error),
        }
    }

    fn uses(&mut self, engine: Engine, name: Name, heuristic: &Heuristic) {
        let bound = heuristic.start(self.puzzle.start()).bound() as usize;
        self.answer.engine = engine;
        self.answer.heuristic = Some(name).filter(|&name| name != Name::Zero);
        self.answer.start_bound = Some(bound);
        self.question.progress.raise_lower(bound);
    }

    fn sat(&mut self) -> Found {
        self.plain(Engine::Sat, Name::LinearConflict);
        self.answer.heuristic = None;
        let question = self.question;
        let outcome = fewest_moves(
            self.puzzle,
            question.lemmas,
            &question.limits,
            question.progress,
        );
        self.answer.horizons = outcome.horizons.iter().map(crate::solve::horizon).collect();
        Found {
            blanks: outcome.blanks,
            lower_bound: outcome.lower_bound,
            expanded: 0,
            generated: 0,
            stored: 0,
        }
    }

    /// Has a plan replayed, and names its proof.
    fn conclude(mut self, boards: (&Grid, &Grid), found: Found) -> Result<Answer, Unfit> {
        let bound = found.lower_bound.max(self.answer.start_bound.unwrap_or(0));
        let odd = (bound + self.puzzle.parity() as usize) % 2;
        self.answer.lower_bound = Some(bound + odd);
        let is_search = self.answer.engine != Engine::Sat;
        self.answer.expanded = is_search.then_some(found.expanded);
        self.answer.generated = is_search.then_some(found.generated);
        self.answer.stored = is_search.then_some(found.stored);
        match found.blanks {
            Err(stop) => self.answer.status = Status::Unknown(stop),
            Ok(blanks) => {
                let replayed = replay(boards.0, boards.1, &self.puzzle.letters(&blanks))?;
                let moves = replayed.moves();
                if moves != bound {
                    return Err(Unfit::Contradiction { moves, bound });
                }
                self.question.progress.lower_upper(moves);
                self.answer.proof = if Some(moves) == self.answer.start_bound {
                    Proof::Bound
                } else if is_search {
                    Proof::Exhaustive
                } else {
                    Proof::Sat
                };
                self.answer.status = Status::Solved(replayed);
            }
        }
        Ok(self.answer)
    }
}

/// Nothing was searched.
fn stopped(stop: Stop) -> Found {
    Found {
        blanks: Err(stop),
        lower_bound: 0,
        expanded: 0,
        generated: 0,
        stored: 0,
    }
}
