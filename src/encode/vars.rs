//! The variables of a formula, by time.
//!
//! A *moment* t lies before push t, a *step* t is that push and the walk before it; a horizon T
//! has moments 0 to T and steps 0 to T - 1. A variable that a lemma knows to be false in every
//! plan is absent: `None`. The table has one entry a variable; clauses are never kept.

use crate::board::{Board, Cell};
use crate::cnf::{ClauseSink, Lit};

/// What is true between two pushes.
#[derive(Debug, Clone)]
pub struct Moment {
    /// By cell: a box stands here.
    pub boxes: Vec<Option<Lit>>,
    /// Entry k: at least k + 1 units of waste have been spent. Empty without the counter.
    pub spent: Vec<Lit>,
}

/// One push and the walk before it.
#[derive(Debug, Clone)]
pub struct Step {
    /// By index in [`Board::pushes`]: this push is made.
    pub push: Vec<Option<Lit>>,
    /// By cell: the pushed box comes from here, so the player stands here afterwards.
    pub from: Vec<Option<Lit>>,
    /// By cell: the player pushes from here.
    pub behind: Vec<Option<Lit>>,
    /// By cell: the walk before the push uses this cell. Empty at step 0.
    pub walk: Vec<Option<Lit>>,
    /// No push is made; only where the horizon is an upper limit.
    pub idle: Option<Lit>,
    /// Entry j: the push wastes at least j + 1 units. Empty without the counter.
    pub wastes: Vec<Lit>,
}

/// The pushes of a board by the cells that they touch, as indices into [`Board::pushes`].
#[derive(Debug, Clone)]
pub struct Touching {
    /// By cell: pushes that take a box from it.
    pub from: Vec<Vec<usize>>,
    /// By cell: pushes that bring a box to it.
    pub to: Vec<Vec<usize>>,
    /// By cell: pushes made by a player on it.
    pub behind: Vec<Vec<usize>>,
}

impl Touching {
    /// Sorts the pushes of a board by cell.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let mut touching = Self {
            from: vec![Vec::new(); board.len()],
            to: vec![Vec::new(); board.len()],
            behind: vec![Vec::new(); board.len()],
        };
        for (index, push) in board.pushes().iter().enumerate() {
            touching.from[push.from.index()].push(index);
            touching.to[push.to.index()].push(index);
            touching.behind[push.behind.index()].push(index);
        }
        touching
    }
}

impl Moment {
    /// Fresh box variables for the cells that may hold one.
    pub fn new(sink: &mut dyn ClauseSink, board: &Board, may_hold: impl Fn(Cell) -> bool) -> Self {
        let boxes = board
            .cells()
            .map(|cell| may_hold(cell).then(|| sink.fresh()));
        Self {
            boxes: boxes.collect(),
            spent: Vec::new(),
        }
    }

    /// The box variable of a cell.
    #[must_use]
    pub fn holds(&self, cell: Cell) -> Option<Lit> {
        self.boxes[cell.index()]
    }
}

impl Step {
    /// Fresh variables for the pushes that may be made and for the cells that they touch.
    pub fn new(
        sink: &mut dyn ClauseSink,
        touching: &Touching,
        count: usize,
        may_be: impl Fn(usize) -> bool,
    ) -> Self {
        let push: Vec<_> = (0..count)
            .map(|index| may_be(index).then(|| sink.fresh()))
            .collect();
        let mut touched = |by_cell: &[Vec<usize>]| -> Vec<Option<Lit>> {
            let any = |pushes: &Vec<usize>| pushes.iter().any(|&index| push[index].is_some());
            let by_cell = by_cell.iter();
            by_cell
                .map(|pushes| any(pushes).then(|| sink.fresh()))
                .collect()
        };
        Self {
            from: touched(&touching.from),
            behind: touched(&touching.behind),
            push,
            walk: Vec::new(),
            idle: None,
            wastes: Vec::new(),
        }
    }

    /// The variables of those of `pushes` that may be made.
    #[must_use]
    pub fn among(&self, pushes: &[usize]) -> Vec<Lit> {
        pushes
            .iter()
            .filter_map(|&index| self.push[index])
            .collect()
    }
}
