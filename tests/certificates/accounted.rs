//! A clause that some plan breaks is never accounted for.
//!
//! A formula "at most T pushes" that has a plan is claimed to have none. The plan is turned into an
//! assignment by the map alone, as the format says what variables mean; it satisfies every clause.
//! Then formula and map are changed at random: where the plan breaks a clause, or needs a variable
//! that is absent, the check must refuse before it looks at any proof.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use sokosat::board::{Board, Cell, Push};
use sokosat::distance::Distances;
use sokosat::generate::{Shape, pulled_level};
use sokosat::level::Level;
use sokosat::limits::Limits;
use sokosat::potential::Potential;
use sokosat::search::Verdict;
use sokosat::search::bfs;
use sokosat::solution::write_lurd;

use super::folder::Cert;

/// A level with a plan that is claimed not to be.
struct Case {
    board: Board,
    potential: Option<Potential>,
    plan: Vec<Push>,
    cert: Cert,
}

impl Case {
    /// A level that was pulled apart by a detour, whose short plan is denied.
    fn new(seed: u64, lemmas: &str) -> Option<Self> {
        let pick = usize::try_from(seed).unwrap();
        let shape = Shape {
            width: 5 + pick % 3,
            height: 5 + pick % 2,
            boxes: 1 + pick % 3,
            spare_goals: usize::from(pick.is_multiple_of(4)),
            walls_percent: 8,
        };
        let made = pulled_level(seed, &shape, 14).ok()?;
        let level = Level::from_rows(made.level.canonical().rows());
        let (board, limits) = (Board::new(&level).unwrap(), Limits::none());
        let step = if board.has_fixed_parity() { 2 } else { 1 };
        let distances = Distances::new(&board, &limits).unwrap();
        let options = bfs::Options {
            most_states: None,
            most_pushes: None,
        };
        let found = bfs::breadth_first(&board, &distances, options, &limits, &mut |_| {});
        let Verdict::Solved(plan) = found.verdict else {
            return None;
        };
        let most = made.plan.len().checked_sub(step)?;
        if plan.len() > most || board.stray().is_some() {
            return None;
        }
        // Cells of the made level and of its canonical rows have the same numbers.
        let lurd = write_lurd(&board, &made.plan).unwrap();
        Some(Self {
            potential: Potential::new(&board, &distances, &limits).unwrap(),
            cert: Cert::unproved(&level, &lurd, lemmas, most),
            plan,
            board,
        })
    }

    fn map(&self) -> Value {
        serde_json::from_slice(&self.cert.bytes("map.json")).unwrap()
    }

    fn waste(&self, push: Push) -> usize {
        let index = self
            .board
            .pushes()
            .iter()
            .position(|&one| one == push)
            .unwrap();
        let units = |potential: &Potential| usize::from(potential.waste(index).unwrap());
        self.potential.as_ref().map_or(0, units)
    }

    /// The values of all variables in the plan; none if the plan needs one that is absent.
    fn values(&self, map: &Value) -> Option<Vec<bool>> {
        let size = usize::try_from(map["variables"].as_u64().unwrap()).unwrap() + 1;
        let mut values = Values {
            map,
            known: vec![false; size],
            absent: false,
        };
        let horizon = map["steps"].as_array().unwrap().len();
        let idle = horizon - self.plan.len();
        let mut boxes = self.board.boxes().to_vec();
        let (mut last, mut spent) = (None, 0);
        for t in 0..=horizon {
            let moment = &map["moments"][t];
            values.holders(&moment["box"], &boxes);
            values.count(&moment["spent"], spent);
            if t == horizon {
                break;
            }
            let step = &map["steps"][t];
            let push = t.checked_sub(idle).map(|index| self.plan[index]);
            let walk = walk(&self.board, &boxes, last, push);
            values.step(&self.board, step, push, if t > 0 { &walk } else { &[] });
            let waste = push.map_or(0, |push| self.waste(push));
            values.count(&step["wastes"], waste);
            values.auxiliaries(step);
            spent += waste;
            if let Some(push) = push {
                boxes.retain(|&cell| cell != push.from);
                boxes.push(push.to);
                last = Some(push.from);
            }
        }
        (!values.absent).then_some(values.known)
    }

