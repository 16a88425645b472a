//! Beam search: of each layer only the best states go on.
//!
//! All states of a layer are the same number of steps from the start. Their new successors are rated;
//! the best `width` of them are the next layer, the first found first among equals. What was seen once is
//! never looked at again, whether it was kept or not. An end counts when its turn comes, so the plan that
//! is found is a shortest one *of those that the beam has seen*: nothing is proved by finding it, nor by
//! an empty layer.
//!
//! Where there are many starts, as there are backwards, the first layer has those with the lowest bounds. A beam
//! that finds no better score for [`Settings::patience`] layers is given up.
//!
//! A [`Settings::ceiling`] drops states from which every plan is too long, by a bound that the
//! space knows; it makes room for states from which a short one may exist.
//!
//! Threads share a layer in equal parts and look at one table that does not change meanwhile; parts
//! are joined in order, so the answer does not depend on their number.
//!
//! Memory: the table of all states seen ([`crate::search::table`]).

pub mod backward;
pub mod backward_joint;
pub mod plan;
pub mod pushes;
pub mod score;
pub mod steps;

use std::thread;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::limits::{Limits, Stop};
use crate::search::Progress;
use crate::search::table::{Id, NONE, Table};

/// What a state is worth to a beam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rating {
    /// Greater is better.
    pub score: i64,
    /// Steps that are left at least.
    pub bound: u32,
}

/// A space of states with steps of cost one, as seen from one state at a time.
pub trait Layers: Clone + Send {
    /// Words of a key.
    fn words(&self) -> usize;

    /// Writes the key of the start; false if there is no plan from it.
    fn start(&mut self, key: &mut [u64]) -> bool;

    /// Writes the key of one more start; false if there are no more, as in spaces that have only one.
    fn next_start(&mut self, _key: &mut [u64]) -> bool {
        false
    }

    /// Whether a state is an end.
    fn is_end(&self, key: &[u64]) -> bool;

    /// Makes a stored state the state at hand, ready to give its successors; gives the steps that are
    /// left at least, none if there is no plan from it.
    fn open(&mut self, key: &[u64]) -> Option<u32>;

    /// Goes to the next successor of the state at hand and writes its key; false if there are no more.
    fn step(&mut self, child: &mut [u64]) -> bool;

    /// Rates the successor last given, `steps` from the start; none if there is no plan from it.
    fn rate(&mut self, steps: u32) -> Option<Rating>;
}

/// What a beam is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The most states of a layer, at least one.
    pub width: usize,
    /// Only plans of fewer steps are looked for.
    pub ceiling: Option<u32>,
    /// Scores are raised by a random number below this one, at a limit of zero by nothing.
    pub noise: u32,
    /// The seed of these numbers.
    pub seed: u64,
    /// Layers in a row without a better score than before that end the beam; none for any number.
    pub patience: Option<u32>,
    /// Threads that expand a layer together.
    pub threads: usize,
}

/// How a beam ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End<P = Vec<Id>> {
    /// At an end, by this path from the start to it: by its states, unless said otherwise.
    Found(P),
    /// No state was left. That proves nothing, unless `cut` is false: then all states were looked at
    /// and there is no plan.
    Empty {
        /// Whether states were given up, for the width, the ceiling, or patience.
        cut: bool,
    },
    /// At a limit.
    Stopped(Stop),
}

/// A new state of the next layer.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    score: i64,
    id: Id,
}

/// Fewer states than these are expanded by one thread: starting another costs as much.
const WORTH_A_THREAD: usize = 128;

/// States between two looks at the limits.
const PATIENCE: usize = 16;

/// Starts that are looked at; more only if the beam is wider.
const MOST_STARTS: usize = 1 << 14;

/// A beam and all that it has seen.
#[derive(Debug)]
pub struct Beam<'a, S> {
    /// One space a thread.
    spaces: Vec<S>,
    settings: Settings,
    limits: &'a Limits,
    table: Table,
    rng: ChaCha8Rng,
    /// The states that go on, and how many steps from the start they are.
    layer: Vec<Id>,
    steps: u32,
    /// The best score so far, and the layer in which it was seen first.
    best: (i64, u32),
    cut: bool,
    expanded: u64,
    generated: u64,
}

