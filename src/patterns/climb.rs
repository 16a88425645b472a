//! Raising the budget until the tables have nothing against it.
//!
//! From W = 0 upwards the layers of 1, 2, ... boxes are built for W; as soon as one refutes W the
//! next budget is tried. What remains is a lower bound on the waste of any plan, and tables that
//! hold for the budget it stopped at. When the last layer has all boxes this is a complete search.

use super::budget::{Layer, Outcome, Request};
use super::game::Game;
use super::partition::{MOST_START_BOXES, Packing};
use crate::limits::{Limits, Stop};

/// How far the tables may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The most boxes of a set.
    pub boxes: usize,
    /// The most states of one layer.
    pub states: usize,
    /// The most states of all layers and budgets together; no new budget is begun beyond it.
    pub effort: u64,
}

/// Tables for one budget.
#[derive(Debug, Clone)]
pub(crate) struct Climb {
    /// Every plan wastes this many units or more.
    pub(crate) budget: u16,
    /// No plan exists.
    pub(crate) refuted: bool,
    /// The layers at the budget, from one box up.
    pub(crate) layers: Vec<Layer>,
    /// The penalties of the start.
    pub(crate) packing: Packing,
    /// Most boxes of any layer that spoke.
    pub(crate) boxes: usize,
    /// States of all layers and budgets.
    pub(crate) effort: u64,
    /// Why it ended early, if it did.
    pub(crate) stopped: Option<Stop>,
}

/// Raises the budget from zero as far as the tables allow.
pub(crate) fn climb(game: &Game, reach: Reach, limits: &Limits) -> Climb {
    let mut climb = Climb {
        budget: 0,
        refuted: false,
        layers: Vec::new(),
        packing: Packing::default(),
        boxes: 0,
        effort: 0,
        stopped: None,
    };
    let count = game.board.boxes().len();
    if count == 0 || count > MOST_START_BOXES {
        return climb;
    }
    loop {
        match climb.try_budget(game, reach, limits) {
            Ok(Verdict::Open) => return climb,
            Ok(Verdict::Outright) => {
                climb.refuted = true;
                return climb;
            }
            Ok(Verdict::Raise) if climb.effort <= reach.effort && climb.budget < u16::MAX / 4 => {
                climb.budget += 1;
            }
            Ok(Verdict::Raise) => {
                climb.budget += 1;
                climb.layers.clear();
                return climb;
            }
            Err(stop) => {
                climb.layers.clear();
                climb.stopped = Some(stop);
                return climb;
            }
        }
    }
}

enum Verdict {
    Open,
    Raise,
    Outright,
}

impl Climb {
    fn try_budget(&mut self, game: &Game, reach: Reach, limits: &Limits) -> Result<Verdict, Stop> {
        let count = game.board.boxes().len();
        self.layers.clear();
        self.packing = Packing::new(count, []);
        let mut penalties = Vec::new();
        for boxes in 1..=reach.boxes.min(game.most_boxes()).min(count) {
            limits.check()?;
            if self.predicted(game) > reach.states as u64 {
                break;
            }
            let request = Request {
                game,
                boxes,
                budget: self.budget,
                lower: self.layers.last(),
                packing: &self.packing,
                most: reach.states,
            };
            let outcome = Layer::build(&request, limits)?;
            self.boxes = self.boxes.max(boxes);
            match outcome {
                Outcome::TooLarge => break,
                Outcome::Refuted { outright: true } => return Ok(Verdict::Outright),
                Outcome::Refuted { outright: false } => return Ok(Verdict::Raise),
                Outcome::Open(layer, found) => {
                    self.effort += layer.store.states() as u64;
                    self.layers.push(layer);
                    penalties.extend(found);
                }
            }
            self.packing = Packing::new(count, penalties.iter().copied());
            if self.packing.total() > u32::from(self.budget) {
                return Ok(Verdict::Raise);
            }
        }
        Ok(Verdict::Open)
    }

    /// States to expect of the next layer.
    fn predicted(&self, game: &Game) -> u64 {
        let Some(layer) = self.layers.last() else {
            return 0;
        };
        let boxes = layer.store.boxes() as u64 + 1;
        layer.store.states() as u64 * game.live.len() as u64 / boxes
    }
}
