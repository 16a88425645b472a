//! The elites: the best positions that walks came to, with the ways to them, from which others set out again.
//!
//! The pool is small and should hold unlike positions: one whose key differs from a better one's in very few
//! bits is not taken, and takes the place of worse ones that it is like. (Two bits are one box one
//! push further. A wider measure solves fewer levels, and so does none.) An elite that many walks set out from
//! makes room.

use std::sync::Arc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// The keys of a way from the start to a position, both included.
pub(super) type Way = Arc<[Box<[u64]>]>;

/// A good position.
#[derive(Debug, Clone)]
struct Elite {
    /// Greater is better.
    score: i64,
    way: Way,
    /// Walks that set out from it.
    tries: u32,
}

/// The pool, best first, newer first among equals.
#[derive(Debug)]
pub(super) struct Elites {
    list: Vec<Elite>,
    most: usize,
}

/// Walks that set out from an elite at most.
const TRIES: u32 = 8;

/// Keys that differ in so many bits are alike.
const ALIKE: u32 = 2;

impl Elites {
    /// A pool of at most so many.
    pub(super) fn new(most: usize) -> Self {
        Self {
            list: Vec::new(),
            most,
        }
    }

    /// Offers a position, which is taken if it is good and unlike the better ones.
    pub(super) fn offer(&mut self, score: i64, way: Way) {
        let alike = |elite: &Elite| differing(&elite.way, &way) <= ALIKE;
        let mut better = self.list.iter().filter(|elite| elite.score >= score);
        if better.any(alike) {
            return;
        }
        self.list.retain(|elite| !alike(elite));
        let place = self.list.partition_point(|elite| elite.score > score);
        let elite = Elite {
            score,
            way,
            tries: 0,
        };
        self.list.insert(place, elite);
        self.list.truncate(self.most);
    }

    /// The way to an elite, to good ones more often; none if there are no elites.
    pub(super) fn pick(&mut self, rng: &mut ChaCha8Rng) -> Option<Way> {
        if self.list.is_empty() {
            return None;
        }
        let place = low(self.list.len(), rng);
        let elite = &mut self.list[place];
        elite.tries += 1;
        let (way, tries) = (elite.way.clone(), elite.tries);
        if tries >= TRIES {
            self.list.remove(place);
        }
        Some(way)
    }
}

/// A number below `count`, small ones more often: a quarter of it on average.
pub(super) fn low(count: usize, rng: &mut ChaCha8Rng) -> usize {
    let most = rng.random_range(0..count);
    rng.random_range(0..=most)
}

/// Bits in which the ends of two ways differ.
fn differing(a: &Way, b: &Way) -> u32 {
    let (a, b) = (a.last(), b.last());
    let words = a.into_iter().flatten().zip(b.into_iter().flatten());
    words.map(|(a, b)| (a ^ b).count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    fn way(end: u64) -> Way {
        [Box::from([0]), Box::from([end])].into()
    }

    fn pool(most: usize, offers: &[(i64, u64)]) -> Elites {
        let mut elites = Elites::new(most);
        for &(score, end) in offers {
            elites.offer(score, way(end));
        }
        elites
    }

    fn ends(elites: &Elites) -> Vec<u64> {
        let ends = elites.list.iter().map(|elite| elite.way[1][0]);
        ends.collect()
    }

    #[test]
    fn the_best_stay_and_newer_ones_come_first_among_equals() {
        let offers = [
            (-5, 0x1),
            (-3, 0xF0),
            (-4, 0xF00),
            (-3, 0xF000),
            (-9, 0xF_0000),
        ];
        assert_eq!(ends(&pool(3, &offers)), [0xF000, 0xF0, 0xF00]);
        assert_eq!(
            ends(&pool(9, &offers)),
            [0xF000, 0xF0, 0xF00, 0x1, 0xF_0000]
        );
        assert!(ends(&pool(0, &offers)).is_empty());
    }

    #[test]
    fn of_positions_that_are_alike_the_better_stays() {
        assert_eq!(ends(&pool(9, &[(-5, 0b1), (-6, 0b10)])), [0b1]);
        assert_eq!(ends(&pool(9, &[(-5, 0b1), (-4, 0b10)])), [0b10]);
        assert_eq!(ends(&pool(9, &[(-5, 0b1), (-5, 0b1110)])), [0b1110, 0b1]);
    }

    #[test]
    fn an_elite_is_spent_after_some_walks_and_good_ones_are_picked_more_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut elites = pool(9, &[(-1, 0xF), (-2, 0xF0)]);
        let picked: Vec<u64> = (0..2 * TRIES)
            .map(|_| elites.pick(&mut rng).unwrap()[1][0])
            .collect();
        assert!(elites.pick(&mut rng).is_none());
        let first = picked.iter().take(8).filter(|&&end| end == 0xF).count();
        assert!(first > 4, "{picked:x?}");
        assert_eq!(picked.iter().filter(|&&end| end == 0xF).count(), 8);
    }
}
