//! The cheapest assignment of boxes to goals, kept up from state to state.
//!
//! Rows are boxes, columns are goals, costs are side-aware push distances ([`crate::distance`]). Rows that
//! cost nothing anywhere stand for spare goals, so rows and columns are equally many and *any*
//! prices with `u + v <= cost`, equal on matched pairs, prove the total (as in [`crate::matching`]).
//! Hence a row can change at will: its column is freed and one augmenting path repairs all.
//!
//! A push changes one row. With `u` and `v` of the parent, the child's total is the sum of all other prices
//! plus the length of the shortest path, by reduced costs, from the changed row to the free
//! column; nothing has to be written for it. When the cost at the matched column fell by one, the total
//! fell by one, because it can never fall by more.
//!
//! Cost: goals^2 for a path at worst; two bytes a (lone state, goal) for the costs.

use crate::distance::{Distances, INF, LoneState};
use crate::limits::{Limits, Stop};

/// No row or column.
const NONE: u32 = u32::MAX;

/// Further than any path.
const FAR: i32 = i32::MAX;

/// An assignment for the boxes of one state, and scratch space.
#[derive(Debug, Clone)]
pub struct Assignment {
    /// Number of goals, and of rows.
    size: usize,
    /// Costs by lone state, then goal; the last state is that of a spare goal.
    costs: Vec<u16>,
    /// The state of each row.
    states: Vec<u32>,
    column_of_row: Vec<u32>,
    row_of_column: Vec<u32>,
    row_price: Vec<i32>,
    column_price: Vec<i32>,
    total: i32,
    /// The row of each box of the state at hand.
    row_of_box: Vec<u32>,
    /// For each lone state of the boxes at hand: the box.
    box_of_state: Vec<u32>,
    /// Rows that wait for a new state; empty between calls.
    free: Vec<u32>,
    /// Columns that are not done, those that are, and path lengths and predecessors of all.
    open: Vec<u32>,
    done: Vec<u32>,
    length: Vec<i32>,
    previous: Vec<u32>,
}

impl Assignment {
    /// Makes room for `boxes` boxes; no row has a state yet.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the costs do not fit.
    ///
    /// # Panics
    /// If there are more boxes than goals.
    pub fn new(
        distances: &Distances,
        boxes: usize,
        goals: usize,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let cost = |state, goal| distances.to_goal(state, goal);
        Self::of(distances.lone().len(), (boxes, goals), cost, limits)
    }

    /// The same for so many lone states and any costs of a state at a goal, which must fall by one at most when a box
    /// is moved.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the costs do not fit.
    ///
    /// # Panics
    /// If there are more boxes than goals.
    pub fn of(
        count: usize,
        (boxes, goals): (usize, usize),
        cost_of: impl Fn(LoneState, usize) -> u16,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        assert!(boxes <= goals, "every box needs a goal of its own");
        limits.may_grow(2 * (count as u64 + 1) * goals as u64)?;
        let mut costs = vec![0; (count + 1) * goals];
        for (state, row) in (0..).zip(costs.chunks_mut(goals.max(1)).take(count)) {
            for (goal, cost) in row.iter_mut().enumerate() {
                *cost = cost_of(LoneState(state), goal);
            }
        }
        let spare = u32::try_from(count).expect("lone states are numbered by u32");
        let mut new = Self {
            size: goals,
            costs,
            states: vec![spare; goals],
            column_of_row: vec![NONE; goals],
            row_of_column: vec![NONE; goals],
            row_price: vec![0; goals],
            column_price: vec![0; goals],
            total: 0,
            row_of_box: (0..).take(boxes).collect(),
            box_of_state: vec![NONE; count + 1],
            free: Vec::with_capacity(boxes),
            open: Vec::with_capacity(goals),
            done: Vec::with_capacity(goals),
            length: vec![FAR; goals],
            previous: vec![NONE; goals],
        };
        for row in boxes..goals {
            new.match_row(row);
        }
        Ok(new)
    }

