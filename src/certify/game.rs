//! The rules of the game on the raw squares of a level.
//!
//! Squares are numbered row by row. Everything beyond the drawing counts as wall here; a level
//! whose player could walk there is refused before the first move.

use std::fmt;

use super::replay::{LevelFault, MoveFault};
use crate::level::{Level, Square};

/// What a legal move did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Done {
    /// The player walked.
    Step,
    /// The player pushed the box that now stands on `to`.
    Push {
        /// The square the box came from.
        from: usize,
        /// The square it stands on now.
        to: usize,
    },
}

/// Where everything stands.
#[derive(Debug, Clone)]
pub(super) struct Game {
    width: usize,
    wall: Vec<bool>,
    goal: Vec<bool>,
    has_box: Vec<bool>,
    player: usize,
}

impl Game {
    /// Sets the game up and checks that the level can be played.
    pub(super) fn new(level: &Level) -> Result<Self, LevelFault> {
        if let Some(flaw) = &level.flaw {
            return Err(LevelFault::Drawing(flaw.cause.clone()));
        }
        let (width, height) = (level.width(), level.height());
        let rows = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let squares: Vec<Square> = rows.map(|(x, y)| level.at(x, y)).collect();
        let here = |test: fn(Square) -> bool| squares.iter().map(|&s| test(s)).collect::<Vec<_>>();
        let players = here(Square::is_player);
        let game = Self {
            width,
            wall: here(|square| square == Square::Wall),
            goal: here(Square::is_goal),
            has_box: here(Square::is_box),
            player: players.iter().position(|&player| player).unwrap_or(0),
        };
        game.check(count(&players))?;
        Ok(game)
    }

    fn check(&self, players: usize) -> Result<(), LevelFault> {
        let (boxes, goals) = (count(&self.has_box), count(&self.goal));
        if players != 1 {
            return Err(LevelFault::Players(players));
        }
        if boxes == 0 {
            return Err(LevelFault::NoBoxes);
        }
        if boxes > goals {
            return Err(LevelFault::MoreBoxes { boxes, goals });
        }
        self.check_border()
    }

    /// Walks everywhere, through boxes too, and fails where a walk leaves the drawing.
    fn check_border(&self) -> Result<(), LevelFault> {
        let mut seen = self.wall.clone();
        let mut todo = vec![self.player];
        while let Some(square) = todo.pop() {
            if std::mem::replace(&mut seen[square], true) {
                continue;
            }
            for letter in ['u', 'd', 'l', 'r'] {
                let Some(next) = self.neighbour(square, letter) else {
                    let (column, row) = self.place(square);
                    return Err(LevelFault::Open { column, row });
                };
                todo.push(next);
            }
        }
        Ok(())
    }

    /// The square beside another one, if it is on the drawing.
    fn neighbour(&self, square: usize, letter: char) -> Option<usize> {
        let (width, column) = (self.width, square % self.width);
        match letter.to_ascii_lowercase() {
            'u' => square.checked_sub(width),
            'd' => Some(square + width).filter(|&below| below < self.wall.len()),
            'l' => square.checked_sub(1).filter(|_| column > 0),
            _ => Some(square + 1).filter(|_| column + 1 < width),
        }
    }

    /// The neighbour, if it is no wall.
    fn floor_beside(&self, square: usize, letter: char) -> Option<usize> {
        let next = self.neighbour(square, letter);
        next.filter(|&next| !self.wall[next])
    }

    /// Makes a move in the direction of a letter, whatever its case; nothing changes on a fault.
    pub(super) fn go(&mut self, letter: char) -> Result<Done, MoveFault> {
        let next = self.floor_beside(self.player, letter);
        let next = next.ok_or(MoveFault::Wall)?;
        if !self.has_box[next] {
            self.player = next;
            return Ok(Done::Step);
        }
        let beyond = self.floor_beside(next, letter);
        let to = beyond.ok_or(MoveFault::BoxAtWall)?;
        if self.has_box[to] {
            return Err(MoveFault::BoxAtBox);
        }
        self.has_box[next] = false;
        self.has_box[to] = true;
        self.player = next;
        Ok(Done::Push { from: next, to })
    }

    /// Boxes that are not on a goal, anywhere on the drawing.
    pub(super) fn boxes_off_goal(&self) -> usize {
        let pairs = self.has_box.iter().zip(&self.goal);
        pairs.filter(|&(&has_box, &goal)| has_box && !goal).count()
    }

    /// Column and row of a square, from one.
    fn place(&self, square: usize) -> (usize, usize) {
        (square % self.width + 1, square / self.width + 1)
    }

    /// Column and row of the player, from one.
    pub(super) fn player_place(&self) -> (usize, usize) {
        self.place(self.player)
    }

    fn symbol(&self, square: usize) -> char {
        match (
            self.wall[square],
            self.has_box[square],
            square == self.player,
            self.goal[square],
        ) {
            (true, ..) => '#',
            (_, true, _, goal) => ['$', '*'][usize::from(goal)],
            (_, _, true, goal) => ['@', '+'][usize::from(goal)],
            (.., goal) => [' ', '.'][usize::from(goal)],
        }
    }
}

fn count(flags: &[bool]) -> usize {
    flags.iter().filter(|&&flag| flag).count()
}

/// The position as canonical rows, one a line, without trailing floor.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for start in (0..self.wall.len()).step_by(self.width) {
            let row = start..start + self.width;
            let text: String = row.map(|square| self.symbol(square)).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
