//! Cuts on demand: what a model shows to be missing.
//!
//! A formula with cuts for its walks has models whose pushes the player cannot get to. For each such
//! push the boxes hold a separator between player and pusher; a smallest one is a cut that every
//! plan obeys at every step and horizon. It is found as a maximum flow of disjoint walks: as many
//! walks from player to pusher as share no box, through everything else freely; the smallest cut
//! has one box of each. Each round forbids its model, so the rounds end.

use std::collections::{BTreeSet, VecDeque};

use crate::board::{Board, Cell, Push};
use crate::encode::separators::Separator;

/// The cuts that a sequence of pushes breaks, one a push that the player cannot get to.
///
/// Empty if and only if the pushes are legal, as far as walking goes.
///
/// # Panics
/// Never: boxes between player and pusher hold a separator.
#[must_use]
pub fn broken(board: &Board, pushes: &[Push]) -> Vec<Separator> {
    let mut boxes: BTreeSet<Cell> = board.boxes().iter().copied().collect();
    let mut player = board.player();
    let mut found = Vec::new();
    for push in pushes {
        // What is no plan for other reasons is for the judge.
        if boxes.contains(&push.behind) || !boxes.contains(&push.from) {
            break;
        }
        let cut = smallest_cut(board, &boxes, player, push.behind);
        if !cut.is_empty() {
            let separator = Separator::of(board, cut);
            found.push(separator.expect("no box of a smallest cut can be spared"));
        }
        boxes.remove(&push.from);
        boxes.insert(push.to);
        player = push.from;
    }
    found
}

/// The fewest boxes between two free cells, in rising order; empty if there is a way around them.
#[must_use]
pub fn smallest_cut(board: &Board, boxes: &BTreeSet<Cell>, from: Cell, to: Cell) -> Vec<Cell> {
    let mut flow = Flow::new(2 * board.len());
    for cell in board.cells() {
        let room = if boxes.contains(&cell) { 1 } else { MANY };
        flow.join(entry(cell), exit(cell), room);
        for next in board.neighbours(cell) {
            flow.join(exit(cell), entry(next), MANY);
        }
    }
    let ends = (entry(from), exit(to));
    for _ in 0..=boxes.len() {
        if !flow.augment(ends) {
            let cut = boxes.iter().copied();
            let cut = cut.filter(|&cell| flow.reached(entry(cell)) && !flow.reached(exit(cell)));
            return cut.collect();
        }
    }
    Vec::new()
}

/// Room for more walks than there are boxes.
const MANY: u32 = u32::MAX / 4;

/// Every cell is split in two: walks come in at one half and leave by the other.
fn entry(cell: Cell) -> usize {
    2 * cell.index()
}

fn exit(cell: Cell) -> usize {
    2 * cell.index() + 1
}

/// Walks so far, as the room that is left on each arc; arc i and arc i ^ 1 are opposite.
struct Flow {
    arcs: Vec<(usize, u32)>,
    leaving: Vec<Vec<usize>>,
    /// By node: the arc by which the last search came.
    came: Vec<Option<usize>>,
}

impl Flow {
    fn new(nodes: usize) -> Self {
        Self {
            arcs: Vec::new(),
            leaving: vec![Vec::new(); nodes],
            came: vec![None; nodes],
        }
    }

    fn join(&mut self, from: usize, to: usize, room: u32) {
        for (from, to, room) in [(from, to, room), (to, from, 0)] {
            self.leaving[from].push(self.arcs.len());
            self.arcs.push((to, room));
        }
    }

    /// Whether the last search got to a node.
    fn reached(&self, node: usize) -> bool {
        self.came[node].is_some()
    }

    /// Adds a walk if there is room for one.
    fn augment(&mut self, (from, to): (usize, usize)) -> bool {
        self.came.fill(None);
        // Any arc will do: the way back ends at `from`.
        self.came[from] = Some(0);
        let mut queue = VecDeque::from([from]);
        while let Some(node) = queue.pop_front() {
            for &arc in &self.leaving[node] {
                let (next, room) = self.arcs[arc];
                if room > 0 && self.came[next].is_none() {
                    self.came[next] = Some(arc);
                    queue.push_back(next);
                }
            }
        }
        let mut node = to;
        while node != from {
            let Some(arc) = self.came[node] else {
                return false;
            };
            self.arcs[arc].1 -= 1;
            self.arcs[arc ^ 1].1 += 1;
            node = self.arcs[arc ^ 1].0;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn cell(board: &Board, at: (usize, usize)) -> Cell {
        let mut cells = board.cells();
        cells.find(|&cell| board.place(cell) == at).unwrap()
    }

    #[test]
    fn the_smallest_cut_is_found_behind_a_larger_one() {
        let rows = [
            "#########",
            "#@ $ ####",
            "#  $  $.#",
            "#  $ ####",
            "##...####",
            "#########",
        ];
        let board = Board::new(&Level::from_rows(&rows)).unwrap();
        let boxes = board.boxes().iter().copied().collect();
        let cut = |from, to| smallest_cut(&board, &boxes, cell(&board, from), cell(&board, to));
        assert_eq!(cut((1, 1), (7, 2)), [cell(&board, (6, 2))]);
        assert_eq!(cut((1, 1), (4, 1)), []);
    }

    #[test]
    fn a_push_from_behind_a_wall_of_boxes_breaks_a_cut() {
        let rows = ["######", "#@$ .#", "#.$  #", "######"];
        let board = Board::new(&Level::from_rows(&rows)).unwrap();
        let push = |from, letter| {
            let mut pushes = board.pushes().iter();
            let found =
                pushes.find(|push| push.from == cell(&board, from) && push.dir.letter() == letter);
            *found.unwrap()
        };
        assert_eq!(broken(&board, &[push((2, 1), 'r')]), []);
        let found = broken(&board, &[push((2, 2), 'l')]);
        assert_eq!(found[0].cells, [cell(&board, (2, 1)), cell(&board, (2, 2))]);
        assert_eq!(found[0].sides.len(), 2);
    }
}