    /// Makes the boxes at hand those in `states`; gives the total, or none if there is no assignment.
    ///
    /// Rows whose state stays keep their places, so a state near the last one costs little.
    ///
    /// # Panics
    /// If there are more states than boxes.
    pub fn load(&mut self, states: &[LoneState]) -> Option<u32> {
        for (index, state) in (0..).zip(states) {
            self.box_of_state[state.index()] = index;
        }
        self.row_of_box.fill(NONE);
        let mut free = std::mem::take(&mut self.free);
        for row in 0..states.len() {
            let index = self.box_of_state[self.states[row] as usize];
            if index != NONE && self.column_of_row[row] != NONE {
                self.row_of_box[index as usize] = narrow(row);
            } else {
                self.unmatch(row);
                free.push(narrow(row));
            }
        }
        let mut feasible = true;
        for (index, state) in states.iter().enumerate() {
            self.box_of_state[state.index()] = NONE;
            if self.row_of_box[index] == NONE {
                let row = free.pop().expect("there are as many rows as boxes");
                self.row_of_box[index] = row;
                self.states[row as usize] = state.0;
                feasible &= self.match_row(row as usize);
            }
        }
        self.free = free;
        self.total = self.row_price.iter().chain(&self.column_price).sum();
        feasible.then_some(self.total.unsigned_abs())
    }

    /// The total when box `index` goes to `state` and the others stay; none if there is no assignment.
    pub fn total_after(&mut self, index: usize, state: LoneState) -> Option<u32> {
        let row = self.row_of_box[index] as usize;
        let column = self.column_of_row[row] as usize;
        let old = self.costs[self.states[row] as usize * self.size + column];
        let new = self.costs[state.index() * self.size + column];
        let total = if new != INF && new + 1 == old {
            self.total - 1
        } else {
            let (_, length) = self.shortest(state.0, |open| open as usize == column)?;
            self.total - self.row_price[row] + length
        };
        Some(total.unsigned_abs())
    }

    /// The goal of box `index`.
    #[must_use]
    pub fn goal_of(&self, index: usize) -> usize {
        self.column_of_row[self.row_of_box[index] as usize] as usize
    }

    /// Writes what each goal costs box `index` beyond both prices; `u32::MAX` where it cannot go.
    pub fn reduced_costs(&self, index: usize, reduced: &mut [u32]) {
        let row = self.row_of_box[index] as usize;
        let costs = &self.costs[self.states[row] as usize * self.size..][..self.size];
        let prices = self
            .column_price
            .iter()
            .map(|price| price + self.row_price[row]);
        for ((reduced, &cost), price) in reduced.iter_mut().zip(costs).zip(prices) {
            *reduced = if cost == INF {
                u32::MAX
            } else {
                (i32::from(cost) - price).unsigned_abs()
            };
        }
    }

    /// The number of goals.
    #[must_use]
    pub fn goals(&self) -> usize {
        self.size
    }

    fn unmatch(&mut self, row: usize) {
        if self.column_of_row[row] != NONE {
            self.row_of_column[self.column_of_row[row] as usize] = NONE;
            self.column_of_row[row] = NONE;
        }
    }

    /// Matches a free row; false if that is impossible.
    fn match_row(&mut self, row: usize) -> bool {
        let state = self.states[row];
        let Some((column, length)) = self.shortest(state, |_| false) else {
            return false;
        };
        self.row_price[row] = length;
        for &done in &self.done {
            let shift = length - self.length[done as usize];
            self.column_price[done as usize] -= shift;
            self.row_price[self.row_of_column[done as usize] as usize] += shift;
        }
        let mut column = column;
        loop {
            let before = self.previous[column as usize];
            if before == NONE {
                break;
            }
            let moved = self.row_of_column[before as usize];
            self.row_of_column[column as usize] = moved;
            self.column_of_row[moved as usize] = column;
            column = before;
        }
        self.row_of_column[column as usize] = narrow(row);
        self.column_of_row[row] = column;
        true
    }

