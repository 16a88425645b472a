//! Nothing false is accounted for: clauses that a shortest plan breaks, variables that one makes true.
//!
//! Each formula here denies plans that there are. A clause of any making is put at its end, under any rule's name; if the
//! checker comes as far as the proof, which is empty, it has accounted for the clause, so every shortest plan must
//! satisfy it. Plans become values by what the map says of variables, read once more.

use std::collections::{BTreeMap, HashMap};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use sokosat::sat::proof::Format;

use super::boards::{Board, seeded, shuffled};
use super::folder::{Case, Cert, eight};

const RULES: [&str; 11] = [
    "start",
    "target",
    "one-thing",
    "one-blank",
    "step",
    "slide",
    "stay",
    "idle",
    "something",
    "waste",
    "straight",
];

/// A certificate without a proof, taken apart.
struct Open {
    case: Case,
    cert: Cert,
    map: Value,
    clauses: Vec<Vec<i32>>,
    /// The values of all variables in each shortest plan.
    worlds: Vec<Vec<bool>>,
}

impl Open {
    /// All plans of at most so many moves more than needed are denied.
    fn new(case: Case, more: usize, lemmas: &str) -> Self {
        let cert = case.unproved(more, lemmas);
        let map: Value = serde_json::from_slice(&cert.bytes("map.json")).unwrap();
        let text = cert.text("formula.cnf");
        let lines = text
            .lines()
            .skip_while(|line| !line.starts_with('p'))
            .skip(1);
        let numbers = |line: &str| -> Vec<i32> {
            let all = line.split(' ').map(|word| word.parse().unwrap());
            all.take_while(|&lit| lit != 0).collect()
        };
        let clauses = lines.map(numbers).collect();
        let plans = case.plans();
        let worlds = plans.iter().map(|plan| values(&case, &map, plan)).collect();
        Self {
            case,
            cert,
            map,
            clauses,
            worlds,
        }
    }

    fn variables(&self) -> i32 {
        i32::try_from(self.map["variables"].as_i64().unwrap()).unwrap()
    }

    fn holds(&self, clause: &[i32]) -> bool {
        self.worlds.iter().all(|world| satisfied(world, clause))
    }

    /// Whether the checker comes as far as the proof, with clauses and a map of the test's own.
    fn is_accounted(&mut self, map: &Value, clauses: &[Vec<i32>]) -> bool {
        let lines = clauses.iter().map(|clause| {
            let words = clause.iter().chain([&0]).map(i32::to_string);
            words.collect::<Vec<_>>().join(" ") + "\n"
        });
        let head = format!("p cnf {} {}\n", self.variables(), clauses.len());
        let mut map = map.clone();
        map["clauses"] = clauses.len().into();
        self.cert
            .write("formula.cnf", head + &lines.collect::<String>());
        self.cert.write("map.json", map.to_string());
        self.cert.rehash();
        let said = self.cert.refusal();
        assert!(!said.contains("SHA-256"), "{said}");
        said.contains("proof.lrat")
    }

    /// Whether the checker accounts for one more clause by a rule.
    fn is_clause_accounted(&mut self, clause: &[i32], rule: &str) -> bool {
        let mut map = self.map.clone();
        // The clause alone: those that are there are looked at elsewhere.
        map["runs"] = json!([[rule, 1]]);
        self.is_accounted(&map, &[clause.to_vec()])
    }
}

fn satisfied(world: &[bool], clause: &[i32]) -> bool {
    let holds = |lit: &i32| world[lit.unsigned_abs() as usize] == (*lit > 0);
    clause.iter().any(holds)
}

/// The steps of all tiles to their cells.
fn steps(case: &Case, board: &Board) -> usize {
    let place = |board: &Board, tile: u8| board.iter().position(|&other| other == tile).unwrap();
    let way = |tile: u8| {
        let (a, b) = (place(board, tile), place(&case.target, tile));
        (a % case.width).abs_diff(b % case.width) + (a / case.width).abs_diff(b / case.width)
    };
    (1..u8::try_from(board.len()).unwrap()).map(way).sum()
}

