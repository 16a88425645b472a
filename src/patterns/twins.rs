//! Deadlocks around a moved box: by push, the cells that must not hold a box after it.
//!
//! Taken from the pattern list. For each push into cell t these are the other cells of every
//! deadlock of two or three boxes that contains t, plain or after this very push. The lists are
//! short (a few cells a push), so that a search that keeps boxes as a bit set reads a few bits.

use super::lemma::{PatternList, Penalty};
use crate::board::{Board, Cell};
use crate::distance::Distances;

/// Other cells of deadlocks, by push.
#[derive(Debug, Clone, Default)]
pub(crate) struct DeadTwins {
    first_single: Vec<u32>,
    singles: Vec<Cell>,
    first_double: Vec<u32>,
    doubles: Vec<[Cell; 2]>,
}

impl DeadTwins {
    pub(crate) fn new(board: &Board, distances: &Distances, list: &PatternList) -> Self {
        let mut into = vec![Vec::new(); board.len()];
        for (i, push) in board.pushes().iter().enumerate() {
            if distances.survives(i) {
                into[push.to.index()].push(i);
            }
        }
        let (mut singles, mut doubles) = (Vec::new(), Vec::new());
        for pattern in list
            .iter()
            .filter(|pattern| pattern.penalty == Penalty::Deadlock)
        {
            for &cell in pattern.cells {
                for &push in &into[cell.index()] {
                    let from = board.pushes()[push].from;
                    if pattern.after.is_some_and(|after| after != push)
                        || pattern.cells.contains(&from)
                    {
                        continue;
                    }
                    let mut rest = pattern.cells.iter().copied().filter(|&other| other != cell);
                    match (rest.next(), rest.next(), rest.next()) {
                        (Some(one), None, _) => singles.push((push, one)),
                        (Some(one), Some(two), None) => doubles.push((push, [one, two])),
                        _ => {}
                    }
                }
            }
        }
        let (first_single, singles) = by_push(board.pushes().len(), singles);
        let (first_double, doubles) = by_push(board.pushes().len(), doubles);
        Self {
            first_single,
            singles,
            first_double,
            doubles,
        }
    }

    /// Whether one of the deadlocks after a push is complete.
    pub(crate) fn strike(&self, push: usize, occupied: impl Fn(Cell) -> bool) -> bool {
        let singles = self.first_single[push] as usize..self.first_single[push + 1] as usize;
        let doubles = self.first_double[push] as usize..self.first_double[push + 1] as usize;
        self.singles[singles].iter().any(|&cell| occupied(cell))
            || self.doubles[doubles]
                .iter()
                .any(|cells| cells.iter().all(|&cell| occupied(cell)))
    }

    pub(crate) fn bytes(&self) -> u64 {
        let lists = 2 * self.singles.capacity() + 4 * self.doubles.capacity();
        (lists + 4 * (self.first_single.capacity() + self.first_double.capacity())) as u64
    }
}

/// Sorts items by push; also gives where each push begins.
fn by_push<T: Ord + Copy>(pushes: usize, mut items: Vec<(usize, T)>) -> (Vec<u32>, Vec<T>) {
    items.sort_unstable();
    let mut first = vec![0u32; pushes + 1];
    for &(push, _) in &items {
        first[push + 1] += 1;
    }
    for push in 0..pushes {
        first[push + 1] += first[push];
    }
    (first, items.into_iter().map(|(_, item)| item).collect())
}
