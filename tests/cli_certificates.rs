//! `certify` and `check` as a user calls them: codes, what is printed, and what is left on disk.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/command.rs"]
mod command;

use std::fs;
use std::path::Path;
use std::time::Duration;

use command::{HARD, Run, run, start, tool};

const COUNTER: &str = "\
#########
#       #
#  ...  #
# ## ## #
#  $ $  #
## #$# ##
#   @   #
#       #
#########
";
const EASY: &str = "#######\n#@ $ .#\n#######\n";
const CORNER: &str = "######\n#$ @ #\n#  . #\n#    #\n######\n";
const STUCK: &str = "########\n#@$$ ..#\n########\n";

/// A name in a new folder.
fn place() -> (tempfile::TempDir, String) {
    let top = tempfile::tempdir().unwrap();
    let name = top.path().join("c").display().to_string();
    (top, name)
}

fn entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn check(folder: &str) -> Run {
    run(&["check", folder], "")
}

#[test]
fn each_kind_is_written_and_accepted() {
    let cases = [
        (COUNTER, "refutation", "the minimum is 13 pushes"),
        (EASY, "bound", "the minimum is 2 pushes"),
        (CORNER, "unsolvable-static", "no solution"),
        (STUCK, "exhaustive", "no solution"),
    ];
    for (level, kind, says) in cases {
        let (top, name) = place();
        let written = run(&["certify", "-", "-o", &name], level);
        assert_eq!(written.code, Some(0), "{kind}: {}", written.err);
        assert!(
            written.out.contains(&format!("kind {kind}")),
            "{}",
            written.out
        );
        assert_eq!(entries(top.path()), ["c"]);
        let checked = check(&name);
        assert_eq!(checked.code, Some(0), "{kind}: {}", checked.err);
        assert!(
            checked.out.contains(says) && checked.out.contains("to be trusted"),
            "{}",
            checked.out
        );
    }
}

#[test]
fn answers_are_one_object_or_one_word_where_asked() {
    let (_top, name) = place();
    let written = run(
        &["certify", "-", "-o", &name, "--json", "--lemmas", "none"],
        COUNTER,
    );
    let object = &written.objects()[0];
    assert_eq!(
        (&object["status"], &object["kind"]),
        (&"written".into(), &"refutation".into())
    );
    assert_eq!(
        (object["claim"].as_u64(), object["at_most"].as_u64()),
        (Some(13), Some(11))
    );
    assert!(object["clauses"].as_u64().unwrap() > 1000 && object["error"].is_null());
    let checked = run(&["check", &name, "--json"], "");
    let object = &checked.objects()[0];
    assert_eq!(
        (&object["status"], object["claim"].as_u64()),
        (&"accepted".into(), Some(13))
    );
    assert!(object["checked"].as_array().unwrap().len() >= 5);
    assert!(!object["trusted"].as_array().unwrap().is_empty());
    let quiet = run(&["check", &name, "-q"], "");
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("13\n", ""));
    let quiet = run(&["certify", "-", "-o", &name, "-q", "--force"], CORNER);
    assert_eq!(
        (quiet.code, quiet.out.as_str(), quiet.err.as_str()),
        (Some(0), "", "")
    );
    assert_eq!(run(&["check", &name, "-q"], "").out, "unsolvable\n");
}

#[test]
fn a_folder_is_replaced_only_if_it_is_a_certificate() {
    let (top, name) = place();
    let certify = |more: &[&str]| run(&[&["certify", "-", "-o", &name], more].concat(), EASY);
    assert_eq!(certify(&[]).code, Some(0));
    let again = certify(&[]);
    assert!(
        again.code == Some(1) && again.err.contains("--force replaces it"),
        "{}",
        again.err
    );
    assert_eq!(certify(&["--force"]).code, Some(0));
    fs::remove_file(Path::new(&name).join("manifest.json")).unwrap();
    let other = certify(&["--force"]);
    assert!(
        other.code == Some(1) && other.err.contains("has no manifest.json"),
        "{}",
        other.err
    );
    assert_eq!(entries(top.path()), ["c"]);
}

