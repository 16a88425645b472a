//! Two boxes and the player between them: states, and the pushes that lead from one to another.
//!
//! A *state* is a pair of cells that can hold boxes and a region of the floor without them. Every region touches
//! one of the two cells, so at most eight regions have a pair; most have one. States are numbered by pair,
//! then region. A push that one box survives alone, with the other box out of its way, leads from state to state.
//!
//! Cost: a flood of the floor for each pair; a byte a floor cell for each pair with more than one region.

use crate::board::{Board, Cell, Dir, Push};
use crate::distance::{Distances, INF, LoneState};
use crate::limits::{Limits, Stop};
use crate::state::Layout;

/// No region: a wall or a box is there.
const NO_LABEL: u8 = u8::MAX;

/// No row of labels: there is one region.
const ONE_REGION: u32 = u32::MAX;

/// Pairs of cells and the regions of the player between them. A state is a pair and a region.
#[derive(Debug, Clone)]
pub(super) struct Shapes {
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

impl Shapes {
    /// Numbers the states of a board.
    pub(super) fn new(board: &Board, layout: &Layout, limits: &Limits) -> Result<Self, Stop> {
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

    /// Number of states.
    pub(super) fn len(&self) -> usize {
        self.player.len()
    }

    /// The number of a pair of cells with slots.
    fn pair(&self, a: Cell, b: Cell) -> usize {
        let (a, b) = (self.slot_of[a.index()], self.slot_of[b.index()]);
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let (low, high) = (low as usize, high as usize);
        high * (high - 1) / 2 + low
    }

    /// The state with boxes on two cells and the player on a third.
    pub(super) fn state_at(&self, a: Cell, b: Cell, player: Cell) -> usize {
        let pair = self.pair(a, b);
        let label = match self.row[pair] {
            ONE_REGION => 0,
            row => self.labels[row as usize * self.slot_of.len() + player.index()],
        };
        self.first[pair] as usize + usize::from(label)
    }

    /// The state with boxes on two cells and the player beside the first one.
    pub(super) fn state_beside(&self, cell: Cell, other: Cell, dir: Dir) -> usize {
        let pair = self.pair(cell, other);
        let label = self.beside[pair][4 * usize::from(cell > other) + dir.index()];
        self.first[pair] as usize + usize::from(label)
    }
}

/// The lone states of both boxes, by state.
pub(super) fn lone_states(
    distances: &Distances,
    layout: &Layout,
    shapes: &Shapes,
) -> Vec<[LoneState; 2]> {
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
pub(super) struct Pulls {
    first: Vec<u32>,
    /// Twice the state before, and one more when the boxes change order.
    before: Vec<u32>,
}

impl Pulls {
    /// Lists the pushes of a board.
    pub(super) fn new(
        board: &Board,
        distances: &Distances,
        layout: &Layout,
        shapes: &Shapes,
    ) -> Self {
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
    pub(super) fn search(&self, shapes: &Shapes, [g, h]: [Cell; 2]) -> Vec<u16> {
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
