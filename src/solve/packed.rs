//! Packing searches: solutions of big boards, however long.
//!
//! Levels differ in which style of search solves them soon, so styles take turns, each time with more states.

use crate::answer::{Answer, Engine, Status};
use crate::error::Error;
use crate::limits::{Limits, Stop};
use crate::search;
use crate::search::packing::{LARGE, Packing, PackingOptions, Style};

use super::Case;

/// States that a style expands in the first round; those who look at areas take some five times longer for each.
const FIRST: u64 = 5_000;
/// By so much each round is longer.
const LONGER: u64 = 4;

/// One round of some styles: a solution, or that there is none, or what stopped it.
pub(super) fn pack(
    case: &Case<'_>,
    styles: &[Style],
    round: u32,
    limits: &Limits,
) -> Result<Answer, Error> {
    let cells = case.board.len();
    if cells
        .saturating_mul(cells)
        .saturating_mul(case.board.goals().len())
        > LARGE
    {
        return Ok(case.unknown(Stop::Narrow));
    }
    let mut last = case.unknown(Stop::Narrow);
    for &style in styles {
        let share = match style {
            Style::Careful | Style::Patient => 1,
            Style::Quick | Style::Plain => 4,
        };
        let options = PackingOptions {
            prune: case.question.prune,
            style,
            most_expanded: Some(LONGER.saturating_pow(round).saturating_mul(share * FIRST)),
        };
        last = pack_once(case, &options, limits)?;
        if !matches!(last.status, Status::Unknown(Stop::Narrow)) {
            break;
        }
    }
    Ok(last)
}

fn pack_once(case: &Case<'_>, options: &PackingOptions, limits: &Limits) -> Result<Answer, Error> {
    let mut search = match Packing::new(case.board, case.distances, options, limits) {
        Ok(search) => search,
        Err(stop) => return Ok(case.unknown(stop)),
    };
    let mut report = |now: search::Progress| case.question.progress.stored(now.stored);
    let mut answer = case.searched(Engine::Auto, search.run(&mut report))?;
    if matches!(answer.status, Status::Solved(_)) {
        answer.remarks = vec!["a packing search led to a solution".to_owned()];
    }
    Ok(answer)
}
