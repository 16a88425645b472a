//! From a drawing to its floor: what must hold of the counts, and what the player reaches.
//!
//! The floor is flooded from the player with boxes ignored; a flood that leaves the drawing means
//! that the border is open. Cost: O(squares), which are bounded before anything is allocated.

use super::{Cell, Dir, MAX_CELLS};
use crate::level::{Flaw, Level, Place, Square, gap};

/// The most squares the rectangle around a drawing may have, outside included.
const MAX_SQUARES: usize = 16_000_000;

fn flaw(place: Place, cause: String) -> Flaw {
    Flaw { place, cause }
}

/// Checks players, boxes and goals; gives the player's column and row.
pub(super) fn check_counts(level: &Level) -> Result<(usize, usize), Flaw> {
    let mut players = level.squares().filter(|(_, _, square)| square.is_player());
    let first = level.place(0, 0);
    let Some((x, y, _)) = players.next() else {
        return Err(flaw(first, "the level has no player".into()));
    };
    if let Some((again_x, again_y, _)) = players.next() {
        let count = 2 + players.count();
        return Err(flaw(
            level.place(again_x, again_y),
            format!("the level has {count} players"),
        ));
    }
    let boxes = level
        .squares()
        .filter(|(_, _, square)| square.is_box())
        .count();
    let goals = level
        .squares()
        .filter(|(_, _, square)| square.is_goal())
        .count();
    if boxes == 0 {
        return Err(flaw(first, "the level has no boxes".into()));
    }
    if boxes > goals {
        let cause = format!("the level has more boxes than goals ({boxes} > {goals})");
        return Err(flaw(first, cause));
    }
    Ok((x, y))
}

/// Column and row of each cell, and the cell of each square.
pub(super) type Floor = (Vec<(u16, u16)>, Vec<Option<Cell>>);

/// Floods the floor from the player; cells in reading order and the cell of each square.
pub(super) fn floor(level: &Level, start: (usize, usize)) -> Result<Floor, Flaw> {
    let (width, height) = (level.width(), level.height());
    if width.saturating_mul(height) > MAX_SQUARES {
        return Err(too_large(level, MAX_SQUARES, "squares"));
    }
    let mut inside = vec![false; width * height];
    let mut todo = vec![start];
    inside[start.1 * width + start.0] = true;
    let mut count = 1;
    while let Some((x, y)) = todo.pop() {
        for dir in Dir::ALL {
            let next = dir.step(x, y).filter(|&(x, y)| x < width && y < height);
            let Some((nx, ny)) = next else {
                return Err(open_border(level, start));
            };
            let wall = level.at(nx, ny) == Square::Wall;
            if !wall && !std::mem::replace(&mut inside[ny * width + nx], true) {
                count += 1;
                todo.push((nx, ny));
            }
        }
    }
    let too_many = || too_large(level, MAX_CELLS, "floor cells");
    if count > MAX_CELLS {
        return Err(too_many());
    }
    let mut places = Vec::with_capacity(count);
    let mut ids = vec![None; width * height];
    for (index, _) in inside.iter().enumerate().filter(|(_, inside)| **inside) {
        let narrow = |n: usize| u16::try_from(n).map_err(|_| too_many());
        ids[index] = Some(Cell(narrow(places.len())?));
        places.push((narrow(index % width)?, narrow(index / width)?));
    }
    Ok((places, ids))
}

fn too_large(level: &Level, most: usize, what: &str) -> Flaw {
    let (width, height) = (level.width(), level.height());
    let cause = format!("the board is too large: {width} x {height}, more than {most} {what}");
    flaw(level.place(0, 0), cause)
}

/// The flaw of a level whose player can walk out of it.
fn open_border(level: &Level, start: (usize, usize)) -> Flaw {
    let (x, y, cause) = match gap::find(level, start) {
        Some((x, y)) => (x, y, "the player can leave the board here"),
        None => (start.0, start.1, "the player stands outside"),
    };
    let cause = format!("the border is not closed: {cause}");
    flaw(level.place(x, y), cause)
}
