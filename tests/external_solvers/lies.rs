//! A program that lies: a false model is caught, a false refutation is told as its word.

use crate::command::{COUNTER, Run, run};
use crate::script::Script;

fn ask(script: &Script, command: &str, more: &[&str]) -> Run {
    let args = [
        command,
        "-",
        "--engine",
        "external",
        "--solver",
        &script.command,
    ];
    run(&[&args[..], more].concat(), COUNTER)
}

#[test]
fn a_false_model_is_an_error_and_never_printed() {
    for model in [
        "v 0",
        "v 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 0",
    ] {
        let script = Script::new(&format!("echo s SATISFIABLE; echo {model}; exit 10"));
        for args in [&[][..], &["--json"], &["-q"]] {
            let run = ask(&script, "solve", args);
            assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{}", run.err);
            let says = format!(
                "the solver `{}` printed a model that is no solution",
                script.command
            );
            assert!(run.err.contains(&says), "{}", run.err);
        }
        assert_eq!(ask(&script, "minimum", &[]).code, Some(1));
    }
}

#[test]
fn a_false_refutation_is_told_as_the_word_of_the_program() {
    let script = Script::new("echo s UNSATISFIABLE; exit 20");
    // The minimum is 13: the lie cannot be seen, but who said it can.
    let refuted = ask(&script, "minimum", &["--claim", "13"]);
    assert_eq!(refuted.code, Some(3), "{}", refuted.err);
    let word = format!("were refuted on the word of {}", script.command);
    assert!(refuted.out.contains(&word), "{}", refuted.out);
    let object = ask(&script, "minimum", &["--claim", "13", "--json"])
        .objects()
        .remove(0);
    assert_eq!(
        [&object["proof"], &object["engine"], &object["solver"]],
        ["sat", "external", &script.command]
    );
}

#[test]
fn an_undecided_answer_says_whose_word_its_bound_is() {
    let script = Script::new("echo s UNSATISFIABLE; exit 20");
    let run = ask(&script, "solve", &["--time-limit", "1s"]);
    assert_eq!(run.code, Some(30), "{}", run.err);
    let word = format!("on the word of {}", script.command);
    assert!(run.out.contains(&word), "{}", run.out);
    let object = ask(&script, "solve", &["--time-limit", "1s", "--json"])
        .objects()
        .remove(0);
    assert_eq!([&object["proof"], &object["lower_proof"]], ["none", "sat"]);
}

#[test]
fn a_program_that_gives_up_leaves_the_bounds() {
    let script = Script::new("echo s UNKNOWN");
    let run = ask(&script, "solve", &[]);
    assert_eq!(run.code, Some(30), "{}", run.err);
    assert!(
        run.out.contains("not decided: the solver gave up"),
        "{}",
        run.out
    );
    assert!(run.out.contains("lower bound 11 pushes"), "{}", run.out);
    assert_eq!(ask(&script, "minimum", &[]).code, Some(30));
}

#[test]
fn a_program_that_fails_ends_the_run_with_one_sentence() {
    let script = Script::new("echo no licence >&2; exit 1");
    let run = ask(&script, "solve", &["-q"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    assert!(
        run.err.contains("; its last words: no licence"),
        "{}",
        run.err
    );
}

#[test]
fn the_engine_and_its_program_are_asked_for_together() {
    for args in [
        &["solve", "-", "--engine", "external"][..],
        &["solve", "-", "--solver", "kissat"],
        &["minimum", "-", "--engine", "sat", "--solver", "kissat"],
        &["solve", "-", "--engine", "external", "--solver", ""],
        &[
            "solve",
            "-",
            "--engine",
            "external",
            "--solver",
            "kissat 'q",
        ],
    ] {
        let run = run(args, COUNTER);
        assert_eq!(run.code, Some(2), "{args:?}: {}", run.err);
        assert!(run.err.contains("--solver"), "{args:?}: {}", run.err);
    }
}
