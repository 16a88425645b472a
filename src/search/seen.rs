//! A table of fixed size that remembers which states a depth-first search has visited, and how deep.
//!
//! It holds whole keys, two places to a hash. When both are taken by other states, one of an older round goes
//! first, then the deeper one, whose subtree is smaller. So the table may forget, but what it says is true.
//!
//! Memory: 8 bytes a word of the key and 8 more a state, all of it taken at the start.

use crate::limits::{Limits, Stop};
use crate::search::table::hash;

/// States and their depths, by round.
#[derive(Debug)]
pub struct Seen {
    words: usize,
    keys: Vec<u64>,
    /// Round and depth of the visit; round 0 stands for an empty place.
    visits: Vec<(u32, u32)>,
}

impl Seen {
    /// An empty table for keys of `words` words in at most `bytes` bytes; none if not even two states fit.
    ///
    /// # Errors
    /// [`Stop::Memory`] when it does not fit under the memory limit.
    pub fn new(words: usize, bytes: u64, limits: &Limits) -> Result<Option<Self>, Stop> {
        let size = 8 * words as u64 + 8;
        let fitting = usize::try_from(bytes / size).unwrap_or(usize::MAX / 2);
        if fitting < 2 {
            return Ok(None);
        }
        let places = 1 << fitting.ilog2();
        limits.may_grow(places as u64 * size)?;
        Ok(Some(Self {
            words,
            keys: vec![0; places * words],
            visits: vec![(0, 0); places],
        }))
    }

    /// States that fit.
    #[must_use]
    pub fn places(&self) -> usize {
        self.visits.len()
    }

    /// Notes a visit; says whether the state was visited before in this round at this depth or a lesser one.
    pub fn visit(&mut self, key: &[u64], round: u32, depth: u32) -> bool {
        let first = hash(key) & (self.visits.len() - 2);
        let held = [first, first + 1].map(|place| self.holds(place, key));
        let place = match held {
            [true, _] => first,
            [_, true] => first + 1,
            _ => first + usize::from(self.goes_before(first + 1, first)),
        };
        let (old_round, old_depth) = self.visits[place];
        if held != [false, false] && old_round == round && old_depth <= depth {
            return true;
        }
        self.keys[place * self.words..][..self.words].copy_from_slice(key);
        self.visits[place] = (round, depth);
        false
    }

    fn holds(&self, place: usize, key: &[u64]) -> bool {
        self.visits[place].0 > 0 && &self.keys[place * self.words..][..self.words] == key
    }

    /// Whether what stands at one place is given up before what stands at another.
    fn goes_before(&self, one: usize, other: usize) -> bool {
        let ((round, depth), (other_round, other_depth)) = (self.visits[one], self.visits[other]);
        (round, other_depth) < (other_round, depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn table(words: usize, bytes: u64) -> Seen {
        let table = Seen::new(words, bytes, &Limits::none()).unwrap();
        table.expect("two states fit")
    }

    #[test]
    fn what_the_table_says_is_true_however_small_it_is() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for words in [1, 3] {
            let mut seen = table(words, 1 << 10);
            let mut least: HashMap<(u64, u32), u32> = HashMap::new();
            let mut hits = 0;
            for step in 0..50_000 {
                let round = 1 + step / 10_000;
                let (name, depth) = (rng.random_range(0..200), rng.random_range(0..30));
                let known = least
                    .get(&(name, round))
                    .is_some_and(|&least| least <= depth);
                if seen.visit(&vec![name; words], round, depth) {
                    assert!(known, "state {name} at {depth}");
                    hits += 1;
                }
                let entry = least.entry((name, round)).or_insert(depth);
                *entry = depth.min(*entry);
            }
            assert!(hits > 1000, "{hits}");
        }
    }

    #[test]
    fn a_large_table_forgets_nothing_of_a_few_states() {
        let mut seen = table(1, 1 << 20);
        for name in 0..40 {
            assert!(!seen.visit(&[name], 1, 7));
            assert!(!seen.visit(&[name], 1, 5), "less deep than before");
            assert!(seen.visit(&[name], 1, 5));
            assert!(!seen.visit(&[name], 2, 9), "another round");
        }
        assert!(seen.places() >= 1 << 15);
    }

    #[test]
    fn a_table_without_room_is_none_and_a_great_one_asks_first() {
        assert!(Seen::new(1, 31, &Limits::none()).unwrap().is_none());
        let limits = Limits::none().with_memory(1);
        assert_eq!(Seen::new(1, 1 << 20, &limits).err(), Some(Stop::Memory));
    }
}
