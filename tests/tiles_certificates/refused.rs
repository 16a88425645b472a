//! One corruption each, refused for the right reason: as it is, and with all hashes put right.

use serde_json::{Value, json};
use sokosat::certify::certificate::Fault;
use sokosat::sat::proof::Format;

use super::folder::{Case, Cert, eight, of_eight};
use super::tamper::{change_line, expect, line_of};

fn cert() -> Cert {
    eight().cert("all", Format::Text)
}

fn bound() -> Cert {
    Case::new(3, &[1, 2, 3, 4, 0, 5], &[1, 2, 3, 4, 5, 0]).cert("all", Format::Text)
}

fn parity() -> Cert {
    Case::new(3, &[2, 1, 3, 4, 5, 0], &[1, 2, 3, 4, 5, 0]).cert("all", Format::Text)
}

#[test]
fn another_solution_or_another_claim_is_refused() {
    let plan = cert().text("solution.txt");
    let plan = plan.trim_end();
    let write = |text: String| move |cert: &mut Cert| cert.write("solution.txt", text);
    let turned: String = plan
        .chars()
        .map(|letter| match letter {
            'U' => 'D',
            'D' => 'U',
            'L' => 'R',
            _ => 'L',
        })
        .collect();
    let back: String = turned.chars().rev().collect();
    let there_and_back = format!("{plan}{back}{plan}\n");
    for (text, why) in [
        (turned + "\n", "solution.txt: "),
        (format!("{}\n", &plan[1..]), "solution.txt: "),
        (format!("{}\n", &plan[..11]), "do not end at the target"),
        (format!("{plan}X\n"), "'X' is not a move"),
        (plan.to_lowercase() + "\n", "is not a move"),
        (plan.into(), "is not one line"),
        (format!("{plan}\n\n"), "is not a move"),
        (there_and_back, "the solution has 36 moves, the claim is 12"),
    ] {
        expect(cert(), write(text), why);
    }
    for (claim, why) in [
        (
            json!({"minimum": 10}),
            "the solution has 12 moves, the claim is 10",
        ),
        (
            json!({"minimum": 14}),
            "the solution has 12 moves, the claim is 14",
        ),
        (
            json!({"unsolvable": {}}),
            "the claim is not one of the kind",
        ),
    ] {
        expect(cert(), |cert| cert.claim("claim", claim), why);
    }
    for (most, why) in [
        (json!(8), "at most 10, which the formula is not about"),
        (json!(11), "at most 10, which the formula is not about"),
        (Value::Null, "the claim is not one of the kind"),
    ] {
        expect(cert(), |cert| cert.claim("at_most", most), why);
    }
}

#[test]
fn a_longer_plan_does_not_move_the_formula() {
    let case = eight();
    let mut cert = case.cert("all", Format::Text);
    cert.write("solution.txt", case.letters(2) + "\n");
    cert.claim("claim", json!({"minimum": 14}));
    cert.rehash();
    let said = cert.refusal();
    assert!(
        said.contains("has at most 12, which the formula is not about"),
        "{said}"
    );
    cert.claim("at_most", json!(12));
    let said = cert.refusal();
    assert!(
        said.contains("about at most 10 moves, not about at most 12"),
        "{said}"
    );
    cert.replace("map.json", "\"moves\":10,", "\"moves\":12,");
    cert.rehash();
    let said = cert.refusal();
    assert!(said.contains("each moment once, in order"), "{said}");
}

#[test]
fn other_boards_are_refused() {
    let boards = |text: &'static str| move |cert: &mut Cert| cert.write("boards.txt", text);
    for (text, why) in [
        ("123/456/78_\n423/581/_76\n", "solution.txt: "),
        ("423/581/_76\n123/456/7_8\n", "do not end at the target"),
        ("243/581/_76\n123/456/78_\n", "do not end at the target"),
        ("423/581/_76\n", "a board and its target"),
        ("423/581/_76\n123/456/78_", "a board and its target"),
        ("423/581/_76\n123/456/780\n", "is not the one spelling"),
        (
            "4 2 3/5 8 1/_ 7 6\n123/456/78_\n",
            "is not the one spelling",
        ),
        ("423/581/_76\n123/45_\n", "the same rows and columns"),
    ] {
        expect(cert(), boards(text), why);
    }
    // Numbers exchanged in both boards make the same puzzle, which the formula says in other names.
    let renamed = boards("413/582/_76\n213/456/78_\n");
    expect(cert(), renamed, "map.json is about other boards");
    let level = |cert: &mut Cert| cert.claim("level", json!("0".repeat(64)));
    expect(cert(), level, "the manifest is about");
}

