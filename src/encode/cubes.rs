//! One formula for many horizons: each is asked by assuming a cube, a few literals.
//!
//! The formula says "at most T pushes" with idle steps first. A plan of h pushes has T - h of them, so
//! the cube of h is `idle` of the last idle step and its negation one step later. The budget
//! follows: the waste counter is not set to nothing at the start, and the cube sets it to the units
//! that T has more than h. A counter that starts part-spent keeps every lemma true, and whatever a
//! solver learns from one horizon holds for all: it is a consequence of the clauses alone.
//!
//! The formula and a cube are satisfiable together if and only if there is a plan of exactly so
//! many pushes, wherever in the file a reader takes the cube: a formula that grew between its cubes
//! would demand further pushes of a level that is solved already.

use crate::bound::StartBound;
use crate::cnf::Lit;

use super::{Basis, Encoding, Span};

/// The assumptions that ask for one horizon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cube {
    /// The horizon: the plans are those of exactly so many pushes.
    pub pushes: usize,
    /// All of these are true.
    pub lits: Vec<Lit>,
}

/// The horizons that have cubes, lowest first: those of the right parity from the start bound on.
///
/// None if the formula is not made for cubes.
#[must_use]
pub fn horizons(basis: &Basis, span: Span) -> Option<Vec<usize>> {
    let Span::Each(most) = span else {
        return None;
    };
    let StartBound::Bound(bound) = basis.start() else {
        return Some(Vec::new());
    };
    let step = if basis.board().has_fixed_parity() {
        2
    } else {
        1
    };
    Some((bound as usize..=most).step_by(step).collect())
}

impl Encoding<'_> {
    /// One cube for each of [`horizons`]; none before the formula is complete.
    #[must_use]
    pub fn cubes(&self) -> Vec<Cube> {
        let horizons = horizons(&self.basis, self.options.span).unwrap_or_default();
        let most = self.options.span.most();
        let cubes = horizons.into_iter().map(|pushes| Cube {
            pushes,
            lits: self.cube(pushes, most),
        });
        cubes.collect()
    }

    fn cube(&self, pushes: usize, most: usize) -> Vec<Lit> {
        let idle = |t: usize| self.steps.get(t).and_then(|step| step.idle);
        let first = most - pushes;
        let resting = first.checked_sub(1).and_then(idle);
        let pushing = idle(first).map(|idle| !idle);
        resting
            .into_iter()
            .chain(pushing)
            .chain(self.spent_before(pushes, most))
            .collect()
    }

    /// The counter holds at the start what `most` pushes may waste more than `pushes`.
    fn spent_before(&self, pushes: usize, most: usize) -> Option<Lit> {
        let capacity = |pushes| self.basis.capacity(pushes);
        let more = capacity(most)? - capacity(pushes)?;
        let spent = &self.moments.first()?.spent;
        spent.get(more.checked_sub(1)?).copied()
    }
}
