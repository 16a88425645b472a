//! Corrals that must be opened first: fewer pushes to try, and no minimum lost.
//!
//! Let `A` be free cells closed off from the player, `B` boxes with all that touch `A` among them, at least one of `B`
//! off its goal. Suppose that every push of a box of `B` that survives by itself ([`crate::distance`]) either
//! is *blocked* while `B` stands (its box would enter a cell of `B`, or the player would start on a
//! cell of `A` or `B`), or leads *inward*: into `A`, and the player can make it now. Then only the inward pushes
//! need to be tried, and without any the position is dead.
//!
//! *No minimum lost*: a plan pushes a box of `B` at some time. Until the first such push `p` nothing enters `A` or
//! `B` and no box but those of `B` touches `A`. So `p` is not blocked, hence inward, hence can be made now.
//! Made first, it takes nothing from the pushes before it: they never use the cell of `A` it fills, and
//! the cell it frees joins the player's side. The plan with `p` in front is as long and ends in the same position.
//!
//! `A` starts as one closed-off area, `B` as the boxes around it. A push that is neither blocked nor inward because of
//! a box outside `B` or a cell of another area takes that box into `B`, or that area into `A`; one that the player can
//! make, or could make if boxes stood otherwise, ends the attempt. What has passed stays passed, for both sets only grow.
//! Cost: linear in the cells of the areas and in the pushes of `B`, for each area.
//! After Junghanns and Schaeffer's "PI-corrals" as described by the authors of `JSoko`.

use crate::board::{Board, Cell, Dir, Push};
use crate::distance::Distances;
use crate::region::{Region, Taken};

/// Scratch space for corrals of one board.
#[derive(Debug, Clone)]
pub struct Corrals {
    /// The surviving pushes of each cell.
    pushes: Vec<Vec<Push>>,
    near: Vec<[Option<Cell>; 4]>,
    goal: Vec<bool>,
    /// Whether all goals are filled in the end.
    all_filled: bool,
    /// Which attempt took a cell into `A` or `B` last.
    marks: Vec<u32>,
    attempt: u32,
    /// Cells of areas that were tried as a start, by the position they were tried in.
    tried: Vec<u32>,
    position: u32,
    area: Vec<Cell>,
    boxes: Vec<Cell>,
    only: Vec<Push>,
    inward: Vec<Push>,
}

impl Corrals {
    /// Prepares the search for corrals of a board.
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
                .map(|cell| Dir::ALL.map(|dir| board.step(cell, dir)))
                .collect(),
            goal: board.cells().map(|cell| board.is_goal(cell)).collect(),
            all_filled: board.has_fixed_parity(),
            marks: vec![0; board.len()],
            attempt: 0,
            tried: vec![0; board.len()],
            position: 0,
            area: Vec::new(),
            boxes: Vec::new(),
            only: Vec::new(),
            inward: Vec::new(),
        }
    }

    /// The pushes of the corral with the fewest of them, which alone need to be tried; none if there is no corral.
    ///
    /// `taken` says where the `boxes` stand, `region` is the player's. All pushes given can be made now; a
    /// corral without any makes the position dead.
    pub fn find(&mut self, taken: &Taken, boxes: &[Cell], region: &Region) -> Option<&[Push]> {
        if region.len() + boxes.len() == taken.len() {
            return None;
        }
        self.position = next_stamp(self.position, &mut self.tried);
        let mut found = false;
        for cell in boxes {
            for start in self.near[cell.index()].into_iter().flatten() {
                let closed = !taken[start.index()] && !region.holds(start);
                let known = self.tried[start.index()] == self.position;
                if !closed || known || !self.close(taken, region, start) {
                    continue;
                }
                self.list_inward(taken, region);
                if !found || self.inward.len() < self.only.len() {
                    std::mem::swap(&mut self.inward, &mut self.only);
                    found = true;
                }
            }
        }
        found.then_some(&self.only)
    }

    /// Grows `A` and `B` from one closed-off cell; says whether they are a corral to be opened first.
    fn close(&mut self, taken: &Taken, region: &Region, start: Cell) -> bool {
        self.attempt = next_stamp(self.attempt, &mut self.marks);
        self.area.clear();
        self.boxes.clear();
        self.add_area(taken, start);
        for cell in &self.area {
            self.tried[cell.index()] = self.position;
        }
        let mut next = 0;
        while next < self.boxes.len() {
            let cell = self.boxes[next];
            for i in 0..self.pushes[cell.index()].len() {
                let push = self.pushes[cell.index()][i];
                if !self.admit(taken, region, push) {
                    return false;
                }
            }
            next += 1;
        }
        let astray = self.boxes.iter().any(|cell| !self.goal[cell.index()]);
        astray || self.all_filled && self.area.iter().any(|cell| self.goal[cell.index()])
    }

    /// Whether a push of a box of `B` is blocked or inward, if need be after `A` or `B` has grown.
    fn admit(&mut self, taken: &Taken, region: &Region, push: Push) -> bool {
        let Push { to, behind, .. } = push;
        let (to_taken, behind_taken) = (taken[to.index()], taken[behind.index()]);
        if self.has(behind) || to_taken && self.has(to) {
            return true;
        }
        let inward = self.has(to);
        if to_taken {
            self.add_box(to);
        } else if behind_taken {
            self.add_box(behind);
        } else if !region.holds(behind) {
            self.add_area(taken, behind);
        } else if !inward && !region.holds(to) {
            self.add_area(taken, to);
        } else {
            return inward;
        }
        true
    }

    fn has(&self, cell: Cell) -> bool {
        self.marks[cell.index()] == self.attempt
    }

    fn add_box(&mut self, cell: Cell) {
        self.marks[cell.index()] = self.attempt;
        self.boxes.push(cell);
    }

    /// Takes the closed-off area of a free cell into `A` and the boxes around it into `B`.
    fn add_area(&mut self, taken: &Taken, start: Cell) {
        let mut next = self.area.len();
        self.marks[start.index()] = self.attempt;
        self.area.push(start);
        while next < self.area.len() {
            for near in self.near[self.area[next].index()].into_iter().flatten() {
                if self.marks[near.index()] == self.attempt {
                    continue;
                }
                self.marks[near.index()] = self.attempt;
                if taken[near.index()] {
                    self.boxes.push(near);
                } else {
                    self.area.push(near);
                }
            }
            next += 1;
        }
    }

    fn list_inward(&mut self, taken: &Taken, region: &Region) {
        self.inward.clear();
        for cell in &self.boxes {
            for push in &self.pushes[cell.index()] {
                if self.has(push.to) && !taken[push.to.index()] && region.holds(push.behind) {
                    self.inward.push(*push);
                }
            }
        }
    }
}

/// The next stamp of a list of stamps, all of which are forgotten when the numbers run out.
fn next_stamp(stamp: u32, stamps: &mut [u32]) -> u32 {
    if stamp == u32::MAX {
        stamps.fill(0);
        return 1;
    }
    stamp + 1
}
