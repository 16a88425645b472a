//! Numbers in buckets by key and bound: the open list of a best-first search.
//!
//! The entry that comes out has the least key, among those the least bound, and among those it
//! went in last: the search dives into the newest of its most promising states. Keys and bounds are
//! small integers, so both are indices; for each key a cursor stands at or below its least bound.
//!
//! An entry is never taken out of the middle. A state that is found again by a shorter way goes in once
//! more; whoever takes out the old entry finds that the state is no longer open.
//! Cost: constant a step but for the cursors, which only move back when something smaller goes in;
//! four bytes an entry in stacks that double.

use crate::limits::{Limits, Stop};
use crate::search::table::Id;

/// The most a key or a bound may be.
pub const MOST: u32 = 1 << 18;

/// Entries of a stack beyond which the limits are asked before it doubles.
const SMALL: usize = 1 << 12;

/// One entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Smallest first.
    pub key: u32,
    /// Smallest first among equal keys.
    pub bound: u32,
    /// The number of a state.
    pub id: Id,
}

/// Entries by key, then bound, then last in first out.
#[derive(Debug, Default)]
pub struct Queue {
    rows: Vec<Row>,
    /// No row before this one has an entry.
    least: usize,
}

/// The entries of one key.
#[derive(Debug, Default)]
struct Row {
    stacks: Vec<Vec<Id>>,
    /// No stack before this one has an entry.
    least: usize,
    len: usize,
}

impl Queue {
    /// Puts an entry in.
    ///
    /// # Errors
    /// [`Stop::Memory`] at the memory limit, [`Stop::Horizon`] when a key or bound is above [`MOST`].
    pub fn push(&mut self, entry: Entry, limits: &Limits) -> Result<(), Stop> {
        if entry.key.max(entry.bound) > MOST {
            return Err(Stop::Horizon);
        }
        let (key, bound) = (entry.key as usize, entry.bound as usize);
        let row = reach(&mut self.rows, key);
        let stack = reach(&mut row.stacks, bound);
        if stack.len() == stack.capacity() && stack.len() >= SMALL {
            limits.may_grow(size_of_val(stack.as_slice()) as u64)?;
        }
        stack.push(entry.id);
        row.least = if row.len == 0 {
            bound
        } else {
            row.least.min(bound)
        };
        row.len += 1;
        self.least = self.least.min(key);
        Ok(())
    }

    /// Takes out the first entry.
    pub fn pop(&mut self) -> Option<Entry> {
        let key = self.least_key()?;
        let row = &mut self.rows[key as usize];
        while row.stacks[row.least].is_empty() {
            row.least += 1;
        }
        let (bound, stack) = (narrow(row.least), &mut row.stacks[row.least]);
        let id = stack.pop()?;
        row.len -= 1;
        if row.len == 0 {
            row.stacks = Vec::new();
        }
        Some(Entry { key, bound, id })
    }

    /// The key of the first entry.
    pub fn least_key(&mut self) -> Option<u32> {
        while self.rows.get(self.least)?.len == 0 {
            self.least += 1;
        }
        Some(narrow(self.least))
    }
}

/// The item at an index, after making the list long enough.
fn reach<T: Default>(list: &mut Vec<T>, index: usize) -> &mut T {
    if list.len() <= index {
        list.resize_with(index + 1, T::default);
    }
    &mut list[index]
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("keys and bounds are at most MOST")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn entries_come_out_by_key_then_bound_then_newest_first() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut queue = Queue::default();
        let mut plain: Vec<Entry> = Vec::new();
        for id in 0..20_000 {
            let (key, bound) = (rng.random_range(0..9), rng.random_range(0..5));
            let entry = Entry { key, bound, id };
            queue.push(entry, &Limits::none()).unwrap();
            plain.push(entry);
            while rng.random_bool(0.45) {
                let order = |entry: &&Entry| (entry.key, entry.bound, Id::MAX - entry.id);
                let first = plain.iter().min_by_key(order).copied();
                plain.retain(|entry| Some(*entry) != first);
                assert_eq!(queue.least_key(), first.map(|entry| entry.key));
                assert_eq!(queue.pop(), first);
            }
        }
    }

    #[test]
    fn keys_out_of_bounds_are_refused() {
        let entry = Entry {
            key: MOST + 1,
            bound: 0,
            id: 0,
        };
        assert_eq!(
            Queue::default().push(entry, &Limits::none()),
            Err(Stop::Horizon)
        );
    }
}
