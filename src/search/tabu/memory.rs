//! What a walker remembers of the positions that it stood on.
//!
//! Each has its rating, the iteration up to which it is tabu, how often it was stood on, and a parent: the
//! position before it on the shortest way known. [`Memory::shorten`] makes ways shorter as crossings are
//! found. The steps noted for a position are always more than those of its parent, so the way back along
//! parents has no loop and no position twice, however the walks ran.
//!
//! A *closed* position has no successor that is not dead or closed itself: no plan goes through it.

use crate::limits::{Limits, Stop};
use crate::search::beam::Rating;
use crate::search::table::{Arena, Id, NONE, Table};

/// What is known of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Visit {
    /// Its rating, none if it was only taken over from the way to an elite.
    pub(super) rating: Option<Rating>,
    /// Steps from the start, at most: the way along parents may be shorter.
    pub(super) steps: u32,
    /// How often a walk went there.
    pub(super) times: u32,
    /// The first iteration at which it is not tabu.
    until: u64,
}

impl Visit {
    /// What it is worth; unknown is worst.
    pub(super) fn score(&self) -> Option<i64> {
        self.rating.map(|rating| rating.score)
    }
}

/// Stands for ever: the position is closed.
const EVER: u64 = u64::MAX;

/// The positions that a walker stood on.
#[derive(Debug)]
pub(super) struct Memory {
    table: Table,
    visits: Arena<Visit>,
}

impl Memory {
    /// Remembers nothing yet; keys have `words` words.
    pub(super) fn new(words: usize) -> Self {
        Self {
            table: Table::new(words),
            visits: Arena::new(1),
        }
    }

    /// Number of positions.
    pub(super) fn len(&self) -> u32 {
        self.table.len()
    }

    /// The number of a position, if it is known.
    pub(super) fn find(&self, key: &[u64]) -> Option<Id> {
        self.table.find(key).ok()
    }

    /// The key of a position.
    pub(super) fn key(&self, id: Id) -> &[u64] {
        self.table.key(id)
    }

    /// What is known of a position.
    pub(super) fn visit(&self, id: Id) -> &Visit {
        &self.visits.get(id)[0]
    }

    fn visit_mut(&mut self, id: Id) -> &mut Visit {
        &mut self.visits.get_mut(id)[0]
    }

    /// Remembers a position, one step after `parent`, or the start; one that is known gets the shorter way.
    ///
    /// # Errors
    /// [`Stop::Memory`] at the memory limit.
    pub(super) fn add(
        &mut self,
        key: &[u64],
        parent: Option<Id>,
        limits: &Limits,
    ) -> Result<Id, Stop> {
        if let Some(id) = self.find(key) {
            if let Some(parent) = parent {
                self.shorten(id, parent);
            }
            return Ok(id);
        }
        self.visits.reserve(limits)?;
        let added = self.table.add(key, parent.unwrap_or(NONE), limits)?;
        self.visits.push(&[Visit {
            rating: None,
            steps: parent.map_or(0, |parent| self.visit(parent).steps + 1),
            times: 0,
            until: 0,
        }]);
        Ok(added.expect("the key is new"))
    }

    /// Says that a position is one step after `parent`.
    pub(super) fn shorten(&mut self, id: Id, parent: Id) {
        let steps = self.visit(parent).steps + 1;
        if steps < self.visit(id).steps {
            self.visit_mut(id).steps = steps;
            self.table.set_parent(id, parent);
        }
    }

    /// Notes the rating of a position.
    pub(super) fn rate(&mut self, id: Id, rating: Rating) {
        self.visit_mut(id).rating = Some(rating);
    }

    /// Goes to a position, which is tabu before iteration `until`.
    pub(super) fn stand(&mut self, id: Id, until: u64) {
        let visit = self.visit_mut(id);
        visit.times = visit.times.saturating_add(1);
        visit.until = visit.until.max(until);
    }

    /// Whether a position is tabu at an iteration.
    pub(super) fn is_tabu(&self, id: Id, now: u64) -> bool {
        self.visit(id).until > now
    }

    /// Says that no plan goes through a position.
    pub(super) fn close(&mut self, id: Id) {
        self.visit_mut(id).until = EVER;
    }

    /// Whether no plan goes through a position.
    pub(super) fn is_closed(&self, id: Id) -> bool {
        self.visit(id).until == EVER
    }

    /// The position before another, none before the start.
    pub(super) fn before(&self, id: Id) -> Option<Id> {
        Some(self.table.parent(id)).filter(|&parent| parent != NONE)
    }

    /// The way from the start to a position, both included.
    pub(super) fn path(&self, id: Id) -> Vec<Id> {
        self.table.path(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(keys: &[u64]) -> (Memory, Vec<Id>) {
        let mut memory = Memory::new(1);
        let mut parent = None;
        let mut ids = Vec::new();
        for &key in keys {
            let id = memory.add(&[key], parent, &Limits::none()).unwrap();
            parent = Some(id);
            ids.push(id);
        }
        (memory, ids)
    }

    fn keys(memory: &Memory, id: Id) -> Vec<u64> {
        let path = memory.path(id);
        path.iter().map(|&id| memory.key(id)[0]).collect()
    }

    #[test]
    fn a_walk_that_comes_back_leaves_no_loop_on_the_way() {
        let (memory, ids) = chain(&[1, 2, 3, 4, 2, 5, 1, 2, 6]);
        assert_eq!(keys(&memory, ids[8]), [1, 2, 6]);
        assert_eq!(keys(&memory, ids[3]), [1, 2, 3, 4]);
        assert_eq!((memory.len(), memory.visit(ids[8]).steps), (6, 2));
    }

    #[test]
    fn a_crossing_shortens_the_way_of_all_that_comes_after_it() {
        let (mut memory, ids) = chain(&[1, 2, 3, 4, 5, 6]);
        memory.shorten(ids[4], ids[1]);
        assert_eq!(keys(&memory, ids[5]), [1, 2, 5, 6]);
        memory.shorten(ids[1], ids[5]);
        memory.shorten(ids[4], ids[3]);
        assert_eq!(
            keys(&memory, ids[5]),
            [1, 2, 5, 6],
            "longer ways are refused"
        );
    }

    #[test]
    fn a_position_is_tabu_until_its_tenure_is_over_and_closed_for_ever() {
        let (mut memory, ids) = chain(&[1, 2]);
        assert!(!memory.is_tabu(ids[1], 0));
        memory.stand(ids[1], 7);
        memory.stand(ids[1], 5);
        assert!(memory.is_tabu(ids[1], 6) && !memory.is_tabu(ids[1], 7));
        assert_eq!(memory.visit(ids[1]).times, 2);
        memory.close(ids[1]);
        memory.stand(ids[1], 9);
        assert!(memory.is_closed(ids[1]) && memory.is_tabu(ids[1], 1 << 60));
    }

    #[test]
    fn the_memory_limit_is_kept() {
        let limits = Limits::none().with_memory(1);
        assert_eq!(Memory::new(1).add(&[1], None, &limits), Err(Stop::Memory));
    }
}
