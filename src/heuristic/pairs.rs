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

use itertools::Itertools;

use crate::board::{Board, Cell, Dir, Push};
use crate::distance::{Distances, INF, LoneState};
use crate::heuristic::assignment::Assignment;
use crate::limits::{Limits, Stop};
use crate::state::Layout;

/// No plan brings the two boxes to these goals.
const NEVER: u8 = u8::MAX;

/// No region: a wall or a box is there.
const NO_LABEL: u8 = u8::MAX;

/// No row of labels: there is one region.
const ONE_REGION: u32 = u32::MAX;

/// More than any penalty.
const DEAD: u32 = u32::MAX;

/// The most bytes the excesses may take; boards that need more do without.
const MOST_BYTES: u64 = 1 << 28;

/// The tables of one board.
#[derive(Debug, Clone)]
pub struct Pairs {
    shapes: Shapes,
    goals: usize,
    /// By state, goal of the first box, goal of the second.
    excess: Vec<u8>,
    /// Whether the boxes of a state can never both reach goals.
    dead: Vec<bool>,
    /// Reduced costs of the boxes at hand, and which rows of them are filled.
    reduced: Vec<u32>,
    filled: Vec<bool>,
    /// Pairs of boxes that cost something: the penalty, then the boxes.
    costly: Vec<(u32, usize, usize)>,
    used: Vec<bool>,
}

