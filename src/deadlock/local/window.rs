//! The window search: what can become of the boxes of a small window, whatever lies around it.
//!
//! The window stands in a ring of free floor, all connected. Where the surroundings are unknown
//! the search assumes what is best for the player:
//!
//! * the player comes in from the ring, at any place;
//! * a box pushed onto the ring is gone for good;
//! * cells of the window that a pattern says nothing about are empty floor.
//!
//! Why that is sound: take a solution of a real position that has the walls and boxes of the
//! window and whose player stands on no *closed* cell (floor of the window that cannot be reached
//! from the ring). Leave out every other box, and each box of the window from when it first left.
//! What remains of the solution is a walk of this search, since its player only ever stood on cells
//! that are free here. The boxes still in the window at its end stand on goals. So when every
//! *leftover* (the boxes still in the window in some reachable state, the start included) meets a
//! cell that is known to be no goal, the position is lost.
//!
//! A [`Mask`] of a window has bit `y * width + x`. Inside the search the window stands in a field
//! of 8 columns, at column 1 and row 1, so that walking is four shifts. A state is a set of boxes
//! and a region of the player: at most 2^16 x 17, a few dozen as a rule.

use std::ops::ControlFlow;

/// A set of cells of a window: bit `y * width + x`.
pub(super) type Mask = u16;

/// All cells of a window of `width` x `height`.
pub(super) fn field(width: usize, height: usize) -> Mask {
    Mask::MAX >> (16 - width * height)
}

/// The members of a set, each as a set of one.
pub(super) fn members(mask: Mask) -> impl Iterator<Item = Mask> {
    (0..16).map(|i| 1 << i).filter(move |bit| mask & bit != 0)
}

/// The steps to the right, left, down and up in the field.
const STEPS: [i32; 4] = [1, -1, 8, -8];

fn shift(mask: u64, step: i32) -> u64 {
    if step > 0 {
        mask << step
    } else {
        mask >> -step
    }
}

/// All that is connected with `from` over `free` cells.
fn flood(from: u64, free: u64) -> u64 {
    let mut region = from & free;
    loop {
        let near = region | region << 1 | region >> 1 | region << 8 | region >> 8;
        let next = near & free;
        if next == region {
            return region;
        }
        region = next;
    }
}

