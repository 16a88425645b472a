//! Levels made by pulling: a solved board, and random legal pulls away from it.
//!
//! A pull is a push read backwards: the player stands beside a box, steps away from it, and the
//! box follows. The pulls in reverse order, each turned round, are therefore a plan; its length
//! is an upper bound of the minimum, seldom the minimum itself.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::drawing::{Drawing, scattered_walls};
use super::{Planned, Shape, Unfit, below, decorate, take};
use crate::board::{Board, Cell, Dir};
use crate::level::Square;
use crate::solution::PlannedPush;

/// Rooms tried before a level with fewer pulls than asked for is accepted.
const TRIES: usize = 20;

/// A level that is solvable by construction: random pulls, as many as asked for where possible.
///
/// A room in which the pulls run out is dropped for another one; after 20 rooms the level with
/// the most pulls is taken. With spare goals the boxes start their way back from a random choice
/// of goals.
///
/// # Errors
/// A shape that no level can have.
pub fn pulled_level(seed: u64, shape: &Shape, pulls: usize) -> Result<Planned, Unfit> {
    shape.check()?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut best = pull_once(&mut rng, shape, pulls);
    for _ in 1..TRIES {
        if best.plan.len() == pulls {
            break;
        }
        let next = pull_once(&mut rng, shape, pulls);
        if next.plan.len() > best.plan.len() {
            best = next;
        }
    }
    Ok(best)
}

fn pull_once(rng: &mut ChaCha8Rng, shape: &Shape, pulls: usize) -> Planned {
    let mut drawing = solved_drawing(rng, shape);
    decorate(rng, &mut drawing);
    let board = Board::new(&drawing.level()).expect("a fitting shape gives a closed board");
    let mut scene = Scene::new(&board);
    let mut plan = Vec::new();
    for _ in 0..pulls {
        let moves = scene.pulls();
        if moves.is_empty() {
            break;
        }
        let pull = moves[below(rng, moves.len())];
        scene.pull(pull);
        plan.push(pull);
    }
    plan.reverse();
    scene.draw(&mut drawing);
    Planned {
        level: drawing.level(),
        plan,
    }
}

/// A room with all boxes on goals and the player somewhere beside them.
fn solved_drawing(rng: &mut ChaCha8Rng, shape: &Shape) -> Drawing {
    let (mut drawing, mut floor) = scattered_walls(rng, shape);
    let goals: Vec<_> = (0..shape.boxes).map(|_| take(rng, &mut floor)).collect();
    for &spot in &goals {
        drawing.put(spot, Square::BoxOnGoal);
    }
    let player = take(rng, &mut floor);
    drawing.put(player, Square::Player);
    floor.push(player);
    for _ in 0..shape.spare_goals {
        let spot = take(rng, &mut floor);
        drawing.add_goal(spot);
    }
    drawing
}

/// Boxes and player on a board, run backwards.
struct Scene<'a> {
    board: &'a Board,
    occupied: Vec<bool>,
    player: Cell,
}

impl<'a> Scene<'a> {
    fn new(board: &'a Board) -> Self {
        let mut occupied = vec![false; board.len()];
        for cell in board.boxes() {
            occupied[cell.index()] = true;
        }
        Self {
            board,
            occupied,
            player: board.player(),
        }
    }

    fn reach(&self) -> Vec<bool> {
        let mut reach = vec![false; self.board.len()];
        let mut todo = vec![self.player];
        reach[self.player.index()] = true;
        while let Some(cell) = todo.pop() {
            for next in self.board.neighbours(cell) {
                if !self.occupied[next.index()]
                    && !std::mem::replace(&mut reach[next.index()], true)
                {
                    todo.push(next);
                }
            }
        }
        reach
    }

    /// The pushes that could have led here, as pushes.
    fn pulls(&self) -> Vec<PlannedPush> {
        let reach = self.reach();
        let led_here = |push: &&crate::board::Push| {
            self.occupied[push.to.index()]
                && reach[push.from.index()]
                && !self.occupied[push.behind.index()]
        };
        let pushes = self.board.pushes().iter().filter(led_here);
        pushes.map(|&push| push.into()).collect()
    }

    /// Takes a push back; it comes from [`Self::pulls`].
    fn pull(&mut self, push: PlannedPush) {
        let side = |dir: Dir| {
            self.board
                .step(push.from, dir)
                .expect("pulls stay on floor")
        };
        let (to, behind) = (side(push.dir), side(push.dir.opposite()));
        self.occupied[to.index()] = false;
        self.occupied[push.from.index()] = true;
        self.player = behind;
    }

    fn draw(&self, drawing: &mut Drawing) {
        for cell in self.board.cells() {
            let spot = self.board.place(cell);
            drawing.lift(spot);
            if self.occupied[cell.index()] {
                drawing.add_box(spot);
            } else if cell == self.player {
                drawing.add_player(spot);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::write_lurd;

    fn shape(boxes: usize, spare_goals: usize) -> Shape {
        Shape {
            width: 8,
            height: 7,
            boxes,
            spare_goals,
            walls_percent: 20,
        }
    }

    #[test]
    fn the_plan_of_a_pulled_level_is_legal_and_ends_on_goals() {
        let mut pushes = 0;
        for seed in 0..100 {
            let planned = pulled_level(seed, &shape(3, (seed % 3) as usize), 30).unwrap();
            let board = Board::new(&planned.level).unwrap();
            write_lurd(&board, &planned.plan).unwrap();
            let mut boxes = board.boxes().to_vec();
            for push in &planned.plan {
                let at = boxes.iter().position(|&cell| cell == push.from).unwrap();
                boxes[at] = board.step(push.from, push.dir).unwrap();
            }
            assert!(boxes.iter().all(|&cell| board.is_goal(cell)), "seed {seed}");
            pushes += planned.plan.len();
        }
        assert!(pushes > 2900, "{pushes}");
    }

    #[test]
    fn no_pulls_leave_the_solved_board() {
        let planned = pulled_level(5, &shape(2, 1), 0).unwrap();
        let board = Board::new(&planned.level).unwrap();
        assert!(planned.plan.is_empty());
        assert!(board.boxes().iter().all(|&cell| board.is_goal(cell)));
        assert_eq!((board.boxes().len(), board.goals().len()), (2, 3));
    }

    #[test]
    fn a_seed_gives_the_same_plan() {
        let planned = pulled_level(9, &shape(2, 0), 12).unwrap();
        assert_eq!(pulled_level(9, &shape(2, 0), 12), Ok(planned.clone()));
        assert_ne!(pulled_level(10, &shape(2, 0), 12), Ok(planned));
    }
}
