//! Tables for one budget: what k boxes can still do when all pushes together waste at most W.
//!
//! Level by level, k = 1, 2, ... A state of k boxes is *alive* when it lies on a path of the k-box
//! game from some k start boxes S to goals, whose waste f before and b after it satisfy f + b <= W,
//! f counting from what the boxes outside S waste at least (the best packing of the levels below);
//! and when every (k-1)-subset of it is alive with f + its own b <= W. Forward and backward bucket
//! Dijkstra searches find all alive states and their b.
//!
//! *Sound*: take a plan that wastes at most W. Each k boxes of it trace such a path, the boxes outside
//! S waste what they must in the same plan, and each smaller set is alive by induction. So when a
//! start set is dead, or the packing of the start penalties passes W, no plan wastes at most W. The
//! values hold for budgets up to W only. With k = all boxes this is a complete search.

use super::game::{Game, MOST_BOXES, Set, replace, without};
use super::partition::Packing;
use super::store::{NO_LABEL, Store};
use super::table::{Buckets, CHECK, Table, for_each_subset, pulled};
use crate::distance::INF;
use crate::limits::{Limits, Stop};

/// The alive states of k boxes and the least waste from each; all else is dead at this budget.
#[derive(Debug, Clone)]
pub(crate) struct Layer {
    /// b by state; [`INF`] where dead, and sets without alive states are missing.
    pub(crate) table: Table,
    /// Whether a state was given up for its waste here or below.
    cut: bool,
}

/// What a layer says about its budget.
pub(crate) enum Outcome {
    /// Nothing against it; the penalties of all k-subsets of the start, in lexicographic order.
    Open(Layer, Vec<(u16, u128)>),
    /// No plan wastes that little.
    Refuted(Refutation),
    /// More states than allowed.
    TooLarge,
}

/// Why no plan keeps to a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refutation {
    /// These start boxes never come home, whatever is wasted: no state was given up for its waste.
    Outright(u128),
    /// They, or the packing, waste more.
    Budget,
}

/// What a layer is built from.
pub(crate) struct Request<'a> {
    pub(crate) game: &'a Game<'a>,
    pub(crate) boxes: usize,
    pub(crate) budget: u16,
    /// The layer of one box fewer; none for one box.
    pub(crate) lower: Option<&'a Layer>,
    /// Penalties of start sets so far.
    pub(crate) packing: &'a Packing,
    /// The most states.
    pub(crate) most: usize,
}

struct Search<'a> {
    request: &'a Request<'a>,
    limits: &'a Limits,
    store: Store,
    forward: Vec<u16>,
    backward: Vec<u16>,
    /// The greatest b of a (k-1)-subset, by state.
    below: Vec<u16>,
    queue: Buckets,
    /// Whether a state was given up for its waste.
    cut: bool,
    starts: Vec<(u32, u8, u16, u128)>,
    pops: usize,
}

impl Layer {
    /// Builds one layer; also gives the number of states it took.
    pub(crate) fn build(request: &Request, limits: &Limits) -> Result<(Outcome, u64), Stop> {
        let mut search = Search {
            request,
            limits,
            store: Store::new(request.boxes, request.game.cells()),
            forward: Vec::new(),
            backward: Vec::new(),
            below: Vec::new(),
            queue: Buckets::default(),
            cut: request.lower.is_some_and(|lower| lower.cut),
            starts: Vec::new(),
            pops: 0,
        };
        search.start();
        if !search.go_forward()? {
            return Ok((Outcome::TooLarge, search.store.states() as u64));
        }
        search.go_backward()?;
        let states = search.store.states() as u64;
        Ok((search.finish(), states))
    }
}

