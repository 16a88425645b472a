//! One run of a program under limits.
//!
//! Output and errors go to files of the draft's folder: no pipe can fill up, and whatever the program
//! leaves running cannot hold a pipe open. The files are bounded too. The program is looked after
//! every 1 to 20 ms.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::command::SolverCommand;
use super::draft::Draft;
use super::group::{self, Group};
use crate::limits::{Limits, Stop};

/// How a program ended by itself.
pub(super) struct Ended {
    /// Its exit code, unless a signal ended it.
    pub(super) code: Option<i32>,
    /// The signal that ended it.
    pub(super) signal: Option<i32>,
    output: File,
    errors: File,
}

/// Why a program did not end by itself.
pub(super) enum Fault {
    /// A limit was reached.
    Stopped(Stop),
    /// The system refuses to start it.
    Unstarted(io::Error),
    /// The system fails while it runs.
    System(io::Error),
    /// It prints more than so many bytes.
    Endless(u64),
}

/// Bytes of chatter that a program may print besides its values.
const CHATTER: u64 = 256 << 20;

/// The longest pause between two looks at a program.
const PAUSE: Duration = Duration::from_millis(20);

/// Time between two readings of the memory of a group.
const SAMPLE: Duration = Duration::from_millis(100);

/// Bytes at the end of the errors that are told.
const LAST_WORDS: u64 = 300;

/// Runs the program on the draft until it ends or a limit is reached.
pub(super) fn run(command: &SolverCommand, draft: &Draft, limits: &Limits) -> Result<Ended, Fault> {
    limits.check().map_err(Fault::Stopped)?;
    let create = |name| {
        let mut options = File::options();
        options.create(true).truncate(true).read(true).write(true);
        options.open(draft.folder().join(name))
    };
    let output = create("output").map_err(Fault::System)?;
    let errors = create("errors").map_err(Fault::System)?;
    // A result of an earlier run is none of this one.
    drop(std::fs::remove_file(draft.result_path()));
    let child = start(command, draft, (&output, &errors)).map_err(Fault::Unstarted)?;
    let most = longest(draft);
    let (code, signal) = Watch {
        group: Group::of(child),
        files: [&output, &errors],
        most,
        limits,
    }
    .until_the_end()?;
    Ok(Ended {
        code,
        signal,
        output,
        errors,
    })
}

/// The most bytes that a verdict with a model and some chatter may have.
pub(super) fn longest(draft: &Draft) -> u64 {
    CHATTER + 12 * u64::from(draft.variables())
}

fn start(command: &SolverCommand, draft: &Draft, (out, err): (&File, &File)) -> io::Result<Child> {
    let input = if command.reads_input() {
        File::open(draft.path())?.into()
    } else {
        Stdio::null()
    };
    let mut started = Command::new(command.program());
    started
        .args(command.options(&draft.path(), &draft.result_path()))
        .stdin(input)
        .stdout(out.try_clone()?)
        .stderr(err.try_clone()?);
    group::separate(&mut started);
    started.spawn()
}

/// A running program.
struct Watch<'a> {
    group: Group,
    files: [&'a File; 2],
    /// Bytes that each file may have.
    most: u64,
    limits: &'a Limits,
}

impl Watch<'_> {
    /// Waits; exit code and signal. The group is ended in any case, by its destructor.
    fn until_the_end(mut self) -> Result<(Option<i32>, Option<i32>), Fault> {
        let mut pause = Duration::from_millis(1);
        let mut sampled = Instant::now();
        loop {
            if self.group.has_ended().map_err(Fault::System)? {
                let status = self.group.end().map_err(Fault::System)?;
                return Ok((status.code(), group::signal(status)));
            }
            self.limits.check().map_err(Fault::Stopped)?;
            if sampled.elapsed() >= SAMPLE {
                self.check_sizes()?;
                sampled = Instant::now();
            }
            sleep(pause);
            pause = (pause * 2).min(PAUSE);
        }
    }

    fn check_sizes(&self) -> Result<(), Fault> {
        let memory = self.limits.memory().unwrap_or(u64::MAX);
        if self.group.resident().is_some_and(|now| now > memory) {
            return Err(Fault::Stopped(Stop::Memory));
        }
        for file in self.files {
            if file.metadata().map_err(Fault::System)?.len() > self.most {
                return Err(Fault::Endless(self.most));
            }
        }
        Ok(())
    }
}

impl Ended {
    /// What it printed, from the start.
    pub(super) fn output(&self) -> io::Result<File> {
        let mut file = self.output.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// The exit code as a part of a sentence, if it is one of a fault.
    pub(super) fn with_code(&self) -> String {
        match self.code {
            Some(code) => format!(" (exit code {code})"),
            None => String::new(),
        }
    }

    /// The end of its errors as a part of a sentence, on one line.
    pub(super) fn last_words(&self) -> String {
        let text = self.tail().unwrap_or_default();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let lines: Vec<String> = lines.map(printable).collect();
        match lines.as_slice() {
            [] => String::new(),
            lines => format!("; its last words: {}", lines.join(" | ")),
        }
    }

    fn tail(&self) -> io::Result<String> {
        let mut file = self.errors.try_clone()?;
        let size = file.metadata()?.len();
        file.seek(SeekFrom::Start(size.saturating_sub(LAST_WORDS)))?;
        let mut bytes = Vec::new();
        file.take(LAST_WORDS).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

fn printable(line: &str) -> String {
    line.chars().filter(|symbol| !symbol.is_control()).collect()
}
