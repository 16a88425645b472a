//! Beams that close the gap from above: solutions, and then shorter ones.
//!
//! A beam under a ceiling leaves out positions from which every plan is too long, by the bound of A*; so
//! a narrow beam with a low ceiling looks where only a wide one without would. Widths double from round to
//! round. In each, ceilings rise from the lower bound that all engines have proved by now to just below the best
//! solution, which [`super::improve`] makes shorter before the next beam. Scores alternate, and from the second round on
//! they are stirred: levels differ in which one helps. Where two rounds have found nothing, packing searches have
//! their turn before each further one. Beams prove nothing; the gap closes when the lower bound of another engine comes up.

use crate::answer::{Answer, Goal, Status};
use crate::error::Error;
use crate::limits::{Limits, Stop};
use crate::search::beam::plan::{BeamOptions, beam_over_pushes};
use crate::search::beam::pushes::BeamPushes;
use crate::search::beam::score::Score;
use crate::search::packing::Style;

use super::improve::Improver;
use super::{Case, packed};

/// The first width.
const NARROW: usize = 64;
/// Rounds side by side with other engines; the last is wider than the memory of most machines allows.
pub(super) const MANY_ROUNDS: u32 = 16;
/// Rounds where beams take turns with other engines.
pub(super) const FEW_ROUNDS: u32 = 6;
/// The most ceilings of a round.
const CEILINGS: usize = 4;

/// The round from which packing searches look first for what beams have not found.
const PACKING_ROUND: u32 = 2;

/// Looks for solutions until the bounds meet, or until one is found where any will do.
pub(super) fn close(case: &Case<'_>, limits: &Limits, rounds: u32) -> Result<Answer, Error> {
    let rules = (case.question.prune, Score::Matching);
    let space = match BeamPushes::new(case.board, case.distances, rules, limits) {
        Ok(space) => space,
        Err(stop) => return Ok(case.unknown(stop)),
    };
    let open = space.clone().rated(case.board, case.distances, Score::Open);
    let mut best: Option<Answer> = None;
    let mut improver = Improver::new(case);
    for round in 0..rounds {
        if round >= PACKING_ROUND && best.is_none() && wants_packing(case) {
            let packed = packed::pack(case, &Style::ALL, round - PACKING_ROUND, limits)?;
            if matches!(packed.status, Status::Solved(_)) {
                best = Some(packed);
            }
        }
        best = improver.try_round(best, round, limits)?;
        for (place, ceiling) in ceilings(case, best.as_ref()).into_iter().enumerate() {
            if !improves(best.as_ref(), ceiling) {
                continue;
            }
            let spaces = if (round as usize + place).is_multiple_of(2) {
                [&open, &space]
            } else {
                [&space, &open]
            };
            for space in spaces {
                let options = options(case, round, ceiling);
                match try_once(case, space, &options, limits)? {
                    Tried::Found(answer) => {
                        best = improver.try_round(Some(*answer), round, limits)?;
                    }
                    Tried::Nothing => continue,
                    Tried::Stopped(stop) => return Ok(best.unwrap_or_else(|| case.unknown(stop))),
                }
                break;
            }
            let done = best.as_ref().is_some_and(|found| is_enough(case, found));
            if done || limits.check().is_err() {
                let stop = limits.check().err().unwrap_or(Stop::Narrow);
                return Ok(best.unwrap_or_else(|| case.unknown(stop)));
            }
        }
    }
    Ok(best.unwrap_or_else(|| case.unknown(Stop::Narrow)))
}

/// Whether a long solution helps, and no packing search runs beside the beams.
fn wants_packing(case: &Case<'_>) -> bool {
    case.question.goal == Goal::Minimal && case.question.most_pushes.is_none()
}

/// Whether plans below the ceiling are shorter than the best solution.
fn improves(best: Option<&Answer>, ceiling: Option<u32>) -> bool {
    match (best.and_then(Answer::upper_bound), ceiling) {
        (Some(upper), Some(ceiling)) => ceiling as usize <= upper,
        (Some(_), None) => false,
        (None, _) => true,
    }
}

/// What came of one beam.
enum Tried {
    Found(Box<Answer>),
    Nothing,
    Stopped(Stop),
}

fn try_once(
    case: &Case<'_>,
    space: &BeamPushes<'_>,
    options: &BeamOptions,
    limits: &Limits,
) -> Result<Tried, Error> {
    let found = beam_over_pushes(space, options, limits, &mut |_| ());
    let (width, ceiling) = (found.width, options.ceiling);
    let mut answer = case.beamed(found)?;
    Ok(match answer.status {
        Status::Unknown(Stop::Narrow) => Tried::Nothing,
        Status::Unknown(stop) => Tried::Stopped(stop),
        _ => {
            let below = ceiling.map_or(String::new(), |most| format!(" below {most} pushes"));
            answer.remarks = vec![format!("a beam of {width} states{below} led to a solution")];
            Tried::Found(Box::new(answer))
        }
    })
}

fn options(case: &Case<'_>, round: u32, ceiling: Option<u32>) -> BeamOptions {
    let noise = if round == 0 { 0 } else { 3 };
    BeamOptions {
        width: NARROW << round,
        restarts: Some(0),
        first_noise: noise,
        seed: case.question.beam.seed.wrapping_add(round.into()),
        ceiling,
        threads: 1,
        ..case.beam_options()
    }
}

/// Whether nothing better is asked for, or nothing better can be.
fn is_enough(case: &Case<'_>, found: &Answer) -> bool {
    let lower = case.question.progress.snapshot().lower;
    let any = case.question.goal == Goal::Any;
    any || matches!(found.status, Status::Unsolvable(_)) || found.upper_bound() <= Some(lower)
}

/// Ceilings of a round: all, or the lowest and the highest, of the lengths between the bounds; without any
/// solution also none.
fn ceilings(case: &Case<'_>, best: Option<&Answer>) -> Vec<Option<u32>> {
    let step = if case.board.has_fixed_parity() { 2 } else { 1 };
    let lower = case.question.progress.snapshot().lower;
    let upper = best.and_then(Answer::upper_bound);
    let most = case.question.most_pushes.map(|most| most + 1);
    let end = upper.into_iter().chain(most).min();
    let exclusive = |pushes: usize| u32::try_from(pushes + 1).ok();
    let Some(end) = end else {
        let lowest = [lower, lower + step, lower + 4 * step].map(exclusive);
        return if case.question.goal == Goal::Any {
            vec![None, lowest[2]]
        } else {
            [&[None], &lowest[..]].concat()
        };
    };
    let mut all: Vec<_> = (lower..end).step_by(step).map(exclusive).collect();
    if all.len() > CEILINGS {
        let last = all[all.len() - 1];
        all.truncate(CEILINGS - 1);
        all.push(last);
    }
    all
}
