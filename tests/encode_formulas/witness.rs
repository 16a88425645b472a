//! A plan is an assignment, and it satisfies every clause of every rule.

use sokosat::board::{Board, Cell, Push};
use sokosat::cnf::{Formula, Kind, Lit, Rule};
use sokosat::encode::vars::Step;
use sokosat::encode::{Encoding, Lemmas, Options, Span};
use sokosat::generate::{Shape, pulled_level};
use sokosat::limits::Limits;
use sokosat::potential::Potential;

use super::game::{self, Ground, Position};

/// Values of variables, unknown until set.
struct Values(Vec<Option<bool>>);

impl Values {
    fn set(&mut self, lit: Option<Lit>, value: bool) {
        match lit {
            Some(lit) => self.0[lit.var() as usize] = Some(value == lit.is_positive()),
            None => assert!(!value, "a lemma left out what is true in a plan"),
        }
    }

    fn of(&self, lit: Lit) -> Option<bool> {
        self.0[lit.var() as usize].map(|value| value == lit.is_positive())
    }

    /// Sets what follows by unit propagation; all else is false.
    fn complete(&mut self, formula: &Formula) {
        let mut before = usize::MAX;
        while before != self.unknown() {
            before = self.unknown();
            for (_, lits) in formula.iter() {
                let satisfied = lits.iter().any(|&lit| self.of(lit) == Some(true));
                let mut open = lits.iter().filter(|&&lit| self.of(lit).is_none());
                if let (false, Some(&lit), None) = (satisfied, open.next(), open.next()) {
                    self.set(Some(lit), true);
                }
            }
        }
        for value in &mut self.0 {
            value.get_or_insert(false);
        }
    }

    fn unknown(&self) -> usize {
        self.0.iter().filter(|value| value.is_none()).count()
    }
}

/// A formula, and where the clauses of each step end.
struct Written<'a> {
    encoding: Encoding<'a>,
    formula: Formula,
    ends: Vec<usize>,
}

fn write(ground: &Ground, options: Options) -> Written<'_> {
    let mut formula = Formula::default();
    let (board, distances) = (&ground.board, &ground.distances);
    let mut encoding =
        Encoding::new(board, distances, options, &Limits::none(), &mut formula).unwrap();
    let mut ends = vec![formula.len()];
    for _ in 0..options.span.most() {
        encoding.grow(&mut formula);
        ends.push(formula.len());
    }
    encoding.require_goal(&mut formula);
    Written {
        encoding,
        formula,
        ends,
    }
}

/// The assignment of a plan, idle steps first.
fn assign(board: &Board, written: &Written, plan: &[Push]) -> Values {
    let mut values = Values(vec![None; written.formula.variables() as usize + 1]);
    let encoding = &written.encoding;
    let idle = encoding.horizon() - plan.len();
    let mut position = Position::start(board);
    let mut last = None;
    let mut spent = 0;
    for (t, moment) in encoding.moments().iter().enumerate() {
        for cell in board.cells() {
            values.set(moment.holds(cell), position.boxes.contains(&cell));
        }
        count(&mut values, &moment.spent, spent);
        let Some(step) = encoding.steps().get(t) else {
            break;
        };
        let push = t.checked_sub(idle).map(|index| plan[index]);
        assign_push(&mut values, board, step, push);
        assign_walk(
            &mut values,
            board,
            step,
            &path(board, &position, last, push),
        );
        let waste = push.map_or(0, |push| waste(board, encoding, push));
        count(&mut values, &step.wastes, waste);
        spent += waste;
        if let Some(push) = push {
            position = position.after(push);
            last = Some(push.from);
        }
    }
    values
}

/// The first `count` of `lits` are true.
fn count(values: &mut Values, lits: &[Lit], count: usize) {
    for (k, &lit) in lits.iter().enumerate() {
        values.set(Some(lit), count > k);
    }
}

fn assign_push(values: &mut Values, board: &Board, step: &Step, push: Option<Push>) {
    values.set(step.idle, push.is_none());
    for cell in board.cells() {
        let at = |end: fn(Push) -> Cell| push.is_some_and(|push| end(push) == cell);
        values.set(step.from[cell.index()], at(|push| push.from));
        values.set(step.behind[cell.index()], at(|push| push.behind));
    }
    for (&one, &lit) in board.pushes().iter().zip(&step.push) {
        values.set(lit, push == Some(one));
    }
}

