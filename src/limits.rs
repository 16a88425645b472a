//! Limits that every engine keeps: wall time, memory, and a stop flag for signals.
//!
//! Engines call [`Limits::check`] between steps of at most a few milliseconds. Reading the
//! clock costs some 25 ns; the resident set is read at most every 20 ms (about 2 us). Before a
//! table doubles, [`Limits::may_grow`] asks whether the new block still fits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Why an engine ended without an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// The time limit was reached.
    #[error("the time limit was reached")]
    Time,
    /// The memory limit was reached, or a table would have passed it.
    #[error("the memory limit was reached")]
    Memory,
    /// The user asked to stop, or another engine has answered.
    #[error("interrupted")]
    Interrupted,
    /// The board is too large for the tables that every engine needs.
    #[error("the board is too large: its distance tables would take more than 512 MiB")]
    Size,
    /// The engine holds as many states as it was allowed.
    #[error("the state limit was reached")]
    States,
    /// The engine has made as many iterations as it was allowed.
    #[error("the iteration limit was reached")]
    Iterations,
    /// The engine reached the end of what it was asked to try (for example its last horizon).
    #[error("the horizon limit was reached")]
    Horizon,
    /// Every beam or walk ended without a solution, which proves nothing.
    #[error("no beam, walk or packing search led to a solution")]
    Narrow,
    /// A solver ended without a verdict, by limits of its own.
    #[error("the solver gave up")]
    GaveUp,
    /// A solver failed: it crashed or contradicted itself.
    #[error("the solver failed")]
    Failed,
}

/// The limits of one question, shared by all engines that work on it; cloning shares the flags.
#[derive(Debug, Clone)]
pub struct Limits {
    started: Instant,
    deadline: Option<Instant>,
    memory: Option<u64>,
    stops: Vec<Arc<AtomicBool>>,
    ceiling: Option<Arc<AtomicUsize>>,
    sampled: Arc<AtomicU64>,
}

/// Milliseconds between two readings of the resident set.
const SAMPLE_MS: u64 = 20;

impl Default for Limits {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            deadline: None,
            memory: None,
            stops: Vec::new(),
            ceiling: None,
            sampled: Arc::new(AtomicU64::new(0)),
        }
    }
}

impl Limits {
    /// No limits: engines run until they answer.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Ends at `time` from now.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        let new = self.started.checked_add(time);
        self.deadline = match (self.deadline, new) {
            (Some(old), Some(new)) => Some(old.min(new)),
            (old, new) => old.or(new),
        };
        self
    }

    /// Ends when the process holds more than `bytes` of resident memory.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        // Those with another limit must not lean on looks at this one, nor this one on theirs.
        self.sampled = Arc::default();
        self
    }

    /// Also ends when `flag` becomes true; may be called for several flags.
    #[must_use]
    pub fn with_flag(mut self, flag: Arc<AtomicBool>) -> Self {
        self.stops.push(flag);
        self
    }

    /// Plans of as many steps as `ceiling` holds, or more, are not looked for by engines that heed it; it may fall
    /// while they work. They then prove that there is no shorter plan, and not that there is none.
    #[must_use]
    pub fn with_ceiling(mut self, ceiling: Arc<AtomicUsize>) -> Self {
        self.ceiling = Some(ceiling);
        self
    }

    /// The ceiling now, if there is one.
    #[must_use]
    pub fn ceiling(&self) -> Option<u32> {
        let ceiling = self.ceiling.as_ref()?.load(Ordering::Relaxed);
        u32::try_from(ceiling).ok()
    }

    /// Time since the limits were made.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The memory limit in bytes, if any.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Says whether to go on.
    ///
    /// # Errors
    /// The reason to stop, checked in the order flag, time, memory.
    pub fn check(&self) -> Result<(), Stop> {
        if self.stops.iter().any(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Interrupted);
        }
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            return Err(Stop::Time);
        }
        self.check_memory()
    }

    fn check_memory(&self) -> Result<(), Stop> {
        let Some(most) = self.memory else {
            return Ok(());
        };
        let now = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let last = self.sampled.load(Ordering::Relaxed);
        if last != 0 && now < last + SAMPLE_MS {
            return Ok(());
        }
        self.sampled.store(now.max(1), Ordering::Relaxed);
        if resident() > most {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }

    /// Says whether a new block of `bytes` still fits under the memory limit.
    ///
    /// # Errors
    /// [`Stop::Memory`] when it does not.
    pub fn may_grow(&self, bytes: u64) -> Result<(), Stop> {
        match self.memory {
            Some(most) if resident().saturating_add(bytes) > most => Err(Stop::Memory),
            _ => Ok(()),
        }
    }
}

/// The resident set of this process in bytes, 0 where the system does not say.
#[must_use]
pub fn resident() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_limits_never_stop() {
        assert_eq!(Limits::none().check(), Ok(()));
        assert_eq!(Limits::none().may_grow(u64::MAX), Ok(()));
    }

    #[test]
    fn each_limit_gives_its_own_reason() {
        let flag = Arc::new(AtomicBool::new(false));
        let limits = Limits::none().with_flag(flag.clone());
        assert_eq!(limits.check(), Ok(()));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(limits.check(), Err(Stop::Interrupted));
        assert_eq!(
            Limits::none().with_time(Duration::ZERO).check(),
            Err(Stop::Time)
        );
        assert_eq!(Limits::none().with_memory(1).check(), Err(Stop::Memory));
        assert_eq!(
            Limits::none().with_memory(1 << 40).may_grow(1 << 50),
            Err(Stop::Memory)
        );
    }

    #[test]
    fn the_earlier_of_two_deadlines_counts() {
        let limits = Limits::none()
            .with_time(Duration::ZERO)
            .with_time(Duration::from_secs(1000));
        assert_eq!(limits.check(), Err(Stop::Time));
    }
}
