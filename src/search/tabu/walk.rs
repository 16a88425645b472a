//! A walker: one walk after another by the rules of tabu search.
//!
//! An iteration looks at all successors of the position at hand and goes to the best that is not tabu; a tabu one
//! is allowed if it is better than all that this walker has stood on (*aspiration*). Each time that a walk went to
//! a position makes it a push worse, and a walk may be stirred by dice. Where nothing is allowed, or nothing
//! better came for long, the walk ends, gives its best position to the elites, and another sets out: from the
//! start now and then, else from an elite or a position on the way to one.
//!
//! Memory: some 60 bytes a position and the key, for [`Habits::remembered`] positions at most; then
//! all but the elites is forgotten.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::limits::{Limits, Stop};
use crate::search::beam::{Layers, Rating};
use crate::search::table::Id;
use crate::search::tabu::elites::{Way, low};
use crate::search::tabu::memory::Memory;
use crate::search::tabu::shared::Shared;

/// Points that a position loses each time that a walk stands there. Of the 15 hardest Microban levels this solves 13
/// in 100,000 iterations, and 4 without.
const OFTEN: i64 = 1;

/// A walk is stirred by up to so many points.
const STIR: i64 = 4;

/// One walk of so many sets out from the start.
const FRESH: u32 = 20;

/// How a walker behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Habits {
    /// Iterations for which a position is tabu, at least; up to twice as many by dice.
    pub(super) tenure: u32,
    /// A walk ends after so many iterations without a better position.
    pub(super) stall: u32,
    /// The seed of all dice.
    pub(super) seed: u64,
    /// Positions that are remembered at most, when a walk sets out.
    pub(super) remembered: u32,
}

/// A walker with its memory.
pub(super) struct Walker<'a, S> {
    space: S,
    habits: Habits,
    shared: &'a Shared,
    limits: &'a Limits,
    memory: Memory,
    rng: ChaCha8Rng,
    /// Iterations of this walker.
    now: u64,
    /// The best score that it has stood on.
    best: Option<i64>,
    /// How much the walk at hand is stirred.
    stir: i64,
    walks: u64,
    /// A successor, and the best of those looked at.
    child: Vec<u64>,
    chosen: Vec<u64>,
}

/// What was seen from a position.
#[derive(Debug, Default)]
struct View {
    /// Whether there is a successor that is not known to be dead.
    open: bool,
    /// The rating and the value of the best successor allowed; dice decide between equals.
    best: Option<(Rating, (i64, u32))>,
}

impl<'a, S: Layers> Walker<'a, S> {
    /// A walker that has not set out.
    pub(super) fn new(space: S, habits: Habits, shared: &'a Shared, limits: &'a Limits) -> Self {
        let words = space.words();
        Self {
            memory: Memory::new(words),
            rng: ChaCha8Rng::seed_from_u64(habits.seed),
            space,
            habits,
            shared,
            limits,
            now: 0,
            best: None,
            stir: 0,
            walks: 0,
            child: vec![0; words],
            chosen: vec![0; words],
        }
    }

    /// Walks until something ends the search; `report` is told of the positions remembered.
    pub(super) fn run(&mut self, report: &mut impl FnMut(u32)) -> Stop {
        loop {
            if let Err(stop) = self.walk(report) {
                return stop;
            }
        }
    }

    /// Walks that have set out.
    pub(super) fn walks(&self) -> u64 {
        self.walks
    }

    /// Positions remembered.
    pub(super) fn remembered(&self) -> u32 {
        self.memory.len()
    }

    /// One walk.
    fn walk(&mut self, report: &mut impl FnMut(u32)) -> Result<(), Stop> {
        let origin = self.origin()?;
        self.walks += 1;
        self.stir = self.rng.random_range(0..=STIR);
        self.stand(origin);
        let (mut at, mut lead, mut idle) = (origin, origin, 0);
        while idle < self.habits.stall.max(1) {
            self.limits.check()?;
            self.shared.begin()?;
            self.now += 1;
            let Some(next) = self.step(at)? else { break };
            at = next;
            idle += 1;
            let score = self.memory.visit(at).score();
            self.best = self.best.max(score);
            if score > self.memory.visit(lead).score() {
                (lead, idle) = (at, 0);
            }
            report(self.memory.len());
        }
        if let Some(score) = self.memory.visit(lead).score() {
            let way = self.way(lead);
            self.shared.elites().offer(score, way);
        }
        Ok(())
    }