/// The values of all variables in a plan that is followed by idle moves.
fn values(case: &Case, map: &Value, plan: &[Board]) -> Vec<bool> {
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let mut world = vec![false; number(&map["variables"]) + 1];
    let end = plan.len() - 1;
    let board = |t: usize| &plan[t.min(end)];
    let steps = |board| steps(case, board);
    let is_wasted = |t: usize| steps(board(t + 1)) > steps(board(t));
    let list = |value: &Value| value.as_array().unwrap().clone();
    for (t, moment) in list(&map["moments"]).iter().enumerate() {
        for entry in list(&moment["on"]) {
            let (cell, tile) = (number(&entry[0]), number(&entry[1]));
            world[number(&entry[2])] = usize::from(board(t)[cell]) == tile;
        }
        if !moment["idle"].is_null() {
            world[number(&moment["idle"])] = t >= end;
        }
        if !moment["wastes"].is_null() {
            world[number(&moment["wastes"])] = is_wasted(t);
        }
        let spent = (0..t).filter(|&before| is_wasted(before)).count();
        for (k, variable) in list(&moment["spent"]).iter().enumerate() {
            world[number(variable)] = spent > k;
        }
        for definition in list(&moment["aux"]) {
            let members = list(&definition[1]);
            let members: Vec<i32> = members
                .iter()
                .map(|lit| i32::try_from(lit.as_i64().unwrap()).unwrap())
                .collect();
            world[number(&definition[0])] = satisfied(&world, &members);
        }
    }
    world
}

/// Small boards some moves away, on every shape; half of the formulas leave room for idle moves.
fn cases(seed: u64, count: usize) -> Vec<Open> {
    let mut rng = seeded(seed);
    let mut cases = Vec::new();
    for index in 0..count {
        let (width, cells) = [(3, 6), (2, 4), (2, 6)][index % 3];
        let target = shuffled(&mut rng, cells);
        let mut case = Case::new(width, &target, &target);
        let near = case.truth.iter().filter(|(board, depth)| {
            // Some moves are wasted, where the board is large enough for that.
            let wasted = **depth - steps(&case, board);
            (3..10).contains(*depth) && (wasted > 0 || cells == 4)
        });
        let mut near: Vec<_> = near.map(|(board, _)| board.clone()).collect();
        near.sort_unstable();
        case.start = near.swap_remove(rng.random_range(0..near.len()));
        let lemmas = ["all", "waste,straight", "all", "none", "windows"][index % 5];
        cases.push(Open::new(case, index % 2 * 2, lemmas));
    }
    cases
}

/// A clause of the formula with something changed, or one of random literals.
fn invented(rng: &mut ChaCha8Rng, open: &Open) -> Vec<i32> {
    let variables = open.variables();
    let literal = |rng: &mut ChaCha8Rng| {
        let variable = rng.random_range(1..=variables);
        if rng.random_range(0..3) == 0 {
            variable
        } else {
            -variable
        }
    };
    if rng.random_range(0..4) == 0 {
        return (0..rng.random_range(1..4)).map(|_| literal(rng)).collect();
    }
    let mut clause = open.clauses[rng.random_range(0..open.clauses.len())].clone();
    for _ in 0..rng.random_range(1..3) {
        if clause.is_empty() {
            break;
        }
        let at = rng.random_range(0..clause.len());
        match rng.random_range(0..6) {
            0 => clause[at] = -clause[at],
            1 | 2 => drop(clause.remove(at)),
            3 => clause[at] = literal(rng),
            _ => {
                // A neighbour, which often has nearly the same meaning.
                let near = clause[at].abs() + [-2, -1, 1, 2][rng.random_range(0..4)];
                clause[at] = near.clamp(1, variables) * clause[at].signum();
            }
        }
    }
    clause
}

#[test]
fn formulas_that_deny_a_plan_are_accounted_for_and_kept_by_every_shortest_plan() {
    for mut open in cases(1, 24) {
        let (map, clauses) = (open.map.clone(), open.clauses.clone());
        assert!(open.is_accounted(&map, &clauses), "{}", open.cert.refusal());
        let broken = clauses.iter().find(|clause| !open.holds(clause));
        assert_eq!(broken, None, "{:?}", open.case.start);
        assert!(!open.worlds.is_empty());
    }
}

/// Variables that mean the same one moment earlier or later, or one unit more or less.
fn alike(map: &Value) -> HashMap<i32, Vec<i32>> {
    let number = |value: &Value| i32::try_from(value.as_i64().unwrap()).unwrap();
    let mut by_key = HashMap::new();
    for (t, moment) in (0..).zip(map["moments"].as_array().unwrap()) {
        for entry in moment["on"].as_array().unwrap() {
            by_key.insert(
                (number(&entry[0]) * 32 + number(&entry[1]), t),
                number(&entry[2]),
            );
        }
        for (key, name) in [(-1, "idle"), (-2, "wastes")] {
            if !moment[name].is_null() {
                by_key.insert((key, t), number(&moment[name]));
            }
        }
        for (k, variable) in (0..).zip(moment["spent"].as_array().unwrap()) {
            by_key.insert((-10 - k, t), number(variable));
        }
    }
    let near = |(key, t): (i32, i32)| {
        let all = [(key, t - 1), (key, t + 1), (key - 1, t), (key + 1, t)];
        all.iter()
            .filter_map(|key| by_key.get(key))
            .copied()
            .collect()
    };
    by_key
        .iter()
        .map(|(&key, &variable)| (variable, near(key)))
        .collect()
}

