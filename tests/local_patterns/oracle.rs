//! A plain search that knows nothing of the library's own.
//!
//! It walks squares one by one over a rectangle with walls, goals, and *sinks* that swallow boxes.
//! Without sinks it solves boards; with a ring of sinks around a window, and the player in a corner
//! of the ring, it answers what can become of a pattern at best.

use std::collections::HashSet;

use sokosat::board::{Board, Cell};
use sokosat::deadlock::local::{Mark, Pattern};

/// A rectangle of at most 64 squares; square `(x, y)` is bit `y * width + x` of each set.
#[derive(Clone, Default)]
pub(crate) struct Oracle {
    width: usize,
    height: usize,
    walls: u64,
    goals: u64,
    sinks: u64,
}

impl Oracle {
    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.width * self.height)
    }

    fn neighbour(&self, square: usize, (dx, dy): (isize, isize)) -> Option<usize> {
        let x = (square % self.width).checked_add_signed(dx)?;
        let y = (square / self.width).checked_add_signed(dy)?;
        (x < self.width && y < self.height).then_some(y * self.width + x)
    }

    fn reach(&self, boxes: u64, player: usize) -> u64 {
        let mut reached = 1 << player;
        let mut todo = vec![player];
        while let Some(square) = todo.pop() {
            for step in STEPS {
                if let Some(next) = self.neighbour(square, step)
                    && (self.walls | boxes | reached) >> next & 1 == 0
                {
                    reached |= 1 << next;
                    todo.push(next);
                }
            }
        }
        reached
    }

    /// Whether all boxes can come to stand on goals or be swallowed; nothing when more than `most`
    /// states would have to be seen.
    fn solvable(&self, boxes: u64, player: usize, most: usize) -> Option<bool> {
        let start = (boxes, self.reach(boxes, player));
        let mut seen = HashSet::from([start]);
        let mut todo = vec![start];
        while let Some((boxes, reach)) = todo.pop() {
            if boxes & !self.goals == 0 {
                return Some(true);
            }
            if seen.len() > most {
                return None;
            }
            for from in squares(boxes) {
                for (dx, dy) in STEPS {
                    let behind = self.neighbour(from, (-dx, -dy));
                    let Some(to) = self.neighbour(from, (dx, dy)) else {
                        continue;
                    };
                    let pushed = behind.is_some_and(|behind| reach >> behind & 1 == 1);
                    if pushed && (self.walls | boxes) >> to & 1 == 0 {
                        let boxes = (boxes & !(1 << from)) | (1 << to & !self.sinks);
                        let state = (boxes, self.reach(boxes, from));
                        if seen.insert(state) {
                            todo.push(state);
                        }
                    }
                }
            }
        }
        Some(false)
    }

    /// The floor and goals of a board, and a cell as a square.
    fn of(board: &Board) -> Self {
        let bit = |cell: Cell| 1 << Self::square(board, cell);
        let all = |cells: &mut dyn Iterator<Item = Cell>| cells.fold(0, |all, c| all | bit(c));
        let mut oracle = Self {
            width: board.width(),
            height: board.height(),
            goals: all(&mut board.goals().iter().copied()),
            ..Self::default()
        };
        oracle.walls = oracle.all() & !all(&mut board.cells());
        oracle
    }

    fn square(board: &Board, cell: Cell) -> usize {
        let (x, y) = board.place(cell);
        y * board.width() + x
    }

    pub(crate) fn solves(board: &Board, boxes: &[Cell], most: usize) -> Option<bool> {
        let set = boxes
            .iter()
            .fold(0, |set, &cell| set | 1 << Self::square(board, cell));
        Self::of(board).solvable(set, Self::square(board, board.player()), most)
    }

    /// Whether the boxes of a pattern can all leave its window or end on cells that may be goals.
    pub(crate) fn pattern_lives(pattern: &Pattern) -> bool {
        let (width, height) = (pattern.width() + 2, pattern.height() + 2);
        let mut oracle = Self {
            width,
            height,
            ..Self::default()
        };
        let mut window = 0;
        let mut boxes = 0;
        for (x, y, mark) in pattern.marks() {
            let bit = 1 << ((y + 1) * width + x + 1);
            window |= bit;
            match mark {
                Mark::Wall => oracle.walls |= bit,
                Mark::BoxOffGoal => boxes |= bit,
                Mark::Box => {
                    boxes |= bit;
                    oracle.goals |= bit;
                }
                Mark::NoGoal => {}
                Mark::Any => oracle.goals |= bit,
            }
        }
        oracle.sinks = oracle.all() & !window;
        oracle
            .solvable(boxes, 0, usize::MAX)
            .expect("there is no limit")
    }
}

const STEPS: [(isize, isize); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

fn squares(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |square| set >> square & 1 == 1)
}
