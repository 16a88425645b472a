//! Nothing false is accounted for: clauses that a shortest plan breaks, variables that one makes true.
//!
//! Each formula here denies plans that there are. A clause of any making is put at its end, under any rule's name; if the
//! checker comes as far as the proof, which is empty, it has accounted for the clause, so every shortest plan must
//! satisfy it. Plans become values by what the map says of variables, read once more.

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
    fn new(case: Case, lemmas: &str) -> Self {
        let cert = case.unproved(lemmas);
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

/// The values of all variables in a plan that is followed by idle moves.
fn values(case: &Case, map: &Value, plan: &[Board]) -> Vec<bool> {
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let mut world = vec![false; number(&map["variables"]) + 1];
    let last = plan.len() - 1;
    let board = |t: usize| &plan[t.min(last)];
    let place = |board: &Board, tile: u8| board.iter().position(|&other| other == tile).unwrap();
    let steps = |board: &Board| -> usize {
        let way = |tile: u8| {
            let (a, b) = (place(board, tile), place(&case.target, tile));
            (a % case.width).abs_diff(b % case.width) + (a / case.width).abs_diff(b / case.width)
        };
        (1..u8::try_from(board.len()).unwrap()).map(way).sum()
    };
    let is_wasted = |t: usize| steps(board(t + 1)) > steps(board(t));
    let list = |value: &Value| value.as_array().unwrap().clone();
    for (t, moment) in list(&map["moments"]).iter().enumerate() {
        for entry in list(&moment["on"]) {
            let (cell, tile) = (number(&entry[0]), number(&entry[1]));
            world[number(&entry[2])] = usize::from(board(t)[cell]) == tile;
        }
        if !moment["idle"].is_null() {
            world[number(&moment["idle"])] = t >= last;
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

/// Small boards a few moves away, on every shape.
fn cases(seed: u64, count: usize) -> Vec<Open> {
    let mut rng = seeded(seed);
    let mut cases = Vec::new();
    for index in 0..count {
        let (width, cells) = [(3, 6), (2, 4), (3, 9), (2, 6)][index % 4];
        let mut case = if cells == 9 {
            eight()
        } else {
            let target = shuffled(&mut rng, cells);
            Case::new(width, &target, &target)
        };
        let near = case
            .truth
            .iter()
            .filter(|(_, depth)| (4..8).contains(*depth));
        let mut near: Vec<_> = near.map(|(board, _)| board.clone()).collect();
        near.sort_unstable();
        case.start = near.swap_remove(rng.random_range(0..near.len()));
        let lemmas = ["all", "none", "windows", "waste,straight"][index % 3];
        cases.push(Open::new(case, lemmas));
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

#[test]
fn no_clause_that_a_shortest_plan_breaks_is_accounted_for() {
    let mut rng = seeded(2);
    let (mut denied, mut accounted) = (0, 0);
    for mut open in cases(2, 12) {
        for _ in 0..200 {
            let clause = invented(&mut rng, &open);
            let rule = RULES[rng.random_range(0..RULES.len())];
            if open.is_clause_accounted(&clause, rule) {
                assert!(
                    open.holds(&clause),
                    "{rule}: {clause:?} {:?}",
                    open.case.start
                );
                accounted += 1;
            } else {
                denied += 1;
            }
        }
        // Under the rule that fits best.
        let runs = open.map["runs"].clone();
        let names = runs.as_array().unwrap().iter().flat_map(|run| {
            let count = usize::try_from(run[1].as_u64().unwrap()).unwrap();
            std::iter::repeat_n(run[0].as_str().unwrap().to_owned(), count)
        });
        let names: Vec<String> = names.collect();
        for _ in 0..120 {
            let at = rng.random_range(0..open.clauses.len());
            let mut clause = open.clauses[at].clone();
            let which = rng.random_range(0..clause.len());
            if rng.random_range(0..2) == 0 {
                clause.remove(which);
            } else {
                clause[which] = -clause[which];
            }
            if open.is_clause_accounted(&clause, &names[at]) {
                assert!(open.holds(&clause), "{}: {clause:?}", names[at]);
                accounted += 1;
            } else {
                denied += 1;
            }
        }
    }
    assert!(denied > 2500 && accounted > 50, "{denied} {accounted}");
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
