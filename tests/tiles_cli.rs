//! `sokosat tiles` as a user meets it: forms of boards, answers, exit codes, files, limits and signals.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/command.rs"]
mod command;

use std::time::{Duration, Instant};

use command::{Run, run, start, tool};

const HARD: &str = "14 10 2 1/13 9 8 11/7 3 6 12/15 5 4 0";
const FIRST: &str = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15";

/// A run of `tiles` that leaves no database behind.
fn tiles(args: &[&str], input: &str) -> Run {
    let mut all = vec!["tiles"];
    all.extend(args);
    if args[0] != "encode" && !args.contains(&"--cache") {
        all.push("--no-cache");
    }
    run(&all, input)
}

const CLOCKWISE: &str = "1238_4765";

/// Arguments, standard input, exit code, and a word that must be said.
type Case = (&'static [&'static str], &'static str, i32, &'static str);

const CASES: &[Case] = &[
    (&["solve", "1234567_8"], "", 0, "1 move, minimal"),
    (&["solve", "12345678_"], "", 0, "0 moves, minimal"),
    (&["solve", "2831647_5"], "", 20, "parity"),
    (
        &["solve", "2831647_5", "--target", CLOCKWISE],
        "",
        0,
        "5 moves, minimal",
    ),
    (
        &["solve", "-", "--target", CLOCKWISE],
        "2 8 3\n1 6 4\n7 _ 5\n",
        0,
        "5 moves",
    ),
    (
        &["solve", "2831647_5", "--target", CLOCKWISE, "-q"],
        "",
        0,
        "UULDR\n",
    ),
    (&["solve", "2831647_5", "-q"], "", 20, "parity"),
    (&["solve", "12345_", "--size", "3x2"], "", 0, "0 moves"),
    (&["solve", "12345_", "--size", "2x3"], "", 0, "0 moves"),
    (&["solve", "12345_"], "", 1, "no square"),
    (&["solve", "12345_", "--size", "3x9"], "", 2, "such as 4x3"),
    (
        &["solve", "1224567_8"],
        "",
        1,
        "tile 2 stands on the board twice, and tile 3 is missing",
    ),
    (&["solve", "123/45/67_"], "", 1, "no rectangle"),
    (&["solve", "12a8_4765"], "", 1, "neither a board nor a file"),
    (&["solve", "-"], "1 2 x\n", 1, "<stdin>:1:5: `x` is no tile"),
    (&["solve", "-"], "", 1, "there is no board"),
    (
        &["solve", "1238_4765", "--target", "123_"],
        "",
        1,
        "other rows and columns",
    ),
    (
        &["solve", "123_", "--engine", "bfs", "--heuristic", "pdb"],
        "",
        2,
        "no meaning",
    ),
    (
        &["solve", "123_", "--pdb", "4-4"],
        "",
        1,
        "8 tiles, but the board has 3",
    ),
    (&["solve", "123_", "--pdb", "x"], "", 2, "such as 6-6-3"),
    (
        &["solve", "1234567_8", "--sat-exit-codes"],
        "",
        10,
        "minimal",
    ),
    (
        &["solve", HARD, "--target", FIRST, "--time-limit", "100ms"],
        "",
        30,
        "time limit",
    ),
    (
        &["solve", HARD, "--target", FIRST, "--memory-limit", "1k"],
        "",
        30,
        "memory limit",
    ),
    (&["solve", "-"], "2831647_5\n\n12/_3\n", 20, "board 2"),
    (
        &["encode", "-", "--moves", "2", "-o", "-"],
        "123_\n\n1_32",
        1,
        "one board",
    ),
    (
        &["encode", "123_", "--moves", "2", "-o", "-"],
        "",
        0,
        "c sliding tiles 12/3_",
    ),
];

#[test]
fn exit_codes_and_words_are_as_documented() {
    for (args, input, code, says) in CASES {
        let done = tiles(args, input);
        assert_eq!(
            done.code,
            Some(*code),
            "{args:?}: {} {}",
            done.out,
            done.err
        );
        let all = done.out.clone() + &done.err;
        assert!(all.contains(says), "{args:?}: {all}");
        if *code == 1 {
            assert_eq!(
                (done.out.as_str(), done.err.lines().count()),
                ("", 1),
                "{args:?}"
            );
        }
    }
}

#[test]
fn every_engine_gives_the_same_facts_as_json() {
    for engine in ["auto", "astar", "idastar", "bidirectional", "bfs", "sat"] {
        let done = tiles(&["solve", "8672543_1", "--engine", engine, "--json"], "");
        let object = &done.objects()[0];
        assert_eq!(object["length"], 31, "{engine}");
        assert_eq!(
            (&object["status"], &object["minimal"]),
            (&"solved".into(), &true.into())
        );
        assert_eq!(
            (&object["lower_bound"], &object["upper_bound"]),
            (&31.into(), &31.into())
        );
        assert_eq!(object["solution"].as_str().unwrap().len(), 31);
        assert_eq!(object["start"], "867/254/3_1");
        let proof = if engine == "sat" { "sat" } else { "exhaustive" };
        assert_eq!(object["proof"], proof);
        assert_eq!(object["states_expanded"].is_null(), engine == "sat");
        assert_eq!(
            object["horizons"].as_array().unwrap().len() > 2,
            engine == "sat"
        );
    }
    let done = tiles(&["solve", "2831647_5", "--json"], "");
    let object = &done.objects()[0];
    assert_eq!(
        (&object["status"], &object["proof"]),
        (&"unsolvable".into(), &"static".into())
    );
    assert!(object["length"].is_null() && object["lower_bound"].is_null());
}

