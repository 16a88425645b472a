//! **sokosat**: proved Sokoban.
//!
//! A level goes in as text; a verdict with evidence comes out:
//!
//! ```text
//! text -level-> Level -board-> Board -+- distance -> Distances -+
//!                                     +- deadlock ------------- +
//!      +------- encode (Board, Distances, horizon) -> clauses --+-> sat -> plan | refutation
//!      |                                                        +-> search -> plan | exhausted
//!      +-> DIMACS                                                        |
//!                 certify (level text, LURD) -> Verified -> printed <----+
//! ```
//!
//! `search` and `encode`/`sat` never import each other; only [`solve`] knows both.
//! `certify` imports the level text and nothing else: it states the rules of the game a
//! second time, and only what it accepted is ever reported as a solution.

pub mod answer;
pub mod board;
pub mod bound;
pub mod bound_patterns;
pub mod certify;
pub mod cnf;
pub mod deadlock;
pub mod distance;
pub mod encode;
pub mod error;
pub mod generate;
pub mod heuristic;
pub mod level;
pub mod limits;
pub mod lone;
pub mod matching;
pub mod patterns;
pub mod potential;
pub mod progress;
pub mod region;
pub mod sat;
pub mod search;
pub mod solution;
pub mod solve;
pub mod state;
pub mod switches;

pub use error::Error;