    /// The shortest path from a row in `state` to a column that is free, or is an `end`.
    ///
    /// Gives the column and the length; `done`, `length` and `previous` say how it went.
    fn shortest(&mut self, state: u32, end: impl Fn(u32) -> bool) -> Option<(u32, i32)> {
        self.open.clear();
        self.open.extend(0..narrow(self.size));
        self.done.clear();
        self.length.fill(FAR);
        let mut from = (state, NONE, 0);
        loop {
            let place = self.look_from(from)?;
            let column = self.open.swap_remove(place);
            let length = self.length[column as usize];
            let row = self.row_of_column[column as usize];
            if row == NONE || end(column) {
                return Some((column, length));
            }
            self.done.push(column);
            let row = row as usize;
            from = (self.states[row], column, length - self.row_price[row]);
        }
    }

    /// Shortens the paths through a row, and gives the place of the nearest open column.
    fn look_from(&mut self, (state, column, base): (u32, u32, i32)) -> Option<usize> {
        let costs = &self.costs[state as usize * self.size..][..self.size];
        let (mut best, mut least) = (None, FAR);
        for (place, &open) in self.open.iter().enumerate() {
            let open = open as usize;
            if costs[open] != INF {
                let new = base + i32::from(costs[open]) - self.column_price[open];
                if new < self.length[open] {
                    self.length[open] = new;
                    self.previous[open] = column;
                }
            }
            if self.length[open] < least {
                least = self.length[open];
                best = Some(place);
            }
        }
        best
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("rows and columns are cells, numbered by 16 bits")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::generate::{Shape, random_level};
    use crate::matching::cheapest_matching;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn plain(distances: &Distances, states: &[LoneState], goals: usize) -> Option<u32> {
        let cost = |row: usize, goal: usize| {
            let cost = distances.to_goal(states[row], goal);
            (cost != INF).then_some(i64::from(cost))
        };
        let matching = cheapest_matching(states.len(), goals, cost, &Limits::none()).unwrap();
        matching.map(|matching| u32::try_from(matching.cost).unwrap())
    }

    /// One state for each of some cells, by dice.
    fn random_states(rng: &mut ChaCha8Rng, board: &Board, distances: &Distances) -> Vec<LoneState> {
        let mut cells: Vec<_> = board.cells().collect();
        let mut states = Vec::new();
        for _ in board.boxes() {
            let cell = cells.swap_remove(rng.random_range(0..cells.len()));
            let sides: Vec<_> = distances.lone().states(cell).collect();
            states.push(sides[rng.random_range(0..sides.len())]);
        }
        states
    }

    #[test]
    fn totals_before_and_after_a_push_are_those_of_the_plain_method() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let (mut matched, mut moved) = (0, 0);
        for seed in 0..300_u32 {
            let shape = Shape {
                width: 9,
                height: 8,
                boxes: 1 + (seed % 5) as usize,
                spare_goals: (seed % 3) as usize,
                walls_percent: 20,
            };
            let board = Board::new(&random_level(seed.into(), &shape).unwrap()).unwrap();
            let (boxes, goals) = (board.boxes().len(), board.goals().len());
            if boxes > goals || board.len() < 2 * boxes {
                continue;
            }
            let distances = Distances::new(&board, &Limits::none()).unwrap();
            let made = Assignment::new(&distances, boxes, goals, &Limits::none());
            let mut assignment = made.unwrap();
            for _ in 0..40 {
                let states = random_states(&mut rng, &board, &distances);
                let total = plain(&distances, &states, goals);
                assert_eq!(assignment.load(&states), total, "level {seed}");
                if total.is_none() {
                    continue;
                }
                matched += 1;
                for (push, &(before, after)) in distances.lone().ends().iter().enumerate() {
                    let Some(index) = states.iter().position(|&state| state == before) else {
                        continue;
                    };
                    let mut next = states.clone();
                    next[index] = after;
                    let total = plain(&distances, &next, goals);
                    assert_eq!(assignment.total_after(index, after), total, "push {push}");
                    moved += 1;
                }
            }
        }
        assert!(matched > 500 && moved > 1000, "{matched} {moved}");
    }
}
