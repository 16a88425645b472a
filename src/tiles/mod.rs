//! Sliding tiles: boards of 2 to 5 rows and columns on the search and SAT cores that Sokoban uses.
//!
//! ```text
//! text -> Grid -+- puzzle (names, parity) -> heuristic (tables, pattern databases)
//!               |                               |
//!               |        space (A*, breadth first), walk (IDA*), sides (bidirectional)
//!               |        encode -> clauses -> DIMACS file with its map, sat (rising horizons)
//!               |                               |
//!               +---- replay (start, target, letters) -> Replayed -> printed
//! ```
//!
//! A *move* moves the blank; a plan's length is its number of moves. [`solve`] knows the engines, [`replay`] knows
//! none of them.

pub mod encode;
pub mod engines;
pub mod grid;
pub mod heuristic;
pub mod horizons;
pub mod key;
pub mod patterns;
pub mod puzzle;
pub mod replay;
pub mod solve;
pub mod space;
pub mod text;
pub mod walk;

/// The most rows, and columns, of a board.
pub const MOST_SIDE: usize = 5;

/// The most cells of a board.
pub const MOST_CELLS: usize = MOST_SIDE * MOST_SIDE;
