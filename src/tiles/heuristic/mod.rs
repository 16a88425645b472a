//! Bounds on the moves that are left, by name, kept up to date slide by slide.
//!
//! | name | what is counted | consistent |
//! |---|---|---|
//! | `misplaced` | tiles off their cells | yes |
//! | `manhattan` | steps of each tile to its cell, from a table | yes |
//! | `linear-conflict` | these, and two more for each tile that must leave its line ([`lines`]) | yes |
//! | `pdb` | moves of disjoint sets of tiles, each solved with the other tiles unmarked ([`super::patterns`]) | no |
//!
//! All are admissible: none is above the number of moves that are left. *Consistent* means that a move never lowers the
//! bound by more than one.
//!
//! A [`Value`] is a bound and what is needed to update it; it is small and copied, so a walk that steps
//! back just drops it.

pub mod lines;

use std::sync::Arc;

use crate::tiles::MOST_CELLS;
use crate::tiles::heuristic::lines::Lines;
use crate::tiles::patterns::{MOST_GROUPS, Patterns};
use crate::tiles::puzzle::{Cell, Cells, Puzzle, Shape, Slide, Tile};

/// The names of the bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    /// Always 0.
    Zero,
    /// Tiles off their cells.
    Misplaced,
    /// Steps of all tiles to their cells.
    Manhattan,
    /// Manhattan with linear conflicts.
    LinearConflict,
    /// Additive pattern databases.
    Patterns,
}

impl Name {
    /// The name on the command line and in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Zero => "none",
            Self::Misplaced => "misplaced",
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
            Self::Patterns => "pdb",
        }
    }
}

/// Parts of a bound that a slide changes one by one: lines, or sets of tiles seen in two ways.
pub(crate) const PARTS: usize = 2 * MOST_GROUPS;

/// A bound and its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    pub(crate) total: u16,
    pub(crate) parts: [u8; PARTS],
}

impl Value {
    /// Every plan has so many moves or more.
    #[must_use]
    pub fn bound(self) -> u32 {
        u32::from(self.total)
    }

    fn of(total: u16) -> Self {
        Self {
            total,
            parts: [0; PARTS],
        }
    }
}

/// Steps from each cell to the cell where each tile belongs.
#[derive(Debug, Clone)]
struct Steps([[u8; MOST_CELLS]; MOST_CELLS]);

impl Steps {
    fn new(shape: &Shape, goals: &Cells, blank: Tile) -> Self {
        let mut steps = [[0; MOST_CELLS]; MOST_CELLS];
        for tile in tiles(shape).filter(|&tile| tile != blank) {
            for cell in tiles(shape) {
                let distance = shape.distance(cell, goals.place(tile));
                steps[usize::from(tile)][usize::from(cell)] = distance;
            }
        }
        Self(steps)
    }

    fn of(&self, tile: Tile, cell: Cell) -> u16 {
        u16::from(self.0[usize::from(tile)][usize::from(cell)])
    }
}

/// All cells, or names of tiles, of a board.
fn tiles(shape: &Shape) -> impl Iterator<Item = Tile> + use<> {
    0..u8::try_from(shape.cells()).expect("a board has at most 25 cells")
}

#[derive(Debug, Clone)]
enum Kind {
    Zero,
    Misplaced,
    Manhattan,
    LinearConflict(Box<Lines>),
    Patterns(Arc<Patterns>),
}

/// A bound on the moves from an arrangement to another one, the goals.
#[derive(Debug, Clone)]
pub struct Heuristic {
    shape: Shape,
    steps: Steps,
    kind: Kind,
}

impl Heuristic {
    /// The bound of a name on the moves to the target; pattern databases must be given.
    ///
    /// # Panics
    /// If pattern databases are named.
    #[must_use]
    pub fn forward(puzzle: &Puzzle, name: Name) -> Self {
        Self::to(puzzle, name, &puzzle.target())
    }

    /// The bound of a name on the moves from the start: how far an arrangement is from it.
    ///
    /// # Panics
    /// If pattern databases are named: they know the target alone.
    #[must_use]
    pub fn backward(puzzle: &Puzzle, name: Name) -> Self {
        Self::to(puzzle, name, puzzle.start())
    }

    /// The bound from pattern databases on the moves to the target.
    #[must_use]
    pub fn patterns(puzzle: &Puzzle, patterns: Arc<Patterns>) -> Self {
        Self {
            kind: Kind::Patterns(patterns),
            ..Self::forward(puzzle, Name::Zero)
        }
    }

    fn to(puzzle: &Puzzle, name: Name, goals: &Cells) -> Self {
        let shape = puzzle.shape().clone();
        let kind = match name {
            Name::Zero => Kind::Zero,
            Name::Misplaced => Kind::Misplaced,
            Name::Manhattan => Kind::Manhattan,
            Name::LinearConflict => {
                Kind::LinearConflict(Box::new(Lines::new(&shape, goals, puzzle.blank())))
            }
            Name::Patterns => panic!("pattern databases are given, not made here"),
        };
        Self {
            steps: Steps::new(&shape, goals, puzzle.blank()),
            shape,
            kind,
        }
    }

    /// The value of an arrangement.
    #[must_use]
    pub fn start(&self, cells: &Cells) -> Value {
        let sum = |part: &dyn Fn(Tile) -> u16| tiles(&self.shape).map(part).sum();
        let steps = |tile| self.steps.of(tile, cells.place(tile));
        match &self.kind {
            Kind::Zero => Value::of(0),
            Kind::Misplaced => Value::of(sum(&|tile| steps(tile).min(1))),
            Kind::Manhattan => Value::of(sum(&steps)),
            Kind::LinearConflict(lines) => lines.start(cells, Value::of(sum(&steps))),
            Kind::Patterns(patterns) => patterns.start(cells),
        }
    }

    /// The value after a slide that led to `cells`, from the one before it.
    #[must_use]
    pub fn after(&self, cells: &Cells, before: Value, slide: Slide) -> Value {
        let [old, new] = [slide.from, slide.to].map(|cell| self.steps.of(slide.tile, cell));
        match &self.kind {
            Kind::Zero => before,
            Kind::Misplaced => Value::of(before.total + new.min(1) - old.min(1)),
            Kind::Manhattan => Value::of(before.total + new - old),
            Kind::LinearConflict(lines) => {
                let total = before.total + new - old;
                lines.after(cells, Value { total, ..before }, slide)
            }
            Kind::Patterns(patterns) => patterns.after(cells, before, slide),
        }
    }
}
