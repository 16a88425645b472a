//! The cheapest assignment when frozen boxes are walls.
//!
//! A box that is frozen on a goal stays there for good ([`crate::deadlock::freeze`]): it keeps its goal and stands
//! in the way of all others. So its cell may be taken for a wall, and the distances of the board with
//! these walls are a bound for the other boxes and the goals that are left; often a goal cannot be reached
//! any more, and the position is dead.
//!
//! *Sound*: no plan moves a frozen box, so the rest of a plan is one for the board with the walls. There the
//! player is shut in one part of the floor; a box elsewhere never moves again, costs nothing on a goal, and
//! makes the position dead off the goals. Boxes in the player's part need goals of that part.
//!
//! Cost: one board with its distances for each set of frozen boxes and part of the player, about half a
//! millisecond, kept until some 64 MiB are used; then new sets say nothing.

use std::collections::HashMap;

use crate::board::{Board, Cell, Push};
use crate::distance::{Distances, LoneState};
use crate::heuristic::assignment::Assignment;
use crate::level::Level;
use crate::limits::Limits;

/// The most bytes all boards together may take, by a rough count.
const MOST_BYTES: usize = 1 << 26;

/// What walls in place of frozen boxes say of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// So many pushes are left at least.
    Pushes(u32),
    /// There is no plan from it.
    Dead,
}

/// The boards with walls seen so far.
#[derive(Debug, Clone)]
pub struct Walled<'a> {
    board: &'a Board,
    limits: Limits,
    /// By frozen boxes, least cell of the player's part, and number of boxes in it. Never gone through,
    /// only asked for a key.
    frames: HashMap<Vec<u16>, Box<Frame>>,
    bytes: usize,
    key: Vec<u16>,
    /// The boxes of the position in the player's part, and which of the position's boxes they are.
    states: Vec<LoneState>,
    place_of: Vec<Option<usize>>,
    /// Scratch for floods: cells that are walls or seen.
    seen: Vec<bool>,
    todo: Vec<Cell>,
}

/// A board with walls in place of boxes.
#[derive(Debug, Clone)]
struct Frame {
    /// The own cells by cells of the original; none outside the player's part.
    cells: Vec<Option<Cell>>,
    distances: Distances,
    assignment: Assignment,
}

impl<'a> Walled<'a> {
    /// Prepares for a board; nothing is computed yet.
    #[must_use]
    pub fn new(board: &'a Board, limits: &Limits) -> Self {
        Self {
            board,
            limits: limits.clone(),
            frames: HashMap::new(),
            bytes: 0,
            key: Vec::new(),
            states: Vec::new(),
            place_of: Vec::new(),
            seen: vec![false; board.len()],
            todo: Vec::new(),
        }
    }

    /// The bound of a position; none where nothing is known. `frozen`, in rising order, are some of `boxes`.
    pub fn bound(&mut self, boxes: &[Cell], player: Cell, frozen: &[Cell]) -> Option<Bound> {
        self.key.clear();
        if frozen.iter().any(|&cell| !self.board.is_goal(cell)) {
            return Some(Bound::Dead);
        }
        self.flood(player, frozen);
        let stuck = |cell: &&Cell| !self.seen[cell.index()] && frozen.binary_search(cell).is_err();
        if boxes
            .iter()
            .filter(stuck)
            .any(|&cell| !self.board.is_goal(cell))
        {
            return Some(Bound::Dead);
        }
        let inside = |cell: &&Cell| self.seen[cell.index()] && frozen.binary_search(cell).is_err();
        let count = boxes.iter().filter(inside).count();
        let goals = self.board.goals().iter();
        if goals.filter(|goal| self.seen[goal.index()]).count() < count {
            return Some(Bound::Dead);
        }
        if count == 0 {
            return Some(Bound::Pushes(0));
        }
        self.set_key(frozen, count);
        if !self.frames.contains_key(&self.key) {
            if self.bytes > MOST_BYTES {
                return None;
            }
            let frame = self.frame(count)?;
            self.limits.may_grow(frame.bytes() as u64).ok()?;
            self.bytes += frame.bytes();
            self.frames.insert(self.key.clone(), Box::new(frame));
        }
        self.load(boxes, player, frozen)
    }

