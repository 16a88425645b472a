//! What the lemmas say of single boxes: dead states, windows, waste, terminal waste, spending.

use std::collections::BTreeMap;

use sokosat::board::Cell;
use sokosat::encode::windows::Windows;
use sokosat::encode::{Lemmas, Options, Span, spending};

use crate::ground::{Ground, grounds};
use crate::plain::{State, cheapest, named, pushes};

/// The horizon of the windows.
const MOST: u8 = 9;

/// By state of one box: the fewest pushes to it of any start box alone.
fn reached_alone(ground: &Ground) -> BTreeMap<State, i64> {
    let mut all = BTreeMap::<State, i64>::new();
    for start in ground.subsets(1) {
        for (state, count) in ground.reached(&ground.start_of(&start)) {
            let least = all.entry(state).or_insert(count);
            *least = count.min(*least);
        }
    }
    all
}

/// The states of the moved box, alone, before and after a push.
fn ends(ground: &Ground, push: usize) -> [State; 2] {
    let push = ground.board.pushes()[push];
    let before = (vec![push.from], push.behind);
    [before, (vec![push.to], push.from)].map(|state| named(&ground.board, state))
}

#[test]
fn a_push_has_a_variable_just_where_a_lone_box_comes_in_time_and_gets_home_in_time() {
    let mut counts = [0, 0];
    for (seed, ground) in grounds(0..16, 2) {
        let reached = reached_alone(&ground);
        let options = Options {
            span: Span::Exactly(MOST.into()),
            lemmas: Lemmas::all(),
        };
        let windows = Windows::new(&ground.distances, options);
        for push in 0..ground.board.pushes().len() {
            let [before, after] = ends(&ground, push);
            let earliest = reached.get(&before).copied();
            let home = cheapest(&ground.board, &after, |_| 0);
            for t in 0..MOST {
                let (t, left) = (i64::from(t), i64::from(MOST - t - 1));
                let early = earliest.is_some_and(|count| count <= t);
                let plain = early && home.is_some_and(|count| count <= left);
                let may = windows.may_push(push, usize::try_from(t).unwrap());
                assert_eq!(may, plain, "seed {seed}, push {push} at {t}");
                counts[usize::from(plain)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

#[test]
fn a_cell_is_dead_just_where_no_lone_box_gets_home_from_any_side() {
    let mut counts = [0, 0];
    for (seed, ground) in grounds(20..40, 2) {
        let board = &ground.board;
        for cell in board.cells() {
            let mut sides = board.cells().filter(|&player| player != cell);
            let live = sides.any(|player| cheapest(board, &(vec![cell], player), |_| 0).is_some());
            assert_eq!(ground.distances.live(cell), live, "seed {seed}, {cell:?}");
            counts[usize::from(live)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// The height of a lone box by plain search: the least of pushes to a goal less its price.
fn plain_height(ground: &Ground, state: &State) -> Option<i64> {
    let price = |state: &State| {
        let goals = ground.board.goals().iter();
        let goal = goals.clone().position(|&goal| goal == state.0[0]);
        -ground
            .potential
            .price(goal.expect("the box stands on a goal"))
    };
    cheapest(&ground.board, state, price)
}

#[test]
fn a_push_wastes_what_it_takes_more_than_the_heights_fall_and_never_less_than_nothing() {
    let mut wasting = 0;
    for (seed, ground) in grounds(40..56, 3) {
        let unit = i64::from(ground.potential.unit());
        for push in 0..ground.board.pushes().len() {
            let [before, after] = ends(&ground, push).map(|state| plain_height(&ground, &state));
            let waste = ground.potential.waste(push);
            let (Some(after), Some(waste)) = (after, waste) else {
                assert_eq!((after, waste), (None, None), "seed {seed}, push {push}");
                continue;
            };
            let before = before.expect("a push away from it gets home");
            assert_eq!(i64::from(waste) * unit, 1 + after - before, "seed {seed}");
            wasting += usize::from(waste > 0);
        }
    }
    assert!(wasting > 100, "{wasting}");
}

#[test]
fn terminal_waste_is_the_least_of_any_end_with_the_player_there() {
    let mut positive = 0;
    for (seed, ground) in grounds(60..120, 3) {
        let (board, potential) = (&ground.board, &ground.potential);
        let prices: i64 = (0..board.goals().len())
            .map(|goal| potential.price(goal))
            .sum();
        for player in board.cells() {
            let goals = board.goals();
            let filled = (0..1u32 << goals.len())
                .filter(|mask| mask.count_ones() as usize == board.boxes().len());
            let ends = filled.map(|mask| {
                let within = goals.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                within.map(|(_, &goal)| goal).collect::<Vec<_>>()
            });
            let free = ends.filter(|boxes| !boxes.contains(&player));
            let wastes = free.map(|boxes| {
                let heights = boxes
                    .iter()
                    .map(|&goal| plain_height(&ground, &(vec![goal], player)).expect("it is home"));
                (-prices - heights.sum::<i64>()) / i64::from(potential.unit())
            });
            let Some(least) = wastes.min() else { continue };
            let told = potential.terminal_waste(board, &ground.distances, player);
            assert_eq!(i64::from(told), least, "seed {seed}, {player:?}");
            positive += usize::from(least > 0);
        }
    }
    assert!(positive > 10, "{positive}");
}

#[test]
fn spending_is_the_least_waste_of_lone_boxes_up_to_a_push() {
    let mut paid = 0;
    for (seed, ground) in grounds(100..116, 2) {
        let (board, potential) = (&ground.board, &ground.potential);
        let told = spending::least_after(board, &ground.distances, potential);
        let plain = plain_spending(&ground);
        for (push, told) in told.into_iter().enumerate() {
            let [before, _] = ends(&ground, push);
            let waste = potential.waste(push).map(usize::from);
            let least = plain.get(&before).and_then(|least| Some(least + waste?));
            assert_eq!(told, least, "seed {seed}, push {push}");
            paid += usize::from(least.is_some_and(|units| units > 0));
        }
    }
    assert!(paid > 100, "{paid}");
}

/// By state of one box: the least waste to it, by relaxing all pushes until nothing changes.
fn plain_spending(ground: &Ground) -> BTreeMap<State, usize> {
    let start = |boxes: Vec<Cell>| (named(&ground.board, ground.start_of(&boxes)), 0);
    let mut known: BTreeMap<State, usize> = ground.subsets(1).into_iter().map(start).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (state, units) in known.clone() {
            for (push, after) in pushes(&ground.board, &state) {
                let Some(waste) = ground.potential.waste(push) else {
                    continue;
                };
                let (after, sum) = (named(&ground.board, after), units + usize::from(waste));
                if known.get(&after).is_none_or(|&known| sum < known) {
                    known.insert(after, sum);
                    changed = true;
                }
            }
        }
    }
    known
}
