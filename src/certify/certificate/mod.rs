//! Checks a certificate: a folder that claims how few pushes solve a level, or that nothing does; or how few
//! moves solve a board of sliding tiles (`tiles`).
//!
//! The folder and its files are described where they are written, in the library's module `certificate`.
//! Nothing of the encoder, the tables or the solver is used here: the solution is replayed, every
//! variable and clause of the formula is accounted for by rules that are stated once more (`formula`),
//! lemmas by tables whose local inequalities are tested (`tables`), and the refutation is followed
//! step by step ([`lrat`](super::lrat)).
//!
//! What comes out says what was checked, and what must still be trusted.

mod claim;
mod clause;
mod evidence;
mod fault;
mod flood;
mod folder;
mod formula;
mod ground;
mod lone;
mod obstacle;
mod refuted;
mod search;
mod tables;
mod tiles;

use std::path::Path;

use super::replay::{Rejection, replay};
use crate::level::{self, Level};
use crate::limits::Limits;

pub use claim::{Claim, Kind};
pub use fault::Fault;
use folder::Folder;
use ground::Ground;
use lone::Lone;

/// A certificate that was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// What is claimed, and now checked.
    pub claim: Claim,
    /// By which kind of evidence.
    pub kind: Kind,
    /// The drawing of the level, or the board and its target on a line each.
    pub rows: Vec<String>,
    /// SHA-256 of the rows.
    pub level: String,
    /// What was checked, a sentence each.
    pub checked: Vec<String>,
    /// What must be trusted, a sentence each.
    pub trusted: Vec<String>,
}

/// What a checker looks at.
struct Case<'a> {
    folder: &'a Folder,
    rows: Vec<String>,
    hash: String,
    ground: Ground,
    lone: Lone,
    limits: &'a Limits,
    checked: Vec<String>,
}

/// The most bytes of a level.
const MOST_LEVEL: u64 = level::MAX_BYTES as u64;
/// The most bytes of a solution.
const MOST_SOLUTION: u64 = 1 << 21;

/// What is said of files that were read.
const HASHED: &str = "every file has the SHA-256 that the manifest says";

/// Checks the certificate in a folder.
///
/// # Errors
/// Why it is none, why it is refused, or the limit that was reached.
pub fn check(path: &Path, limits: &Limits) -> Result<Report, Fault> {
    let folder = Folder::open(path, limits)?;
    if folder.manifest.kind.is_of_tiles() {
        return tiles::check(&folder, limits);
    }
    let level = read_level(&folder, limits)?;
    let canonical = level.canonical();
    let ground = Ground::new(&level)
        .map_err(|fault| Fault::refused(format!("level.xsb cannot be played: {fault}")))?;
    let mut case = Case {
        rows: canonical.rows().to_vec(),
        hash: canonical.hash(),
        lone: Lone::new(&ground, limits)?,
        ground,
        folder: &folder,
        limits,
        checked: Vec::new(),
    };
    case.checked.push(HASHED.into());
    if case.hash != folder.manifest.level {
        return Err(Fault::refused(
            "level.xsb is not the level that the manifest is about",
        ));
    }
    if let Claim::Minimum(pushes) = folder.manifest.claim {
        case.replay(&level, pushes)?;
    }
    case.evidence()?;
    Ok(Report {
        claim: folder.manifest.claim,
        kind: folder.manifest.kind,
        trusted: trusted(&folder),
        rows: case.rows,
        level: case.hash,
        checked: case.checked,
    })
}

/// Reads the level, which must be in its canonical form.
fn read_level(folder: &Folder, limits: &Limits) -> Result<Level, Fault> {
    let text = folder.text("level.xsb", MOST_LEVEL, limits)?;
    let levels = level::read("level.xsb", text.as_bytes());
    let mut levels = levels.map_err(|error| Fault::refused(error.to_string()))?;
    let canonical = |level: &Level| level.canonical().rows().join("\n") + "\n";
    let first = levels.first().map(canonical);
    if levels.len() != 1 || first != Some(text) {
        return Err(Fault::refused(
            "level.xsb does not have one level in its canonical rows",
        ));
    }
    Ok(levels.remove(0))
}

impl Case<'_> {
    fn replay(&mut self, level: &Level, pushes: u32) -> Result<(), Fault> {
        let lurd = self
            .folder
            .text("solution.lurd", MOST_SOLUTION, self.limits)?;
        let refuse = |error: Rejection| Fault::refused(format!("solution.lurd: {error}"));
        let verified = replay(level, &lurd).map_err(refuse)?;
        if verified.pushes() != pushes as usize {
            return Err(Fault::refused(format!(
                "the solution has {} pushes, the claim is {pushes}",
                verified.pushes()
            )));
        }
        self.checked.push(format!(
            "the solution was replayed: it solves the level with {pushes} pushes"
        ));
        Ok(())
    }

    /// The most pushes that a shorter solution could have, by the parity of all solutions; none if
    /// there is no such number.
    fn shorter(&self, pushes: u32) -> Option<u32> {
        pushes.checked_sub(if self.ground.has_fixed_parity() { 2 } else { 1 })
    }
}

/// What must be trusted once a certificate was accepted.
fn trusted(folder: &Folder) -> Vec<String> {
    let game = if folder.manifest.kind.is_of_tiles() {
        "sliding tiles"
    } else {
        "Sokoban"
    };
    let mut trusted = vec![
        format!("that the rules of the game, as this checker states them, are those of {game}"),
        "this checker, its compiler and the machine".to_owned(),
    ];
    if folder.has("proof.lrat") {
        trusted.push(
            "not the refutation: other checkers read formula.cnf and proof.lrat, if that is text; \
             not the solver and not the encoder either"
                .to_owned(),
        );
    }
    trusted
}
