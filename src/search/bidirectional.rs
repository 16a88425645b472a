//! Bidirectional search: from the start and from the ends at once, until the meeting is proved cheapest.
//!
//! Steps cost one. Each side keeps its states with their depth `g` and `f = g + h`, `h` a bound on the steps to
//! the other side's starts; bounds may be inconsistent, so a state reached again by fewer steps is opened again.
//! A state that both sides have gives a plan; the cheapest so far is `U`.
//!
//! *Proved*: take a plan cheaper than `U`. Call a state of it settled by a side if it was expanded there at
//! its true depth. The first one not settled by the forward side, `u`, is open there at its true depth, as is the
//! last one not settled by the backward side, `v`. If `u` did not come before `v`, both sides would have some
//! state of the plan at its true depth, and `U` would be its cost. So the plan costs at least
//! `max(f(u), f(v), g(u) + g(v) + 1)`. Hence while no pair of open states has all three below `L`, every plan costs
//! at least `min(U, L)`; `L` stays proved ever after, and once it reaches `U` the plan is cheapest. When one side
//! has nothing open, there is no plan cheaper than `U`.
//! The argument follows one cheapest plan from both ends. So one side may leave out steps, by rules that look at
//! the state alone, as long as a cheapest plan is left, but then the other side may leave out none of that plan's. Either may
//! leave out states from which there is no plan.
//!
//! *Order*: at `L`, the states with `f` up to `L` and the least `g`, one of each side in turn, as long as their depths
//! add up to less than `L`. Expanding such pairs takes at most twice the expansions that any method needs that
//! proves the minimum from these bounds (J. Chen, R. Holte, S. Zilles, N. Sturtevant, *Front-to-end bidirectional
//! heuristic search with near-optimal node expansions*, IJCAI 2017).
//!
//! Memory: as of [`crate::search::bestfirst`], for each side.

use crate::limits::{Limits, Stop};
use crate::search::bestfirst::Space;
use crate::search::half::Half;
use crate::search::table::Id;
use crate::search::{End, Progress};

/// One direction of a search: a space of states with steps of cost one, seen from one state at a time.
///
/// The two sides write the same keys for the same states, and the steps of one are those of the other reversed.
pub trait Side {
    /// Words of a key.
    fn words(&self) -> usize;

    /// Writes the key of the next start; false if there are no more.
    fn start(&mut self, key: &mut [u64]) -> bool;

    /// Makes a stored state the state at hand and gives a bound on the steps to the other side's starts; none if
    /// there is no way.
    fn load(&mut self, key: &[u64]) -> Option<u32>;

    /// Starts on the successors of the state at hand.
    fn expand(&mut self);

    /// Goes to the next successor of the state at hand and writes its key; false if there are no more.
    fn step(&mut self, child: &mut [u64]) -> bool;

    /// The bound of the successor last given; none if there is no way.
    fn bound(&mut self) -> Option<u32>;
}

/// A space with one start as a side.
#[derive(Debug)]
pub struct Forward<S> {
    space: S,
    started: bool,
}

impl<S: Space> Forward<S> {
    /// The side that searches a space as it is.
    pub fn new(space: S) -> Self {
        Self {
            space,
            started: false,
        }
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.space
    }
}

impl<S: Space> Side for Forward<S> {
    fn words(&self) -> usize {
        self.space.words()
    }

    fn start(&mut self, key: &mut [u64]) -> bool {
        !std::mem::replace(&mut self.started, true) && self.space.start(key).is_some()
    }

    fn load(&mut self, key: &[u64]) -> Option<u32> {
        self.space.load(key)
    }

    fn expand(&mut self) {
        self.space.expand();
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        self.space.step(child)
    }

    fn bound(&mut self) -> Option<u32> {
        self.space.bound()
    }
}

/// What a search is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// Only plans of fewer steps are looked for, because one of so many is known.
    pub ceiling: Option<u32>,
    /// What the cost of every plan leaves when it is divided by two, if that is the same for all.
    pub parity: Option<u32>,
}

/// Expansions between two reports.
const REPORT: u64 = 1 << 14;

/// What both sides write to while they search.
#[derive(Debug)]
pub(super) struct Meeting<'a> {
    pub(super) limits: &'a Limits,
    /// Only plans of fewer steps matter; `u32::MAX` for none known.
    pub(super) upper: u32,
    /// The numbers that the state where the cheapest plan meets has on the forward and the backward side.
    pub(super) at: Option<[Id; 2]>,
    /// Whether a state was left out because of `upper`.
    pub(super) cut: bool,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) ticks: u32,
}

