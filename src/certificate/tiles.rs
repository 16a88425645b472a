//! Certificates about sliding tiles: how few moves a board needs, or that it has no plan.
//!
//! ```text
//! manifest.json   as for levels; "level" is the SHA-256 of boards.txt
//! boards.txt      the board and its target, a line each, rows parted by "/", the blank as "_"
//! solution.txt    the N moves of the blank, letters U D L R on a line
//! formula.cnf     "there is a plan of at most T moves", as `tiles encode --at-most` writes it
//! map.json        what its variables mean and which rules its clauses follow ([`crate::tiles::encode::map`])
//! proof.lrat      the refutation of formula.cnf
//! ```
//!
//! | kind | claim | evidence | files |
//! |---|---|---|---|
//! | `tiles-refutation` | `{"minimum":N}` | T = `at_most` is N - 2: all plans have moves of one parity | all |
//! | `tiles-bound` | `{"minimum":N}` | the distances of the tiles to their cells add up to N | boards, solution |
//! | `tiles-parity` | `{"unsolvable":{}}` | the tiles and the blank have different parities | boards |
//!
//! Distances and parity are not written down: a checker counts them.

use std::io::Write;
use std::path::Path;

use crate::limits::Limits;
use crate::sat::Answer;
use crate::sat::proof::Format;
use crate::tiles::encode::file::Request;
use crate::tiles::encode::{Lemmas, Options, Span};
use crate::tiles::grid::Grid;
use crate::tiles::heuristic::{Heuristic, Name};
use crate::tiles::puzzle::{Misfit, Puzzle};
use crate::tiles::replay::Replayed;

use super::manifest::{Claim, Folder, Kind, Statement};
use super::refutation::refute;
use super::{Made, Unmade};
use crate::error::Error;

/// A certificate about a board to be written.
#[derive(Debug, Clone, Copy)]
pub struct TilesOrder<'a> {
    /// The board.
    pub start: &'a Grid,
    /// Where everything shall go.
    pub target: &'a Grid,
    /// A plan that is said to be shortest; none if there is said to be no plan.
    pub plan: Option<&'a Replayed>,
    /// Redundant clauses of the formula.
    pub lemmas: Lemmas,
    /// The form of the proof.
    pub format: Format,
    /// When to stop.
    pub limits: &'a Limits,
}

/// Writes a certificate into an empty folder.
///
/// # Errors
/// Why there is none; the folder then has a part of its files.
pub fn write_tiles(folder: &Path, order: &TilesOrder) -> Result<Made, Unmade> {
    let mut work = Work {
        order,
        folder: Folder::new(folder),
        made: Made::default(),
    };
    work.boards()?;
    work.evidence()?;
    work.finish()
}

/// Writes a refutation of "at most `most` moves" with an empty file for its proof, for tests of checkers.
///
/// # Errors
/// Why there is none; the folder then has a part of its files.
pub fn write_tiles_unproved(
    folder: &Path,
    order: &TilesOrder,
    most: usize,
) -> Result<Made, Unmade> {
    let mut work = Work {
        order,
        folder: Folder::new(folder),
        made: Made::default(),
    };
    work.boards()?;
    if let Some(plan) = order.plan {
        work.solution(plan)?;
    }
    work.formula(&request(order, most)?, most)?;
    work.folder.file("proof.lrat", |_| Ok::<(), Unmade>(()))?;
    work.finish()
}

struct Work<'a> {
    order: &'a TilesOrder<'a>,
    folder: Folder<'a>,
    made: Made,
}

impl Work<'_> {
    fn boards(&mut self) -> Result<(), Unmade> {
        let TilesOrder { start, target, .. } = *self.order;
        self.folder.file("boards.txt", |out| {
            writeln!(out, "{}\n{}", start.line(), target.line()).map_err(Unmade::from)
        })
    }

    fn solution(&mut self, plan: &Replayed) -> Result<(), Unmade> {
        self.folder.file("solution.txt", |out| {
            writeln!(out, "{}", plan.letters()).map_err(Unmade::from)
        })
    }

    fn evidence(&mut self) -> Result<(), Unmade> {
        let Some(plan) = self.order.plan else {
            self.made.kind = Some(Kind::TilesParity);
            return Ok(());
        };
        self.solution(plan)?;
        let TilesOrder { start, target, .. } = *self.order;
        let puzzle = Puzzle::new(start, target)?;
        let distances = Heuristic::forward(&puzzle, Name::Manhattan).start(puzzle.start());
        match plan.moves().checked_sub(2) {
            Some(most) if distances.bound() as usize <= most => self.refutation(most),
            _ => {
                self.made.kind = Some(Kind::TilesBound);
                Ok(())
            }
        }
    }

    fn refutation(&mut self, most: usize) -> Result<(), Unmade> {
        let TilesOrder { limits, format, .. } = *self.order;
        let request = request(self.order, most)?;
        let (answer, recording, encoding) =
            refute(u64::MAX, limits, |sink| request.encode(limits, sink))?;
        match answer {
            Answer::Unsat => {}
            Answer::Sat(model) => {
                let moves = encoding.blanks(&model).len().saturating_sub(1);
                return Err(Unmade::FewerMoves(moves));
            }
            Answer::Unknown(stop) => return Err(stop.into()),
            Answer::Failed(said) => return Err(Error::Solver(said).into()),
        }
        self.formula(&request, most)?;
        let summary = self.folder.file("proof.lrat", |out| {
            let written = recording.write(&mut std::io::sink(), out, format, limits);
            written.map_err(Unmade::from)
        })?;
        self.made.steps = summary.lemmas;
        Ok(())
    }

    /// Writes the formula with its map.
    fn formula(&mut self, request: &Request, most: usize) -> Result<(), Unmade> {
        let limits = self.order.limits;
        let mut map = self.folder.open("map.json")?;
        let counter = self.folder.file("formula.cnf", |out| {
            request
                .write_with_map(limits, out, &mut map)
                .map_err(Unmade::from)
        })?;
        self.folder.close("map.json", map)?;
        self.made = Made {
            kind: Some(Kind::TilesRefutation),
            at_most: Some(most),
            variables: counter.variables,
            clauses: counter.clauses,
            ..Made::default()
        };
        Ok(())
    }

    /// Writes the manifest.
    fn finish(mut self) -> Result<Made, Unmade> {
        let kind = self.made.kind.unwrap_or(Kind::TilesParity);
        let claim = match self.order.plan {
            Some(plan) => Claim::Minimum(plan.moves()),
            None => Claim::Unsolvable {},
        };
        let level = self.folder.hashes["boards.txt"].clone();
        self.folder.manifest(Statement {
            kind,
            claim,
            at_most: self.made.at_most,
            reason: None,
            level: &level,
            remarks: vec![remark(kind).into()],
        })?;
        self.made.bytes = self.folder.bytes;
        Ok(self.made)
    }
}

/// The question whether so many moves do.
fn request<'a>(order: &TilesOrder<'a>, most: usize) -> Result<Request<'a>, Misfit> {
    let options = Options {
        span: Span::AtMost(most),
        lemmas: order.lemmas,
    };
    Request::new(order.start, order.target, options)
}

fn remark(kind: Kind) -> &'static str {
    match kind {
        Kind::TilesBound => {
            "Each move brings one tile one cell nearer at most; sokosat check adds up the distances."
        }
        Kind::TilesParity => {
            "Each move swaps the blank with a tile and changes its colour; sokosat check counts both."
        }
        _ => {
            "Any LRAT checker can follow proof.lrat over formula.cnf; sokosat check also says why the \
             formula is about this board."
        }
    }
}
