//! A set of keys with numbers and parents, in little memory.
//!
//! Keys get the numbers 0, 1, 2, ... in the order in which they are added, so the table is also
//! the queue of a breadth-first search. A key is `words` words of 64 bits ([`crate::state`]); it is
//! found through an open-addressed index of numbers, and *whole keys* are compared: a hash only says
//! where to look. Keys and parents lie in chunks that never move.
//!
//! Memory: 8 bytes a word, 4 for the parent, and the index: 4 bytes a place at a load of at most 3/4. The
//! index is dropped before it is made anew at twice the size, so growing has no peak: one-word keys
//! take 17 to 23 bytes each, all in.

use crate::limits::{Limits, Stop};

/// The number of a key.
pub type Id = u32;

/// An empty place of the index, and the parent of what has none.
pub const NONE: Id = Id::MAX;

/// Places in the index at first.
const FIRST_PLACES: usize = 1 << 10;

/// Most words in a chunk, unless one item is longer.
const CHUNK_WORDS: usize = 1 << 16;

/// An empty place of the index, where a key that is not in the table belongs.
#[derive(Debug, Clone, Copy)]
pub struct Gap(usize);

/// Fixed-width items in chunks that never move.
#[derive(Debug)]
pub(super) struct Arena<T> {
    chunks: Vec<Vec<T>>,
    width: usize,
    /// Logarithm of the items in a chunk.
    shift: u32,
}

impl<T: Copy> Arena<T> {
    /// An empty arena of items of `width` parts.
    pub(super) fn new(width: usize) -> Self {
        Self {
            chunks: Vec::new(),
            width,
            shift: (CHUNK_WORDS / width).max(1).ilog2(),
        }
    }

    /// The item of a number.
    pub(super) fn get(&self, id: Id) -> &[T] {
        let inside = id as usize & ((1 << self.shift) - 1);
        &self.chunks[id as usize >> self.shift][inside * self.width..][..self.width]
    }

    /// The item of a number, to be changed.
    pub(super) fn get_mut(&mut self, id: Id) -> &mut [T] {
        let inside = id as usize & ((1 << self.shift) - 1);
        &mut self.chunks[id as usize >> self.shift][inside * self.width..][..self.width]
    }

    /// Makes room for one more item.
    pub(super) fn reserve(&mut self, limits: &Limits) -> Result<(), Stop> {
        let size = self.width << self.shift;
        if self.chunks.last().is_none_or(|chunk| chunk.len() == size) {
            limits.may_grow((size * size_of::<T>()) as u64)?;
            self.chunks.push(Vec::with_capacity(size));
        }
        Ok(())
    }

    /// Adds an item for which room was reserved.
    pub(super) fn push(&mut self, item: &[T]) {
        let last = self.chunks.last_mut().expect("room was reserved");
        last.extend_from_slice(item);
    }
}

/// The set of keys.
#[derive(Debug)]
pub struct Table {
    keys: Arena<u64>,
    parents: Arena<Id>,
    /// Numbers by hash; a power of two of places.
    index: Vec<Id>,
    len: Id,
}

impl Table {
    /// An empty set of keys of `words` words.
    ///
    /// # Panics
    /// If `words` is zero.
    #[must_use]
    pub fn new(words: usize) -> Self {
        assert!(words > 0, "a key has at least one word");
        Self {
            keys: Arena::new(words),
            parents: Arena::new(1),
            index: vec![NONE; FIRST_PLACES],
            len: 0,
        }
    }

    /// Number of keys.
    #[must_use]
    pub fn len(&self) -> Id {
        self.len
    }

    /// Whether there are no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Words of a key.
    #[must_use]
    pub fn words(&self) -> usize {
        self.keys.width
    }

    /// The keys from one without a parent to this one, both included.
    #[must_use]
    pub fn path(&self, end: Id) -> Vec<Id> {
        let parent = |&id: &Id| Some(self.parent(id)).filter(|&parent| parent != NONE);
        let mut path: Vec<Id> = std::iter::successors(Some(end), parent).collect();
        path.reverse();
        path
    }

    /// The key of a number.
    #[must_use]
    pub fn key(&self, id: Id) -> &[u64] {
        self.keys.get(id)
    }

    /// The number of the key from which a key was first found; [`NONE`] for the start.
    #[must_use]
    pub fn parent(&self, id: Id) -> Id {
        self.parents.get(id)[0]
    }

