//! The files that `encode` writes: strict, equal from run to run, both or none, and never half-written.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use command::{Run, run, start, tool};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sokosat::level::hex;

const CORRIDOR: &str = "#######\n#@ $ .#\n#######\nTitle: One way\n";
const ROOM: &str = "\
########
#...   #
# @ $  #
#  $   #
#   $  #
#      #
#  ### #
#      #
########
";

/// Runs `encode` on a level in a folder.
fn encode(folder: &Path, level: &str, more: &[&str]) -> Run {
    let mut command = tool(&[&["encode", "-"], more].concat());
    command.current_dir(folder);
    start(command, level).wait_with_output().unwrap().into()
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut text = Vec::new();
    let file = fs::File::open(path).unwrap();
    flate2::read::GzDecoder::new(file)
        .read_to_end(&mut text)
        .unwrap();
    text
}

fn map_of(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn a_formula_opens_with_what_it_is_and_has_exact_counts() {
    let folder = tempfile::tempdir().unwrap();
    for (span, question) in [
        (&["-p", "12"][..], "exactly 12"),
        (&["-p", "11", "--at-most"][..], "at most 11"),
        (&["-p", "9", "--lemmas", "none"][..], "exactly 9"),
    ] {
        let text = encode(folder.path(), ROOM, &[span, &["-o", "-", "-q"]].concat()).out;
        let lines: Vec<&str> = text.lines().collect();
        let comments = lines
            .iter()
            .take_while(|line| line.starts_with("c "))
            .count();
        assert!(
            lines[0].starts_with("c written by sokosat "),
            "{}",
            lines[0]
        );
        assert!(
            lines[..comments].iter().any(|line| line.contains(question)),
            "{question}"
        );
        let hashed = |line: &&&str| line.starts_with("c level sha256 ") && line.len() == 15 + 64;
        assert_eq!(lines[..comments].iter().filter(hashed).count(), 1);
        let counts: Vec<usize> = lines[comments]
            .strip_prefix("p cnf ")
            .unwrap()
            .split(' ')
            .map(|count| count.parse().unwrap())
            .collect();
        let clauses = &lines[comments + 1..];
        assert_eq!(clauses.len(), counts[1]);
        let mut largest = 0;
        for clause in clauses {
            let numbers: Vec<i32> = clause
                .split(' ')
                .map(|word| word.parse().unwrap())
                .collect();
            let (last, lits) = numbers.split_last().unwrap();
            assert!(*last == 0 && !lits.contains(&0), "{clause}");
            largest = lits
                .iter()
                .map(|lit| lit.unsigned_abs())
                .fold(largest, u32::max);
        }
        assert_eq!(usize::try_from(largest).unwrap(), counts[0]);
        assert!(lines.iter().all(|line| *line == line.trim_end()));
        assert!(text.ends_with(" 0\n") && !text.contains('\r'));
    }
}

#[test]
fn two_runs_write_the_same_bytes_packed_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let write = |name: &str| {
        let run = encode(folder.path(), ROOM, &["-p", "13", "--at-most", "-o", name]);
        assert_eq!(run.code, Some(0), "{}", run.err);
    };
    ["a.cnf", "b.cnf", "a2.cnf.gz", "b2.cnf.gz"]
        .into_iter()
        .for_each(write);
    let plain = fs::read(at("a.cnf")).unwrap();
    assert!(plain == fs::read(at("b.cnf")).unwrap());
    assert!(fs::read(at("a2.cnf.gz")).unwrap() == fs::read(at("b2.cnf.gz")).unwrap());
    assert!(plain == unpacked(&at("a2.cnf.gz")));
    let map = fs::read(at("a.map.json")).unwrap();
    for other in ["b.map.json", "a2.map.json", "b2.map.json"] {
        assert!(map == fs::read(at(other)).unwrap(), "{other}");
    }
    assert_eq!(
        map_of(&at("a.map.json"))["cnf"],
        hex(&Sha256::digest(&plain))
    );
}

