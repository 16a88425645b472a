//! What is known so far, shared between the engines and whoever watches them.
//!
//! Plain counters without locks: engines write them between steps, a watcher reads a
//! [`Snapshot`] at any time. The bounds only ever close in: a lower bound never falls and an
//! upper bound never rises, whichever thread reports it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};

/// Shared counters of one question.
#[derive(Debug)]
pub struct Progress {
    unit: &'static str,
    horizon: AtomicUsize,
    lower: AtomicUsize,
    upper: Arc<AtomicUsize>,
    states: AtomicU64,
    conflicts: AtomicU64,
    closed: Arc<AtomicBool>,
}

/// The counters at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Snapshot {
    /// What horizons and bounds count.
    pub unit: &'static str,
    /// The horizon a SAT engine works on.
    pub horizon: Option<usize>,
    /// No solution is shorter.
    pub lower: usize,
    /// A replayed solution is so long.
    pub upper: Option<usize>,
    /// States stored by searches.
    pub states: u64,
    /// Conflicts met by SAT solvers.
    pub conflicts: u64,
}

/// Stands for "none yet" in the horizon and the upper bound.
const NONE: usize = usize::MAX;

impl Default for Progress {
    fn default() -> Self {
        Self::of("pushes")
    }
}

impl Progress {
    /// Counters for solutions that are measured in pushes, or moves.
    #[must_use]
    pub fn of(unit: &'static str) -> Self {
        Self {
            unit,
            horizon: AtomicUsize::new(NONE),
            lower: AtomicUsize::new(0),
            upper: Arc::new(AtomicUsize::new(NONE)),
            states: AtomicU64::new(0),
            conflicts: AtomicU64::new(0),
            closed: Arc::default(),
        }
    }

    /// A SAT engine turns to this horizon.
    pub fn at_horizon(&self, pushes: usize) {
        self.horizon.store(pushes, Relaxed);
    }

    /// No solution has fewer than `pushes` pushes.
    pub fn raise_lower(&self, pushes: usize) {
        let before = self.lower.fetch_max(pushes, SeqCst);
        self.close(before.max(pushes), self.upper.load(SeqCst));
    }

    /// A replayed solution has `pushes` pushes.
    pub fn lower_upper(&self, pushes: usize) {
        let before = self.upper.fetch_min(pushes, SeqCst);
        self.close(self.lower.load(SeqCst), before.min(pushes));
    }

    /// Raised once the bounds have met: a flag for the limits of engines that need not go on then.
    #[must_use]
    pub fn closed(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.closed)
    }

    /// The length of the shortest solution, or the greatest number: a ceiling for engines that look for shorter ones.
    #[must_use]
    pub fn ceiling(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.upper)
    }

    fn close(&self, lower: usize, upper: usize) {
        if lower >= upper {
            self.closed.store(true, SeqCst);
        }
    }

    /// So many states are stored by now.
    pub fn stored(&self, states: u64) {
        self.states.store(states, Relaxed);
    }

    /// So many conflicts were met by now.
    pub fn conflicts(&self, conflicts: u64) {
        self.conflicts.store(conflicts, Relaxed);
    }

    /// The counters now.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        let some = |value: &AtomicUsize| Some(value.load(Relaxed)).filter(|&value| value != NONE);
        Snapshot {
            unit: self.unit,
            horizon: some(&self.horizon),
            lower: self.lower.load(Relaxed),
            upper: some(&self.upper),
            states: self.states.load(Relaxed),
            conflicts: self.conflicts.load(Relaxed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_raised_when_the_bounds_meet() {
        let progress = Progress::default();
        progress.raise_lower(5);
        progress.lower_upper(6);
        assert!(!progress.closed().load(Relaxed));
        progress.raise_lower(6);
        assert!(progress.closed().load(Relaxed));
    }

    #[test]
    fn bounds_only_close_in() {
        let progress = Progress::default();
        assert_eq!(
            (progress.snapshot().lower, progress.snapshot().upper),
            (0, None)
        );
        for (lower, upper) in [(4, 20), (2, 30), (6, 12)] {
            progress.raise_lower(lower);
            progress.lower_upper(upper);
        }
        assert_eq!(
            (progress.snapshot().lower, progress.snapshot().upper),
            (6, Some(12))
        );
    }
}
