//! The clauses that are live during a check, by their ids.
//!
//! The formula's clauses have the ids 1 to m and stay where they are; a bit says whether each is
//! live. Lemmas lie in one arena, each as two words for the id, one for the length, then its
//! literals; a deleted one has the length of its literals negated less one. When half of the
//! arena is dead it is closed up. Memory: the formula, and at most twice the live lemmas.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::super::dimacs::Cnf;
use crate::limits::{Limits, Stop};

/// Words before the literals of a lemma.
const HEAD: usize = 3;

/// The live clauses.
pub(super) struct Store<'c> {
    cnf: &'c Cnf,
    /// One bit a clause of the formula, set when it was deleted.
    deleted: Vec<u64>,
    arena: Vec<i32>,
    /// Words of the arena that belong to deleted lemmas.
    dead: usize,
    /// Where the live lemmas start. Only looked up, never walked over.
    places: HashMap<u64, usize, BuildHasherDefault<IdHasher>>,
}

impl<'c> Store<'c> {
    /// The clauses of a formula.
    pub(super) fn new(cnf: &'c Cnf) -> Self {
        Self {
            cnf,
            deleted: vec![0; cnf.len().div_ceil(64)],
            arena: Vec::new(),
            dead: 0,
            places: HashMap::default(),
        }
    }

    /// The literals of a live clause.
    #[inline]
    pub(super) fn get(&self, id: u64) -> Option<&[i32]> {
        if let Some(index) = self.input(id) {
            let dead = self.deleted[index / 64] >> (index % 64) & 1 == 1;
            return (!dead).then(|| self.cnf.clause(index));
        }
        let start = *self.places.get(&id)? + HEAD;
        let length = length(self.arena[start - 1]);
        Some(&self.arena[start..start + length])
    }

    /// Adds a lemma under an id that has not been used.
    pub(super) fn add(&mut self, id: u64, lits: &[i32], limits: &Limits) -> Result<(), Stop> {
        let needed = HEAD + lits.len();
        if self.arena.capacity() - self.arena.len() < needed {
            let words = needed.max(self.arena.capacity());
            limits.may_grow((words * size_of::<i32>()) as u64)?;
        }
        self.places.insert(id, self.arena.len());
        let length =
            i32::try_from(lits.len()).expect("literals of a lemma differ in their variables");
        let (high, low) = halves(id);
        self.arena.extend([high, low, length]);
        self.arena.extend(lits);
        Ok(())
    }

    /// Deletes a live clause; false when there is none.
    pub(super) fn delete(&mut self, id: u64) -> bool {
        if let Some(index) = self.input(id) {
            let live = self.get(id).is_some();
            self.deleted[index / 64] |= 1 << (index % 64);
            return live;
        }
        let Some(start) = self.places.remove(&id) else {
            return false;
        };
        let word = &mut self.arena[start + HEAD - 1];
        self.dead += HEAD + length(*word);
        *word = -*word - 1;
        if self.dead * 2 > self.arena.len() {
            self.close_up();
        }
        true
    }

    fn input(&self, id: u64) -> Option<usize> {
        let index = usize::try_from(id.checked_sub(1)?).ok()?;
        (index < self.cnf.len()).then_some(index)
    }

    /// Moves the live lemmas to the front of the arena, in their order, and frees the rest.
    fn close_up(&mut self) {
        let (mut from, mut to) = (0, 0);
        while from < self.arena.len() {
            let word = self.arena[from + HEAD - 1];
            let size = HEAD + length(word);
            if word >= 0 {
                let id = whole(self.arena[from], self.arena[from + 1]);
                self.places.insert(id, to);
                self.arena.copy_within(from..from + size, to);
                to += size;
            }
            from += size;
        }
        self.arena.truncate(to);
        self.arena.shrink_to(2 * to);
        self.places.shrink_to(2 * self.places.len());
        self.dead = 0;
    }
}

/// The number of literals, from the word of a live or a deleted lemma.
fn length(word: i32) -> usize {
    let live = if word < 0 { -(word + 1) } else { word };
    live.unsigned_abs() as usize
}

/// An id as two words.
fn halves(id: u64) -> (i32, i32) {
    let half = |word: u64| u32::try_from(word).expect("half of a word is left");
    let (high, low) = (half(id >> 32), half(id & 0xffff_ffff));
    (high.cast_signed(), low.cast_signed())
}

/// The id of two words.
fn whole(high: i32, low: i32) -> u64 {
    u64::from(high.cast_unsigned()) << 32 | u64::from(low.cast_unsigned())
}

/// Hashes ids by one multiplication: they are mostly consecutive, and a proof made to collide only
/// runs into the limits.
#[derive(Default)]
pub(super) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, id: u64) {
        let product = id.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = product ^ product >> 32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cnf() -> Cnf {
        Cnf::read(&b"p cnf 2 2\n1 2 0\n-1 0\n"[..], &Limits::none()).unwrap()
    }

    #[test]
    fn clauses_are_found_by_their_ids_until_they_are_deleted() {
        let cnf = cnf();
        let mut store = Store::new(&cnf);
        let far = u64::MAX - 1;
        for (id, lits) in [(3, &[2][..]), (1 << 40, &[1, -2]), (far, &[])] {
            store.add(id, lits, &Limits::none()).unwrap();
        }
        assert_eq!(store.get(1), Some(&[1, 2][..]));
        assert_eq!(store.get(1 << 40), Some(&[1, -2][..]));
        assert_eq!(store.get(0), None);
        assert!(store.delete(1) && store.delete(3));
        assert!(!store.delete(1) && !store.delete(3) && !store.delete(4));
        assert_eq!((store.get(1), store.get(3)), (None, None));
        assert_eq!(store.get(2), Some(&[-1][..]));
        assert_eq!(store.get(far), Some(&[][..]));
    }

    #[test]
    fn memory_follows_the_live_lemmas() {
        let cnf = cnf();
        let mut store = Store::new(&cnf);
        for id in 3..20_000 {
            let lit = i32::try_from(id).unwrap();
            store.add(id, &[lit, -lit - 1], &Limits::none()).unwrap();
            if id >= 13 {
                assert!(store.delete(id - 10));
            }
        }
        assert!(store.arena.capacity() < 1000 && store.places.capacity() < 1000);
        for id in 19_990..20_000 {
            let lit = i32::try_from(id).unwrap();
            assert_eq!(store.get(id), Some(&[lit, -lit - 1][..]));
        }
    }
}
