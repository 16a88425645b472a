//! Frozen boxes: sets of boxes that block each other for good.
//!
//! A box cannot move along an axis when neither push along it survives by itself (a wall on
//! either side, dead states on both), or when a frozen box stands beside it on that axis. The frozen
//! boxes are the largest set in which each box is blocked on both axes, found by peeling: start
//! with the cluster of boxes that touch each other around the last push, take out any box
//! that is free on an axis, and look at its neighbours again.
//!
//! *Sound*: take the first frozen box that a plan moves. At that time the others stand where they
//! stood, so the push runs into a wall or a box, or leads to a dead state. Hence no plan moves a
//! frozen box, and one off its goal makes the position dead. Boxes outside the cluster cannot
//! freeze anew by the push. Cost: linear in the cluster; nothing recurses.

use crate::board::{Board, Cell, Dir};
use crate::distance::Distances;
use crate::region::Taken;

/// The two axes as pairs of directions.
const AXES: [[Dir; 2]; 2] = [[Dir::Left, Dir::Right], [Dir::Up, Dir::Down]];

/// Scratch space for freeze tests on one board.
#[derive(Debug, Clone)]
pub struct Freeze {
    /// The neighbours of each cell on each axis.
    beside: Vec<[[Option<Cell>; 2]; 2]>,
    /// Whether no push of a lone box on the cell survives along each axis.
    stuck: Vec<[bool; 2]>,
    goal: Vec<bool>,
    /// Whether a box belongs to the cluster and was not taken out; all false between tests.
    frozen: Vec<bool>,
    cluster: Vec<Cell>,
    todo: Vec<Cell>,
}

impl Freeze {
    /// Prepares the tests of a board.
    #[must_use]
    pub fn new(board: &Board, distances: &Distances) -> Self {
        let beside = |cell: Cell| AXES.map(|pair| pair.map(|dir| board.step(cell, dir)));
        let mut stuck = vec![[true; 2]; board.len()];
        for (index, push) in board.pushes().iter().enumerate() {
            let axis = usize::from(!AXES[0].contains(&push.dir));
            stuck[push.from.index()][axis] &= !distances.survives(index);
        }
        Self {
            beside: board.cells().map(beside).collect(),
            stuck,
            goal: board.cells().map(|cell| board.is_goal(cell)).collect(),
            frozen: vec![false; board.len()],
            cluster: Vec::new(),
            todo: Vec::new(),
        }
    }

    /// Whether the box on `cell` belongs to a cluster in which a box is frozen off its goal.
    ///
    /// `taken` says where boxes stand, `cell` among them. After a push this looks at the pushed box
    /// only as long as it can move by itself.
    pub fn is_dead(&mut self, taken: &Taken, cell: Cell) -> bool {
        if self.moves_freely(taken, cell) {
            return false;
        }
        self.gather(taken, cell);
        self.peel();
        let left = |cell: &Cell| self.frozen[cell.index()] && !self.goal[cell.index()];
        let dead = self.cluster.iter().any(left);
        for cell in self.cluster.drain(..) {
            self.frozen[cell.index()] = false;
        }
        dead
    }

    /// Adds the frozen boxes of the cluster of the box on `cell` to `frozen`, unless it is among them.
    pub fn frozen_around(&mut self, taken: &Taken, cell: Cell, frozen: &mut Vec<Cell>) {
        if self.moves_freely(taken, cell) || frozen.contains(&cell) {
            return;
        }
        self.gather(taken, cell);
        self.peel();
        for cell in self.cluster.drain(..) {
            if std::mem::replace(&mut self.frozen[cell.index()], false) && !frozen.contains(&cell) {
                frozen.push(cell);
            }
        }
    }

    /// Whether an axis of a box has no box beside it and a push that survives.
    fn moves_freely(&self, taken: &Taken, cell: Cell) -> bool {
        let free = |axis: usize| {
            let mut near = self.beside[cell.index()][axis].iter().flatten();
            !self.stuck[cell.index()][axis] && !near.any(|near| taken[near.index()])
        };
        free(0) || free(1)
    }

