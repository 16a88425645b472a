//! A lone box and the side the player is on, and the pushes between such states.
//!
//! With one box on a cell the player is on one *side* of it; a *state* is a cell and a side. A push
//! starts with the player behind the box and ends with the player where the box was, so both ends
//! of a push depend on the push alone. Between two pushes of a box the player walks around it
//! whatever other boxes do: every plan, seen from one box, is a path over these states.

use std::collections::VecDeque;

use super::flood::{Flood, NONE};
use super::ground::{Cell, Ground};
use crate::limits::{Limits, Stop};

/// All states of a lone box.
pub(super) struct Lone {
    /// By cell and direction: the state with the player beside the box there.
    toward: Vec<[Option<u32>; 4]>,
    /// The cell of each state.
    pub(super) cells: Vec<Cell>,
    /// The states before and after each push.
    pub(super) ends: Vec<(u32, u32)>,
}

impl Lone {
    /// Finds the sides of all cells; at most cells x cells steps, mostly far fewer.
    pub(super) fn new(ground: &Ground, limits: &Limits) -> Result<Self, Stop> {
        let mut flood = Flood::new(ground);
        let mut toward = Vec::with_capacity(ground.len());
        let mut cells = Vec::new();
        for cell in ground.cells() {
            limits.check()?;
            let first = u32::try_from(cells.len()).unwrap_or(u32::MAX);
            let (labels, count) = flood.sides(ground, &[cell]);
            let state = |dir: usize| Some(labels[dir]).filter(|&label| label != NONE);
            toward.push([0, 1, 2, 3].map(|dir| state(dir).map(|label| first + u32::from(label))));
            cells.extend((0..count).map(|_| cell));
        }
        let side = |cell: Cell, dir: usize| {
            toward[usize::from(cell)][dir].expect("the player stands there at one end of the push")
        };
        let ends = ground.pushes.iter();
        let ends = ends.map(|push| (side(push.from, push.dir ^ 1), side(push.to, push.dir ^ 1)));
        Ok(Self {
            ends: ends.collect(),
            toward,
            cells,
        })
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The state with the player beside the box in a direction.
    pub(super) fn toward(&self, cell: Cell, dir: usize) -> Option<u32> {
        self.toward[usize::from(cell)][dir]
    }

    /// The state with the player on another cell.
    pub(super) fn state_of(
        &self,
        ground: &Ground,
        flood: &mut Flood,
        (cell, player): (Cell, Cell),
    ) -> Option<u32> {
        let (_, dir) = flood.touch(ground, &[cell], player)?;
        self.toward(cell, dir)
    }

    /// All states of a cell.
    pub(super) fn states(&self, cell: Cell) -> impl Iterator<Item = u32> + '_ {
        let first = self.cells.partition_point(|&other| other < cell);
        let end = self.cells.partition_point(|&other| other <= cell);
        (first..end).map(|state| u32::try_from(state).unwrap_or(u32::MAX))
    }

    /// By state: whether a lone box from `start` ever gets there.
    pub(super) fn reached(&self, start: u32) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        let mut after = vec![Vec::new(); self.len()];
        for &(before, next) in &self.ends {
            after[before as usize].push(next);
        }
        let mut todo = VecDeque::from([start]);
        while let Some(state) = todo.pop_front() {
            if !std::mem::replace(&mut seen[state as usize], true) {
                todo.extend(&after[state as usize]);
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn a_box_in_a_corridor_keeps_its_side() {
        let ground = Ground::new(&Level::from_rows(&["#######", "#@$  .#", "#######"])).unwrap();
        let lone = Lone::new(&ground, &Limits::none()).unwrap();
        assert_eq!(lone.cells, [0, 1, 1, 2, 2, 3, 3, 4]);
        let start = lone
            .state_of(&ground, &mut Flood::new(&ground), (1, 0))
            .unwrap();
        assert_eq!(Some(start), lone.toward(1, 2));
        let reached = lone.reached(start);
        let cells: Vec<_> = (0..lone.len())
            .filter(|&s| reached[s])
            .map(|s| lone.cells[s])
            .collect();
        assert_eq!(cells, [1, 2, 3, 4]);
        assert_eq!(lone.states(3).collect::<Vec<_>>(), [5, 6]);
    }
}
