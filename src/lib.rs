//! **sokosat**: proved Sokoban.
//!
//! A level goes in as text; a verdict with evidence comes out:
//!
//! ```text
//! text -level-> Level -board-> Board -distance-> Distances -+- bound, bound_patterns -> start bound
//!                                                           |
//!      +----------------------------------------------------+
//!      |                                               potential, patterns
//!      +-> encode (horizon) -> clauses -+-> DIMACS, map     |  deadlock, heuristic
//!      |        ^                       +-> sat ----------> | ----> plan | refuted horizon
//!      |        +---- lemmas -------------------------------+
//!      +-> search (breadth first, A*, beams) <-- pruning ---+ ----> plan | nothing left
//!             ^                                                       |
//!             +--- windows of a plan, to be made shorter <------------+
//!                                                                     |
//!                   certify (level text, LURD) -> Verified <-- solution (walks)
//!                                                    |
//!                                    solve -> Answer -> printed
//! ```
//!
//! [`tiles`] puts sliding puzzles on the same cores: its spaces go through `search`, its formulas through `cnf` and `sat`,
//! and its minima into certificates of their own kinds ([`certificate::tiles`]).
//!
//! `search` and `encode`/`sat` never import each other; only [`solve`] knows both. `certify`
//! imports the level text and the limits, nothing else: it states the rules of both games a second
//! time, and only what it accepted is ever reported as a solution.
//!
//! [`certificate`] writes a folder with a solution, the formula that there is a shorter one, its map,
//! the tables of its lemmas and the recorded proof; [`certify::certificate`] checks it and knows
//! nothing of how it was made.
//!
//! ```
//! use sokosat::{answer::Engine, board::Board, level, limits::Limits, progress::Progress};
//! use sokosat::solve::{Question, solve};
//!
//! let level = &level::read("corridor", b"#######\n#@ $ .#\n#######\n")?[0];
//! let board = Board::new(level).expect("the level can be played");
//! let progress = Progress::default();
//! let answer = solve(level, &board, &Question {
//!     tables: 4,
//!     ..Question::new(Engine::Auto, &progress)
//! })?;
//! assert_eq!(answer.solution().expect("two pushes do").lurd(), "rRR");
//! assert!(answer.is_minimal());
//! # Ok::<(), sokosat::Error>(())
//! ```

pub mod answer;
pub mod board;
pub mod bound;
pub mod bound_patterns;
pub mod certificate;
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
pub mod symmetry;
pub mod tiles;

pub use error::Error;
