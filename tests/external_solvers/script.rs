//! Shell scripts that play a solver.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use sokosat::sat::external::SolverCommand;
use tempfile::TempDir;

/// A script in a folder of its own.
pub(crate) struct Script {
    folder: TempDir,
    /// How it is called.
    pub(crate) command: String,
}

impl Script {
    /// A script; `$HERE` is its folder and `$1` the formula.
    pub(crate) fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("solver.sh");
        let here = folder.path().display();
        fs::write(&path, format!("HERE='{here}'\n{text}\n")).unwrap();
        // Run by the shell: a file just written may not be started while another test forks.
        let command = format!("sh '{}'", path.display());
        Self { folder, command }
    }

    /// The command as the library takes it.
    pub(crate) fn parsed(&self) -> SolverCommand {
        self.command.parse().unwrap()
    }

    /// A file beside the script.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The numbers of the processes that the script wrote into `$HERE/pids`, one a line.
    pub(crate) fn pids(&self) -> Vec<String> {
        let text = fs::read_to_string(self.file("pids")).unwrap_or_default();
        text.lines().map(String::from).collect()
    }

    /// Waits for the script to have written so many numbers of processes.
    pub(crate) fn wait_for_pids(&self, count: usize) {
        let started = Instant::now();
        while self.pids().len() < count {
            assert!(started.elapsed() < Duration::from_secs(60), "no process");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Asserts that so many processes were started and that none is left.
    pub(crate) fn assert_all_gone(&self, count: usize) {
        let pids = self.pids();
        assert_eq!(pids.len(), count);
        let started = Instant::now();
        while let Some(alive) = pids.iter().find(|pid| is_alive(pid)) {
            let waited = started.elapsed();
            assert!(waited < Duration::from_secs(5), "{alive} survived");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Whether a process runs; one that has ended but was not waited for does not.
fn is_alive(pid: &str) -> bool {
    if std::path::Path::new("/proc/self/stat").exists() {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = stat.rsplit_once(')').map(|(_, rest)| rest.trim_start());
        return state.is_some_and(|state| !state.starts_with('Z'));
    }
    let asked = std::process::Command::new("kill")
        .args(["-0", pid])
        .output();
    asked.unwrap().status.success()
}