    /// Collects the cluster of a box, all of it frozen for now.
    fn gather(&mut self, taken: &Taken, cell: Cell) {
        self.frozen[cell.index()] = true;
        self.cluster.push(cell);
        let mut next = 0;
        while next < self.cluster.len() {
            for near in self.beside[self.cluster[next].index()]
                .as_flattened()
                .iter()
                .flatten()
            {
                if taken[near.index()] && !self.frozen[near.index()] {
                    self.frozen[near.index()] = true;
                    self.cluster.push(*near);
                }
            }
            next += 1;
        }
    }

    /// Takes out boxes that are free on an axis until none is left.
    fn peel(&mut self) {
        self.todo.extend_from_slice(&self.cluster);
        while let Some(cell) = self.todo.pop() {
            if !self.frozen[cell.index()] || self.is_blocked(cell) {
                continue;
            }
            self.frozen[cell.index()] = false;
            let near = self.beside[cell.index()].as_flattened().iter().flatten();
            let held = near.filter(|cell| self.frozen[cell.index()]);
            self.todo.extend(held);
        }
    }

    fn is_blocked(&self, cell: Cell) -> bool {
        let held = |axis: usize| {
            let mut cells = self.beside[cell.index()][axis].iter().flatten();
            self.stuck[cell.index()][axis] || cells.any(|cell| self.frozen[cell.index()])
        };
        held(0) && held(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::limits::Limits;

    /// Whether the position of a drawing is dead by the test of any of its boxes.
    fn dead(rows: &[&str]) -> bool {
        let board = Board::new(&Level::from_rows(rows)).unwrap();
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        let mut freeze = Freeze::new(&board, &distances);
        let mut taken = vec![false; board.len()];
        for cell in board.boxes() {
            taken[cell.index()] = true;
        }
        board
            .boxes()
            .iter()
            .any(|&cell| freeze.is_dead(&taken, cell))
    }

    #[test]
    fn a_square_of_boxes_off_goals_is_frozen() {
        let rows = [
            "########", "#@   ..#", "#  $$..#", "#  $$  #", "#      #", "########",
        ];
        assert!(dead(&rows));
    }

    #[test]
    fn a_square_of_boxes_on_goals_is_no_deadlock() {
        let rows = [
            "########", "#@     #", "#  **  #", "#  **  #", "#      #", "########",
        ];
        assert!(!dead(&rows));
    }

    #[test]
    fn a_pair_along_a_wall_is_frozen_and_a_pair_in_the_open_is_not() {
        let wall = ["#######", "#@$$..#", "#     #", "#     #", "#######"];
        assert!(dead(&wall));
        let open = ["########", "#@   ..#", "#  $$  #", "#      #", "########"];
        assert!(!dead(&open));
    }

    #[test]
    fn a_chain_of_thousands_of_boxes_is_judged_without_recursion() {
        let row = |first, last| format!("#{first}{}{last}#", "*".repeat(1000));
        let wall = "#".repeat(1005);
        let alive = [&wall, &row("@", " .")[..], &row(" ", "  "), &wall];
        assert!(!dead(&alive));
        let stuck = [&wall, &row("@", "$.")[..], &row(" ", "  "), &wall];
        assert!(dead(&stuck));
    }

    #[test]
    fn a_box_that_is_let_go_lets_its_neighbours_go() {
        // Seen from the box on the left, the upper one is looked at first and is held by the one below
        // it, which the left one holds, which the lowest one lets go.
        let rows = [
            "##########",
            "#@       #",
            "#    $#  #",
            "#   $$   #",
            "#   $    #",
            "#        #",
            "#  ....  #",
            "#        #",
            "##########",
        ];
        assert!(!dead(&rows));
    }
}
