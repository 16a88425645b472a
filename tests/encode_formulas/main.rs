//! Formulas held against the rules of the game: shapes of clauses, rules, witnesses, verdicts.

mod game;
mod rules;
mod shapes;
mod solver;
mod verdicts;
mod walks;
mod witness;
