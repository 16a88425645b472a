//! What single boxes cost and when they can be where: claims that hold if no push breaks them.
//!
//! A table of lower bounds is true of every plan if it is zero where the relaxed plan starts (or
//! ends) and no push of a lone box changes it by more than the push may: one for distances, the
//! waste of the push for what is spent. So nothing is searched here; one pass over all pushes does.
//!
//! *Potential*: with prices v of goals and heights h of states a push wastes 1 + h(after) -
//! h(before), asked to be no less than zero, and h + v <= 0 on a goal. Over a plan of m pushes the
//! wastes add up to m + sum of h at the end - sum of h at the start, which is at most m - h0 with h0 =
//! sum of h at the start + sum of v. With spare goals all prices are asked to be zero or less, so
//! that the empty ones do no harm. Waste is counted in units of one or two pushes, whichever
//! divides all wastes.

use super::super::fault::Fault;
use super::super::flood::Flood;
use super::super::ground::{Cell, Ground, LETTERS};
use super::super::lone::Lone;
use super::read::Claims;
use crate::limits::{Limits, Stop};

/// A count that is never reached.
pub(in super::super) const NEVER: u32 = u32::MAX;

/// What is said of one state.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct LoneClaim {
    pub(super) cell: Cell,
    pub(super) dir: usize,
    /// At least so many pushes bring the box to a goal.
    pub(super) to_goal: u32,
    /// At least so many pushes were made before a box is there.
    pub(super) from_start: u32,
    /// h, none of a dead state or without a potential.
    pub(super) height: Option<i64>,
    /// At least so many units were wasted before a box is there.
    pub(super) spent: u32,
}

/// Claims about single boxes that were checked.
pub(in super::super) struct LoneTables {
    /// By state; empty if nothing is claimed.
    states: Vec<LoneClaim>,
    /// Units that each push wastes; none of a push into a dead state. Empty without a potential.
    wastes: Vec<Option<u32>>,
    unit: i64,
    /// By cell: v of a goal.
    prices: Vec<i64>,
    price_sum: i64,
    h0: i64,
    fixed_parity: bool,
    boxes: usize,
}

/// What is needed to look at the claims.
pub(in super::super) struct Field<'a> {
    pub(in super::super) ground: &'a Ground,
    pub(in super::super) lone: &'a Lone,
}

impl LoneTables {
    /// No claims: nothing is left out and nothing is wasted.
    pub(in super::super) fn none(ground: &Ground) -> Self {
        Self {
            states: Vec::new(),
            wastes: Vec::new(),
            unit: 1,
            prices: Vec::new(),
            price_sum: 0,
            h0: 0,
            fixed_parity: ground.has_fixed_parity(),
            boxes: ground.boxes.len(),
        }
    }

    /// Checks all that is claimed of single boxes.
    pub(super) fn check(field: &Field, claims: &Claims, limits: &Limits) -> Result<Self, Fault> {
        let Field { ground, lone } = field;
        check_order(lone, &claims.lone)?;
        let mut tables = Self {
            states: claims.lone.clone(),
            ..Self::none(ground)
        };
        tables.check_distances(field, limits)?;
        match claims.unit {
            None if claims.prices.is_empty() => {}
            None => return Err(Fault::refused("tables.txt: there are prices but no unit")),
            Some(unit) => {
                tables.unit = unit;
                tables.price(field, &claims.prices)?;
            }
        }
        tables.check_spent(field)?;
        Ok(tables)
    }

