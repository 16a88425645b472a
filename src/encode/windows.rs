//! Windows: when a push can be part of a plan at all.
//!
//! With `F` the fewest pushes from the start to a lone-box state and `D` the fewest from one to a
//! goal (see [`crate::distance`]): push t needs a box in its state before, hence `F <= t`; and what
//! it leaves behind must still get home, hence `D <= T - t - 1`. Both hold for plans of fewer than
//! T pushes too, their idle steps coming first. The `dead` lemma keeps those pushes only that lead to finite `D`.

use crate::board::Cell;
use crate::distance::Distances;

use super::Options;
use super::lemmas::Lemma;

/// Decides which variables a formula needs.
pub struct Windows<'a> {
    distances: &'a Distances,
    options: Options,
}

impl<'a> Windows<'a> {
    /// The windows of one formula.
    #[must_use]
    pub fn new(distances: &'a Distances, options: Options) -> Self {
        Self { distances, options }
    }

    /// The distances that the windows are cut by.
    #[must_use]
    pub fn distances(&self) -> &'a Distances {
        self.distances
    }

    /// Whether a box may stand on a cell.
    #[must_use]
    pub fn may_hold(&self, cell: Cell) -> bool {
        !self.options.lemmas.has(Lemma::Dead) || self.distances.live(cell)
    }

    /// Whether push `index` of the board may be made at step `t`.
    #[must_use]
    pub fn may_push(&self, index: usize, t: usize) -> bool {
        let survives = !self.options.lemmas.has(Lemma::Dead) || self.distances.survives(index);
        survives && (!self.options.lemmas.has(Lemma::Windows) || self.in_time(index, t))
    }

    fn in_time(&self, index: usize, t: usize) -> bool {
        let lone = self.distances.lone();
        let earliest = self.distances.from_start(lone.before(index));
        let left = self.options.span.most().saturating_sub(t + 1);
        usize::from(earliest) <= t && usize::from(self.distances.nearest(lone.after(index))) <= left
    }
}