#[test]
fn a_given_solution_is_held_to_its_word() {
    let (top, name) = place();
    let certify = |lurd: &str| run(&["certify", "-", "-o", &name, "--solution", lurd], EASY);
    let cases = [
        ("rRR", 0, ""),
        ("rR", 3, "not solved"),
        ("rRL", 3, "move 3"),
        ("right", 1, "is not a letter of LURD"),
        ("@no/such/file", 1, "no/such/file"),
    ];
    for (lurd, code, says) in cases {
        let made = certify(lurd);
        assert_eq!(made.code, Some(code), "{lurd}: {}", made.err);
        assert!(made.err.contains(says), "{lurd}: {}", made.err);
        if code == 0 {
            fs::remove_dir_all(&name).unwrap();
        }
        assert!(entries(top.path()).is_empty(), "{lurd}");
    }
    // Three pushes where two do.
    let longer = "######\n#    #\n#@$ .#\n#    #\n######\n";
    let made = run(
        &["certify", "-", "-o", &name, "--solution", "RurDldRRR"],
        longer,
    );
    assert!(matches!(made.code, Some(3)), "{}", made.err);
    assert!(entries(top.path()).is_empty());
}

#[test]
fn what_is_no_certificate_is_bad_input_and_what_is_damaged_is_refused() {
    let (_top, name) = place();
    let missing = check(&name);
    assert!(
        missing.code == Some(1) && missing.err.contains("is not a folder"),
        "{}",
        missing.err
    );
    fs::create_dir(&name).unwrap();
    let empty = check(&name);
    assert!(
        empty.code == Some(1) && empty.err.contains("manifest.json is missing"),
        "{}",
        empty.err
    );
    run(&["certify", "-", "-o", &name], COUNTER);
    assert_eq!(
        run(&["certify", "-", "-o", &name, "--force"], COUNTER).code,
        Some(0)
    );
    let formula = Path::new(&name).join("formula.cnf");
    let text = fs::read_to_string(&formula).unwrap();
    fs::write(&formula, text.replacen("\n-1 0\n", "\n1 0\n", 1)).unwrap();
    let damaged = check(&name);
    assert!(
        damaged.code == Some(3) && damaged.err.contains("refused: formula.cnf"),
        "{}",
        damaged.err
    );
    let object = &run(&["check", &name, "--json"], "").objects()[0];
    assert_eq!(object["status"], "refused");
    fs::remove_file(formula).unwrap();
    assert_eq!(check(&name).code, Some(1));
}

#[test]
fn limits_leave_nothing_behind() {
    let (top, name) = place();
    for limit in [["--time-limit", "300ms"], ["--memory-limit", "1k"]] {
        let made = run(&[&["certify", "-", "-o", &name][..], &limit].concat(), HARD);
        assert_eq!(made.code, Some(30), "{}", made.err);
        assert!(made.err.contains("nothing was written"), "{}", made.err);
        assert!(entries(top.path()).is_empty());
    }
    assert_eq!(run(&["certify", "-", "-o", &name], COUNTER).code, Some(0));
    let checked = run(&["check", &name, "--memory-limit", "1k"], "");
    assert!(
        checked.code == Some(30) && checked.err.contains("not decided"),
        "{}",
        checked.err
    );
}

#[test]
fn a_signal_leaves_nothing_behind_and_a_kill_nothing_that_looks_whole() {
    // A level that is soon searched, and whose formula keeps the solver busy.
    let levels = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/generated.xsb");
    let solved = run(&["solve", levels, "--level", "20", "-q"], "");
    for (signal, code) in [("-INT", Some(30)), ("-KILL", None)] {
        let (top, name) = place();
        let args = [
            "certify",
            levels,
            "--level",
            "20",
            "-o",
            &name,
            "--solution",
        ];
        let child = start(tool(&[&args[..], &[solved.out.trim()]].concat()), "");
        while entries(top.path()).is_empty() {
            std::thread::sleep(Duration::from_millis(20));
        }
        std::thread::sleep(Duration::from_millis(300));
        let id = child.id().to_string();
        let sent = std::process::Command::new("kill")
            .args([signal, &id])
            .status();
        assert!(sent.unwrap().success());
        let ended = Run::from(child.wait_with_output().unwrap());
        assert_eq!(ended.code, code, "{}", ended.err);
        let left = entries(top.path());
        let hidden = left.iter().all(|name| name.starts_with(".sokosat-"));
        assert!(hidden && (code.is_none() || left.is_empty()), "{left:?}");
    }
}
