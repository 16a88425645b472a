//! Sokoban as a state space: positions, the pushes worth trying, and a bound on the pushes left.
//!
//! Tests come in the order of their cost. A push must survive as a lone box's ([`crate::distance`]) and be
//! open to the player; then the child's key is made, which needs its region; and only if the
//! search does not know that key (two thirds are known) comes the rest: freeze and the assignment. The cost of
//! pairs of boxes, and corrals, are looked at only when it is the position's turn to be expanded.
//!
//! The bound is the cheapest assignment under side-aware distances. A push changes the side of
//! the pushed box only (see [`crate::lone`]), hence one row. With as many boxes as goals the number of pushes
//! left has the parity of the chequer colours of boxes and goals, and a bound without it is rounded up.

use std::sync::Arc;

use crate::board::{Board, Cell, Push};
use crate::deadlock::corral::Corrals;
use crate::deadlock::freeze::Freeze;
use crate::deadlock::local::{Library, Matcher};
use crate::distance::{Distances, LoneState};
use crate::heuristic::assignment::Assignment;
use crate::heuristic::groups::Groups;
use crate::heuristic::pairs::Pairs;
use crate::heuristic::walled::{Bound, Walled};
use crate::limits::{Limits, Stop};
use crate::region::Region;
use crate::search::bestfirst::Space;
use crate::search::prune::{Prune, Rule};
use crate::state::Layout;

/// Boxes from which on the library of local patterns is asked.
const FEWEST_LOCAL: usize = 4;

/// A push that survives, and the state of its box afterwards.
#[derive(Debug, Clone, Copy)]
struct Move {
    push: Push,
    after: LoneState,
    /// Which of the boxes at hand it pushes.
    index: u16,
}

/// The positions of a board, as seen from one of them.
#[derive(Debug, Clone)]
pub struct Pushes<'a> {
    board: &'a Board,
    distances: &'a Distances,
    prune: Prune,
    layout: Layout,
    /// Bits of the cells that are no goals, in the layout of keys.
    off_goal: Vec<u64>,
    /// The surviving pushes of each cell.
    moves_of: Vec<Vec<Move>>,
    region: Region,
    freeze: Freeze,
    corrals: Corrals,
    local: Option<Arc<Matcher>>,
    assignment: Assignment,
    pairs: Option<Pairs>,
    groups: Option<Groups>,
    walled: Option<Walled<'a>>,
    /// The position at hand: its key, where boxes stand, which, and their lone states.
    key: Vec<u64>,
    taken: Vec<bool>,
    boxes: Vec<Cell>,
    states: Vec<LoneState>,
    /// Those of the boxes that are frozen, in rising order, and room for those after a push.
    frozen: Vec<Cell>,
    frozen_after: Vec<Cell>,
    /// The sum of the distances to nearest goals.
    nearest: u32,
    /// Its pushes that have not been given yet, and the last one given.
    moves: Vec<Move>,
    last: Option<Move>,
}

impl<'a> Pushes<'a> {
    /// Prepares the space of a board that has as many goals as boxes or more.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the tables do not fit.
    pub fn new(
        board: &'a Board,
        distances: &'a Distances,
        prune: Prune,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let layout = Layout::new(board, distances);
        let mut moves_of = vec![Vec::new(); board.len()];
        for (number, push) in board.pushes().iter().enumerate() {
            let after = distances.lone().after(number);
            let useful = layout.has_slot(push.from) && layout.has_slot(push.to);
            if useful && distances.survives(number) {
                moves_of[push.from.index()].push(Move {
                    push: *push,
                    after,
                    index: 0,
                });
            }
        }
        let (boxes, goals) = (board.boxes().len(), board.goals().len());
        let mut off_goal = vec![0; layout.words()];
        for (slot, &cell) in layout.cells().iter().enumerate() {
            off_goal[slot / 64] |= u64::from(!board.is_goal(cell)) << (slot % 64);
        }
        let pairs = if prune.has(Rule::Pairs) {
            Pairs::new(board, distances, &layout, limits)?
        } else {
            None
        };
        // Pairs and freezes see what fewer boxes can do to each other.
        let local = if prune.has(Rule::Local) && boxes >= FEWEST_LOCAL {
            Some(Arc::new(Matcher::new(board, Library::stored(), limits)?))
        } else {
            None
        };
        Ok(Self {
            board,
            distances,
            prune,
            off_goal,
            moves_of,
            region: Region::new(board),
            freeze: Freeze::new(board, distances),
            corrals: Corrals::new(board, distances),
            assignment: Assignment::new(distances, boxes, goals, limits)?,
            pairs,
            groups: None,
            walled: prune.has(Rule::Walls).then(|| Walled::new(board, limits)),
            frozen: Vec::new(),
            frozen_after: Vec::new(),
            local,
            key: vec![0; layout.words()],
            taken: vec![false; board.len()],
            boxes: Vec::with_capacity(boxes),
            states: Vec::with_capacity(boxes),
            nearest: 0,
            moves: Vec::new(),
            last: None,
            layout,
        })
    }

