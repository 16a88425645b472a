//! Heights: how high the boxes stand says how much was wasted so far.
//!
//! Every push lowers the sum of the heights ([`Potential::height`]) by one but for its waste, so
//! after t pushes
//!
//! ```text
//! sum of heights = sum at the start - t + unit * units spent
//! ```
//!
//! whatever the boxes did. A solver sees this of single pushes only: in the middle of a plan it
//! would have to count back to the start to know that boxes cannot stand so high or so low by
//! then. Here the sum is a tree of adders over the cells in unary, joined to the waste counter at
//! every moment but the first and the last. A box's height depends on its cell and, in passages, on the player's side,
//! which the last push settles. After idle steps fewer pushes were made, and one half is left: the
//! sum is at least so high.
//!
//! Measured with varisat: Microban 69 is proved minimal in 0.7 CPU seconds with the sum, not in 10
//! without; so are 59 (1.2), 127 (3) and 135 (3). Cost: attainable sums squared in clauses a step,
//! 1,000 to 3,000 on Microban; where it would come to [`MOST_CLAUSES`] in all, it is left out.

use crate::board::{Board, Cell};
use crate::cnf::{ClauseSink, Counter, Lit};
use crate::distance::Distances;
use crate::potential::Potential;

use super::HEIGHT;
use super::vars::{Moment, Step};

/// Clauses of one formula beyond which the sum is left out.
pub const MOST_CLAUSES: u64 = 3_000_000;

/// The heights of lone boxes, and of the boxes of the start together.
#[derive(Debug, Clone)]
pub struct Heights {
    boxes: i64,
    unit: i64,
    start: i64,
    /// The least height of any live cell.
    floor: i64,
    by_cell: Vec<Option<Ladder>>,
}

/// How high a box on a cell stands.
#[derive(Debug, Clone)]
struct Ladder {
    least: i64,
    /// Greater heights, rising, and the cells from which a player sees the box so high or higher.
    steps: Vec<(i64, Vec<Cell>)>,
}

/// How far the sum has come by some moment.
#[derive(Debug, Clone, Copy)]
pub struct Elapsed {
    /// Pushes, or idle steps, before the moment.
    pub steps: usize,
    /// Whether there are no idle steps.
    pub exactly: bool,
}

impl Heights {
    /// Looks up the heights of a level.
    #[must_use]
    pub fn new(board: &Board, distances: &Distances, potential: &Potential) -> Self {
        let ladder = |cell| Ladder::new(board, distances, potential, cell);
        let by_cell: Vec<_> = board.cells().map(ladder).collect();
        let starts = (0..board.boxes().len()).map(|index| distances.start_state(board, index));
        let heights = starts.filter_map(|state| potential.height(state));
        let least = by_cell.iter().flatten().map(|ladder| ladder.least);
        Self {
            boxes: i64::try_from(board.boxes().len()).unwrap_or(i64::MAX),
            unit: i64::from(potential.unit()),
            start: heights.sum(),
            floor: least.min().unwrap_or(0),
            by_cell,
        }
    }

    /// Clauses of one moment, if it had a variable for everything.
    #[must_use]
    pub fn clauses(&self, step: &Step, moment: &Moment, elapsed: Elapsed) -> u64 {
        let mut counter = Counter::default();
        self.apply(&mut counter, (step, moment), elapsed);
        counter.clauses
    }

    /// Joins the sum of the heights to what was spent at the moment after a step.
    pub fn apply(
        &self,
        sink: &mut dyn ClauseSink,
        (step, moment): (&Step, &Moment),
        elapsed: Elapsed,
    ) {
        let steps = i64::try_from(elapsed.steps).unwrap_or(i64::MAX);
        // The sum above the floor when nothing was wasted.
        let free = self.start - steps - self.boxes * self.floor;
        let capacity = i64::try_from(moment.spent.len()).unwrap_or(i64::MAX);
        let most = free + self.unit * capacity;
        let mut sums: Vec<Sum> = self.leaves(sink, step, moment);
        while sums.len() > 2 {
            let pairs = sums.chunks(2);
            sums = pairs.map(|pair| join(sink, pair, (0, most))).collect();
        }
        let sum = join(sink, &sums, (free, most));
        for (value, reached) in sum.values().filter(|(value, _)| *value > free) {
            let over = value - free;
            let units = (over + self.unit - 1).div_euclid(self.unit);
            let spent = usize::try_from(units - 1).map(|units| moment.spent.get(units));
            let spent = spent.ok().flatten().copied();
            if elapsed.exactly {
                sink.implied_any(&HEIGHT, reached.as_slice(), spent.as_slice());
            }
            if let (Some(reached), Some(spent)) = (reached, spent) {
                sink.implies(&HEIGHT, spent, reached);
            }
        }
    }

