//! Running the tool as a user does, and looking at what it says.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

/// Twenty boxes and one way in: no engine decides it in the seconds a test may take.
#[allow(dead_code, reason = "not every test file needs a hard level")]
pub(crate) const HARD: &str = "\
#################
#      ##       #
# $ $ $ # $ $ $ #
#  $ $  #  $ $  #
# $ $ $   $ $ $ #
#  $ $  #  $ $  #
#   @  ###      #
####  #...#  ####
   #  #...#  #
   #  .....  #
   #  #...#  #
   #  #...#  #
   #  #...#  #
   #         #
   ###########
";

/// What a run printed and how it ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Run {
    /// The JSON objects of standard output, one a line.
    #[allow(dead_code, reason = "not every test file reads JSON")]
    pub(crate) fn objects(&self) -> Vec<serde_json::Value> {
        let read =
            |line: &str| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.out.lines().map(read).collect()
    }
}

/// The tool with its arguments, in a folder of its own so that nothing is written elsewhere.
pub(crate) fn tool(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sokosat"));
    command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Starts a command with a text on its standard input.
pub(crate) fn start(mut command: Command, input: &str) -> Child {
    let mut child = command.spawn().unwrap();
    // A tool that ends before it has read everything closes the pipe: no fault of the test.
    drop(child.stdin.take().unwrap().write_all(input.as_bytes()));
    child
}

/// Runs the tool with a text on its standard input.
pub(crate) fn run(args: &[&str], input: &str) -> Run {
    start(tool(args), input).wait_with_output().unwrap().into()
}