    /// The push that leads from one position to the next.
    ///
    /// # Panics
    /// If no push does.
    #[must_use]
    pub fn push_between(&self, before: &[u64], after: &[u64]) -> Push {
        self.layout.push_between(self.board, before, after)
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// How positions are written as keys.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The boxes of the position at hand, in rising order.
    #[must_use]
    pub fn boxes(&self) -> &[Cell] {
        &self.boxes
    }

    /// The push that leads to the successor last given.
    #[must_use]
    pub fn last_push(&self) -> Option<Push> {
        self.last.map(|last| last.push)
    }

    /// Reads boxes, region and lone states out of the key at hand.
    fn read(&mut self) {
        for cell in self.boxes.drain(..) {
            self.taken[cell.index()] = false;
        }
        self.layout.read_boxes(&self.key, &mut self.boxes);
        for cell in &self.boxes {
            self.taken[cell.index()] = true;
        }
        let player = self.layout.player(&self.key);
        self.region.flood(&self.taken, player);
        let lone = self.distances.lone();
        let states = self.boxes.iter().map(|&cell| lone.state_of(cell, player));
        self.states.clear();
        self.states.extend(states);
    }

    /// The pushes that the player can make now, or those of them that a corral leaves.
    fn list_moves(&mut self) {
        self.moves.clear();
        for (index, cell) in (0..).zip(&self.boxes) {
            for made in &self.moves_of[cell.index()] {
                if !self.taken[made.push.to.index()] && self.region.holds(made.push.behind) {
                    self.moves.push(Move { index, ..*made });
                }
            }
        }
        if self.prune.has(Rule::Corral) {
            let only = self.corrals.find(&self.taken, &self.boxes, &self.region);
            if let Some(only) = only {
                self.moves.retain(|made| only.contains(&made.push));
            }
        }
    }

    /// The bound of the position at hand, none if it is dead.
    fn load_bound(&mut self) -> Option<u32> {
        let distance = |&state| u32::from(self.distances.nearest(state));
        self.nearest = self.states.iter().map(distance).sum();
        if !self.prune.has(Rule::Matching) {
            return Some(self.rounded(self.nearest, 0));
        }
        let total = self.assignment.load(&self.states)?;
        let player = self.layout.player(&self.key);
        let penalty = match &mut self.pairs {
            Some(pairs) => pairs.penalty(&self.boxes, player, &self.assignment)?,
            None => 0,
        };
        let walled = self.walled_bound()?;
        let grouped = match &mut self.groups {
            Some(groups) => groups.bound(&self.boxes, &self.states, player)?,
            None => 0,
        };
        Some(self.rounded(walled.max(total + penalty).max(grouped), 0))
    }

    /// The bound of the position at hand with frozen boxes for walls, zero if it says nothing; none if it is dead.
    fn walled_bound(&mut self) -> Option<u32> {
        self.frozen.clear();
        let Some(walled) = &mut self.walled else {
            return Some(0);
        };
        for &cell in &self.boxes {
            self.freeze
                .frozen_around(&self.taken, cell, &mut self.frozen);
        }
        if self.frozen.is_empty() {
            return Some(0);
        }
        self.frozen.sort_unstable();
        let player = self.layout.player(&self.key);
        known(walled.bound(&self.boxes, player, &self.frozen))
    }

    /// The same after a push of the box `index`.
    fn walled_bound_after(&mut self, index: usize, push: Push) -> Option<u32> {
        let Some(walled) = &mut self.walled else {
            return Some(0);
        };
        self.taken.swap(push.from.index(), push.to.index());
        self.frozen_after.clone_from(&self.frozen);
        self.freeze
            .frozen_around(&self.taken, push.to, &mut self.frozen_after);
        self.taken.swap(push.from.index(), push.to.index());
        if self.frozen_after.is_empty() {
            return Some(0);
        }
        if self.frozen_after.len() == self.frozen.len() {
            return known(walled.bound_after(index, push));
        }
        let mut boxes = self.boxes.clone();
        boxes[index] = push.to;
        self.frozen_after.sort_unstable();
        let bound = walled.bound(&boxes, push.from, &self.frozen_after);
        if !self.frozen.is_empty() {
            walled.bound(&self.boxes, self.layout.player(&self.key), &self.frozen);
        }
        known(bound)
    }

    /// Rounds a bound up to the parity of the pushes that are left `after` pushes more.
    fn rounded(&self, bound: u32, after: u32) -> u32 {
        if !self.board.has_fixed_parity() {
            return bound;
        }
        let cells = self.boxes.iter().chain(self.board.goals());
        let colours: u32 = cells.map(|&cell| u32::from(self.board.colour(cell))).sum();
        bound + (bound + colours + after) % 2
    }

    /// The next push that no pair of boxes forbids.
    fn next_move(&mut self) -> Option<Move> {
        while let Some(next) = self.moves.pop() {
            let pairs = self.pairs.as_ref();
            if !pairs.is_some_and(|pairs| pairs.is_dead_after(next.push, &self.boxes)) {
                return Some(next);
            }
        }
        None
    }

    /// Whether the pushed box is frozen off its goal, or completes a dead pattern.
    fn is_stuck(&mut self, push: Push) -> bool {
        self.taken.swap(push.from.index(), push.to.index());
        let frozen = self.prune.has(Rule::Freeze) && self.freeze.is_dead(&self.taken, push.to);
        let is_box = |cell: Cell| self.taken[cell.index()];
        let local = self.local.as_ref();
        let dead = frozen
            || local.is_some_and(|local| local.is_dead_at(is_box, push.from, push.to).is_some());
        self.taken.swap(push.from.index(), push.to.index());
        dead
    }
}

/// A bound of [`Walled`] as a number, zero if nothing is known; none if the position is dead.
fn known(bound: Option<Bound>) -> Option<u32> {
    match bound {
        None => Some(0),
        Some(Bound::Pushes(pushes)) => Some(pushes),
        Some(Bound::Dead) => None,
    }
}

impl Space for Pushes<'_> {
    fn words(&self) -> usize {
        self.layout.words()
    }