    /// Where the next walk sets out.
    ///
    /// # Errors
    /// [`Stop::Narrow`] if no plan goes through the start.
    fn origin(&mut self) -> Result<Id, Stop> {
        if self.memory.len() >= self.habits.remembered {
            self.memory = Memory::new(self.space.words());
        }
        if !self.space.start(&mut self.child) {
            return Err(Stop::Narrow);
        }
        let mut at = self.memory.add(&self.child, None, self.limits)?;
        if !self.rng.random_ratio(1, FRESH) {
            let picked = self.shared.elites().pick(&mut self.rng);
            if let Some(way) = picked {
                let back = low(way.len(), &mut self.rng);
                for key in &way[1..way.len() - back] {
                    at = self.memory.add(key, Some(at), self.limits)?;
                }
            }
        }
        while self.memory.is_closed(at) {
            at = self.memory.before(at).ok_or(Stop::Narrow)?;
        }
        Ok(at)
    }

    /// Goes to the best successor that is allowed; none if there is none, or if it is an end.
    fn step(&mut self, at: Id) -> Result<Option<Id>, Stop> {
        let view = self.look_around(at);
        if !view.open {
            self.memory.close(at);
        }
        let Some((rating, _)) = view.best else {
            return Ok(None);
        };
        let next = self.memory.add(&self.chosen, Some(at), self.limits)?;
        self.memory.rate(next, rating);
        if self.space.is_end(&self.chosen) {
            self.straighten(next);
            self.shared.found(self.way(next));
            return Ok(None);
        }
        self.stand(next);
        Ok(Some(next))
    }

    /// Stands on a position, which becomes tabu.
    fn stand(&mut self, id: Id) {
        let tenure = u64::from(self.habits.tenure);
        let until = self.now + tenure + self.rng.random_range(0..=tenure);
        self.memory.stand(id, until);
    }

    /// Looks at all successors of a position; leaves the key of the best in `chosen`.
    fn look_around(&mut self, at: Id) -> View {
        let mut view = View::default();
        if self.space.open(self.memory.key(at)).is_none() {
            return view;
        }
        let steps = self.memory.visit(at).steps + 1;
        let ceiling = self.shared.ceiling();
        while self.space.step(&mut self.child) {
            let known = self.memory.find(&self.child);
            let Some((rating, times)) = self.rating(known, at) else {
                continue;
            };
            view.open = true;
            let end = self.space.is_end(&self.child);
            let too_long = steps.saturating_add(rating.bound) >= ceiling;
            if too_long || !end && !self.is_allowed(known, rating.score) {
                continue;
            }
            let value = if end {
                i64::MAX
            } else {
                rating.score - OFTEN * i64::from(times) + self.rng.random_range(0..=self.stir)
            };
            let value = (value, self.rng.random());
            if view.best.is_none_or(|(_, best)| best < value) {
                view.best = Some((rating, value));
                self.chosen.copy_from_slice(&self.child);
            }
        }
        view
    }

    /// The rating of the successor at hand and how often it was gone to; none if no plan goes through it.
    fn rating(&mut self, known: Option<Id>, at: Id) -> Option<(Rating, u32)> {
        let steps = self.memory.visit(at).steps + 1;
        let Some(id) = known else {
            return Some((self.space.rate(steps)?, 0));
        };
        self.memory.shorten(id, at);
        if self.memory.is_closed(id) {
            return None;
        }
        let visit = *self.memory.visit(id);
        let rating = visit.rating.or_else(|| self.space.rate(steps))?;
        Some((rating, visit.times))
    }

    /// Whether a walk may go to a position of this score: it is not tabu, or better than all before.
    fn is_allowed(&self, known: Option<Id>, score: i64) -> bool {
        let tabu = known.is_some_and(|id| self.memory.is_tabu(id, self.now));
        !tabu || Some(score) > self.best
    }

    /// Uses all crossings between the way to a position and what is remembered, until none makes it shorter.
    fn straighten(&mut self, id: Id) {
        loop {
            let path = self.memory.path(id);
            for &at in &path {
                if self.limits.check().is_err() {
                    return;
                }
                if self.space.open(self.memory.key(at)).is_none() {
                    continue;
                }
                while self.space.step(&mut self.child) {
                    if let Some(next) = self.memory.find(&self.child) {
                        self.memory.shorten(next, at);
                    }
                }
            }
            if self.memory.path(id).len() == path.len() {
                return;
            }
        }
    }

    /// The keys of the way to a position.
    fn way(&self, id: Id) -> Way {
        let path = self.memory.path(id);
        path.iter().map(|&id| self.memory.key(id).into()).collect()
    }
}

#[cfg(test)]
mod tests;
