//! Pattern tables against plain search over the same few boxes.

#[path = "common/plain.rs"]
mod plain;

use std::collections::{BTreeMap, HashMap};

use plain::{State, cheapest, named, pushes};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::board::{Board, Cell, Dir};
use sokosat::distance::Distances;
use sokosat::generate::{Shape, pulled_level};
use sokosat::level::{Level, Symmetry};
use sokosat::limits::{Limits, Stop};
use sokosat::patterns::{Patterns, Penalty, Size};
use sokosat::potential::Potential;

struct Known {
    board: Board,
    distances: Distances,
    potential: Potential,
    patterns: Patterns,
}

/// The tables of a level.
fn known(level: &Level) -> Option<Known> {
    let limits = Limits::none();
    let board = Board::new(level).ok()?;
    let distances = Distances::new(&board, &limits).expect("there are no limits");
    let potential = Potential::new(&board, &distances, &limits).expect("there are no limits")?;
    let patterns = Patterns::new(&board, &distances, &potential, Size::default(), &limits)
        .expect("there are no limits");
    Some(Known {
        board,
        distances,
        potential,
        patterns,
    })
}

fn pulled(seed: u64, spare_goals: usize) -> Level {
    let shape = Shape {
        width: 7,
        height: 6,
        boxes: 3,
        spare_goals,
        walls_percent: 25,
    };
    pulled_level(seed, &shape, 10)
        .expect("the shape fits")
        .level
}

/// The penalty by plain search: pushes and prices, without wastes or regions of the table.
fn plain_penalty(known: &Known, state: &State) -> Penalty {
    let Known {
        board,
        distances,
        potential,
        ..
    } = known;
    let all = state.0.len() == board.boxes().len();
    let prices = |filled: &State| {
        let counted = board.goals().iter().enumerate();
        let counted = counted.filter(|(_, goal)| all || filled.0.contains(goal));
        -counted.map(|(i, _)| potential.price(i)).sum::<i64>()
    };
    let heights = state
        .0
        .iter()
        .map(|&cell| potential.height(distances.lone().state_of(cell, state.1)));
    match (cheapest(board, state, prices), heights.sum::<Option<i64>>()) {
        (Some(cost), Some(height)) => {
            let waste = (cost - height) / i64::from(potential.unit());
            Penalty::Waste(u16::try_from(waste).expect("boards are small"))
        }
        _ => Penalty::Deadlock,
    }
}

fn random_state(rng: &mut ChaCha8Rng, board: &Board, boxes: usize) -> Option<State> {
    let mut cells: Vec<Cell> = board.cells().collect();
    if cells.len() <= boxes {
        return None;
    }
    let mut taken: Vec<_> = (0..=boxes)
        .map(|_| cells.swap_remove(rng.random_range(0..cells.len())))
        .collect();
    let player = taken.pop()?;
    taken.sort_unstable();
    Some((taken, player))
}

#[test]
fn values_equal_plain_search_over_pairs_and_triples() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut deadlocks, mut penalties, mut free) = (0, 0, 0);
    for seed in 0..60 {
        let Some(known) = known(&pulled(seed, (seed % 3 == 2).into())) else {
            continue;
        };
        for boxes in 2..=known.patterns.boxes() {
            for _ in 0..6 {
                let Some(state) = random_state(&mut rng, &known.board, boxes) else {
                    continue;
                };
                let value = known.patterns.at(&known.board, &state.0, state.1);
                assert_eq!(
                    value,
                    plain_penalty(&known, &state),
                    "seed {seed}, {state:?}"
                );
                match value {
                    Penalty::Deadlock => deadlocks += 1,
                    Penalty::Waste(0) => free += 1,
                    Penalty::Waste(_) => penalties += 1,
                }
            }
        }
    }
    assert!(
        deadlocks > 50 && penalties > 20 && free > 50,
        "{deadlocks} {penalties} {free}"
    );
}

#[test]
fn values_of_mirrored_levels_equal_plain_search_too() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for seed in 200..212 {
        for symmetry in Symmetry::ALL {
            let Some(known) = known(&pulled(seed, 0).transformed(symmetry)) else {
                continue;
            };
            for _ in 0..3 {
                if let Some(state) = random_state(&mut rng, &known.board, 2) {
                    let value = known.patterns.at(&known.board, &state.0, state.1);
                    assert_eq!(
                        value,
                        plain_penalty(&known, &state),
                        "seed {seed}, {symmetry:?}"
                    );
                }
            }
        }
    }
}

