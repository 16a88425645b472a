//! A plain search of the checker's own: every position of some boxes, layer by layer.
//!
//! A position is the boxes in rising order and the smallest cell that the player reaches. Nothing is
//! pruned but pushes to cells from which a lone box never comes to a goal, whatever the player's
//! side. With some of the boxes only, all others gone, an empty search shows that these can
//! never all come to goals, and so that the level has no solution.
//!
//! Cost: about 2 bytes a box and 60 more for each position.

use std::collections::HashSet;

use super::ground::{Cell, Ground};
use super::lone::Lone;
use crate::limits::{Limits, Stop};

/// What the search found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Searched {
    /// The fewest pushes that bring all boxes to goals; none if there is no way.
    pub(super) fewest: Option<usize>,
    /// Positions met.
    pub(super) positions: u64,
}

/// Boxes in rising order, then the player's cell.
type Position = Box<[Cell]>;

/// Searches from the start of a level with `boxes` only, up to the first solved position.
///
/// # Errors
/// The limit that was reached.
pub(super) fn search(
    ground: &Ground,
    lone: &Lone,
    boxes: &[Cell],
    limits: &Limits,
) -> Result<Searched, Stop> {
    let mut search = Search {
        ground,
        alive: alive(ground, lone),
        seen: HashSet::new(),
        next: Vec::new(),
        limits,
    };
    search.enter(boxes.to_vec(), ground.player);
    for pushes in 0.. {
        let layer = std::mem::take(&mut search.next);
        let solved = |position: &Position| {
            let (_, boxes) = position.split_last().expect("a position has its player");
            boxes.iter().all(|&cell| ground.goal[usize::from(cell)])
        };
        let fewest = layer.iter().any(solved).then_some(pushes);
        if fewest.is_some() || layer.is_empty() {
            let positions = search.seen.len() as u64;
            return Ok(Searched { fewest, positions });
        }
        for position in layer {
            search.expand(&position)?;
        }
    }
    unreachable!("layers end when no position is new")
}

struct Search<'a> {
    ground: &'a Ground,
    /// By cell: whether a lone box there can come to a goal.
    alive: Vec<bool>,
    /// Positions met. Only looked up, never walked over.
    seen: HashSet<Position>,
    next: Vec<Position>,
    limits: &'a Limits,
}

impl Search<'_> {
    fn expand(&mut self, position: &Position) -> Result<(), Stop> {
        self.limits.check()?;
        let (&player, boxes) = position.split_last().expect("a position has its player");
        let region = self.ground.region(boxes, player);
        for (slot, &from) in boxes.iter().enumerate() {
            for index in self.ground.push_of[usize::from(from)].into_iter().flatten() {
                let push = self.ground.pushes[index as usize];
                let free = region[usize::from(push.behind)] && !boxes.contains(&push.to);
                if free && self.alive[usize::from(push.to)] {
                    let mut boxes = boxes.to_vec();
                    boxes[slot] = push.to;
                    boxes.sort_unstable();
                    self.enter(boxes, push.from);
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, mut boxes: Vec<Cell>, player: Cell) {
        let region = self.ground.region(&boxes, player);
        let first = region.iter().position(|&inside| inside).unwrap_or(0);
        boxes.push(Cell::try_from(first).unwrap_or(Cell::MAX));
        let position = boxes.into_boxed_slice();
        if self.seen.insert(position.clone()) {
            self.next.push(position);
        }
    }
}

/// By cell: whether a lone box comes from there to a goal, with the player on some side.
fn alive(ground: &Ground, lone: &Lone) -> Vec<bool> {
    let mut before = vec![Vec::new(); lone.len()];
    for &(was, is) in &lone.ends {
        before[is as usize].push(was);
    }
    let mut todo: Vec<u32> = ground.goals().flat_map(|goal| lone.states(goal)).collect();
    let mut seen = vec![false; lone.len()];
    let mut alive = vec![false; ground.len()];
    while let Some(state) = todo.pop() {
        if !std::mem::replace(&mut seen[state as usize], true) {
            alive[usize::from(lone.cells[state as usize])] = true;
            todo.extend(&before[state as usize]);
        }
    }
    alive
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn searched(rows: &[&str]) -> Searched {
        let limits = Limits::none();
        let ground = Ground::new(&Level::from_rows(rows)).unwrap();
        let lone = Lone::new(&ground, &limits).unwrap();
        search(&ground, &lone, &ground.boxes, &limits).unwrap()
    }

    #[test]
    fn the_fewest_pushes_are_found() {
        assert_eq!(searched(&["#######", "#@$  .#", "#######"]).fewest, Some(3));
        assert_eq!(searched(&["####", "#@*#", "####"]).fewest, Some(0));
    }

    #[test]
    fn boxes_that_block_each_other_have_no_way() {
        let rows = ["########", "#@$$ ..#", "########"];
        let found = searched(&rows);
        assert_eq!((found.fewest, found.positions), (None, 1));
    }
}