fn assign_walk(values: &mut Values, board: &Board, step: &Step, path: &[Cell]) {
    if !step.walk.is_empty() {
        for cell in board.cells() {
            values.set(step.walk[cell.index()], path.contains(&cell));
        }
    }
}

/// The cells of the walk before a push; after idle steps only its end.
fn path(board: &Board, position: &Position, last: Option<Cell>, push: Option<Push>) -> Vec<Cell> {
    match (last, push) {
        (Some(from), Some(push)) => game::walk(board, &position.boxes, from, push.behind).unwrap(),
        (_, push) => push.iter().map(|push| push.behind).collect(),
    }
}

fn waste(board: &Board, encoding: &Encoding, push: Push) -> usize {
    let index = board.pushes().iter().position(|&one| one == push).unwrap();
    let units = |potential: &Potential| usize::from(potential.waste(index).unwrap());
    encoding.potential().map_or(0, units)
}

/// The first clause that the values do not satisfy: its rule and its step.
fn first_false(written: &Written, values: &Values) -> Option<(&'static Rule, usize)> {
    let mut clauses = written.formula.iter().enumerate();
    clauses.find_map(|(index, (rule, lits))| {
        let holds = lits.iter().any(|&lit| values.of(lit) == Some(true));
        let step = written.ends.iter().take_while(|&&end| end <= index).count();
        (!holds).then_some((rule, step))
    })
}

fn shape(seed: u64) -> Shape {
    let pick = usize::try_from(seed).unwrap();
    Shape {
        width: 5 + pick % 4,
        height: 5 + pick % 3,
        boxes: 1 + pick % 3,
        spare_goals: usize::from(pick.is_multiple_of(5)),
        walls_percent: 10,
    }
}

#[test]
fn the_assignment_of_a_plan_satisfies_every_clause() {
    let mut pushes = 0;
    for seed in 0..120 {
        let Ok(made) = pulled_level(seed, &shape(seed), 12) else {
            continue;
        };
        let ground = Ground::new(&made.level);
        let board = &ground.board;
        let found = made.plan.iter().map(|planned| {
            let mut all = board.pushes().iter();
            *all.find(|push| push.from == planned.from && push.dir == planned.dir)
                .unwrap()
        });
        let plan: Vec<Push> = found.collect();
        assert!(game::is_solution(board, &plan), "seed {seed}");
        if board.stray().is_some() {
            continue;
        }
        pushes += plan.len();
        for lemmas in [Lemmas::NONE, Lemmas::all()] {
            for span in [Span::Exactly(plan.len()), Span::AtMost(plan.len() + 2)] {
                let options = Options { span, lemmas };
                let written = write(&ground, options);
                let mut values = assign(board, &written, &plan);
                values.complete(&written.formula);
                if let Some((rule, step)) = first_false(&written, &values) {
                    panic!("seed {seed}, {options}: {} at step {step}", rule.name);
                }
            }
        }
    }
    assert!(pushes > 500, "{pushes} pushes are too few to say much");
}

#[test]
fn a_false_clause_names_its_rule_and_step() {
    let ground = Ground::of_rows(&["######", "#@$ .#", "######"]);
    let options = Options {
        span: Span::Exactly(2),
        lemmas: Lemmas::NONE,
    };
    let written = write(&ground, options);
    let pushes = ground.board.pushes();
    let start = Position::start(&ground.board);
    let first = pushes[start.pushes(&ground.board)[0]];
    let second = pushes[start.after(first).pushes(&ground.board)[0]];
    let mut values = assign(&ground.board, &written, &[first, second]);
    let last_box = written.encoding.moments()[2].holds(second.to);
    values.set(last_box, false);
    values.complete(&written.formula);
    let (rule, step) = first_false(&written, &values).unwrap();
    assert_eq!((rule.name, rule.kind, step), ("box-arrives", Kind::Hard, 2));
}
