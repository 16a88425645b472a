//! Random damage anywhere: what is still accepted says the truth, and without new hashes the same.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use sokosat::certify::certificate::{Claim, Report};
use sokosat::sat::proof::Format;

use super::folder::{APART, BROUGHT, COUNTED, COUNTER, CROWDED, Cert, SORTED, Wish};
use super::oracle::{Truth, fewest_pushes};
use super::tamper::batter;

fn certificates() -> Vec<Cert> {
    let wish = Wish::default();
    let stuck = ["########", "#@$$ ..#", "########"];
    let dead = ["######", "#$   #", "#  @ #", "#  . #", "######"];
    let spare = ["######", "#@  .#", "# $ .#", "#    #", "######"];
    vec![
        Cert::new(&COUNTER, Some(COUNTED), wish),
        Cert::new(
            &spare,
            Some("dRR"),
            Wish {
                lemmas: "none",
                ..wish
            },
        ),
        Cert::new(
            &spare,
            Some("dRR"),
            Wish {
                lemmas: "dead,windows",
                format: Format::Binary,
                ..wish
            },
        ),
        Cert::new(&CROWDED, Some(SORTED), wish),
        Cert::new(&APART, Some(BROUGHT), wish),
        Cert::new(&stuck, None, wish),
        Cert::new(&dead, None, wish),
    ]
}

/// Whether what is said is so.
fn is_true(report: &Report) -> bool {
    let claimed = match report.claim {
        Claim::Minimum(pushes) => Truth::Pushes(pushes as usize),
        Claim::Unsolvable {} => Truth::Unsolvable,
    };
    fewest_pushes(&report.rows.join("\n"), 1_000_000) == claimed
}

#[test]
fn no_damage_makes_a_false_claim_pass() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let (mut refused, mut accepted) = (0, 0);
    for mut cert in certificates() {
        let (no, yes) = batter(&mut cert, &mut rng, 210, is_true);
        refused += no;
        accepted += yes;
    }
    // Whitespace, remarks and deletions in a proof may change without changing what is said.
    assert!(
        refused > 1200 && accepted > 5,
        "{refused} refused, {accepted} accepted"
    );
}
