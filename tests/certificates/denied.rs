//! A formula that denies a plan there is, and the plan as an assignment by the map alone.

use std::collections::{BTreeMap, VecDeque};

use serde_json::Value;
use sokosat::board::{Board, Cell, Push};
use sokosat::distance::Distances;
use sokosat::generate::{Shape, pulled_level};
use sokosat::level::Level;
use sokosat::limits::Limits;
use sokosat::potential::Potential;
use sokosat::solution::{PlannedPush, write_lurd};

use super::folder::Cert;
use super::plain::{self, State};

/// A level with a plan that is claimed not to be.
pub(crate) struct Case {
    board: Board,
    potential: Option<Potential>,
    pub(crate) plan: Vec<Push>,
    pub(crate) cert: Cert,
}

impl Case {
    /// A small level that was pulled apart; "at most as many pushes as the minimum" is denied.
    pub(crate) fn new(seed: u64, lemmas: &str) -> Option<Self> {
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
        if board.stray().is_some() {
            return None;
        }
        let plan = (1..made.plan.len()).find_map(|pushes| plan_of(&board, pushes))?;
        let longer = plan_of(&board, plan.len() + step)?;
        let longer: Vec<PlannedPush> = longer.into_iter().map(PlannedPush::from).collect();
        let lurd = write_lurd(&board, &longer).unwrap();
        let distances = Distances::new(&board, &limits).unwrap();
        Some(Self {
            potential: Potential::new(&board, &distances, &limits).unwrap(),
            cert: Cert::unproved(&level, &lurd, lemmas, plan.len()),
            plan,
            board,
        })
    }

    /// Writes a formula and a map in the place of those that there are, with all hashes.
    pub(crate) fn rewrite(&mut self, map: &Value, clauses: &[Vec<i32>]) {
        let mut map = map.clone();
        map["clauses"] = clauses.len().into();
        let variables = number(&map["variables"]);
        // The hash is put right on a line of its own.
        let text = map.to_string().replace("\"cnf\":", "\n\"cnf\":");
        let text = text.replace(",\"contra", ",\n\"contra");
        self.cert.write("map.json", text);
        self.cert.write("formula.cnf", dimacs(variables, clauses));
        self.cert.rehash();
    }

    pub(crate) fn map(&self) -> Value {
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
    pub(crate) fn values(&self, map: &Value) -> Option<Vec<bool>> {
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
    pub(crate) fn is_broken(&self, map: &Value, clauses: &[Vec<i32>]) -> bool {
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

pub(crate) fn number(value: &Value) -> usize {
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

pub(crate) fn clauses(cnf: &str) -> Vec<Vec<i32>> {
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

/// A plan of exactly so many pushes.
fn plan_of(board: &Board, count: usize) -> Option<Vec<Push>> {
    let start = plain::named(board, (board.boxes().to_vec(), board.player()));
    let mut layers = vec![BTreeMap::from([(start, None)])];
    for depth in 0..count {
        let mut next: BTreeMap<State, Option<(State, usize)>> = BTreeMap::new();
        for state in layers[depth].keys() {
            for (push, after) in plain::pushes(board, state) {
                let after = plain::named(board, after);
                next.entry(after).or_insert(Some((state.clone(), push)));
            }
        }
        layers.push(next);
    }
    let solved = |(boxes, _): &State| boxes.iter().all(|&cell| board.is_goal(cell));
    let mut state = layers[count].keys().find(|state| solved(state))?.clone();
    let mut plan = Vec::new();
    for layer in layers.iter().rev() {
        if let Some((before, push)) = &layer[&state] {
            plan.push(board.pushes()[*push]);
            state = before.clone();
        }
    }
    plan.reverse();
    Some(plan)
}

/// Names every clause with its rule by itself.
pub(crate) fn rules(map: &Value) -> Vec<Value> {
    let runs = map["runs"].as_array().unwrap().iter();
    runs.flat_map(|run| std::iter::repeat_n(run[0].clone(), number(&run[1])))
        .collect()
}
