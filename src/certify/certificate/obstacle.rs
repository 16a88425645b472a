//! Reasons that show at the start that a level has no solution, each found again by a plain method.

use super::fault::Fault;
use super::flood::Flood;
use super::ground::{Cell, Ground};
use super::lone::Lone;
use super::search;
use crate::limits::{Limits, Stop};

/// A reason as a certificate gives it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Obstacle {
    /// A box that the player never reaches is off the goals.
    StrayBox {},
    /// The player's floor has more boxes than goals.
    MoreBoxesThanGoals {},
    /// The boxes cannot all be given goals of their own that they can reach alone.
    NoMatching {},
    /// Boxes at these columns and rows, from zero, cannot all come to goals, even without the others.
    Blocked {
        /// Their places.
        boxes: Vec<(usize, usize)>,
    },
}

impl Obstacle {
    /// Finds the reason again; gives a sentence on how.
    pub(super) fn check(
        &self,
        ground: &Ground,
        lone: &Lone,
        limits: &Limits,
    ) -> Result<String, Fault> {
        match self {
            Self::StrayBox {} => {
                let place = ground.stray.map(|(x, y)| (x + 1, y + 1));
                let (x, y) = place.ok_or_else(|| false_reason("no such box is off the goals"))?;
                Ok(format!(
                    "the box in column {x}, row {y} is off the goals, and the player never reaches it"
                ))
            }
            Self::MoreBoxesThanGoals {} => {
                let (boxes, goals) = (ground.boxes.len(), ground.goals().count());
                if boxes <= goals {
                    return Err(false_reason(
                        "the player's floor has no more boxes than goals",
                    ));
                }
                Ok(format!(
                    "the player's floor has {boxes} boxes and {goals} goals"
                ))
            }
            Self::NoMatching {} => {
                if !unmatched(ground, lone, limits)? {
                    return Err(false_reason("every box has a goal of its own"));
                }
                Ok("not all boxes can be given goals of their own that they reach alone".into())
            }
            Self::Blocked { boxes } => blocked(ground, lone, boxes, limits),
        }
    }
}

fn false_reason(why: &str) -> Fault {
    Fault::refused(format!("the reason does not hold: {why}"))
}

fn blocked(
    ground: &Ground,
    lone: &Lone,
    places: &[(usize, usize)],
    limits: &Limits,
) -> Result<String, Fault> {
    let cell = |place| ground.places.iter().position(|known| known == place);
    let cells = places.iter().map(|place| Cell::try_from(cell(place)?).ok());
    let mut cells: Vec<Cell> = cells.collect::<Option<_>>().unwrap_or_default();
    cells.sort_unstable();
    let boxes =
        cells.is_sorted_by(|a, b| a < b) && cells.iter().all(|at| ground.boxes.contains(at));
    if cells.is_empty() || !boxes {
        return Err(false_reason("these are not boxes of the level"));
    }
    let found = search::search(ground, lone, &cells, limits)?;
    match found.fewest {
        Some(_) => Err(false_reason("these boxes can come to goals together")),
        None => Ok(format!(
            "{} of the boxes, the others gone, cannot all come to goals: a plain search met {} positions",
            cells.len(),
            found.positions
        )),
    }
}

/// More goals are not matched: boxes that move on recurse.
const MOST_GOALS: usize = 5000;

/// Whether some box is left over however the boxes are given goals that they reach alone.
fn unmatched(ground: &Ground, lone: &Lone, limits: &Limits) -> Result<bool, Fault> {
    let goals: Vec<Cell> = ground.goals().collect();
    if goals.len() > MOST_GOALS {
        return Err(Stop::Size.into());
    }
    let mut flood = Flood::new(ground);
    let mut wanted = Vec::new();
    for &cell in &ground.boxes {
        limits.check()?;
        let start = lone.state_of(ground, &mut flood, (cell, ground.player));
        let reached = start.map(|start| lone.reached(start)).unwrap_or_default();
        let comes = |&(_, &goal): &(usize, &Cell)| {
            lone.states(goal)
                .any(|state| reached.get(state as usize).is_some_and(|&seen| seen))
        };
        let these = goals.iter().enumerate().filter(comes).map(|(goal, _)| goal);
        wanted.push(these.collect::<Vec<_>>());
    }
    let mut owner = vec![None; goals.len()];
    for one in 0..wanted.len() {
        limits.check()?;
        let mut tried = vec![false; goals.len()];
        if !give(&wanted, &mut owner, &mut tried, one) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Gives a box a goal, moving others on where that helps.
fn give(
    wanted: &[Vec<usize>],
    owner: &mut [Option<usize>],
    tried: &mut [bool],
    one: usize,
) -> bool {
    for &goal in &wanted[one] {
        if !std::mem::replace(&mut tried[goal], true)
            && owner[goal].is_none_or(|other| give(wanted, owner, tried, other))
        {
            owner[goal] = Some(one);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn verdict(rows: &[&str], obstacle: &Obstacle) -> bool {
        let limits = Limits::none();
        let ground = Ground::new(&Level::from_rows(rows)).unwrap();
        let lone = Lone::new(&ground, &limits).unwrap();
        obstacle.check(&ground, &lone, &limits).is_ok()
    }

    #[test]
    fn each_reason_holds_where_it_is_true_and_nowhere_else() {
        let fine = ["#######", "#@$  .#", "#######"];
        let stray = ["########", "#@$.#$.#", "########"];
        let more = ["########", "#@$$.#.#", "########"];
        let unmatched = ["#######", "#@$ $.#", "#.#####", "#######"];
        let dead = ["#####", "#@$ #", "#  .#", "#####"];
        let blocked = |boxes: &[(usize, usize)]| Obstacle::Blocked {
            boxes: boxes.to_vec(),
        };
        let cases = [
            (&stray[..], Obstacle::StrayBox {}),
            (&more, Obstacle::MoreBoxesThanGoals {}),
            (&unmatched, Obstacle::NoMatching {}),
            (&dead, blocked(&[(2, 1)])),
        ];
        for (rows, obstacle) in cases {
            assert!(verdict(rows, &obstacle), "{obstacle:?}");
            assert!(!verdict(&fine, &obstacle), "{obstacle:?}");
        }
        assert!(!verdict(&dead, &blocked(&[])) && !verdict(&dead, &blocked(&[(1, 1)])));
        assert!(!verdict(&dead, &blocked(&[(2, 1), (2, 1)])));
    }
}
