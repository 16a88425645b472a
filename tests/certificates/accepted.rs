//! What is written is accepted, whatever the kind, the lemmas and the level.

use sokosat::board::Board;
use sokosat::certificate::certified;
use sokosat::certify::certificate::{Claim, Kind, Report};
use sokosat::distance::Distances;
use sokosat::encode::Lemmas;
use sokosat::encode::lemmas::Lemma;
use sokosat::generate::{Shape, pulled_level, random_level};
use sokosat::level::{Level, load};
use sokosat::limits::Limits;
use sokosat::sat::proof::Format;
use sokosat::search::{Verdict, bfs};
use sokosat::solution::{PlannedPush, write_lurd};

use super::folder::{COUNTED, COUNTER, Cert, Wish};
use super::oracle::{Truth, fewest_pushes};

/// A minimal solution by breadth-first search, none if the level has none.
fn solution(level: &Level) -> Option<String> {
    let board = Board::new(&Level::from_rows(level.canonical().rows())).unwrap();
    let limits = Limits::none();
    let distances = Distances::new(&board, &limits).unwrap();
    if board.stray().is_some() {
        return None;
    }
    let options = bfs::Options {
        most_states: None,
        most_pushes: None,
    };
    match bfs::breadth_first(&board, &distances, options, &limits, &mut |_| {}).verdict {
        Verdict::Exhausted => None,
        Verdict::Stopped(stop) => panic!("no limits were given, yet {stop}"),
        Verdict::Solved(plan) => {
            let plan: Vec<PlannedPush> = plan.into_iter().map(PlannedPush::from).collect();
            Some(write_lurd(&board, &plan).unwrap())
        }
    }
}

fn accepted(level: &Level, wish: Wish) -> Report {
    let canonical = level.canonical();
    let rows: Vec<&str> = canonical.rows().iter().map(String::as_str).collect();
    let cert = Cert::new(&rows, solution(level).as_deref(), wish);
    match cert.check() {
        Ok(report) => report,
        Err(fault) => panic!("{fault}\n{level}\n{}", wish.lemmas),
    }
}

#[test]
fn every_lemma_set_has_a_certificate_of_the_counter() {
    let mut kinds = Vec::new();
    for lemmas in Lemmas::every_set().filter(|&lemmas| certified(lemmas) == lemmas) {
        let format = if lemmas.has(Lemma::Dead) {
            Format::Text
        } else {
            Format::Binary
        };
        let named = lemmas.to_string();
        let wish = Wish {
            lemmas: &named,
            format,
            ..Wish::default()
        };
        let report = Cert::new(&COUNTER, Some(COUNTED), wish).check().unwrap();
        assert_eq!(
            (report.claim, report.kind),
            (Claim::Minimum(13), Kind::Refutation),
            "{lemmas}"
        );
        kinds.push(report.checked.len());
    }
    assert_eq!(kinds.len(), 1 << 6);
}

/// Small levels, with and without spare goals and solutions.
fn small_levels() -> impl Iterator<Item = Level> {
    let shape = |seed: u64| Shape {
        width: 6 + usize::from(seed.is_multiple_of(3)),
        height: 6,
        boxes: 1 + usize::try_from(seed % 4).unwrap(),
        spare_goals: usize::from(seed.is_multiple_of(3)),
        walls_percent: 12,
    };
    let pulled =
        (0..60).filter_map(move |seed| Some(pulled_level(seed, &shape(seed), 12).ok()?.level));
    let random = (0..60).filter_map(move |seed| random_level(seed, &shape(seed)).ok());
    pulled.chain(random)
}

#[test]
fn random_levels_have_certificates_that_say_the_truth() {
    let sets = [
        "all",
        "none",
        "dead,windows",
        "waste,terminal",
        "windows,patterns",
        "all,-terminal",
    ];
    let (mut counts, mut lemmas) = ([0; 4], sets.iter().cycle());
    for level in small_levels() {
        let wish = Wish {
            lemmas: lemmas.next().unwrap(),
            exhausted: Some("for a test"),
            ..Wish::default()
        };
        let report = accepted(&level, wish);
        let truth = match report.claim {
            Claim::Minimum(pushes) => Truth::Pushes(pushes as usize),
            Claim::Unsolvable {} => Truth::Unsolvable,
        };
        assert_eq!(
            fewest_pushes(&level.to_string(), 1_000_000),
            truth,
            "{level}"
        );
        counts[report.kind as usize] += 1;
    }
    // Refutations, bounds and static reasons; few boxes that are stuck show it at the start.
    assert!(counts[..3].iter().all(|&count| count >= 15), "{counts:?}");
}