/// Pairs of cells and the regions of the player between them. A state is a pair and a region.
#[derive(Debug, Clone)]
struct Shapes {
    slot_of: Vec<u32>,
    /// First state of each pair, and the number of states at the end.
    first: Vec<u32>,
    /// Labels of the cells beside the first box, then the second, by direction.
    beside: Vec<[u8; 8]>,
    /// Where the labels of all cells of a pair are.
    row: Vec<u32>,
    labels: Vec<u8>,
    /// A cell of the region of each state.
    player: Vec<Cell>,
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
        let least_states = cells * cells.saturating_sub(1) / 2;
        let square = (goals * goals) as u64;
        if boxes < 2 || least_states.saturating_mul(square) > MOST_BYTES {
            return Ok(None);
        }
        let shapes = Shapes::new(board, layout, limits)?;
        let bytes = shapes.player.len() as u64 * square;
        if bytes > MOST_BYTES {
            return Ok(None);
        }
        limits.may_grow(bytes)?;
        let mut pairs = Self {
            goals,
            excess: vec![NEVER; shapes.player.len() * goals * goals],
            dead: vec![true; shapes.player.len()],
            reduced: vec![0; boxes * goals],
            filled: vec![false; boxes],
            costly: Vec::new(),
            used: vec![false; boxes],
            shapes,
        };
        pairs.fill(board, distances, layout, limits)?;
        Ok(Some(pairs))
    }

    /// Searches backwards from each pair of goals.
    fn fill(
        &mut self,
        board: &Board,
        distances: &Distances,
        layout: &Layout,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let pulls = Pulls::new(board, distances, layout, &self.shapes);
        let lone = lone_states(distances, layout, &self.shapes);
        for [g, h] in (0..self.goals).array_combinations() {
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
                self.excess[(state * self.goals + g) * self.goals + h] = excess;
                self.dead[state] = false;
            }
        }
        Ok(())
    }

    /// Whether the pushed box and another one can never both reach goals after a push.
    #[must_use]
    pub fn is_dead_after(&self, push: &Push, boxes: &[Cell]) -> bool {
        let mut others = boxes.iter().filter(|&&cell| cell != push.from);
        let back = push.dir.opposite();
        others.any(|&other| self.dead[self.shapes.state_beside(push.to, other, back)])
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
            let state = self.shapes.state_at(boxes[i], boxes[j], player);
            if self.dead[state] {
                return None;
            }
            let at = (state * self.goals + assignment.goal_of(i)) * self.goals;
            if self.excess[at + assignment.goal_of(j)] > 0 {
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
        let table = &self.excess[state * self.goals * self.goals..][..self.goals * self.goals];
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

impl Shapes {
    fn new(board: &Board, layout: &Layout, limits: &Limits) -> Result<Self, Stop> {
        let mut slot_of = vec![u32::MAX; board.len()];
        for (slot, cell) in (0..).zip(layout.cells()) {
            slot_of[cell.index()] = slot;
        }
        let mut shapes = Self {
            slot_of,
            first: vec![0],
            beside: Vec::new(),
            row: Vec::new(),
            labels: Vec::new(),
            player: Vec::new(),
        };
        let cells = layout.cells();
        let mut labels = vec![NO_LABEL; board.len()];
        for second in 0..cells.len() {
            limits.check()?;
            limits.may_grow((second * board.len()) as u64)?;
            for first in 0..second {
                shapes.add(board, [cells[first], cells[second]], &mut labels);
            }
        }
        Ok(shapes)
    }

    /// Adds a pair of cells with its regions; pairs come in the order of their numbers.
    fn add(&mut self, board: &Board, cells: [Cell; 2], labels: &mut [u8]) {
        labels.fill(NO_LABEL);
        let mut count = 0;
        let mut todo = Vec::new();
        for start in cells.iter().flat_map(|&cell| board.neighbours(cell)) {
            if labels[start.index()] != NO_LABEL || cells.contains(&start) {
                continue;
            }
            labels[start.index()] = count;
            todo.push(start);
            self.player.push(start);
            while let Some(cell) = todo.pop() {
                for near in board.neighbours(cell) {
                    if labels[near.index()] == NO_LABEL && !cells.contains(&near) {
                        labels[near.index()] = count;
                        todo.push(near);
                    }
                }
            }
            count += 1;
        }
        let mut beside = [NO_LABEL; 8];
        for (place, label) in beside.iter_mut().enumerate() {
            let near = board.step(cells[place / 4], Dir::ALL[place % 4]);
            *label = near.map_or(NO_LABEL, |near| labels[near.index()]);
        }
        self.beside.push(beside);
        self.first.push(narrow(self.player.len()));
        if count > 1 {
            self.row.push(narrow(self.labels.len() / labels.len()));
            self.labels.extend_from_slice(labels);
        } else {
            self.row.push(ONE_REGION);
        }
    }

    /// The number of a pair of cells with slots.
    fn pair(&self, a: Cell, b: Cell) -> usize {
        let (a, b) = (self.slot_of[a.index()], self.slot_of[b.index()]);
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let (low, high) = (low as usize, high as usize);
        high * (high - 1) / 2 + low
    }

    /// The state with boxes on two cells and the player on a third.
    fn state_at(&self, a: Cell, b: Cell, player: Cell) -> usize {
        let pair = self.pair(a, b);
        let label = match self.row[pair] {
            ONE_REGION => 0,
            row => self.labels[row as usize * self.slot_of.len() + player.index()],
        };
        self.first[pair] as usize + usize::from(label)
    }

    /// The state with boxes on two cells and the player beside the first one.
    fn state_beside(&self, cell: Cell, other: Cell, dir: Dir) -> usize {
        let pair = self.pair(cell, other);
        let label = self.beside[pair][4 * usize::from(cell > other) + dir.index()];
        self.first[pair] as usize + usize::from(label)
    }
}

/// The lone states of both boxes, by state.
fn lone_states(distances: &Distances, layout: &Layout, shapes: &Shapes) -> Vec<[LoneState; 2]> {
    let cells = layout.cells();
    let mut states = Vec::with_capacity(shapes.player.len());
    for second in 0..cells.len() {
        for first in 0..second {
            let pair = shapes.pair(cells[first], cells[second]);
            for state in shapes.first[pair]..shapes.first[pair + 1] {
                let player = shapes.player[state as usize];
                let both = [cells[first], cells[second]];
                states.push(both.map(|cell| distances.lone().state_of(cell, player)));
            }
        }
    }
    states
}

/// The pushes of two boxes, backwards: from each state those before it.
///
/// A *node* is twice a state, and one more when the first box goes to the second goal.
struct Pulls {
    first: Vec<u32>,
    /// Twice the state before, and one more when the boxes change order.
    before: Vec<u32>,
}

impl Pulls {
    fn new(board: &Board, distances: &Distances, layout: &Layout, shapes: &Shapes) -> Self {
        let mut arcs = Vec::new();
        for (number, push) in board.pushes().iter().enumerate() {
            let Push {
                from,
                to,
                dir,
                behind,
            } = *push;
            if !distances.survives(number) || !layout.has_slot(from) || !layout.has_slot(to) {
                continue;
            }
            let back = dir.opposite();
            for &other in layout.cells() {
                if [from, to, behind].contains(&other) {
                    continue;
                }
                let after = shapes.state_beside(to, other, back);
                let before = shapes.state_beside(from, other, back);
                let flip = (from < other) != (to < other);
                arcs.push((narrow(after), narrow(2 * before + usize::from(flip))));
            }
        }
        arcs.sort_unstable();
        let mut first = vec![0; shapes.player.len() + 1];
        for (after, _) in &arcs {
            first[*after as usize + 1] += 1;
        }
        for state in 1..first.len() {
            first[state] += first[state - 1];
        }
        let before = arcs.into_iter().map(|(_, before)| before).collect();
        Self { first, before }
    }

    /// Fewest pushes from each node until the boxes stand on their goals.
    fn search(&self, shapes: &Shapes, [g, h]: [Cell; 2]) -> Vec<u16> {
        let mut steps = vec![INF; 2 * shapes.player.len()];
        let mut layer = Vec::new();
        let pair = shapes.pair(g, h);
        for state in shapes.first[pair]..shapes.first[pair + 1] {
            let node = 2 * state + u32::from(g > h);
            steps[node as usize] = 0;
            layer.push(node);
        }
        let mut depth = 0;
        while !layer.is_empty() && depth < INF - 1 {
            depth += 1;
            let mut next = Vec::new();
            for node in layer {
                let state = node as usize / 2;
                let range = self.first[state] as usize..self.first[state + 1] as usize;
                for &arc in &self.before[range] {
                    let before = arc ^ (node & 1);
                    if steps[before as usize] == INF {
                        steps[before as usize] = depth;
                        next.push(before);
                    }
                }
            }
            layer = next;
        }
        steps
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("tables are capped far below 2^32 entries")
}
