//! Levels from a seed: any level, levels solvable by construction, and levels worth playing.
//!
//! - [`random_level`]: walls, boxes, goals and decoration by dice, solvable or not;
//! - [`pulled_level`]: a solved board from which boxes were pulled back at random, so that the
//!   pulls read backwards are a plan;
//! - [`far_level`]: carved rooms, and the start that is hardest to bring home among those that a
//!   search backwards from the solved board finds.
//!
//! One seed gives one level, on every platform: all dice come from one `ChaCha8` stream, and a
//! draw takes 32 bits whatever the width of `usize`.

mod drawing;
mod far;

mod pull;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::level::{Level, Square};
use crate::solution::PlannedPush;
use drawing::Drawing;

pub use far::far_level;
pub use pull::pulled_level;

/// What a generated level should look like; the border counts in `width` and `height`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Columns, the border included.
    pub width: usize,
    /// Rows, the border included.
    pub height: usize,
    /// Boxes that the player can reach.
    pub boxes: usize,
    /// Goals beyond one for each box.
    pub spare_goals: usize,
    /// How many of a hundred inner squares are walls, on average.
    pub walls_percent: u32,
}

/// A level with a plan that solves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// The level.
    pub level: Level,
    /// Pushes that solve it, on the board of the level; their number is an upper bound.
    pub plan: Vec<PlannedPush>,
}

/// A shape that no level can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// The border alone needs three rows and columns, and more than 250 are refused.
    #[error("a board has 3 to 250 columns and rows, border included")]
    Size,
    /// A level needs a box.
    #[error("a level has at least one box")]
    NoBoxes,
    /// The inside is too small for the boxes and the player, or for the goals.
    #[error("{wanted} squares are needed inside the border, there are {inside}")]
    Crowded {
        /// Squares that boxes and player, or goals, would take.
        wanted: usize,
        /// Squares inside the border.
        inside: usize,
    },
    /// The search for a far start was stopped by the shape: it fits boards of up to 128 cells.
    #[error("no room with enough floor and at most 128 cells was found")]
    NoRoom,
}

impl Shape {
    /// Says whether a level of this shape can be drawn.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check(&self) -> Result<(), Unfit> {
        let sizes = 3..=250;
        if !sizes.contains(&self.width) || !sizes.contains(&self.height) {
            return Err(Unfit::Size);
        }
        if self.boxes == 0 {
            return Err(Unfit::NoBoxes);
        }
        let inside = (self.width - 2) * (self.height - 2);
        let wanted = self.cells_needed();
        if wanted > inside {
            return Err(Unfit::Crowded { wanted, inside });
        }
        Ok(())
    }

    /// The fewest floor cells on which boxes, goals and player have room.
    fn cells_needed(&self) -> usize {
        let goals = self.boxes.saturating_add(self.spare_goals);
        goals.max(self.boxes.saturating_add(1))
    }
}

/// Draws a number below `end`, which is at least one.
fn below(rng: &mut ChaCha8Rng, end: usize) -> usize {
    let end = u32::try_from(end).expect("generated boards are small");
    rng.random_range(0..end) as usize
}

/// Takes a random element out of a list that is not empty.
fn take<T>(rng: &mut ChaCha8Rng, list: &mut Vec<T>) -> T {
    let index = below(rng, list.len());
    list.swap_remove(index)
}

/// A random level, solvable or not; sometimes with decoration in a sealed pocket, and now and
/// then with a box there that makes it unsolvable.
///
/// # Errors
/// A shape that no level can have.
pub fn random_level(seed: u64, shape: &Shape) -> Result<Level, Unfit> {
    shape.check()?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut drawing, floor) = drawing::scattered_walls(&mut rng, shape);
    let mut free = floor.clone();
    for _ in 0..shape.boxes {
        let place = take(&mut rng, &mut free);
        drawing.put(place, Square::Box);
    }
    drawing.put(take(&mut rng, &mut free), Square::Player);
    let mut free = floor;
    for _ in 0..shape.boxes + shape.spare_goals {
        let place = take(&mut rng, &mut free);
        drawing.add_goal(place);
    }
    decorate(&mut rng, &mut drawing);
    if rng.random_ratio(1, 16) {
        drawing.add_pocket(1, &[Square::Box, Square::Goal]);
    }
    Ok(drawing.level())
}

/// Adds a sealed pocket beside the border in one of four levels; nothing in it matters.
fn decorate(rng: &mut ChaCha8Rng, drawing: &mut Drawing) {
    const POCKETS: [&[Square]; 4] = [
        &[Square::BoxOnGoal],
        &[Square::Goal],
        &[Square::Floor, Square::BoxOnGoal],
        &[Square::BoxOnGoal, Square::Goal, Square::Floor],
    ];
    if rng.random_ratio(1, 4) {
        let pocket = POCKETS[below(rng, POCKETS.len())];
        let row = 1 + below(rng, drawing.height() - 2);
        drawing.add_pocket(row, pocket);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    const SMALL: Shape = Shape {
        width: 7,
        height: 6,
        boxes: 2,
        spare_goals: 1,
        walls_percent: 25,
    };

    #[test]
    fn a_seed_gives_the_same_level_everywhere() {
        let level = random_level(1, &SMALL).unwrap();
        let drawing = "#########\n#.# #@#.#\n#$ # .###\n#$ #  #\n#  . ##\n#######\n";
        assert_eq!(level.to_string(), drawing);
        assert_eq!(random_level(1, &SMALL), Ok(level.clone()));
        assert_ne!(random_level(2, &SMALL), Ok(level));
    }

    #[test]
    fn random_levels_have_the_boxes_and_goals_asked_for() {
        for seed in 0..200 {
            let board = Board::new(&random_level(seed, &SMALL).unwrap()).unwrap();
            assert_eq!((board.boxes().len(), board.goals().len()), (2, 3));
        }
    }

    #[test]
    fn some_levels_have_decoration_and_some_a_stray_box() {
        let levels = || (0..200).map(|seed| random_level(seed, &SMALL).unwrap());
        let boxes = |level: &Level| level.squares().filter(|s| s.2.is_box()).count();
        assert!(levels().any(|level| boxes(&level) > 2));
        assert!(levels().any(|level| Board::new(&level).unwrap().stray().is_some()));
        assert!(levels().any(|level| boxes(&level) == 2 && level.width() > 7));
    }

    #[test]
    fn impossible_shapes_are_refused_with_a_reason() {
        let unfit = |change: fn(&mut Shape)| {
            let mut shape = SMALL;
            change(&mut shape);
            random_level(0, &shape).unwrap_err()
        };
        assert_eq!(unfit(|shape| shape.width = 2), Unfit::Size);
        assert_eq!(unfit(|shape| shape.height = 1000), Unfit::Size);
        assert_eq!(unfit(|shape| shape.boxes = 0), Unfit::NoBoxes);
        assert_eq!(
            unfit(|shape| shape.boxes = 20),
            Unfit::Crowded {
                wanted: 21,
                inside: 20
            }
        );
        assert!(matches!(
            unfit(|shape| shape.spare_goals = usize::MAX),
            Unfit::Crowded { .. }
        ));
    }

    #[test]
    fn a_full_board_can_still_be_drawn() {
        let full = Shape {
            width: 3,
            height: 4,
            boxes: 1,
            spare_goals: 0,
            walls_percent: 100,
        };
        assert!(Board::new(&random_level(3, &full).unwrap()).is_ok());
    }
}
