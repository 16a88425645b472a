//! Checks a certificate about sliding tiles: how few moves of the blank take a board to its target.
//!
//! Nothing of the modules that solve puzzles is used, not even their text of a board: [`board`] reads it and states the
//! moves once more. The claim rests on one of three arguments, each on what is counted here.
//!
//! - *Parity*: a move swaps the blank with a tile, and takes the blank to the other colour of a chequer board. So
//!   where the arrangement is odd and the blank's way is not, or the reverse, there is no plan.
//! - *Bound*: a move takes one tile one cell nearer to its place at most, so no plan has fewer moves than the
//!   distances of the tiles add up to.
//! - *Refutation*: the same sum changes by one with each move and ends at zero, so all plans have moves of one parity, and one
//!   shorter than N has at most N - 2. The formula says that there is such a plan; [`rules`] accounts for it, and
//!   the proof refutes it.

mod absent;
mod board;
mod map;
mod names;
mod rules;

use super::claim::{Claim, Kind};
use super::fault::Fault;
use super::folder::Folder;
use super::{HASHED, MOST_SOLUTION, Report, trusted};
use crate::limits::Limits;
use board::Boards;
use map::Map;

/// The most bytes of two boards.
const MOST_BOARDS: u64 = 1 << 10;

/// Checks a certificate whose kind is one of tiles.
pub(super) fn check(folder: &Folder, limits: &Limits) -> Result<Report, Fault> {
    let manifest = &folder.manifest;
    let text = folder.text("boards.txt", MOST_BOARDS, limits)?;
    let boards = Boards::read(&text).map_err(|why| Fault::refused(format!("boards.txt: {why}")))?;
    if manifest.files.get("boards.txt") != Some(&manifest.level) {
        return Err(Fault::refused(
            "boards.txt does not have the boards that the manifest is about",
        ));
    }
    let mut case = Case {
        boards,
        folder,
        limits,
        checked: vec![HASHED.into()],
    };
    match (manifest.claim, manifest.kind) {
        (Claim::Unsolvable {}, _) => case.parity()?,
        (Claim::Minimum(moves), kind) => {
            case.replay(moves)?;
            if kind == Kind::TilesRefutation {
                case.refutation(moves)?;
            } else {
                case.bound(moves)?;
            }
        }
    }
    Ok(Report {
        claim: manifest.claim,
        kind: manifest.kind,
        rows: text.lines().map(str::to_owned).collect(),
        level: manifest.level.clone(),
        checked: case.checked,
        trusted: trusted(folder),
    })
}

/// What the checker looks at.
struct Case<'a> {
    boards: Boards,
    folder: &'a Folder,
    limits: &'a Limits,
    checked: Vec<String>,
}

impl Case<'_> {
    fn parity(&mut self) -> Result<(), Fault> {
        if self.boards.is_arrangement_odd() == self.boards.is_blank_odd() {
            return Err(Fault::refused(
                "the parity of the tiles is that of the target",
            ));
        }
        let odd = |odd| if odd { "odd" } else { "even" };
        self.checked.push(format!(
            "the arrangement is {} and the way of the blank {}, while each move changes both",
            odd(self.boards.is_arrangement_odd()),
            odd(self.boards.is_blank_odd())
        ));
        Ok(())
    }

    fn replay(&mut self, moves: u32) -> Result<(), Fault> {
        let text = self
            .folder
            .text("solution.txt", MOST_SOLUTION, self.limits)?;
        let refuse = |why: String| Fault::refused(format!("solution.txt: {why}"));
        let letters = text.strip_suffix('\n');
        let letters = letters.ok_or_else(|| refuse("is not one line".into()))?;
        let found = self.boards.replay(letters).map_err(refuse)?;
        if found != moves as usize {
            return Err(Fault::refused(format!(
                "the solution has {found} moves, the claim is {moves}"
            )));
        }
        self.checked.push(format!(
            "the solution was replayed, move by move: it takes the board to its target in {moves}"
        ));
        Ok(())
    }

    fn bound(&mut self, moves: u32) -> Result<(), Fault> {
        let distances = self.boards.distances();
        if distances != moves {
            return Err(Fault::refused(format!(
                "the distances of the tiles bound the moves by {distances} only, the claim is {moves}"
            )));
        }
        self.checked.push(format!(
            "the distances of the tiles add up to {distances}, and no move shortens more than one by one"
        ));
        Ok(())
    }

    fn refutation(&mut self, moves: u32) -> Result<(), Fault> {
        let most = moves.checked_sub(2);
        let most = most.filter(|&most| most >= self.boards.distances());
        let Some(most) = most else {
            return Err(Fault::refused(
                "no plan could be shorter, so there is nothing to refute",
            ));
        };
        if self.folder.manifest.at_most != Some(most) {
            return Err(Fault::refused(format!(
                "a plan shorter than {moves} moves has at most {most}, which the formula is not about"
            )));
        }
        self.checked.push(format!(
            "each move changes the sum of the distances by one, so that all plans have moves of one parity, \
             and a shorter one has at most {most}"
        ));
        let (cnf, _) = self.folder.formula(self.limits)?;
        let map: Map = self.folder.map(self.limits)?;
        map.check_head(&self.boards, most)?;
        let line_of = |clause| self.folder.line_of(clause);
        let said = rules::account(&cnf, &map, &self.boards, &line_of, self.limits)?;
        drop(map);
        self.checked.extend(said);
        let proved = self.folder.proof(&cnf, self.limits)?;
        self.checked.push(proved);
        Ok(())
    }
}
