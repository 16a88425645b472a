//! Chooses the kind of evidence and writes its files.

use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use crate::board::{Board, Cell};
use crate::bound::{StartBound, StaticReason, start_bound};
use crate::bound_patterns::strong_start_bound;
use crate::certify::Verified;
use crate::distance::Distances;
use crate::encode::file::{Request, write_with_map};
use crate::encode::header::titles;
use crate::encode::lemmas::Lemma;
use crate::encode::{Basis, Lemmas, Options, Span, encode_on};
use crate::error::Error;
use crate::level::Level;
use crate::patterns::{Packing, Patterns, Penalty, Reach, Size};
use crate::potential::Potential;
use crate::sat::Answer;

use super::manifest::{Claim, Folder, Kind, Reason, Statement};
use super::refutation::refute;
use super::tables::{self, Source};
use super::{Known, Made, Order, Unmade, certified};

/// Writes a whole certificate.
pub(super) fn write(path: &Path, order: &Order) -> Result<Made, Unmade> {
    with_manifest(path, order, |work| match order.known {
        Known::Solved(verified) => work.solved(verified).map(|()| None),
        Known::Unsolvable => work.unsolvable(),
    })
}

/// Writes a refutation without its proof.
pub(super) fn write_unproved(path: &Path, order: &Order, most: usize) -> Result<Made, Unmade> {
    with_manifest(path, order, |work| {
        if let Known::Solved(verified) = order.known {
            work.solution(verified)?;
        }
        let distances = Distances::new(order.board, order.limits)?;
        let lemmas = options(order, most).lemmas;
        let basis = Basis::new(order.board, &distances, lemmas, order.limits)?;
        work.formula(&Rc::new(basis), most).map(|()| None)
    })
}

/// Writes the level, the evidence and the manifest.
fn with_manifest(
    path: &Path,
    order: &Order,
    evidence: impl FnOnce(&mut Work) -> Result<Option<Reason>, Unmade>,
) -> Result<Made, Unmade> {
    let mut work = Work {
        order,
        folder: Folder::new(path),
        made: Made::default(),
    };
    let rows = order.level.canonical();
    work.folder.file("level.xsb", |out| {
        rows.rows()
            .iter()
            .try_for_each(|row| writeln!(out, "{row}"))
            .map_err(Unmade::from)
    })?;
    let reason = evidence(&mut work)?;
    work.manifest(&rows.hash(), reason)?;
    work.made.bytes = work.folder.bytes;
    Ok(work.made)
}

/// What the formula of an order says.
fn options(order: &Order, most: usize) -> Options {
    Options {
        span: Span::AtMost(most),
        lemmas: certified(order.lemmas),
    }
}

struct Work<'a> {
    order: &'a Order<'a>,
    folder: Folder<'a>,
    made: Made,
}

