//! The walk's clauses against a plain flood, on boards small enough to try many positions.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::board::{Board, Cell};
use sokosat::cnf::{ClauseSink, Formula, Lit};
use sokosat::encode::vars::{Moment, Step};
use sokosat::encode::walk;

use super::game::{self, Ground};
use super::solver::model;

const BOARDS: [&[&str]; 4] = [
    &["#####", "#@ .#", "# $ #", "#   #", "#####"],
    &["######", "#@ .##", "# #$ #", "#    #", "######"],
    &["#######", "#@  $.#", "## # ##", "#     #", "#######"],
    &["######", "#@$ .#", "#    #", "# ## #", "#    #", "######"],
];

/// The walk between two pushes, free but for its own clauses.
struct Walk {
    formula: Formula,
    boxes: Vec<Lit>,
    player: Vec<Lit>,
    pusher: Vec<Lit>,
}

fn write(board: &Board) -> Walk {
    let mut formula = Formula::default();
    let mut fresh = || -> Vec<Lit> { board.cells().map(|_| formula.fresh()).collect() };
    let (boxes, player, pusher) = (fresh(), fresh(), fresh());
    let some = |lits: &[Lit]| lits.iter().copied().map(Some).collect();
    let blank = Step {
        push: Vec::new(),
        from: Vec::new(),
        behind: Vec::new(),
        walk: Vec::new(),
        idle: None,
        wastes: Vec::new(),
    };
    let previous = Step {
        from: some(&player),
        ..blank.clone()
    };
    let mut step = Step {
        behind: some(&pusher),
        ..blank
    };
    step.walk = walk::variables(&mut formula, board);
    let before = Moment {
        boxes: some(&boxes),
        spent: Vec::new(),
    };
    walk::walk(&mut formula, board, &previous, &step, &before);
    Walk {
        formula,
        boxes,
        player,
        pusher,
    }
}

fn value(lits: &[Lit], is_true: impl Fn(Cell) -> bool, cell: Cell) -> Lit {
    let lit = lits[cell.index()];
    if is_true(cell) { lit } else { !lit }
}

#[test]
fn a_walk_has_a_model_if_and_only_if_the_player_gets_there() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut counts = [0, 0];
    for rows in BOARDS {
        let board = Ground::of_rows(rows).board;
        let walk = write(&board);
        for _ in 0..700 {
            let cells: Vec<Cell> = board.cells().collect();
            let boxes: Vec<Cell> = board.cells().filter(|_| rng.random_bool(0.3)).collect();
            let mut pick = || cells[usize::from(rng.random_range(0..u16::MAX)) % cells.len()];
            let (player, pusher) = (pick(), pick());
            let facts = board.cells().flat_map(|cell| {
                [
                    value(&walk.boxes, |cell| boxes.contains(&cell), cell),
                    value(&walk.player, |cell| cell == player, cell),
                    value(&walk.pusher, |cell| cell == pusher, cell),
                ]
            });
            let facts: Vec<Lit> = facts.collect();
            let free = !boxes.contains(&player) && !boxes.contains(&pusher);
            let reached = free && game::walk(&board, &boxes, player, pusher).is_some();
            let found = model(&walk.formula, &facts).is_some();
            assert_eq!(found, reached, "{rows:?} {boxes:?} {player:?} {pusher:?}");
            counts[usize::from(reached)] += 1;
        }
    }
    assert!(counts[0] > 500 && counts[1] > 500, "{counts:?}");
}
