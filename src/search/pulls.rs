//! Sokoban backwards: positions, the pulls that undo pushes, and a bound on the pushes from the start to them.
//!
//! The starts are all ways to put the boxes on goals, each with every region the player may be in; with spare goals
//! there may be many. A pull undoes a push that survives ([`crate::distance`]): the player stands where the box was
//! before and steps back to where it pushed from. Keys are those of [`crate::search::pushes`].
//!
//! The bound is the cheapest assignment of the boxes to the boxes of the start, by pushes of a lone box from there.
//! A pull changes one row, and by one at most, as a push does forwards.

use itertools::Itertools;

use crate::board::{Board, Cell, Push};
use crate::distance::{Distances, LoneState};
use crate::heuristic::assignment::Assignment;
use crate::limits::{Limits, Stop};
use crate::region::Region;
use crate::search::bidirectional::Side;
use crate::state::Layout;

/// A push that survives, and the state of its box before it.
#[derive(Debug, Clone, Copy)]
struct Pull {
    push: Push,
    before: LoneState,
    /// Which of the boxes at hand it pulls.
    index: u16,
}

/// Ways to put the boxes on goals, one after another.
type Ends = itertools::Combinations<std::vec::IntoIter<Cell>>;

/// The positions of a board, seen backwards from one of them.
#[derive(Debug, Clone)]
pub struct Pulls<'a> {
    distances: &'a Distances,
    layout: Layout,
    ends: Ends,
    /// Boxes of the end at hand, and cells that name regions not given yet.
    end: Vec<Cell>,
    regions: Vec<Cell>,
    /// The pulls of a box on each cell.
    undoing: Vec<Vec<Pull>>,
    region: Region,
    child_region: Region,
    assignment: Assignment,
    key: Vec<u64>,
    taken: Vec<bool>,
    boxes: Vec<Cell>,
    states: Vec<LoneState>,
    /// Pulls of the position at hand that were not given yet.
    open: Vec<Pull>,
    last: Option<Pull>,
}

impl<'a> Pulls<'a> {
    /// Prepares the backward space of a board that has as many goals as boxes or more.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(board: &'a Board, distances: &'a Distances, limits: &Limits) -> Result<Self, Stop> {
        let layout = Layout::new(board, distances);
        let mut undoing = vec![Vec::new(); board.len()];
        for (number, &push) in board.pushes().iter().enumerate() {
            let useful = layout.has_slot(push.from) && layout.has_slot(push.to);
            if useful && distances.survives(number) {
                undoing[push.to.index()].push(Pull {
                    push,
                    before: distances.lone().before(number),
                    index: 0,
                });
            }
        }
        let count = board.boxes().len();
        let mut from_box = Vec::with_capacity(count);
        for index in 0..count {
            limits.check()?;
            limits.may_grow(2 * distances.lone().len() as u64)?;
            from_box.push(distances.from_box(board, index));
        }
        let cost = |state: LoneState, start: usize| from_box[start][state.index()];
        let goals = board.goals().iter().copied();
        let goals: Vec<Cell> = goals.filter(|&goal| layout.has_slot(goal)).collect();
        Ok(Self {
            assignment: Assignment::of(distances.lone().len(), (count, count), cost, limits)?,
            distances,
            ends: goals.into_iter().combinations(count),
            end: Vec::new(),
            regions: Vec::new(),
            undoing,
            region: Region::new(board),
            child_region: Region::new(board),
            key: vec![0; layout.words()],
            taken: vec![false; board.len()],
            boxes: Vec::with_capacity(count),
            states: Vec::with_capacity(count),
            open: Vec::new(),
            last: None,
            layout,
        })
    }

    /// The key of the level's start, where ways back end.
    #[must_use]
    pub fn level_start(&mut self, board: &Board) -> Vec<u64> {
        let mut taken = vec![false; board.len()];
        for cell in board.boxes() {
            taken[cell.index()] = true;
        }
        let player = self.region.flood(&taken, board.player());
        self.layout.key(board.boxes(), player)
    }

    /// The push that a pull undoes, by the positions before and after the push.
    ///
    /// # Panics
    /// If no push leads from one to the other.
    #[must_use]
    pub fn push_between(&self, board: &Board, before: &[u64], after: &[u64]) -> Push {
        self.layout.push_between(board, before, after)
    }

    /// The boxes of the position at hand, in rising order.
    #[must_use]
    pub fn boxes(&self) -> &[Cell] {
        &self.boxes
    }

    /// The push undone by the successor last given.
    #[must_use]
    pub fn last_push(&self) -> Option<Push> {
        self.last.map(|last| last.push)
    }

    /// Goes to the next way to put the boxes on goals and lists its regions; false if there are no more.
    fn next_end(&mut self) -> bool {
        let Some(end) = self.ends.next() else {
            return false;
        };
        let mut taken = vec![false; self.taken.len()];
        for cell in &end {
            taken[cell.index()] = true;
        }
        let mut seen = taken.clone();
        for number in (0..=u16::MAX).take(taken.len()) {
            if seen[usize::from(number)] {
                continue;
            }
            self.regions.push(self.region.flood(&taken, Cell(number)));
            for other in (0..=u16::MAX).take(taken.len()) {
                seen[usize::from(other)] |= self.region.holds(Cell(other));
            }
        }
        self.end = end;
        true
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
}

impl Side for Pulls<'_> {
    fn words(&self) -> usize {
        self.layout.words()
    }

    fn start(&mut self, key: &mut [u64]) -> bool {
        while self.regions.is_empty() {
            if !self.next_end() {
                return false;
            }
        }
        let region = self.regions.pop();
        let player = region.expect("a region is left");
        key.copy_from_slice(&self.layout.key(&self.end, player));
        true
    }

    fn load(&mut self, key: &[u64]) -> Option<u32> {
        self.key.copy_from_slice(key);
        self.read();
        self.assignment.load(&self.states)
    }

    fn expand(&mut self) {
        self.open.clear();
        for (index, cell) in (0..).zip(&self.boxes) {
            for pull in &self.undoing[cell.index()] {
                let push = pull.push;
                if self.region.holds(push.from) && !self.taken[push.behind.index()] {
                    self.open.push(Pull { index, ..*pull });
                }
            }
        }
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        self.last = self.open.pop();
        let Some(Pull { push, .. }) = self.last else {
            return false;
        };
        self.taken.swap(push.from.index(), push.to.index());
        let player = self.child_region.flood(&self.taken, push.behind);
        self.taken.swap(push.from.index(), push.to.index());
        child.copy_from_slice(&self.key);
        self.layout.flip(child, push.from);
        self.layout.flip(child, push.to);
        self.layout.set_player(child, player);
        true
    }

    fn bound(&mut self) -> Option<u32> {
        let Pull { before, index, .. } = self.last?;
        self.assignment.total_after(usize::from(index), before)
    }
}
