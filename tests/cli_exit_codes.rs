//! The exit codes, as a table: arguments, standard input, code, and a word that must be said.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/command.rs"]
mod command;

use command::{HARD, run};

const EASY: &str = "#######\n#@ $ .#\n#######\n";
const SOLVED: &str = "#####\n#@ *#\n#####\n";
const CORNER: &str = "######\n#$ @ #\n#  . #\n#    #\n######\n";
const OPEN: &str = "#######\n#@ $ .#\n#     #\n### ###\n";
const NOBODY: &str = "######\n#  $.#\n######\n";
struct Case {
    args: &'static [&'static str],
    input: &'static str,
    code: i32,
    says: &'static str,
}

const fn case(
    args: &'static [&'static str],
    input: &'static str,
    code: i32,
    says: &'static str,
) -> Case {
    Case {
        args,
        input,
        code,
        says,
    }
}

const SOLVING: [Case; 13] = [
    case(&["solve", "-", "--engine", "astar"], EASY, 0, "minimal"),
    case(&["solve", "-"], EASY, 0, "minimal"),
    case(&["solve", "-", "--engine", "bfs"], EASY, 0, "minimal"),
    case(&["solve", "-", "--engine", "sat"], EASY, 0, "minimal"),
    case(&["solve", "-"], SOLVED, 0, "0 pushes"),
    case(&["solve", "-"], CORNER, 20, "unsolvable"),
    case(&["solve", "-", "--engine", "sat"], CORNER, 20, "unsolvable"),
    case(
        &["solve", "-", "--time-limit", "1ms"],
        HARD,
        30,
        "time limit",
    ),
    case(
        &["solve", "-", "--memory-limit", "1k"],
        HARD,
        30,
        "memory limit",
    ),
    case(
        &["solve", "-"],
        OPEN,
        1,
        "<stdin>:4:4: level 1: the border is not closed",
    ),
    case(&["solve", "-"], NOBODY, 1, "no player"),
    case(&["solve", "-"], "", 1, "no level"),
    case(&["solve", "no/such/file.xsb"], "", 1, "no/such/file.xsb"),
];

const SAT_CODES: [Case; 3] = [
    case(&["solve", "-", "--sat-exit-codes"], EASY, 10, "minimal"),
    case(
        &["solve", "-", "--sat-exit-codes"],
        CORNER,
        20,
        "unsolvable",
    ),
    case(
        &["solve", "-", "--sat-exit-codes", "--time-limit", "1ms"],
        HARD,
        0,
        "not decided",
    ),
];

const ASKING: [Case; 9] = [
    case(&["minimum", "-"], EASY, 0, "the minimum is 2 pushes"),
    case(&["minimum", "-", "--claim", "2"], EASY, 0, "confirmed"),
    case(&["minimum", "-", "--claim", "1"], EASY, 3, "refuted"),
    case(&["minimum", "-", "--claim", "4"], EASY, 3, "refuted"),
    case(&["minimum", "-"], CORNER, 20, "unsolvable"),
    case(&["minimum", "-", "--claim", "3"], CORNER, 3, "refuted"),
    case(
        &["minimum", "-", "--time-limit", "1ms"],
        HARD,
        30,
        "at least",
    ),
    case(&["minimum", "-", "--level", "2"], EASY, 1, "no level 2"),
    case(&["minimum", "-"], OPEN, 1, "border"),
];

const VERIFYING: [Case; 7] = [
    case(&["verify", "LEVEL", "rRR"], "", 0, "2 pushes, 3 moves"),
    case(&["verify", "LEVEL", "rrr"], "", 0, "2 pushes, 3 moves"),
    case(&["verify", "LEVEL", "r2R"], "", 0, "2 pushes, 3 moves"),
    case(&["verify", "LEVEL", "rR"], "", 3, "not solved"),
    case(&["verify", "LEVEL", "ulr"], "", 3, "move 1"),
    case(&["verify", "LEVEL", "rRx"], "", 1, "'x'"),
    case(&["verify", "LEVEL", "-"], "rRR\n", 0, "2 pushes, 3 moves"),
];

const OTHERS: [Case; 13] = [
    case(&["deadlocks", "-"], EASY, 0, "dead"),
    case(&["deadlocks", "-"], OPEN, 1, "border"),
    case(&["patterns", "--boxes", "1"], "", 0, "pattern 0"),
    case(
        &["solve", "-", "--level", "0"],
        EASY,
        2,
        "expected a level number",
    ),
    case(&["list", "-"], EASY, 0, "1 boxes"),
    case(
        &["encode", "-", "--pushes", "2", "-o", "-"],
        EASY,
        0,
        "p cnf",
    ),
    case(
        &["encode", "-", "--pushes", "2", "-o", "-"],
        OPEN,
        1,
        "border",
    ),
    case(
        &["encode", "-", "--pushes", "2", "-o", "-", "--lemmas", "x"],
        EASY,
        2,
        "--lemmas",
    ),
    case(&["generate", "--boxes", "2"], "", 0, "Title: Seed 1"),
    case(&["--version"], "", 0, "sokosat"),
    case(&["solve"], "", 2, "Usage"),
    case(&["solve", "-", "--engine", "magic"], EASY, 2, "magic"),
    case(
        &["solve", "-", "--time-limit", "soon"],
        EASY,
        2,
        "expected a time",
    ),
];

fn check(cases: &[Case]) {
    let folder = tempfile::tempdir().unwrap();
    let level = folder.path().join("easy.xsb");
    std::fs::write(&level, EASY).unwrap();
    for case in cases {
        let path = level.to_str().unwrap();
        let args = case
            .args
            .iter()
            .map(|&arg| if arg == "LEVEL" { path } else { arg });
        let args: Vec<&str> = args.collect();
        let run = run(&args, case.input);
        let said = format!("{}{}", run.out, run.err);
        assert_eq!(run.code, Some(case.code), "{args:?}: {said}");
        assert!(
            said.contains(case.says),
            "{args:?} should say {:?}: {said}",
            case.says
        );
        assert!(!said.contains("panicked"), "{args:?}: {said}");
    }
}

#[test]
fn solving_ends_with_its_documented_code() {
    check(&SOLVING);
}

#[test]
fn the_codes_of_sat_solvers_are_used_on_request() {
    check(&SAT_CODES);
}

#[test]
fn questions_about_the_minimum_end_with_their_documented_code() {
    check(&ASKING);
}

#[test]
fn verifying_ends_with_its_documented_code() {
    check(&VERIFYING);
}

#[test]
fn other_commands_end_with_their_documented_code() {
    check(&OTHERS);
}

#[test]
fn of_several_levels_the_worst_code_counts() {
    let two = |first: &str, second: &str| format!("{first}\n{second}");
    for (text, code) in [
        (two(EASY, SOLVED), 0),
        (two(EASY, CORNER), 20),
        (two(CORNER, OPEN), 1),
        (two(OPEN, EASY), 1),
    ] {
        assert_eq!(run(&["solve", "-"], &text).code, Some(code), "{text}");
    }
    let both = run(&["solve", "-", "--time-limit", "1ms"], &two(HARD, CORNER));
    assert_eq!(both.code, Some(30));
}
