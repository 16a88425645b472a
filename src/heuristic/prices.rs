//! Prices of goals that suit many positions at once.
//!
//! The prices of the cheapest assignment of *one* position prove its bound; tables that are to be used all
//! through a search need prices that are good on average. A sample of positions is one transportation problem:
//! each box of each position is a unit to be sent, and each goal takes as many units as there are
//! positions. Its dual prices `v` are integers, and no prices make the sum over the sample of
//!
//! ```text
//! sum of v + sum over boxes of min over goals g of distance(box, g) - v(g)
//! ```
//!
//! greater. *Any* prices make this a bound on the pushes left where there are as many boxes as goals: a plan fills
//! each goal once. So nothing hangs on the sample but how good the bound is.
//!
//! Method: successive shortest paths over the goals (as in [`crate::matching`], with boxes of equal states sent together).

use crate::distance::{Distances, INF, LoneState};
use crate::limits::{Limits, Stop};

/// Longer than any path.
const FAR: i64 = i64::MAX;

/// Integer prices of the goals that are best on average over positions, given by the states of their boxes.
///
/// None if there is no assignment for one of the positions, or if one has not as many boxes as there are goals.
///
/// # Errors
/// The limit that was reached.
pub fn average_prices(
    distances: &Distances,
    goals: usize,
    positions: &[Vec<LoneState>],
    limits: &Limits,
) -> Result<Option<Vec<i64>>, Stop> {
    if positions.iter().any(|states| states.len() != goals) {
        return Ok(None);
    }
    let mut counts = vec![0; distances.lone().len()];
    for state in positions.iter().flatten() {
        counts[state.index()] += 1;
    }
    let mut market = Market::new(goals, positions.len());
    for (state, &count) in (0..).zip(&counts) {
        limits.check()?;
        let cost = |goal| match distances.to_goal(LoneState(state), goal) {
            INF => FAR,
            pushes => i64::from(pushes),
        };
        if count > 0 && !market.send((0..goals).map(cost).collect(), count) {
            return Ok(None);
        }
    }
    Ok(Some(market.prices))
}

/// Boxes of one state, and where they are sent.
struct Row {
    costs: Vec<i64>,
    sent: Vec<usize>,
}

/// What was sent so far, at least cost.
struct Market {
    rows: Vec<Row>,
    prices: Vec<i64>,
    room: Vec<usize>,
    /// Of the last search: path lengths by reduced costs, the goal and row before, and whether it is done.
    length: Vec<i64>,
    before: Vec<Option<(usize, usize)>>,
    done: Vec<bool>,
}

impl Market {
    fn new(goals: usize, room: usize) -> Self {
        Self {
            rows: Vec::new(),
            prices: vec![0; goals],
            room: vec![room; goals],
            length: vec![FAR; goals],
            before: vec![None; goals],
            done: vec![false; goals],
        }
    }

    /// Sends `count` boxes with these costs; false if that is impossible.
    fn send(&mut self, costs: Vec<i64>, mut count: usize) -> bool {
        let row = self.rows.len();
        let sent = vec![0; costs.len()];
        self.rows.push(Row { costs, sent });
        while count > 0 {
            let Some(end) = self.search(row) else {
                return false;
            };
            self.reprice(self.length[end]);
            count -= self.augment(row, end, count);
        }
        true
    }

    /// The nearest goal with room, by paths from a row.
    fn search(&mut self, row: usize) -> Option<usize> {
        self.length.fill(FAR);
        self.before.fill(None);
        self.done.fill(false);
        self.shorten(row, None, 0);
        loop {
            let open = (0..self.prices.len()).filter(|&goal| !self.done[goal]);
            let goal = open.min_by_key(|&goal| self.length[goal])?;
            if self.length[goal] == FAR {
                return None;
            }
            if self.room[goal] > 0 {
                return Some(goal);
            }
            self.done[goal] = true;
            for other in 0..self.rows.len() {
                if self.rows[other].sent[goal] > 0 {
                    let own = self.rows[other].costs[goal] - self.prices[goal];
                    self.shorten(other, Some(goal), self.length[goal] - own);
                }
            }
        }
    }

