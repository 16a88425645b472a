//! Raising the budget until the tables have nothing against it.
//!
//! For sets of 1, 2, ... boxes the least budget is found that no layer refutes. Budgets are tried by
//! growing steps; tables for an open budget W bound the waste too, by the packing T of their start
//! penalties (every plan within W wastes T, every other more than W), so the search closes in from
//! both sides. The layers of fewer boxes are kept when the next one has nothing against their
//! budget. When the last layer has all boxes, all this is a complete search.

use super::budget::{Layer, Outcome, Refutation, Request};
use super::game::{Game, subsets};
use super::partition::{MOST_START_BOXES, Packing};
use crate::limits::{Limits, Stop};

/// How far the tables may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The most boxes of a set.
    pub boxes: usize,
    /// The most states of one layer.
    pub states: usize,
    /// The most states of all layers and budgets together; no layer is begun beyond it.
    pub effort: u64,
}

impl Default for Reach {
    /// Up to four boxes, 500,000 states a layer and two million in all: a few CPU seconds at most.
    fn default() -> Self {
        Self {
            boxes: 4,
            states: 500_000,
            effort: 2_000_000,
        }
    }
}

/// Layers for one budget.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layers {
    pub(crate) budget: u16,
    /// From one box up.
    pub(crate) stack: Vec<Layer>,
    /// Penalties of start sets.
    penalties: Vec<(u16, u128)>,
    pub(crate) packing: Packing,
}

/// What the tables know of a level.
#[derive(Debug, Clone)]
pub(crate) struct Climb {
    /// Every plan wastes this many units or more.
    pub(crate) least: u16,
    /// These start boxes, as a mask, never come home: there is no plan.
    pub(crate) blocked: Option<u128>,
    /// Layers for a budget of `least` or more, if they were reached.
    pub(crate) open: Layers,
    /// Most boxes of a set that spoke.
    pub(crate) boxes: usize,
    /// States of all layers and budgets.
    pub(crate) effort: u64,
    /// Why it ended early, if it did.
    pub(crate) stopped: Option<Stop>,
}

/// The most sets of start boxes; a packing is asked for each.
const MOST_STARTS: u64 = 50_000;

/// What trying one budget came to.
enum Trial {
    Open(Layers),
    Refuted(Refutation, usize),
    TooLarge,
}

/// Budgets beyond this are not tried.
const MOST_BUDGET: u16 = u16::MAX / 4;

/// The layers for one budget, up to the first that is too large or refutes it.
pub(crate) fn layers_at(
    game: &Game,
    budget: u16,
    reach: Reach,
    limits: &Limits,
) -> Result<Layers, Stop> {
    let count = game.board.boxes().len();
    let most = reach.boxes.min(game.words.most_boxes()).min(count);
    if count == 0 || count > MOST_START_BOXES || budget > MOST_BUDGET {
        return Ok(Layers::default());
    }
    let mut climb = Climb::begin();
    let reach = Reach {
        boxes: most,
        ..reach
    };
    match climb.attempt(game, budget, reach, limits)? {
        Trial::Open(layers) => Ok(layers),
        Trial::Refuted(..) | Trial::TooLarge => Ok(climb.open),
    }
}

/// Raises the budget from zero as far as the tables allow.
pub(crate) fn climb(game: &Game, reach: Reach, limits: &Limits) -> Climb {
    let mut climb = Climb::begin();
    let count = game.board.boxes().len();
    if count == 0 || count > MOST_START_BOXES {
        return climb;
    }
    for boxes in 1..=reach.boxes.min(game.words.most_boxes()).min(count) {
        let reach = Reach { boxes, ..reach };
        match climb.settle(game, reach, limits) {
            Ok(true) => {}
            Ok(false) => break,
            Err(stop) => {
                climb.stopped = Some(stop);
                break;
            }
        }
    }
    if climb.open.budget < climb.least {
        climb.open = Layers::default();
    }
    climb
}

