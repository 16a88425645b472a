//! Iterative deepening (IDA*): depth-first search below a threshold that rises until a plan is found.
//!
//! Steps cost one. A round visits the states whose `f`, depth plus bound, is at most the threshold, and the
//! next threshold is the least `f` that was cut off. Memory is the path, and a table of fixed size
//! ([`crate::search::seen`]) if one is asked for: a state that was visited in this round at the same depth or a lesser one is
//! not visited again. Bounds may be inconsistent; a child has at least the bound of its parent less one.
//! Source of the method: R. Korf, *Depth-first iterative-deepening*, Artificial Intelligence 27 (1985).
//!
//! *Proved*: take a cheapest plan, of cost C. As long as the states on it have `f` up to the threshold, each
//! one is visited at its true depth, the last one being visited or passed over only because of an
//! earlier visit at that same depth. So a round finds the plan if C is at most the threshold, and else cuts
//! a state of the plan off, whose `f` is at most C: thresholds never pass C, and a plan that is found costs C.
//! When a round cuts nothing off there is no plan. Without a table, or with one that forgets, rounds over a
//! space with cycles and no plan may go on until a limit. (A walk may leave out steps back to a state that is
//! on the path: those are visited at a lesser depth already.)

use crate::limits::{Limits, Stop};
use crate::search::bestfirst::Space;
use crate::search::seen::Seen;
use crate::search::{End, Progress};

/// A space of states with steps of cost one, walked to and fro.
pub trait Walk {
    /// A step from the state at hand.
    type Step: Copy;

    /// Words of a key.
    fn words(&self) -> usize;

    /// Goes to the start and gives its bound; none if there is no plan from it.
    fn start(&mut self) -> Option<u32>;

    /// Whether the state at hand is an end.
    fn is_end(&self) -> bool;

    /// Writes the key of the state at hand.
    fn key(&self, key: &mut [u64]);

    /// Appends the steps from the state at hand, each with a bound for where it leads, but for those from which there
    /// is no plan. The last one is tried first.
    fn steps(&mut self, steps: &mut Vec<(Self::Step, u32)>);

    /// Makes a step from the state at hand and gives the bound of the new state after a closer look; none if there is no
    /// plan from it.
    fn go(&mut self, step: Self::Step) -> Option<u32>;

    /// Takes back the last step that was made and not taken back, which is this one.
    fn back(&mut self, step: Self::Step);
}

/// What a search is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// Only plans of fewer steps are looked for, because one of so many is known.
    pub ceiling: Option<u32>,
    /// Bytes for the table of visited states; 0 for none.
    pub table_bytes: u64,
}

/// States visited between two looks at the limits.
const TICKS: u32 = 128;

/// Expansions between two reports.
const REPORT: u64 = 1 << 16;

/// No state was cut off.
const NOTHING: u32 = u32::MAX;

/// A state on the path whose steps are being tried.
#[derive(Debug, Clone, Copy)]
struct Frame {
    /// Where its steps begin in the pool; those after it are of its descendants.
    first: usize,
    bound: u32,
}

/// A search and the path it is on.
#[derive(Debug)]
pub struct IdaStar<'a, W: Walk> {
    walk: W,
    settings: Settings,
    limits: &'a Limits,
    seen: Option<Seen>,
    pool: Vec<(W::Step, u32)>,
    frames: Vec<Frame>,
    path: Vec<W::Step>,
    key: Vec<u64>,
    round: u32,
    /// States with a greater `f` are cut off; a proved lower bound.
    threshold: u32,
    /// The least `f` cut off in this round.
    least_cut: u32,
    expanded: u64,
    generated: u64,
    ticks: u32,
}