    fn check_distances(&self, field: &Field, limits: &Limits) -> Result<(), Fault> {
        let Field { ground, lone } = field;
        for goal in ground.goals() {
            if let Some(state) = lone.states(goal).find(|&state| self.at(state).to_goal > 0) {
                return Err(self.broken(state, "the distance of a goal to itself is zero"));
            }
        }
        for state in starts(ground, lone) {
            if self.at(state).from_start > 0 {
                return Err(self.broken(state, "a box stands there at the start"));
            }
        }
        for &(before, after) in &lone.ends {
            limits.check()?;
            let (was, is) = (self.at(before), self.at(after));
            if was.to_goal > one_more(is.to_goal) {
                return Err(self.broken(before, "a push from there leads nearer to a goal"));
            }
            if is.to_goal < NEVER && is.from_start > one_more(was.from_start) {
                return Err(self.broken(after, "a push leads there earlier"));
            }
        }
        Ok(())
    }

    fn price(&mut self, field: &Field, prices: &[i64]) -> Result<(), Fault> {
        let Field { ground, lone } = field;
        if prices.len() != ground.goals().count() {
            return Err(Fault::refused("tables.txt: a goal has no price"));
        }
        if !self.fixed_parity && prices.iter().any(|&price| price > 0) {
            return Err(Fault::refused(
                "tables.txt: a price above zero where goals may stay empty",
            ));
        }
        self.prices = vec![0; ground.len()];
        for (goal, &price) in ground.goals().zip(prices) {
            self.prices[usize::from(goal)] = price;
            for state in lone.states(goal) {
                if self.height(state)? + price > 0 {
                    return Err(
                        self.broken(state, "a box on a goal is higher than its price allows")
                    );
                }
            }
        }
        self.price_sum = prices.iter().sum();
        let wastes = lone.ends.iter().map(|&ends| self.waste_between(ends));
        self.wastes = wastes.collect::<Result<_, _>>()?;
        let heights = starts(ground, lone).map(|state| self.height(state));
        self.h0 = heights.sum::<Result<i64, _>>()? + self.price_sum;
        Ok(())
    }

    fn waste_between(&self, (before, after): (u32, u32)) -> Result<Option<u32>, Fault> {
        if self.is_dead(after) {
            return Ok(None);
        }
        let waste = 1 + self.height(after)? - self.height(before)?;
        let units = u32::try_from(waste / self.unit).ok();
        let whole = units.filter(|_| waste >= 0 && waste % self.unit == 0);
        whole.map(Some).ok_or_else(|| {
            self.broken(
                before,
                "a push from there wastes less than nothing or no whole unit",
            )
        })
    }

    fn check_spent(&self, field: &Field) -> Result<(), Fault> {
        let Field { ground, lone } = field;
        if self.wastes.is_empty() {
            let claimed = (0..).zip(&self.states).find(|(_, claim)| claim.spent > 0);
            let fault = "waste is claimed without a potential";
            return claimed.map_or(Ok(()), |(state, _)| Err(self.broken(state, fault)));
        }
        for state in starts(ground, lone) {
            if self.at(state).spent > 0 {
                return Err(self.broken(state, "nothing is wasted at the start"));
            }
        }
        for (&(before, after), waste) in lone.ends.iter().zip(&self.wastes) {
            let most = waste.map_or(NEVER, |waste| self.at(before).spent.saturating_add(waste));
            if self.at(after).spent > most {
                return Err(self.broken(after, "a push leads there for less waste"));
            }
        }
        Ok(())
    }

    fn at(&self, state: u32) -> &LoneClaim {
        &self.states[state as usize]
    }

    fn height(&self, state: u32) -> Result<i64, Fault> {
        let height = self.at(state).height;
        height.ok_or_else(|| self.broken(state, "its height is missing"))
    }

    fn broken(&self, state: u32, why: &str) -> Fault {
        let LoneClaim { cell, dir, .. } = self.at(state);
        Fault::refused(format!(
            "tables.txt: the lone box on cell {cell}, player on side {}: {why}",
            LETTERS[*dir]
        ))
    }

    /// Whether no box in this state ever comes to a goal.
    pub(in super::super) fn is_dead(&self, state: u32) -> bool {
        self.states
            .get(state as usize)
            .is_some_and(|claim| claim.to_goal == NEVER)
    }

