//! What the board alone says about where boxes are in the way.
//!
//! *Doors* are cells that part the floor into two rooms. A cell *holds up* another when a box there cannot
//! get to any goal past a box here that stays. The *last chance* of a cell is the last step of the packing order
//! that a box there can be used for, the goals before being filled.

use crate::board::{Board, Cell};
use crate::limits::{Limits, Stop};
use crate::region::Region;
use crate::search::packing::pull::Puller;

/// The fewest cells of a room.
const ROOM: usize = 3;

/// Floor cells beyond which the cells that others hold up are not looked for: it takes a flood for each pair of cells.
const MOST_CELLS: usize = 400;

/// A set of cells, a bit each.
pub type Cells = Vec<u64>;

/// Tables about one board and one packing order.
#[derive(Debug, Clone)]
pub struct Ground {
    /// Whether a box on a cell closes a door.
    pub door: Vec<bool>,
    /// By cell: the cells that it holds up.
    pub holds_up: Vec<Cells>,
    /// By cell: steps of the order before which a box must have left it, or been used.
    pub last_chance: Vec<usize>,
}

impl Ground {
    /// Makes the tables.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(board: &Board, order: &[Cell], limits: &Limits) -> Result<Self, Stop> {
        let mut region = Region::new(board);
        let mut door = Vec::with_capacity(board.len());
        for cell in board.cells() {
            limits.check()?;
            door.push(is_door(board, &mut region, cell));
        }
        Ok(Self {
            door,
            holds_up: holds_up(board, limits)?,
            last_chance: last_chances(board, order, limits)?,
        })
    }
}

fn is_door(board: &Board, region: &mut Region, cell: Cell) -> bool {
    let mut taken = vec![false; board.len()];
    taken[cell.index()] = true;
    let mut rooms = Vec::new();
    for near in board.neighbours(cell) {
        let least = region.flood(&taken, near);
        if region.len() >= ROOM {
            rooms.push(least);
        }
    }
    rooms.iter().any(|room| *room != rooms[0])
}

fn holds_up(board: &Board, limits: &Limits) -> Result<Vec<Cells>, Stop> {
    if board.len() > MOST_CELLS {
        return Ok(vec![Vec::new(); board.len()]);
    }
    let mut puller = Puller::new(board);
    let open = reaching(&mut puller, board, board.goals(), limits)?;
    let mut all = Vec::with_capacity(board.len());
    for cell in board.cells() {
        puller.take(cell, true);
        let past = reaching(&mut puller, board, board.goals(), limits)?;
        puller.take(cell, false);
        let mut held: Cells = open
            .iter()
            .zip(past)
            .map(|(open, past)| open & !past)
            .collect();
        held[cell.index() / 64] &= !(1 << (cell.index() % 64));
        all.push(held);
    }
    Ok(all)
}

/// The cells from which a lone box gets to a free one of the goals.
fn reaching(
    puller: &mut Puller<'_>,
    board: &Board,
    goals: &[Cell],
    limits: &Limits,
) -> Result<Cells, Stop> {
    puller.clear();
    for &goal in goals {
        if !puller.is_taken(goal) {
            puller.add_all_sides(goal);
        }
    }
    puller.spread(|_| false, limits)?;
    let mut cells = vec![0; board.len().div_ceil(64)];
    for cell in board.cells().filter(|&cell| puller.was_on(cell)) {
        cells[cell.index() / 64] |= 1 << (cell.index() % 64);
    }
    Ok(cells)
}

fn last_chances(board: &Board, order: &[Cell], limits: &Limits) -> Result<Vec<usize>, Stop> {
    let mut puller = Puller::new(board);
    let mut last = vec![0; board.len()];
    for (step, &goal) in order.iter().enumerate() {
        let cells = reaching(&mut puller, board, &[goal], limits)?;
        for cell in board.cells() {
            if cells[cell.index() / 64] >> (cell.index() % 64) & 1 == 1 {
                last[cell.index()] = step + 1;
            }
        }
        puller.take(goal, true);
    }
    Ok(last)
}
