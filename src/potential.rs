//! A potential that prices every push by what it wastes against the matching bound.
//!
//! The cheapest assignment of start boxes to goals has dual prices; v(g) is the price of goal g.
//! A lone box in state s has height h(s) = min over g of D\[g\](s) - v(g), and a push wastes
//! 1 + h(after) - h(before), which is never below zero because D falls by one at most. Summed
//! over a plan of T pushes,
//!
//! ```text
//! T = h0 + waste of the pushes + terminal waste,    h0 = sum of h at the start + sum of v
//! ```
//!
//! where h0 is the matching bound and the terminal waste, -sum of v - sum of h at the end, is not
//! negative either, since a box on goal g has h <= -v(g). So T - h0 is a budget for waste.
//!
//! *Boxes = goals*: the dual is taken of (D - colour - colour) / 2 and scaled back, v(g) = 2 v'(g) +
//! colour(g). Then h has the chequer colour of its cell as parity, all waste is even, and the
//! unit of this module is two pushes. *Spare goals*: the unit is one push; prices are zero or
//! less, an unmatched goal has price zero, so the goals left empty add to the terminal waste only.
//!
//! Cost: one assignment, then one pass over states x goals.

use crate::board::{Board, Cell};
use crate::distance::{Distances, INF, LoneState};
use crate::limits::{Limits, Stop};
use crate::matching::cheapest_matching;

/// Prices of goals, heights of lone boxes and the waste of every push.
#[derive(Debug, Clone)]
pub struct Potential {
    unit: u32,
    matching_bound: u32,
    /// v, in the order of the board's goals.
    prices: Vec<i64>,
    /// h of each lone state; [`DEAD`] for a dead one.
    heights: Vec<i64>,
    /// Waste of each push in units; [`INF`] if it does not survive.
    wastes: Vec<u16>,
}

const DEAD: i64 = i64::MAX;

impl Potential {
    /// Prices a board; none if its boxes have no assignment to goals of their own.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        board: &Board,
        distances: &Distances,
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let Some(prices) = prices(board, distances, limits)? else {
            return Ok(None);
        };
        limits.may_grow(4 * distances.lone().len() as u64)?;
        let heights = heights(board, distances, &prices);
        let unit = unit(board);
        let starts = (0..board.boxes().len()).map(|i| distances.start_state(board, i));
        let start: i64 = starts.map(|state| heights[state.index()]).sum();
        let end: i64 = prices.iter().sum();
        let waste = |(before, after): &(LoneState, LoneState)| {
            let (before, after) = (heights[before.index()], heights[after.index()]);
            if after == DEAD {
                return INF;
            }
            u16::try_from((1 + after - before) / i64::from(unit)).unwrap_or(INF - 1)
        };
        Ok(Some(Self {
            unit,
            matching_bound: u32::try_from(start + end).unwrap_or(u32::MAX),
            wastes: distances.lone().ends().iter().map(waste).collect(),
            prices,
            heights,
        }))
    }

    /// Pushes in one unit of waste: 2 with as many boxes as goals, else 1. Horizons rise by it.
    #[must_use]
    pub fn unit(&self) -> u32 {
        self.unit
    }

    /// h0: the cost of the cheapest assignment, in pushes.
    #[must_use]
    pub fn matching_bound(&self) -> u32 {
        self.matching_bound
    }

    /// What a push wastes, in units, by its index in [`Board::pushes`]; none if it does not survive.
    #[must_use]
    pub fn waste(&self, push: usize) -> Option<u16> {
        Some(self.wastes[push]).filter(|&waste| waste != INF)
    }

    /// W: how many units a plan of `pushes` pushes can waste; none if it is below the matching bound.
    #[must_use]
    pub fn start_waste_budget(&self, pushes: u32) -> Option<u32> {
        let over = pushes.checked_sub(self.matching_bound)?;
        Some(over / self.unit)
    }

    /// v: the price of a goal, by its index in [`Board::goals`], in pushes.
    #[must_use]
    pub fn price(&self, goal: usize) -> i64 {
        self.prices[goal]
    }

    /// h: the height of a lone state in pushes; none if it is dead.
    #[must_use]
    pub fn height(&self, state: LoneState) -> Option<i64> {
        Some(self.heights[state.index()]).filter(|&height| height != DEAD)
    }

    /// Units that a box adds to the terminal waste when it ends on a goal (by index) in a state there.
    ///
    /// # Panics
    /// Never: a state on a goal is not dead.
    #[must_use]
    pub fn end_waste(&self, goal: usize, state: LoneState) -> u16 {
        let height = self.heights[state.index()];
        assert!(height != DEAD, "a box on a goal is at distance zero");
        let waste = (-self.prices[goal] - height) / i64::from(self.unit);
        u16::try_from(waste).unwrap_or(INF - 1)
    }

    /// term: the least terminal waste, in units, of a plan whose last push leaves the player on `player`.
    ///
    /// With spare goals the boxes stand on those goals, `player` excepted, where they are highest.
    #[must_use]
    pub fn terminal_waste(&self, board: &Board, distances: &Distances, player: Cell) -> u32 {
        let goals = board.goals().iter().filter(|&&goal| goal != player);
        let states = goals.map(|&goal| distances.lone().state_of(goal, player));
        let mut heights: Vec<_> = states.map(|state| self.heights[state.index()]).collect();
        heights.sort_unstable_by(|a, b| b.cmp(a));
        let boxes = heights.iter().take(board.boxes().len());
        let high: i64 = boxes.sum();
        let prices: i64 = self.prices.iter().sum();
        u32::try_from((-prices - high) / i64::from(self.unit)).unwrap_or(u32::MAX)
    }
}