fn stop_if(enough: bool) -> ControlFlow<()> {
    if enough {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

/// A state: the boxes as a set of window cells, the same in the field, and the player's region.
#[derive(Clone, Copy)]
struct State {
    mask: Mask,
    boxes: u64,
    region: u64,
}

/// The search in windows of one size; its tables (256 KiB) are used again and again.
pub(super) struct Search {
    width: usize,
    height: usize,
    with_ring: u64,
    /// The window cell of each field cell as a set of one; empty for the ring.
    inside: [Mask; 64],
    /// For each set of boxes the regions seen: bit 0 for the one outside, else the smallest cell + 1.
    seen: Vec<u32>,
    /// The sets of boxes reached, each once, the start first.
    reached: Vec<Mask>,
    todo: Vec<State>,
}

impl Search {
    pub(super) fn new(width: usize, height: usize) -> Self {
        let ring_row = (1u64 << (width + 2)) - 1;
        let mut inside = [0; 64];
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            inside[8 * (y + 1) + x + 1] = 1 << (y * width + x);
        }
        Self {
            width,
            height,
            with_ring: (0..height + 2).fold(0, |all, y| all | ring_row << (8 * y)),
            inside,
            seen: vec![0; 1 << 16],
            reached: Vec::new(),
            todo: Vec::new(),
        }
    }

    /// Whether some leftover avoids `goal_free`; false means dead.
    pub(super) fn survives(&mut self, walls: Mask, boxes: Mask, goal_free: Mask) -> bool {
        let done = |left: Mask| stop_if(left & goal_free == 0);
        self.run(walls, boxes, done).is_break()
    }

    /// All leftovers, each once, the start first; none when all boxes can go out. `emptied` says
    /// for fewer boxes whether all of them can: after a box went out the player stands at the rim.
    pub(super) fn leftovers(
        &mut self,
        walls: Mask,
        boxes: Mask,
        emptied: &[bool],
    ) -> Option<&[Mask]> {
        let count = boxes.count_ones();
        let done = |left: Mask| stop_if(left.count_ones() < count && emptied[usize::from(left)]);
        let gone = boxes == 0 || self.run(walls, boxes, done).is_break();
        (!gone).then_some(&self.reached[..])
    }

    /// Visits each set of boxes that can be reached once, the start included.
    fn run(
        &mut self,
        walls: Mask,
        boxes: Mask,
        mut visit: impl FnMut(Mask) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for mask in self.reached.drain(..) {
            self.seen[usize::from(mask)] = 0;
        }
        self.todo.clear();
        let floor = self.with_ring & !widen(walls, self.width, self.height);
        let (mask, boxes) = (boxes, widen(boxes, self.width, self.height));
        let start = State {
            mask,
            boxes,
            region: flood(1, floor & !boxes),
        };
        self.enter(start, &mut visit)?;
        while let Some(state) = self.todo.pop() {
            self.push_all(floor, state, &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    fn push_all(
        &mut self,
        floor: u64,
        state: State,
        visit: &mut impl FnMut(Mask) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for step in STEPS {
            let behind_is_player = shift(state.region, step);
            let ahead_is_free = shift(floor & !state.boxes, -step);
            let mut movable = state.boxes & behind_is_player & ahead_is_free;
            while movable != 0 {
                let from = movable & movable.wrapping_neg();
                movable &= !from;
                let to = shift(from, step);
                let arrives = self.window_cell(to);
                let kept = if arrives == 0 { 0 } else { to };
                let boxes = (state.boxes & !from) | kept;
                let after = State {
                    mask: (state.mask & !self.window_cell(from)) | arrives,
                    boxes,
                    region: flood(from, floor & !boxes),
                };
                self.enter(after, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn enter(
        &mut self,
        state: State,
        visit: &mut impl FnMut(Mask) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let name = match self.window_cell(state.region) {
            0 => 1,
            smallest => u32::from(smallest) << 1,
        };
        let seen = &mut self.seen[usize::from(state.mask)];
        let first = *seen == 0;
        if *seen & name == 0 {
            *seen |= name;
            self.todo.push(state);
        }
        if first {
            self.reached.push(state.mask);
            visit(state.mask)?;
        }
        ControlFlow::Continue(())
    }

    /// The window cell of the smallest member of a nonempty set of the field.
    fn window_cell(&self, wide: u64) -> Mask {
        self.inside[wide.trailing_zeros() as usize]
    }
}

/// The cells of a window that a player outside cannot reach and that are not `taken` by walls or boxes.
pub(super) fn closed(width: usize, height: usize, taken: Mask) -> Mask {
    let column = |x: usize| (0..height).fold(0, |column: Mask, y| column | 1 << (y * width + x));
    let (first, last) = (column(0), column(width - 1));
    let row = field(width, 1);
    let free = field(width, height) & !taken;
    let mut open = (first | last | row | row << (width * (height - 1))) & free;
    loop {
        let sideways = (open & !last) << 1 | (open & !first) >> 1;
        let next = (open | sideways | open << width | open >> width) & free;
        if next == open {
            return free & !open;
        }
        open = next;
    }
}

/// A set of window cells in the field.
fn widen(mask: Mask, width: usize, height: usize) -> u64 {
    let row = |y: usize| (u64::from(mask) >> (width * y)) & ((1 << width) - 1);
    (0..height).fold(0, |wide, y| wide | row(y) << (8 * (y + 1) + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO_GOALS: Mask = Mask::MAX;

    #[test]
    fn a_box_in_a_corner_never_leaves() {
        let (walls, corner) = (0b0111, 0b1000);
        let mut search = Search::new(2, 2);
        assert!(!search.survives(walls, corner, NO_GOALS));
        assert!(search.survives(walls, corner, NO_GOALS & !corner));
        assert!(search.survives(0b0011, corner, NO_GOALS));
    }

    #[test]
    fn a_box_in_the_open_goes_out() {
        let mut search = Search::new(3, 3);
        let mut emptied = vec![false; 1 << 9];
        emptied[0] = true;
        assert_eq!(search.leftovers(0, 0b000_010_000, &emptied), None);
    }

    #[test]
    fn a_closed_cell_is_no_start() {
        // Four boxes in a plus around an empty cell, walls in the corners: from outside each can
        // only be pushed in, from inside each could be pushed out.
        let (corners, plus) = (0b101_000_101, 0b010_101_010);
        let mut search = Search::new(3, 3);
        assert!(!search.survives(corners, plus, NO_GOALS));
        assert_eq!(closed(3, 3, corners | plus), 0b000_010_000);
        assert_eq!(closed(3, 3, corners | (plus & !2)), 0);
    }

    #[test]
    fn leftovers_are_listed_once_from_the_start_on() {
        let mut search = Search::new(3, 3);
        let (corners, plus) = (0b101_000_101, 0b010_101_010);
        let left = search.leftovers(corners, plus, &[false; 1 << 9]).unwrap();
        assert_eq!(left[0], plus);
        let mut distinct = left.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!((distinct.len(), left.len()), (5, 5));
    }

    #[test]
    fn every_window_cell_has_its_own_place_in_the_field() {
        for (width, height) in [(1, 1), (4, 4), (5, 3), (3, 5), (2, 5)] {
            let search = Search::new(width, height);
            for cell in members(field(width, height)) {
                let wide = widen(cell, width, height);
                assert_eq!((wide.count_ones(), search.window_cell(wide)), (1, cell));
            }
        }
    }
}