#[test]
fn our_own_levels_have_certificates() {
    let folder = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("levels");
    let mut counts = [0; 4];
    for file in ["easy.xsb", "hard.xsb", "seeds.xsb", "unsolvable.xsb"] {
        for level in load(&folder.join(file)).unwrap() {
            // A chamber with a wide floor is long for a solver that is not to learn more than this.
            let wish = Wish {
                most_lemmas: 20_000,
                exhausted: Some("for a test"),
                ..Wish::default()
            };
            let report = accepted(&level, wish);
            counts[report.kind as usize] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count >= 1), "{counts:?}");
}

#[test]
fn a_solver_that_learns_too_much_leaves_the_search() {
    let wish = Wish {
        most_lemmas: 3,
        exhausted: Some("12 states"),
        ..Wish::default()
    };
    let cert = Cert::new(&COUNTER, Some(COUNTED), wish);
    let report = cert.check().unwrap();
    assert_eq!(
        (report.claim, report.kind),
        (Claim::Minimum(13), Kind::Exhaustive)
    );
    assert_eq!(cert.files(), ["level.xsb", "solution.lurd"]);
    assert!(cert.text("manifest.json").contains("12 states"));
}

#[test]
fn boxes_that_are_stuck_only_together_leave_the_search() {
    let rows = ["########", "#@$$ ..#", "########"];
    let cert = Cert::new(
        &rows,
        None,
        Wish {
            exhausted: Some("1 state"),
            ..Wish::default()
        },
    );
    let report = cert.check().unwrap();
    assert_eq!(
        (report.claim, report.kind),
        (Claim::Unsolvable {}, Kind::Exhaustive)
    );
}

#[test]
fn three_boxes_that_cost_on_each_side_by_another_pair_are_accounted_for() {
    let rows = [
        "#########",
        "#   ##@ #",
        "# $$ #  #",
        "#  $ #  #",
        "#  $   ##",
        "###   ..#",
        "  #   ..#",
        "  #######",
    ];
    let lurd = "dddlluLDlluuurrDDuulldRurDllddrRlluurrrdDrddllUdrruuluulllddrRdRlulluurDldRuurrdDD\
                uuullddRluurrdDlluRdddRRlluurDluuurDlddrRlluurDrdRlulldRRdRlulldRR";
    let report = Cert::new(&rows, Some(lurd), Wish::default()).check();
    assert_eq!(report.unwrap().kind, Kind::Refutation);
}

#[test]
fn a_solved_level_and_a_push_of_fixed_parity_leave_nothing_to_refute() {
    let solved = Cert::new(&["####", "#@*#", "####"], Some(""), Wish::default());
    let one = Cert::new(&["#####", "#@$.#", "#####"], Some("R"), Wish::default());
    for (cert, pushes) in [(solved, 0), (one, 1)] {
        let report = cert.check().unwrap();
        assert_eq!(
            (report.claim, report.kind),
            (Claim::Minimum(pushes), Kind::Bound)
        );
        assert_eq!(cert.files(), ["level.xsb", "solution.lurd"]);
    }
}

#[test]
fn one_push_less_is_refuted_where_a_goal_is_spare() {
    let rows = ["######", "#@  .#", "# $ .#", "#    #", "######"];
    let cert = Cert::new(
        &rows,
        Some("dRR"),
        Wish {
            lemmas: "none",
            ..Wish::default()
        },
    );
    let report = cert.check().unwrap();
    assert_eq!(
        (report.claim, report.kind),
        (Claim::Minimum(2), Kind::Refutation)
    );
    assert!(cert.text("manifest.json").contains("\"at_most\": 1"));
}

#[test]
fn the_same_order_gives_the_same_bytes() {
    let [a, b] = [(); 2].map(|()| Cert::new(&COUNTER, Some(COUNTED), Wish::default()));
    assert_eq!(a.files(), b.files());
    for name in a
        .files()
        .iter()
        .map(String::as_str)
        .chain(["manifest.json"])
    {
        assert_eq!(a.bytes(name), b.bytes(name), "{name}");
    }
}
