//! `tiles certify` and `check` as a user calls them: codes, what is printed, and what is left on disk.

use std::fs;
use std::path::Path;

use super::command::{Run, run};

const HARD: &str = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
const FIRST: &str = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15";

fn certify(board: &str, more: &[&str], folder: &str) -> Run {
    let args = ["tiles", "certify", board, "-o", folder, "--no-cache"];
    run(&[&args[..], more].concat(), "")
}

fn place() -> (tempfile::TempDir, String) {
    let top = tempfile::tempdir().unwrap();
    let name = top.path().join("c").display().to_string();
    (top, name)
}

#[test]
fn each_kind_is_written_and_accepted() {
    for (board, more, kind, says) in [
        (
            "423/581/_76",
            &[][..],
            "tiles-refutation",
            "the minimum is 12 moves",
        ),
        (
            "423/581/_76",
            &["--lemmas", "none"],
            "tiles-refutation",
            "the minimum is 12 moves",
        ),
        (
            "423/581/_76",
            &["--engine", "sat"],
            "tiles-refutation",
            "the minimum is 12 moves",
        ),
        (
            "2831647_5",
            &["--target", "1238_4765"],
            "tiles-bound",
            "the minimum is 5 moves",
        ),
        ("1234567_8", &[], "tiles-bound", "the minimum is 1 move "),
        ("12345678_", &[], "tiles-bound", "the minimum is 0 moves"),
        (
            "2831647_5",
            &[],
            "tiles-parity",
            "the board has no solution",
        ),
        (
            "53/_4/21",
            &[],
            "tiles-refutation",
            "the minimum is 14 moves",
        ),
    ] {
        let (_top, name) = place();
        let made = certify(board, more, &name);
        assert_eq!(made.code, Some(0), "{board}: {}", made.err);
        assert!(made.out.contains(&format!("kind {kind}\n")), "{}", made.out);
        let checked = run(&["check", &name], "");
        assert_eq!(checked.code, Some(0), "{board}: {}", checked.err);
        assert!(checked.out.contains(says), "{says}: {}", checked.out);
        assert!(checked.out.contains("sliding tiles"), "{}", checked.out);
    }
}

#[test]
fn answers_are_one_object_or_one_word_where_asked() {
    let (_top, name) = place();
    let made = certify(
        "423/581/_76",
        &["--json", "--proof-format", "binary"],
        &name,
    );
    let object = &made.objects()[0];
    assert_eq!(
        (&object["status"], &object["kind"]),
        (&"written".into(), &"tiles-refutation".into())
    );
    assert_eq!(
        (object["claim"].as_u64(), object["at_most"].as_u64()),
        (Some(12), Some(10))
    );
    assert!(object["clauses"].as_u64().unwrap() > 1000 && object["error"].is_null());
    let object = &run(&["check", &name, "--json"], "").objects()[0];
    assert_eq!(
        (&object["status"], object["claim"].as_u64()),
        (&"accepted".into(), Some(12))
    );
    assert_eq!(run(&["check", &name, "-q"], "").out, "12\n");
    let quiet = certify("2831647_5", &["-q", "--force"], &name);
    assert_eq!(
        (quiet.code, quiet.out.as_str(), quiet.err.as_str()),
        (Some(0), "", "")
    );
    assert_eq!(run(&["check", &name, "-q"], "").out, "unsolvable\n");
}

#[test]
fn the_formula_is_that_of_encode() {
    let (top, name) = place();
    certify("423/581/_76", &[], &name);
    let again = top.path().join("again.cnf").display().to_string();
    let args = [
        "tiles",
        "encode",
        "423/581/_76",
        "--moves",
        "10",
        "--at-most",
        "-o",
        &again,
    ];
    assert_eq!(run(&args, "").code, Some(0));
    let formula = fs::read(Path::new(&name).join("formula.cnf")).unwrap();
    assert!(fs::read(again).unwrap() == formula);
}

#[test]
fn damage_bad_input_and_limits_have_their_codes() {
    let (top, name) = place();
    assert_eq!(certify("423/581/_76", &[], &name).code, Some(0));
    let again = certify("423/581/_76", &[], &name);
    assert!(
        again.code == Some(1) && again.err.contains("--force replaces it"),
        "{}",
        again.err
    );
    let solution = Path::new(&name).join("solution.txt");
    let letters = fs::read_to_string(&solution).unwrap();
    fs::write(&solution, letters.replacen(['U', 'D'], "R", 1)).unwrap();
    let damaged = run(&["check", &name], "");
    assert_eq!(damaged.code, Some(3), "{}", damaged.err);
    assert!(
        damaged.err.contains("refused: solution.txt"),
        "{}",
        damaged.err
    );
    fs::remove_file(&solution).unwrap();
    assert_eq!(run(&["check", &name], "").code, Some(1));
    fs::remove_dir_all(&name).unwrap();
    for (board, more, code, says) in [
        ("1123", &[][..], 1, "tile 1 stands on the board twice"),
        ("-", &[], 1, "there is no board"),
        ("12345_", &[], 1, "no square"),
        (
            "1238_4765",
            &["--target", "123_"],
            1,
            "other rows and columns",
        ),
        (
            "123_",
            &["--engine", "bfs", "--heuristic", "pdb"],
            2,
            "no meaning",
        ),
        (
            HARD,
            &["--target", FIRST, "--time-limit", "300ms"],
            30,
            "nothing was written",
        ),
        (
            HARD,
            &[
                "--target",
                FIRST,
                "--engine",
                "sat",
                "--time-limit",
                "300ms",
            ],
            30,
            "nothing was written",
        ),
        (
            "423/581/_76",
            &["--memory-limit", "1k"],
            30,
            "nothing was written",
        ),
    ] {
        let made = certify(board, more, &name);
        assert_eq!(made.code, Some(code), "{board} {more:?}: {}", made.err);
        assert!(made.err.contains(says), "{board}: {}", made.err);
        assert_eq!(fs::read_dir(top.path()).unwrap().count(), 0, "{board}");
    }
}