impl Search<'_> {
    fn start(&mut self) {
        let game = self.request.game;
        let cells: Vec<u16> = game.board.boxes().iter().map(|cell| cell.0).collect();
        let player = game.board.player().0;
        for_each_subset(&cells, self.request.boxes, &mut |set| {
            let mask = start_mask(&cells, &set[..self.request.boxes]);
            let outside = self.request.packing.outside(mask);
            let cost = u16::try_from(outside).unwrap_or(INF);
            let id = self.intern(set);
            let label = if self.store.range(id).is_empty() {
                NO_LABEL
            } else {
                self.store.label_of(game, id, player)
            };
            self.starts.push((id, label, cost, mask));
            if label != NO_LABEL {
                self.reach(cost, id, label);
            }
        });
    }

    fn intern(&mut self, cells: &Set) -> u32 {
        let game = self.request.game;
        let key = game.words.pack(&cells[..self.request.boxes]);
        if let Some(set) = self.store.find(key) {
            return set;
        }
        let mut subsets = [0; MOST_BOXES];
        let Some(set) = self.add(key, cells, &mut subsets) else {
            return self.store.add_barred(key);
        };
        let states = self.store.states();
        self.forward.resize(states, INF);
        self.backward.resize(states, INF);
        self.below.resize(states, 0);
        if let Some(lower) = self.request.lower {
            for (slot, &subset) in subsets[..self.request.boxes].iter().enumerate() {
                self.look_below(lower, (set, cells), slot, subset);
            }
        }
        set
    }

    /// Adds a set if all its subsets have alive states.
    fn add(&mut self, key: u64, cells: &Set, subsets: &mut [u32; MOST_BOXES]) -> Option<u32> {
        let (game, boxes) = (self.request.game, self.request.boxes);
        if let Some(lower) = self.request.lower {
            for (slot, subset) in subsets[..boxes].iter_mut().enumerate() {
                let rest = without(cells, boxes, slot);
                *subset = lower
                    .table
                    .store
                    .find(game.words.pack(&rest[..boxes - 1]))?;
            }
        }
        Some(self.store.add(game, key, cells))
    }

    /// Raises `below` of every state of a set to what the subset without `slot` says.
    fn look_below(&mut self, lower: &Layer, (set, cells): (u32, &Set), slot: usize, subset: u32) {
        let boxes = self.request.boxes;
        let mut seen = [NO_LABEL; MOST_BOXES * 4];
        for other in (0..boxes).filter(|&other| other != slot) {
            for dir in 0..4 {
                let label = self.store.label(set, other, dir);
                if label != NO_LABEL {
                    let inner = other - usize::from(other > slot);
                    seen[usize::from(label)] = lower.table.store.label(subset, inner, dir);
                }
            }
        }
        let mut through = None;
        for label in self.store.regions(set) {
            let mut inner = seen[usize::from(label)];
            if inner == NO_LABEL {
                inner = *through.get_or_insert_with(|| {
                    let around = self.store.labels(set)[slot * 4..slot * 4 + 4].iter();
                    let known = around
                        .filter(|&&label| label != NO_LABEL)
                        .map(|&label| seen[usize::from(label)]);
                    known
                        .clone()
                        .find(|&label| label != NO_LABEL)
                        .unwrap_or_else(|| self.label_at_removed(lower, cells, slot, subset))
                });
            }
            let value = lower.table.values[lower.table.store.state(subset, inner)];
            let below = &mut self.below[self.store.state(set, label)];
            *below = value.max(*below);
        }
    }

    /// The label, without the box in `slot`, of its own cell, which is beside another box.
    fn label_at_removed(&self, lower: &Layer, cells: &Set, slot: usize, subset: u32) -> u8 {
        let (game, boxes) = (self.request.game, self.request.boxes);
        let others = (0..boxes).filter(|&other| other != slot);
        let beside = others.flat_map(|other| (0..4).map(move |dir| (other, dir)));
        let mut beside =
            beside.filter(|&(other, dir)| game.next[usize::from(cells[other])][dir] == cells[slot]);
        let (other, dir) = beside
            .next()
            .expect("the floor is connected, so a way leads from box to box");
        lower
            .table
            .store
            .label(subset, other - usize::from(other > slot), dir)
    }

    /// Enters a state of waste `cost` so far, unless it cannot lie on a path within the budget.
    fn reach(&mut self, cost: u16, set: u32, label: u8) {
        let state = self.store.state(set, label);
        let below = self.below[state];
        if below == INF || cost >= self.forward[state] {
            return;
        }
        if u32::from(cost) + u32::from(below) > u32::from(self.request.budget) {
            self.cut = true;
            return;
        }
        self.forward[state] = cost;
        self.queue.push(cost, set, label);
    }

    /// All states within the budget; false if there are too many.
    fn go_forward(&mut self) -> Result<bool, Stop> {
        while let Some((cost, set, label)) = self.queue.pop() {
            self.tick()?;
            if self.store.states().max(self.store.len()) > self.request.most {
                return Ok(false);
            }
            if self.forward[self.store.state(set, label)] == cost {
                self.push(cost, set, label);
            }
        }
        Ok(true)
    }

    fn tick(&mut self) -> Result<(), Stop> {
        self.pops += 1;
        if self.pops.is_multiple_of(CHECK) {
            self.limits.check()
        } else {
            Ok(())
        }
    }

    fn push(&mut self, cost: u16, set: u32, label: u8) {
        let (game, boxes) = (self.request.game, self.request.boxes);
        let cells = game.words.unpack(self.store.key(set), boxes);
        for slot in 0..boxes {
            for dir in 0..4 {
                if self.store.label(set, slot, dir ^ 1) != label
                    || self.store.label(set, slot, dir) == NO_LABEL
                {
                    continue;
                }
                let waste = game.waste[usize::from(cells[slot])][dir];
                if waste == INF {
                    continue;
                }
                let cost = cost.saturating_add(waste);
                if cost > self.request.budget {
                    self.cut = true;
                    continue;
                }
                let mut after = cells;
                let to = game.next[usize::from(cells[slot])][dir];
                let slot = replace(&mut after, boxes, slot, to);
                let after = self.intern(&after);
                let label = self.store.label(after, slot, dir ^ 1);
                if label != NO_LABEL {
                    self.reach(cost, after, label);
                }
            }
        }
    }

    fn go_backward(&mut self) -> Result<(), Stop> {
        let game = self.request.game;
        self.queue = Buckets::default();
        for set in self.store.sets() {
            let cells = game.words.unpack(self.store.key(set), self.request.boxes);
            let cells = &cells[..self.request.boxes];
            if cells
                .iter()
                .any(|&cell| game.goal[usize::from(cell)].is_none())
            {
                continue;
            }
            for label in self.store.regions(set) {
                let player = self.store.player(game, set, label);
                self.lower(game.end_waste(cells, player), set, label);
            }
        }
        while let Some((cost, set, label)) = self.queue.pop() {
            self.tick()?;
            if self.backward[self.store.state(set, label)] == cost {
                self.pull(cost, set, label);
            }
        }
        Ok(())
    }

    fn lower(&mut self, cost: u16, set: u32, label: u8) {
        let state = self.store.state(set, label);
        if self.forward[state] == INF || cost >= self.backward[state] {
            return;
        }
        if u32::from(cost) + u32::from(self.forward[state]) > u32::from(self.request.budget) {
            self.cut = true;
            return;
        }
        self.backward[state] = cost;
        self.queue.push(cost, set, label);
    }

    fn pull(&mut self, cost: u16, set: u32, label: u8) {
        let (game, boxes) = (self.request.game, self.request.boxes);
        let cells = game.words.unpack(self.store.key(set), boxes);
        for slot in 0..boxes {
            for dir in 0..4 {
                if self.store.label(set, slot, dir) != label {
                    continue;
                }
                let Some((before, slot, waste)) = pulled(game, &cells, boxes, (slot, dir)) else {
                    continue;
                };
                let key = game.words.pack(&before[..boxes]);
                if let Some(before) = self.store.find(key) {
                    let label = self.store.label(before, slot, dir);
                    if label != NO_LABEL {
                        self.lower(cost.saturating_add(waste).min(INF - 1), before, label);
                    }
                }
            }
        }
    }

    fn finish(mut self) -> Outcome {
        let budget = u32::from(self.request.budget);
        let mut penalties = Vec::with_capacity(self.starts.len());
        for &(set, label, outside, mask) in &self.starts {
            let value = if label == NO_LABEL {
                INF
            } else {
                self.backward[self.store.state(set, label)]
            };
            if value == INF || u32::from(value) + u32::from(outside) > budget {
                let outright = value == INF && !self.cut;
                return Outcome::Refuted(if outright {
                    Refutation::Outright(mask)
                } else {
                    Refutation::Budget
                });
            }
            penalties.push((value, mask));
        }
        self.store.retain(&mut self.backward);
        Outcome::Open(
            Layer {
                table: Table {
                    store: self.store,
                    values: self.backward,
                },
                cut: self.cut,
            },
            penalties,
        )
    }
}

/// The bits of start boxes on `cells`.
fn start_mask(boxes: &[u16], cells: &[u16]) -> u128 {
    let bit = |cell| {
        boxes
            .iter()
            .position(|other| other == cell)
            .map_or(0, |i| 1 << i)
    };
    cells.iter().map(bit).fold(0, |mask, bit: u128| mask | bit)
}
