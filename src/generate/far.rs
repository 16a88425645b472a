//! Levels worth playing: carved rooms, and a start as far from the goals as can be found.
//!
//! A room is laid out of 3 x 3 tiles, turned and mirrored by dice, and tidied: one floor, no
//! blind ends. From every solved position a breadth-first search goes backwards by pulls. Layers
//! are complete, hence the depth of a position is its minimum of pushes, also when the search is
//! cut off; the start is taken from the deepest layer, where the plan changes boxes most often.
//! The idea of searching backwards for the farthest start is that of Taylor and Parberry,
//! "Procedural generation of Sokoban levels" (2011); the tiles are our own.
//!
//! A position is 16 bytes of boxes (bit `i` is cell `i`), hence at most 128 cells, and the
//! smallest cell of the player's region; with the set of known positions some 80 bytes each.

use std::collections::HashSet;

use itertools::Itertools;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::drawing::{Drawing, Spot};
use super::{Planned, Shape, Unfit, below, take};
use crate::board::{Board, Cell};
use crate::level::Square;
use crate::solution::PlannedPush;

/// The most cells a room may have: bits of a box set.
const MOST_CELLS: usize = 128;

/// Rooms tried before giving up on a shape.
const TRIES: usize = 200;

/// The most choices of goals that the search starts from when goals are spare.
const MOST_CHOICES: usize = 1000;

/// Tiles with walls, row by row; `walls_percent` of the shape is the chance that a tile is one of them.
const TILES: [&str; 8] = [
    "#--|---|---",
    "##-|---|---",
    "---|-#-|---",
    "---|##-|---",
    "#-#|---|---",
    "##-|-#-|---",
    "--#|##-|---",
    "-#-|---|##-",
];

/// A level of carved rooms that is as hard to start as a search of `states` positions can find.
///
/// The length of the plan is the minimum of the level (with more than 1000 choices of goals, an
/// upper bound of it). The level is cropped to its walls, so it may be smaller than its shape.
///
/// # Errors
/// A shape that no level can have, or in which no room of at most 128 cells was found.
pub fn far_level(seed: u64, shape: &Shape, states: usize) -> Result<Planned, Unfit> {
    shape.check()?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    if (shape.width - 2) * (shape.height - 2) > 3 * MOST_CELLS {
        return Err(Unfit::NoRoom);
    }
    let fits = shape.cells_needed()..=MOST_CELLS;
    for _ in 0..TRIES {
        let (mut drawing, floor) = carve(&mut rng, shape);
        if !fits.contains(&floor.len()) {
            continue;
        }
        let goals = choose_goals(&mut rng, &floor, shape);
        for &spot in &goals {
            drawing.add_goal(spot);
        }
        return Ok(farthest(&drawing, &floor, &goals, (shape.boxes, states)));
    }
    Err(Unfit::NoRoom)
}

/// Lays tiles, keeps the largest floor, and fills blind ends.
fn carve(rng: &mut ChaCha8Rng, shape: &Shape) -> (Drawing, Vec<Spot>) {
    let mut drawing = Drawing::walls(shape.width, shape.height);
    for top in (1..shape.height - 1).step_by(3) {
        for left in (1..shape.width - 1).step_by(3) {
            lay_tile(rng, &mut drawing, (left, top), shape);
        }
    }
    let spots = (1..shape.height - 1).cartesian_product(1..shape.width - 1);
    let spots: Vec<Spot> = spots.map(|(y, x)| (x, y)).collect();
    fill_blind_ends(&mut drawing, &spots);
    let open = |&&spot: &&Spot| drawing.at(spot) != Square::Wall;
    let floors = spots.iter().filter(open).map(|&s| drawing.floor_from(s));
    let floor = floors.max_by_key(Vec::len).unwrap_or_default();
    for &spot in spots.iter().filter(|spot| !floor.contains(spot)) {
        drawing.put(spot, Square::Wall);
    }
    (drawing, floor)
}