    /// Makes `parent` the parent of a key that is there.
    pub fn set_parent(&mut self, id: Id, parent: Id) {
        self.parents.get_mut(id)[0] = parent;
    }

    /// Adds a key unless it is there; gives its number if it is new.
    ///
    /// # Errors
    /// [`Stop::Memory`] at the memory limit, before the table grows, or when all numbers are used.
    pub fn add(&mut self, key: &[u64], parent: Id, limits: &Limits) -> Result<Option<Id>, Stop> {
        match self.find(key) {
            Ok(_) => Ok(None),
            Err(gap) => self.add_at(gap, key, parent, limits).map(Some),
        }
    }

    /// Adds a key at the gap that a look-up of this key has just given; gives its number.
    ///
    /// # Errors
    /// As for [`Table::add`].
    pub fn add_at(
        &mut self,
        gap: Gap,
        key: &[u64],
        parent: Id,
        limits: &Limits,
    ) -> Result<Id, Stop> {
        let id = self.len;
        if id == NONE {
            return Err(Stop::Memory);
        }
        self.keys.reserve(limits)?;
        self.parents.reserve(limits)?;
        self.keys.push(key);
        self.parents.push(&[parent]);
        self.len += 1;
        self.index[gap.0] = id;
        if self.len as usize * 4 > self.index.len() * 3 {
            self.grow(limits)?;
        }
        Ok(id)
    }

    /// The number of a key, or the gap in the index where it belongs.
    ///
    /// # Errors
    /// The gap, if the key is not there; good for [`Table::add_at`] until anything is added.
    pub fn find(&self, key: &[u64]) -> Result<Id, Gap> {
        let mask = self.index.len() - 1;
        let mut place = hash(key) & mask;
        loop {
            let id = self.index[place];
            if id == NONE {
                return Err(Gap(place));
            }
            if self.keys.get(id).iter().eq(key) {
                return Ok(id);
            }
            place = (place + 1) & mask;
        }
    }

    /// Makes the index anew at twice the size.
    fn grow(&mut self, limits: &Limits) -> Result<(), Stop> {
        let places = 2 * self.index.len();
        limits.may_grow((places - self.index.len()) as u64 * size_of::<Id>() as u64)?;
        self.index = Vec::new();
        self.index = vec![NONE; places];
        for id in 0..self.len {
            let mut place = hash(self.keys.get(id)) & (places - 1);
            while self.index[place] != NONE {
                place = (place + 1) & (places - 1);
            }
            self.index[place] = id;
        }
        Ok(())
    }
}

/// Mixes a key by multiplying and folding the product; the same at every run.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a hash keeps whatever bits fit"
)]
pub(super) fn hash(key: &[u64]) -> usize {
    let mut hash = 0x243F_6A88_85A3_08D3;
    for &word in key {
        let product = u128::from(hash ^ word) * 0x9E37_79B9_7F4A_7C15;
        hash = (product >> 64) as u64 ^ product as u64;
    }
    hash as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn the_table_agrees_with_a_hash_map() {
        for words in [1, 2, 70_000] {
            let mut table = Table::new(words);
            let mut map = HashMap::new();
            let count: Id = if words > 2 { 20 } else { 100_000 };
            for i in 0..count {
                let mut key = vec![u64::from(i) * u64::from(i) % 60_013; words];
                key[0] = u64::from(i % 3);
                let new = table.add(&key, i, &Limits::none()).unwrap();
                let next = Id::try_from(map.len()).unwrap();
                let id = *map.entry(key.clone()).or_insert(next);
                assert_eq!(
                    new,
                    (id == next && map.len() as u64 > u64::from(next)).then_some(id)
                );
                assert_eq!(table.key(id), &key[..]);
            }
            assert_eq!(table.len() as usize, map.len());
        }
    }

    #[test]
    fn parents_are_those_of_the_first_addition() {
        let mut table = Table::new(1);
        table.add(&[5], NONE, &Limits::none()).unwrap();
        table.add(&[6], 0, &Limits::none()).unwrap();
        table.add(&[6], 1, &Limits::none()).unwrap();
        assert_eq!(
            (table.parent(0), table.parent(1), table.len()),
            (NONE, 0, 2)
        );
    }

    #[test]
    fn a_memory_limit_stops_the_table_before_it_grows() {
        let limits = Limits::none().with_memory(1);
        assert_eq!(Table::new(1).add(&[1], NONE, &limits), Err(Stop::Memory));
    }
}
