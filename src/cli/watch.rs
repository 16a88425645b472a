//! The progress line on standard error while an engine works.
//!
//! On a terminal one line is redrawn in place four times a second; elsewhere a plain line is
//! written every ten seconds, so that logs of long runs show the bounds closing in.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use itertools::Itertools;
use sokosat::progress::{Progress, Snapshot};

const REDRAW: Duration = Duration::from_millis(250);
const PLAIN: Duration = Duration::from_secs(10);

/// Runs `work` while a second thread shows the progress under `label`.
pub(crate) fn watched<T: Send>(
    label: &str,
    progress: &Progress,
    work: impl FnOnce() -> T + Send,
) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watcher = scope.spawn(|| show(label, progress, &done));
        let _end = EndOfWork {
            done: &done,
            watcher: watcher.thread(),
        };
        work()
    })
}

/// Lets the watcher go when the work is over, also by a panic: the scope waits for it.
struct EndOfWork<'a> {
    done: &'a AtomicBool,
    watcher: &'a thread::Thread,
}

impl Drop for EndOfWork<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Release);
        self.watcher.unpark();
    }
}

fn show(label: &str, progress: &Progress, done: &AtomicBool) {
    let started = Instant::now();
    let terminal = std::io::stderr().is_terminal();
    let bar = terminal.then(|| spinner(label));
    let pause = if terminal { REDRAW } else { PLAIN };
    let mut next = started + pause;
    loop {
        thread::park_timeout(next.saturating_duration_since(Instant::now()));
        if done.load(Ordering::Acquire) {
            break;
        }
        if Instant::now() < next {
            continue;
        }
        next += pause;
        let text = line(&progress.snapshot(), started.elapsed());
        match &bar {
            Some(bar) => {
                bar.set_message(text);
                bar.tick();
            }
            // Nobody reads standard error any more: nothing to show, nothing to report.
            None => drop(writeln!(std::io::stderr(), "{label}: {text}")),
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

fn spinner(label: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {prefix}: {wide_msg}")
        .expect("the template is well-formed");
    ProgressBar::new_spinner()
        .with_style(style)
        .with_prefix(label.to_owned())
}

/// What is known now: bounds, horizon, states, conflicts, elapsed.
fn line(now: &Snapshot, elapsed: Duration) -> String {
    let upper = now.upper.map_or("?".into(), |upper| upper.to_string());
    let parts = [
        Some(format!("{} {}..{upper}", now.unit, now.lower)),
        now.horizon.map(|horizon| format!("horizon {horizon}")),
        (now.states > 0).then(|| format!("{} states", now.states)),
        (now.conflicts > 0).then(|| format!("{} conflicts", now.conflicts)),
        Some(format!("{} s", elapsed.as_secs())),
    ];
    parts.into_iter().flatten().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_names_what_is_known() {
        let progress = Progress::default();
        assert_eq!(
            line(&progress.snapshot(), Duration::ZERO),
            "pushes 0..?, 0 s"
        );
        progress.raise_lower(12);
        progress.lower_upper(20);
        progress.at_horizon(14);
        progress.stored(5);
        progress.conflicts(7);
        assert_eq!(
            line(&progress.snapshot(), Duration::from_secs(3)),
            "pushes 12..20, horizon 14, 5 states, 7 conflicts, 3 s"
        );
    }

    #[test]
    fn the_watcher_ends_with_the_work() {
        let started = Instant::now();
        assert_eq!(watched("x", &Progress::default(), || 5), 5);
        assert!(started.elapsed() < PLAIN, "the watcher slept on");
    }
}