/// A search and all that it has stored.
#[derive(Debug)]
pub struct Bidirectional<'a, F, B> {
    forward: Half<F>,
    backward: Half<B>,
    settings: Settings,
    shared: Meeting<'a>,
    /// `L`: no plan that is not known yet is cheaper.
    level: u32,
}

impl<'a, F: Side, B: Side> Bidirectional<'a, F, B> {
    /// Prepares a search; nothing is stored yet.
    ///
    /// # Panics
    /// If the two sides have keys of different widths.
    pub fn new(forward: F, backward: B, settings: Settings, limits: &'a Limits) -> Self {
        assert_eq!(
            forward.words(),
            backward.words(),
            "both sides write the same keys"
        );
        Self {
            forward: Half::new(forward, 0),
            backward: Half::new(backward, 1),
            settings,
            shared: Meeting {
                limits,
                upper: settings.ceiling.unwrap_or(u32::MAX),
                at: None,
                cut: false,
                expanded: 0,
                generated: 0,
                ticks: 0,
            },
            level: 0,
        }
    }

    /// Searches until the end; `report` is called when the bound rises and every few thousand states.
    pub fn run(&mut self, report: &mut impl FnMut(Progress)) -> End {
        self.try_run(report).unwrap_or_else(End::Stopped)
    }

    /// The counts and the bound now.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            lower_bound: self.level.min(self.shared.upper),
            expanded: self.shared.expanded,
            stored: self.forward.nodes.len() + self.backward.nodes.len(),
        }
    }

    /// Successors looked at so far.
    #[must_use]
    pub fn generated(&self) -> u64 {
        self.shared.generated
    }

    /// The steps of the cheapest plan so far.
    #[must_use]
    pub fn upper(&self) -> Option<u32> {
        self.shared.at.map(|_| self.shared.upper)
    }

    /// The forward side.
    #[must_use]
    pub fn forward(&self) -> &F {
        &self.forward.side
    }

    /// The keys of the states of the cheapest plan so far, from the start to an end; empty if there is none.
    #[must_use]
    pub fn path(&self) -> Vec<&[u64]> {
        let Some([ahead, behind]) = self.shared.at else {
            return Vec::new();
        };
        let mut path: Vec<&[u64]> = self.forward.nodes.to_root(ahead).collect();
        path.reverse();
        path.extend(self.backward.nodes.to_root(behind).skip(1));
        path
    }

    fn try_run(&mut self, report: &mut impl FnMut(Progress)) -> Result<End, Stop> {
        let ahead = self
            .forward
            .add_starts(&self.backward.nodes, &mut self.shared)?;
        let behind = self
            .backward
            .add_starts(&self.forward.nodes, &mut self.shared)?;
        self.raise(ahead.max(behind));
        report(self.progress());
        while self.level < self.shared.upper {
            let depths = [
                self.forward.least_depth(self.level, self.shared.limits)?,
                self.backward.least_depth(self.level, self.shared.limits)?,
            ];
            match depths {
                [Some(one), Some(other)] if one + other < self.level => self.expand_pair(report)?,
                _ if self.forward.is_empty() || self.backward.is_empty() => return Ok(self.dry()),
                _ => {
                    self.raise(self.level + 1);
                    report(self.progress());
                }
            }
        }
        Ok(self.ending())
    }

    /// Raises the level to a proved bound, or to the next one that a plan can have.
    fn raise(&mut self, bound: u32) {
        let odd = self
            .settings
            .parity
            .is_some_and(|parity| parity % 2 != bound % 2);
        self.level = bound + u32::from(odd);
    }

    /// Expands the first state of either side.
    fn expand_pair(&mut self, report: &mut impl FnMut(Progress)) -> Result<(), Stop> {
        let before = self.shared.expanded;
        self.forward
            .expand_first(&self.backward.nodes, &mut self.shared)?;
        self.backward
            .expand_first(&self.forward.nodes, &mut self.shared)?;
        if before / REPORT != self.shared.expanded / REPORT {
            report(self.progress());
        }
        Ok(())
    }

    /// One side has nothing open: every plan that is not known costs at least `U`.
    fn dry(&mut self) -> End {
        if self.shared.at.is_none() && !self.shared.cut {
            return End::Exhausted;
        }
        self.level = self.shared.upper;
        self.ending()
    }

    fn ending(&self) -> End {
        match self.shared.at {
            Some(_) => End::Found,
            None => End::AtCeiling,
        }
    }
}
