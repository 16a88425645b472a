//! The floor of a level as certificates number it, and where boxes can be pushed on it.
//!
//! *Cells* are the squares that the player reaches when boxes are ignored, numbered from zero row by
//! row. Boxes and goals elsewhere count nowhere, but a box there off the goals is a [`Ground::stray`].
//! Directions are up, down, left, right, numbered 0 to 3, so that the way back is one bit away.

use super::super::game::Game;
use super::super::replay::LevelFault;
use crate::level::{Level, Square};

/// A floor square by its number.
pub(super) type Cell = u16;

/// The letters of the four directions.
pub(super) const LETTERS: [char; 4] = ['u', 'd', 'l', 'r'];

/// A push that the walls allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Push {
    /// Where the box comes from; the player stands here afterwards.
    pub(super) from: Cell,
    /// Where it goes.
    pub(super) to: Cell,
    /// Where the player stands before.
    pub(super) behind: Cell,
    /// Which way.
    pub(super) dir: usize,
}

/// The playable part of a level.
#[derive(Debug)]
pub(super) struct Ground {
    /// Column and row of each cell, from zero.
    pub(super) places: Vec<(usize, usize)>,
    /// The neighbours of each cell by direction.
    pub(super) next: Vec<[Option<Cell>; 4]>,
    /// Whether each cell is a goal.
    pub(super) goal: Vec<bool>,
    /// The cells of the boxes in rising order.
    pub(super) boxes: Vec<Cell>,
    /// The cell of the player.
    pub(super) player: Cell,
    /// All pushes, by cell of the box, then by direction.
    pub(super) pushes: Vec<Push>,
    /// The push of a box on a cell in a direction.
    pub(super) push_of: Vec<[Option<u32>; 4]>,
    /// The place of a box that the player never reaches and that is off the goals.
    pub(super) stray: Option<(usize, usize)>,
}

/// Cells are numbered by 16 bits.
const MOST_CELLS: usize = 65_000;

impl Ground {
    /// Walks over the floor of a level.
    ///
    /// # Errors
    /// Why the level cannot be played.
    pub(super) fn new(level: &Level) -> Result<Self, LevelFault> {
        Game::new(level)?;
        let inside = reach(level);
        let width = level.width();
        let squares = (0..inside.len()).filter(|&square| inside[square]);
        let places: Vec<_> = squares
            .map(|square| (square % width, square / width))
            .collect();
        if places.len() > MOST_CELLS {
            let said = format!("its floor has more than {MOST_CELLS} cells");
            return Err(LevelFault::Drawing(said));
        }
        let mut cell_at = vec![None; inside.len()];
        for (cell, &(x, y)) in places.iter().enumerate() {
            cell_at[y * width + x] = Cell::try_from(cell).ok();
        }
        let at = |place: Option<(usize, usize)>| place.and_then(|(x, y)| cell_at[y * width + x]);
        let next: Vec<_> = places
            .iter()
            .map(|&place| [0, 1, 2, 3].map(|dir| at(beside(level, place, dir))))
            .collect();
        let square = |&(x, y): &(usize, usize)| level.at(x, y);
        let chosen = |test: fn(Square) -> bool| -> Vec<Cell> {
            let cells = (0..).zip(&places);
            cells
                .filter(|(_, place)| test(square(place)))
                .map(|(cell, _)| cell)
                .collect()
        };
        let (pushes, push_of) = pushes(&next);
        let stray = level
            .squares()
            .find(|&(x, y, square)| square == Square::Box && cell_at[y * width + x].is_none());
        Ok(Self {
            goal: places.iter().map(|place| square(place).is_goal()).collect(),
            boxes: chosen(Square::is_box),
            player: chosen(Square::is_player)[0],
            stray: stray.map(|(x, y, _)| (x, y)),
            pushes,
            push_of,
            next,
            places,
        })
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// All cells.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        0..Cell::try_from(self.len()).unwrap_or(Cell::MAX)
    }