    /// Whether no plan of at most `most` pushes and `budget` units makes the push at step `t`.
    pub(in super::super) fn never_pushed(
        &self,
        (push, ends): (u32, (u32, u32)),
        (t, most): (u32, u32),
        budget: i64,
    ) -> bool {
        if self.states.is_empty() {
            return false;
        }
        let (before, after) = (self.at(ends.0), self.at(ends.1));
        let too_late = u64::from(t) + 1 + u64::from(after.to_goal) > u64::from(most);
        let dear = self
            .waste(push)
            .is_some_and(|waste| i64::from(waste) + i64::from(before.spent) > budget);
        after.to_goal == NEVER || before.from_start > t || too_late || dear
    }

    /// The units that a push wastes; none if no plan makes it, or without a potential.
    pub(in super::super) fn waste(&self, push: u32) -> Option<u32> {
        self.wastes.get(push as usize).copied().flatten()
    }

    /// Whether there is a potential.
    pub(in super::super) fn has_potential(&self) -> bool {
        !self.wastes.is_empty()
    }

    /// No plan has fewer pushes, as the potential alone says.
    pub(in super::super) fn h0(&self) -> i64 {
        self.h0
    }

    /// Pushes in a unit of waste.
    pub(in super::super) fn unit(&self) -> i64 {
        self.unit
    }

    /// The units that a plan of at most `most` pushes can waste if `pushes` of them are lost otherwise;
    /// below zero if there is no such plan.
    pub(in super::super) fn budget(&self, most: u32, lost: i64) -> i64 {
        (i64::from(most) - self.h0 - lost).div_euclid(self.unit)
    }

    /// Pushes that a plan loses at least at its end if a box stands on a goal in this state.
    pub(in super::super) fn lost_on_goal(&self, goal: Cell, state: u32) -> i64 {
        let height = self.at(state).height.unwrap_or(0);
        -self.prices[usize::from(goal)] - height
    }

    /// Pushes that a plan loses at its end at least if its last push leaves the player on `player`.
    ///
    /// The boxes then stand on goals other than that cell, at best where they are highest.
    pub(in super::super) fn lost_at_end(
        &self,
        field: &Field,
        flood: &mut Flood,
        player: Cell,
    ) -> i64 {
        let goals = field.ground.goals().filter(|&goal| goal != player);
        let states =
            goals.filter_map(|goal| field.lone.state_of(field.ground, flood, (goal, player)));
        let mut heights: Vec<i64> = states.filter_map(|state| self.at(state).height).collect();
        heights.sort_unstable_by(|a, b| b.cmp(a));
        let high: i64 = heights.iter().take(self.boxes).sum();
        -self.price_sum - high
    }
}

fn one_more(count: u32) -> u32 {
    count.saturating_add(1)
}

/// The states of the start boxes.
fn starts<'a>(ground: &'a Ground, lone: &'a Lone) -> impl Iterator<Item = u32> + 'a {
    let mut flood = Flood::new(ground);
    let boxes = ground.boxes.iter();
    boxes.filter_map(move |&cell| lone.state_of(ground, &mut flood, (cell, ground.player)))
}

/// Each state has one line, in order.
fn check_order(lone: &Lone, claims: &[LoneClaim]) -> Result<(), Fault> {
    let first_dir = |state: u32| {
        let cell = lone.cells[state as usize];
        (0..4)
            .find(|&dir| lone.toward(cell, dir) == Some(state))
            .map(|dir| (cell, dir))
    };
    let states = 0..u32::try_from(lone.len()).unwrap_or(u32::MAX);
    let expected = states.map(first_dir);
    if expected.eq(claims.iter().map(|claim| Some((claim.cell, claim.dir)))) {
        Ok(())
    } else {
        Err(Fault::refused(
            "tables.txt: the lone states are not those of the level, each once in order",
        ))
    }
}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}
