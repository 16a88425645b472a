//! Choosing engines by what the start position shows.
//!
//! Breadth-first search takes a few microseconds a state, so where the number of box sets is small it answers
//! first. Elsewhere the SAT engine is better on short plans of many boxes, A* on long plans of few, search from
//! both ends where the bound of A* is far too low; and on big boards beams find solutions whose length the
//! bound of A* proves minimal. They work side by side ([`super::race`]); SAT and search from both ends stay
//! away from big boards. Where any solution will do, packing searches ([`super::packed`]) come first. With one
//! thread engines take turns by counts, so that the answer does not depend on the speed of the machine.

use crate::answer::{Answer, Engine, Goal};
use crate::error::Error;
use crate::limits::Limits;
use crate::search::packing::Style;

use super::Case;
use super::closing::{self, FEW_ROUNDS, MANY_ROUNDS};
use super::packed;
use super::race::{Worker, is_decided, is_settled, join, race};

/// Up to so many box sets times floor cells the search works alone: at some 3 us a state on boards
/// of 50 cells, a few seconds at the most.
const SMALL: f64 = 1e8;

/// States that the search may hold when it takes turns with the SAT engine in one thread.
const TURN: u32 = 4_000_000;

/// States of A* before all else where any solution will do: open floors with many boxes are no work for it.
const SOON: u32 = 20_000;

/// Styles of packing searches that run side by side.
const ONE_HAND: [Style; 2] = [Style::Careful, Style::Quick];
const OTHER_HAND: [Style; 2] = [Style::Plain, Style::Patient];
/// Rounds of beams between those of packing searches.
const BEAM_ROUNDS: u32 = 4;
/// Rounds of packing searches; the last is longer than the memory of most machines allows.
const ROUNDS: u32 = 8;

/// Start bound times floor cells beyond which SAT is not tried: its formula has some forty clauses for each.
const LONG: usize = 15_000;

/// All but A* give way at this part of the memory limit: beside A* their tables can be spared.
const SHARE: u64 = 2;

/// Answers with whichever engine suits the level.
pub(super) fn answer(case: &Case<'_>) -> Result<Answer, Error> {
    let sets = box_sets(case);
    let cells = f64::from(u32::try_from(case.board.len()).unwrap_or(u32::MAX));
    let (mut answer, why) = if sets * cells <= SMALL {
        let found = case.breadth_first(&case.question.limits)?;
        (found, "breadth-first search alone".to_owned())
    } else if case.question.threads > 1 {
        side_by_side(case)?
    } else {
        turns(case)?
    };
    if !is_decided(&answer) {
        answer.engine = Engine::Auto;
    }
    let why = format!("about {sets:.1e} sets of boxes on live cells: {why}");
    answer.remarks.insert(0, why);
    Ok(answer)
}

/// A packing search and beams where any solution will do; else A* and beams, and on boards with short plans SAT
/// and search from both ends.
fn side_by_side(case: &Case<'_>) -> Result<(Answer, String), Error> {
    if takes_any(case) {
        return for_any(case);
    }
    let search: &Worker<'_> = &|limits: &Limits| case.a_star(limits, None);
    let beams: &Worker<'_> = &|limits: &Limits| closing::close(case, limits, MANY_ROUNDS);
    let sat: &Worker<'_> = &|limits: &Limits| case.sat(limits);
    let both: &Worker<'_> = &|limits: &Limits| case.both_ways(limits);
    let mut workers = vec![(1, search), (SHARE, beams)];
    let mut names = "A* and beams";
    if is_short(case) {
        workers.extend([(SHARE, sat), (SHARE, both)]);
        names = "A*, beams, SAT and search from both ends";
    }
    let why = format!("{names} side by side, the first proof wins");
    Ok((race(case, &workers)?, why))
}

