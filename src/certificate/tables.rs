//! Writes what lemmas rest on, as text that a checker can test without any search.
//!
//! One fact a line, words and plain numbers between single blanks. *Cells* are the floor squares that
//! the player reaches when boxes are ignored, numbered from zero row by row.
//!
//! ```text
//! sokosat-tables 1
//! unit U                       pushes in one unit of waste, 1 or 2
//! price CELL V                 v, the price of a goal; one a goal, in order
//! lone CELL DIR B F H L        one a lone-box state, in order
//! set CELL CELL [CELL] SIDE P  units that boxes on these cells still waste, x for a deadlock
//! pack CELL CELL [CELL]        start boxes whose penalties are added up for a bound
//! end LINES                    the number of lines before this one
//! ```
//!
//! A lone state is a box on CELL with the player beside it in direction DIR, the first of `u d l r` on
//! its side. B pushes at least bring the box to a goal, F pushes at least were made before a box is
//! there, H is its height h in pushes, L units at least were wasted before. `-` says never, `?`
//! nothing. SIDE is the place of a box in the set, from zero, and a direction: the player is beside that
//! box there, or can walk there; `*` is every side. What is not listed is what smaller sets say.
//!
//! A push wastes 1 + h(after) - h(before). The tables are true if no push breaks them: B falls and
//! F rises by one at most, L by the waste of the push, P falls by it at most; B, F and L are zero at goals
//! and at the start; h + v <= 0 on goals, and P is at most -(h + v) in units, summed over its boxes, where
//! they are all on goals.

use std::io::Write;

use crate::board::{Board, Cell, Dir};
use crate::distance::{Distances, INF, LoneState};
use crate::encode::spending::least_after;
use crate::limits::Limits;
use crate::patterns::{Beside, Claim, Patterns, Penalty};
use crate::potential::Potential;

use super::Unmade;

/// What tables are written of.
pub(super) struct Source<'a> {
    pub(super) board: &'a Board,
    pub(super) distances: &'a Distances,
    pub(super) potential: Option<&'a Potential>,
    /// Tables of sets, and the most boxes of the sets to write.
    pub(super) patterns: Option<(&'a Patterns, usize)>,
    /// Start boxes whose penalties are added up.
    pub(super) packing: &'a [Vec<Cell>],
    pub(super) limits: &'a Limits,
}

/// Writes all tables.
pub(super) fn write(out: &mut impl Write, source: &Source) -> Result<(), Unmade> {
    let mut lines = 1_u64;
    writeln!(out, "sokosat-tables 1")?;
    if let Some(potential) = source.potential {
        writeln!(out, "unit {}", potential.unit())?;
        for (index, goal) in source.board.goals().iter().enumerate() {
            writeln!(out, "price {} {}", goal.0, potential.price(index))?;
        }
        lines += 1 + source.board.goals().len() as u64;
    }
    lines += lone(out, source)?;
    if let (Some((patterns, most)), Some(potential)) = (source.patterns, source.potential) {
        let ground = (source.board, source.distances, potential);
        patterns.claims(ground, most, source.limits, &mut |claim| {
            lines += 1;
            set(out, &claim)
        })?;
    }
    for cells in source.packing {
        write!(out, "pack")?;
        for cell in cells {
            write!(out, " {}", cell.0)?;
        }
        writeln!(out)?;
        lines += 1;
    }
    writeln!(out, "end {lines}")?;
    Ok(())
}

fn lone(out: &mut impl Write, source: &Source) -> Result<u64, Unmade> {
    let Source {
        board,
        distances,
        potential,
        ..
    } = source;
    let spent = potential.map(|potential| spent(board, distances, potential));
    let states = distances.lone();
    for cell in board.cells() {
        for state in states.states(cell) {
            let beside = |dir: &Dir| states.toward(cell, *dir) == Some(state);
            let dir = Dir::ALL.into_iter().find(beside);
            let letter = dir.map_or('?', Dir::letter);
            let [to_goal, from_start] =
                [distances.nearest(state), distances.from_start(state)].map(count);
            let height = match potential {
                Some(potential) => potential
                    .height(state)
                    .map_or("-".into(), |h| h.to_string()),
                None => "?".into(),
            };
            let spent = spent.as_ref().map_or("?".into(), |spent| {
                spent[state.index()].map_or("-".into(), |units| units.to_string())
            });
            writeln!(
                out,
                "lone {} {letter} {to_goal} {from_start} {height} {spent}",
                cell.0
            )?;
        }
    }
    Ok(states.len() as u64)
}

fn count(distance: u16) -> String {
    if distance == INF {
        "-".into()
    } else {
        distance.to_string()
    }
}

/// By lone state: the least units wasted before a box is there.
fn spent(board: &Board, distances: &Distances, potential: &Potential) -> Vec<Option<usize>> {
    let after = least_after(board, distances, potential);
    let mut least: Vec<Option<usize>> = vec![None; distances.lone().len()];
    let mut lower = |state: LoneState, units: usize| {
        let old = &mut least[state.index()];
        *old = Some(old.map_or(units, |old| old.min(units)));
    };
    for (push, units) in after.iter().enumerate() {
        if let Some(units) = units {
            lower(distances.lone().after(push), *units);
        }
    }
    for index in 0..board.boxes().len() {
        lower(distances.start_state(board, index), 0);
    }
    least
}

fn set(out: &mut impl Write, claim: &Claim) -> Result<(), Unmade> {
    write!(out, "set")?;
    for cell in &claim.cells {
        write!(out, " {}", cell.0)?;
    }
    match claim.beside {
        Beside::Anywhere => write!(out, " *")?,
        Beside::Box(slot, dir) => write!(out, " {slot}{}", dir.letter())?,
    }
    match claim.penalty {
        Penalty::Deadlock => writeln!(out, " x")?,
        Penalty::Waste(units) => writeln!(out, " {units}")?,
    }
    Ok(())
}
