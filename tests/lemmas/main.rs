//! Each family of lemmas derived again by plain search on its subproblem.
//!
//! No table, potential or flow of the library is believed here but what is under test: searches
//! are breadth first over boxes and player, written in `plain.rs`.

#[path = "../common/plain.rs"]
mod plain;

mod alone;
mod budget;
mod cuts;
mod ground;
mod heights;
