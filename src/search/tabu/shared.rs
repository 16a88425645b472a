//! What the walkers of several threads share: the iterations left, the elites and the best plan.
//!
//! The first walker that ends, for whatever reason, ends all: limits are those of all, and a plan that is
//! short enough is enough.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::limits::Stop;
use crate::search::tabu::elites::{Elites, Way};

/// What ends a search besides its limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Aims {
    /// Iterations of all walkers together, at most.
    pub(super) iterations: u64,
    /// Only plans of fewer steps are looked for.
    pub(super) ceiling: u32,
    /// A plan of at most so many steps ends the search.
    pub(super) enough: u32,
}

/// Shared by all walkers of a search.
#[derive(Debug)]
pub(super) struct Shared {
    aims: Aims,
    /// Iterations begun.
    begun: AtomicU64,
    /// The length of the best plan, or the ceiling.
    shortest: AtomicU32,
    /// Set when the search is over.
    over: OnceLock<Stop>,
    elites: Mutex<Elites>,
    best: Mutex<Option<Way>>,
}

impl Shared {
    /// Nothing was found yet; the pool holds at most `elites`.
    pub(super) fn new(aims: Aims, elites: usize) -> Self {
        Self {
            aims,
            begun: AtomicU64::new(0),
            shortest: AtomicU32::new(aims.ceiling),
            over: OnceLock::new(),
            elites: Mutex::new(Elites::new(elites)),
            best: Mutex::new(None),
        }
    }

    /// Begins an iteration.
    ///
    /// # Errors
    /// Why the search is over, [`Stop::Iterations`] if no more may be begun.
    pub(super) fn begin(&self) -> Result<(), Stop> {
        if let Some(&stop) = self.over.get() {
            return Err(stop);
        }
        let one_more = |begun| (begun < self.aims.iterations).then_some(begun + 1);
        let begun = self.begun.fetch_update(Relaxed, Relaxed, one_more);
        begun.map(|_| ()).map_err(|_| Stop::Iterations)
    }

    /// Iterations begun so far.
    pub(super) fn begun(&self) -> u64 {
        self.begun.load(Relaxed)
    }

    /// Only plans of fewer steps are of use.
    pub(super) fn ceiling(&self) -> u32 {
        self.shortest.load(Relaxed)
    }

    /// Ends all walkers; gives the first reason that was said.
    pub(super) fn end(&self, stop: Stop) -> Stop {
        *self.over.get_or_init(|| stop)
    }

    /// Takes a plan if it is the shortest so far; ends the search if it is short enough.
    pub(super) fn found(&self, way: Way) {
        let steps = u32::try_from(way.len() - 1).unwrap_or(u32::MAX);
        let mut best = lock(&self.best);
        if steps >= self.ceiling() {
            return;
        }
        self.shortest.store(steps, Relaxed);
        *best = Some(way);
        if steps <= self.aims.enough {
            self.end(Stop::Interrupted);
        }
    }

    /// The elites, for this thread alone.
    pub(super) fn elites(&self) -> MutexGuard<'_, Elites> {
        lock(&self.elites)
    }

    /// The shortest plan.
    pub(super) fn into_best(self) -> Option<Way> {
        let best = self.best.into_inner();
        best.unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that panicked left nothing half changed that others would trip over, and its panic is passed on.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn shared(iterations: u64, enough: u32) -> Shared {
        let aims = Aims {
            iterations,
            ceiling: 9,
            enough,
        };
        Shared::new(aims, 4)
    }

    fn way(steps: u64) -> Way {
        (0..=steps).map(|key| Box::from([key])).collect()
    }

    #[test]
    fn threads_begin_exactly_as_many_iterations_as_are_allowed() {
        let shared = shared(1000, 0);
        let count = || (0..800).filter(|_| shared.begin().is_ok()).count();
        let sum = thread::scope(|scope| {
            let running: Vec<_> = (0..3).map(|_| scope.spawn(count)).collect();
            let counts = running.into_iter().map(|thread| thread.join().unwrap());
            counts.sum::<usize>()
        });
        assert_eq!((sum, shared.begun()), (1000, 1000));
        assert_eq!(shared.begin(), Err(Stop::Iterations));
    }

    #[test]
    fn the_shortest_plan_stays_and_lowers_the_ceiling() {
        let shared = shared(1, 3);
        shared.found(way(9));
        assert_eq!(shared.ceiling(), 9, "a plan at the ceiling is of no use");
        shared.found(way(5));
        shared.found(way(6));
        assert_eq!((shared.ceiling(), shared.begin()), (5, Ok(())));
        shared.found(way(3));
        assert_eq!(shared.begin(), Err(Stop::Interrupted), "it is enough");
        assert_eq!(shared.into_best().map(|way| way.len()), Some(4));
    }

    #[test]
    fn the_first_reason_to_end_is_the_one_that_counts() {
        let shared = shared(5, 0);
        assert_eq!(shared.end(Stop::Time), Stop::Time);
        assert_eq!(shared.end(Stop::Memory), Stop::Time);
        assert_eq!((shared.begin(), shared.begun()), (Err(Stop::Time), 0));
    }
}
