//! The potential and the strong start bound against plain search and plans known by construction.

#[path = "common/plain.rs"]
mod plain;

use plain::{State, cheapest, pushes};
use sokosat::board::{Board, Cell};
use sokosat::bound::{StartBound, start_bound};
use sokosat::bound_patterns::{StrongBound, strong_start_bound};
use sokosat::distance::Distances;
use sokosat::generate::{Shape, pulled_level, random_level};
use sokosat::level::{Level, Symmetry, read};
use sokosat::limits::{Limits, Stop};
use sokosat::patterns::{Pattern, Patterns, Penalty, Reach, Size};
use sokosat::potential::Potential;

struct Priced {
    board: Board,
    distances: Distances,
    potential: Potential,
}

fn priced(level: &Level) -> Option<Priced> {
    let limits = Limits::none();
    let board = Board::new(level)
        .ok()
        .filter(|board| board.stray().is_none())?;
    let distances = Distances::new(&board, &limits).expect("there are no limits");
    let potential = Potential::new(&board, &distances, &limits).expect("there are no limits")?;
    Some(Priced {
        board,
        distances,
        potential,
    })
}

impl Priced {
    fn bound(&self, boxes: usize) -> StrongBound {
        let reach = Reach {
            boxes,
            ..Reach::default()
        };
        strong_start_bound(
            &self.board,
            &self.distances,
            &self.potential,
            reach,
            &Limits::none(),
        )
    }

    fn start(&self) -> State {
        (self.board.boxes().to_vec(), self.board.player())
    }

    /// The states of a plan, the start first; all pushes must be legal.
    fn states(&self, plan: &[usize]) -> Vec<State> {
        let mut states = vec![self.start()];
        for &push in plan {
            let legal = pushes(&self.board, &states[states.len() - 1]);
            let next = legal.into_iter().find(|(index, _)| *index == push);
            states.push(next.expect("the plan is legal").1);
        }
        states
    }

    /// Units of waste still to come at each state of a plan that solves the level, the end included.
    fn wastes_to_come(&self, plan: &[usize]) -> Vec<u64> {
        let end = self.states(plan).pop().expect("the start is one");
        assert!(end.0.iter().all(|&cell| self.board.is_goal(cell)));
        let height = |&cell: &Cell| {
            self.potential
                .height(self.distances.lone().state_of(cell, end.1))
                .expect("a box on a goal is not dead")
        };
        let prices: i64 = (0..self.board.goals().len())
            .map(|goal| self.potential.price(goal))
            .sum();
        let terminal = -prices - end.0.iter().map(height).sum::<i64>();
        assert!(terminal >= 0 && terminal % i64::from(self.potential.unit()) == 0);
        let mut wastes = vec![(terminal / i64::from(self.potential.unit())).cast_unsigned()];
        for &push in plan.iter().rev() {
            let waste = self
                .potential
                .waste(push)
                .expect("pushes of a plan survive");
            wastes.push(wastes[wastes.len() - 1] + u64::from(waste));
        }
        wastes.reverse();
        wastes
    }
}

fn shape(seed: u64) -> Shape {
    Shape {
        width: 7 + (seed % 3) as usize,
        height: 6,
        boxes: 2 + (seed % 3) as usize,
        spare_goals: (seed % 4 == 3).into(),
        walls_percent: 25,
    }
}

#[test]
fn matching_bound_and_waste_of_a_plan_sum_to_its_pushes() {
    let (mut fixed, mut spent, mut terminal) = (0, 0, 0);
    for seed in 0..1500 {
        let made = pulled_level(seed, &shape(seed), 12).unwrap();
        let Some(priced) = priced(&made.level) else {
            continue;
        };
        let which = |push: &sokosat::solution::PlannedPush| {
            let mut all = priced.board.pushes().iter();
            all.position(|other| (other.from, other.dir) == (push.from, push.dir))
                .unwrap()
        };
        let plan: Vec<usize> = made.plan.iter().map(which).collect();
        let wastes = priced.wastes_to_come(&plan);
        let (unit, h0) = (
            u64::from(priced.potential.unit()),
            u64::from(priced.potential.matching_bound()),
        );
        assert_eq!(h0 + unit * wastes[0], plan.len() as u64, "seed {seed}");
        assert_eq!(unit == 2, priced.board.has_fixed_parity());
        let end = priced.states(&plan).pop().unwrap();
        if !plan.is_empty() {
            let least = priced
                .potential
                .terminal_waste(&priced.board, &priced.distances, end.1);
            assert!(u64::from(least) <= wastes[plan.len()], "seed {seed}");
            terminal += usize::from(least > 0);
        }
        fixed += usize::from(unit == 2);
        spent += usize::from(wastes[0] > wastes[plan.len()]);
    }
    assert!(
        fixed > 100 && spent > 50 && terminal > 0,
        "{fixed} {spent} {terminal}"
    );
}