#[test]
fn a_map_is_written_beside_the_formula_or_where_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let wrote = |more: &[&str]| {
        let inner = tempfile::tempdir_in(folder.path()).unwrap();
        let run = encode(inner.path(), CORRIDOR, &[&["-p", "2"], more].concat());
        assert_eq!(run.code, Some(0), "{}", run.err);
        let map = names(inner.path())
            .into_iter()
            .find(|name| name.contains("map"));
        if let Some(map) = map.filter(|name| name.contains(".json")) {
            assert_eq!(map_of(&inner.path().join(map))["format"], "sokosat-map");
        }
        names(inner.path()).join(" ")
    };
    assert_eq!(wrote(&["-o", "x.cnf"]), "x.cnf x.map.json");
    assert_eq!(wrote(&["-o", "x.cnf.gz"]), "x.cnf.gz x.map.json");
    assert_eq!(wrote(&["-o", "x.icnf", "--icnf"]), "x.icnf x.map.json");
    assert_eq!(wrote(&["-o", "x"]), "x x.map.json");
    assert_eq!(wrote(&["-o", "x.cnf", "--map", "y.json"]), "x.cnf y.json");
    assert_eq!(wrote(&["-o", "x.cnf", "--map", "map.gz"]), "map.gz x.cnf");
    assert_eq!(wrote(&["-o", "x.cnf", "--no-map"]), "x.cnf");
    assert_eq!(wrote(&["-o", "-", "-q"]), "");
    assert_eq!(wrote(&["-o", "-", "--map", "z.map.json"]), "z.map.json");
}

#[test]
fn of_a_formula_and_its_map_both_are_written_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let refused = |more: &[&str], says: &str| {
        let run = encode(
            folder.path(),
            CORRIDOR,
            &[&["-p", "2", "-o", "x.cnf"], more].concat(),
        );
        assert_eq!(run.code, Some(1), "{more:?}");
        assert!(
            run.err.contains(says) && run.err.lines().count() == 1,
            "{}",
            run.err
        );
    };
    fs::write(at("x.map.json"), "mine").unwrap();
    refused(&[], "x.map.json: the file exists; --force replaces it");
    refused(&["--map", "no-such-folder/m.json"], "no-such-folder/m.json");
    refused(&["--map", "x.cnf"], "cannot be one file");
    refused(&["--map", "./x.cnf"], "cannot be one file");
    refused(&["--map", "-"], "not standard output");
    assert_eq!(names(folder.path()), ["x.map.json"]);
    assert_eq!(fs::read_to_string(at("x.map.json")).unwrap(), "mine");
    fs::write(at("x.cnf"), "mine too").unwrap();
    let forced = encode(
        folder.path(),
        CORRIDOR,
        &["-p", "2", "-o", "x.cnf", "--force"],
    );
    assert_eq!(forced.code, Some(0), "{}", forced.err);
    let text = fs::read(at("x.cnf")).unwrap();
    assert_eq!(
        map_of(&at("x.map.json"))["cnf"],
        hex(&Sha256::digest(&text))
    );
    assert_eq!(names(folder.path()), ["x.cnf", "x.map.json"]);
}

#[test]
fn json_tells_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let run = encode(folder.path(), CORRIDOR, &["-p", "4", "--icnf", "--json"]);
    let object = &run.objects()[0];
    let path = folder.path().join(object["path"].as_str().unwrap());
    let text = fs::read(&path).unwrap();
    let map = map_of(&folder.path().join(object["map"].as_str().unwrap()));
    assert_eq!(object["path"], "cnf-out/stdin-1-each-4.icnf");
    assert_eq!(object["sha256"], hex(&Sha256::digest(&text)));
    assert_eq!(object["cubes"], json!([2, 4]));
    let facts = ["file", "level", "title", "pushes", "at_most", "unsolvable"];
    let facts = facts.map(|name| object[name].clone());
    assert_eq!(
        json!(facts),
        json!(["<stdin>", 1, "One way", 4, true, null])
    );
    for (ours, theirs) in [
        ("hash", "level"),
        ("sha256", "cnf"),
        ("variables", "variables"),
        ("clauses", "clauses"),
        ("lemmas", "lemmas"),
        ("pushes", "pushes"),
    ] {
        assert_eq!(object[ours], map[theirs], "{ours}");
    }
    assert_eq!(map["cubes"].as_array().unwrap().len(), 2);
    assert!(run.err.is_empty(), "{}", run.err);
    let both = encode(folder.path(), CORRIDOR, &["-p", "4", "-o", "-", "--json"]);
    assert_eq!((both.code, both.out.as_str()), (Some(1), ""));
}

