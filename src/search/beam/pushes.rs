//! Sokoban for a beam, a push a step.
//!
//! States are those of A* ([`crate::search::pushes`]), with its pruning: duplicates are told by the region of
//! the player, dead positions are left out when they are made, and the bound of the assignment serves
//! the ceiling. The score is one of [`Score`]; the scores of articles count the moves so far, which are
//! pushes here, and how far the player is from the nearest box, which is nothing right after a push.

use crate::board::{Board, Cell};
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::search::beam::score::{Near, Score};
use crate::search::beam::{Layers, Rating};
use crate::search::bestfirst::Space;
use crate::search::parts::Parts;
use crate::search::prune::Prune;
use crate::search::pushes::Pushes;

/// The positions of a board, rated for a beam.
#[derive(Debug, Clone)]
pub struct BeamPushes<'a> {
    pushes: Pushes<'a>,
    score: Score,
    /// None for the bound itself.
    near: Option<Near>,
    parts: Parts,
}

impl<'a> BeamPushes<'a> {
    /// Prepares the space of a board that has as many goals as boxes or more.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the tables do not fit.
    pub fn new(
        board: &'a Board,
        distances: &'a Distances,
        (prune, score): (Prune, Score),
        limits: &Limits,
    ) -> Result<Self, Stop> {
        Ok(Self {
            pushes: Pushes::new(board, distances, prune, limits)?,
            near: Near::new(board, distances, score),
            parts: Parts::new(board),
            score,
        })
    }

    /// The same space with another score.
    #[must_use]
    pub fn rated(mut self, board: &Board, distances: &Distances, score: Score) -> Self {
        self.near = Near::new(board, distances, score);
        self.score = score;
        self
    }

    /// The space that is rated.
    #[must_use]
    pub fn pushes(&self) -> &Pushes<'a> {
        &self.pushes
    }
}

impl Layers for BeamPushes<'_> {
    fn words(&self) -> usize {
        self.pushes.words()
    }

    fn start(&mut self, key: &mut [u64]) -> bool {
        self.pushes.start(key).is_some()
    }

    fn is_end(&self, key: &[u64]) -> bool {
        self.pushes.is_end(key)
    }

    fn open(&mut self, key: &[u64]) -> Option<u32> {
        let bound = self.pushes.load(key)?;
        self.pushes.expand();
        Some(bound)
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        self.pushes.step(child)
    }

    fn rate(&mut self, steps: u32) -> Option<Rating> {
        let bound = self.pushes.bound()?;
        let push = self.pushes.last_push()?;
        let moved = |&cell: &Cell| if cell == push.from { push.to } else { cell };
        let boxes = self.pushes.boxes().iter().map(moved);
        let score = match (&self.near, self.score) {
            (Some(near), _) => near.boxes(boxes) - near.spent(steps),
            (None, Score::Open) => {
                let parts = self.parts.count(boxes);
                -i64::from(bound) - i64::from(parts)
            }
            _ => -i64::from(bound),
        };
        Some(Rating { score, bound })
    }
}
