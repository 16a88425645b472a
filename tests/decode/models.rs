//! Outputs of solvers: every form of a model, and what is no model or no solution.

use std::fs;
use std::io::Write as _;

use serde_json::json;

use super::bench::{Bench, check, printed};
use super::command::run;

#[test]
fn a_model_is_read_in_every_form_that_solvers_print() {
    let bench = Bench::new(&["-p", "11"]);
    let model = bench.model();
    let positive: Vec<i32> = model.iter().copied().filter(|&lit| lit > 0).collect();
    let all: Vec<i32> = bench.pushes().concat();
    let pushes: Vec<i32> = model
        .iter()
        .copied()
        .filter(|lit| all.contains(lit))
        .collect();
    let plain = printed(&model, 10, "\n");
    let (head, values) = plain.split_once("s SATISFIABLE\n").unwrap();
    let late = format!("{head}{values}s SATISFIABLE\n");
    let minisat = model
        .iter()
        .fold("SAT\n".to_string(), |text, lit| text + &format!("{lit} "))
        + "0\n";
    let expected = bench.decode("f.cnf", &plain, &["-q"]);
    assert_eq!((expected.code, expected.err.as_str()), (Some(0), ""));
    let lurd = expected.out.trim();
    let level = bench.name("room.xsb");
    assert_eq!(run(&["verify", &level, lurd, "-q"], "").code, Some(0));
    assert_eq!(lurd.chars().filter(char::is_ascii_uppercase).count(), 11);
    for output in [
        printed(&model, 1, "\n"),
        printed(&model, model.len(), "\n"),
        printed(&model, 7, "\r\n"),
        printed(&positive, 10, "\n"),
        printed(&pushes, 3, "\n"),
        late,
        minisat,
    ] {
        let read = bench.decode("f.cnf", &output, &["-q"]);
        assert_eq!(read.out, expected.out, "{}\n{output}", read.err);
    }
}

#[test]
fn formula_map_and_output_may_be_files_and_compressed() {
    let bench = Bench::new(&["-p", "11", "--at-most"]);
    let output = printed(&bench.model(), 10, "\n");
    let pack = |name: &str, text: &str| {
        let file = fs::File::create(bench.at(name)).unwrap();
        let mut packer = flate2::write::GzEncoder::new(file, flate2::Compression::best());
        packer.write_all(text.as_bytes()).unwrap();
        packer.finish().unwrap();
    };
    bench.encode("g.cnf.gz", &["-p", "11", "--at-most"]);
    pack("map.gz", &bench.text("f.map.json"));
    pack("out.gz", &output);
    let expected = bench.decode("f.cnf", &output, &["-q"]);
    assert_eq!(expected.code, Some(0), "{}", expected.err);
    let packed = bench.name("out.gz");
    for formula in ["f.cnf", "f.map.json", "g.cnf.gz", "map.gz"] {
        assert_eq!(
            bench.decode(formula, &output, &["-q"]).out,
            expected.out,
            "{formula}"
        );
        assert_eq!(
            bench.decode(formula, "", &["-q", &packed]).out,
            expected.out,
            "{formula}"
        );
    }
    let cut = fs::read(bench.at("out.gz")).unwrap();
    bench.write("cut.gz", &cut[..cut.len() / 2]);
    let refused = bench.decode("f.cnf", "", &[&bench.name("cut.gz")]);
    assert_eq!(refused.code, Some(1), "{}", refused.err);
}

#[test]
fn the_answer_is_told_to_people_and_to_programs() {
    let bench = Bench::new(&["-p", "13", "--at-most"]);
    let output = printed(&bench.model(), 10, "\n");
    let told = bench.decode("f.cnf", &output, &[]).out;
    assert!(
        told.contains("level 1: Three boxes\nanswer      solved with 1"),
        "{told}"
    );
    assert!(
        told.contains("asked: at most 13 pushes\nsolution    "),
        "{told}"
    );
    assert!(told.contains("\nmetrics     1"), "{told}");
    let object = bench
        .decode("f.map.json", &output, &["--json"])
        .objects()
        .remove(0);
    let lurd = object["solution"].as_str().unwrap();
    assert!(told.contains(lurd));
    let facts = ["level", "title", "status", "error"].map(|name| object[name].clone());
    assert_eq!(json!(facts), json!([1, "Three boxes", "solved", null]));
    assert_eq!(object["moves"], lurd.len());
    assert_eq!(object["hash"], bench.map()["level"]);
    assert!(
        object["formula"]
            .as_str()
            .unwrap()
            .starts_with("at-most:13 lemmas:")
    );
}