/// What one thread made of its part of a layer.
struct Batch {
    /// The new states, without those that other threads may have found.
    found: Table,
    /// By state: its score, none if it is dead or beyond the ceiling.
    scores: Vec<Option<i64>>,
    expanded: u64,
    cut: bool,
}

impl<'a, S: Layers> Beam<'a, S> {
    /// Prepares a beam; nothing is stored yet.
    pub fn new(space: S, settings: Settings, limits: &'a Limits) -> Self {
        Self {
            table: Table::new(space.words()),
            spaces: vec![space; settings.threads.max(1)],
            settings,
            limits,
            rng: ChaCha8Rng::seed_from_u64(settings.seed),
            layer: Vec::new(),
            steps: 0,
            best: (i64::MIN, 0),
            cut: false,
            expanded: 0,
            generated: 0,
        }
    }

    /// Searches until the end; `report` is called once a layer.
    pub fn run(&mut self, report: &mut impl FnMut(Progress)) -> End {
        self.try_run(report).unwrap_or_else(End::Stopped)
    }

    /// The counts now; a beam proves no bound.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            lower_bound: 0,
            expanded: self.expanded,
            stored: u64::from(self.table.len()),
        }
    }

    /// Successors that were new and not dead.
    #[must_use]
    pub fn generated(&self) -> u64 {
        self.generated
    }

    /// The key of a stored state.
    #[must_use]
    pub fn key(&self, id: Id) -> &[u64] {
        self.table.key(id)
    }

    fn try_run(&mut self, report: &mut impl FnMut(Progress)) -> Result<End, Stop> {
        self.begin()?;
        loop {
            if let Some(end) = self.advance()? {
                return Ok(end);
            }
            report(self.progress());
        }
    }

    /// Makes the starts the first layer, the best of them if they are many.
    fn begin(&mut self) -> Result<(), Stop> {
        let mut key = vec![0; self.table.words()];
        let most = self.settings.width.max(MOST_STARTS);
        let mut starts = Vec::new();
        let mut more = self.spaces[0].start(&mut key);
        while more && starts.len() < most {
            if starts.len() % PATIENCE == 0 {
                self.limits.check()?;
            }
            starts.extend(self.table.add(&key, NONE, self.limits)?);
            more = self.spaces[0].next_start(&mut key);
        }
        self.cut |= more;
        if starts.len() > self.settings.width {
            starts = self.choose_starts(&starts)?;
        }
        self.layer = starts;
        Ok(())
    }

    /// The starts with the lowest bounds.
    fn choose_starts(&mut self, starts: &[Id]) -> Result<Vec<Id>, Stop> {
        let mut rated = Vec::new();
        for &id in starts {
            self.limits.check()?;
            if let Some(bound) = self.spaces[0].open(self.table.key(id)) {
                let score = -i64::from(bound);
                rated.push(Candidate { score, id });
            }
        }
        Ok(self.choose(rated))
    }

    /// Looks for an end in the layer, or else goes on to the next one.
    fn advance(&mut self) -> Result<Option<End>, Stop> {
        if self.layer.is_empty() {
            return Ok(Some(End::Empty { cut: self.cut }));
        }
        let (idle, settings) = (self.steps - self.best.1, &self.settings);
        let limits = [(self.steps, settings.ceiling), (idle, settings.patience)];
        if limits
            .iter()
            .any(|&(steps, most)| most.is_some_and(|most| steps >= most))
        {
            return Ok(Some(End::Empty { cut: true }));
        }
        let layer = std::mem::take(&mut self.layer);
        if let Some(place) = self.end_in(&layer) {
            self.expanded += 1;
            return Ok(Some(End::Found(self.table.path(layer[place]))));
        }
        self.steps += 1;
        let candidates = self.expand(&layer, self.steps)?;
        let scores = candidates.iter().map(|candidate| candidate.score);
        if let Some(score) = scores.max().filter(|&score| score > self.best.0) {
            self.best = (score, self.steps);
        }
        self.layer = self.choose(candidates);
        Ok(None)
    }

    /// The first end of a layer.
    fn end_in(&self, layer: &[Id]) -> Option<usize> {
        let is_end = |&id: &Id| self.spaces[0].is_end(self.table.key(id));
        layer.iter().position(is_end)
    }

    /// The new successors of a layer, which are `steps` from the start, in order.
    fn expand(&mut self, layer: &[Id], steps: u32) -> Result<Vec<Candidate>, Stop> {
        let threads = self.spaces.len().min(layer.len() / WORTH_A_THREAD).max(1);
        let (table, limits, ceiling) = (&self.table, self.limits, self.settings.ceiling);
        let parts = layer.chunks(layer.len().div_ceil(threads));
        let mut work = self.spaces.iter_mut().zip(parts).map(|(space, part)| Part {
            space,
            table,
            limits,
            ceiling,
            steps,
            layer: part,
        });
        let batches: Vec<Result<Batch, Stop>> = if threads == 1 {
            work.next().map(Part::expand).into_iter().collect()
        } else {
            thread::scope(|scope| {
                let running: Vec<_> = work.map(|part| scope.spawn(|| part.expand())).collect();
                let join = |thread: thread::ScopedJoinHandle<_>| thread.join();
                let ended = running.into_iter().map(join);
                ended
                    .map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                    .collect()
            })
        };
        let mut candidates = Vec::new();
        for batch in batches {
            self.take(&batch?, &mut candidates)?;
        }
        Ok(candidates)
    }

    /// Stores what a thread has found and another has not.
    fn take(&mut self, batch: &Batch, candidates: &mut Vec<Candidate>) -> Result<(), Stop> {
        self.expanded += batch.expanded;
        self.cut |= batch.cut;
        for (found, score) in (0..).zip(&batch.scores) {
            let &Some(score) = score else { continue };
            let (key, parent) = (batch.found.key(found), batch.found.parent(found));
            if let Some(id) = self.table.add(key, parent, self.limits)? {
                self.generated += 1;
                let noise = match self.settings.noise {
                    0 => 0,
                    noise => self.rng.random_range(0..i64::from(noise)),
                };
                candidates.push(Candidate {
                    score: score + noise,
                    id,
                });
            }
        }
        Ok(())
    }

    /// The best of the candidates, best first; older ones first among equals.
    fn choose(&mut self, mut candidates: Vec<Candidate>) -> Vec<Id> {
        let width = self.settings.width.max(1);
        let order = |candidate: &Candidate| (std::cmp::Reverse(candidate.score), candidate.id);
        if candidates.len() > width {
            self.cut = true;
            candidates.select_nth_unstable_by_key(width, order);
            candidates.truncate(width);
        }
        candidates.sort_unstable_by_key(order);
        candidates.iter().map(|candidate| candidate.id).collect()
    }
}

