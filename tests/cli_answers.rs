//! What the commands print: JSON, quiet output, files, and behaviour under signals and closed pipes.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use command::{HARD, run, start, tool};
use serde_json::{Value, json};

const TWO: &str = "\
#######
#@ $ .#
#######
Title: Two pushes

######
#$ @ #
#  . #
#    #
######
Title: A corner
";

#[test]
fn json_has_one_object_a_level_with_every_field() {
    let run = run(&["solve", "-", "--level", "all", "--json"], TWO);
    let objects = run.objects();
    assert_eq!(objects.len(), 2, "{}", run.out);
    let fields = [
        "file",
        "level",
        "title",
        "boxes",
        "goals",
        "cells",
        "status",
        "solution",
        "pushes",
        "moves",
        "minimal",
        "start_bound",
        "lower_bound",
        "lower_proof",
        "upper_bound",
        "proof",
        "engine",
        "solver",
        "horizons",
        "states_expanded",
        "states_stored",
        "seconds",
        "peak_memory_mb",
        "error",
        "reason",
    ];
    for object in &objects {
        for field in fields {
            assert!(
                object.get(field).is_some(),
                "{field} is missing in {object}"
            );
        }
        assert_eq!(object.as_object().unwrap().len(), fields.len());
    }
    let solved = &objects[0];
    let facts = [
        "status",
        "solution",
        "pushes",
        "moves",
        "minimal",
        "lower_bound",
        "upper_bound",
    ];
    assert_eq!(
        facts.map(|field| solved[field].clone()),
        [
            json!("solved"),
            json!("rRR"),
            json!(2),
            json!(3),
            json!(true),
            json!(2),
            json!(2)
        ]
    );
    let unsolvable = &objects[1];
    assert_eq!(unsolvable["status"], "unsolvable");
    for field in ["solution", "pushes", "lower_bound", "upper_bound", "error"] {
        assert_eq!(unsolvable[field], Value::Null, "{field}");
    }
}

#[test]
fn an_unplayable_level_is_one_invalid_object_and_one_line_of_error() {
    let run = run(&["solve", "-", "--json"], "#####\n# $.#\n#####\n");
    let objects = run.objects();
    assert_eq!((run.code, objects.len()), (Some(1), 1));
    assert_eq!(objects[0]["status"], "invalid");
    assert!(objects[0]["error"].as_str().unwrap().contains("no player"));
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}

#[test]
fn quiet_prints_the_solution_alone() {
    let run = run(&["solve", "-", "-q", "--level", "1"], TWO);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("rRR\n", ""));
}

#[test]
fn two_runs_give_the_same_bytes() {
    let args = ["solve", "-", "--json", "--engine"];
    for engine in ["auto", "sat", "bfs"] {
        let once = || {
            let mut objects = run(&[&args[..], &[engine]].concat(), TWO).objects();
            for object in &mut objects {
                for field in ["seconds", "peak_memory_mb"] {
                    object[field] = Value::Null;
                }
                for horizon in object["horizons"].as_array_mut().unwrap() {
                    horizon["seconds"] = Value::Null;
                }
            }
            objects
        };
        assert_eq!(once(), once(), "{engine}");
    }
}

#[test]
fn several_levels_end_with_a_summary_table() {
    let run = run(&["solve", "-"], TWO);
    let last = run.out.lines().last().unwrap();
    assert_eq!(last, "2 levels: 1 minimal, 1 unsolvable", "{}", run.out);
}

#[test]
fn a_claim_is_in_the_json_with_its_verdict() {
    for (claim, verdict) in [("2", "confirmed"), ("4", "refuted")] {
        let run = run(&["minimum", "-", "--claim", claim, "--json"], TWO);
        let object = &run.objects()[0];
        assert_eq!(object["claim"].to_string(), claim);
        assert_eq!(object["verdict"], verdict);
    }
}

#[test]
fn a_claim_of_the_wrong_parity_is_refuted_at_once() {
    let run = run(&["minimum", "-", "--claim", "1000", "--json"], HARD);
    let object = &run.objects()[0];
    assert_eq!((run.code, &object["proof"]), (Some(3), &json!("static")));
    let text = command::run(&["minimum", "-", "--claim", "1000"], HARD);
    assert!(text.out.contains("odd number of pushes"), "{}", text.out);
}

