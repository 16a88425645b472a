//! What two boxes cost beyond the sum of their distances: exact tables and a bound made of them.
//!
//! For boxes on `a` and `b`, the player in a region of the floor without them, and goals `g` and `h`, the *excess* is the
//! fewest pushes that bring `a` to `g` and `b` to `h`, less the distances of each alone: a breadth-first search
//! backwards for each pair of goals. With the prices of the assignment at hand and the reduced costs
//! `rc = distance - u - v` of all pairs of box and goal, two boxes add at least
//!
//! ```text
//! P(a, b) = min over g, h of rc(a, g) + rc(b, h) + excess(a, b; g, h)
//! ```
//!
//! *Sound*: a plan sends each box to a goal of its own. Its pushes of two boxes are a plan for them alone, so for
//! disjoint pairs of boxes it has at least as many pushes as the distances and the excesses of these pairs
//! add up to; and the distances are the total of the assignment plus all reduced costs, none of which is
//! negative. So the `P` of disjoint pairs add up.
//!
//! A push of a third box keeps the player in its region of the floor without the two, as in [`crate::lone`].
//!
//! Cost: a byte for each (state of two boxes, ordered pair of goals); a table is built in time linear in that.

use std::sync::Arc;

use itertools::Itertools;

use crate::board::{Board, Cell, Push};
use crate::distance::{Distances, INF};
use crate::heuristic::assignment::Assignment;
use crate::heuristic::two_boxes::{Pulls, Shapes, lone_states};
use crate::limits::{Limits, Stop};
use crate::state::Layout;

/// No plan brings the two boxes to these goals.
const NEVER: u8 = u8::MAX;

/// More than any penalty.
const DEAD: u32 = u32::MAX;

/// The most bytes the excesses may take; boards that need more do without.
const MOST_BYTES: u64 = 1 << 26;

/// The most cells that all floods of the floor without two cells may visit, likewise.
const MOST_VISITS: u64 = 1 << 27;

/// What does not change once it is built, shared by clones.
#[derive(Debug)]
struct Tables {
    shapes: Shapes,
    /// By state, goal of the first box, goal of the second.
    excess: Vec<u8>,
    /// Whether the boxes of a state can never both reach goals.
    dead: Vec<bool>,
}

/// The tables of one board, and room for the boxes at hand.
#[derive(Debug, Clone)]
pub struct Pairs {
    tables: Arc<Tables>,
    goals: usize,
    /// Reduced costs of the boxes at hand, and which rows of them are filled.
    reduced: Vec<u32>,
    filled: Vec<bool>,
    /// Pairs of boxes that cost something: the penalty, then the boxes.
    costly: Vec<(u32, usize, usize)>,
    used: Vec<bool>,
}

impl Tables {
    /// Searches backwards from each pair of goals.
    fn fill(
        &mut self,
        board: &Board,
        distances: &Distances,
        layout: &Layout,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let goals = board.goals().len();
        let pulls = Pulls::new(board, distances, layout, &self.shapes);
        let lone = lone_states(distances, layout, &self.shapes);
        for [g, h] in (0..goals).array_combinations() {
            limits.check()?;
            let cells = [board.goals()[g], board.goals()[h]];
            if !cells.iter().all(|&cell| layout.has_slot(cell)) {
                continue;
            }
            let steps = pulls.search(&self.shapes, cells);
            for (node, &pushes) in steps
                .iter()
                .enumerate()
                .filter(|(_, pushes)| **pushes != INF)
            {
                let (state, swapped) = (node / 2, node % 2 == 1);
                let (g, h) = if swapped { (h, g) } else { (g, h) };
                let [a, b] = lone[state];
                let alone = distances
                    .to_goal(a, g)
                    .saturating_add(distances.to_goal(b, h));
                let excess = pushes.saturating_sub(alone).min(u16::from(NEVER - 1));
                let excess = u8::try_from(excess).expect("the excess was capped");
                self.excess[(state * goals + g) * goals + h] = excess;
                self.dead[state] = false;
            }
        }
        Ok(())
    }
}

