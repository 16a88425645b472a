//! One key for all positions that are equal under a symmetry of the board.
//!
//! The positions of a board fall into classes: those that a rotation or reflection of floor and goals
//! ([`crate::symmetry`]) takes to each other. All of a class take equally many pushes to the goals, and a push
//! from one leads to the class that its image leads to from another. So a search over classes finds the same minimum
//! with up to an eighth of the positions. A class is stored as the least of its positions: least boxes, then least player.
//!
//! *Proved* as before: whatever is known of a board and a position holds for each position of the class, whichever was
//! stored. Only the layout of keys knows the start: a symmetry counts when it maps cells with a slot onto such cells;
//! then, step by step, all images of positions that can be reached have keys.
//!
//! A chain of classes gives a plan from the true start: at each step some push leads to the next class.
//!
//! Cost: the images of the boxes for each key, and a flood where another one than the key itself has the least boxes.
//! Nothing on boards without a symmetry.

use std::cmp::Ordering;

use itertools::Itertools;

use crate::board::{Board, Cell, Push};
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::region::Region;
use crate::search::bestfirst::Space;
use crate::search::prune::{Prune, Rule};
use crate::search::pushes::Pushes;
use crate::state::Layout;
use crate::symmetry::{Turn, turns};

/// Turns keys to the least ones of their classes.
#[derive(Debug, Clone)]
pub struct Classes {
    layout: Layout,
    turns: Vec<Turn>,
    region: Region,
    boxes: Vec<Cell>,
    taken: Vec<bool>,
    /// The least boxes so far, those of the image at hand, and the turns that give the least ones.
    least: Vec<u64>,
    image: Vec<u64>,
    ties: Vec<usize>,
}

impl Classes {
    /// The classes under all symmetries that can be used.
    #[must_use]
    pub fn new(board: &Board, layout: &Layout) -> Self {
        let keeps_slots = |turn: &Turn| {
            let mut cells = layout.cells().iter();
            cells.all(|cell| layout.has_slot(turn[cell.index()]))
        };
        let mut turns = turns(board);
        turns.retain(keeps_slots);
        Self::under(turns, board, layout)
    }

    /// Each position a class of its own.
    #[must_use]
    pub fn single(board: &Board, layout: &Layout) -> Self {
        Self::under(Vec::new(), board, layout)
    }

    fn under(turns: Vec<Turn>, board: &Board, layout: &Layout) -> Self {
        Self {
            layout: layout.clone(),
            turns,
            region: Region::new(board),
            boxes: Vec::new(),
            taken: vec![false; board.len()],
            least: vec![0; layout.words()],
            image: vec![0; layout.words()],
            ties: Vec::new(),
        }
    }

    /// Writes the least key of the class of a key over it; gives the number of cells visited for that.
    pub fn settle(&mut self, key: &mut [u64]) -> usize {
        if self.turns.is_empty() {
            return 0;
        }
        self.boxes.clear();
        self.layout.read_boxes(key, &mut self.boxes);
        let visited = (self.boxes.len() + key.len()) * self.turns.len();
        let own_is_least = self.find_least(key);
        if own_is_least && self.ties.is_empty() {
            return visited;
        }
        let own = self.layout.player(key);
        self.flood(own);
        let images = self.ties.iter().map(|&turn| &self.turns[turn]);
        let least_of = |turn: &Turn| self.region.cells().map(|cell| turn[cell.index()]).min();
        let player = images.filter_map(least_of).min();
        let own = own_is_least.then_some(own);
        key.copy_from_slice(&self.least);
        if let Some(player) = player.into_iter().chain(own).min() {
            self.layout.set_player(key, player);
        }
        visited + self.region.len() * self.ties.len()
    }

    /// Finds the least boxes of the class and the turns that lead there; says whether those of the key are the least.
    fn find_least(&mut self, key: &[u64]) -> bool {
        let mut own_is_least = true;
        self.least.copy_from_slice(key);
        self.layout.set_player(&mut self.least, Cell(0));
        self.ties.clear();
        for (number, turn) in self.turns.iter().enumerate() {
            self.image.fill(0);
            for cell in &self.boxes {
                self.layout.flip(&mut self.image, turn[cell.index()]);
            }
            match self.image.cmp(&self.least) {
                Ordering::Greater => continue,
                Ordering::Equal => (),
                Ordering::Less => {
                    own_is_least = false;
                    self.ties.clear();
                    self.least.copy_from_slice(&self.image);
                }
            }
            self.ties.push(number);
        }
        own_is_least
    }