    /// Shortens the paths through a row.
    fn shorten(&mut self, row: usize, goal: Option<usize>, base: i64) {
        for (next, &cost) in self.rows[row].costs.iter().enumerate() {
            if cost != FAR && !self.done[next] {
                let length = base + cost - self.prices[next];
                if length < self.length[next] {
                    self.length[next] = length;
                    self.before[next] = goal.map(|goal| (goal, row));
                }
            }
        }
    }

    /// Moves prices so that the paths of the last search cost nothing.
    fn reprice(&mut self, length: i64) {
        for (goal, price) in self.prices.iter_mut().enumerate() {
            if self.done[goal] {
                *price -= length - self.length[goal];
            }
        }
    }

    /// Sends as many as possible along the path to `end`; gives their number.
    fn augment(&mut self, row: usize, end: usize, count: usize) -> usize {
        let mut most = count.min(self.room[end]);
        let mut goal = end;
        while let Some((before, other)) = self.before[goal] {
            most = most.min(self.rows[other].sent[before]);
            goal = before;
        }
        self.room[end] -= most;
        goal = end;
        while let Some((before, other)) = self.before[goal] {
            self.rows[other].sent[goal] += most;
            self.rows[other].sent[before] -= most;
            goal = before;
        }
        self.rows[row].sent[goal] += most;
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::generate::{Shape, random_level};
    use crate::matching::cheapest_matching;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// What prices prove, over all positions.
    fn worth(distances: &Distances, positions: &[Vec<LoneState>], prices: &[i64]) -> i64 {
        let least = |&state: &LoneState| {
            let costs = prices.iter().enumerate().filter_map(|(goal, price)| {
                let cost = distances.to_goal(state, goal);
                (cost != INF).then_some(i64::from(cost) - price)
            });
            costs.min().unwrap()
        };
        let each = |states: &Vec<LoneState>| -> i64 {
            states.iter().map(least).sum::<i64>() + prices.iter().sum::<i64>()
        };
        positions.iter().map(each).sum()
    }

    #[test]
    fn average_prices_are_those_of_one_great_assignment() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut compared = 0;
        for seed in 0..120 {
            let shape = Shape {
                width: 9,
                height: 8,
                boxes: 4,
                spare_goals: 0,
                walls_percent: 20,
            };
            let board = Board::new(&random_level(seed, &shape).unwrap()).unwrap();
            let goals = board.goals().len();
            if board.boxes().len() != goals {
                continue;
            }
            let distances = Distances::new(&board, &Limits::none()).unwrap();
            let states: Vec<_> = board
                .cells()
                .flat_map(|cell| distances.lone().states(cell))
                .filter(|&state| distances.nearest(state) != INF)
                .collect();
            let mut any = || states[rng.random_range(0..states.len())];
            let positions: Vec<Vec<_>> = (0..7)
                .map(|_| (0..goals).map(|_| any()).collect())
                .collect();
            let rows: Vec<_> = positions.iter().flatten().copied().collect();
            let cost = |row: usize, column: usize| {
                let cost = distances.to_goal(rows[row], column % goals);
                (cost != INF).then_some(i64::from(cost))
            };
            let plain = cheapest_matching(rows.len(), rows.len(), cost, &Limits::none()).unwrap();
            let prices = average_prices(&distances, goals, &positions, &Limits::none()).unwrap();
            assert_eq!(plain.is_some(), prices.is_some(), "level {seed}");
            if let (Some(plain), Some(prices)) = (plain, prices) {
                assert_eq!(worth(&distances, &positions, &prices), plain.cost);
                compared += 1;
            }
        }
        assert!(compared > 40, "{compared}");
    }
}
