//! Tables of groups of boxes under fixed prices: bounds of *all* positions of small levels against plain search.

#[expect(dead_code, reason = "only the minimum is asked for here")]
mod common;

use std::collections::HashMap;

use common::oracle::{Truth, fewest_pushes};
use sokosat::board::{Board, Cell};
use sokosat::bound::{StartBound, start_bound};
use sokosat::distance::{Distances, LoneState};
use sokosat::generate::{Shape, pulled_level, random_level};
use sokosat::heuristic::groups::Groups;
use sokosat::level::{Level, Symmetry};
use sokosat::limits::{Limits, Stop};
use sokosat::search::Verdict;
use sokosat::search::astar::{AStarOptions, a_star};
use sokosat::search::bestfirst::Space;
use sokosat::search::prune::Prune;
use sokosat::search::pushes::Pushes;
use sokosat::state::Layout;

/// Positions that a search is allowed to store.
const MOST_POSITIONS: usize = 2500;

/// A position, and the fewest pushes from it if there is a plan.
type Told = (Vec<u64>, Option<u32>);

fn levels(boxes: usize, seeds: u32) -> impl Iterator<Item = Level> {
    (0..seeds).filter_map(move |seed| {
        let shape = Shape {
            width: 6 + (seed % 3) as usize,
            height: 6 + (seed % 2) as usize,
            boxes,
            spare_goals: 0,
            walls_percent: 15 + seed % 20,
        };
        let level = if seed % 4 == 0 {
            random_level(seed.into(), &shape).ok()?
        } else {
            pulled_level(seed.into(), &shape, 15).ok()?.level
        };
        let board = Board::new(&level).ok()?;
        let counted = board.boxes().len() == boxes && board.goals().len() == boxes;
        let distances = Distances::new(&board, &Limits::none()).ok()?;
        let start = start_bound(&board, &distances, &Limits::none()).ok()?;
        (counted && matches!(start, StartBound::Bound(_))).then_some(level)
    })
}

/// All positions that surviving pushes reach, with their true distances; none if there are too many.
fn positions(board: &Board, distances: &Distances) -> Option<Vec<Told>> {
    let mut space = Pushes::new(board, distances, Prune::NONE, &Limits::none()).ok()?;
    let mut start = vec![0; space.words()];
    space.start(&mut start)?;
    let mut number = HashMap::from([(start.clone(), 0)]);
    let mut keys = vec![start];
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut next = 0;
    while next < keys.len() {
        space.load(&keys[next].clone());
        space.expand();
        let mut child = vec![0; space.words()];
        while space.step(&mut child) {
            let id = *number.entry(child.clone()).or_insert_with(|| {
                keys.push(child.clone());
                before.push(Vec::new());
                keys.len() - 1
            });
            before[id].push(next);
        }
        if keys.len() > MOST_POSITIONS {
            return None;
        }
        next += 1;
    }
    let mut left = vec![None; keys.len()];
    let mut layer: Vec<usize> = (0..keys.len())
        .filter(|&id| space.is_end(&keys[id]))
        .collect();
    let mut pushes = 0;
    while !layer.is_empty() {
        layer.retain(|&id| left[id].is_none());
        for &id in &layer {
            left[id] = Some(pushes);
        }
        layer = layer.iter().flat_map(|&id| before[id].clone()).collect();
        pushes += 1;
    }
    Some(keys.into_iter().zip(left).collect())
}

/// The boxes of a position, their lone states, and the player.
fn seen(layout: &Layout, distances: &Distances, key: &[u64]) -> (Vec<Cell>, Vec<LoneState>, Cell) {
    let mut boxes = Vec::new();
    layout.read_boxes(key, &mut boxes);
    let player = layout.player(key);
    let state = |&cell: &Cell| distances.lone().state_of(cell, player);
    let states = boxes.iter().map(state).collect();
    (boxes, states, player)
}

