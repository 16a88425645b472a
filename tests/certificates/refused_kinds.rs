//! Corruptions of bounds, static reasons and exhausted searches.

use serde_json::{Value, json};
use sokosat::certify::certificate::{Fault, check};
use sokosat::limits::{Limits, Stop};

use super::folder::{COUNTED, COUNTER, Cert, Wish};
use super::refused::{change_line, counter, expect, line_of};

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