    /// The floor neighbours of a cell.
    pub(super) fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.next[usize::from(cell)].iter().copied().flatten()
    }

    /// The goals in rising order.
    pub(super) fn goals(&self) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(|&cell| self.goal[usize::from(cell)])
    }

    /// Whether all solutions have pushes of one parity: as many boxes as goals.
    ///
    /// A push changes the chequer colour under one box, and in the end the boxes stand on all the
    /// goals, so that the number of changes is even or odd for good.
    pub(super) fn has_fixed_parity(&self) -> bool {
        self.boxes.len() == self.goals().count()
    }

    /// By cell: whether the player gets there from `player` around `boxes`.
    pub(super) fn region(&self, boxes: &[Cell], player: Cell) -> Vec<bool> {
        let mut seen = vec![false; self.len()];
        for &cell in boxes {
            seen[usize::from(cell)] = true;
        }
        let mut todo = vec![player];
        while let Some(cell) = todo.pop() {
            if !std::mem::replace(&mut seen[usize::from(cell)], true) {
                todo.extend(self.around(cell));
            }
        }
        for &cell in boxes {
            seen[usize::from(cell)] = false;
        }
        seen
    }
}

/// By square, row by row: whether the player gets there when boxes are ignored.
fn reach(level: &Level) -> Vec<bool> {
    let (width, height) = (level.width(), level.height());
    let mut seen = vec![false; width * height];
    let player = level.squares().find(|(.., square)| square.is_player());
    let mut todo: Vec<_> = player.map(|(x, y, _)| (x, y)).into_iter().collect();
    while let Some((x, y)) = todo.pop() {
        if level.at(x, y) != Square::Wall && !seen[y * width + x] {
            seen[y * width + x] = true;
            todo.extend((0..4).filter_map(|dir| beside(level, (x, y), dir)));
        }
    }
    seen
}

/// The place beside another in a direction, if it is on the drawing.
fn beside(level: &Level, (x, y): (usize, usize), dir: usize) -> Option<(usize, usize)> {
    let (x, y) = match dir {
        0 => (x, y.checked_sub(1)?),
        1 => (x, y + 1),
        2 => (x.checked_sub(1)?, y),
        _ => (x + 1, y),
    };
    (x < level.width() && y < level.height()).then_some((x, y))
}

type PushOf = Vec<[Option<u32>; 4]>;

fn pushes(next: &[[Option<Cell>; 4]]) -> (Vec<Push>, PushOf) {
    let mut pushes = Vec::new();
    let mut push_of = vec![[None; 4]; next.len()];
    for (from, around) in (0..).zip(next) {
        for dir in 0..4 {
            if let (Some(to), Some(behind)) = (around[dir], around[dir ^ 1]) {
                push_of[usize::from(from)][dir] = u32::try_from(pushes.len()).ok();
                pushes.push(Push {
                    from,
                    to,
                    behind,
                    dir,
                });
            }
        }
    }
    (pushes, push_of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_numbered_row_by_row_and_strays_are_found() {
        let rows = ["  #####", "  #@ .#", "###$  #", "#* #  #", "#######"];
        let ground = Ground::new(&Level::from_rows(&rows)).unwrap();
        assert_eq!(ground.places[..3], [(3, 1), (4, 1), (5, 1)]);
        assert_eq!((ground.player, &ground.boxes[..]), (0, &[3][..]));
        assert_eq!(ground.goals().collect::<Vec<_>>(), [2]);
        assert_eq!((ground.stray, ground.has_fixed_parity()), (None, true));
        let rows = ["########", "#@$.#$.#", "########"];
        let ground = Ground::new(&Level::from_rows(&rows)).unwrap();
        assert_eq!(ground.stray, Some((5, 1)));
    }

    #[test]
    fn a_push_needs_floor_on_both_sides_of_the_box() {
        let ground = Ground::new(&Level::from_rows(&["#####", "#@$.#", "#####"])).unwrap();
        let right = Push {
            from: 1,
            to: 2,
            behind: 0,
            dir: 3,
        };
        let left = Push {
            from: 1,
            to: 0,
            behind: 2,
            dir: 2,
        };
        assert_eq!(ground.pushes, [left, right]);
        assert_eq!(ground.push_of[1], [None, None, Some(0), Some(1)]);
    }
}