impl Work<'_> {
    fn manifest(&mut self, level: &str, reason: Option<Reason>) -> Result<(), Unmade> {
        let claim = match self.order.known {
            Known::Solved(verified) => Claim::Minimum(verified.pushes()),
            Known::Unsolvable => Claim::Unsolvable {},
        };
        let kind = self.made.kind.unwrap_or(Kind::Exhaustive);
        self.made.kind = Some(kind);
        let remarks = self.remarks(kind);
        self.folder.manifest(Statement {
            kind,
            claim,
            at_most: self.made.at_most,
            reason,
            level,
            remarks,
        })?;
        Ok(())
    }

    fn remarks(&self, kind: Kind) -> Vec<String> {
        let said = match kind {
            Kind::Refutation => {
                "Any LRAT checker can follow proof.lrat over formula.cnf; sokosat check also says why \
                 the formula is about this level."
            }
            Kind::Bound => {
                "The tables bound the pushes; sokosat check tests them without a search."
            }
            Kind::UnsolvableStatic => {
                "The reason shows at the start; sokosat check finds it again."
            }
            _ => {
                "The evidence is a search that left nothing out; sokosat check can only repeat it."
            }
        };
        let figures = self.order.exhausted.filter(|_| kind == Kind::Exhaustive);
        [said]
            .into_iter()
            .chain(figures)
            .map(str::to_owned)
            .collect()
    }

    fn solution(&mut self, verified: &Verified) -> Result<(), Unmade> {
        self.folder.file("solution.lurd", |out| {
            writeln!(out, "{}", verified.lurd()).map_err(Unmade::from)
        })
    }

    fn solved(&mut self, verified: &Verified) -> Result<(), Unmade> {
        self.solution(verified)?;
        let board = self.order.board;
        let step = if board.has_fixed_parity() { 2 } else { 1 };
        let Some(most) = verified.pushes().checked_sub(step) else {
            self.made.kind = Some(Kind::Bound);
            return Ok(());
        };
        let distances = Distances::new(board, self.order.limits)?;
        if certified(self.order.lemmas).has(Lemma::Waste) && self.bound(&distances, most)? {
            self.made.kind = Some(Kind::Bound);
            return Ok(());
        }
        self.refutation(&distances, most)
    }

    /// Writes the tables of a bound above `most` pushes, if the start has one.
    fn bound(&mut self, distances: &Distances, most: usize) -> Result<bool, Unmade> {
        let (board, limits) = (self.order.board, self.order.limits);
        let Some(potential) = Potential::new(board, distances, limits)? else {
            return Ok(false);
        };
        let reaches =
            |units: u32| (potential.matching_bound() + potential.unit() * units) as usize > most;
        let mut source = Source {
            board,
            distances,
            potential: Some(&potential),
            patterns: None,
            packing: &[],
            limits,
        };
        if reaches(0) {
            self.folder
                .file("tables.txt", |out| tables::write(out, &source))?;
            return Ok(true);
        }
        if !certified(self.order.lemmas).has(Lemma::Patterns) {
            return Ok(false);
        }
        let patterns = Patterns::new(board, distances, &potential, size(board), limits)?;
        let (sets, units) = packing(board, &patterns);
        if !reaches(units) {
            return Ok(false);
        }
        let largest = sets.iter().map(Vec::len).max().unwrap_or(0);
        source.patterns = Some((&patterns, largest));
        source.packing = &sets;
        self.folder
            .file("tables.txt", |out| tables::write(out, &source))?;
        Ok(true)
    }

    fn refutation(&mut self, distances: &Distances, most: usize) -> Result<(), Unmade> {
        let Order { board, limits, .. } = *self.order;
        let options = options(self.order, most);
        let basis = Rc::new(Basis::new(board, distances, options.lemmas, limits)?);
        let solver_limits = self.order.solver_limits;
        let (answer, recording, plan) = refute(self.order.most_lemmas, solver_limits, |sink| {
            encode_on(&basis, options, limits, sink)
        })?;
        match answer {
            Answer::Unsat => {}
            Answer::Sat(model) => return Err(Unmade::Shorter(plan.decode(&model).len())),
            Answer::Unknown(stop) if self.order.exhausted.is_none() => return Err(stop.into()),
            Answer::Unknown(_) => return Ok(limits.check()?),
            Answer::Failed(said) => return Err(Error::Solver(said).into()),
        }
        self.formula(&basis, most)?;
        let format = self.order.format;
        let summary = self.folder.file("proof.lrat", |out| {
            let written = recording.write(&mut std::io::sink(), out, format, limits);
            written.map_err(Unmade::from)
        })?;
        self.made.steps = summary.lemmas;
        Ok(())
    }

    /// Writes the formula with its map, and the tables that its lemmas rest on.
    fn formula(&mut self, basis: &Rc<Basis>, most: usize) -> Result<(), Unmade> {
        let Order { level, limits, .. } = *self.order;
        let options = options(self.order, most);
        // As `encode` writes it from the level of the certificate, byte for byte.
        let level = Level::from_rows(level.canonical().rows());
        let request = Request {
            level: &level,
            options,
            titles: &titles(&level, options),
            limits,
        };
        let mut map = self.folder.open("map.json")?;
        let written = self.folder.file("formula.cnf", |out| {
            write_with_map(basis, &request, out, &mut map).map_err(Unmade::from)
        })?;
        self.folder.close("map.json", map)?;
        if options.lemmas != Lemmas::NONE {
            self.tables(basis, most)?;
        }
        self.made = Made {
            kind: Some(Kind::Refutation),
            at_most: Some(most),
            variables: written.counter.variables,
            clauses: written.counter.clauses,
            ..Made::default()
        };
        Ok(())
    }

    /// Writes the tables that the lemmas of a formula rest on.
    fn tables(&mut self, basis: &Basis, most: usize) -> Result<(), Unmade> {
        let lessons = basis.lessons(most, self.order.limits)?;
        let largest = lessons
            .patterns
            .iter()
            .map(|lesson| *lesson.boxes.end())
            .max();
        let source = Source {
            board: basis.board(),
            distances: basis.distances(),
            potential: basis.potential(),
            patterns: basis.tables().zip(largest),
            packing: &[],
            limits: self.order.limits,
        };
        self.folder
            .file("tables.txt", |out| tables::write(out, &source))
    }

    /// Finds a reason that shows at the start; none leaves the exhausted search.
    fn unsolvable(&mut self) -> Result<Option<Reason>, Unmade> {
        let (board, limits) = (self.order.board, self.order.limits);
        let distances = Distances::new(board, limits)?;
        let reason = match start_bound(board, &distances, limits)? {
            StartBound::Unsolvable(reason) => Some(static_reason(reason)),
            StartBound::Bound(_) => {
                let potential = Potential::new(board, &distances, limits)?;
                let reach = Reach::partial(board);
                let strong = potential.map(|potential| {
                    strong_start_bound(board, &distances, &potential, reach, limits)
                });
                let blocked = strong.and_then(|strong| strong.blocked);
                blocked.map(|blocked| Reason::Blocked {
                    boxes: blocked.places,
                })
            }
        };
        self.made.kind = reason.is_some().then_some(Kind::UnsolvableStatic);
        Ok(reason)
    }
}

