//! Frozen boxes as walls: bounds and deadlocks of positions met at random, against plain search.

#[expect(dead_code, reason = "only the minimum is asked for here")]
mod common;

use common::oracle::{Truth, fewest_pushes};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::board::{Board, Cell};
use sokosat::bound::{StartBound, start_bound};
use sokosat::distance::Distances;
use sokosat::level::Level;
use sokosat::limits::Limits;
use sokosat::search::bestfirst::Space;
use sokosat::search::prune::Prune;
use sokosat::search::pushes::Pushes;
use sokosat::state::Layout;

/// Positions that plain search is allowed to store.
const MOST_POSITIONS: usize = 3000;

/// The drawing of a position.
fn drawing(board: &Board, boxes: &[Cell], player: Cell) -> String {
    let mut rows = vec![vec!['#'; board.width()]; board.height()];
    for cell in board.cells() {
        let (x, y) = board.place(cell);
        let symbols = match (boxes.contains(&cell), cell == player) {
            (true, _) => ['$', '*'],
            (_, true) => ['@', '+'],
            _ => [' ', '.'],
        };
        rows[y][x] = symbols[usize::from(board.is_goal(cell))];
    }
    let rows = rows.into_iter().map(String::from_iter);
    rows.collect::<Vec<_>>().join("\n")
}

/// Walks at random from the start and holds the bounds of all positions met against the truth; counts
/// those where walls say more.
fn walk(board: &Board, rng: &mut ChaCha8Rng) -> [usize; 2] {
    let limits = Limits::none();
    let distances = Distances::new(board, &limits).expect("no limits are set");
    if !matches!(
        start_bound(board, &distances, &limits),
        Ok(StartBound::Bound(_))
    ) {
        return [0, 0];
    }
    let layout = Layout::new(board, &distances);
    let space = |rules: &str| {
        let rules: Prune = rules.parse().expect("the rules exist");
        Pushes::new(board, &distances, rules, &limits).expect("no limits are set")
    };
    // Without pairs and patterns, which see some of the same deadlocks.
    let mut with = space("freeze,matching,walls");
    let mut without = space("freeze,matching");
    let mut key = vec![0; with.words()];
    let (mut deadlocks, mut raised) = (0, 0);
    let mut alive = with.start(&mut key).is_some();
    for _ in 0..12 {
        if !alive {
            break;
        }
        let (bound, plain) = (with.load(&key), without.load(&key));
        let mut boxes = Vec::new();
        layout.read_boxes(&key, &mut boxes);
        let text = drawing(board, &boxes, layout.player(&key));
        match (fewest_pushes(&text, MOST_POSITIONS), bound) {
            (Truth::Pushes(least), Some(bound)) => assert!(bound as usize <= least, "{text}"),
            (Truth::Pushes(least), None) => panic!("called dead with {least} pushes left\n{text}"),
            _ => (),
        }
        raised += usize::from(bound > plain && plain.is_some());
        let mut children = Vec::new();
        let mut child = key.clone();
        with.expand();
        while with.step(&mut child) {
            children.push((child.clone(), with.bound()));
        }
        if children.is_empty() {
            break;
        }
        for (child, bound) in &children {
            let own = space("freeze,matching,walls").load(child);
            assert_eq!(*bound, own, "a child's bound is its own bound\n{text}");
            let mut boxes = Vec::new();
            layout.read_boxes(child, &mut boxes);
            if bound.is_none() && without.load(child).is_some() {
                let text = drawing(board, &boxes, layout.player(child));
                let truth = fewest_pushes(&text, MOST_POSITIONS);
                assert!(!matches!(truth, Truth::Pushes(_)), "not dead\n{text}");
                deadlocks += 1;
            }
        }
        let (next, bound) = children.swap_remove(rng.random_range(0..children.len()));
        alive = bound.is_some();
        key = next;
    }
    [deadlocks, raised]
}

/// A room full of walls, with boxes of which some stand on goals already: many are frozen there.
fn room(rng: &mut ChaCha8Rng, spare: usize) -> Option<Level> {
    let mut rows = vec![vec!['#'; 9]; 7];
    for row in &mut rows[1..6] {
        for square in &mut row[1..8] {
            *square = if rng.random_range(0..4) == 0 {
                '#'
            } else {
                ' '
            };
        }
    }
    let symbols = ['@', '*', '*', '$', '$', '.', '.', '.'];
    for &symbol in &symbols[..symbols.len() - 1 + spare] {
        rows[rng.random_range(1..6)][rng.random_range(1..8)] = symbol;
    }
    let rows = rows.into_iter().map(String::from_iter);
    let level = Level::from_rows(&rows.collect::<Vec<_>>());
    Board::new(&level).is_ok().then_some(level)
}

#[test]
fn walls_never_forbid_a_plan_and_bounds_stay_below_the_truth() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut sum = [0, 0];
    for seed in 0..1200 {
        let Some(level) = room(&mut rng, usize::from(seed % 4 == 0)) else {
            continue;
        };
        let board = Board::new(&level).expect("the room can be played");
        let [deadlocks, raised] = walk(&board, &mut rng);
        sum = [sum[0] + deadlocks, sum[1] + raised];
    }
    assert!(sum[0] > 50 && sum[1] > 5, "{sum:?} are too few to say much");
}
