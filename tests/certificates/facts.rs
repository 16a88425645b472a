//! No clause that a plan breaks by facts of its own is accounted for, and none of its variables can
//! be left out: each rule is asked for what is just false.
//!
//! T is the length of the plan, so that no push and no unit of waste is to spare.

use itertools::Itertools;
use serde_json::{Value, json};

use super::denied::{Case, clauses, number, rules};

/// The variables of a list that are true.
fn holding(list: &Value, values: &[bool]) -> Vec<i32> {
    let variables = list.as_array().unwrap().iter().map(|entry| match entry {
        Value::Array(pair) => number(&pair[1]),
        entry => number(entry),
    });
    let holding = variables.filter(|&variable| values[variable]);
    holding
        .map(|variable| i32::try_from(variable).unwrap())
        .collect()
}

/// Clauses that deny what is true at a moment after a step, with the rules that might allow them.
fn denials(map: &Value, values: &[bool], t: usize) -> Vec<(&'static str, Vec<i32>)> {
    let (moment, step) = (&map["moments"][t], &map["steps"][t - 1]);
    let boxes = holding(&moment["box"], values);
    let most = |list: &Value| holding(list, values).pop();
    let spent = most(&moment["spent"]);
    let before = most(&map["moments"][t - 1]["spent"]);
    let wastes = most(&step["wastes"]);
    let [push, from] = ["push", "from"].map(|kind| holding(&step[kind], values)[0]);
    let mut found = Vec::new();
    for size in 1..=3 {
        for set in boxes.iter().copied().combinations(size) {
            let pushed = [&[push][..], &set].concat();
            let spent = spent.as_slice();
            found.push(("pattern", [&set[..], spent].concat()));
            found.push(("region", [&pushed[..], spent].concat()));
        }
    }
    found.push(("terminal", [&[from][..], spent.as_slice()].concat()));
    found.push(("waste", [&[push][..], before.as_slice()].concat()));
    found.extend(spent.map(|spent| ("waste", vec![spent])));
    found.extend(wastes.map(|wastes| ("waste", [&[wastes][..], before.as_slice()].concat())));
    found
}

/// Small levels with a plan that is denied.
fn cases(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Case)> {
    let lemmas = [
        "all",
        "waste,terminal,patterns,regions",
        "dead,windows",
        "all",
    ];
    let chosen = move |seed: u64| lemmas[usize::try_from(seed / 3 % 4).unwrap()];
    seeds.filter_map(move |seed| Some((seed, Case::new(seed, chosen(seed))?)))
}

#[test]
fn facts_of_a_plan_are_never_denied() {
    let (mut levels, mut refused) = (0, 0);
    for (seed, mut case) in cases(0..60) {
        let (map, formula) = (case.map(), clauses(&case.cert.text("formula.cnf")));
        let values = case.values(&map).unwrap();
        assert!(!case.is_broken(&map, &formula), "seed {seed}");
        for t in 1..=case.plan.len() {
            for (rule, facts) in denials(&map, &values, t) {
                let mut map = map.clone();
                map["runs"].as_array_mut().unwrap().push(json!([rule, 1]));
                let mut changed = formula.clone();
                changed.push(facts.iter().map(|fact| -fact).collect());
                assert!(case.is_broken(&map, &changed));
                case.rewrite(&map, &changed);
                let said = case.cert.refusal();
                let early = said.contains("is not accounted for by the rule");
                assert!(early, "seed {seed}, moment {t}, {rule}: {said}");
                refused += 1;
            }
        }
        levels += 1;
    }
    assert!(
        levels >= 15 && refused >= 1000,
        "{levels} levels, {refused} refused"
    );
}

/// The formula as it would be without a variable, and with the rules of the clauses that are left.
fn without(formula: &[Vec<i32>], rules: &[Value], variable: i32) -> (Vec<Vec<i32>>, Vec<Value>) {
    let both = formula.iter().zip(rules);
    let left = both.filter(|(clause, _)| !clause.contains(&-variable));
    left.map(|(clause, rule)| {
        let lits = clause.iter().copied().filter(|&lit| lit != variable);
        (lits.collect(), json!([rule, 1]))
    })
    .unzip()
}

#[test]
fn no_variable_that_a_plan_needs_can_be_left_out() {
    let (mut levels, mut refused) = (0, 0);
    for (seed, mut case) in cases(0..60) {
        let (map, formula) = (case.map(), clauses(&case.cert.text("formula.cnf")));
        let (values, rules) = (case.values(&map).unwrap(), rules(&map));
        let steps = case.plan.len();
        for (t, kind) in (0..steps).cartesian_product(["box", "push", "from", "behind", "walk"]) {
            let (place, spare) = match kind {
                "box" => ("moments", "spent"),
                _ => ("steps", "wastes"),
            };
            for variable in holding(&map[place][t][kind], &values) {
                let mut map = map.clone();
                let entries = map[place][t][kind].as_array_mut().unwrap();
                entries.retain(|entry| entry[1] != variable);
                // Every variable needs a meaning; nothing says anything of this one any more.
                map[place][t][spare]
                    .as_array_mut()
                    .unwrap()
                    .push(variable.into());
                let (changed, runs) = without(&formula, &rules, variable);
                map["runs"] = runs.into();
                case.rewrite(&map, &changed);
                let said = case.cert.refusal();
                let early = ["no reason why", "has no variable", "its walk"];
                let early = early.iter().any(|word| said.contains(word));
                assert!(early, "seed {seed}, step {t}, {kind}: {said}");
                refused += 1;
            }
        }
        levels += 1;
    }
    assert!(
        levels >= 15 && refused >= 300,
        "{levels} levels, {refused} refused"
    );
}
