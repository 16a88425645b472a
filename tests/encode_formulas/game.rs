//! The rules of the game by plain search, for small boards.

use std::collections::BTreeSet;

use sokosat::board::{Board, Cell, Push};
use sokosat::distance::Distances;
use sokosat::level::Level;
use sokosat::limits::Limits;

/// A board with its distances.
pub(crate) struct Ground {
    pub(crate) board: Board,
    pub(crate) distances: Distances,
}

impl Ground {
    pub(crate) fn new(level: &Level) -> Self {
        let board = Board::new(level).unwrap();
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        Self { board, distances }
    }

    pub(crate) fn of_rows(rows: &[&str]) -> Self {
        Self::new(&Level::from_rows(rows))
    }
}

/// Boxes in order, and the player.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    pub(crate) boxes: Vec<Cell>,
    pub(crate) player: Cell,
}

impl Position {
    pub(crate) fn start(board: &Board) -> Self {
        Self {
            boxes: board.boxes().to_vec(),
            player: board.player(),
        }
    }

    fn is_solved(&self, board: &Board) -> bool {
        self.boxes.iter().all(|&cell| board.is_goal(cell))
    }

    /// Cells that the player can walk to.
    fn region(&self, board: &Board) -> BTreeSet<Cell> {
        let mut seen = BTreeSet::from([self.player]);
        let mut todo = vec![self.player];
        while let Some(cell) = todo.pop() {
            for next in board.neighbours(cell) {
                if !self.boxes.contains(&next) && seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        seen
    }

    /// Legal pushes, by index in the board's list.
    pub(crate) fn pushes(&self, board: &Board) -> Vec<usize> {
        let region = self.region(board);
        let legal = |push: &Push| {
            region.contains(&push.behind)
                && self.boxes.contains(&push.from)
                && !self.boxes.contains(&push.to)
        };
        let all = board.pushes().iter().enumerate();
        all.filter(|(_, push)| legal(push))
            .map(|(index, _)| index)
            .collect()
    }

    pub(crate) fn after(&self, push: Push) -> Self {
        let moved = |&cell: &Cell| if cell == push.from { push.to } else { cell };
        let mut boxes: Vec<Cell> = self.boxes.iter().map(moved).collect();
        boxes.sort_unstable();
        Self {
            boxes,
            player: push.from,
        }
    }

    /// The same position for every player's cell of one region.
    fn named(mut self, board: &Board) -> Self {
        self.player = *self.region(board).first().unwrap();
        self
    }
}

/// For each horizon up to `most`: whether exactly so many pushes can solve the level.
pub(crate) fn exact_horizons(board: &Board, most: usize) -> Vec<bool> {
    let mut layer = BTreeSet::from([Position::start(board).named(board)]);
    let mut solved = Vec::new();
    for _ in 0..=most {
        solved.push(layer.iter().any(|position| position.is_solved(board)));
        let next = layer.iter().flat_map(|position| {
            let pushes = position.pushes(board).into_iter();
            pushes.map(|index| position.after(board.pushes()[index]).named(board))
        });
        layer = next.collect();
    }
    solved
}

/// How many sequences of `length` pushes are legal from the start, solved or not.
pub(crate) fn count_sequences(board: &Board, length: usize) -> usize {
    fn count(board: &Board, position: &Position, length: usize) -> usize {
        if length == 0 {
            return 1;
        }
        let pushes = position.pushes(board).into_iter();
        let next = pushes.map(|index| position.after(board.pushes()[index]));
        next.map(|next| count(board, &next, length - 1)).sum()
    }
    count(board, &Position::start(board), length)
}

/// Whether a plan is legal and ends with every box on a goal.
pub(crate) fn is_solution(board: &Board, plan: &[Push]) -> bool {
    let mut position = Position::start(board);
    for &push in plan {
        let legal = position.pushes(board);
        if !legal.iter().any(|&index| board.pushes()[index] == push) {
            return false;
        }
        position = position.after(push);
    }
    position.is_solved(board)
}

/// A shortest walk that avoids the boxes, both ends included.
pub(crate) fn walk(board: &Board, boxes: &[Cell], from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let mut previous = vec![None; board.len()];
    previous[from.index()] = Some(from);
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(cell) = queue.pop_front() {
        for next in board.neighbours(cell) {
            if !boxes.contains(&next) && previous[next.index()].is_none() {
                previous[next.index()] = Some(cell);
                queue.push_back(next);
            }
        }
    }
    let mut cells = vec![to];
    previous[to.index()]?;
    while cells.last() != Some(&from) {
        cells.push(previous[cells.last()?.index()]?);
    }
    Some(cells)
}
