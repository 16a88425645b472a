//! The best split of the start boxes into disjoint sets of known penalty.
//!
//! Penalties of disjoint sets add up, so the sum over any packing bounds the waste from below. Up
//! to [`EXACT`] boxes the best packing comes from dynamic programming over subsets, beyond that a
//! greedy one, largest penalty first.

use itertools::Itertools;

/// The most boxes for which packings are exact.
pub(crate) const EXACT: usize = 14;

/// Sets of start boxes, as bit masks, with their penalties.
#[derive(Debug, Clone, Default)]
pub(crate) struct Packing {
    boxes: usize,
    /// Greedy order: penalty, then mask, largest first.
    sets: Vec<(u16, u128)>,
    /// Best sum inside each subset of the boxes; empty beyond [`EXACT`].
    best: Vec<u32>,
}

/// The most start boxes that masks can name; a level with more gets no packing.
pub(crate) const MOST_START_BOXES: usize = 128;

impl Packing {
    pub(crate) fn new(boxes: usize, sets: impl IntoIterator<Item = (u16, u128)>) -> Self {
        let mut sets: Vec<_> = sets
            .into_iter()
            .filter(|&(penalty, _)| penalty > 0)
            .collect();
        sets.sort_unstable_by(|a, b| b.cmp(a));
        let best = if boxes <= EXACT {
            best_sums(boxes, &sets)
        } else {
            Vec::new()
        };
        Self { boxes, sets, best }
    }

    /// All sets of two and up to `most` boxes out of so many, as masks; none of more boxes than masks
    /// can name.
    pub(crate) fn masks(boxes: usize, most: usize) -> Vec<u128> {
        if boxes > MOST_START_BOXES {
            return Vec::new();
        }
        let sets = (2..=most).flat_map(|size| (0..boxes).combinations(size));
        sets.map(|set| set.into_iter().fold(0, |mask, slot| mask | 1 << slot))
            .collect()
    }

    /// The sum of a packing of the boxes outside `mask`.
    pub(crate) fn outside(&self, mask: u128) -> u32 {
        if self.boxes <= EXACT {
            let all = (1 << self.boxes) - 1;
            return self.best[all & !mask as usize];
        }
        let mut used = mask;
        let mut sum = 0;
        for &(penalty, set) in &self.sets {
            if used & set == 0 {
                used |= set;
                sum += u32::from(penalty);
            }
        }
        sum
    }

    /// The sum of a packing of all boxes.
    pub(crate) fn total(&self) -> u32 {
        self.outside(0)
    }

    /// The sets of a packing of all boxes and their penalties, in rising order of their first box.
    pub(crate) fn sets(&self) -> Vec<(u128, u16)> {
        let mut left = (1u128 << self.boxes.min(127)) - 1;
        if self.boxes == MOST_START_BOXES {
            left = u128::MAX;
        }
        let mut chosen = Vec::new();
        for &(penalty, set) in &self.sets {
            let fits = set & !left == 0;
            let best = self.boxes > EXACT
                || self.best[left as usize]
                    == u32::from(penalty) + self.best[(left & !set) as usize];
            if fits && best {
                left &= !set;
                chosen.push((set, penalty));
            }
        }
        chosen.sort_unstable_by_key(|(set, _)| set.trailing_zeros());
        chosen
    }
}

fn best_sums(boxes: usize, sets: &[(u16, u128)]) -> Vec<u32> {
    let mut by_lowest = vec![Vec::new(); boxes];
    for &(penalty, set) in sets {
        by_lowest[set.trailing_zeros() as usize].push((u32::from(penalty), set as usize));
    }
    let mut best = vec![0; 1 << boxes];
    for mask in 1..best.len() {
        let low = mask.trailing_zeros() as usize;
        let mut sum = best[mask & (mask - 1)];
        for &(penalty, set) in &by_lowest[low] {
            if set & !mask == 0 {
                sum = sum.max(penalty + best[mask & !set]);
            }
        }
        best[mask] = sum;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_packing_beats_the_greedy_one() {
        let sets = [(3, 0b0110), (2, 0b0011), (2, 0b1100)];
        let packing = Packing::new(4, sets);
        assert_eq!((packing.total(), packing.outside(0b0011)), (4, 2));
        assert_eq!(packing.sets(), [(0b0011, 2), (0b1100, 2)]);
    }

    #[test]
    fn many_boxes_are_packed_greedily() {
        let sets = [(3, 0b0110), (2, 0b0011), (2, 1 << 127)];
        let packing = Packing::new(128, sets);
        assert_eq!((packing.total(), packing.outside(0b0100)), (5, 4));
        assert_eq!(packing.sets().len(), 2);
    }
}
