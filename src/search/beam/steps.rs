//! Sokoban for a beam, a move a step: the states of the articles.
//!
//! A state is the set of boxes and the player's cell; successors come in the order up, down, left, right.
//! A push into a corner without a goal, or one that completes a square of boxes and walls with a box off the
//! goals, is left out; nothing else is, so that figures of articles can be repeated. The bound that
//! serves a ceiling is zero: only the moves made count.

use crate::board::{Board, Cell, Dir};
use crate::distance::Distances;
use crate::search::beam::score::{Near, Score};
use crate::search::beam::{Layers, Rating};

/// The states of a board, rated for a beam.
#[derive(Debug, Clone)]
pub struct BeamSteps<'a> {
    board: &'a Board,
    near: Near,
    /// Words of the boxes in a key; one more holds the player.
    words: usize,
    taken: Vec<bool>,
    boxes: Vec<Cell>,
    player: Cell,
    /// Directions not tried yet from the state at hand.
    left: &'static [Dir],
    /// The successor last given.
    child: (Vec<Cell>, Cell),
}

impl<'a> BeamSteps<'a> {
    /// Prepares the space; none for a score that needs pushes.
    #[must_use]
    pub fn new(board: &'a Board, distances: &Distances, score: Score) -> Option<Self> {
        Some(Self {
            board,
            near: Near::new(board, distances, score)?,
            words: board.len().div_ceil(64),
            taken: vec![false; board.len()],
            boxes: Vec::new(),
            player: board.player(),
            left: &[],
            child: (Vec::new(), board.player()),
        })
    }

    /// The boxes and the player of a key.
    ///
    /// # Panics
    /// On a key that is not of this space.
    #[must_use]
    pub fn read(&self, key: &[u64]) -> (Vec<Cell>, Cell) {
        let holds = |cell: &Cell| key[cell.index() / 64] >> (cell.index() % 64) & 1 == 1;
        let player = u16::try_from(key[self.words]).expect("a key was written from a cell");
        (self.board.cells().filter(holds).collect(), Cell(player))
    }

    fn write(&self, boxes: &[Cell], player: Cell, key: &mut [u64]) {
        key.fill(0);
        for cell in boxes {
            key[cell.index() / 64] |= 1 << (cell.index() % 64);
        }
        key[self.words] = u64::from(player.0);
    }

    fn load(&mut self, key: &[u64]) {
        let (boxes, player) = self.read(key);
        self.taken.fill(false);
        for cell in &boxes {
            self.taken[cell.index()] = true;
        }
        (self.boxes, self.player, self.left) = (boxes, player, &Dir::ALL);
    }

    /// Boxes and player after a step, if it is legal and not seen to be dead.
    fn moved(&mut self, dir: Dir) -> Option<(Vec<Cell>, Cell)> {
        let next = self.board.step(self.player, dir)?;
        if !self.taken[next.index()] {
            return Some((self.boxes.clone(), next));
        }
        let beyond = self.board.step(next, dir)?;
        if self.taken[beyond.index()] {
            return None;
        }
        self.taken.swap(next.index(), beyond.index());
        let dead = self.is_corner(beyond) || self.completes_square(beyond);
        self.taken.swap(next.index(), beyond.index());
        let carried = |&cell: &Cell| if cell == next { beyond } else { cell };
        (!dead).then(|| (self.boxes.iter().map(carried).collect(), next))
    }

    fn is_corner(&self, cell: Cell) -> bool {
        let open = |dir| self.board.step(cell, dir).is_some();
        let along = |one, other| open(one) && open(other);
        let free = along(Dir::Up, Dir::Down) || along(Dir::Left, Dir::Right);
        !self.board.is_goal(cell) && !free
    }

    /// Whether the box on a cell stands in a square of boxes and walls with a box off the goals.
    fn completes_square(&self, cell: Cell) -> bool {
        let off = |cell: Cell| self.taken[cell.index()] && !self.board.is_goal(cell);
        let corners = [Dir::Up, Dir::Down].into_iter().flat_map(|rows| {
            [Dir::Left, Dir::Right].map(|columns| {
                let beside = self.board.step(cell, columns);
                let above = self.board.step(cell, rows);
                let across = beside.and_then(|beside| self.board.step(beside, rows));
                let across = across.or_else(|| self.board.step(above?, columns));
                [Some(cell), beside, above, across]
            })
        });
        corners.into_iter().any(|square| {
            let mut cells = square.iter().flatten();
            cells.clone().all(|cell| self.taken[cell.index()]) && cells.any(|&cell| off(cell))
        })
    }
}

impl Layers for BeamSteps<'_> {
    fn words(&self) -> usize {
        self.words + 1
    }

    fn start(&mut self, key: &mut [u64]) -> bool {
        self.write(self.board.boxes(), self.board.player(), key);
        true
    }

    fn is_end(&self, key: &[u64]) -> bool {
        let (boxes, _) = self.read(key);
        boxes.iter().all(|&cell| self.board.is_goal(cell))
    }

    fn open(&mut self, key: &[u64]) -> Option<u32> {
        self.load(key);
        Some(0)
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        while let Some((&dir, rest)) = self.left.split_first() {
            self.left = rest;
            if let Some((boxes, player)) = self.moved(dir) {
                self.write(&boxes, player, child);
                self.child = (boxes, player);
                return true;
            }
        }
        false
    }

    fn rate(&mut self, steps: u32) -> Option<Rating> {
        let (boxes, player) = &self.child;
        let near = &self.near;
        let score =
            near.boxes(boxes.iter().copied()) - near.walk(*player, boxes) - near.spent(steps);
        Some(Rating { score, bound: 0 })
    }
}