    /// Whether the plan breaks a clause or lacks a variable.
    fn is_broken(&self, map: &Value, clauses: &[Vec<i32>]) -> bool {
        let Some(values) = self.values(map) else {
            return true;
        };
        let holds = |lit: &i32| values[lit.unsigned_abs() as usize] == (*lit > 0);
        clauses.iter().any(|clause| !clause.iter().any(holds))
    }
}

struct Values<'a> {
    map: &'a Value,
    known: Vec<bool>,
    absent: bool,
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

impl Values<'_> {
    /// Sets the variables of these cells, each of which must have one.
    fn holders(&mut self, list: &Value, cells: &[Cell]) {
        for &cell in cells {
            let mut entries = list.as_array().unwrap().iter();
            match entries.find(|entry| number(&entry[0]) == cell.index()) {
                Some(entry) => self.known[number(&entry[1])] = true,
                None => self.absent = true,
            }
        }
    }

    fn count(&mut self, list: &Value, units: usize) {
        for variable in list.as_array().unwrap().iter().take(units) {
            self.known[number(variable)] = true;
        }
    }

    fn step(&mut self, board: &Board, step: &Value, push: Option<Push>, walk: &[Cell]) {
        let Some(push) = push else {
            self.known[number(&step["idle"])] = true;
            return;
        };
        let mut entries = step["push"].as_array().unwrap().iter();
        let named = entries.find(|entry| {
            let listed = &self.map["push_list"][number(&entry[0])];
            number(&listed[0]) == push.from.index() && listed[1] == push.dir.letter().to_string()
        });
        match named {
            Some(entry) => self.known[number(&entry[1])] = true,
            None => self.absent = true,
        }
        self.holders(&step["from"], &[push.from]);
        self.holders(&step["behind"], &[push.behind]);
        self.holders(&step["walk"], walk);
        assert!(board.pushes().contains(&push));
    }

    fn auxiliaries(&mut self, step: &Value) {
        for aux in step["aux"].as_array().unwrap() {
            let holds = |lit: &Value| {
                let lit = lit.as_i64().unwrap();
                self.known[usize::try_from(lit.unsigned_abs()).unwrap()] == (lit > 0)
            };
            let value = aux[1].as_array().unwrap().iter().any(holds);
            self.known[number(&aux[0])] = value;
        }
    }
}

/// The cells of a shortest walk to where the push is made from; after idle steps that cell alone.
fn walk(board: &Board, boxes: &[Cell], last: Option<Cell>, push: Option<Push>) -> Vec<Cell> {
    let (Some(from), Some(push)) = (last, push) else {
        return push.iter().map(|push| push.behind).collect();
    };
    let mut came: Vec<Option<Cell>> = vec![None; board.len()];
    let mut queue = VecDeque::from([from]);
    came[from.index()] = Some(from);
    while let Some(cell) = queue.pop_front() {
        for next in board.neighbours(cell) {
            if came[next.index()].is_none() && !boxes.contains(&next) {
                came[next.index()] = Some(cell);
                queue.push_back(next);
            }
        }
    }
    let mut path = vec![push.behind];
    while *path.last().unwrap() != from {
        path.push(came[path.last().unwrap().index()].unwrap());
    }
    path
}

fn clauses(cnf: &str) -> Vec<Vec<i32>> {
    let lines = cnf.lines().filter(|line| !line.starts_with(['c', 'p']));
    let lits = lines.map(|line| line.split(' ').map(|lit| lit.parse().unwrap()));
    lits.map(|lits| lits.take_while(|&lit| lit != 0).collect())
        .collect()
}

fn dimacs(variables: usize, clauses: &[Vec<i32>]) -> String {
    let header = format!("p cnf {variables} {}", clauses.len());
    let line = |clause: &Vec<i32>| {
        let lits = clause.iter().chain([&0]).map(i32::to_string);
        lits.collect::<Vec<_>>().join(" ")
    };
    let lines = [header].into_iter().chain(clauses.iter().map(line));
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// Names every clause with its rule by itself.
fn rules(map: &Value) -> Vec<Value> {
    let runs = map["runs"].as_array().unwrap().iter();
    runs.flat_map(|run| std::iter::repeat_n(run[0].clone(), number(&run[1])))
        .collect()
}

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
            // The map is one line a field where hashes are put right.
            let text = map
                .to_string()
                .replace("\"cnf\":", "\n\"cnf\":")
                .replace(",\"contra", ",\n\"contra");
            case.cert.write("map.json", text);
            case.cert
                .write("formula.cnf", dimacs(values.len() - 1, &changed));
            case.cert.rehash();
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
