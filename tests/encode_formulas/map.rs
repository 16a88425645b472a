//! The map beside a formula: every variable once, every clause in a run, every auxiliary defined.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;
use sha2::{Digest, Sha256};
use sokosat::cnf::{Formula, Lit};
use sokosat::encode::file::{Request, write, write_with_map};
use sokosat::encode::lemmas::Lemma;
use sokosat::encode::{Basis, Lemmas, Options, Span, encode_on};
use sokosat::generate::{Shape, pulled_level, random_level};
use sokosat::level::{Level, Square, hex};
use sokosat::limits::Limits;
use sokosat::switches::Switch;

use super::game::Ground;
use super::solver::model;

/// A formula in all its forms.
struct Written {
    formula: Formula,
    cnf: Vec<u8>,
    map: Value,
}

fn written(level: &Level, options: Options) -> Written {
    let ground = Ground::new(level);
    let limits = Limits::none();
    let basis = Basis::new(&ground.board, &ground.distances, options.lemmas, &limits);
    let basis = Rc::new(basis.unwrap());
    let mut formula = Formula::default();
    encode_on(&basis, options, &limits, &mut formula).unwrap();
    let request = Request {
        level,
        options,
        titles: &["A test".into()],
        limits: &limits,
    };
    let (mut cnf, mut alone, mut map) = (Vec::new(), Vec::new(), Vec::new());
    let told = write_with_map(&basis, &request, &mut cnf, &mut map).unwrap();
    assert_eq!(write(&basis, &request, &mut alone).unwrap(), told);
    assert!(cnf == alone, "a map changes no byte of the formula");
    assert_eq!(told.hash, hex(&Sha256::digest(&cnf)));
    let map: Value = serde_json::from_slice(&map).unwrap();
    assert_eq!(map["cnf"], told.hash);
    assert_eq!(map["variables"], told.counter.variables);
    assert_eq!(map["clauses"], told.counter.clauses);
    Written { formula, cnf, map }
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// How often each variable stands in a map.
fn places(map: &Value) -> BTreeMap<u64, usize> {
    let mut found = BTreeMap::new();
    let mut note = |variable: &Value| *found.entry(number(variable)).or_insert(0) += 1;
    list(&map["contradictions"]).iter().for_each(&mut note);
    for entry in list(&map["moments"]).iter().chain(list(&map["steps"])) {
        for (key, value) in entry.as_object().unwrap() {
            match key.as_str() {
                "t" => {}
                "idle" if value.is_null() => {}
                "idle" => note(value),
                "spent" | "wastes" | "other" => list(value).iter().for_each(&mut note),
                "aux" => list(value).iter().for_each(|pair| note(&pair[0])),
                _ => list(value).iter().for_each(|pair| note(&pair[1])),
            }
        }
    }
    found
}

/// The literals that imply each auxiliary variable, as a map says and as the clauses have it.
fn definitions(map: &Value, formula: &Formula) -> [BTreeMap<i64, Vec<i64>>; 2] {
    let pairs = list(&map["steps"])
        .iter()
        .flat_map(|step| list(&step["aux"]));
    let member = |lit: &Value| lit.as_i64().unwrap();
    let told = pairs.map(|pair| {
        let mut members: Vec<i64> = list(&pair[1]).iter().map(member).collect();
        members.sort_unstable();
        (member(&pair[0]), members)
    });
    let told: BTreeMap<i64, Vec<i64>> = told.collect();
    let mut had: BTreeMap<i64, Vec<i64>> = told.keys().map(|&aux| (aux, Vec::new())).collect();
    for (rule, lits) in formula.iter() {
        for &lit in lits {
            if let Some(members) = had.get_mut(&i64::from(lit.dimacs())) {
                let others: Vec<Lit> = lits.iter().copied().filter(|&other| other != lit).collect();
                assert_eq!(others.len(), 1, "{}", rule.name);
                members.push(i64::from((!others[0]).dimacs()));
            }
        }
    }
    for members in had.values_mut() {
        members.sort_unstable();
    }
    [told, had]
}

/// Runs of one rule in the clauses of a formula, as a map writes them.
fn runs(formula: &Formula) -> Vec<(String, u64)> {
    let mut runs: Vec<(String, u64)> = Vec::new();
    for (rule, _) in formula.iter() {
        match runs.last_mut() {
            Some((name, count)) if name == rule.name => *count += 1,
            _ => runs.push((rule.name.into(), 1)),
        }
    }
    runs
}

pub(crate) fn levels() -> impl Iterator<Item = Level> {
    let shape = |seed: u64| Shape {
        width: 6 + usize::from(seed.is_multiple_of(3)),
        height: 6,
        boxes: 1 + usize::from(!seed.is_multiple_of(3)),
        spare_goals: usize::from(seed.is_multiple_of(4)),
        walls_percent: 15,
    };
    let pulled =
        (0..8).filter_map(move |seed| Some(pulled_level(seed, &shape(seed), 9).ok()?.level));
    pulled.chain((0..4).filter_map(move |seed| random_level(seed, &shape(seed)).ok()))
}

/// None, all, and each lemma left out.
fn sets() -> impl Iterator<Item = Lemmas> {
    let each = Lemma::ALL.iter();
    let each = each.map(|&lemma| Lemmas::all().without(lemma));
    [Lemmas::NONE, Lemmas::all()].into_iter().chain(each)
}

fn options() -> impl Iterator<Item = Options> {
    let spans = [0, 1, 6, 11].map(|t| [Span::Exactly(t), Span::AtMost(t), Span::Each(t)]);
    let spans = spans.into_iter().flatten();
    spans.flat_map(|span| sets().map(move |lemmas| Options { span, lemmas }))
}

#[test]
fn every_variable_stands_once_and_every_clause_in_a_run() {
    let (mut formulas, mut auxiliaries) = (0, 0);
    for (index, level) in levels().enumerate() {
        for options in options() {
            let Written { formula, map, .. } = written(&level, options);
            let places = places(&map);
            let all = u64::from(formula.variables());
            let expected: BTreeMap<u64, usize> = (1..=all).map(|variable| (variable, 1)).collect();
            assert!(places == expected, "level {index}, {options}: {map}");
            let named = list(&map["runs"]).iter();
            let named = named.map(|run| (run[0].as_str().unwrap().to_string(), number(&run[1])));
            assert_eq!(
                named.collect::<Vec<_>>(),
                runs(&formula),
                "level {index}, {options}"
            );
            let [told, had] = definitions(&map, &formula);
            assert!(told == had, "level {index}, {options}: {told:?}, {had:?}");
            auxiliaries += told.len();
            formulas += 1;
        }
    }
    assert!(
        formulas > 500 && auxiliaries > 10_000,
        "{formulas}, {auxiliaries}"
    );
}

#[test]
fn rules_of_the_game_and_lemmas_of_certificates_have_no_other_variables() {
    for level in levels() {
        for options in [
            "at-most:8 lemmas:none",
            "at-most:8 lemmas:dead,windows,waste,terminal,patterns,regions,budget",
        ] {
            let map = written(&level, options.parse().unwrap()).map;
            let mut steps = list(&map["steps"]).iter();
            assert!(steps.all(|step| step.get("other").is_none()), "{options}");
        }
    }
}

#[test]
fn runs_are_few_however_many_clauses_there_are() {
    let rows = [
        "#########",
        "#   #   #",
        "# $   $ #",
        "#  .#.  #",
        "#   @   #",
        "#  $ .  #",
        "#########",
    ];
    let options: Options = "at-most:30 lemmas:all".parse().unwrap();
    let Written { formula, map, .. } = written(&Level::from_rows(&rows), options);
    let runs = list(&map["runs"]).len();
    assert!(runs < 40 * 30, "{runs} runs");
    assert!(formula.len() > 25 * runs, "{} clauses", formula.len());
}

#[test]
fn a_plan_makes_an_auxiliary_variable_true_or_leaves_it_free() {
    let rows = [
        "########", "#      #", "# $  . #", "#  @   #", "#  $ . #", "#      #", "########",
    ];
    let options: Options = "at-most:8 lemmas:all".parse().unwrap();
    let Written { formula, map, .. } = written(&Level::from_rows(&rows), options);
    let lit = |number: &Value| {
        let number = i32::try_from(number.as_i64().unwrap()).unwrap();
        Lit::from_dimacs(number).unwrap()
    };
    let found = model(&formula, &[]).expect("six pushes do");
    // Auxiliaries are implied by their members only: set to their definitions they still satisfy all.
    let mut exact = found;
    let mut defined = 0;
    for step in list(&map["steps"]) {
        for pair in list(&step["aux"]) {
            let any = list(&pair[1]).iter().any(|member| exact.holds(lit(member)));
            let aux = lit(&pair[0]);
            exact.set(if any { aux } else { !aux });
            defined += 1;
        }
    }
    assert!(defined > 20, "{defined}");
    for (rule, lits) in formula.iter() {
        assert!(lits.iter().any(|&lit| exact.holds(lit)), "{}", rule.name);
    }
}

#[test]
fn cells_and_pushes_are_those_of_the_canonical_rows() {
    let level =
        &sokosat::level::read("text", b"\n   #######\n   #@ $ .#\n   #######\n").unwrap()[0];
    let options: Options = "exactly:2 lemmas:dead".parse().unwrap();
    let map = written(level, options).map;
    assert_eq!(
        map["rows"],
        serde_json::json!(["#######", "#@ $ .#", "#######"])
    );
    assert_eq!(map["level"], level.hash());
    assert_eq!(
        map["cells"],
        serde_json::json!([[1, 1], [2, 1], [3, 1], [4, 1], [5, 1]])
    );
    let pushes = serde_json::json!([[1, "l"], [1, "r"], [2, "l"], [2, "r"], [3, "l"], [3, "r"]]);
    assert_eq!(map["push_list"], pushes);
    assert_eq!(
        (&map["pushes"], &map["at_most"]),
        (&2.into(), &false.into())
    );
    assert_eq!(
        (&map["lemmas"], &map["unsolvable"]),
        (&"dead".into(), &Value::Null)
    );
    let rows = list(&map["rows"]).iter().map(|row| row.as_str().unwrap());
    let drawn = Level::from_rows(&rows.collect::<Vec<_>>());
    for cell in list(&map["cells"]) {
        let at = |index: usize| usize::try_from(number(&cell[index])).unwrap();
        assert_ne!(drawn.at(at(0), at(1)), Square::Wall);
    }
}

#[test]
fn an_unsolvable_level_has_a_map_of_one_contradiction() {
    let level = Level::from_rows(&["#####", "#@$ #", "#  .#", "#####"]);
    let options: Options = "at-most:9 lemmas:all".parse().unwrap();
    let Written { map, cnf, .. } = written(&level, options);
    assert_eq!(map["contradictions"], serde_json::json!([1]));
    assert_eq!(map["runs"], serde_json::json!([["obstacle", 2]]));
    assert!(map["unsolvable"].is_string());
    let text = String::from_utf8(cnf).unwrap();
    assert!(text.ends_with("p cnf 1 2\n1 0\n-1 0\n"), "{text}");
    assert!(text.contains("c unsolvable: "), "{text}");
}