    /// The height above the floor of what stands on each cell, low cells first.
    fn leaves(&self, sink: &mut dyn ClauseSink, step: &Step, moment: &Moment) -> Vec<Sum> {
        let cells = self.by_cell.iter().zip(&moment.boxes);
        let mut held: Vec<(&Ladder, Lit)> = cells
            .filter_map(|(ladder, holds)| Some((ladder.as_ref()?, (*holds)?)))
            .collect();
        held.sort_by_key(|(ladder, _)| ladder.least);
        let leaf = |(ladder, holds): (&Ladder, Lit)| self.leaf(sink, ladder, holds, step);
        held.into_iter().map(leaf).collect()
    }

    fn leaf(&self, sink: &mut dyn ClauseSink, ladder: &Ladder, holds: Lit, step: &Step) -> Sum {
        let mut steps = Vec::new();
        if ladder.least > self.floor {
            steps.push((ladder.least - self.floor, holds));
        }
        for (height, cells) in &ladder.steps {
            let from = cells.iter().filter_map(|cell| step.from[cell.index()]);
            let from: Vec<Lit> = from.collect();
            let high = sink.fresh();
            let lower = steps.last().map_or(holds, |&(_, lower)| lower);
            sink.implies(&HEIGHT, high, lower);
            sink.implies_any(&HEIGHT, high, &from);
            for &from in &from {
                sink.implied_any(&HEIGHT, &[holds, from], &[high]);
            }
            steps.push((height - self.floor, high));
        }
        Sum { steps }
    }
}

impl Ladder {
    fn new(
        board: &Board,
        distances: &Distances,
        potential: &Potential,
        cell: Cell,
    ) -> Option<Self> {
        let lone = distances.lone();
        let states = lone.states(cell);
        let mut heights: Vec<i64> = states.filter_map(|state| potential.height(state)).collect();
        heights.sort_unstable();
        heights.dedup();
        let (&least, more) = heights.split_first()?;
        let from = |height: i64| {
            let others = board.cells().filter(|&player| player != cell);
            let high = others.filter(|&player| {
                let seen = potential.height(lone.state_of(cell, player));
                seen.is_some_and(|seen| seen >= height)
            });
            (height, high.collect())
        };
        Some(Self {
            least,
            steps: more.iter().copied().map(from).collect(),
        })
    }
}

/// A sum of heights in unary: rising values above zero, each with "the sum is at least this".
#[derive(Debug, Clone, Default)]
struct Sum {
    steps: Vec<(i64, Lit)>,
}

impl Sum {
    /// Values with zero for the first.
    fn values(&self) -> impl Iterator<Item = (i64, Option<Lit>)> + Clone + '_ {
        let above = self.steps.iter().map(|&(value, lit)| (value, Some(lit)));
        std::iter::once((0, None)).chain(above)
    }

    /// The literal of the greatest value that is no greater.
    fn up_to(&self, value: i64) -> Option<Lit> {
        let count = self.steps.partition_point(|&(known, _)| known <= value);
        self.steps[..count].last().map(|&(_, lit)| lit)
    }

    /// The literal of the least value that is greater.
    fn beyond(&self, value: i64) -> Option<Lit> {
        let count = self.steps.partition_point(|&(known, _)| known <= value);
        self.steps.get(count).map(|&(_, lit)| lit)
    }
}

/// The sum of one or two parts, or of none; told apart are values in `range` and one beyond.
fn join(sink: &mut dyn ClauseSink, parts: &[Sum], range: (i64, i64)) -> Sum {
    let [one, other] = parts else {
        return parts.first().cloned().unwrap_or_default();
    };
    let sum = Sum {
        steps: attainable(one, other, range)
            .into_iter()
            .map(|value| (value, sink.fresh()))
            .collect(),
    };
    for pair in sum.steps.windows(2) {
        sink.implies(&HEIGHT, pair[1].1, pair[0].1);
    }
    for (a, a_reached) in one.values() {
        for (b, b_reached) in other.values() {
            let causes: Vec<Lit> = [a_reached, b_reached].into_iter().flatten().collect();
            if let (Some(sum), false) = (sum.up_to(a + b), causes.is_empty()) {
                sink.implied_any(&HEIGHT, &causes, &[sum]);
            }
            if let Some(sum) = sum.beyond(a + b) {
                let beyond = [one.beyond(a), other.beyond(b)];
                let causes: Vec<Lit> = beyond.into_iter().flatten().collect();
                sink.implies_any(&HEIGHT, sum, &causes);
            }
        }
    }
    sum
}

/// The sums of values of two parts that lie in a range, and the least one beyond it.
fn attainable(one: &Sum, other: &Sum, (least, most): (i64, i64)) -> Vec<i64> {
    let sums = one
        .values()
        .flat_map(|(a, _)| other.values().map(move |(b, _)| a + b));
    let mut sums: Vec<i64> = sums.filter(|&sum| sum > least.max(0)).collect();
    sums.sort_unstable();
    sums.dedup();
    let within = sums.partition_point(|&sum| sum <= most);
    sums.truncate(within + 1);
    sums
}
