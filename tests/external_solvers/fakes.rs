//! What a backend makes of the ways in which a program may end.

use std::time::{Duration, Instant};

use sokosat::cnf::Lit;
use sokosat::limits::{Limits, Stop};
use sokosat::sat::external::External;
use sokosat::sat::{Answer, Backend};

use crate::script::Script;

fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).unwrap()
}

/// Asks a script about two clauses over three variables.
fn ask(script: &Script, limits: &Limits) -> Answer {
    let mut backend = External::new(script.parsed(), limits);
    backend.add(&[lit(1), lit(-3)]);
    backend.add(&[lit(2)]);
    backend.solve()
}

fn answer(text: &str) -> Answer {
    ask(&Script::new(text), &Limits::none())
}

#[test]
fn the_program_gets_the_formula_and_its_answer_is_read() {
    let script =
        Script::new("cat \"$1\" > $HERE/formula\necho s SATISFIABLE\necho v 1 2 -3 0\nexit 10");
    let Answer::Sat(model) = ask(&script, &Limits::none()) else {
        panic!("the script says so");
    };
    assert!(model.holds(lit(1)) && model.holds(lit(2)) && model.holds(lit(-3)));
    let formula = std::fs::read_to_string(script.file("formula")).unwrap();
    let lines: Vec<&str> = formula
        .lines()
        .filter(|line| !line.starts_with('c'))
        .collect();
    assert_eq!(lines, ["p cnf 3 2", "1 -3 0", "2 0"]);
    assert_eq!(answer("echo s UNSATISFIABLE; exit 20"), Answer::Unsat);
    assert_eq!(answer("echo s UNSATISFIABLE"), Answer::Unsat);
    let gave_up = Answer::Unknown(Stop::GaveUp);
    assert_eq!(answer("echo s UNKNOWN"), gave_up);
    assert_eq!(answer("echo c UNKNOWN; exit 0"), gave_up);
    assert_eq!(answer("echo s INDETERMINATE; exit 15"), gave_up);
}

#[test]
fn a_result_file_counts_in_place_of_the_output() {
    let with_file = |text: &str| {
        let mut script = Script::new(text);
        script.command += " {} {out}";
        ask(&script, &Limits::none())
    };
    let model = with_file("echo chatter; printf 'SAT\\n1 2 0\\n' > \"$2\"; exit 10");
    assert!(matches!(model, Answer::Sat(_)), "{model:?}");
    let refuted = with_file("echo s SATISFIABLE; echo UNSAT > \"$2\"; exit 20");
    assert_eq!(refuted, Answer::Unsat);
    let Answer::Failed(said) = with_file("echo s UNSATISFIABLE; exit 20") else {
        panic!("no file was written");
    };
    assert!(
        said.ends_with("wrote no result file (exit code 20)"),
        "{said}"
    );
}

#[test]
fn a_result_that_is_no_file_of_some_size_is_not_waited_for() {
    for result in ["mkfifo \"$2\"", "ln -s /dev/zero \"$2\"", "mkdir \"$2\""] {
        let mut script = Script::new(&format!("{result}; exit 10"));
        script.command += " {} {out}";
        let limits = Limits::none().with_time(Duration::from_secs(20));
        let Answer::Failed(said) = ask(&script, &limits) else {
            panic!("{result} is no result");
        };
        assert!(said.contains("wrote no result file"), "{said}");
    }
}

#[test]
fn standard_input_can_be_asked_for() {
    let mut script =
        Script::new("cat > $HERE/formula; echo s UNSATISFIABLE; echo $# > $HERE/count");
    script.command += " '<'";
    assert_eq!(ask(&script, &Limits::none()), Answer::Unsat);
    let formula = std::fs::read_to_string(script.file("formula")).unwrap();
    assert!(formula.contains("p cnf 3 2\n"), "{formula}");
    assert_eq!(
        std::fs::read_to_string(script.file("count")).unwrap(),
        "0\n"
    );
}

#[test]
fn a_program_that_does_not_answer_in_due_form_gets_one_sentence() {
    for (text, says) in [
        (
            "exit 0",
            "printed no answer (exit code 0): there is no s line",
        ),
        ("exit 10", "(exit code 10): there is no s line"),
        ("echo Hello; echo over 1 2; exit 3", "(exit code 3)"),
        ("head -c 100000 /dev/urandom | tr -d '\\nsv'", "no s line"),
        ("echo s SATISFIABLE; exit 10", "prints no model"),
        ("echo s SATISFIABLE; echo v 1 2 -3; exit 10", "cut off"),
        (
            "echo s SATISFIABLE; echo v 1 2 -3 -1 0; exit 10",
            "both true and false",
        ),
        (
            "echo s SATISFIABLE; echo v 1 2 -3 4 0; exit 10",
            "above the formula's 3 variables",
        ),
        (
            "echo s UNSATISFIABLE; exit 10",
            "but ended with exit code 10",
        ),
        (
            "echo s SATISFIABLE; echo v 0; exit 20",
            "but ended with exit code 20",
        ),
        ("echo s UNSATISFIABLE; exit 1", "but ended with exit code 1"),
        (
            "echo s UNSATISFIABLE; kill -SEGV $$",
            "was ended by signal 11",
        ),
        ("kill -KILL $$", "was ended by signal 9"),
        (
            "echo one >&2; echo out of luck >&2; exit 1",
            "; its last words: one | out of luck",
        ),
        ("exec no-such-program-anywhere", "not found"),
    ] {
        let script = Script::new(text);
        let Answer::Failed(said) = ask(&script, &Limits::none()) else {
            panic!("{text} was believed");
        };
        assert!(
            said.starts_with(&format!("the solver `{}` ", script.command)),
            "{said}"
        );
        assert!(said.contains(says), "{text:?} should get {says:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn a_program_that_is_missing_or_no_program_is_told() {
    for command in ["no-such-program-anywhere -q", "/dev/null", "/"] {
        let mut backend = External::new(command.parse().unwrap(), &Limits::none());
        let Answer::Failed(said) = backend.solve() else {
            panic!("{command} was believed");
        };
        assert!(said.contains("cannot be started"), "{said}");
    }
}

#[test]
fn clauses_may_follow_an_answer() {
    let script = Script::new("cat \"$1\" >> $HERE/formulas; echo s UNSATISFIABLE");
    let mut backend = External::new(script.parsed(), &Limits::none());
    for number in 1..=3 {
        backend.add(&[lit(number)]);
        assert_eq!(backend.solve(), Answer::Unsat);
    }
    let formulas = std::fs::read_to_string(script.file("formulas")).unwrap();
    let headers: Vec<&str> = formulas
        .lines()
        .filter(|line| line.starts_with('p'))
        .collect();
    assert_eq!(headers, ["p cnf 1 1", "p cnf 2 2", "p cnf 3 3"]);
}

#[test]
fn a_program_that_prints_without_end_is_stopped() {
    let script = Script::new("head -c 300000000 /dev/zero; echo $$ > $HERE/pids; sleep 1000");
    let started = Instant::now();
    let Answer::Failed(said) = ask(&script, &Limits::none()) else {
        panic!("zeros were believed");
    };
    assert!(said.contains("prints more than"), "{said}");
    assert!(started.elapsed() < Duration::from_secs(60));
}
