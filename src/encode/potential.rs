//! A potential over lone-box states, and what each push wastes of it.
//!
//! An optimal dual of the assignment of boxes to goals gives every goal g a price v(g). With D the
//! push distance of a lone box, `h(s) = min over g of D[g](s) - v(g)` falls by at most one with a
//! push, so `waste = 1 + h(after) - h(before)` is never negative. Summed over a plan of k pushes the
//! wastes are `k` plus the change of h over all boxes; at the end a box on g has h at most -v(g).
//! Hence **the wastes of a plan sum to at most k - h0**, where h0, the sum of h at the start and
//! of all v, is the matching bound.
//!
//! *As many boxes as goals*: the duals are taken of `(D - colour(box) - colour(goal)) / 2`, with
//! chequer colours 0 and 1, and `v = 2 v' + colour(goal)`. Then h has the parity of the cell's
//! colour, every waste is even, and the unit of waste is two pushes. Raw duals would do, but
//! their odd wastes prune less.
//!
//! *Spare goals*: v is the raw dual, zero on unmatched goals and never above zero, so goals that
//! stay empty can only lower the sum; the unit is one push.

use crate::board::Board;
use crate::distance::{Distances, INF, LoneState};
use crate::limits::{Limits, Stop};
use crate::matching::cheapest_matching;

/// What each push wastes, and the bound that the potential proves.
#[derive(Debug, Clone)]
pub struct Potential {
    /// By index in [`Board::pushes`], in units; none for a push that no plan makes.
    pub wastes: Vec<Option<usize>>,
    /// The matching bound in pushes.
    pub bound: usize,
    /// Pushes a unit: 2 with as many boxes as goals, else 1.
    pub unit: usize,
}

impl Potential {
    /// The potential of a level; none if its boxes cannot be assigned to goals.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(board: &Board, distances: &Distances, limits: &Limits) -> Result<Option<Self>, Stop> {
        let Some(prices) = prices(board, distances, limits)? else {
            return Ok(None);
        };
        let height = |state| height(distances, &prices, state);
        let start = (0..board.boxes().len()).map(|index| distances.start_state(board, index));
        let Some(start) = start.map(height).sum::<Option<i64>>() else {
            return Ok(None);
        };
        let unit = if board.has_fixed_parity() { 2 } else { 1 };
        let waste = |&(before, after): &(LoneState, LoneState)| {
            let waste = 1 + height(after)? - height(before)?;
            let waste = usize::try_from(waste).expect("distances fall by at most one with a push");
            Some(waste / unit)
        };
        let bound = start + prices.iter().sum::<i64>();
        Ok(Some(Self {
            wastes: distances.lone().ends().iter().map(waste).collect(),
            bound: usize::try_from(bound).expect("the matching bound is a sum of distances"),
            unit,
        }))
    }

    /// Units that a plan of at most `horizon` pushes can waste; none below the bound.
    #[must_use]
    pub fn budget(&self, horizon: usize) -> Option<usize> {
        horizon.checked_sub(self.bound).map(|rest| rest / self.unit)
    }
}

/// v, in the order of [`Board::goals`].
fn prices(
    board: &Board,
    distances: &Distances,
    limits: &Limits,
) -> Result<Option<Vec<i64>>, Stop> {
    let goals = board.goals();
    let states: Vec<_> = (0..board.boxes().len())
        .map(|index| distances.start_state(board, index))
        .collect();
    let even = board.has_fixed_parity();
    let colour = |cell| i64::from(board.colour(cell));
    let cost = |row: usize, goal: usize| {
        let distance = distances.to_goal(states[row], goal);
        let pushes = (distance != INF).then_some(i64::from(distance))?;
        let colours = colour(board.boxes()[row]) + colour(goals[goal]);
        Some(if even { (pushes - colours) / 2 } else { pushes })
    };
    let matching = cheapest_matching(states.len(), goals.len(), cost, limits)?;
    Ok(matching.map(|matching| {
        let duals = matching.column_potential.into_iter().zip(goals);
        let price = |(dual, &goal)| if even { 2 * dual + colour(goal) } else { dual };
        duals.map(price).collect()
    }))
}

/// h of a state, none if it is dead.
fn height(distances: &Distances, prices: &[i64], state: LoneState) -> Option<i64> {
    let reached = prices.iter().enumerate().filter_map(|(goal, price)| {
        let distance = distances.to_goal(state, goal);
        (distance != INF).then(|| i64::from(distance) - price)
    });
    reached.min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn potential(rows: &[&str]) -> (Board, Potential) {
        let board = Board::new(&Level::from_rows(rows)).unwrap();
        let limits = Limits::none();
        let distances = Distances::new(&board, &limits).unwrap();
        let potential = Potential::new(&board, &distances, &limits).unwrap().unwrap();
        (board, potential)
    }

    #[test]
    fn a_push_straight_home_wastes_nothing_and_one_away_wastes_a_unit() {
        let (board, potential) = potential(&["#######", "#     #", "# @$ .#", "#     #", "#######"]);
        let start = board.boxes()[0];
        let wastes: Vec<_> = board.pushes().iter().zip(&potential.wastes);
        let wastes: Vec<_> = wastes
            .into_iter()
            .filter(|(push, _)| push.from == start)
            .map(|(push, waste)| (push.dir.letter(), *waste))
            .collect();
        let expected = [('u', None), ('d', None), ('l', Some(1)), ('r', Some(0))];
        assert_eq!((potential.bound, potential.unit), (2, 2));
        assert_eq!(wastes, expected);
    }

    #[test]
    fn with_a_spare_goal_the_unit_is_one_push() {
        let (_, potential) = potential(&["#######", "#.@$ .#", "#######"]);
        assert_eq!((potential.bound, potential.unit), (2, 1));
        assert_eq!((potential.budget(1), potential.budget(5)), (None, Some(3)));
    }
}
