//! Searches that store one position of each class, on boards made symmetric, against plain search without pruning.

#[expect(dead_code, reason = "only the minimum is asked for here")]
mod common;

use std::collections::HashSet;

use common::oracle::{Truth, fewest_pushes};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::board::Board;
use sokosat::certify;
use sokosat::distance::Distances;
use sokosat::generate::{Shape, random_level};
use sokosat::level::{Level, Symmetry};
use sokosat::limits::Limits;
use sokosat::search::astar::{AStarOptions, a_star};
use sokosat::search::bestfirst::Space;
use sokosat::search::bfs::{Options, breadth_first};
use sokosat::search::deepening::deepening;
use sokosat::search::idastar::Settings;
use sokosat::search::prune::{Prune, Rule};
use sokosat::search::symmetric::Symmetric;
use sokosat::search::{Outcome, Verdict};
use sokosat::solution::write_lurd;
use sokosat::symmetry::turns;

const MOST_POSITIONS: usize = 6000;

#[derive(Debug, Clone, Copy)]
enum Core {
    Bfs,
    AStar(Prune),
    IdaStar(Prune),
}

/// The images of a square of a room under the symmetries that a kind of board has.
fn images(kind: u64, (x, y): (usize, usize), side: usize) -> Vec<(usize, usize)> {
    let end = side - 1;
    let half_turn = [(x, y), (end - x, end - y)];
    match kind % 4 {
        0 => vec![(x, y), (end - x, y)],
        1 => half_turn.to_vec(),
        2 => vec![(x, y), (y, x)],
        _ => {
            let mirrored = [(end - x, y), (x, end - y)];
            let four = half_turn.into_iter().chain(mirrored);
            four.flat_map(|(x, y)| [(x, y), (y, x)]).collect()
        }
    }
}

/// What a square room is made of; walls and goals may be a few more.
#[derive(Debug, Clone, Copy)]
struct Room {
    side: usize,
    walls: usize,
    boxes: usize,
}

/// A room with walls and goals made symmetric, boxes and player anywhere.
fn symmetric_level(seed: u64, room: Room) -> Level {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let Room { side, walls, boxes } = room;
    let mut squares = vec![vec![' '; side]; side];
    for (count, symbol) in [(walls, '#'), (boxes, '.')] {
        let mut drawn = 0;
        while drawn < count {
            let any = (rng.random_range(0..side), rng.random_range(0..side));
            for (x, y) in images(seed, any, side) {
                drawn += usize::from(squares[y][x] != symbol);
                squares[y][x] = symbol;
            }
        }
    }
    for _ in 0..boxes {
        let (x, y) = (rng.random_range(1..side - 1), rng.random_range(1..side - 1));
        squares[y][x] = match squares[y][x] {
            ' ' => '$',
            '.' => '*',
            other => other,
        };
    }
    let (x, y) = (rng.random_range(0..side), rng.random_range(0..side));
    squares[y][x] = if squares[y][x] == '.' { '+' } else { '@' };
    let wall = "#".repeat(side + 2);
    let rows = squares.iter();
    let rows = rows.map(|row| format!("#{}#", String::from_iter(row)));
    let rows = std::iter::once(wall.clone()).chain(rows).chain([wall]);
    Level::from_rows(&rows.collect::<Vec<_>>())
}

/// Levels on boards with a symmetry.
fn symmetric_levels(count: u64, room: impl Fn(u64) -> Room) -> impl Iterator<Item = Level> {
    let all = (0..count).map(move |seed| symmetric_level(seed, room(seed)));
    all.filter(|level| Board::new(level).is_ok_and(|board| !turns(&board).is_empty()))
}

