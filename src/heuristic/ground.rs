//! What tables of a few boxes know of a board: slots, pulls and their waste, ways from the player.
//!
//! With *prices* `v` of the goals, a lone box in state `s` has the potential `pi(s) = min over goals g of
//! distance(s, g) - v(g)`. A push lowers it by one at most; what it costs above that is its *waste*. A set of boxes
//! costs at least the sum of its potentials, and its *excess* is what it costs beyond it.
//!
//! *Where the player is*: a shortest way on the empty floor from the player to the nearest box of a set meets no other box
//! of the set. So the region of the player in the floor without the set is that of the cell before that
//! box, and it is named by the box and a direction, without a flood.

use std::collections::VecDeque;

use crate::board::{Board, Cell, Dir};
use crate::distance::{Distances, INF, LoneState};
use crate::limits::{Limits, Stop};
use crate::state::Layout;

/// The most cells that can hold boxes, so that slots are bytes.
pub(super) const MOST_SLOTS: usize = 250;

/// The most bytes of ways; larger boards do without tables.
const MOST_WAY_BYTES: usize = 1 << 24;

/// No slot.
pub(super) const NO_SLOT: u8 = u8::MAX;

/// The potential of a lone state from which no goal can be reached.
const NEVER: i64 = i64::MAX;

/// A push backwards: the box goes to the slot `from`, and the player stands on `behind` after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pull {
    pub(super) from: u8,
    pub(super) behind: u16,
    pub(super) waste: u8,
}

/// The way from a player to a cell on the empty floor: its length, and the direction from the cell back along it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    pub(super) steps: u16,
    pub(super) back: u8,
}

/// A board with prices.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) slot_of: Vec<u8>,
    pub(super) cells: Vec<u16>,
    /// Floor neighbours by direction; the number of cells stands for wall.
    pub(super) near: Vec<[u16; 4]>,
    /// By slot of the box after the push, and direction from it to the player.
    pub(super) pulls: Vec<[Option<Pull>; 4]>,
    /// By lone state.
    potential: Vec<i64>,
    /// The states of each slot with the player in each direction: the potential.
    pub(super) goals: Vec<u8>,
    prices: Vec<i64>,
    /// By player, then cell.
    ways: Vec<Way>,
}

impl Ground {
    /// Prepares a board with prices of its goals; none if it is too large for tables.
    pub(super) fn new(
        board: &Board,
        distances: &Distances,
        prices: Vec<i64>,
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let layout = Layout::new(board, distances);
        let way_bytes = board.len() * board.len() * size_of::<Way>();
        let goals = board.goals().iter();
        let useful = goals.clone().all(|&goal| layout.has_slot(goal));
        if layout.cells().len() > MOST_SLOTS || way_bytes > MOST_WAY_BYTES || !useful {
            return Ok(None);
        }
        limits.may_grow(way_bytes as u64)?;
        let mut slot_of = vec![NO_SLOT; board.len()];
        for (slot, cell) in (0..).zip(layout.cells()) {
            slot_of[cell.index()] = slot;
        }
        let wall = u16::try_from(board.len()).expect("a board has at most MAX_CELLS cells");
        let number = |cell: Option<Cell>| cell.map_or(wall, |cell| cell.0);
        let near = board
            .cells()
            .map(|cell| Dir::ALL.map(|dir| number(board.step(cell, dir))));
        let mut ground = Self {
            cells: layout.cells().iter().map(|cell| cell.0).collect(),
            near: near.collect(),
            pulls: vec![[None; 4]; layout.cells().len()],
            potential: potentials(distances, &prices),
            goals: goals.map(|goal| slot_of[goal.index()]).collect(),
            ways: Vec::with_capacity(board.len() * board.len()),
            prices,
            slot_of,
        };
        ground.list_pulls(board, distances);
        for player in board.cells() {
            limits.check()?;
            ground.add_ways(player.0);
        }
        Ok(Some(ground))
    }

    fn list_pulls(&mut self, board: &Board, distances: &Distances) {
        for (number, push) in board.pushes().iter().enumerate() {
            let (from, to) = (
                self.slot_of[push.from.index()],
                self.slot_of[push.to.index()],
            );
            if from == NO_SLOT || to == NO_SLOT || !distances.survives(number) {
                continue;
            }
            let lone = distances.lone();
            let [before, after] = [lone.before(number), lone.after(number)]
                .map(|state| self.potential[state.index()]);
            let waste = u8::try_from(1 + after - before).unwrap_or(u8::MAX);
            self.pulls[usize::from(to)][push.dir.opposite().index()] = Some(Pull {
                from,
                behind: push.behind.0,
                waste,
            });
        }
    }

    /// Finds the ways of a player to all cells, breadth first.
    fn add_ways(&mut self, player: u16) {
        let first = self.ways.len();
        let unseen = Way {
            steps: u16::MAX,
            back: 0,
        };
        self.ways.resize(first + self.near.len(), unseen);
        self.ways[first + usize::from(player)].steps = 0;
        let mut todo = VecDeque::from([player]);
        while let Some(cell) = todo.pop_front() {
            let steps = self.ways[first + usize::from(cell)].steps + 1;
            for (dir, &next) in Dir::ALL.iter().zip(&self.near[usize::from(cell)]) {
                let place = first + usize::from(next);
                if usize::from(next) < self.near.len() && self.ways[place].steps == u16::MAX {
                    let back = dir.opposite().index().to_le_bytes()[0];
                    self.ways[place] = Way { steps, back };
                    todo.push_back(next);
                }
            }
        }
    }

    /// The way from a player to a cell.
    pub(super) fn way(&self, player: Cell, cell: Cell) -> Way {
        self.ways[player.index() * self.near.len() + cell.index()]
    }

    /// What the boxes cost without each other, all prices included; none if one of them is dead.
    pub(super) fn sum(&self, states: &[LoneState]) -> Option<i64> {
        let mut sum = self.prices.iter().sum();
        for state in states {
            match self.potential[state.index()] {
                NEVER => return None,
                potential => sum += potential,
            }
        }
        Some(sum)
    }

    /// How far the potential of a box on a goal lies below the price of that goal.
    pub(super) fn spare(&self, goal: usize, state: LoneState) -> i64 {
        -self.prices[goal] - self.potential[state.index()]
    }
}

fn potentials(distances: &Distances, prices: &[i64]) -> Vec<i64> {
    let count = u32::try_from(distances.lone().len()).expect("lone states are numbered by u32");
    let least = |state| {
        let costs = prices.iter().enumerate().filter_map(|(goal, price)| {
            let cost = distances.to_goal(LoneState(state), goal);
            (cost != INF).then_some(i64::from(cost) - price)
        });
        costs.min().unwrap_or(NEVER)
    };
    (0..count).map(least).collect()
}
