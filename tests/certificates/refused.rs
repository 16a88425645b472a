//! One corruption each, refused for the right reason: as it is, and with all hashes put right.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sokosat::certify::certificate::{Fault, check};
use sokosat::limits::Limits;
use sokosat::sat::proof::Format;

use super::folder::{COUNTED, COUNTER, CROWDED, Cert, SORTED, TURNED, TURNED_BACK, Wish};
use super::tamper::{change_line, expect, line_of};

pub(crate) fn counter() -> Cert {
    Cert::new(&COUNTER, Some(COUNTED), Wish::default())
}

fn crowded() -> Cert {
    Cert::new(&CROWDED, Some(SORTED), Wish::default())
}

fn turned() -> Cert {
    let lemmas = "dead,waste,terminal";
    let wish = Wish {
        lemmas,
        ..Wish::default()
    };
    Cert::new(&TURNED, Some(TURNED_BACK), wish)
}

/// The line of the first clause of a rule in the formula.
fn clause_of(cert: &Cert, rule: &str) -> usize {
    let first = line_of(cert, "formula.cnf", |line| line.starts_with("p cnf")) + 1;
    let map: Value = serde_json::from_slice(&cert.bytes("map.json")).unwrap();
    let runs = map["runs"].as_array().unwrap().iter();
    let before = runs.take_while(|run| run[0] != rule);
    first
        + before
            .map(|run| usize::try_from(run[1].as_u64().unwrap()).unwrap())
            .sum::<usize>()
}

/// Turns the first literal of a clause around.
fn flip(line: &str) -> String {
    line.strip_prefix('-')
        .map_or_else(|| format!("-{line}"), str::to_owned)
}

/// Changes the numbers of clauses in the formula's header and in the map, and one run.
fn count_clauses(cert: &mut Cert, rule: &str, more: i64) {
    let map: Value = serde_json::from_slice(&cert.bytes("map.json")).unwrap();
    let clauses = map["clauses"].as_i64().unwrap();
    let other = clauses + more;
    cert.replace(
        "map.json",
        &format!("\"clauses\":{clauses}"),
        &format!("\"clauses\":{other}"),
    );
    let variables = map["variables"].as_i64().unwrap();
    let header = format!("p cnf {variables} ");
    cert.replace(
        "formula.cnf",
        &format!("{header}{clauses}"),
        &format!("{header}{other}"),
    );
    let run = line_of(cert, "map.json", |line| {
        line.contains(&format!("[\"{rule}\","))
    });
    change_line(cert, "map.json", run, |line| {
        let (start, count) = line
            .rsplit_once(',')
            .filter(|(_, end)| !end.is_empty())
            .unwrap_or_else(|| line[..line.len() - 1].rsplit_once(',').unwrap());
        let digits: String = count.chars().take_while(char::is_ascii_digit).collect();
        let rest = line[start.len() + 1 + digits.len()..].to_owned();
        format!("{start},{}{rest}", digits.parse::<i64>().unwrap() + more)
    });
}

#[test]
fn a_flipped_literal_of_any_rule_is_not_accounted_for() {
    let mut flipped = BTreeSet::new();
    for make in [counter, crowded, turned] {
        for rule in rules(&make()) {
            let why = format!("is not accounted for by the rule '{rule}'");
            let line = clause_of(&make(), &rule);
            let corrupt = |cert: &mut Cert| change_line(cert, "formula.cnf", line, flip);
            expect(make(), corrupt, &why);
            let mut cert = make();
            corrupt(&mut cert);
            cert.rehash();
            let place = format!("formula.cnf:{}: clause ", line + 1);
            assert!(cert.refusal().starts_with(&place), "{}", cert.refusal());
            flipped.insert(rule);
        }
    }
    // All rules but "obstacle", which no refutation has, and "budget", which has no certificate.
    assert_eq!(flipped.len(), 34, "{flipped:?}");
}

