//! Local deadlock patterns: small windows that are dead whatever lies around them.
//!
//! ```text
//! window  -> what can become of the boxes of a window, at best
//! find    -> all minimal dead patterns of a window size
//! library -> the patterns stored in the crate, and how they are made again
//! matcher -> the patterns that fit on a board, asked about the box that was moved
//! ```
//!
//! A match is a proof on any board: the window search assumes the best for the player wherever
//! the pattern is silent. Dead pairs and triples of a board are tabled elsewhere with the whole board in
//! view; patterns are for what these cannot see, four boxes and more.

mod find;
mod library;
mod matcher;
mod pattern;
mod window;

pub use find::{Found, Size, find};
pub use library::{Library, PatternId, STORED, regenerate, to_text};
pub use matcher::{DeadSet, MOST_CELLS as MOST_FLOOR_CELLS, Matcher};
pub use pattern::{MOST_CELLS, MOST_SIDE, Mark, Pattern};