/// A clause with one literal lost, turned, or taken one moment or one unit aside.
fn spoilt(clause: &[i32], alike: &HashMap<i32, Vec<i32>>) -> Vec<Vec<i32>> {
    let mut all = Vec::new();
    for (at, &lit) in clause.iter().enumerate() {
        let with = |new: i32| {
            let mut clause = clause.to_vec();
            clause[at] = new;
            clause
        };
        let near = alike.get(&lit.abs()).into_iter().flatten();
        all.extend(near.map(|&near| with(near * lit.signum())));
        all.push(with(-lit));
        all.push([&clause[..at], &clause[at + 1..]].concat());
    }
    all
}

#[test]
fn no_clause_that_a_shortest_plan_breaks_is_accounted_for() {
    let mut rng = seeded(2);
    let mut denied: BTreeMap<String, usize> = BTreeMap::new();
    let mut breaches = Vec::new();
    for mut open in cases(2, 8) {
        let alike = alike(&open.map);
        let mut at = 0;
        for run in open.map["runs"].as_array().unwrap().clone() {
            let (rule, count) = (run[0].as_str().unwrap(), run[1].as_u64().unwrap());
            let clauses = open.clauses[at..at + usize::try_from(count).unwrap()].to_vec();
            at += clauses.len();
            let broken = clauses.iter().flat_map(|clause| spoilt(clause, &alike));
            let mut broken: Vec<_> = broken.filter(|clause| !open.holds(clause)).collect();
            for _ in 0..broken.len().min(4) {
                let clause = broken.swap_remove(rng.random_range(0..broken.len()));
                if open.is_clause_accounted(&clause, rule) {
                    breaches.push(format!("{rule}: {clause:?} {:?}", open.case.start));
                }
                *denied.entry(rule.to_owned()).or_default() += 1;
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
    let every = RULES
        .iter()
        .all(|rule| denied.get(*rule).is_some_and(|&count| count >= 10));
    assert!(every, "{denied:?}");
}

#[test]
fn no_clause_under_the_name_of_another_rule_passes_if_a_shortest_plan_breaks_it() {
    let mut rng = seeded(5);
    for mut open in cases(5, 6) {
        for _ in 0..200 {
            let clause = invented(&mut rng, &open);
            let rule = RULES[rng.random_range(0..RULES.len())];
            if !open.holds(&clause) {
                assert!(
                    !open.is_clause_accounted(&clause, rule),
                    "{rule}: {clause:?}"
                );
            }
        }
    }
}

#[test]
fn no_variable_that_a_shortest_plan_makes_true_may_be_missing() {
    let mut rng = seeded(4);
    let (mut missed, mut spared) = (0, 0);
    for mut open in cases(3, 12) {
        for _ in 0..60 {
            let mut map = open.map.clone();
            let moments = map["moments"].as_array_mut().unwrap();
            let t = rng.random_range(0..moments.len());
            let on = moments[t]["on"].as_array_mut().unwrap();
            let gone = on.remove(rng.random_range(0..on.len()));
            // A variable of another meaning keeps the count.
            let aux = moments[t]["aux"].as_array_mut().unwrap();
            aux.insert(0, json!([gone[2], []]));
            map["runs"] = json!([]);
            let accounted = open.is_accounted(&map, &[]);
            let variable = usize::try_from(gone[2].as_u64().unwrap()).unwrap();
            let used = open.worlds.iter().any(|world| world[variable]);
            assert!(
                !(used && accounted),
                "{gone} at {t} of {:?}",
                open.case.start
            );
            missed += usize::from(!accounted);
            spared += usize::from(accounted);
        }
    }
    assert!(missed > 300 && spared > 20, "{missed} {spared}");
}

#[test]
fn definitions_that_double_again_and_again_end() {
    let mut cert = eight().cert("all", Format::Text);
    let mut map: Value = serde_json::from_slice(&cert.bytes("map.json")).unwrap();
    let last = map["variables"].as_u64().unwrap();
    let definitions = map["moments"][0]["aux"].as_array_mut().unwrap();
    for number in 1..=64 {
        let member = if number == 1 { 1 } else { last + number - 1 };
        definitions.push(json!([last + number, [member, member]]));
    }
    map["variables"] = (last + 64).into();
    cert.write("map.json", map.to_string());
    let header = format!("p cnf {last} ");
    cert.replace("formula.cnf", &header, &format!("p cnf {} ", last + 64));
    cert.rehash();
    assert!(cert.check().is_ok());
}
