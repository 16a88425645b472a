//! Formulas held against the rules of the game: shapes of clauses, rules, witnesses, verdicts.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

mod cubes;
mod game;
mod map;
mod recognise;
mod rules;
mod shapes;
mod solver;
mod verdicts;
mod walks;
mod witness;