/// A* for a moment and packing searches of two styles, beside two others with beams in between.
fn for_any(case: &Case<'_>) -> Result<(Answer, String), Error> {
    let packing: &Worker<'_> = &|limits: &Limits| {
        let round = |round| move |limits: &Limits| packed::pack(case, &ONE_HAND, round, limits);
        let rounds: Vec<_> = (0..ROUNDS).map(round).collect();
        let soon = |limits: &Limits| case.a_star(limits, Some(SOON));
        let search = |limits: &Limits| case.a_star(limits, None);
        let mut workers: Vec<&Worker<'_>> = vec![&soon];
        workers.extend(rounds.iter().map(|work| work as &Worker<'_>));
        workers.push(&search);
        one_by_one(case, &workers, limits)
    };
    let others: &Worker<'_> = &|limits: &Limits| {
        let round = |round| move |limits: &Limits| packed::pack(case, &OTHER_HAND, round, limits);
        let rounds: Vec<_> = (0..ROUNDS).map(round).collect();
        let beams = |limits: &Limits| closing::close(case, limits, BEAM_ROUNDS);
        let wider = |limits: &Limits| closing::close(case, limits, MANY_ROUNDS);
        let mut workers: Vec<&Worker<'_>> = vec![&rounds[0], &rounds[1], &beams];
        workers.extend(rounds[2..].iter().map(|work| work as &Worker<'_>));
        workers.push(&wider);
        one_by_one(case, &workers, limits)
    };
    let answer = race(case, &[(1, packing), (SHARE, others)])?;
    let why = "A* for a moment, packing searches and beams side by side, the first solution wins";
    Ok((answer, why.to_owned()))
}

/// Whether the first solution ends the work, however long it is.
fn takes_any(case: &Case<'_>) -> bool {
    case.question.goal == Goal::Any && case.question.most_pushes.is_none()
}

fn is_short(case: &Case<'_>) -> bool {
    case.bound.saturating_mul(case.board.len()) <= LONG
}

/// The number of ways to place the boxes on live cells.
fn box_sets(case: &Case<'_>) -> f64 {
    let live = case
        .board
        .cells()
        .filter(|&cell| case.distances.live(cell))
        .count();
    let boxes = case.board.boxes().len().min(live);
    // Cells are numbered by 16 bits, so both counts are exact as floating numbers.
    let number = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    (0..boxes).fold(1.0, |sets, i| sets * number(live - i) / number(i + 1))
}

/// One engine after another, each up to a count.
fn turns(case: &Case<'_>) -> Result<(Answer, String), Error> {
    let first: &Worker<'_> = &|limits: &Limits| case.a_star(limits, Some(SOON));
    let search: &Worker<'_> = &|limits: &Limits| case.a_star(limits, Some(TURN));
    let endless: &Worker<'_> = &|limits: &Limits| case.a_star(limits, None);
    let beams: &Worker<'_> = &|limits: &Limits| closing::close(case, limits, FEW_ROUNDS);
    let sat: &Worker<'_> = &|limits: &Limits| case.sat(limits);
    let soon: &Worker<'_> = &|limits: &Limits| packed::pack(case, &Style::ALL, 0, limits);
    let packing: &Worker<'_> = &|limits: &Limits| packed::pack(case, &Style::ALL, 2, limits);
    let (workers, why) = if takes_any(case) {
        (
            [first, soon, beams, packing, endless].to_vec(),
            "A* for a moment, packing searches, beams, packing searches again, then A*",
        )
    } else if is_short(case) {
        let workers = [search, beams, sat].to_vec();
        (workers, "A* first, then beams, then SAT")
    } else {
        (
            [search, beams, endless].to_vec(),
            "A* first, then beams, then A* again",
        )
    };
    let answer = one_by_one(case, &workers, &case.question.limits)?;
    Ok((answer, why.to_owned()))
}

/// One engine after another until the question is settled.
fn one_by_one(case: &Case<'_>, workers: &[&Worker<'_>], limits: &Limits) -> Result<Answer, Error> {
    let mut all: Option<Answer> = None;
    for work in workers {
        let answer = work(limits)?;
        let joined = match all {
            None => answer,
            Some(before) => join(case, before, answer)?,
        };
        let done = is_settled(case, &joined) || limits.check().is_err();
        all = Some(joined);
        if done {
            break;
        }
    }
    Ok(all.expect("there are workers"))
}