/// A part of a layer, and what is needed to expand it.
struct Part<'p, S> {
    space: &'p mut S,
    table: &'p Table,
    limits: &'p Limits,
    ceiling: Option<u32>,
    steps: u32,
    layer: &'p [Id],
}

impl<S: Layers> Part<'_, S> {
    fn expand(self) -> Result<Batch, Stop> {
        let words = self.table.words();
        let mut batch = Batch {
            found: Table::new(words),
            scores: Vec::new(),
            expanded: 0,
            cut: false,
        };
        let mut child = vec![0; words];
        let over = |steps: u32| self.ceiling.is_some_and(|most| steps >= most);
        for (count, &id) in self.layer.iter().enumerate() {
            if count % PATIENCE == 0 {
                self.limits.check()?;
            }
            let Some(bound) = self.space.open(self.table.key(id)) else {
                continue;
            };
            if over(self.steps - 1 + bound) {
                batch.cut = true;
                continue;
            }
            batch.expanded += 1;
            while self.space.step(&mut child) {
                if self.table.find(&child).is_ok() {
                    continue;
                }
                if batch.found.add(&child, id, self.limits)?.is_some() {
                    let rating = self.space.rate(self.steps);
                    let kept = rating.filter(|rating| !over(self.steps + rating.bound));
                    batch.cut |= kept.is_none() && rating.is_some();
                    batch.scores.push(kept.map(|rating| rating.score));
                }
            }
        }
        Ok(batch)
    }
}
