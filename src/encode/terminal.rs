//! Terminal waste: where the last push leaves the player settles what may have been spent.
//!
//! At the end each box is on a goal, and the player's cell decides on which side of it; a box that
//! is higher there than the price of its goal allows has used up waste that no push paid for. So
//! the waste of a plan of T pushes is W less the terminal waste of its last cell
//! ([`Potential::terminal_waste`](crate::potential::Potential::terminal_waste)). One clause a cell.

use crate::board::{Board, Cell};
use crate::cnf::ClauseSink;

use super::TERMINAL;
use super::vars::Step;
use super::waste::Account;

/// Leaves room for the terminal waste of where the last push leaves the player.
///
/// With as many boxes as goals the player cannot end on a goal, which has its box.
pub fn end(
    sink: &mut dyn ClauseSink,
    board: &Board,
    terminal: impl Fn(Cell) -> u32,
    last: &Step,
    account: Account,
) {
    for cell in board.cells() {
        let Some(from) = last.from[cell.index()] else {
            continue;
        };
        if board.has_fixed_parity() && board.is_goal(cell) {
            continue;
        }
        let units = usize::try_from(terminal(cell)).unwrap_or(usize::MAX);
        account.keep(sink, &TERMINAL, &[from], units);
    }
}