impl Pairs {
    /// Builds the tables; none if the board has fewer than two boxes or is too large for them.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        board: &Board,
        distances: &Distances,
        layout: &Layout,
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let (boxes, goals) = (board.boxes().len(), board.goals().len());
        let cells = layout.cells().len() as u64;
        let count = cells * cells.saturating_sub(1) / 2;
        let square = (goals * goals) as u64;
        let fits = count * square <= MOST_BYTES && count * board.len() as u64 <= MOST_VISITS;
        if boxes < 2 || !fits {
            return Ok(None);
        }
        let shapes = Shapes::new(board, layout, limits)?;
        let bytes = shapes.len() as u64 * square;
        if bytes > MOST_BYTES {
            return Ok(None);
        }
        limits.may_grow(bytes)?;
        let mut tables = Tables {
            excess: vec![NEVER; shapes.len() * goals * goals],
            dead: vec![true; shapes.len()],
            shapes,
        };
        tables.fill(board, distances, layout, limits)?;
        Ok(Some(Self {
            tables: Arc::new(tables),
            goals,
            reduced: vec![0; boxes * goals],
            filled: vec![false; boxes],
            costly: Vec::new(),
            used: vec![false; boxes],
        }))
    }

    /// Whether the pushed box and another one can never both reach goals after a push.
    #[must_use]
    pub fn is_dead_after(&self, push: Push, boxes: &[Cell]) -> bool {
        let mut others = boxes.iter().filter(|&&cell| cell != push.from);
        let back = push.dir.opposite();
        others.any(|&other| self.tables.dead[self.tables.shapes.state_beside(push.to, other, back)])
    }

    /// The penalty of disjoint pairs of boxes on top of an assignment; none if a pair is dead.
    ///
    /// `boxes` are those that `assignment` was loaded with, in rising order; `player` is a cell that the player reaches.
    pub fn penalty(
        &mut self,
        boxes: &[Cell],
        player: Cell,
        assignment: &Assignment,
    ) -> Option<u32> {
        self.filled.fill(false);
        self.costly.clear();
        for [i, j] in (0..boxes.len()).array_combinations() {
            let state = self.tables.shapes.state_at(boxes[i], boxes[j], player);
            if self.tables.dead[state] {
                return None;
            }
            let at = (state * self.goals + assignment.goal_of(i)) * self.goals;
            if self.tables.excess[at + assignment.goal_of(j)] > 0 {
                let cost = self.cost(state, (i, j), assignment);
                if cost == DEAD {
                    return None;
                }
                if cost > 0 {
                    self.costly.push((cost, i, j));
                }
            }
        }
        Some(self.pack())
    }

    /// `P` of two boxes in a state; [`DEAD`] if no goals are left for them.
    fn cost(&mut self, state: usize, (i, j): (usize, usize), assignment: &Assignment) -> u32 {
        self.reduce(i, assignment);
        self.reduce(j, assignment);
        let row = |index: usize| &self.reduced[index * self.goals..][..self.goals];
        let table =
            &self.tables.excess[state * self.goals * self.goals..][..self.goals * self.goals];
        let mut best = DEAD;
        for (&first, excesses) in row(i).iter().zip(table.chunks(self.goals)) {
            if first >= best {
                continue;
            }
            for (&second, &excess) in row(j).iter().zip(excesses) {
                if excess != NEVER && second < best {
                    best = best.min(first + second + u32::from(excess));
                }
            }
        }
        best
    }

    /// Fills in the reduced costs of a box.
    fn reduce(&mut self, index: usize, assignment: &Assignment) {
        if !std::mem::replace(&mut self.filled[index], true) {
            let row = &mut self.reduced[index * self.goals..][..self.goals];
            assignment.reduced_costs(index, row);
        }
    }

    /// The penalties of disjoint pairs, the greatest first.
    fn pack(&mut self) -> u32 {
        self.costly
            .sort_unstable_by_key(|&(cost, i, j)| (u32::MAX - cost, i, j));
        self.used.fill(false);
        let mut sum = 0;
        for &(cost, i, j) in &self.costly {
            if !self.used[i] && !self.used[j] {
                self.used[i] = true;
                self.used[j] = true;
                sum += cost;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Shape, pulled_level, random_level};
    use crate::level::Level;
    use crate::search::bfs::{Options, breadth_first};
    use crate::search::{Outcome, Verdict};

    /// The bound of the start; none if there is no assignment or a pair is dead.
    fn bound(level: &Level) -> Option<u32> {
        let board = Board::new(level).unwrap();
        let limits = Limits::none();
        let distances = Distances::new(&board, &limits).unwrap();
        let layout = Layout::new(&board, &distances);
        let (boxes, goals) = (board.boxes(), board.goals().len());
        let mut assignment = Assignment::new(&distances, boxes.len(), goals, &limits).unwrap();
        let states = (0..boxes.len()).map(|i| distances.start_state(&board, i));
        let total = assignment.load(&states.collect::<Vec<_>>())?;
        let pairs = Pairs::new(&board, &distances, &layout, &limits).unwrap();
        let penalty = pairs.unwrap().penalty(boxes, board.player(), &assignment)?;
        Some(total + penalty)
    }

    fn search(level: &Level) -> Outcome {
        let board = Board::new(level).unwrap();
        let limits = Limits::none();
        let distances = Distances::new(&board, &limits).unwrap();
        breadth_first(&board, &distances, Options::default(), &limits, &mut |_| ())
    }

    fn levels(boxes: usize, spare_goals: usize) -> impl Iterator<Item = Level> {
        (0..150_u32).filter_map(move |seed| {
            let shape = Shape {
                width: 6 + (seed % 3) as usize,
                height: 6 + (seed % 2) as usize,
                boxes,
                spare_goals,
                walls_percent: 25,
            };
            let level = if seed % 3 == 0 {
                random_level(seed.into(), &shape).unwrap()
            } else {
                pulled_level(seed.into(), &shape, 20).unwrap().level
            };
            let board = Board::new(&level).ok()?;
            let counted = board.boxes().len() == boxes && board.goals().len() >= boxes;
            (counted && board.stray().is_none()).then_some(level)
        })
    }

    #[test]
    fn two_boxes_with_two_goals_have_an_exact_bound() {
        let (mut exact, mut dead) = (0, 0);
        for level in levels(2, 0) {
            if let Verdict::Solved(plan) = search(&level).verdict {
                assert_eq!(bound(&level), u32::try_from(plan.len()).ok(), "{level}");
                exact += 1;
            } else {
                assert_eq!(bound(&level), None, "{level}");
                dead += 1;
            }
        }
        assert!(exact > 50 && dead > 5, "{exact} {dead}");
    }

    #[test]
    fn the_bound_is_never_above_the_minimum() {
        let mut solved = 0;
        for level in levels(2, 1).chain(levels(3, 0)).chain(levels(4, 1)) {
            if let Verdict::Solved(plan) = search(&level).verdict {
                let bound = bound(&level).expect("a level with a plan is not dead");
                assert!(bound as usize <= plan.len(), "{level}");
                solved += 1;
            }
        }
        assert!(solved > 150, "{solved}");
    }

    #[test]
    fn boards_that_are_too_large_do_without_tables() {
        let row = format!("#{}#", " ".repeat(120));
        let wall = "#".repeat(122);
        let mut rows = vec![row; 60];
        rows[3] = format!("#@ $ $ . .{}#", " ".repeat(111));
        let level = Level::from_rows(&[vec![wall.clone()], rows, vec![wall]].concat());
        let board = Board::new(&level).unwrap();
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        let layout = Layout::new(&board, &distances);
        let pairs = Pairs::new(&board, &distances, &layout, &Limits::none());
        assert!(pairs.unwrap().is_none());
    }
}
