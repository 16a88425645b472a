//! Replays a solution, letter by letter, and says exactly where it breaks the rules.
//!
//! Capitals must be pushes and small letters steps, unless there is no capital at all: then the
//! text only says where the player goes, and the pushes come from the replay. Moves after the
//! boxes are home are allowed; only the final position counts. Cost: O(squares + moves).

use super::game::{Done, Game};
use super::letters::read_letters;
use super::{Metrics, Verified};
use crate::level::Level;

/// Why a solution is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The level itself cannot be played.
    #[error("the level cannot be played: {0}")]
    Level(LevelFault),
    /// The text is not LURD.
    #[error("character {position} of the solution: {cause}")]
    Text {
        /// Number of the character in the text, from one.
        position: usize,
        /// What is wrong there.
        cause: TextFault,
    },
    /// A move breaks the rules.
    #[error("move {number} ({letter}) from column {column}, row {row}: {cause}")]
    Move {
        /// Number of the move, from one, counts and groups written out.
        number: usize,
        /// The letter as written.
        letter: char,
        /// Column of the drawing, from one, where the player stands before the move.
        column: usize,
        /// Row of the drawing, from one, where the player stands before the move.
        row: usize,
        /// What is wrong with the move.
        cause: MoveFault,
    },
    /// All moves are legal, but boxes are left.
    #[error("not solved: {off_goal} of the boxes off goal after {moves} moves")]
    NotSolved {
        /// Boxes off the goals at the end, those out of reach included.
        off_goal: usize,
        /// Moves made.
        moves: usize,
    },
}

/// What keeps a level from being played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LevelFault {
    /// The reader found a fault in the drawing.
    #[error("{0}")]
    Drawing(String),
    /// There must be one player.
    #[error("it has {0} players")]
    Players(usize),
    /// There must be a box.
    #[error("it has no boxes")]
    NoBoxes,
    /// Every box needs a goal.
    #[error("it has more boxes than goals ({boxes} > {goals})")]
    MoreBoxes {
        /// Boxes on the drawing.
        boxes: usize,
        /// Goals on the drawing.
        goals: usize,
    },
    /// The player could leave the drawing.
    #[error("its border is not closed at column {column}, row {row}")]
    Open {
        /// Column of the drawing, from one.
        column: usize,
        /// Row of the drawing, from one.
        row: usize,
    },
}

/// What is wrong with the text of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextFault {
    /// Neither a letter of LURD nor a count, bracket or blank.
    #[error("{0:?} is not a letter of LURD")]
    Foreign(char),
    /// A bracket closes a group that was not opened.
    #[error("no group is open here")]
    NoGroup,
    /// A count stands before nothing.
    #[error("a count stands before nothing")]
    IdleCount,
    /// The text ends inside a group.
    #[error("the text ends inside a group")]
    OpenGroup,
    /// More than a million moves.
    #[error("the solution is longer than a million moves")]
    TooLong,
}

/// What is wrong with a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoveFault {
    /// The player runs into a wall.
    #[error("a wall is in the way")]
    Wall,
    /// The box would have to enter a wall.
    #[error("the box is blocked by a wall")]
    BoxAtWall,
    /// The box would have to enter another box.
    #[error("the box is blocked by another box")]
    BoxAtBox,
    /// A capital where no box is pushed.
    #[error("it is written as a push but is a step")]
    StepAsPush,
    /// A small letter where a box is pushed.
    #[error("it is written as a step but is a push")]
    PushAsStep,
}

/// Replays a solution on its level and measures it.
///
/// # Errors
/// The first reason not to accept it.
pub fn replay(level: &Level, lurd: &str) -> Result<Verified, Rejection> {
    let (mut run, letters) = Run::start(level, lurd)?;
    run.play(&letters)?;
    let off_goal = run.game.boxes_off_goal();
    if off_goal > 0 {
        let moves = letters.len();
        return Err(Rejection::NotSolved { off_goal, moves });
    }
    Ok(Verified {
        metrics: Metrics::measure(&run.lurd, run.box_changes),
        lurd: run.lurd,
    })
}

/// Draws the position after the first `moves` moves of a text (after all of them if it has
/// fewer) in canonical rows; the level need not be solved then.
///
/// # Errors
/// The first reason why these moves cannot be made.
pub fn draw_after(level: &Level, lurd: &str, moves: usize) -> Result<String, Rejection> {
    let (mut run, letters) = Run::start(level, lurd)?;
    run.play(&letters[..moves.min(letters.len())])?;
    Ok(run.game.to_string())
}

/// A replay under way.
struct Run {
    game: Game,
    /// Whether case must tell pushes from steps.
    strict: bool,
    /// The moves made, pushes in capitals.
    lurd: String,
    box_changes: usize,
    /// Where the box pushed last stands.
    last_box: Option<usize>,
}

impl Run {
    /// Sets the level up and reads the whole text.
    fn start(level: &Level, lurd: &str) -> Result<(Self, Vec<char>), Rejection> {
        let game = Game::new(level).map_err(Rejection::Level)?;
        let letters = read_letters(lurd)?;
        let run = Self {
            game,
            strict: letters.iter().any(char::is_ascii_uppercase),
            lurd: String::new(),
            box_changes: 0,
            last_box: None,
        };
        Ok((run, letters))
    }

    fn play(&mut self, letters: &[char]) -> Result<(), Rejection> {
        for (index, &letter) in letters.iter().enumerate() {
            let (column, row) = self.game.player_place();
            self.make(letter).map_err(|cause| Rejection::Move {
                number: index + 1,
                letter,
                column,
                row,
                cause,
            })?;
        }
        Ok(())
    }

    fn make(&mut self, letter: char) -> Result<(), MoveFault> {
        let capital = letter.is_ascii_uppercase();
        match self.game.go(letter)? {
            Done::Step if capital => return Err(MoveFault::StepAsPush),
            Done::Push { .. } if self.strict && !capital => return Err(MoveFault::PushAsStep),
            Done::Step => self.lurd.push(letter),
            Done::Push { from, to } => {
                self.lurd.push(letter.to_ascii_uppercase());
                self.box_changes += usize::from(self.last_box != Some(from));
                self.last_box = Some(to);
            }
        }
        Ok(())
    }
}