#[test]
fn a_claim_below_the_start_bound_is_refuted_by_it() {
    let run = run(
        &["minimum", "-", "--claim", "11", "--engine", "sat", "--json"],
        HARD,
    );
    let object = &run.objects()[0];
    assert_eq!((run.code, &object["proof"]), (Some(3), &json!("bound")));
    assert!(object["lower_bound"].as_u64() > Some(11));
}

#[test]
fn deadlocks_are_counted_drawn_and_written_as_svg() {
    let corner = "#######\n#  .  #\n# $ $ #\n#  .@ #\n#######\n";
    let text = run(&["deadlocks", "-"], corner);
    assert_eq!(text.code, Some(0), "{}", text.err);
    assert!(text.out.contains("floor cells are dead"), "{}", text.out);
    let object = run(&["deadlocks", "-", "--json"], corner)
        .objects()
        .remove(0);
    let dead = object["dead_cells"].as_array().unwrap();
    assert!(
        dead.contains(&json!([1, 1])) && !dead.contains(&json!([3, 1])),
        "{object}"
    );
    assert!(
        object["patterns"][0]["deadlocks"].as_u64() > Some(0),
        "{object}"
    );
    let svg = run(&["deadlocks", "-", "--svg", "-"], corner).out;
    assert!(roxmltree::Document::parse(&svg).is_ok());
}

#[test]
fn verify_names_the_first_illegal_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.xsb");
    fs::write(&path, TWO).unwrap();
    let file = path.to_str().unwrap();
    let refused = run(&["verify", file, "rRRR"], "");
    assert_eq!(refused.code, Some(3));
    assert!(refused.err.contains("move 4"), "{}", refused.err);
    let object = run(&["verify", file, "rRR", "--json"], "")
        .objects()
        .remove(0);
    assert_eq!(
        (&object["accepted"], &object["pushes"], &object["box_lines"]),
        (&json!(true), &json!(2), &json!(1))
    );
}

#[test]
fn encode_keeps_an_existing_file_unless_forced() {
    let folder = tempfile::tempdir().unwrap();
    let encode = |more: &[&str]| {
        let mut command = tool(&[&["encode", "-", "--pushes", "2"], more].concat());
        command.current_dir(folder.path());
        command::Run::from(start(command, TWO).wait_with_output().unwrap())
    };
    assert_eq!(encode(&[]).code, Some(0));
    let path = folder.path().join("cnf-out/stdin-1-2.cnf");
    let first = fs::read(&path).unwrap();
    let again = encode(&[]);
    assert_eq!(again.code, Some(1));
    assert!(again.err.contains("--force"), "{}", again.err);
    assert_eq!(encode(&["--force"]).code, Some(0));
    assert_eq!(fs::read(&path).unwrap(), first);
    assert_eq!(
        fs::read_dir(folder.path().join("cnf-out")).unwrap().count(),
        2
    );
}

#[test]
fn a_written_formula_means_the_same_to_another_reader() {
    for (pushes, at_most, satisfiable) in [
        ("1", false, false),
        ("2", false, true),
        ("3", true, true),
        ("1", true, false),
    ] {
        let mut args = vec!["encode", "-", "--pushes", pushes, "-o", "-", "-q"];
        args.extend(at_most.then_some("--at-most"));
        let run = run(&args, TWO);
        let mut solver = varisat::Solver::new();
        solver.add_dimacs_cnf(run.out.as_bytes()).unwrap();
        assert_eq!(solver.solve().unwrap(), satisfiable, "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_long_solve_with_the_bounds() {
    for (signal, engine) in [("-INT", "sat"), ("-TERM", "bfs"), ("-INT", "auto")] {
        let child = start(tool(&["solve", "-", "--json", "--engine", engine]), HARD);
        std::thread::sleep(Duration::from_millis(700));
        let started = Instant::now();
        let id = child.id().to_string();
        assert!(
            std::process::Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        let run = command::Run::from(child.wait_with_output().unwrap());
        assert_eq!(run.code, Some(30), "{engine}: {}", run.err);
        assert!(started.elapsed() < Duration::from_secs(20), "{engine}");
        let object = &run.objects()[0];
        assert_eq!(object["status"], "unknown");
        assert!(object["lower_bound"].as_u64().unwrap() >= 40, "{object}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let many = TWO.repeat(200);
    let mut command = tool(&["solve", "-"]);
    command.stdout(Stdio::piped());
    let mut child = start(command, &many);
    drop(child.stdout.take());
    let status = child.wait_with_output().unwrap();
    assert_eq!(status.status.code(), Some(0));
    assert!(
        status.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&status.stderr)
    );
}