/// Holds the bounds of groups of up to `most` boxes against the truth; counts bounds and those that are exact,
/// dead positions and those that are seen to be dead.
fn compare(level: &Level, most: usize) -> [usize; 4] {
    let board = Board::new(level).expect("only playable levels are used");
    let limits = Limits::none();
    let distances = Distances::new(&board, &limits).expect("no limits are set");
    let layout = Layout::new(&board, &distances);
    let mut counts = [0; 4];
    let Some(told) = positions(&board, &distances) else {
        return counts;
    };
    let solvable = told.iter().filter(|(_, left)| left.is_some());
    let sample: Vec<_> = solvable
        .step_by(5)
        .map(|(key, _)| seen(&layout, &distances, key).1)
        .collect();
    let made = Groups::new(&board, &distances, (&sample, most), &limits);
    let Some(mut groups) = made.expect("no limits are set") else {
        return counts;
    };
    for (key, left) in &told {
        let (boxes, states, player) = seen(&layout, &distances, key);
        let bound = groups.bound(&boxes, &states, player);
        match (bound, left) {
            (Some(bound), &Some(left)) => {
                assert!(
                    bound <= left,
                    "{bound} is more than {left}\n{level}\n{boxes:?}"
                );
                counts[0] += 1;
                counts[1] += usize::from(bound == left);
            }
            (None, Some(left)) => panic!("called dead with {left} pushes left\n{level}\n{boxes:?}"),
            (bound, None) => {
                counts[2] += 1;
                counts[3] += usize::from(bound.is_none());
            }
        }
    }
    counts
}

#[test]
fn bounds_of_groups_are_never_above_the_pushes_left_under_any_symmetry() {
    let mut sum = [0; 4];
    for level in levels(5, 16).chain(levels(3, 8)) {
        for symmetry in Symmetry::ALL {
            for most in [2, 3, 4] {
                let counts = compare(&level.transformed(symmetry), most);
                sum = std::array::from_fn(|i| sum[i] + counts[i]);
            }
        }
    }
    assert!(sum[0] > 2000 && sum[3] > 200, "{sum:?}");
}

#[test]
fn a_group_of_all_boxes_has_an_exact_bound() {
    let mut sum = [0; 4];
    for boxes in 2..5 {
        for level in levels(boxes, 60) {
            let counts = compare(&level, boxes);
            assert_eq!(counts[0], counts[1], "{level}");
            assert_eq!(counts[2], counts[3], "{level}");
            sum = std::array::from_fn(|i| sum[i] + counts[i]);
        }
    }
    assert!(sum[0] > 5000 && sum[2] > 1000, "{sum:?}");
}

#[test]
fn a_search_that_sharpens_its_bounds_agrees_with_plain_search() {
    let mut solved = 0;
    for level in levels(4, 100).chain(levels(6, 40)) {
        let truth = fewest_pushes(&level.to_string(), MOST_POSITIONS);
        let board = Board::new(&level).expect("only playable levels are used");
        let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
        for rules in ["matching,groups", "all"] {
            let mut options = AStarOptions {
                prune: rules.parse().expect("the rules exist"),
                ..AStarOptions::default()
            };
            options.settings.sharpen = &[1, 7, 40];
            let found = a_star(&board, &distances, &options, &Limits::none(), &mut |_| ());
            match (truth, found.verdict) {
                (Truth::Pushes(least), Verdict::Solved(plan)) => {
                    assert_eq!(plan.len(), least, "{level}");
                    assert_eq!(found.lower_bound as usize, least, "{level}");
                    solved += 1;
                }
                (Truth::Unsolvable, Verdict::Exhausted) | (Truth::TooLarge, _) => (),
                (truth, verdict) => panic!("{truth:?} but {verdict:?}\n{level}"),
            }
        }
    }
    assert!(solved > 100, "{solved}");
}

#[test]
fn tables_are_not_built_past_the_memory_limit() {
    let level = levels(4, 50).next().expect("some level is playable");
    let board = Board::new(&level).expect("only playable levels are used");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    let states = (0..4).map(|index| distances.start_state(&board, index));
    let sample = [states.collect()];
    let limits = Limits::none().with_memory(1);
    let made = Groups::new(&board, &distances, (&sample, 4), &limits);
    assert_eq!(made.err(), Some(Stop::Memory));
}