#[test]
fn bounds_never_pass_the_minimum_and_meet_it_with_all_boxes() {
    let (mut open, mut blocked, mut raised, mut spare) = (0, 0, 0, 0);
    for seed in 0..1500 {
        let Some(priced) = random_level(seed, &shape(seed))
            .ok()
            .and_then(|level| priced(&level))
        else {
            continue;
        };
        let truth = cheapest(&priced.board, &priced.start(), |_| 0);
        let count = priced.board.boxes().len();
        for boxes in 1..=count {
            let bound = priced.bound(boxes);
            assert_eq!(bound.complete, bound.boxes == count, "seed {seed}");
            assert!(
                bound.boxes == boxes || bound.blocked.is_some(),
                "seed {seed}"
            );
            match truth {
                Some(truth) => {
                    assert!(
                        i64::from(bound.pushes) <= truth,
                        "seed {seed}, {boxes} boxes"
                    );
                    assert_eq!(bound.blocked, None, "seed {seed}");
                    let even =
                        (truth - i64::from(bound.pushes)) % i64::from(priced.potential.unit());
                    assert_eq!(even, 0, "seed {seed}");
                    raised += usize::from(bound.pushes > priced.potential.matching_bound());
                }
                None => blocked += usize::from(bound.blocked.is_some()),
            }
            if boxes == count {
                assert_eq!(bound.exact, truth.is_some(), "seed {seed}");
                let exact = bound.blocked.is_none().then_some(i64::from(bound.pushes));
                assert_eq!(exact, truth, "seed {seed}");
            }
        }
        open += usize::from(truth.is_some());
        spare += usize::from(truth.is_some() && priced.potential.unit() == 1);
    }
    assert!(
        open > 30 && blocked > 30 && raised >= 10 && spare > 10,
        "{open} {blocked} {raised} {spare}"
    );
}

#[test]
fn bounds_are_sound_under_the_eight_symmetries() {
    let mut count = 0;
    for seed in 1000..1020 {
        let level = pulled_level(seed, &shape(seed), 15).unwrap().level;
        let Some(truth) =
            priced(&level).map(|priced| cheapest(&priced.board, &priced.start(), |_| 0))
        else {
            continue;
        };
        for symmetry in Symmetry::ALL {
            let priced = priced(&level.transformed(symmetry)).unwrap();
            let bound = priced.bound(priced.board.boxes().len() - 1);
            assert!(
                Some(i64::from(bound.pushes)) <= truth,
                "seed {seed}, {symmetry:?}"
            );
            let all = priced.bound(priced.board.boxes().len());
            assert_eq!(
                Some(i64::from(all.pushes)),
                truth,
                "seed {seed}, {symmetry:?}"
            );
            count += 1;
        }
    }
    assert!(count >= 80, "{count}");
}

fn amount(penalty: Penalty) -> u64 {
    match penalty {
        Penalty::Waste(waste) => u64::from(waste),
        Penalty::Deadlock => u64::MAX,
    }
}

/// Whether a pattern holds right after a push (none at the start).
fn holds(pattern: &Pattern, boxes: &[Cell], push: Option<usize>) -> bool {
    let pushed = pattern.after.is_none_or(|after| Some(after) == push);
    pushed && pattern.cells.iter().all(|cell| boxes.contains(cell))
}

#[test]
fn a_least_plan_from_a_complete_table_is_legal_and_obeys_every_pattern() {
    let (mut plans, mut held, mut within) = (0, 0, 0);
    for seed in 2000..2150 {
        let Some(priced) = priced(&pulled_level(seed, &shape(seed), 20).unwrap().level) else {
            continue;
        };
        let Priced {
            board,
            distances,
            potential,
        } = &priced;
        let complete = priced.bound(board.boxes().len());
        let plan = complete
            .tables
            .as_ref()
            .unwrap()
            .plan(board, distances, potential)
            .unwrap();
        assert_eq!(plan.len(), complete.pushes as usize, "seed {seed}");
        let (states, wastes) = (priced.states(&plan), priced.wastes_to_come(&plan));
        let limits = Limits::none();
        let fixed = Patterns::new(board, distances, potential, Size::default(), &limits).unwrap();
        let partial = priced.bound(board.boxes().len() - 1).tables.unwrap();
        let budgeted = partial.list(board, distances, potential, &limits).unwrap();
        let in_budget = wastes[0] <= u64::from(partial.budget());
        assert!(!partial.complete() && partial.plan(board, distances, potential).is_none());
        for t in 0..=plan.len() {
            let push = t.checked_sub(1).map(|t| plan[t]);
            let lists = fixed
                .list()
                .iter()
                .chain(budgeted.iter().filter(|_| in_budget));
            for pattern in lists.filter(|pattern| holds(pattern, &states[t].0, push)) {
                assert!(
                    amount(pattern.penalty) <= wastes[t],
                    "seed {seed}, step {t}, {pattern:?}"
                );
                held += 1;
            }
        }
        within += usize::from(in_budget && partial.budget() > 0);
        plans += 1;
    }
    assert!(
        plans > 100 && held > 30 && within > 5,
        "{plans} {held} {within}"
    );
}

