//! The tables of `sokosat bench`: known figures, CSV, JSON, exit codes.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::time::{Duration, Instant};

use command::{COUNTER, HARD, Run, run};

/// The first board of `levels/seeds.xsb`.
const SEEDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/seeds.xsb");

/// The runs as CSV, by lines and fields, the heading left out.
fn csv(text: &str) -> Vec<Vec<String>> {
    let fields = |line: &str| line.split(',').map(String::from).collect();
    text.lines().skip(1).map(fields).collect()
}

fn bench(args: &[&str], input: &str) -> Run {
    run(&[&["bench"], args].concat(), input)
}

#[test]
fn wider_beams_expand_as_many_states_as_is_known() {
    let widths = ["1", "2", "3", "5", "20", "200"];
    let list = widths.join(",");
    let run = bench(
        &[
            SEEDS,
            "--level",
            "1",
            "--beam-widths",
            &list,
            "--beam-unit",
            "move",
            "--beam-score",
            "baseline",
            "--csv",
            "-",
        ],
        "",
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    // Width, moves, expanded, generated.
    let rows: Vec<_> = csv(&run.out)
        .into_iter()
        .map(|row| [2, 5, 8, 9].map(|column| row[column].clone()))
        .collect();
    let known = [
        ["1", "", "19", "40"],
        ["2", "9", "26", "57"],
        ["3", "9", "26", "61"],
        ["5", "9", "41", "84"],
        ["20", "9", "138", "264"],
        ["200", "9", "824", "1555"],
    ];
    assert_eq!(rows, known.map(|row| row.map(String::from)));
}

#[test]
fn engines_stand_side_by_side_and_agree() {
    let run = bench(&["-", "--engines", "bfs,astar,sat"], COUNTER);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let (runs, sums) = run.out.split_once("\nover all levels\n").unwrap();
    let minimal = |line: &&str| line.contains("minimal") && line.contains(" 13 ");
    assert_eq!(runs.lines().filter(minimal).count(), 3, "{runs}");
    assert_eq!(sums.lines().count(), 4, "{sums}");
}

#[test]
fn json_has_an_object_for_each_run() {
    let run = bench(
        &["-", "--engines", "bfs", "--beam-widths", "7", "--json"],
        COUNTER,
    );
    let objects = run.objects();
    assert_eq!(objects.len(), 2, "{}", run.out);
    assert_eq!(objects[0]["engine"], "bfs");
    assert!(objects[0].get("width").is_none());
    assert_eq!(objects[1]["width"], 7);
}

#[test]
fn a_level_that_is_too_hard_is_a_result_like_any_other() {
    let run = bench(&["-", "--engines", "bfs", "--time-limit", "200ms"], HARD);
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("unknown"), "{}", run.out);
}

#[test]
fn a_level_that_cannot_be_played_is_told_and_the_others_are_run() {
    let two = format!("#####\n#$ .#\n#####\n\n{COUNTER}");
    let run = bench(&["-", "--engines", "bfs"], &two);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.err.contains("no player"), "{}", run.err);
    assert!(run.out.contains("minimal"), "{}", run.out);
}

#[cfg(unix)]
#[test]
fn engines_that_contradict_each_other_are_found_out() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let liar = folder.path().join("liar");
    fs::write(&liar, "#!/bin/sh\necho s UNSATISFIABLE\nexit 20\n").unwrap();
    fs::set_permissions(&liar, fs::Permissions::from_mode(0o755)).unwrap();
    let solver = liar.display().to_string();
    let run = bench(
        &[
            "-",
            "--engines",
            "external,bfs",
            "--solver",
            &solver,
            "--time-limit",
            "2s",
        ],
        COUNTER,
    );
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(
        run.err.contains("external proves that it takes"),
        "{}",
        run.err
    );
}

#[test]
fn an_existing_table_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("runs.csv");
    fs::write(&path, "mine").unwrap();
    let name = path.display().to_string();
    let args = [SEEDS, "--level", "1", "--engines", "bfs", "--csv", &name];
    let hard = ["-", "--engines", "bfs", "--csv", &name];
    let started = Instant::now();
    let refused = bench(&hard, HARD);
    assert_eq!(refused.code, Some(1), "{}", refused.err);
    assert!(
        started.elapsed() < Duration::from_secs(30),
        "the runs were made for nothing"
    );
    let kept = bench(&args, "");
    assert_eq!(kept.code, Some(1), "{}", kept.err);
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    let replaced = bench(&[&args[..], &["--force"]].concat(), "");
    assert_eq!(replaced.code, Some(0), "{}", replaced.err);
    assert!(
        fs::read_to_string(&path)
            .unwrap()
            .starts_with("level,engine,width,")
    );
}

#[test]
fn options_that_have_no_meaning_here_are_usage_errors() {
    for args in [
        &["--engines", "bfs,external"][..],
        &["--engines", "bfs", "--engine", "sat"],
        &["--engines", "bfs", "--sat-exit-codes"],
        &["--engines", "bfs", "--backend", "varisat"],
        &["--beam-widths", "0"],
        &["--beam-widths", "3", "--beam-width", "4"],
        &["--engines", ""],
    ] {
        let run = bench(&[&["-"], args].concat(), COUNTER);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.err);
        assert_eq!(run.out, "", "{args:?}");
    }
}
