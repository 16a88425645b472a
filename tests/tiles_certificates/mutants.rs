//! Random damage anywhere: what is still accepted says the truth, and without new hashes the same.

use sokosat::certify::certificate::{Claim, Report};
use sokosat::sat::proof::Format;

use super::boards::{distances, seeded};
use super::folder::{Case, Cert, eight};
use super::tamper::batter;

fn certificates() -> Vec<Cert> {
    let six = |start: &[u8]| Case::new(3, start, &[1, 2, 3, 4, 5, 0]);
    vec![
        eight().cert("all", Format::Text),
        six(&[4, 2, 3, 5, 1, 0]).cert("all", Format::Text),
        six(&[4, 0, 3, 5, 2, 1]).cert("none", Format::Text),
        six(&[4, 2, 3, 0, 5, 1]).cert("windows,waste", Format::Binary),
        six(&[1, 2, 3, 0, 4, 5]).cert("all", Format::Text),
        six(&[2, 1, 3, 4, 5, 0]).cert("all", Format::Text),
    ]
}

/// Whether what is said of the boards in the report is so.
fn is_true(report: &Report) -> bool {
    let rows: Vec<Vec<u8>> = report
        .rows
        .iter()
        .map(|row| row.bytes().filter(|&byte| byte != b'/').collect())
        .collect();
    let number = |row: &Vec<u8>| -> Vec<u8> {
        row.iter()
            .map(|&byte| if byte == b'_' { 0 } else { byte - b'0' })
            .collect()
    };
    let width = report.rows[0].find('/').unwrap();
    let truth = distances(width, &number(&rows[1]));
    let least = truth.get(&number(&rows[0])).copied();
    match report.claim {
        Claim::Minimum(moves) => least == Some(moves as usize),
        Claim::Unsolvable {} => least.is_none(),
    }
}

#[test]
fn no_damage_makes_a_false_claim_pass() {
    let mut rng = seeded(12);
    let (mut refused, mut accepted) = (0, 0);
    for mut cert in certificates() {
        let (no, yes) = batter(&mut cert, &mut rng, 240, is_true);
        refused += no;
        accepted += yes;
    }
    assert!(
        refused > 1500 && accepted > 5,
        "{refused} refused, {accepted} accepted"
    );
}