/// Lays one tile, turned and mirrored by dice, as far as it lies inside the border.
fn lay_tile(rng: &mut ChaCha8Rng, drawing: &mut Drawing, (left, top): Spot, shape: &Shape) {
    let tile = TILES[below(rng, TILES.len())].as_bytes();
    let walled = rng.random_ratio(shape.walls_percent.min(100), 100);
    let turn = below(rng, 8);
    for (y, x) in (0..3).cartesian_product(0..3) {
        let (a, b) = if turn & 1 == 0 { (x, y) } else { (y, x) };
        let a = if turn & 2 == 0 { a } else { 2 - a };
        let b = if turn & 4 == 0 { b } else { 2 - b };
        let inside = left + x < shape.width - 1 && top + y < shape.height - 1;
        if inside && !(walled && tile[4 * b + a] == b'#') {
            drawing.put((left + x, top + y), Square::Floor);
        }
    }
}

/// Walls up floor with at most one way out, again and again.
fn fill_blind_ends(drawing: &mut Drawing, spots: &[Spot]) {
    let mut again = true;
    while again {
        again = false;
        for &(x, y) in spots {
            let around = [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)];
            let walls = around.iter().filter(|&&s| drawing.at(s) == Square::Wall);
            if drawing.at((x, y)) == Square::Floor && walls.count() >= 3 {
                drawing.put((x, y), Square::Wall);
                again = true;
            }
        }
    }
}

/// Goals side by side (the cells nearest to a random one) or strewn, by a coin.
fn choose_goals(rng: &mut ChaCha8Rng, floor: &[Spot], shape: &Shape) -> Vec<Spot> {
    let count = shape.boxes + shape.spare_goals;
    let (x, y) = floor[below(rng, floor.len())];
    let mut spots = floor.to_vec();
    let mut goals: Vec<Spot> = if rng.random_ratio(1, 2) {
        spots.sort_by_key(|spot| spot.0.abs_diff(x) + spot.1.abs_diff(y));
        spots.truncate(count);
        spots
    } else {
        (0..count).map(|_| take(rng, &mut spots)).collect()
    };
    goals.sort_unstable_by_key(|&(x, y)| (y, x));
    goals
}

/// Searches back from the solved positions and draws the chosen start.
fn farthest(
    room: &Drawing,
    floor: &[Spot],
    goals: &[Spot],
    (boxes, states): (usize, usize),
) -> Planned {
    let mut solved = room.clone();
    let spare = floor.iter().find(|spot| !goals.contains(spot));
    let player = spare.or(floor.first()).copied().unwrap_or_default();
    solved.add_player(player);
    let one_box = goals.iter().find(|&&spot| spot != player);
    solved.add_box(one_box.copied().unwrap_or(player));
    let board = Board::new(&solved.level()).expect("a carved room is closed and has a goal");
    let mut search = Search::new(&board);
    search.seed(boxes);
    search.run(states);
    let start = search.best();
    let mut drawing = room.clone();
    let node = &search.nodes[start];
    for cell in board.cells() {
        let spot = board.place(cell);
        if node.boxes & bit(cell) != 0 {
            drawing.add_box(spot);
        } else if cell == node.player {
            drawing.add_player(spot);
        }
    }
    Planned {
        level: drawing.cropped().level(),
        plan: search.plan(start),
    }
}

fn bit(cell: Cell) -> u128 {
    1 << cell.0
}

/// A position, how far it is from solved, and the push that leads towards its parent.
struct Node {
    boxes: u128,
    player: Cell,
    depth: u32,
    changes: u32,
    step: Option<(usize, PlannedPush)>,
}

