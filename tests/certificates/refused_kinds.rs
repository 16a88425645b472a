//! Corruptions of bounds, static reasons and exhausted searches.

use serde_json::{Value, json};
use sokosat::certify::certificate::{Fault, check};
use sokosat::limits::{Limits, Stop};

use super::folder::{COUNTED, COUNTER, Cert, Wish};
use super::refused::counter;
use super::tamper::{change_line, expect, line_of};

/// One box, three pushes: the matching bound says so.
const BOUND: [&str; 3] = ["#######", "#@$  .#", "#######"];

#[test]
fn a_refutation_is_no_bound() {
    let mut cert = counter();
    cert.claim("kind", json!("bound"));
    cert.claim("at_most", Value::Null);
    for name in ["formula.cnf", "map.json", "proof.lrat"] {
        cert.remove(name);
    }
    cert.rehash();
    let said = cert.refusal();
    assert!(
        said.contains("the start bounds the pushes by 11 only"),
        "{said}"
    );
}

#[test]
fn a_bound_that_is_too_low_is_refused() {
    let bound = || Cert::new(&BOUND, Some("RRR"), Wish::default());
    let corrupt = |cert: &mut Cert| {
        let at = line_of(cert, "tables.txt", |line| line.starts_with("price "));
        change_line(cert, "tables.txt", at, |line| {
            let (start, price) = line.rsplit_once(' ').unwrap();
            format!("{start} {}", price.parse::<i64>().unwrap() - 2)
        });
    };
    expect(bound(), corrupt, "the start bounds the pushes by 1 only");
    let corrupt = |cert: &mut Cert| {
        let at = line_of(cert, "tables.txt", |line| line.starts_with("price "));
        change_line(cert, "tables.txt", at, |line| {
            let (start, price) = line.rsplit_once(' ').unwrap();
            format!("{start} {}", price.parse::<i64>().unwrap() + 2)
        });
    };
    expect(bound(), corrupt, "higher than its price allows");
    let corrupt = |cert: &mut Cert| cert.remove("tables.txt");
    expect(bound(), corrupt, "has no potential");
}

#[test]
fn boxes_at_home_are_no_deadlock_however_much_they_lose() {
    let rows = ["########", "#@ $ . #", "# $  . #", "#  #   #", "########"];
    for low in [-2_147_483_648_i64, -16_777_216] {
        let mut cert = Cert::new(&rows, Some("rRRllldRRR"), Wish::default());
        let text = cert.text("tables.txt");
        let mut lines = vec!["sokosat-tables 1".to_owned(), "unit 1".to_owned()];
        let mut cells: Vec<u32> = Vec::new();
        for line in text.lines() {
            match line.split(' ').collect::<Vec<_>>()[..] {
                ["price", cell, _] => lines.push(format!("price {cell} {low}")),
                ["lone", cell, side, ..] => {
                    lines.push(format!("lone {cell} {side} ? ? {low} ?"));
                    cells.push(cell.parse().unwrap());
                }
                _ => {}
            }
        }
        cells.dedup();
        for (i, a) in cells.iter().enumerate() {
            let later = cells[i + 1..].iter();
            lines.extend(later.map(|b| format!("set {a} {b} * x")));
        }
        lines.push("pack 2 7".to_owned());
        lines.push(format!("end {}", lines.len()));
        cert.write("tables.txt", lines.join("\n") + "\n");
        cert.write("solution.lurd", "rRRdrruLdlluRllldRRR\n");
        cert.claim("claim", json!({"minimum": 7}));
        cert.claim("kind", json!("bound"));
        cert.rehash();
        let said = cert.refusal();
        assert!(said.contains("tables.txt"), "{said}");
    }
}

#[test]
fn a_file_that_is_a_pipe_is_not_waited_for() {
    let mut cert = counter();
    cert.remove("solution.lurd");
    let pipe = cert.path().join("solution.lurd");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        eprintln!("skipped: no pipe could be made");
        return;
    }
    let fault = check(cert.path(), &Limits::none()).unwrap_err();
    assert!(fault.to_string().contains("not a regular file"), "{fault}");
}

#[test]
fn a_false_reason_is_refused() {
    let rows = ["######", "#$   #", "#  @ #", "#  . #", "######"];
    let dead = || Cert::new(&rows, None, Wish::default());
    let reasons = [
        (json!({"name": "stray-box"}), "no such box is off the goals"),
        (
            json!({"name": "more-boxes-than-goals"}),
            "no more boxes than goals",
        ),
        (
            json!({"name": "blocked", "boxes": [[2, 1]]}),
            "not boxes of the level",
        ),
        (
            json!({"name": "blocked", "boxes": []}),
            "not boxes of the level",
        ),
        (json!({"name": "bad-luck"}), "unknown variant"),
    ];
    for (reason, why) in reasons {
        expect(dead(), |cert| cert.claim("reason", reason), why);
    }
    let fine = ["######", "#*   #", "#  @ #", "#  . #", "######"];
    let mut cert = dead();
    cert.write("level.xsb", fine.join("\n") + "\n");
    cert.rehash();
    assert!(cert.refusal().contains("can come to goals together"));
}

#[test]
fn a_false_search_is_refused() {
    let wish = Wish {
        most_lemmas: 0,
        exhausted: Some("false"),
        ..Wish::default()
    };
    let mut cert = Cert::new(&COUNTER, Some(COUNTED), wish);
    cert.write("solution.lurd", "");
    cert.remove("solution.lurd");
    cert.claim("claim", json!({"unsolvable": {}}));
    cert.rehash();
    assert!(cert.refusal().contains("the minimum is 13"));
}

#[test]
fn a_search_that_cannot_be_repeated_is_not_decided() {
    let wish = Wish {
        most_lemmas: 0,
        exhausted: Some("true"),
        ..Wish::default()
    };
    let cert = Cert::new(&COUNTER, Some(COUNTED), wish);
    let limits = Limits::none().with_memory(1);
    match check(cert.path(), &limits) {
        Err(Fault::Stopped(Stop::Memory) | Fault::Unrepeated { .. }) => {}
        other => panic!("{other:?}"),
    }
}