    fn flood(&mut self, player: Cell) {
        for cell in &self.boxes {
            self.taken[cell.index()] = true;
        }
        self.region.flood(&self.taken, player);
        for cell in &self.boxes {
            self.taken[cell.index()] = false;
        }
    }

    /// A plan from the start of the board through classes, the first of which is its own.
    ///
    /// # Panics
    /// If no push leads from some class to the next.
    pub fn plan<'k>(&mut self, board: &Board, keys: impl Iterator<Item = &'k [u64]>) -> Vec<Push> {
        if self.turns.is_empty() {
            let pairs = keys.tuple_windows();
            return pairs
                .map(|(before, after)| self.layout.push_between(board, before, after))
                .collect();
        }
        self.search_plan(board, keys)
    }

    /// The same where a position of the chain may be turned against the one before.
    fn search_plan<'k>(
        &mut self,
        board: &Board,
        keys: impl Iterator<Item = &'k [u64]>,
    ) -> Vec<Push> {
        let mut region = Region::new(board);
        let mut taken = vec![false; board.len()];
        for cell in board.boxes() {
            taken[cell.index()] = true;
        }
        let player = region.flood(&taken, board.player());
        let mut here = self.layout.key(board.boxes(), player);
        let mut plan = Vec::new();
        for class in keys.skip(1) {
            let open = |push: &&Push| {
                let free = taken[push.from.index()] && !taken[push.to.index()];
                free && region.holds(push.behind)
            };
            let mut pushes = board.pushes().iter().filter(open);
            let found = pushes.find_map(|&push| Some((push, self.step(&here, push, class)?)));
            let (push, next) = found.expect("a push leads from each class to the next");
            plan.push(push);
            taken.swap(push.from.index(), push.to.index());
            region.flood(&taken, push.from);
            here = next;
        }
        plan
    }

    /// The key after a push if it is of that class.
    fn step(&mut self, key: &[u64], push: Push, class: &[u64]) -> Option<Vec<u64>> {
        if !self.layout.has_slot(push.to) {
            return None;
        }
        let mut next = key.to_vec();
        self.layout.flip(&mut next, push.from);
        self.layout.flip(&mut next, push.to);
        self.boxes.clear();
        self.layout.read_boxes(&next, &mut self.boxes);
        self.find_least(&next);
        // Most pushes lead to other boxes, which is told without a flood.
        self.layout
            .set_player(&mut self.least, self.layout.player(class));
        if self.least != class {
            return None;
        }
        self.flood(push.from);
        let player = self.region.cells().min();
        self.layout
            .set_player(&mut next, player.unwrap_or(push.from));
        let mut least = next.clone();
        self.settle(&mut least);
        (least == class).then_some(next)
    }
}

/// The positions of a board, one of each class if the rules say so ([`Rule::Symmetry`]).
#[derive(Debug, Clone)]
pub struct Symmetric<'a> {
    pushes: Pushes<'a>,
    classes: Classes,
}

impl<'a> Symmetric<'a> {
    /// Prepares the space of a board that has as many goals as boxes or more.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the tables do not fit.
    pub fn new(
        board: &'a Board,
        distances: &'a Distances,
        prune: Prune,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let pushes = Pushes::new(board, distances, prune, limits)?;
        let classes = if prune.has(Rule::Symmetry) {
            Classes::new(board, pushes.layout())
        } else {
            Classes::single(board, pushes.layout())
        };
        Ok(Self { pushes, classes })
    }

    /// A plan from the start of the board through positions of this space, the first of which is its start.
    ///
    /// # Panics
    /// If no push leads from some position to the next.
    pub fn plan<'k>(&self, keys: impl Iterator<Item = &'k [u64]>) -> Vec<Push> {
        self.classes.clone().plan(self.pushes.board(), keys)
    }
}