#[test]
fn what_the_solver_says_without_a_model_is_passed_on_as_its_word() {
    let bench = Bench::new(&["-p", "9"]);
    check(
        &bench,
        "s UNSATISFIABLE\n",
        20,
        "no solution within the bound asked (exactly 9 pushes), as the solver says",
    );
    check(&bench, "UNSAT\n", 20, "as the solver says");
    check(
        &bench,
        "c timeout\ns UNKNOWN\n",
        30,
        "the solver did not decide",
    );
    check(&bench, "INDET\n", 30, "the solver did not decide");
    let object = bench
        .decode("f.cnf", "UNSAT\n", &["--json"])
        .objects()
        .remove(0);
    let facts = [&object["status"], &object["solution"], &object["pushes"]];
    assert_eq!(json!(facts), json!(["unsatisfiable", null, null]));
}

#[test]
fn outputs_that_are_no_answer_are_bad_input() {
    let bench = Bench::new(&["-p", "11"]);
    let model = bench.model();
    let plain = printed(&model, 10, "\n");
    let cut = plain.strip_suffix("v 0\n").unwrap();
    check(&bench, cut, 1, "the model is cut off");
    check(&bench, &plain[..plain.len() / 2], 1, "the model is cut off");
    check(&bench, "", 1, "there is no s line");
    check(&bench, "s SATISFIABLE\n", 1, "prints no model");
    check(
        &bench,
        "s SATISFIABLE\nv 99999 0\n",
        1,
        "above the formula's",
    );
    check(&bench, "s PERHAPS\n", 1, "line 1: the s line is none of");
    let missing = bench.decode("f.cnf", "", &["no-such-file"]);
    assert_eq!(missing.code, Some(1));
    assert!(missing.err.contains("no-such-file"), "{}", missing.err);
}

#[test]
fn models_that_contradict_themselves_or_are_no_solution_are_refuted() {
    let bench = Bench::new(&["-p", "11"]);
    let model = bench.model();
    let by_step = bench.pushes();
    let made = |step: usize| {
        model
            .iter()
            .position(|lit| by_step[step].contains(lit))
            .unwrap()
    };
    let with = |change: &dyn Fn(&mut Vec<i32>)| {
        let mut changed = model.clone();
        change(&mut changed);
        printed(&changed, 10, "\n")
    };
    let both = with(&|lits| lits.push(-model[0]));
    check(&bench, &both, 3, "is both true and false");
    check(&bench, "s UNSATISFIABLE\nv 1 0\n", 3, "prints a model");
    let none = with(&|lits| lits[made(4)] *= -1);
    check(
        &bench,
        &none,
        3,
        "the model is no solution: it makes no push at step 5",
    );
    let two = with(&|lits| {
        let other = lits
            .iter()
            .position(|lit| by_step[6].contains(&-lit))
            .unwrap();
        lits[other] *= -1;
    });
    check(&bench, &two, 3, "it makes two pushes at step 7");
    let left_out = with(&|lits| {
        lits.remove(made(10));
    });
    check(
        &bench,
        &left_out,
        3,
        "no push at step 11 (one variable has no value)",
    );
    let illegal = with(&|lits| {
        let last = made(10);
        let other = by_step[10]
            .iter()
            .find(|&&push| push != lits[last])
            .unwrap();
        let other = lits.iter().position(|lit| lit == &-other).unwrap();
        lits[last] *= -1;
        lits[other] *= -1;
    });
    check(&bench, &illegal, 3, "the model is no solution: ");
}

#[test]
fn idle_steps_are_no_pushes_and_come_first() {
    let bench = Bench::new(&["-p", "15", "--at-most"]);
    let found = bench.model();
    let steps = bench.pushes();
    let made = |step: &Vec<i32>| found.iter().any(|lit| step.contains(lit));
    let pushes = steps.iter().filter(|step| made(step)).count();
    let run = bench.decode("f.cnf", &printed(&found, 10, "\n"), &["-q"]);
    let capitals = run.out.chars().filter(char::is_ascii_uppercase).count();
    assert_eq!((run.code, capitals), (Some(0), pushes));
    let mut late: Vec<i32> = found.clone();
    let middle = late.iter().position(|lit| steps[13].contains(lit)).unwrap();
    late[middle] *= -1;
    check(
        &bench,
        &printed(&late, 10, "\n"),
        3,
        "it makes no push at step 14",
    );
}