/// The rules that clauses of a certificate follow.
fn rules(cert: &Cert) -> BTreeSet<String> {
    let map: Value = serde_json::from_slice(&cert.bytes("map.json")).unwrap();
    let runs = map["runs"].as_array().unwrap().iter();
    runs.map(|run| run[0].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_dropped_clause_spoils_the_proof() {
    let corrupt = |cert: &mut Cert| {
        let line = clause_of(cert, "box-stays");
        let text = cert.text("formula.cnf");
        let mut lines: Vec<&str> = text.lines().collect();
        lines.remove(line);
        cert.write("formula.cnf", lines.join("\n") + "\n");
        count_clauses(cert, "box-stays", -1);
    };
    expect(counter(), corrupt, "proof.lrat: ");
}

#[test]
fn an_added_clause_is_not_accounted_for() {
    let clauses = [
        ("1 0", "start"),
        ("0", "goal"),
        ("-24 0", "waste"),
        ("-9 -11 0", "pattern"),
        ("-9 0", "region"),
    ];
    for (clause, rule) in clauses {
        let corrupt = |cert: &mut Cert| {
            let line = clause_of(cert, rule);
            change_line(cert, "formula.cnf", line, |old| format!("{clause}\n{old}"));
            count_clauses(cert, rule, 1);
        };
        let why = format!("is not accounted for by the rule '{rule}'");
        expect(crowded(), corrupt, &why);
    }
}

#[test]
fn a_solution_with_one_move_changed_is_refused() {
    let corrupt = |cert: &mut Cert| cert.write("solution.lurd", COUNTED.replacen("UUU", "UUD", 1));
    expect(counter(), corrupt, "solution.lurd: move 3");
    let corrupt = |cert: &mut Cert| cert.write("solution.lurd", &COUNTED[..COUNTED.len() - 1]);
    expect(counter(), corrupt, "solution.lurd: not solved");
}

#[test]
fn a_damaged_proof_is_refused() {
    let cut = |cert: &mut Cert| {
        let text = cert.text("proof.lrat");
        let lines: Vec<&str> = text.lines().collect();
        cert.write("proof.lrat", lines[..lines.len() - 1].join("\n") + "\n");
    };
    expect(counter(), cut, "ends without the empty clause");
    let torn = |cert: &mut Cert| {
        let bytes = cert.bytes("proof.lrat");
        cert.write("proof.lrat", &bytes[..bytes.len() - 3]);
    };
    expect(counter(), torn, "proof.lrat: line");
    let binary = Wish {
        format: Format::Binary,
        ..Wish::default()
    };
    expect(
        Cert::new(&COUNTER, Some(COUNTED), binary),
        torn,
        "proof.lrat: byte",
    );
    let hint = |cert: &mut Cert| {
        let last = cert.text("proof.lrat").lines().count() - 1;
        change_line(cert, "proof.lrat", last, |line| {
            let mut words: Vec<&str> = line.split(' ').collect();
            let hints = words.iter().skip(2).filter(|word| **word != "0").count();
            assert!(hints > 1, "{line}");
            words[2] = "1";
            words.join(" ")
        });
    };
    expect(counter(), hint, "proof.lrat: line");
    let empty = |cert: &mut Cert| cert.write("proof.lrat", "");
    expect(counter(), empty, "ends without the empty clause");
}

#[test]
fn another_horizon_is_refused() {
    for most in [9, 10, 12, 13] {
        let corrupt = |cert: &mut Cert| cert.claim("at_most", json!(most));
        expect(counter(), corrupt, "which the formula is not about");
    }
    let corrupt = |cert: &mut Cert| {
        cert.replace("map.json", "\"pushes\":11", "\"pushes\":9");
    };
    expect(counter(), corrupt, "not about at most 11");
    let corrupt = |cert: &mut Cert| {
        cert.replace("map.json", "\"at_most\":true", "\"at_most\":false");
    };
    expect(counter(), corrupt, "about exactly 11");
}

#[test]
fn another_claim_is_refused() {
    for pushes in [11, 12, 15] {
        let corrupt = |cert: &mut Cert| cert.claim("claim", json!({ "minimum": pushes }));
        expect(counter(), corrupt, "the solution has 13 pushes");
    }
    let corrupt = |cert: &mut Cert| cert.claim("claim", json!({"unsolvable": {}}));
    expect(counter(), corrupt, "not one of the kind 'refutation'");
    let corrupt = |cert: &mut Cert| cert.claim("kind", json!("bound"));
    expect(counter(), corrupt, "not one of the kind 'bound'");
}

#[test]
fn an_edited_level_is_refused() {
    let wall = |cert: &mut Cert| {
        change_line(cert, "level.xsb", 1, |_| "#      ##".into());
    };
    expect(counter(), wall, "map.json is about another level");
    let both = |cert: &mut Cert| {
        wall(cert);
        let old = cert.text("manifest.json");
        cert.rehash();
        let new: Value = serde_json::from_slice(&cert.bytes("manifest.json")).unwrap();
        cert.write("manifest.json", old);
        let old: Value = serde_json::from_slice(&cert.bytes("manifest.json")).unwrap();
        let [old, new] =
            [&old, &new].map(|manifest| manifest["level"].as_str().unwrap().to_owned());
        cert.replace(
            "map.json",
            &format!("\"level\":\"{old}\""),
            &format!("\"level\":\"{new}\""),
        );
        cert.replace(
            "map.json",
            "\"#########\",\"#       #\",\"#  ...",
            "\"#########\",\"#      ##\",\"#  ...",
        );
    };
    let plain = Wish {
        lemmas: "none",
        ..Wish::default()
    };
    let plain = Cert::new(&COUNTER, Some(COUNTED), plain);
    expect(plain, both, "numbers the cells in another way");
    let goal = |cert: &mut Cert| {
        change_line(cert, "level.xsb", 2, |_| "# ...   #".into());
    };
    expect(counter(), goal, "solution.lurd: not solved");
    let title = |cert: &mut Cert| {
        let text = cert.text("level.xsb");
        cert.write("level.xsb", format!("{text}Title: x\n"));
    };
    expect(counter(), title, "in its canonical rows");
}

#[test]
fn a_false_lemma_is_refused() {
    // The first pair of boxes that stand apart in the middle of the room is no deadlock.
    let line = |cert: &Cert| line_of(cert, "tables.txt", |line| line.starts_with("set "));
    let corrupt = |cert: &mut Cert| {
        let at = line(cert);
        change_line(cert, "tables.txt", at, |old| {
            format!("set 17 19 * x\n{old}")
        });
        recount(cert);
    };
    expect(counter(), corrupt, "a push from there leads on for less");
    let corrupt = |cert: &mut Cert| cert.remove("tables.txt");
    expect(counter(), corrupt, "no reason why");
}

/// Puts the last line of the tables right.
fn recount(cert: &mut Cert) {
    let lines = cert.text("tables.txt").lines().count() - 1;
    change_line(cert, "tables.txt", lines, |_| format!("end {lines}"));
}

#[test]
fn a_shortened_table_is_refused() {
    let corrupt = |cert: &mut Cert| {
        let last = line_of(cert, "tables.txt", |line| line.starts_with("lone ")) + 5;
        let text = cert.text("tables.txt");
        let mut lines: Vec<&str> = text.lines().collect();
        lines.remove(last);
        cert.write("tables.txt", lines.join("\n") + "\n");
    };
    expect(counter(), corrupt, "is not a fact that belongs there");
    let both = |cert: &mut Cert| {
        corrupt(cert);
        recount(cert);
    };
    expect(
        counter(),
        both,
        "the lone states are not those of the level",
    );
}

#[test]
fn a_map_that_confuses_is_refused() {
    let once = |cert: &mut Cert| {
        let at = line_of(cert, "map.json", |line| line.contains("[\"some-push\","));
        change_line(cert, "map.json", at, |line| {
            line.replace("some-push", "no-such-rule")
        });
    };
    expect(counter(), once, "there is no rule 'no-such-rule'");
    let budget = |cert: &mut Cert| {
        let at = line_of(cert, "map.json", |line| line.contains("[\"some-push\","));
        change_line(cert, "map.json", at, |line| {
            line.replace("some-push", "budget")
        });
    };
    expect(counter(), budget, "there is no rule 'budget'");
    let twice = |cert: &mut Cert| {
        let map: Value = serde_json::from_slice(&cert.bytes("map.json")).unwrap();
        let [a, b] = [0, 1].map(|i| map["moments"][0]["box"][i][1].as_u64().unwrap());
        let cell = map["moments"][0]["box"][1][0].as_u64().unwrap();
        let at = line_of(cert, "map.json", |line| line.contains("\"t\":0,\"box\""));
        change_line(cert, "map.json", at, |line| {
            line.replacen(&format!("[{cell},{b}]"), &format!("[{cell},{a}]"), 1)
        });
    };
    expect(counter(), twice, "has a meaning already");
}

#[test]
fn a_name_that_stands_twice_is_refused() {
    for name in ["level.xsb", "proof.lrat", "tables.txt"] {
        let mut cert = counter();
        let manifest: Value = serde_json::from_slice(&cert.bytes("manifest.json")).unwrap();
        let entry = format!("\"{name}\": {}", manifest["files"][name]);
        cert.replace("manifest.json", &entry, &format!("{entry}, {entry}"));
        let said = cert.refusal();
        assert!(said.contains(&format!("{name} is named twice")), "{said}");
    }
    let twice = |cert: &mut Cert| {
        cert.replace("map.json", "\"pushes\":11,", "\"pushes\":11,\"pushes\":11,");
    };
    expect(counter(), twice, "duplicate field `pushes`");
    let mut cert = counter();
    cert.replace(
        "manifest.json",
        "\"kind\":",
        "\"claim\":{\"minimum\":12},\"kind\":",
    );
    let said = cert.refusal();
    assert!(said.contains("duplicate field `claim`"), "{said}");
}

#[test]
fn a_certificate_of_the_wrong_shape_is_bad_input() {
    let bad = |cert: &Cert, why: &str| match cert.check() {
        Err(Fault::BadInput(said)) => assert!(said.contains(why), "{why}: {said}"),
        other => panic!("{why}: {other:?}"),
    };
    let mut cert = counter();
    cert.claim("version", json!(2));
    bad(&cert, "not sokosat-certificate of version 1");
    let mut cert = counter();
    cert.replace("map.json", "\"version\":1,", "\"version\":2,");
    cert.rehash();
    bad(&cert, "not sokosat-map of version 1");
    let mut cert = counter();
    cert.replace("manifest.json", "\"kind\":", "\"version\":1,\"kind\":");
    bad(&cert, "duplicate field `version`");
    let mut cert = counter();
    cert.write("manifest.json", "{");
    bad(&cert, "is not that of a certificate");
    let mut cert = counter();
    cert.remove("manifest.json");
    bad(&cert, "manifest.json is missing");
    let mut cert = counter();
    cert.remove("proof.lrat");
    bad(&cert, "proof.lrat is missing");
    // A formula of another level or horizon, named by the manifest but not by the map.
    let mut cert = counter();
    let map = cert.text("map.json");
    let formula = Cert::new(
        &COUNTER,
        Some(COUNTED),
        Wish {
            lemmas: "none",
            ..Wish::default()
        },
    );
    cert.write("formula.cnf", formula.bytes("formula.cnf"));
    cert.rehash();
    cert.write("map.json", map);
    let mut manifest: Value = serde_json::from_slice(&cert.bytes("manifest.json")).unwrap();
    let original: Value = serde_json::from_slice(&counter().bytes("manifest.json")).unwrap();
    manifest["files"]["map.json"] = original["files"]["map.json"].clone();
    cert.write("manifest.json", manifest.to_string());
    bad(&cert, "not the formula that map.json describes");
    let nowhere = std::path::Path::new("no-such-folder");
    assert!(matches!(
        check(nowhere, &Limits::none()),
        Err(Fault::BadInput(_))
    ));
}
