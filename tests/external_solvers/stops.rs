//! Limits and signals end a program, with all that it started; the bounds are still told.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sokosat::limits::{Limits, Stop};
use sokosat::sat::external::External;
use sokosat::sat::{Answer, Backend};

use crate::command::{COUNTER, Run, start, tool};
use crate::script::Script;

/// Starts a second process and waits for both to be ended from outside.
const HANG: &str =
    "sleep 1000 & echo $$ > $HERE/first; echo $! >> $HERE/first; mv $HERE/first $HERE/pids; wait";

/// Longer than any machine needs to notice a limit, and shorter than the scripts sleep.
const SOON: Duration = Duration::from_secs(30);

fn ask(script: &Script, limits: &Limits) -> Answer {
    External::new(script.parsed(), limits).solve()
}

#[test]
fn the_time_limit_ends_the_program_and_its_children() {
    for text in [HANG, &format!("trap '' TERM; {HANG}; sleep 1000")] {
        let script = Script::new(text);
        let started = Instant::now();
        let limits = Limits::none().with_time(Duration::from_secs(1));
        assert_eq!(ask(&script, &limits), Answer::Unknown(Stop::Time));
        assert!(started.elapsed() < SOON);
        script.assert_all_gone(2);
    }
}

#[test]
fn what_a_program_leaves_running_is_ended_with_it() {
    let script = Script::new("sleep 1000 & echo $! > $HERE/pids; echo s UNSATISFIABLE; exit 20");
    let started = Instant::now();
    assert_eq!(ask(&script, &Limits::none()), Answer::Unsat);
    assert!(started.elapsed() < SOON);
    script.assert_all_gone(1);
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_limit_counts_the_program_and_its_children() {
    let hold = "x=$(head -c 300000000 /dev/zero | tr '\\0' a); sleep 1000";
    let script = Script::new(&format!("echo $$ > $HERE/pids; ({hold})"));
    let limits = Limits::none().with_memory(250_000_000);
    assert_eq!(ask(&script, &limits), Answer::Unknown(Stop::Memory));
    script.assert_all_gone(1);
}

/// The tool on the counter with the script as its solver, its temporary files in `$HERE/tmp`.
fn solving(script: &Script, more: &[&str]) -> Command {
    let args = [
        "solve",
        "-",
        "--engine",
        "external",
        "--solver",
        &script.command,
    ];
    let mut command = tool(&[&args[..], more].concat());
    let folder = script.file("tmp");
    std::fs::create_dir(&folder).unwrap();
    command.env("TMPDIR", folder).stdout(Stdio::piped());
    command
}

fn assert_undecided(script: &Script, run: &Run, why: &str) {
    assert_eq!(run.code, Some(30), "{}", run.err);
    let object = &run.objects()[0];
    assert_eq!(
        (&object["status"], &object["lower_bound"]),
        (&"unknown".into(), &11.into())
    );
    assert_eq!(object["reason"], why);
    assert_eq!(object["horizons"][0]["conflicts"], serde_json::Value::Null);
    script.assert_all_gone(2);
    let left = std::fs::read_dir(script.file("tmp")).unwrap().count();
    assert_eq!(left, 0, "temporary files are left");
}

#[test]
fn signals_to_the_tool_end_the_program_too() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let script = Script::new(HANG);
        let child = start(solving(&script, &["--json"]), COUNTER);
        script.wait_for_pids(2);
        let started = Instant::now();
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
        let run = Run::from(child.wait_with_output().unwrap());
        assert!(started.elapsed() < SOON);
        assert_undecided(&script, &run, "interrupted");
    }
}

#[test]
fn the_time_limit_of_the_tool_ends_the_program_too() {
    let script = Script::new(HANG);
    let run = start(solving(&script, &["--json", "--time-limit", "2s"]), COUNTER);
    let run = Run::from(run.wait_with_output().unwrap());
    assert_undecided(&script, &run, "the time limit was reached");
}
