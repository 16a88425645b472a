//! Areas shut off from the player whose boxes can never be settled: small searches that remember what they proved.
//!
//! Take an area of free cells that the player cannot enter, and the boxes that touch it; forget all other boxes. The
//! *zone* is the area and the cells of its boxes. A box that leaves the zone is forgotten too. If no series of pushes
//! forgets boxes or puts them on goals until none is left off a goal, the position is dead.
//!
//! *Sound*: a plan of the whole position, without the pushes of other boxes and those after a box has left the
//! zone, is such a series, for where fewer boxes stand the player walks no less. Pushes after which a lone box cannot
//! get home ([`crate::distance`]) and boxes frozen off goals ([`crate::deadlock::freeze`]) are in no plan. A search that
//! reaches its limit proves nothing, and counts as proof of nothing.
//!
//! Whether an area is dead depends on its cells, its boxes and on where the player is when only they stand; that is what is
//! remembered, so an area is searched once however many positions contain it.
//! Cost: a flood for each state of a search, of which there are at most [`MOST_STATES`].

use std::collections::{HashMap, HashSet};

use crate::board::{Board, Cell, Push};
use crate::deadlock::freeze::Freeze;
use crate::distance::Distances;
use crate::region::{Region, Taken};

/// States of one search.
pub const MOST_STATES: usize = 400;

/// Areas that are remembered, some 100 bytes each; beyond, all are forgotten.
const MOST_KNOWN: usize = 1 << 20;

/// Boxes in rising order, then the first cell of the area and the smallest cell of the player's region.
type Key = Box<[u16]>;

/// Searches of one board and what they proved.
#[derive(Debug, Clone)]
pub struct Shut {
    /// The surviving pushes of each cell.
    pushes: Vec<Vec<Push>>,
    near: Vec<Vec<Cell>>,
    goal: Vec<bool>,
    freeze: Freeze,
    region: Region,
    /// Whether the areas searched are dead.
    known: HashMap<Key, bool>,
    /// Cells of areas seen in the position at hand.
    seen: Vec<bool>,
    zone: Vec<bool>,
    /// Where the boxes of the search stand.
    taken: Vec<bool>,
}

impl Shut {
    /// Prepares the searches of a board.
    #[must_use]
    pub fn new(board: &Board, distances: &Distances) -> Self {
        let mut pushes = vec![Vec::new(); board.len()];
        for (index, push) in board.pushes().iter().enumerate() {
            if distances.survives(index) {
                pushes[push.from.index()].push(*push);
            }
        }
        Self {
            pushes,
            near: board
                .cells()
                .map(|cell| board.neighbours(cell).collect())
                .collect(),
            goal: board.cells().map(|cell| board.is_goal(cell)).collect(),
            freeze: Freeze::new(board, distances),
            region: Region::new(board),
            known: HashMap::new(),
            seen: vec![false; board.len()],
            zone: vec![false; board.len()],
            taken: vec![false; board.len()],
        }
    }

    /// Whether an area that the player cannot enter makes a position dead.
    ///
    /// `taken` says where the `boxes` stand, `region` is the player's.
    pub fn is_dead(&mut self, taken: &Taken, boxes: &[Cell], region: &Region) -> bool {
        if region.len() + boxes.len() == taken.len() {
            return false;
        }
        let Some(player) = (0..)
            .map(Cell)
            .take(taken.len())
            .find(|&cell| region.holds(cell))
        else {
            return false;
        };
        self.seen.fill(false);
        for &cell in boxes {
            for i in 0..self.near[cell.index()].len() {
                let start = self.near[cell.index()][i];
                let shut = !taken[start.index()] && !region.holds(start);
                if !shut || self.seen[start.index()] {
                    continue;
                }
                let (area, around) = self.area(taken, start);
                if around.iter().any(|cell| !self.goal[cell.index()])
                    && self.is_dead_area(&area, around, player)
                {
                    return true;
                }
            }
        }
        false
    }

    /// The cells of an area, and the boxes that touch it, in rising order.
    fn area(&mut self, taken: &Taken, start: Cell) -> (Vec<Cell>, Vec<Cell>) {
        let (mut area, mut around) = (vec![start], Vec::new());
        self.seen[start.index()] = true;
        let mut next = 0;
        while next < area.len() {
            for &near in &self.near[area[next].index()] {
                if taken[near.index()] {
                    around.push(near);
                } else if !std::mem::replace(&mut self.seen[near.index()], true) {
                    area.push(near);
                }
            }
            next += 1;
        }
        around.sort_unstable();
        around.dedup();
        (area, around)
    }

    fn is_dead_area(&mut self, area: &[Cell], boxes: Vec<Cell>, player: Cell) -> bool {
        for cell in &boxes {
            self.taken[cell.index()] = true;
        }
        let player = self.region.flood(&self.taken, player);
        for cell in &boxes {
            self.taken[cell.index()] = false;
        }
        let first = area.iter().min().copied();
        let start = key(boxes.iter().copied().chain(first).chain([player]));
        if let Some(&dead) = self.known.get(&start) {
            return dead;
        }
        for cell in area.iter().chain(&boxes) {
            self.zone[cell.index()] = true;
        }
        let dead = self.search(boxes, player);
        self.zone.fill(false);
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(start, dead);
        dead
    }

    /// Whether no series of pushes settles the boxes of the zone.
    fn search(&mut self, boxes: Vec<Cell>, player: Cell) -> bool {
        let mut found = HashSet::from([state(&boxes, player)]);
        let mut todo = vec![(boxes, player)];
        while let Some((boxes, player)) = todo.pop() {
            if found.len() > MOST_STATES {
                return false;
            }
            for cell in &boxes {
                self.taken[cell.index()] = true;
            }
            let mut children = self.children(&boxes, player);
            // The last one is looked at next.
            children.sort_by_key(|(boxes, _)| std::cmp::Reverse(boxes.len()));
            for cell in &boxes {
                self.taken[cell.index()] = false;
            }
            for (boxes, player) in children {
                if boxes.iter().all(|cell| self.goal[cell.index()]) {
                    return false;
                }
                if found.insert(state(&boxes, player)) {
                    todo.push((boxes, player));
                }
            }
        }
        true
    }

    /// The states after each push that the player can make.
    fn children(&mut self, boxes: &[Cell], player: Cell) -> Vec<(Vec<Cell>, Cell)> {
        self.region.flood(&self.taken, player);
        let mut made = Vec::new();
        for cell in boxes {
            for push in &self.pushes[cell.index()] {
                if self.region.holds(push.behind) && !self.taken[push.to.index()] {
                    made.push(*push);
                }
            }
        }
        let mut children = Vec::with_capacity(made.len());
        for push in made {
            let mut after: Vec<Cell> = boxes.to_vec();
            after.retain(|&cell| cell != push.from);
            self.taken[push.from.index()] = false;
            let stays = self.zone[push.to.index()];
            let mut dead = false;
            if stays {
                self.taken[push.to.index()] = true;
                dead = self.freeze.is_dead(&self.taken, push.to);
                let place = after.partition_point(|&cell| cell < push.to);
                after.insert(place, push.to);
            }
            if !dead {
                let player = self.region.flood(&self.taken, push.from);
                children.push((after, player));
            }
            self.taken[push.to.index()] = false;
            self.taken[push.from.index()] = true;
        }
        children
    }
}

fn state(boxes: &[Cell], player: Cell) -> Key {
    key(boxes.iter().copied().chain([player]))
}

fn key(cells: impl Iterator<Item = Cell>) -> Key {
    cells.map(|cell| cell.0).collect()
}
