//! The rules of the game, written once more for the tests: plain search without any pruning.
//!
//! It reads drawings and shares no code with the library. A position is the sorted list of
//! boxes and the first square, by rows, that the player can walk to.

use std::collections::{HashSet, VecDeque};

type Square = (usize, usize);
type Position = (Vec<Square>, Square);

/// What plain search says about a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Truth {
    /// The fewest pushes.
    Pushes(usize),
    /// There is no plan.
    Unsolvable,
    /// More positions than allowed.
    TooLarge,
}

struct Game {
    rows: Vec<Vec<char>>,
    start: Position,
}

impl Game {
    fn read(drawing: &str) -> Self {
        let rows: Vec<Vec<char>> = drawing.lines().map(|row| row.chars().collect()).collect();
        let mut boxes = Vec::new();
        let mut player = (0, 0);
        for (y, row) in rows.iter().enumerate() {
            for (x, symbol) in row.iter().enumerate() {
                match symbol {
                    '$' | '*' => boxes.push((y, x)),
                    '@' | '+' => player = (y, x),
                    _ => (),
                }
            }
        }
        let start = (boxes, player);
        Self { rows, start }
    }

    fn at(&self, (y, x): Square) -> char {
        let row = self.rows.get(y);
        *row.and_then(|row| row.get(x)).unwrap_or(&' ')
    }

    fn is_solved(&self, boxes: &[Square]) -> bool {
        boxes.iter().all(|&square| ".*+".contains(self.at(square)))
    }

    fn is_free(&self, boxes: &[Square], square: Square) -> bool {
        self.at(square) != '#' && !boxes.contains(&square)
    }

    fn walk(&self, boxes: &[Square], player: Square) -> HashSet<Square> {
        let mut seen = HashSet::from([player]);
        let mut todo = vec![player];
        while let Some(square) = todo.pop() {
            for next in around(square) {
                if self.is_free(boxes, next) && seen.insert(next) {
                    todo.push(next);
                }
            }
        }
        seen
    }

    /// The positions one push away, the player where the push leaves it.
    fn after(&self, (boxes, player): &Position) -> Vec<Position> {
        let walk = self.walk(boxes, *player);
        let mut all = Vec::new();
        for (i, &(y, x)) in boxes.iter().enumerate() {
            for (behind, to) in [
                ((y - 1, x), (y + 1, x)),
                ((y + 1, x), (y - 1, x)),
                ((y, x - 1), (y, x + 1)),
                ((y, x + 1), (y, x - 1)),
            ] {
                if walk.contains(&behind) && self.is_free(boxes, to) {
                    let mut boxes = boxes.clone();
                    boxes[i] = to;
                    boxes.sort_unstable();
                    all.push((boxes, (y, x)));
                }
            }
        }
        all
    }

    fn named(&self, (boxes, player): Position) -> Position {
        let walk = self.walk(&boxes, player);
        let first = walk.into_iter().min().unwrap_or(player);
        (boxes, first)
    }
}

fn around((y, x): Square) -> [Square; 4] {
    [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)]
}

/// The fewest pushes of a level, over at most `most` positions.
pub(crate) fn fewest_pushes(drawing: &str, most: usize) -> Truth {
    let game = Game::read(drawing);
    let start = game.named(game.start.clone());
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((position, pushes)) = queue.pop_front() {
        if game.is_solved(&position.0) {
            return Truth::Pushes(pushes);
        }
        for next in game.after(&position) {
            let next = game.named(next);
            if seen.insert(next.clone()) {
                queue.push_back((next, pushes + 1));
            }
        }
        if seen.len() > most {
            return Truth::TooLarge;
        }
    }
    Truth::Unsolvable
}

/// How many sequences of `length` pushes are legal from the start, solved or not.
pub(crate) fn count_sequences(drawing: &str, length: usize) -> u64 {
    fn count(game: &Game, position: &Position, length: usize) -> u64 {
        if length == 0 {
            return 1;
        }
        let after = game.after(position);
        after.iter().map(|next| count(game, next, length - 1)).sum()
    }
    let game = Game::read(drawing);
    count(&game, &game.start, length)
}
