//! One side of a bidirectional search: its states, and which of them are open.
//!
//! Open states wait by `f` until the level of the search reaches it, and are then ready by depth, among equal
//! depths by bound. Neither queue is ever cleaned: an entry counts only if its state is still open at that depth
//! and with that bound.

use crate::limits::{Limits, Stop};
use crate::search::bidirectional::{Meeting, Side};
use crate::search::queue::{Entry, Queue};
use crate::search::table::{Arena, Gap, Id, NONE, Table};

/// The most that `g` and `h` may be.
const MOST: u32 = OPEN as u32 - 1;

/// Set in the word of `h` while a state waits to be expanded.
const OPEN: u16 = 1 << 15;

/// Successors and entries between two looks at the limits.
const TICKS: u32 = 32;

/// The states of one side.
#[derive(Debug)]
pub(super) struct Nodes {
    table: Table,
    /// `g`, and `h` with the flag [`OPEN`], of each state.
    values: Arena<[u16; 2]>,
}

impl Nodes {
    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        u64::from(self.table.len())
    }

    /// The keys from a state to a start of this side, both included.
    pub(super) fn to_root(&self, id: Id) -> impl Iterator<Item = &[u64]> {
        let parent = |&id: &Id| Some(self.table.parent(id)).filter(|&parent| parent != NONE);
        std::iter::successors(Some(id), parent).map(|id| self.table.key(id))
    }

    /// The number and the depth of a state, if it is here.
    fn find(&self, key: &[u64]) -> Option<(Id, u32)> {
        let id = self.table.find(key).ok()?;
        Some((id, self.depth(id)))
    }

    fn depth(&self, id: Id) -> u32 {
        u32::from(self.values.get(id)[0][0])
    }

    fn is_open_at(&self, id: Id, steps: u32, bound: u32) -> bool {
        let [depth, word] = self.values.get(id)[0];
        word & OPEN != 0 && (u32::from(depth), u32::from(word & !OPEN)) == (steps, bound)
    }
}

/// A side and all that it has stored.
#[derive(Debug)]
pub(super) struct Half<S> {
    pub(super) side: S,
    pub(super) nodes: Nodes,
    /// 0 forward, 1 backward.
    way: usize,
    /// Open states by `f`, then `g`.
    waiting: Queue,
    /// Open states whose `f` is at most the level, by `g`, then `h`.
    ready: Queue,
    open: u64,
    key: Vec<u64>,
    child: Vec<u64>,
}

impl<S: Side> Half<S> {
    pub(super) fn new(side: S, way: usize) -> Self {
        let words = side.words();
        Self {
            side,
            nodes: Nodes {
                table: Table::new(words),
                values: Arena::new(1),
            },
            way,
            waiting: Queue::default(),
            ready: Queue::default(),
            open: 0,
            key: vec![0; words],
            child: vec![0; words],
        }
    }

    /// Adds all starts and gives the least of their bounds, 0 if there is none.
    pub(super) fn add_starts(
        &mut self,
        other: &Nodes,
        shared: &mut Meeting<'_>,
    ) -> Result<u32, Stop> {
        let mut least = None;
        while self.side.start(&mut self.child) {
            shared.tick()?;
            let bound = self.side.load(&self.child);
            if let (Some(bound), Err(gap)) = (bound, self.nodes.table.find(&self.child)) {
                least = Some(least.map_or(bound, |least: u32| least.min(bound)));
                self.add((gap, NONE), (0, bound), other, shared)?;
            }
        }
        Ok(least.unwrap_or(0))
    }

    /// Whether nothing is open.
    pub(super) fn is_empty(&self) -> bool {
        self.open == 0
    }

    /// The least depth of the open states with `f` up to the level.
    pub(super) fn least_depth(&mut self, level: u32, limits: &Limits) -> Result<Option<u32>, Stop> {
        while self.waiting.least_key().is_some_and(|total| total <= level) {
            let Some(entry) = self.waiting.pop() else {
                break;
            };
            let (steps, bound) = (entry.bound, entry.key - entry.bound);
            if self.nodes.is_open_at(entry.id, steps, bound) {
                let key = steps;
                self.ready.push(
                    Entry {
                        key,
                        bound,
                        ..entry
                    },
                    limits,
                )?;
            }
        }
        while let Some(entry) = self.ready.pop() {
            if self.nodes.is_open_at(entry.id, entry.key, entry.bound) {
                self.ready.push(entry, limits)?;
                return Ok(Some(entry.key));
            }
        }
        Ok(None)
    }