impl Space for Symmetric<'_> {
    fn words(&self) -> usize {
        self.pushes.words()
    }

    fn start(&mut self, key: &mut [u64]) -> Option<u32> {
        let bound = self.pushes.start(key);
        self.classes.settle(key);
        bound
    }

    fn is_end(&self, key: &[u64]) -> bool {
        self.pushes.is_end(key)
    }

    fn load(&mut self, key: &[u64]) -> Option<u32> {
        self.pushes.load(key)
    }

    fn expand(&mut self) {
        self.pushes.expand();
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        let more = self.pushes.step(child);
        if more {
            self.classes.settle(child);
        }
        more
    }

    fn sharpen(
        &mut self,
        positions: &mut dyn Iterator<Item = &[u64]>,
        round: u32,
        limits: &Limits,
    ) -> Result<(), Stop> {
        self.pushes.sharpen(positions, round, limits)
    }

    fn bound(&mut self) -> Option<u32> {
        self.pushes.bound()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn opened(rows: &[&str]) -> (Board, Layout) {
        let board = Board::new(&Level::from_rows(rows)).unwrap();
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        let layout = Layout::new(&board, &distances);
        (board, layout)
    }

    /// The key of the image of a position, and of the position itself without a turn.
    fn image(
        board: &Board,
        layout: &Layout,
        (boxes, player): (&[Cell], Cell),
        turn: Option<&Turn>,
    ) -> Vec<u64> {
        let image = |cell: Cell| turn.map_or(cell, |turn| turn[cell.index()]);
        let boxes: Vec<Cell> = boxes.iter().map(|&cell| image(cell)).collect();
        let taken: Vec<bool> = board.cells().map(|cell| boxes.contains(&cell)).collect();
        let player = Region::new(board).flood(&taken, image(player));
        layout.key(&boxes, player)
    }

    #[test]
    fn all_images_of_a_position_have_one_least_key_which_is_one_of_them() {
        let square = [
            "#########",
            "#@      #",
            "# $ # $ #",
            "#  . .  #",
            "# #   # #",
            "#  . .  #",
            "# $ # $ #",
            "#       #",
            "#########",
        ];
        let (board, layout) = opened(&square);
        let mut classes = Classes::new(&board, &layout);
        assert_eq!(classes.turns.len(), 7);
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let (mut moved, mut parted) = (0, 0);
        for _ in 0..2000 {
            let mut cells = layout.cells().to_vec();
            cells.shuffle(&mut rng);
            let boxes = &cells[..rng.random_range(4..20)];
            let free: Vec<Cell> = board.cells().filter(|cell| !boxes.contains(cell)).collect();
            let player = free[rng.random_range(0..free.len())];
            let all = std::iter::once(None).chain(classes.turns.iter().map(Some));
            let keys: Vec<Vec<u64>> = all
                .map(|turn| image(&board, &layout, (boxes, player), turn))
                .collect();
            let mut least = keys[0].clone();
            classes.settle(&mut least);
            assert!(keys.contains(&least));
            for key in &keys {
                let mut settled = key.clone();
                classes.settle(&mut settled);
                assert_eq!(settled, least);
            }
            moved += usize::from(least != keys[0]);
            parted += usize::from(layout.player(&least) != board.player());
        }
        assert!(moved > 1000 && parted > 50, "{moved} and {parted}");
    }

    #[test]
    fn a_player_on_either_side_of_a_box_in_the_middle_is_of_one_class() {
        let rows = [
            "#########",
            "#@  #   #",
            "#.$   $.#",
            "#   #   #",
            "#########",
        ];
        let (board, layout) = opened(&rows);
        let mut classes = Classes::new(&board, &layout);
        assert_eq!(classes.turns.len(), 3);
        let middle = Cell(u16::try_from(board.len() / 2).unwrap());
        let ends = [board.player(), board.cells().next_back().unwrap()];
        let mut keys = ends.map(|player| image(&board, &layout, (&[middle], player), None));
        assert_ne!(keys[0], keys[1]);
        for key in &mut keys {
            let own = key.clone();
            assert_eq!(Classes::single(&board, &layout).settle(key), 0);
            assert_eq!(*key, own);
            assert!(classes.settle(key) > 0);
        }
        assert_eq!(keys[0], keys[1]);
    }

    #[test]
    fn a_symmetry_that_takes_boxes_where_none_can_be_is_not_used() {
        // The box gets to the goal on the right alone.
        let (board, layout) = opened(&["#########", "#. @$  .#", "#########"]);
        assert_eq!(turns(&board).len(), 1);
        assert_eq!(Classes::new(&board, &layout).turns.len(), 0);
    }
}