impl<'a, W: Walk> IdaStar<'a, W> {
    /// Prepares a search.
    ///
    /// # Errors
    /// [`Stop::Memory`] when the table does not fit.
    pub fn new(walk: W, settings: Settings, limits: &'a Limits) -> Result<Self, Stop> {
        let words = walk.words();
        Ok(Self {
            walk,
            settings,
            limits,
            seen: Seen::new(words, settings.table_bytes, limits)?,
            pool: Vec::new(),
            frames: Vec::new(),
            path: Vec::new(),
            key: vec![0; words],
            round: 0,
            threshold: 0,
            least_cut: NOTHING,
            expanded: 0,
            generated: 0,
            ticks: 0,
        })
    }

    /// Searches until the end; `report` is called at every new threshold and every few thousand expansions.
    pub fn run(&mut self, report: &mut impl FnMut(Progress)) -> End {
        self.try_run(report).unwrap_or_else(End::Stopped)
    }

    /// The counts and the bound now.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            lower_bound: self.threshold,
            expanded: self.expanded,
            stored: self.frames.len() as u64,
        }
    }

    /// Successors looked at so far.
    #[must_use]
    pub fn generated(&self) -> u64 {
        self.generated
    }

    /// The steps from the start to the end that was found.
    #[must_use]
    pub fn path(&self) -> &[W::Step] {
        &self.path
    }

    /// The space that is walked.
    #[must_use]
    pub fn walk(&self) -> &W {
        &self.walk
    }

    fn try_run(&mut self, report: &mut impl FnMut(Progress)) -> Result<End, Stop> {
        let Some(bound) = self.walk.start() else {
            return Ok(End::Exhausted);
        };
        self.threshold = bound;
        loop {
            if let Some(ceiling) = self.settings.ceiling.filter(|&most| self.threshold >= most) {
                self.threshold = ceiling;
                return Ok(End::AtCeiling);
            }
            report(self.progress());
            if self.round(bound, report)? {
                return Ok(End::Found);
            }
            if self.least_cut == NOTHING {
                return Ok(End::Exhausted);
            }
            self.threshold = self.least_cut;
        }
    }

    /// Visits all states up to the threshold from the start at hand; whether an end was found.
    fn round(&mut self, bound: u32, report: &mut impl FnMut(Progress)) -> Result<bool, Stop> {
        self.round += 1;
        self.least_cut = NOTHING;
        if self.walk.is_end() {
            return Ok(true);
        }
        self.is_known();
        self.expand(bound);
        while let Some(&Frame { first, bound }) = self.frames.last() {
            if self.pool.len() > first {
                let (step, own) = self.pool.pop().expect("the pool is longer than the first");
                if self.visit(step, own.max(bound.saturating_sub(1)))? {
                    return Ok(true);
                }
                if self.expanded.is_multiple_of(REPORT) {
                    report(self.progress());
                }
            } else {
                self.frames.pop();
                if let Some(step) = self.path.pop() {
                    self.walk.back(step);
                }
            }
        }
        Ok(false)
    }

    /// Goes to a child and expands it, unless it is cut off or known; whether it is an end.
    fn visit(&mut self, step: W::Step, bound: u32) -> Result<bool, Stop> {
        if self.is_cut(bound) {
            return Ok(false);
        }
        self.tick()?;
        let closer = self.walk.go(step).map(|closer| closer.max(bound));
        self.path.push(step);
        if let Some(closer) = closer.filter(|&closer| !self.is_cut_here(closer)) {
            if self.walk.is_end() {
                return Ok(true);
            }
            if !self.is_known() {
                self.expand(closer);
                return Ok(false);
            }
        }
        self.path.pop();
        self.walk.back(step);
        Ok(false)
    }

    /// Lists the steps of the state at hand, which is the last of the path.
    fn expand(&mut self, bound: u32) {
        let first = self.pool.len();
        self.walk.steps(&mut self.pool);
        self.frames.push(Frame { first, bound });
        self.expanded += 1;
        self.generated += (self.pool.len() - first) as u64;
    }

    /// Whether a child of the last state of the path lies above the threshold.
    fn is_cut(&mut self, bound: u32) -> bool {
        self.is_above(self.path.len() + 1, bound)
    }

    /// Whether the last state of the path lies above the threshold.
    fn is_cut_here(&mut self, bound: u32) -> bool {
        self.is_above(self.path.len(), bound)
    }

    fn is_above(&mut self, depth: usize, bound: u32) -> bool {
        let total = depth_number(depth).saturating_add(bound);
        let above = total > self.threshold;
        if above {
            self.least_cut = self.least_cut.min(total);
        }
        above
    }

    /// Whether the state at hand was visited in this round as early on a path; notes the visit.
    fn is_known(&mut self) -> bool {
        let Some(seen) = &mut self.seen else {
            return false;
        };
        self.walk.key(&mut self.key);
        seen.visit(&self.key, self.round, depth_number(self.path.len()))
    }

    fn tick(&mut self) -> Result<(), Stop> {
        self.ticks += 1;
        if self.ticks < TICKS {
            return Ok(());
        }
        self.ticks = 0;
        self.limits.check()
    }
}