    /// Takes out the first ready state: drops it, puts it back with a greater bound, or expands it.
    pub(super) fn expand_first(
        &mut self,
        other: &Nodes,
        shared: &mut Meeting<'_>,
    ) -> Result<(), Stop> {
        let Some(Entry { key, bound, id }) = self.ready.pop() else {
            return Ok(());
        };
        let steps = key;
        self.close(id);
        self.key.copy_from_slice(self.nodes.table.key(id));
        match self.side.load(&self.key) {
            None => Ok(()),
            Some(closer) if closer > bound => self.open(id, (steps, closer), shared),
            Some(_) => self.expand(id, (steps, bound), other, shared),
        }
    }

    /// Adds or improves the successors of the state at hand.
    fn expand(
        &mut self,
        id: Id,
        (steps, bound): (u32, u32),
        other: &Nodes,
        shared: &mut Meeting<'_>,
    ) -> Result<(), Stop> {
        shared.expanded += 1;
        let (steps, floor) = (steps + 1, bound.saturating_sub(1));
        self.side.expand();
        while self.side.step(&mut self.child) {
            shared.tick()?;
            shared.generated += 1;
            match self.nodes.table.find(&self.child) {
                Ok(known) => self.improve((known, id), (steps, floor), other, shared)?,
                Err(gap) => {
                    if let Some(own) = self.side.bound() {
                        self.add((gap, id), (steps, own.max(floor)), other, shared)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the state of the child's key unless no cheaper plan leads through it.
    fn add(
        &mut self,
        (gap, parent): (Gap, Id),
        (steps, bound): (u32, u32),
        other: &Nodes,
        shared: &mut Meeting<'_>,
    ) -> Result<(), Stop> {
        if shared.cuts(steps + bound) {
            return Ok(());
        }
        self.nodes.values.reserve(shared.limits)?;
        let id = self
            .nodes
            .table
            .add_at(gap, &self.child, parent, shared.limits)?;
        self.nodes.values.push(&[[0, 0]]);
        self.open(id, (steps, bound), shared)?;
        self.meet(id, steps, other, shared);
        Ok(())
    }

    /// Opens a known state again if it was reached by fewer steps than before.
    fn improve(
        &mut self,
        (id, parent): (Id, Id),
        (steps, floor): (u32, u32),
        other: &Nodes,
        shared: &mut Meeting<'_>,
    ) -> Result<(), Stop> {
        let [depth, word] = self.nodes.values.get(id)[0];
        let bound = u32::from(word & !OPEN).max(floor);
        if steps >= u32::from(depth) || shared.cuts(steps + bound) {
            return Ok(());
        }
        if word & OPEN != 0 {
            self.close(id);
        }
        self.nodes.table.set_parent(id, parent);
        self.open(id, (steps, bound), shared)?;
        self.meet(id, steps, other, shared);
        Ok(())
    }

    /// Notes the plan through a state that the other side has too.
    fn meet(&self, id: Id, steps: u32, other: &Nodes, shared: &mut Meeting<'_>) {
        if let Some((theirs, depth)) = other.find(&self.child)
            && steps + depth < shared.upper
        {
            shared.upper = steps + depth;
            let mut at = [id, theirs];
            at.rotate_left(self.way);
            shared.at = Some(at);
        }
    }

    fn open(
        &mut self,
        id: Id,
        (steps, bound): (u32, u32),
        shared: &Meeting<'_>,
    ) -> Result<(), Stop> {
        if steps.max(bound) > MOST {
            return Err(Stop::Horizon);
        }
        let narrow = |value| u16::try_from(value).expect("values are at most MOST");
        self.nodes.values.get_mut(id)[0] = [narrow(steps), narrow(bound) | OPEN];
        self.open += 1;
        let (key, bound) = (steps + bound, steps);
        self.waiting.push(Entry { key, bound, id }, shared.limits)
    }

    fn close(&mut self, id: Id) {
        self.nodes.values.get_mut(id)[0][1] &= !OPEN;
        self.open -= 1;
    }
}

impl Meeting<'_> {
    /// Whether a state at this `f` cannot lead to a plan that is cheaper than what is known.
    fn cuts(&mut self, total: u32) -> bool {
        let cuts = total >= self.upper;
        self.cut |= cuts;
        cuts
    }

    fn tick(&mut self) -> Result<(), Stop> {
        self.ticks += 1;
        if self.ticks < TICKS {
            return Ok(());
        }
        self.ticks = 0;
        self.limits.check()
    }
}