#[test]
fn an_unsolvable_level_becomes_two_clauses_and_says_why() {
    let corner = "######\n#$ @ #\n#  . #\n#    #\n######\n";
    for more in [
        &["-p", "5"][..],
        &["-p", "5", "--lemmas", "none"],
        &["-p", "5", "--at-most"],
    ] {
        let text = run(&[&["encode", "-", "-o", "-", "-q"], more].concat(), corner).out;
        let (head, clauses) = text.split_once("p cnf 1 2\n").unwrap();
        assert_eq!(clauses, "1 0\n-1 0\n");
        assert!(
            head.contains("c unsolvable: the box in row 2, column 2 "),
            "{head}"
        );
    }
    let text = run(
        &["encode", "-", "-o", "-", "-q", "-p", "5", "--icnf"],
        corner,
    )
    .out;
    assert!(text.ends_with("p inccnf\n1 0\n-1 0\n"), "{text}");
}

/// A question whose formula takes a while to write: some twenty megabytes.
const LONG: [&str; 4] = ["-p", "1500", "--lemmas", "waste"];

#[cfg(unix)]
#[test]
fn a_killed_run_leaves_each_file_whole_or_absent() {
    let whole = tempfile::tempdir().unwrap();
    let written = encode(whole.path(), ROOM, &[&LONG[..], &["-o", "x.cnf"]].concat());
    assert_eq!(written.code, Some(0), "{}", written.err);
    let read = |folder: &Path, name: &str| fs::read(folder.join(name));
    let expected = ["x.cnf", "x.map.json"].map(|name| read(whole.path(), name).unwrap());
    let mut killed = 0;
    for wait in (0..12).map(|n| 5 << (n / 2)) {
        let folder = tempfile::tempdir().unwrap();
        let mut command = tool(&[&["encode", "-"], &LONG[..], &["-o", "x.cnf"]].concat());
        command.current_dir(folder.path());
        let mut child = start(command, ROOM);
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        killed += usize::from(child.wait().unwrap().code().is_none());
        for (name, expected) in ["x.cnf", "x.map.json"].into_iter().zip(&expected) {
            let found = read(folder.path(), name);
            assert!(
                found.is_err() || found.unwrap() == *expected,
                "{name} after {wait} ms"
            );
        }
        let visible = |name: &String| !name.starts_with(".sokosat-");
        let visible: Vec<String> = names(folder.path()).into_iter().filter(visible).collect();
        assert!(
            visible
                .iter()
                .all(|name| name == "x.cnf" || name == "x.map.json")
        );
    }
    assert!(killed > 0, "every run ended before it was killed");
}

#[cfg(unix)]
#[test]
fn a_signal_takes_back_what_was_begun() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = tool(&[
        "encode", "-", "-p", "60000", "--lemmas", "waste", "-o", "x.cnf",
    ]);
    command.current_dir(folder.path());
    let child = start(command, ROOM);
    while names(folder.path()).is_empty() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-TERM", &id])
        .status();
    assert!(sent.unwrap().success());
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(30), "{}", run.err);
    assert!(run.err.contains("nothing was written"), "{}", run.err);
    assert!(names(folder.path()).is_empty());
}

#[test]
fn memory_does_not_grow_with_the_clauses() {
    let mut command = tool(&["encode", "-", "--memory-limit", "30M", "--json"]);
    command.args(["-p", "5000", "--lemmas", "none", "-o", "x.cnf"]);
    let folder = tempfile::tempdir().unwrap();
    command.current_dir(folder.path()).stdout(Stdio::piped());
    let run = Run::from(start(command, ROOM).wait_with_output().unwrap());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let size = fs::metadata(folder.path().join("x.cnf")).unwrap().len();
    assert!(size > 50 << 20, "{size} bytes");
}
