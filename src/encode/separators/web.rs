//! What touches what in eight directions: the walls of a board, each a node, and its cells.
//!
//! Whatever is not floor is wall, with a margin of one around the drawing; walls that touch in
//! eight directions are one. Nodes are numbered walls first.

use std::collections::BTreeMap;

use crate::board::{Board, Cell};

type Place = (usize, usize);

/// The graph; neighbours are in rising order.
pub(super) struct Web {
    walls: usize,
    cells: Vec<Cell>,
    near: Vec<Vec<usize>>,
}

impl Web {
    pub(super) fn new(board: &Board) -> Self {
        let size = (board.width() + 2, board.height() + 2);
        let place = |cell| {
            let (x, y) = board.place(cell);
            (x + 1, y + 1)
        };
        let floor: BTreeMap<Place, usize> = board
            .cells()
            .map(|cell| (place(cell), cell.index()))
            .collect();
        let (walls, wall) = walls(size, &floor);
        let node = |at: Place| {
            let cell = floor.get(&at).map(|cell| walls + cell);
            cell.or_else(|| wall.get(&at).copied())
        };
        let mut near = vec![Vec::new(); walls + board.len()];
        for (&at, &cell) in &floor {
            for other in around(at, size).filter_map(node) {
                near[walls + cell].push(other);
                if other < walls {
                    near[other].push(walls + cell);
                }
            }
        }
        for list in &mut near {
            list.sort_unstable();
            list.dedup();
        }
        Self {
            walls,
            cells: board.cells().collect(),
            near,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.near.len()
    }

    /// The cell that a node is; none for a wall.
    pub(super) fn cell(&self, node: usize) -> Option<Cell> {
        Some(self.cells[node.checked_sub(self.walls)?])
    }

    pub(super) fn near(&self, node: usize) -> &[usize] {
        &self.near[node]
    }

    pub(super) fn touch(&self, a: usize, b: usize) -> bool {
        self.near[a].binary_search(&b).is_ok()
    }
}

/// The number of walls, and which wall each place that is not floor belongs to.
fn walls(size: Place, floor: &BTreeMap<Place, usize>) -> (usize, BTreeMap<Place, usize>) {
    let mut wall = BTreeMap::new();
    let mut count = 0;
    for first in (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y))) {
        let mut todo = vec![first];
        let before = wall.len();
        while let Some(at) = todo.pop() {
            if !floor.contains_key(&at) && !wall.contains_key(&at) {
                wall.insert(at, count);
                todo.extend(around(at, size));
            }
        }
        count += usize::from(wall.len() > before);
    }
    (count, wall)
}

/// The eight places around one, as far as they lie on the drawing and its margin.
fn around((x, y): Place, (width, height): Place) -> impl Iterator<Item = Place> {
    let rows = y.saturating_sub(1)..(y + 2).min(height);
    let columns = x.saturating_sub(1)..(x + 2).min(width);
    let places = rows.flat_map(move |y| columns.clone().map(move |x| (x, y)));
    places.filter(move |&place| place != (x, y))
}