/// Small ones, with what plain search says.
fn levels(count: u64) -> impl Iterator<Item = (Level, Truth)> {
    let pick = |from: u64, number: u64| usize::try_from(from + number).expect("it is small");
    let room = move |seed: u64| {
        let side = pick(4, seed / 4 % 3);
        Room {
            side,
            walls: pick(0, seed / 12 % 5),
            boxes: 1 + pick(0, seed / 5) % (8 - side),
        }
    };
    symmetric_levels(count, room)
        .map(|level| {
            let truth = fewest_pushes(&level.to_string(), MOST_POSITIONS);
            (level, truth)
        })
        .filter(|&(_, truth)| truth != Truth::TooLarge)
}

/// Runs a core without limits; a plan that it finds is replayed.
fn run(core: Core, level: &Level) -> Outcome {
    run_below(core, level, None)
}

/// The same for plans of fewer pushes than a ceiling; breadth-first search heeds none.
fn run_below(core: Core, level: &Level, ceiling: Option<u32>) -> Outcome {
    let board = Board::new(level).expect("only playable levels are used");
    let limits = Limits::none();
    let distances = Distances::new(&board, &limits).expect("no limits are set");
    let report = &mut |_| ();
    let outcome = match core {
        Core::Bfs => breadth_first(&board, &distances, Options::default(), &limits, report),
        Core::AStar(prune) => {
            let mut options = AStarOptions {
                prune,
                ..AStarOptions::default()
            };
            options.settings.ceiling = ceiling;
            a_star(&board, &distances, &options, &limits, report)
        }
        Core::IdaStar(prune) => {
            let settings = Settings {
                table_bytes: 1 << 22,
                ceiling,
            };
            deepening(&board, &distances, (settings, prune), &limits, report)
        }
    };
    if let Verdict::Solved(plan) = &outcome.verdict {
        let planned: Vec<_> = plan.iter().map(|&push| push.into()).collect();
        let lurd = write_lurd(&board, &planned).expect("a plan is legal");
        let verified = certify::replay(level, &lurd).expect("a plan solves the level");
        assert_eq!(verified.pushes(), plan.len(), "{core:?}\n{level}");
        assert_eq!(
            outcome.lower_bound as usize,
            plan.len(),
            "{core:?}\n{level}"
        );
    }
    outcome
}

fn truth(outcome: &Outcome) -> Truth {
    match &outcome.verdict {
        Verdict::Solved(plan) => Truth::Pushes(plan.len()),
        Verdict::Exhausted => Truth::Unsolvable,
        Verdict::Stopped(stop) => panic!("no limits are set, but {stop}"),
    }
}

fn cores() -> [Core; 6] {
    let alone = Prune::NONE.with(Rule::Symmetry);
    [
        Core::Bfs,
        Core::AStar(Prune::all()),
        Core::AStar(alone),
        Core::AStar(alone.with(Rule::Corral)),
        Core::IdaStar(Prune::all()),
        Core::IdaStar(alone),
    ]
}

#[test]
fn searches_of_classes_find_the_minimum_of_plain_search() {
    let (mut solved, mut unsolvable) = (0, 0);
    for (level, expected) in levels(700) {
        for core in cores() {
            assert_eq!(truth(&run(core, &level)), expected, "{core:?}\n{level}");
        }
        match expected {
            Truth::Pushes(pushes) => solved += usize::from(pushes > 1),
            _ => unsolvable += 1,
        }
    }
    assert!(solved > 100 && unsolvable > 50, "{solved} and {unsolvable}");
}

#[test]
fn all_images_of_a_level_have_one_minimum() {
    for (level, expected) in levels(80) {
        for symmetry in Symmetry::ALL {
            let image = level.transformed(symmetry);
            for core in cores() {
                assert_eq!(truth(&run(core, &image)), expected, "{core:?}\n{image}");
            }
        }
    }
}

