//! Random damage anywhere: what is still accepted says the truth, and without new hashes the same.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::certify::certificate::{Claim, Report};
use sokosat::sat::proof::Format;

use super::folder::{APART, BROUGHT, COUNTED, COUNTER, CROWDED, Cert, SORTED, Wish};
use super::oracle::{Truth, fewest_pushes};
use super::tamper::{damage, meaning};

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
        let report = cert.check().unwrap();
        assert!(is_true(&report));
        let manifest = cert.bytes("manifest.json");
        let names = cert
            .files()
            .into_iter()
            .chain(["manifest.json".into()])
            .collect::<Vec<String>>();
        for _ in 0..150 {
            let name = &names[rng.random_range(0..names.len())];
            let original = cert.bytes(name);
            let mut bytes = original.clone();
            for _ in 0..rng.random_range(1..3) {
                damage(&mut rng, &mut bytes);
            }
            if bytes == original {
                continue;
            }
            cert.write(name, &bytes);
            if cert.check().is_ok() {
                assert_eq!(name, "manifest.json", "a changed file has its old hash");
                assert_eq!(meaning(&bytes), meaning(&manifest));
                accepted += 1;
            } else {
                refused += 1;
            }
            if name != "manifest.json" {
                let map = names
                    .contains(&"map.json".to_owned())
                    .then(|| cert.bytes("map.json"));
                cert.rehash();
                match cert.check() {
                    Err(_) => refused += 1,
                    Ok(found) => {
                        assert!(is_true(&found), "{name} was damaged: {found:?}");
                        if name != "level.xsb" {
                            assert_eq!((&found.claim, &found.rows), (&report.claim, &report.rows));
                        }
                        accepted += 1;
                    }
                }
                if let Some(map) = map {
                    cert.write("map.json", map);
                }
            }
            cert.write(name, &original);
            cert.write("manifest.json", &manifest);
            assert!(cert.check().is_ok(), "the damage to {name} was taken back");
        }
    }
    // Whitespace, remarks and deletions in a proof may change without changing what is said.
    assert!(
        refused > 900 && accepted > 5,
        "{refused} refused, {accepted} accepted"
    );
}