impl Climb {
    fn begin() -> Self {
        Self {
            least: 0,
            blocked: None,
            open: Layers::default(),
            boxes: 0,
            effort: 0,
            stopped: None,
        }
    }

    /// Finds the least budget that layers of up to `reach.boxes` boxes leave open; false to go no further.
    fn settle(&mut self, game: &Game, reach: Reach, limits: &Limits) -> Result<bool, Stop> {
        let (mut step, mut budget) = (0, self.least);
        let mut open: Option<Layers> = None;
        loop {
            if self.effort > reach.effort || budget > MOST_BUDGET {
                return Ok(false);
            }
            match self.attempt(game, budget, reach, limits)? {
                Trial::Open(layers) => {
                    let total = u16::try_from(layers.packing.total()).unwrap_or(budget);
                    self.least = self.least.max(total);
                    open = Some(layers);
                }
                Trial::Refuted(Refutation::Outright(mask), _) => {
                    self.blocked = Some(mask);
                    return Ok(false);
                }
                Trial::Refuted(Refutation::Budget, by) => {
                    self.least = budget + 1;
                    step += u16::from(by == reach.boxes);
                }
                Trial::TooLarge if budget > self.least => (step, open) = (0, None),
                Trial::TooLarge => return Ok(false),
            }
            budget = match open.take_if(|open| open.budget == self.least) {
                Some(layers) => {
                    self.open = layers;
                    return Ok(true);
                }
                None => open.as_ref().map_or(self.least + step / 2, |open| {
                    self.least + (open.budget - self.least) / 3
                }),
            };
        }
    }

    /// Builds the layers for one budget, on those at hand if they are for it.
    fn attempt(
        &mut self,
        game: &Game,
        budget: u16,
        reach: Reach,
        limits: &Limits,
    ) -> Result<Trial, Stop> {
        if self.open.budget != budget || self.open.stack.is_empty() {
            let packing = Packing::new(game.board.boxes().len(), []);
            self.open = Layers {
                budget,
                packing,
                ..Layers::default()
            };
        }
        for boxes in self.open.stack.len() + 1..=reach.boxes {
            limits.check()?;
            let starts = subsets(game.board.boxes().len(), boxes);
            if starts > MOST_STARTS || self.open.predicted(game) > reach.states as u64 {
                return Ok(Trial::TooLarge);
            }
            let request = Request {
                game,
                boxes,
                budget,
                lower: self.open.stack.last(),
                packing: &self.open.packing,
                most: reach.states,
            };
            let (outcome, states) = Layer::build(&request, limits)?;
            self.effort += states;
            let found = match outcome {
                Outcome::TooLarge => return Ok(Trial::TooLarge),
                Outcome::Refuted(why) => Err(why),
                Outcome::Open(layer, found) => Ok((layer, found)),
            };
            self.boxes = self.boxes.max(boxes);
            match found {
                Err(why) => return Ok(Trial::Refuted(why, boxes)),
                Ok((layer, found)) => self.open.add(layer, found, game.board.boxes().len()),
            }
            if self.open.packing.total() > u32::from(budget) {
                return Ok(Trial::Refuted(Refutation::Budget, boxes));
            }
        }
        Ok(Trial::Open(std::mem::take(&mut self.open)))
    }
}

impl Layers {
    fn add(&mut self, layer: Layer, penalties: Vec<(u16, u128)>, boxes: usize) {
        self.stack.push(layer);
        self.penalties.extend(penalties);
        self.packing = Packing::new(boxes, self.penalties.iter().copied());
    }

    /// States to expect of the next layer.
    fn predicted(&self, game: &Game) -> u64 {
        let Some(layer) = self.stack.last() else {
            return 0;
        };
        let boxes = layer.table.store.boxes() as u64 + 1;
        layer.table.store.states() as u64 * game.live.len() as u64 / boxes
    }
}