    /// The bound after a push of box `index` of the position whose bound was asked for last, if no more boxes
    /// are frozen by it.
    pub fn bound_after(&mut self, index: usize, push: Push) -> Option<Bound> {
        let frame = self.frames.get_mut(&self.key)?;
        let place = (*self.place_of.get(index)?)?;
        let (to, from) = (
            frame.cells[push.to.index()]?,
            frame.cells[push.from.index()]?,
        );
        let after = frame.distances.lone().state_of(to, from);
        let total = frame.assignment.total_after(place, after);
        Some(total.map_or(Bound::Dead, Bound::Pushes))
    }

    /// Marks the player's part of the floor.
    fn flood(&mut self, player: Cell, frozen: &[Cell]) {
        self.seen.fill(false);
        self.seen[player.index()] = true;
        self.todo.push(player);
        while let Some(cell) = self.todo.pop() {
            for next in self.board.neighbours(cell) {
                if !self.seen[next.index()] && frozen.binary_search(&next).is_err() {
                    self.seen[next.index()] = true;
                    self.todo.push(next);
                }
            }
        }
    }

    fn set_key(&mut self, frozen: &[Cell], count: usize) {
        let least = self.seen.iter().position(|&seen| seen).unwrap_or(0);
        self.key.clear();
        self.key.extend(frozen.iter().map(|cell| cell.0));
        let counts = [least, count].map(|number| u16::try_from(number).unwrap_or(u16::MAX));
        self.key.extend(counts);
    }

    /// The board of the player's part with `boxes` boxes; none if a limit is reached.
    fn frame(&self, boxes: usize) -> Option<Frame> {
        // A board has a box and a player; on a goal a box must stay, so the player is put elsewhere.
        let inside = || self.board.cells().filter(|cell| self.seen[cell.index()]);
        let player = inside().find(|&cell| !self.board.is_goal(cell));
        let player = player.or_else(|| inside().next())?;
        let (width, height) = (self.board.width(), self.board.height());
        let mut rows = vec![vec!['#'; width]; height];
        for cell in inside() {
            let (x, y) = self.board.place(cell);
            rows[y][x] = match (self.board.is_goal(cell), cell == player) {
                (true, true) => '+',
                (true, false) => '*',
                (false, true) => '@',
                (false, false) => ' ',
            };
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let board = Board::new(&Level::from_rows(&rows)).ok()?;
        let distances = Distances::new(&board, &self.limits).ok()?;
        let assignment =
            Assignment::new(&distances, boxes, board.goals().len(), &self.limits).ok()?;
        let mut cells = vec![None; self.board.len()];
        for (original, own) in inside().zip(board.cells()) {
            cells[original.index()] = Some(own);
        }
        Some(Frame {
            cells,
            distances,
            assignment,
        })
    }

    /// Assigns the boxes of a position in the frame of the key.
    fn load(&mut self, boxes: &[Cell], player: Cell, frozen: &[Cell]) -> Option<Bound> {
        self.states.clear();
        self.place_of.clear();
        let frame = self.frames.get_mut(&self.key)?;
        let player = frame.cells[player.index()]?;
        for cell in boxes {
            let own = frame.cells[cell.index()].filter(|_| frozen.binary_search(cell).is_err());
            self.place_of.push(own.map(|_| self.states.len()));
            let state = own.map(|own| frame.distances.lone().state_of(own, player));
            self.states.extend(state);
        }
        let total = frame.assignment.load(&self.states);
        Some(total.map_or(Bound::Dead, Bound::Pushes))
    }
}

impl Frame {
    /// Roughly the bytes it takes: distances twice, and a board.
    fn bytes(&self) -> usize {
        let states = self.distances.lone().len();
        4 * states * self.assignment.goals() + 200 * self.cells.len()
    }
}