#[test]
fn the_packing_is_disjoint_and_adds_up_to_the_bound_at_most() {
    let mut packed = 0;
    for seed in 3000..3200 {
        let Some(priced) = priced(&pulled_level(seed, &shape(seed), 20).unwrap().level) else {
            continue;
        };
        let bound = priced.bound(2);
        let mut boxes: Vec<Cell> = bound
            .packing
            .iter()
            .flat_map(|(cells, _)| cells.clone())
            .collect();
        let waste: u32 = bound
            .packing
            .iter()
            .map(|&(_, waste)| u32::from(waste))
            .sum();
        assert!(
            priced.potential.matching_bound() + priced.potential.unit() * waste <= bound.pushes
        );
        let count = boxes.len();
        boxes.sort_unstable();
        boxes.dedup();
        assert_eq!(boxes.len(), count, "seed {seed}");
        packed += usize::from(waste > 0);
    }
    assert!(packed > 5, "{packed}");
}

#[test]
fn boxes_that_block_each_other_are_named() {
    let rows = ["######", "#.$$.#", "#@   #", "######"];
    let reason = priced_rows(&rows)
        .bound(2)
        .blocked
        .map(|blocked| blocked.to_string());
    let reason = reason.unwrap_or_default();
    assert!(
        reason.contains("row 2, column 3; row 2, column 4") && reason.contains("block each other"),
        "{reason}"
    );
}

fn priced_rows(rows: &[&str]) -> Priced {
    priced(&Level::from_rows(rows)).expect("the boxes have a matching")
}

#[test]
fn limits_and_caps_leave_a_sound_bound() {
    let level = pulled_level(
        2,
        &Shape {
            width: 9,
            height: 8,
            boxes: 4,
            spare_goals: 0,
            walls_percent: 10,
        },
        30,
    );
    let priced = priced(&level.unwrap().level).unwrap();
    let late = Limits::none().with_time(std::time::Duration::ZERO);
    let bound = |reach, limits: &Limits| {
        strong_start_bound(
            &priced.board,
            &priced.distances,
            &priced.potential,
            reach,
            limits,
        )
    };
    let stopped = bound(Reach::default(), &late);
    assert_eq!(
        (stopped.stopped, stopped.pushes),
        (Some(Stop::Time), priced.potential.matching_bound())
    );
    assert!(!stopped.exact && !stopped.complete);
    let capped = bound(
        Reach {
            states: 500,
            ..Reach::default()
        },
        &Limits::none(),
    );
    assert!(capped.boxes < 4 && !capped.complete && capped.pushes <= priced.bound(4).pushes);
    let partial = bound(Reach::partial(&priced.board), &Limits::none());
    assert!(partial.boxes == 3 && !partial.complete);
}

#[test]
fn triples_at_a_budget_are_exact_on_eighty_eight_levels_of_a_public_set() {
    let Some(folder) = std::env::var_os("SOKOSAT_LEVELS") else {
        println!("skipped: SOKOSAT_LEVELS names no folder of levels");
        return;
    };
    let folder = std::path::PathBuf::from(folder);
    let text = std::fs::read(folder.join("sets/microban.xsb")).unwrap();
    let minima = std::fs::read_to_string(folder.join("optimal/microban.csv")).unwrap();
    let minima = minima
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(4).unwrap().parse().ok());
    let mut exact = 0;
    for (level, minimum) in read("microban.xsb", &text).unwrap().iter().zip(minima) {
        let Some(minimum) = minimum else {
            continue;
        };
        let bound = priced(level).unwrap().bound(3);
        assert!(bound.pushes <= minimum, "level {}", level.number);
        exact += usize::from(bound.pushes == minimum);
    }
    assert_eq!(exact, 88);
}

#[test]
fn the_matching_bound_of_long_straight_ways_is_their_length() {
    for length in [1, 19, 20, 25, 60, 200] {
        let wall = "#".repeat(length + 5);
        let floor = " ".repeat(length - 1);
        let (top, low) = (format!("#@${floor}. #"), format!("# ${floor}. #"));
        for (boxes, rows) in [
            (1, vec![&wall, &top, &wall]),
            (2, vec![&wall, &top, &low, &wall]),
        ] {
            let board = Board::new(&Level::from_rows(&rows)).unwrap();
            let distances = Distances::new(&board, &Limits::none()).unwrap();
            let bound = start_bound(&board, &distances, &Limits::none()).unwrap();
            let pushes = u32::try_from(boxes * length).unwrap();
            assert_eq!(bound, StartBound::Bound(pushes), "{rows:?}");
        }
    }
}
