//! Small random levels with what is under test, and plain search over states with their waste.

use std::collections::{BTreeMap, VecDeque};

use sokosat::board::{Board, Cell};
use sokosat::distance::Distances;
use sokosat::generate::{Shape, pulled_level};
use sokosat::level::Symmetry;
use sokosat::limits::Limits;
use sokosat::potential::Potential;

use crate::plain::{State, named, pushes};

pub(crate) struct Ground {
    pub(crate) board: Board,
    pub(crate) distances: Distances,
    pub(crate) potential: Potential,
}

/// Levels of a few boxes, with and without spare goals, each in another drawing.
pub(crate) fn grounds(
    seeds: std::ops::Range<u64>,
    boxes: usize,
) -> impl Iterator<Item = (u64, Ground)> {
    seeds.filter_map(move |seed| {
        let shape = Shape {
            width: 6 + usize::from(seed.is_multiple_of(2)),
            height: 6,
            boxes,
            spare_goals: usize::from(seed % 3 == 2),
            walls_percent: 22,
        };
        let drawing = Symmetry::ALL[usize::try_from(seed % 8).ok()?];
        let level = pulled_level(seed, &shape, 30).ok()?.level;
        let board = Board::new(&level.transformed(drawing)).ok()?;
        let limits = Limits::none();
        let distances = Distances::new(&board, &limits).ok()?;
        let potential = Potential::new(&board, &distances, &limits).ok()??;
        let ground = Ground {
            board,
            distances,
            potential,
        };
        Some((seed, ground))
    })
}

impl Ground {
    pub(crate) fn start(&self) -> State {
        (self.board.boxes().to_vec(), self.board.player())
    }

    /// The state of some of the start boxes.
    pub(crate) fn start_of(&self, boxes: &[Cell]) -> State {
        (boxes.to_vec(), self.board.player())
    }

    /// Every k boxes of the start.
    pub(crate) fn subsets(&self, boxes: usize) -> Vec<Vec<Cell>> {
        let all = self.board.boxes();
        let masks = (0..1usize << all.len()).filter(|mask| mask.count_ones() as usize == boxes);
        let cells = |mask: usize| {
            let within = all.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
            within.map(|(_, &cell)| cell).collect()
        };
        masks.map(cells).collect()
    }

    /// The sum of the heights of boxes, seen by the player; none if one of them is dead.
    pub(crate) fn height(&self, (boxes, player): &State) -> Option<i64> {
        let lone = self.distances.lone();
        let heights = boxes
            .iter()
            .map(|&cell| self.potential.height(lone.state_of(cell, *player)));
        heights.sum()
    }

    /// By state (its player at the first cell of the region): the fewest pushes to it.
    pub(crate) fn reached(&self, start: &State) -> BTreeMap<State, i64> {
        let start = named(&self.board, start.clone());
        let mut known = BTreeMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            let count = known[&state] + 1;
            for (_, after) in pushes(&self.board, &state) {
                let after = named(&self.board, after);
                if !known.contains_key(&after) {
                    known.insert(after.clone(), count);
                    queue.push_back(after);
                }
            }
        }
        known
    }
}
