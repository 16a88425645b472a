//! A clause that some plan breaks is never accounted for, whatever it was made of.
//!
//! A formula "at most T pushes" that has a plan is claimed to have none; the plan's assignment
//! satisfies every clause. Then formula and map are changed at random: where the plan breaks a
//! clause, or needs a variable that is absent, the check must refuse before it looks at any proof.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::denied::{Case, clauses, rules};
use super::folder::{COUNTED, COUNTER, Cert, Wish};

/// Changes a clause so that some literals of it, those that are true among them, are lost or turned.
fn spoil(rng: &mut ChaCha8Rng, clause: &mut Vec<i32>, values: &[bool]) {
    let holds = |lit: i32| values[lit.unsigned_abs() as usize] == (lit > 0);
    match rng.random_range(0..4) {
        0 => clause.retain(|&lit| !holds(lit)),
        1 => clause
            .iter_mut()
            .filter(|lit| holds(**lit))
            .for_each(|lit| *lit = -*lit),
        2 => {
            // Another variable near by, false in the plan.
            for lit in clause.iter_mut().filter(|lit| holds(**lit)) {
                let variable = i32::try_from(rng.random_range(1..values.len())).unwrap();
                *lit = if values[variable.unsigned_abs() as usize] {
                    -variable
                } else {
                    variable
                };
            }
        }
        _ => {
            let count = rng.random_range(1..4);
            *clause = (0..count)
                .map(|_| i32::try_from(rng.random_range(1..values.len())).unwrap())
                .map(|variable| {
                    if values[variable.unsigned_abs() as usize] {
                        -variable
                    } else {
                        variable
                    }
                })
                .collect();
        }
    }
}

/// Exchanges the meanings of two variables, or takes one out of the map.
fn confuse(rng: &mut ChaCha8Rng, map: &mut Value) {
    let kinds = ["push", "from", "behind", "walk"];
    let steps = map["steps"].as_array().unwrap().len();
    let t = rng.random_range(0..steps);
    let kind = kinds[rng.random_range(0..kinds.len())];
    let (list, other) = if rng.random_range(0..3) == 0 {
        (&mut map["moments"][t]["box"], None)
    } else {
        (&mut map["steps"][t][kind], Some(kind))
    };
    let entries = list.as_array_mut().unwrap();
    if entries.len() < 2 {
        return;
    }
    let [a, b] = [(); 2].map(|()| rng.random_range(0..entries.len()));
    if rng.random_range(0..4) == 0 {
        let removed = entries.remove(a);
        // The variable gets a meaning that does no harm, so that only the absence is left.
        let wastes = if other.is_some() { "wastes" } else { "spent" };
        let place = if other.is_some() { "steps" } else { "moments" };
        map[place][t][wastes]
            .as_array_mut()
            .unwrap()
            .push(removed[1].clone());
    } else {
        let kept = entries[a][1].clone();
        entries[a][1] = entries[b][1].clone();
        entries[b][1] = kept;
    }
}

#[test]
fn what_a_plan_breaks_is_never_accounted_for() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let lemmas = [
        "all",
        "none",
        "dead,windows",
        "waste,terminal,patterns,regions",
    ];
    let (mut levels, mut refused) = (0, 0);
    for seed in 0..60 {
        let Some(mut case) = Case::new(seed, lemmas[usize::try_from(seed / 3 % 4).unwrap()]) else {
            continue;
        };
        levels += 1;
        let (map, original) = (case.map(), clauses(&case.cert.text("formula.cnf")));
        assert!(
            !case.is_broken(&map, &original),
            "seed {seed}: the plan breaks a clause"
        );
        let said = case.cert.refusal();
        assert!(said.starts_with("proof.lrat"), "seed {seed}: {said}");
        let values = case.values(&map).unwrap();
        for _ in 0..20 {
            let (mut map, mut changed) = (map.clone(), original.clone());
            if rng.random_range(0..3) == 0 {
                confuse(&mut rng, &mut map);
            } else {
                let index = rng.random_range(0..changed.len());
                spoil(&mut rng, &mut changed[index], &values);
                let mut rules = rules(&map);
                if rng.random_range(0..2) == 0 {
                    rules[index] = rules[rng.random_range(0..rules.len())].clone();
                }
                map["runs"] = rules.into_iter().map(|rule| json!([rule, 1])).collect();
            }
            if !case.is_broken(&map, &changed) {
                continue;
            }
            case.rewrite(&map, &changed);
            let said = case.cert.refusal();
            let early = said.contains("not accounted for")
                || said.contains("no reason why")
                || said.contains("map.json")
                || said.contains("has no variable")
                || said.contains("its walk");
            assert!(early, "seed {seed}: {said}");
            refused += 1;
        }
    }
    assert!(
        levels >= 12 && refused >= 150,
        "{levels} levels, {refused} refused"
    );
}

#[test]
fn definitions_that_double_again_and_again_end() {
    let mut cert = Cert::new(&COUNTER, Some(COUNTED), Wish::default());
    let mut map: Value = serde_json::from_slice(&cert.bytes("map.json")).unwrap();
    let last = map["variables"].as_u64().unwrap();
    let push = map["steps"][0]["push"][0][1].as_u64().unwrap();
    let definitions = map["steps"][0]["aux"].as_array_mut().unwrap();
    for number in 1..=64 {
        let member = if number == 1 { push } else { last + number - 1 };
        definitions.push(json!([last + number, [member, member]]));
    }
    map["variables"] = (last + 64).into();
    let text = map.to_string().replace("\"cnf\":", "\n\"cnf\":");
    cert.write("map.json", text.replace(",\"contra", ",\n\"contra"));
    let header = format!("p cnf {last} ");
    cert.replace("formula.cnf", &header, &format!("p cnf {} ", last + 64));
    cert.rehash();
    assert!(cert.check().is_ok());
}
