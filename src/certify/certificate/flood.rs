//! Which side of some boxes the player is on: floods that end at the first box they touch.
//!
//! A *side* of a set of boxes is a component of the floor without them. Every side touches a box,
//! so it is named by a box of the set, by its slot, and a direction from it.

use super::ground::{Cell, Ground};

/// No side: a wall or a box is there.
pub(super) const NONE: u8 = u8::MAX;

/// Scratch space for floods over one floor.
pub(super) struct Flood {
    /// By cell: the round in which it was last seen.
    seen: Vec<u32>,
    round: u32,
    todo: Vec<Cell>,
}

impl Flood {
    pub(super) fn new(ground: &Ground) -> Self {
        Self {
            seen: vec![0; ground.len()],
            round: 0,
            todo: Vec::new(),
        }
    }

    /// Starts a flood that the cells of `boxes` block.
    fn begin(&mut self, boxes: &[Cell]) {
        self.round += 1;
        for &cell in boxes {
            self.seen[usize::from(cell)] = self.round;
        }
    }

    fn enter(&mut self, cell: Cell) -> bool {
        let new = self.seen[usize::from(cell)] != self.round;
        self.seen[usize::from(cell)] = self.round;
        if new {
            self.todo.push(cell);
        }
        new
    }

    /// The slot of a box and the direction from it in which the player's side touches it.
    ///
    /// None if the player stands on a box, or if there is no box.
    pub(super) fn touch(
        &mut self,
        ground: &Ground,
        boxes: &[Cell],
        player: Cell,
    ) -> Option<(usize, usize)> {
        if boxes.contains(&player) {
            return None;
        }
        self.begin(&[]);
        self.todo.clear();
        self.enter(player);
        while let Some(cell) = self.todo.pop() {
            for dir in 0..4 {
                let Some(next) = ground.next[usize::from(cell)][dir] else {
                    continue;
                };
                if let Some(slot) = boxes.iter().position(|&other| other == next) {
                    return Some((slot, dir ^ 1));
                }
                self.enter(next);
            }
        }
        None
    }

    /// The sides of a set by slot, then direction: equal numbers from zero for equal sides.
    /// Gives the number of sides too.
    pub(super) fn sides(&mut self, ground: &Ground, boxes: &[Cell]) -> (Vec<u8>, u8) {
        let beside = |side: usize| ground.next[usize::from(boxes[side / 4])][side % 4];
        let mut labels = vec![NONE; 4 * boxes.len()];
        let mut count = 0;
        for side in 0..labels.len() {
            let start = beside(side).filter(|start| labels[side] == NONE && !boxes.contains(start));
            let Some(start) = start else { continue };
            self.fill(ground, boxes, start);
            for (other, label) in labels.iter_mut().enumerate().skip(side) {
                let inside = |cell: Cell| {
                    self.seen[usize::from(cell)] == self.round && !boxes.contains(&cell)
                };
                if beside(other).is_some_and(inside) {
                    *label = count;
                }
            }
            count += 1;
        }
        (labels, count)
    }

    fn fill(&mut self, ground: &Ground, boxes: &[Cell], start: Cell) {
        self.begin(boxes);
        self.todo.clear();
        self.enter(start);
        while let Some(cell) = self.todo.pop() {
            for next in ground.around(cell) {
                self.enter(next);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn boxes_in_a_corridor_make_three_sides() {
        let ground = Ground::new(&Level::from_rows(&["########", "#@ $$..#", "########"])).unwrap();
        let mut flood = Flood::new(&ground);
        let (labels, count) = flood.sides(&ground, &[1, 3]);
        assert_eq!(labels, [NONE, NONE, 0, 1, NONE, NONE, 1, 2]);
        assert_eq!(count, 3);
        assert_eq!(
            flood
                .touch(&ground, &[1, 3], 2)
                .map(|(slot, dir)| labels[slot * 4 + dir]),
            Some(1)
        );
        assert_eq!(flood.touch(&ground, &[1, 3], 5), Some((1, 3)));
        assert_eq!(flood.touch(&ground, &[1, 3], 3), None);
    }

    #[test]
    fn a_box_in_a_room_has_one_side() {
        let ground = Ground::new(&Level::from_rows(&[
            "#####", "#@  #", "# $ #", "#  .#", "#####",
        ]))
        .unwrap();
        let (labels, count) = Flood::new(&ground).sides(&ground, &[4]);
        assert_eq!((&labels[..], count), (&[0; 4][..], 1));
    }
}