    fn start(&mut self, key: &mut [u64]) -> Option<u32> {
        let mut taken = vec![false; self.board.len()];
        for cell in self.board.boxes() {
            taken[cell.index()] = true;
        }
        let player = self.region.flood(&taken, self.board.player());
        key.copy_from_slice(&self.layout.key(self.board.boxes(), player));
        self.key.copy_from_slice(key);
        self.read();
        let mut cells = self.board.boxes().iter();
        let frozen =
            self.prune.has(Rule::Freeze) && cells.any(|&cell| self.freeze.is_dead(&taken, cell));
        if frozen { None } else { self.load_bound() }
    }

    fn is_end(&self, key: &[u64]) -> bool {
        key.iter()
            .zip(&self.off_goal)
            .all(|(word, off)| word & off == 0)
    }

    fn load(&mut self, key: &[u64]) -> Option<u32> {
        self.key.copy_from_slice(key);
        self.read();
        self.moves.clear();
        self.load_bound()
    }

    fn expand(&mut self) {
        self.list_moves();
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        self.last = self.next_move();
        let Some(Move { push, .. }) = self.last else {
            return false;
        };
        self.taken.swap(push.from.index(), push.to.index());
        let (player, _) = self.region.after_push(&self.taken, push);
        self.taken.swap(push.from.index(), push.to.index());
        child.copy_from_slice(&self.key);
        self.layout.flip(child, push.from);
        self.layout.flip(child, push.to);
        self.layout.set_player(child, player);
        true
    }

    fn sharpen(
        &mut self,
        positions: &mut dyn Iterator<Item = &[u64]>,
        round: u32,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let most = match round {
            0 => 3,
            _ => 4,
        };
        if !self.prune.has(Rule::Groups) || !self.prune.has(Rule::Matching) {
            return Ok(());
        }
        let mut sample = Vec::new();
        for key in positions {
            self.key.copy_from_slice(key);
            self.read();
            sample.push(self.states.clone());
        }
        match Groups::new(self.board, self.distances, (&sample, most), limits) {
            // They only help: without room for them the search goes on as before.
            Err(Stop::Memory) => {}
            made => self.groups = made?,
        }
        Ok(())
    }

    fn bound(&mut self) -> Option<u32> {
        let Move { push, after, index } = self.last?;
        if self.is_stuck(push) {
            return None;
        }
        let index = usize::from(index);
        if self.prune.has(Rule::Matching) {
            let total = self.assignment.total_after(index, after)?;
            return Some(total.max(self.walled_bound_after(index, push)?));
        }
        let nearest = |state| u32::from(self.distances.nearest(state));
        let sum = self.nearest + nearest(after) - nearest(self.states[index]);
        Some(self.rounded(sum, 1))
    }
}