fn depth_number(depth: usize) -> u32 {
    u32::try_from(depth).expect("a path is at most as long as the threshold")
}

/// A space of keys as a walk: the keys of the children stand on a stack while their parent is on the path.
#[derive(Debug)]
pub struct Keyed<S> {
    space: S,
    words: usize,
    /// The keys of the children of all states on the path, after the key of the start.
    keys: Vec<u64>,
    /// The place of the state at hand among the keys, and the keys there were when it was reached.
    path: Vec<(usize, usize)>,
    child: Vec<u64>,
}

impl<S: Space> Keyed<S> {
    /// Walks a space.
    pub fn new(space: S) -> Self {
        let words = space.words();
        Self {
            space,
            words,
            keys: Vec::new(),
            path: Vec::new(),
            child: vec![0; words],
        }
    }

    /// The space.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The keys from the start to the state at hand.
    pub fn path(&self) -> impl Iterator<Item = &[u64]> {
        self.path.iter().map(|&(place, _)| self.key_at(place))
    }

    fn key_at(&self, place: usize) -> &[u64] {
        &self.keys[place * self.words..][..self.words]
    }

    fn here(&self) -> &[u64] {
        let (place, _) = self.path.last().expect("a walk starts before it goes on");
        self.key_at(*place)
    }
}

impl<S: Space> Walk for Keyed<S> {
    type Step = usize;

    fn words(&self) -> usize {
        self.words
    }

    fn start(&mut self) -> Option<u32> {
        self.keys.resize(self.words, 0);
        self.path = vec![(0, self.words)];
        let bound = self.space.start(&mut self.keys)?;
        let closer = self.space.load(&self.keys)?;
        Some(bound.max(closer))
    }

    fn is_end(&self) -> bool {
        self.space.is_end(self.here())
    }

    fn key(&self, key: &mut [u64]) {
        key.copy_from_slice(self.here());
    }

    fn steps(&mut self, steps: &mut Vec<(usize, u32)>) {
        // The space is at the state at hand, which was loaded last, but for the start of a later round.
        if let [(place, _)] = self.path[..] {
            self.space
                .load(&self.keys[place * self.words..][..self.words]);
        }
        self.space.expand();
        while self.space.step(&mut self.child) {
            if let Some(bound) = self.space.bound() {
                steps.push((self.keys.len() / self.words, bound));
                self.keys.extend_from_slice(&self.child);
            }
        }
    }

    fn go(&mut self, step: usize) -> Option<u32> {
        self.path.push((step, self.keys.len()));
        self.child
            .copy_from_slice(&self.keys[step * self.words..][..self.words]);
        self.space.load(&self.child)
    }

    fn back(&mut self, _: usize) {
        let (_, keys) = self.path.pop().expect("a step back follows a step");
        self.keys.truncate(keys);
    }
}