#[test]
fn a_changed_formula_is_refused() {
    let lines = cert().text("formula.cnf").lines().count();
    let clause = |which: fn(&str) -> String| {
        move |cert: &mut Cert| change_line(cert, "formula.cnf", lines - 40, which)
    };
    let flipped = clause(|line| match line.strip_prefix('-') {
        Some(rest) => rest.into(),
        None => format!("-{line}"),
    });
    expect(cert(), flipped, "is not accounted for by the rule");
    let shortened = clause(|line| line.split_once(' ').unwrap().1.into());
    expect(cert(), shortened, "is not accounted for by the rule");
    let dropped = clause(|_| String::new());
    expect(cert(), dropped, "formula.cnf:");
    let header = |cert: &mut Cert| {
        let at = line_of(cert, "formula.cnf", |line| line.starts_with("p cnf"));
        change_line(cert, "formula.cnf", at, |line| {
            let mut words: Vec<&str> = line.split(' ').collect();
            let more = (words[2].parse::<u32>().unwrap() + 1).to_string();
            words[2] = &more;
            words.join(" ")
        });
    };
    expect(cert(), header, "counts other variables or clauses");
}

#[test]
fn clauses_may_be_left_out_only_if_the_proof_does_without() {
    // The first clause that the proof uses goes, from the formula and from the map alike.
    let drop_first = |cert: &mut Cert| {
        let at = line_of(cert, "formula.cnf", |line| line.starts_with("p cnf"));
        let text = cert.text("formula.cnf");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.remove(at + 1);
        let words: Vec<&str> = text.lines().nth(at).unwrap().split(' ').collect();
        let count = words[3].parse::<u64>().unwrap();
        lines[at] = format!("p cnf {} {}", words[2], count - 1);
        cert.write("formula.cnf", lines.join("\n") + "\n");
        cert.replace(
            "map.json",
            &format!("\"clauses\":{count},"),
            &format!("\"clauses\":{},", count - 1),
        );
        let at = line_of(cert, "map.json", |line| line.contains("\"runs\":[")) + 1;
        change_line(cert, "map.json", at, |line| {
            let mut run: Value = serde_json::from_str(line.trim_end_matches(',')).unwrap();
            run[1] = (run[1].as_u64().unwrap() - 1).into();
            format!("{run},")
        });
    };
    expect(cert(), drop_first, "proof.lrat: ");
}

#[test]
fn a_changed_proof_is_refused() {
    for (change, why) in [
        (
            (|text| text.lines().take(3).collect::<Vec<_>>().join("\n") + "\n")
                as fn(&str) -> String,
            "no empty clause",
        ),
        (|_| String::new(), "no empty clause"),
        (|text| text.replacen(" 0 ", " 0 1 ", 1), "proof.lrat: "),
        (|text| text.replacen(" 0 ", " 0 -1 ", 1), "proof.lrat: "),
        (|text| text.replacen(' ', " 999999 ", 1), "proof.lrat: "),
    ] {
        let proof = |cert: &mut Cert| {
            let text = cert.text("proof.lrat");
            cert.write("proof.lrat", change(&text));
        };
        let mut damaged = cert();
        proof(&mut damaged);
        damaged.rehash();
        let said = damaged.refusal();
        assert!(said.contains("proof.lrat"), "{why}: {said}");
        expect(
            cert(),
            proof,
            if why == "no empty clause" {
                "empty clause"
            } else {
                why
            },
        );
    }
    let other = of_eight(&[0, 4, 3, 5, 2, 1, 7, 8, 6]);
    let other = other.cert("all", Format::Text).bytes("proof.lrat");
    expect(
        cert(),
        |cert| cert.write("proof.lrat", other),
        "proof.lrat: ",
    );
}

#[test]
fn a_map_that_confuses_is_refused() {
    let moment = |t: u32, change: fn(&str) -> String| {
        move |cert: &mut Cert| {
            let start = format!("{{\"t\":{t},");
            let at = line_of(cert, "map.json", |line| line.starts_with(&start));
            change_line(cert, "map.json", at, change);
        }
    };
    for (t, change, why) in [
        (
            3,
            (|line| line.replacen("\"t\":3", "\"t\":4", 1)) as fn(&str) -> String,
            "each moment once",
        ),
        (
            3,
            |line| line.replacen("\"on\":[[", "\"on\":[[9", 1),
            "there is no such cell or number",
        ),
        (
            3,
            |line| line.replacen("\"on\":[", "\"on\":[[0,0,1],", 1),
            "as many variables as there are",
        ),
        (
            3,
            |line| line.replacen("\"idle\":", "\"idle\":null,\"wastes\":", 1),
            "duplicate field",
        ),
        (
            3,
            |line| line.replacen("\"aux\":[", "\"aux\":[[1,[0]],", 1),
            "as many variables as there are",
        ),
        (
            3,
            |line| line.replacen("{\"t\"", "{\"so\":1,\"t\"", 1),
            "unknown field",
        ),
    ] {
        expect(cert(), moment(t, change), why);
    }
    let replaced = |from: &'static str, to: &'static str| {
        move |cert: &mut Cert| cert.replace("map.json", from, to)
    };
    expect(
        cert(),
        replaced("\"moves\":10", "\"moves\":12"),
        "not about at most 10",
    );
    expect(
        cert(),
        replaced("123/456/78_", "123/456/7_8"),
        "is about other boards",
    );
    let rule = |name: &'static str| {
        move |cert: &mut Cert| {
            let at = line_of(cert, "map.json", |line| line.starts_with("[\"step\","));
            change_line(cert, "map.json", at, |line| line.replace("step", name));
        }
    };
    expect(
        cert(),
        rule("out-of-reach"),
        "there is no rule 'out-of-reach'",
    );
    expect(
        cert(),
        rule("stay"),
        "is not accounted for by the rule 'stay'",
    );
}

