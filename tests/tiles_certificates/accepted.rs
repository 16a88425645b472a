//! What is written is accepted, and says what a plain search says.

use rand::RngExt;
use sokosat::certificate::Unmade;
use sokosat::certify::certificate::{Claim, Kind, check};
use sokosat::limits::Limits;
use sokosat::sat::proof::Format;
use sokosat::tiles::encode::Lemmas;

use super::boards::{seeded, shuffled};
use super::command::run;
use super::folder::Case;

#[test]
fn random_boards_under_every_set_of_lemmas_are_certified_as_a_plain_search_says() {
    let mut rng = seeded(3);
    let mut kinds = [0; 3];
    for index in 0..36 {
        let (width, cells) = [(2, 4), (3, 6), (2, 6)][index % 3];
        let target = shuffled(&mut rng, cells);
        let mut case = Case::new(width, &shuffled(&mut rng, cells), &target);
        let near = case.truth.iter().filter(|(_, depth)| **depth <= 12);
        let mut near: Vec<_> = near.map(|(board, _)| board.clone()).collect();
        near.sort_unstable();
        if !index.is_multiple_of(6) {
            case.start = near.swap_remove(rng.random_range(0..near.len()));
        }
        if case.least().is_some_and(|least| least > 12) {
            continue;
        }
        for lemmas in Lemmas::every_set() {
            let format = if index % 2 == 0 {
                Format::Text
            } else {
                Format::Binary
            };
            let report = case.cert(&lemmas.to_string(), format).check().unwrap();
            let claim = match case.least() {
                Some(least) => Claim::Minimum(u32::try_from(least).unwrap()),
                None => Claim::Unsolvable {},
            };
            assert_eq!(report.claim, claim, "{lemmas}");
            kinds[match report.kind {
                Kind::TilesRefutation => 0,
                Kind::TilesBound => 1,
                _ => 2,
            }] += 1;
        }
    }
    assert!(kinds.iter().all(|&count| count >= 16), "{kinds:?}");
}

#[test]
fn a_plan_that_is_not_shortest_has_no_certificate() {
    for case in [
        Case::new(3, &[0, 1, 2, 3, 4, 5], &[3, 1, 2, 4, 0, 5]),
        Case::new(2, &[1, 2, 3, 0], &[0, 2, 1, 3]),
    ] {
        let least = case.least().unwrap();
        for more in [2, 4] {
            match case.made(more, "all", Format::Text) {
                Err(Unmade::FewerMoves(moves)) => {
                    assert!(
                        (least..least + more).contains(&moves),
                        "{least} {more} {moves}"
                    );
                }
                Err(other) => panic!("{other}"),
                Ok(_) => panic!("a false certificate was written"),
            }
        }
    }
}

#[test]
fn larger_boards_are_certified_too() {
    let rows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
    let start = [1, 2, 7, 3, 5, 6, 4, 8, 9, 0, 11, 12, 13, 10, 14, 15];
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("c").display().to_string();
    let text = |numbers: &[u8]| {
        let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
        words.join(" ")
    };
    let made = run(
        &[
            "tiles",
            "certify",
            &text(&start),
            "--target",
            &text(&rows),
            "-o",
            &at,
            "--no-cache",
        ],
        "",
    );
    assert_eq!(made.code, Some(0), "{}", made.err);
    let report = check(&folder.path().join("c"), &Limits::none()).unwrap();
    assert_eq!(report.kind, Kind::TilesRefutation);
    assert_eq!(report.claim, Claim::Minimum(11));
}
