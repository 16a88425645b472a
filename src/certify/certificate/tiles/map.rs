//! The map file of a formula, as its JSON says it: nothing is believed yet.

use serde::Deserialize;

use super::super::fault::Fault;
use super::board::Boards;

/// The whole document.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Map {
    format: String,
    version: u32,
    #[serde(rename = "sokosat")]
    _sokosat: String,
    board: String,
    target: String,
    pub(super) moves: u32,
    pub(super) variables: u32,
    pub(super) clauses: u64,
    pub(super) moments: Vec<Moment>,
    pub(super) runs: Vec<(String, u64)>,
}

/// Variables of a moment and of the move from there on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Moment {
    pub(super) t: u32,
    /// Cell, number, variable.
    pub(super) on: Vec<(usize, u8, u32)>,
    pub(super) idle: Option<u32>,
    pub(super) wastes: Option<u32>,
    pub(super) spent: Vec<u32>,
    pub(super) aux: Vec<(u32, Vec<i32>)>,
}

impl Map {
    /// Whether it is a map that can be read, and of "at most so many moves" of these boards.
    pub(super) fn check_head(&self, boards: &Boards, most: u32) -> Result<(), Fault> {
        if self.format != "sokosat-tiles-map" || self.version != 1 {
            return Err(Fault::bad(format!(
                "map.json is {} of version {}, not sokosat-tiles-map of version 1",
                self.format, self.version
            )));
        }
        let (board, target) = boards.lines();
        if self.board != board || self.target != target {
            return Err(Fault::refused("map.json is about other boards"));
        }
        if self.moves != most {
            return Err(Fault::refused(format!(
                "the formula is about at most {} moves, not about at most {most}",
                self.moves
            )));
        }
        let moments = self.moments.iter().map(|moment| moment.t);
        if !moments.eq(0..=most) {
            return Err(Fault::refused(
                "map.json does not have each moment once, in order",
            ));
        }
        Ok(())
    }

    /// The number of variables that are given a meaning.
    pub(super) fn named(&self) -> usize {
        let of = |moment: &Moment| {
            let single = usize::from(moment.idle.is_some()) + usize::from(moment.wastes.is_some());
            moment.on.len() + single + moment.spent.len() + moment.aux.len()
        };
        self.moments.iter().map(of).sum()
    }
}
