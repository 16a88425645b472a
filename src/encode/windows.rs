//! Windows: when a push can be part of a plan at all.
//!
//! With `F` the fewest pushes from the start to a lone-box state and `D` the fewest from one to a
//! goal (see [`crate::distance`]): push t needs a box in its state before, hence `F <= t`; and what
//! it leaves behind must still get home, hence `D <= T - t - 1`. Both hold for plans of fewer than
//! T pushes too, their idle steps coming first. The `dead` lemma keeps those pushes only that lead to finite `D`.

use crate::board::{Board, Cell};
use crate::distance::Distances;

use super::Options;
use super::lemmas::Lemma;
use super::patterns::Lesson;

/// Decides which variables a formula needs.
pub struct Windows<'a> {
    distances: &'a Distances,
    options: Options,
    /// By cell: no plan within the budget has a box there.
    barred: Vec<bool>,
    /// By push: no plan within the budget makes it.
    barred_pushes: Vec<bool>,
}

impl<'a> Windows<'a> {
    /// The windows of one formula.
    #[must_use]
    pub fn new(distances: &'a Distances, options: Options) -> Self {
        Self {
            distances,
            options,
            barred: Vec::new(),
            barred_pushes: Vec::new(),
        }
    }

    /// Also leaves out what single boxes never do within the budget, by the patterns of one cell.
    #[must_use]
    pub fn barring(mut self, board: &Board, lessons: &[Lesson]) -> Self {
        self.barred = vec![false; board.len()];
        self.barred_pushes = vec![false; board.pushes().len()];
        for pattern in lessons.iter().flat_map(Lesson::dead_cells) {
            match pattern.after {
                Some(push) => self.barred_pushes[push] = true,
                None => self.barred[pattern.cells[0].index()] = true,
            }
        }
        for (push, barred) in board.pushes().iter().zip(&mut self.barred_pushes) {
            *barred |= self.barred[push.from.index()] || self.barred[push.to.index()];
        }
        self
    }

    /// The distances that the windows are cut by.
    #[must_use]
    pub fn distances(&self) -> &'a Distances {
        self.distances
    }

    /// Whether a box may stand on a cell.
    #[must_use]
    pub fn may_hold(&self, cell: Cell) -> bool {
        let live = !self.options.lemmas.has(Lemma::Dead) || self.distances.live(cell);
        live && !self.barred.get(cell.index()).is_some_and(|&barred| barred)
    }

    /// Whether push `index` of the board may be made at step `t`.
    #[must_use]
    pub fn may_push(&self, index: usize, t: usize) -> bool {
        let survives = !self.options.lemmas.has(Lemma::Dead) || self.distances.survives(index);
        let barred = self.barred_pushes.get(index).is_some_and(|&barred| barred);
        survives && !barred && (!self.options.lemmas.has(Lemma::Windows) || self.in_time(index, t))
    }

    fn in_time(&self, index: usize, t: usize) -> bool {
        let lone = self.distances.lone();
        let earliest = self.distances.from_start(lone.before(index));
        let left = self.options.span.most().saturating_sub(t + 1);
        usize::from(earliest) <= t && usize::from(self.distances.nearest(lone.after(index))) <= left
    }
}