fn unit(board: &Board) -> u32 {
    if board.has_fixed_parity() { 2 } else { 1 }
}

/// v of every goal, by the dual of the assignment.
fn prices(board: &Board, distances: &Distances, limits: &Limits) -> Result<Option<Vec<i64>>, Stop> {
    let states: Vec<_> = (0..board.boxes().len())
        .map(|i| distances.start_state(board, i))
        .collect();
    let colour = |cell: Cell| i64::from(board.colour(cell));
    let even = unit(board) == 2;
    let cost = |row: usize, goal: usize| {
        let distance = distances.to_goal(states[row], goal);
        let colours = colour(board.boxes()[row]) + colour(board.goals()[goal]);
        let cost = i64::from(distance);
        (distance != INF).then_some(if even { (cost - colours) / 2 } else { cost })
    };
    let matching = cheapest_matching(states.len(), board.goals().len(), cost, limits)?;
    let scale = |(&price, &goal): (&i64, &Cell)| {
        if even {
            2 * price + colour(goal)
        } else {
            price
        }
    };
    Ok(matching.map(|matching| {
        let prices = matching.column_potential.iter().zip(board.goals());
        prices.map(scale).collect()
    }))
}

fn heights(board: &Board, distances: &Distances, prices: &[i64]) -> Vec<i64> {
    let mut heights = vec![DEAD; distances.lone().len()];
    for state in board.cells().flat_map(|cell| distances.lone().states(cell)) {
        let least = &mut heights[state.index()];
        for (goal, price) in prices.iter().enumerate() {
            let distance = distances.to_goal(state, goal);
            if distance != INF {
                *least = (i64::from(distance) - price).min(*least);
            }
        }
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn priced(rows: &[&str]) -> (Board, Distances, Potential) {
        let board = Board::new(&Level::from_rows(rows)).unwrap();
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        let potential = Potential::new(&board, &distances, &Limits::none());
        (board, distances, potential.unwrap().unwrap())
    }

    #[test]
    fn a_push_away_from_the_goal_wastes_one_unit_of_two_pushes() {
        let (board, _, potential) = priced(&["#########", "#  @ $ .#", "#       #", "#########"]);
        assert_eq!((potential.unit(), potential.matching_bound()), (2, 2));
        let waste = |from, dir| {
            let found = |push: &crate::board::Push| push.from == Cell(from) && push.dir == dir;
            potential.waste(board.pushes().iter().position(found).unwrap())
        };
        assert_eq!(
            (
                waste(4, crate::board::Dir::Right),
                waste(4, crate::board::Dir::Left)
            ),
            (Some(0), Some(1))
        );
        assert_eq!(potential.start_waste_budget(1), None);
        assert_eq!(potential.start_waste_budget(6), Some(2));
    }

    #[test]
    fn spare_goals_make_the_unit_one_push_and_prices_no_higher_than_zero() {
        let (board, _, potential) = priced(&["#########", "#. @ $ .#", "#       #", "#########"]);
        assert_eq!((potential.unit(), potential.matching_bound()), (1, 2));
        assert!((0..board.goals().len()).all(|goal| potential.price(goal) <= 0));
    }

    #[test]
    fn boxes_that_want_one_goal_have_no_potential() {
        let board = Board::new(&Level::from_rows(&[
            "#######", "#@$ $.#", "#.#####", "#######",
        ]))
        .unwrap();
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        assert!(
            Potential::new(&board, &distances, &Limits::none())
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn a_player_left_behind_a_box_that_needs_the_other_side_is_terminal_waste() {
        let (board, distances, potential) = priced(&["#######", "#@$  .#", "#######"]);
        assert_eq!(potential.terminal_waste(&board, &distances, Cell(3)), 0);
        assert_eq!(
            potential.end_waste(0, distances.lone().state_of(Cell(4), Cell(3))),
            0
        );
    }
}
