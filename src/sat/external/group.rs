//! A program and all that it starts: ended together.
//!
//! On Unix the program leads a process group of its own. The group is signalled while its leader is
//! still to be waited for, so that the number cannot have gone to a stranger: first it is asked to
//! end, for programs that have something to clean up, then it is killed. What leaves the group on
//! purpose is not followed. Elsewhere only the program itself is ended.

use std::io;
use std::process::{Child, Command, ExitStatus};

/// A running program with its group; ended when dropped.
pub(super) struct Group {
    child: Child,
    /// How the program ended, once it was waited for.
    status: Option<ExitStatus>,
}

impl Group {
    /// The group of a program that was started after [`separate`].
    pub(super) fn of(child: Child) -> Self {
        Self {
            child,
            status: None,
        }
    }

    /// Ends what is left of the group and waits for the program.
    pub(super) fn end(&mut self) -> io::Result<ExitStatus> {
        if let Some(status) = self.status {
            return Ok(status);
        }
        system::end(&mut self.child);
        let status = self.child.wait()?;
        self.status = Some(status);
        Ok(status)
    }

    /// Whether the program has ended.
    pub(super) fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.status.is_some() || system::has_ended(&mut self.child)?)
    }

    /// The resident memory of the group in bytes, where the system tells.
    pub(super) fn resident(&self) -> Option<u64> {
        system::resident(&self.child)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // There is nobody left to tell.
        drop(self.end());
    }
}

pub(super) use system::{separate, signal};

#[cfg(unix)]
mod system {
    use super::{Child, Command, ExitStatus, io};
    use std::fs;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::thread::sleep;
    use std::time::Duration;

    use rustix::param::page_size;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Looks, 10 ms apart, that a program gets to end by itself when asked to.
    const GRACE: u32 = 20;

    /// Has the program lead a group of its own.
    pub(in super::super) fn separate(command: &mut Command) {
        command.process_group(0);
    }

    /// The signal that ended a program.
    pub(in super::super) fn signal(status: ExitStatus) -> Option<i32> {
        status.signal()
    }

    /// Whether the program has ended; it stays to be waited for.
    pub(super) fn has_ended(child: &mut Child) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(Pid::from_child(child)), options)?.is_some())
    }

    /// Ends all processes of the group.
    pub(super) fn end(child: &mut Child) {
        let group = Pid::from_child(child);
        // Signals fail where nobody is left, which is what they are for.
        if !has_ended(child).unwrap_or(true) {
            let _ = kill_process_group(group, Signal::TERM);
            for _ in 0..GRACE {
                if has_ended(child).unwrap_or(true) {
                    break;
                }
                sleep(Duration::from_millis(10));
            }
        }
        let _ = kill_process_group(group, Signal::KILL);
    }

    /// The sum over the processes of the group, read from `/proc`.
    pub(super) fn resident(child: &Child) -> Option<u64> {
        let group = child.id().to_string();
        let mut pages = None;
        for entry in fs::read_dir("/proc").ok()?.flatten() {
            // A process may be gone by now; its memory is too.
            let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
            let more = pages_in(&stat, &group);
            pages = pages.map_or(more, |sum: u64| Some(sum + more.unwrap_or(0)));
        }
        Some(pages? * page_size() as u64)
    }

    /// The resident pages that a line of `/proc/PID/stat` shows, if the process is of the group.
    ///
    /// The name in brackets may hold anything; behind it stand state, parent, group, and the pages
    /// as the 22nd field.
    fn pages_in(stat: &str, group: &str) -> Option<u64> {
        let (_, facts) = stat.rsplit_once(')')?;
        let facts: Vec<&str> = facts.split_whitespace().collect();
        (facts.get(2) == Some(&group)).then_some(())?;
        facts.get(21)?.parse().ok()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn pages_are_read_behind_any_name() {
            let tail = "S 1 77 77 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 99 1000000 250 18446744073709551615 1";
            for name in ["(kissat)", "(a b) (c)", "())"] {
                let stat = format!("78 {name} {tail}");
                assert_eq!(pages_in(&stat, "77"), Some(250), "{stat}");
                assert_eq!(pages_in(&stat, "78"), None);
            }
            assert_eq!(pages_in("", "77"), None);
        }
    }
}

#[cfg(not(unix))]
mod system {
    use super::{Child, Command, ExitStatus, io};

    pub(in super::super) fn separate(_: &mut Command) {}

    pub(in super::super) fn signal(_: ExitStatus) -> Option<i32> {
        None
    }

    pub(super) fn has_ended(child: &mut Child) -> io::Result<bool> {
        Ok(child.try_wait()?.is_some())
    }

    pub(super) fn end(child: &mut Child) {
        drop(child.kill());
    }

    pub(super) fn resident(_: &Child) -> Option<u64> {
        None
    }
}