#[test]
fn the_answer_shows_moves_and_boards() {
    let done = tiles(&["solve", "2831647_5", "--target", "1238_4765"], "");
    for says in [
        "  2 8 3   2 8 3   2 _ 3   _ 2 3   1 2 3   1 2 3\n",
        "moves       Up Up Left Down Right\n",
        "lower bound 5 moves (start position: 5)\n",
        "replayed by the independent checker",
    ] {
        assert!(done.out.contains(says), "{}", done.out);
    }
}

#[test]
fn a_file_of_boards_is_read_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let text = "id,tiles,optimal\n1,1 2 3 4 5 6 7 0 8,1\n2,8 6 7 2 5 4 3 0 1,31\n";
    std::fs::write(path("boards.csv"), text).unwrap();
    let done = tiles(
        &[
            "compare",
            &path("boards.csv"),
            "-q",
            "--csv",
            &path("out.csv"),
        ],
        "",
    );
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(
        done.out.contains("means over the boards solved"),
        "{}",
        done.out
    );
    let rows = std::fs::read_to_string(path("out.csv")).unwrap();
    let lines: Vec<&str> = rows.lines().collect();
    assert!(lines[0].starts_with("board,engine,heuristic,status,length,expanded"));
    assert_eq!(lines.len(), 1 + 2 * 14);
    for line in &lines[1..] {
        let fields: Vec<&str> = line.split(',').collect();
        let length = if fields[0] == "1" { "1" } else { "31" };
        assert_eq!((fields[3], fields[4]), ("solved", length), "{line}");
    }
    std::fs::write(path("boards.csv"), text.replace(",31", ",29")).unwrap();
    let args = [
        "compare",
        &path("boards.csv"),
        "-q",
        "--engines",
        "bfs",
        "--csv",
        "-",
    ];
    let done = tiles(&args, "");
    assert_eq!(done.code, Some(3));
    assert!(
        done.err.contains("said to be 29") && done.out.starts_with("board,"),
        "{}",
        done.err
    );
    let done = tiles(&["solve", &format!("@{}", path("boards.csv")), "-q"], "");
    assert_eq!(done.out.lines().map(str::len).collect::<Vec<_>>(), [1, 31]);
}

#[test]
fn databases_are_kept_in_the_folder_that_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("new/cache").display().to_string();
    let args = [
        "solve",
        "8672543_1",
        "--engine",
        "idastar",
        "-v",
        "--cache",
        &cache,
    ];
    let first = tiles(&args, "");
    assert_eq!(
        first.err.matches("filled, kept").count(),
        2,
        "{}",
        first.err
    );
    let second = tiles(&args, "");
    assert_eq!(
        second.err.matches(".pdb: read").count(),
        2,
        "{}",
        second.err
    );
    assert_eq!(std::fs::read_dir(&cache).unwrap().count(), 2);
    let usual = tiles_in_home(folder.path());
    assert_eq!(
        (usual.code, usual.err.matches("filled, kept").count()),
        (Some(0), 2),
        "{}",
        usual.err
    );
}

/// A run whose home and cache folders lie in a folder of the test.
fn tiles_in_home(home: &std::path::Path) -> Run {
    let mut command = tool(&["tiles", "solve", "8672543_1", "--engine", "idastar", "-v"]);
    command
        .env("HOME", home)
        .env("XDG_CACHE_HOME", home.join("xdg"));
    let run: Run = start(command, "").wait_with_output().unwrap().into();
    assert!(run.err.contains(&home.display().to_string()), "{}", run.err);
    run
}

#[test]
fn a_formula_is_written_once_with_its_question() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cnf").display().to_string();
    let args = [
        "encode",
        "1234567_8",
        "--moves",
        "3",
        "--at-most",
        "-o",
        &path,
    ];
    assert_eq!(tiles(&args, "").code, Some(0));
    let text = std::fs::read_to_string(&path).unwrap();
    let comments: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with('c'))
        .collect();
    assert!(
        comments.contains(&"c question: is it solved in at most 3 moves?"),
        "{comments:?}"
    );
    assert!(comments.contains(&"c sokosat tiles at-most:3 lemmas:windows,waste,straight"));
    let counts: Vec<&str> = text
        .lines()
        .nth(comments.len())
        .unwrap()
        .split(' ')
        .collect();
    let clauses = text.lines().count() - comments.len() - 1;
    assert_eq!(counts[3], clauses.to_string());
    let again = tiles(&args, "");
    assert_eq!(again.code, Some(1));
    assert!(again.err.contains("--force"), "{}", again.err);
}

#[test]
fn a_limit_or_a_signal_ends_the_filling_of_databases() {
    let args = [
        "tiles",
        "solve",
        HARD,
        "--target",
        FIRST,
        "--engine",
        "idastar",
        "--no-cache",
    ];
    let began = Instant::now();
    let done = run(
        &[&args[..], &["--pdb", "7-8", "--time-limit", "300ms"]].concat(),
        "",
    );
    assert_eq!(done.code, Some(30), "{}", done.err);
    assert!(began.elapsed() < Duration::from_secs(20));
    #[cfg(unix)]
    for signal in ["-INT", "-TERM"] {
        let mut child = start(tool(&args), "");
        std::thread::sleep(Duration::from_millis(700));
        let kill = ["kill", signal, &child.id().to_string()].map(String::from);
        std::process::Command::new(&kill[0])
            .args(&kill[1..])
            .status()
            .unwrap();
        let ended = Instant::now();
        assert_eq!(child.wait().unwrap().code(), Some(30));
        assert!(ended.elapsed() < Duration::from_secs(20));
    }
}