fn static_reason(reason: StaticReason) -> Reason {
    match reason {
        StaticReason::StrayBox(_) => Reason::StrayBox {},
        StaticReason::MoreBoxesThanGoals { .. } => Reason::MoreBoxesThanGoals {},
        StaticReason::DeadBox { place, .. } => Reason::Blocked { boxes: vec![place] },
        StaticReason::NoMatching => Reason::NoMatching {},
    }
}

/// Pairs and triples, but never all boxes: that would be a complete search.
fn size(board: &Board) -> Size {
    Size {
        boxes: Size::default().boxes.min(Reach::partial(board).boxes),
        ..Size::default()
    }
}

/// The best disjoint sets of start boxes, and the units of waste that they add up to.
fn packing(board: &Board, patterns: &Patterns) -> (Vec<Vec<Cell>>, u32) {
    let boxes = board.boxes();
    let masks = Packing::masks(boxes.len(), patterns.boxes());
    let cells = |mask: u128| -> Vec<Cell> {
        let boxes = boxes.iter().enumerate();
        boxes
            .filter(|(i, _)| mask >> i & 1 == 1)
            .map(|(_, &cell)| cell)
            .collect()
    };
    let penalty = |mask: u128| match patterns.at(board, &cells(mask), board.player()) {
        Penalty::Waste(units) => (units, mask),
        Penalty::Deadlock => (0, mask),
    };
    let packing = Packing::new(boxes.len(), masks.into_iter().map(penalty));
    let sets = packing
        .sets()
        .into_iter()
        .map(|(mask, _)| cells(mask))
        .collect();
    (sets, packing.total())
}