/// Every player cell beside a box, one for each side of each box.
fn players(board: &Board, boxes: &[Cell]) -> Vec<Cell> {
    let around = boxes.iter().flat_map(|&cell| {
        Dir::ALL
            .into_iter()
            .filter_map(move |dir| board.step(cell, dir))
    });
    let mut all: Vec<_> = around.filter(|cell| !boxes.contains(cell)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn boxes_on_goals_with_the_player_on_a_dear_side_pay_for_it() {
    let mut paid = 0;
    for seed in 600..2600 {
        let shape = Shape {
            width: 8,
            height: 6,
            boxes: 3,
            spare_goals: 0,
            walls_percent: 40,
        };
        let level = pulled_level(seed, &shape, 10).unwrap().level;
        let Some(known) = known(&level) else {
            continue;
        };
        for (i, &one) in known.board.goals().iter().enumerate() {
            for &two in &known.board.goals()[i + 1..] {
                for player in players(&known.board, &[one, two]) {
                    let value = known.patterns.at(&known.board, &[one, two], player);
                    let dear = |cell| {
                        let goal = known.board.goals().iter().position(|&goal| goal == cell);
                        let side = known.distances.lone().state_of(cell, player);
                        known.potential.end_waste(goal.unwrap(), side)
                    };
                    if dear(one) + dear(two) == 0 {
                        continue;
                    }
                    let plain = plain_penalty(&known, &(vec![one, two], player));
                    assert_eq!(value, plain, "seed {seed}");
                    paid += usize::from(value > Penalty::Waste(0));
                }
            }
        }
    }
    assert!(paid > 0);
}

/// The states where a listed pattern holds: every side for a plain one, one state after a push.
fn states_of(board: &Board, cells: &[Cell], after: Option<usize>) -> Vec<State> {
    let players = after.map_or_else(
        || players(board, cells),
        |push| vec![board.pushes()[push].from],
    );
    players
        .into_iter()
        .map(|player| (cells.to_vec(), player))
        .collect()
}

#[test]
fn listed_deadlocks_have_no_plan_and_listed_penalties_are_reached() {
    let mut listed = BTreeMap::<_, usize>::new();
    for seed in 300..320 {
        let Some(known) = known(&pulled(seed, (seed % 3 == 2).into())) else {
            continue;
        };
        for pattern in known.patterns.list().iter().step_by(5) {
            let states = states_of(&known.board, pattern.cells, pattern.after);
            let least = states
                .iter()
                .map(|state| plain_penalty(&known, state))
                .min();
            assert_eq!(least, Some(pattern.penalty), "seed {seed}, {pattern:?}");
            let kind = (
                pattern.cells.len(),
                pattern.after.is_some(),
                pattern.penalty == Penalty::Deadlock,
            );
            *listed.entry(kind).or_default() += 1;
        }
    }
    assert_eq!(
        listed.len(),
        8,
        "pairs and triples, plain or not, dead or not: {listed:?}"
    );
}

#[test]
fn a_deadlock_of_plain_search_after_a_push_strikes_and_no_other() {
    let (mut dead, mut alive) = (0, 0);
    for seed in 400..500 {
        let Some(known) = known(&pulled(seed, 0)).filter(|known| known.patterns.boxes() == 3)
        else {
            continue;
        };
        let start = (known.board.boxes().to_vec(), known.board.player());
        for (push, after) in pushes(&known.board, &start) {
            let strike = known
                .patterns
                .is_dead_after(push, |cell| after.0.contains(&cell));
            let moved = known.board.pushes()[push].to;
            let others: Vec<_> = after
                .0
                .iter()
                .copied()
                .filter(|&cell| cell != moved)
                .collect();
            let table = known.patterns.after(push, &others);
            assert_eq!(table, plain_penalty(&known, &after), "seed {seed}");
            let apart = known.patterns.least(&others) == Penalty::Deadlock;
            assert!(!strike || table == Penalty::Deadlock, "seed {seed}");
            let single = others.iter().any(|cell| {
                known
                    .distances
                    .nearest(known.distances.lone().state_of(*cell, after.1))
                    == u16::MAX
            });
            let pair = known.patterns.at(&known.board, &others, after.1) == Penalty::Deadlock;
            assert!(
                strike || apart || single || pair || table != Penalty::Deadlock,
                "seed {seed}, push {push}"
            );
            if strike { dead += 1 } else { alive += 1 }
        }
    }
    assert!(dead > 5 && alive > 20, "{dead} {alive}");
}

type Values = HashMap<State, Penalty>;

/// Values of all states of two boxes, by first cell of the region.
fn pair_values(known: &Known) -> Values {
    let mut values = Values::new();
    let cells: Vec<_> = known.board.cells().collect();
    for (i, &a) in cells.iter().enumerate() {
        for &b in &cells[i + 1..] {
            for player in players(&known.board, &[a, b]) {
                let value = known.patterns.at(&known.board, &[a, b], player);
                values.insert(named(&known.board, (vec![a, b], player)), value);
            }
        }
    }
    values
}

/// A state whose value is above what a push from it wastes plus the value after it, or above its end waste.
fn broken(known: &Known, values: &Values) -> Option<State> {
    let amount = |penalty| match penalty {
        Penalty::Waste(waste) => u32::from(waste),
        Penalty::Deadlock => u32::MAX,
    };
    let breaks = |(state, value): &(&State, &Penalty)| {
        let after = pushes(&known.board, state)
            .into_iter()
            .filter_map(|(push, after)| {
                let waste = u32::from(known.potential.waste(push)?);
                let value = values[&named(&known.board, after)];
                (value != Penalty::Deadlock).then(|| waste + amount(value))
            });
        let ends = state.0.iter().map(|&cell| {
            let goal = known.board.goals().iter().position(|&goal| goal == cell)?;
            let lone = known.distances.lone().state_of(cell, state.1);
            Some(u32::from(known.potential.end_waste(goal, lone)))
        });
        let bound = after.chain(ends.sum::<Option<u32>>()).min();
        amount(**value) > bound.unwrap_or(u32::MAX)
    };
    values.iter().find(breaks).map(|(state, _)| state.clone())
}

#[test]
fn every_value_obeys_the_local_inequality_and_none_can_be_raised() {
    let mut raised = 0;
    for seed in 500..515 {
        let Some(known) = known(&pulled(seed, 0)).filter(|known| known.board.boxes().len() == 3)
        else {
            continue;
        };
        let values = pair_values(&known);
        assert_eq!(broken(&known, &values), None, "seed {seed}");
        let mut finite: Vec<_> = values
            .iter()
            .filter(|(_, value)| **value != Penalty::Deadlock)
            .collect();
        finite.sort_unstable();
        for (state, value) in finite.into_iter().step_by(17) {
            let Penalty::Waste(waste) = *value else {
                continue;
            };
            let mut wrong = values.clone();
            wrong.insert(state.clone(), Penalty::Waste(waste + 1));
            assert!(broken(&known, &wrong).is_some(), "seed {seed}, {state:?}");
            raised += 1;
        }
    }
    assert!(raised > 20, "{raised}");
}

#[test]
fn two_builds_list_the_same_patterns_in_the_same_order() {
    let level = pulled(0, 0);
    let (one, two) = (known(&level).unwrap(), known(&level).unwrap());
    assert!(!one.patterns.list().is_empty());
    assert!(one.patterns.list().iter().eq(two.patterns.list().iter()));
    let counts = one.patterns.counts();
    let listed: usize = counts
        .iter()
        .map(|count| count.deadlocks + count.penalties + count.after_pushes)
        .sum();
    assert_eq!(listed, one.patterns.list().len());
}

#[test]
fn a_table_beyond_its_size_is_left_out_and_limits_stop_the_build() {
    let level = Level::from_rows(&[
        "#######", "#@ $ .#", "# $  .#", "# $  .#", "#     #", "#######",
    ]);
    let board = Board::new(&level).unwrap();
    let distances = Distances::new(&board, &Limits::none()).unwrap();
    let potential = Potential::new(&board, &distances, &Limits::none())
        .unwrap()
        .unwrap();
    let build = |sets, limits: &Limits| {
        Patterns::new(
            &board,
            &distances,
            &potential,
            Size { boxes: 3, sets },
            limits,
        )
    };
    assert_eq!(build(1000, &Limits::none()).unwrap().boxes(), 3);
    assert_eq!(build(100, &Limits::none()).unwrap().boxes(), 2);
    assert_eq!(build(0, &Limits::none()).unwrap().boxes(), 1);
    let late = Limits::none().with_time(std::time::Duration::ZERO);
    assert_eq!(build(1000, &late).unwrap_err(), Stop::Time);
}