#[test]
fn a_variable_that_is_missing_needs_a_reason() {
    // The blank's first step is made impossible: its cell loses a variable, which is given another meaning.
    let hide = |cert: &mut Cert| {
        let map: Value = serde_json::from_slice(&cert.bytes("map.json")).unwrap();
        let on = map["moments"][1]["on"].as_array().unwrap();
        let blank = on.iter().find(|entry| entry[1] == 0).unwrap();
        let at = line_of(cert, "map.json", |line| line.starts_with("{\"t\":1,"));
        change_line(cert, "map.json", at, |line| {
            let line = line.replacen(&format!("{blank},"), "", 1);
            line.replacen("\"spent\":[", &format!("\"spent\":[{},", blank[2]), 1)
                .replace(",]", "]")
        });
    };
    expect(cert(), hide, "no reason why number 0 is not on cell");
}

#[test]
fn a_kind_stands_for_its_own_evidence_only() {
    let kind = |name: &'static str| move |cert: &mut Cert| cert.claim("kind", json!(name));
    expect(
        bound(),
        kind("tiles-refutation"),
        "the claim is not one of the kind",
    );
    expect(bound(), kind("bound"), "does not name level.xsb");
    expect(
        bound(),
        kind("tiles-parity"),
        "the claim is not one of the kind",
    );
    expect(
        parity(),
        kind("unsolvable-static"),
        "the claim is not one of the kind",
    );
    expect(parity(), kind("exhaustive"), "does not name level.xsb");
    expect(cert(), kind("refutation"), "does not name level.xsb");
    expect(cert(), kind("tiles"), "unknown variant `tiles`");
    // A refutation passed off as a bound.
    let as_bound = |cert: &mut Cert| {
        cert.claim("kind", json!("tiles-bound"));
        cert.claim("at_most", Value::Null);
        for name in ["formula.cnf", "map.json", "proof.lrat"] {
            cert.remove(name);
        }
    };
    let mut refuted = cert();
    as_bound(&mut refuted);
    refuted.rehash();
    let said = refuted.refusal();
    assert!(
        said.contains("bound the moves by 8 only, the claim is 12"),
        "{said}"
    );
    // A board that can be solved has no parity against it.
    let solvable = |cert: &mut Cert| cert.write("boards.txt", "123/4_5\n123/45_\n");
    expect(parity(), solvable, "is that of the target");
    let mut made = parity();
    made.claim("reason", json!({"name": "no-matching"}));
    assert!(made.refusal().contains("the claim is not one of the kind"));
}

#[test]
fn names_that_stand_twice_missing_files_and_versions_are_told() {
    for name in [
        "boards.txt",
        "solution.txt",
        "formula.cnf",
        "map.json",
        "proof.lrat",
    ] {
        let mut twice = cert();
        let manifest: Value = serde_json::from_slice(&twice.bytes("manifest.json")).unwrap();
        let entry = format!("\"{name}\": {}", manifest["files"][name]);
        twice.replace("manifest.json", &entry, &format!("{entry}, {entry}"));
        let said = twice.refusal();
        assert!(said.contains(&format!("{name} is named twice")), "{said}");
        let mut missing = cert();
        missing.remove(name);
        let fault = missing.check().unwrap_err();
        assert_eq!(fault, Fault::BadInput(format!("{name} is missing")));
        missing.rehash();
        let said = missing.refusal();
        assert!(said.contains(&format!("does not name {name}")), "{said}");
    }
    let mut version = cert();
    version.replace("map.json", "\"version\":1,", "\"version\":2,");
    version.rehash();
    assert!(matches!(version.check(), Err(Fault::BadInput(said)) if said.contains("version 2")));
    let mut foreign = cert();
    foreign.write("tables.txt", "");
    foreign.rehash();
    assert!(foreign.refusal().contains("names tables.txt"));
}
