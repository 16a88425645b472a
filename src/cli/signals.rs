//! Ctrl-C, SIGTERM and a closed terminal: the first one asks the engines to stop, a second one ends at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use sokosat::limits::Limits;

use super::args::Bounds;
use super::exit::Exit;

#[cfg(unix)]
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, signal_hook::consts::SIGHUP];

#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [SIGINT, SIGTERM];

/// A flag that becomes true at the first signal.
///
/// # Errors
/// When the system refuses the handlers.
pub(crate) fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in SIGNALS {
        let code = i32::from(Exit::Undecided.code());
        // Registered first, so that it sees the flag as the first signal left it.
        flag::register_conditional_shutdown(signal, code, stop.clone())
            .and_then(|_| flag::register(signal, stop.clone()))
            .context("signal handlers")?;
    }
    Ok(stop)
}

/// Limits from the options of a command, ended by the stop flag too.
pub(crate) fn limits(bounds: &Bounds, stop: &Arc<AtomicBool>) -> Limits {
    let limits = Limits::none()
        .with_memory(bounds.memory_limit)
        .with_flag(stop.clone());
    match bounds.time_limit {
        Some(time) => limits.with_time(time),
        None => limits,
    }
}