struct Search<'a> {
    board: &'a Board,
    nodes: Vec<Node>,
    known: HashSet<(u128, Cell)>,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board) -> Self {
        Self {
            board,
            nodes: Vec::new(),
            known: HashSet::new(),
        }
    }

    /// The free cells that the player reaches from a cell.
    fn region(&self, boxes: u128, from: Cell) -> u128 {
        let mut seen = bit(from);
        let mut todo = vec![from];
        while let Some(cell) = todo.pop() {
            for next in self.board.neighbours(cell) {
                if (seen | boxes) & bit(next) == 0 {
                    seen |= bit(next);
                    todo.push(next);
                }
            }
        }
        seen
    }

    /// Adds a position if it is new; the player is put on the smallest cell of the region.
    fn add(&mut self, mut node: Node) {
        let region = self.region(node.boxes, node.player);
        let smallest = region.trailing_zeros();
        node.player = Cell(u16::try_from(smallest).expect("at most 128 cells"));
        if self.known.insert((node.boxes, node.player)) {
            self.nodes.push(node);
        }
    }

    /// Every choice of goals for the boxes, with the player in every region.
    fn seed(&mut self, boxes: usize) {
        let goals = self.board.goals().to_vec();
        for chosen in goals.into_iter().combinations(boxes).take(MOST_CHOICES) {
            let boxes = chosen.iter().fold(0, |set, &cell| set | bit(cell));
            for player in self.board.cells().filter(|&cell| boxes & bit(cell) == 0) {
                self.add(Node {
                    boxes,
                    player,
                    depth: 0,
                    changes: 0,
                    step: None,
                });
            }
        }
    }

    /// Expands in order of depth until all positions or `states` of them are known.
    fn run(&mut self, states: usize) {
        let mut next = 0;
        while next < self.nodes.len() && self.nodes.len() < states {
            self.expand(next);
            next += 1;
        }
    }

    fn expand(&mut self, index: usize) {
        let Node { boxes, player, .. } = self.nodes[index];
        let region = self.region(boxes, player);
        for push in self.board.pushes() {
            let pulls = boxes & bit(push.to) != 0
                && region & bit(push.from) != 0
                && boxes & bit(push.behind) == 0;
            if pulls {
                let parent = &self.nodes[index];
                let same = parent.step.is_some_and(|(_, next)| next.from == push.to);
                self.add(Node {
                    boxes: boxes ^ bit(push.to) ^ bit(push.from),
                    player: push.behind,
                    depth: parent.depth + 1,
                    changes: parent.changes + u32::from(!same),
                    step: Some((index, (*push).into())),
                });
            }
        }
    }

    /// The first of the deepest positions whose plans change boxes most often.
    fn best(&self) -> usize {
        let key = |&index: &usize| (self.nodes[index].depth, self.nodes[index].changes);
        let indices = (0..self.nodes.len()).rev();
        indices.max_by_key(key).unwrap_or(0)
    }

    fn plan(&self, start: usize) -> Vec<PlannedPush> {
        let first = self.nodes[start].step;
        let steps = std::iter::successors(first, |&(parent, _)| self.nodes[parent].step);
        steps.map(|(_, push)| push).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::write_lurd;

    fn shape(boxes: usize, spare_goals: usize) -> Shape {
        Shape {
            width: 8,
            height: 8,
            boxes,
            spare_goals,
            walls_percent: 60,
        }
    }

    #[test]
    fn the_plan_of_a_far_level_solves_it() {
        for seed in 0..20 {
            let planned = far_level(seed, &shape(2, (seed % 2) as usize), 5000).unwrap();
            let board = Board::new(&planned.level).unwrap();
            write_lurd(&board, &planned.plan).unwrap();
            let mut boxes = board.boxes().to_vec();
            for push in &planned.plan {
                let at = boxes.iter().position(|&cell| cell == push.from).unwrap();
                boxes[at] = board.step(push.from, push.dir).unwrap();
            }
            assert_eq!(boxes.len(), 2);
            assert!(boxes.iter().all(|&cell| board.is_goal(cell)), "seed {seed}");
        }
    }

    #[test]
    fn more_states_never_give_a_shorter_plan() {
        for seed in 0..5 {
            let length = |states| far_level(seed, &shape(2, 0), states).unwrap().plan.len();
            assert!(length(100) <= length(1000) && length(1000) <= length(20_000));
            assert!(length(20_000) > 5);
        }
    }

    #[test]
    fn a_room_of_more_than_128_cells_is_refused() {
        let large = Shape {
            width: 20,
            height: 20,
            walls_percent: 0,
            ..shape(1, 0)
        };
        assert_eq!(far_level(0, &large, 10), Err(Unfit::NoRoom));
    }

    #[test]
    fn a_seed_gives_the_same_far_level() {
        let level = far_level(4, &shape(2, 0), 1000);
        assert_eq!(far_level(4, &shape(2, 0), 1000), level);
        assert_ne!(far_level(5, &shape(2, 0), 1000), level);
    }
}