/// The number of positions that a space reaches from its start.
fn reached(level: &Level, prune: Prune) -> usize {
    let board = Board::new(level).expect("only playable levels are used");
    let distances = Distances::new(&board, &Limits::none()).expect("no limits are set");
    let space = Symmetric::new(&board, &distances, prune, &Limits::none());
    let mut space = space.expect("no limits are set");
    let mut key = vec![0; space.words()];
    space.start(&mut key);
    let mut seen = HashSet::from([key.clone()]);
    let mut todo = vec![key.clone()];
    while let Some(next) = todo.pop() {
        space.load(&next);
        space.expand();
        while space.step(&mut key) {
            if seen.insert(key.clone()) {
                todo.push(key.clone());
            }
        }
    }
    seen.len()
}

#[test]
fn a_symmetric_board_has_fewer_classes_than_positions_and_at_least_an_eighth() {
    let room = |_| Room {
        side: 6,
        walls: 3,
        boxes: 3,
    };
    let (mut classes, mut positions) = (0, 0);
    // A dead box at the start has no key.
    let has_key = |level: &Level| run(Core::Bfs, level).stored > 0;
    for level in symmetric_levels(40, room).filter(has_key) {
        let with = reached(&level, Prune::NONE.with(Rule::Symmetry));
        let without = reached(&level, Prune::NONE);
        assert!(with <= without && without <= 8 * with, "{level}");
        classes += with;
        positions += without;
    }
    assert!(5 * classes < 3 * positions, "{classes} of {positions}");
}

#[test]
fn searches_below_the_minimum_look_at_fewer_positions() {
    let room = |_| Room {
        side: 7,
        walls: 6,
        boxes: 4,
    };
    let freeze = Prune::NONE.with(Rule::Freeze);
    let (mut stored, mut expanded) = ([0, 0], [0, 0]);
    for level in symmetric_levels(100, room) {
        let Truth::Pushes(least) = truth(&run(Core::Bfs, &level)) else {
            continue;
        };
        // Nothing is found below the minimum: all that lies below it is stored, in whatever order.
        let below = |core| run_below(core, &level, u32::try_from(least).ok());
        for (place, prune) in [freeze.with(Rule::Symmetry), freeze]
            .into_iter()
            .enumerate()
        {
            stored[place] += below(Core::AStar(prune)).stored;
            expanded[place] += below(Core::IdaStar(prune)).expanded;
        }
    }
    assert!(10 * stored[0] < 9 * stored[1], "{stored:?}");
    assert!(10 * expanded[0] < 9 * expanded[1], "{expanded:?}");
}

#[test]
fn a_niche_that_breaks_a_symmetry_costs_breadth_first_search_as_many_positions_again() {
    let with_niches = |right: &str| {
        let middle = format!("#          {right}");
        let rows = [
            "##############",
            "##         ###",
            &middle,
            "## $     $ ###",
            "##    .    ###",
            "## $  .  @ ###",
            "##    .    ###",
            "##         ###",
            "##############",
        ];
        Level::from_rows(&rows)
    };
    // No box gets into the niches, so the player's one step more changes nothing else.
    let (same, deeper) = (with_niches(" ##"), with_niches("  #"));
    let [same, deeper] = [same, deeper].map(|level| run(Core::Bfs, &level));
    assert_eq!(truth(&same), truth(&deeper));
    assert!(same.stored > 1000 && 9 * same.stored < 5 * deeper.stored);
}

#[test]
fn a_board_without_a_symmetry_is_searched_as_before() {
    let mut compared = 0;
    for seed in 0..150_u32 {
        let shape = Shape {
            width: 7,
            height: 6,
            boxes: 1 + (seed % 3) as usize,
            spare_goals: 0,
            walls_percent: 20,
        };
        let Ok(level) = random_level(seed.into(), &shape) else {
            continue;
        };
        if !Board::new(&level).is_ok_and(|board| turns(&board).is_empty()) {
            continue;
        }
        let without = Prune::all().without(Rule::Symmetry);
        for core in [Core::AStar, Core::IdaStar] {
            assert_eq!(run(core(Prune::all()), &level), run(core(without), &level));
        }
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}
