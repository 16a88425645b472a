//! Separators by trying all sets of cells, and cuts by plain floods.

use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::board::{Board, Cell};
use sokosat::cnf::{ClauseSink, Formula, Lit};
use sokosat::encode::cuts;
use sokosat::encode::separators::{Separator, separators};
use sokosat::encode::vars::{Moment, Step};
use sokosat::limits::Limits;
use sokosat::sat::on_demand::smallest_cut;

use crate::ground::grounds;
use crate::plain::walk;

/// Every set of up to `most` cells that parts the floor so that two parts touch all of it.
fn by_trying(board: &Board, most: usize) -> BTreeSet<Vec<Cell>> {
    let mut sets = vec![Vec::new()];
    let mut found = BTreeSet::new();
    while let Some(set) = sets.pop() {
        if parts(board, &set) {
            found.insert(set.clone());
        }
        if set.len() < most {
            let after = set.last().map_or(0, |cell: &Cell| cell.0 + 1);
            let more = board.cells().filter(|cell| cell.0 >= after);
            sets.extend(more.map(|cell| [&set[..], &[cell]].concat()));
        }
    }
    found
}

fn parts(board: &Board, set: &[Cell]) -> bool {
    let mut regions = BTreeSet::new();
    for cell in board.cells().filter(|cell| !set.contains(cell)) {
        regions.insert(walk(board, set, cell));
    }
    let touches = |region: &Vec<bool>| {
        set.iter()
            .all(|&cell| board.neighbours(cell).any(|next| region[next.index()]))
    };
    regions.into_iter().filter(touches).count() > 1
}

#[test]
fn the_separators_are_those_found_by_trying_all_sets() {
    let mut by_size = [0; 4];
    for (seed, ground) in grounds(0..40, 2) {
        let board = &ground.board;
        let found = separators(board, 3, &|_| true, &Limits::none()).unwrap();
        assert!(found.complete);
        let listed: BTreeSet<_> = found.list.iter().map(|one| one.cells.clone()).collect();
        assert_eq!(
            listed.len(),
            found.list.len(),
            "seed {seed}: one is listed twice"
        );
        assert_eq!(listed, by_trying(board, 3), "seed {seed}");
        for cells in &listed {
            by_size[cells.len()] += 1;
        }
    }
    assert!(by_size[1..].iter().all(|&count| count > 20), "{by_size:?}");
}

#[test]
fn separators_of_four_cells_are_complete_too() {
    let mut count = 0;
    for (seed, ground) in grounds(100..106, 2) {
        let found = separators(&ground.board, 4, &|_| true, &Limits::none()).unwrap();
        let listed: BTreeSet<_> = found.list.into_iter().map(|one| one.cells).collect();
        assert_eq!(listed, by_trying(&ground.board, 4), "seed {seed}");
        count += listed.iter().filter(|cells| cells.len() == 4).count();
    }
    assert!(count > 20, "{count}");
}

#[test]
fn a_smallest_cut_parts_player_and_pusher_and_no_smaller_set_of_boxes_does() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut counts = [0; 5];
    for (seed, ground) in grounds(200..240, 2) {
        let board = &ground.board;
        for _ in 0..10 {
            let boxes: BTreeSet<Cell> = board.cells().filter(|_| rng.random_bool(0.35)).collect();
            let free: Vec<Cell> = board.cells().filter(|cell| !boxes.contains(cell)).collect();
            if free.is_empty() {
                continue;
            }
            let mut pick = || free[rng.random_range(0..free.len())];
            let (from, to) = (pick(), pick());
            let cut = smallest_cut(board, &boxes, from, to);
            let all: Vec<Cell> = boxes.iter().copied().collect();
            assert_eq!(
                cut.is_empty(),
                walk(board, &all, from)[to.index()],
                "seed {seed}"
            );
            assert!(cut.iter().all(|cell| boxes.contains(cell)));
            assert!(
                cut.is_empty() || !walk(board, &cut, from)[to.index()],
                "seed {seed}"
            );
            for mask in 0..1u32 << all.len().min(12) {
                let chosen = all.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                let chosen: Vec<Cell> = chosen.map(|(_, &cell)| cell).collect();
                let smaller = chosen.len() < cut.len() && all.len() <= 12;
                assert!(
                    !smaller || walk(board, &chosen, from)[to.index()],
                    "seed {seed}"
                );
            }
            counts[cut.len().min(4)] += 1;
        }
    }
    assert!(counts[..4].iter().all(|&count| count > 5), "{counts:?}");
}

#[test]
fn clauses_of_a_cut_forbid_just_the_pushes_from_beyond_filled_separators() {
    let mut counts = [0, 0];
    for (seed, ground) in grounds(300..312, 2) {
        let board = &ground.board;
        let list = separators(board, 2, &|_| true, &Limits::none())
            .unwrap()
            .list;
        for separator in list.iter().step_by(3) {
            for (from, to) in ends(board, separator) {
                let allowed = allowed(board, &list, &separator.cells, (from, to));
                let legal = walk(board, &separator.cells, from)[to.index()];
                assert_eq!(
                    allowed, legal,
                    "seed {seed}, {separator:?}, {from:?} to {to:?}"
                );
                counts[usize::from(legal)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

fn ends(board: &Board, separator: &Separator) -> Vec<(Cell, Cell)> {
    let free = board.cells().filter(|cell| !separator.cells.contains(cell));
    let free: Vec<Cell> = free.step_by(2).collect();
    let pairs = free
        .iter()
        .flat_map(|&from| free.iter().map(move |&to| (from, to)));
    pairs.collect()
}

/// Whether the clauses allow a push made from `to` after one that left the player on `from`.
fn allowed(
    board: &Board,
    separators: &[Separator],
    boxes: &[Cell],
    (from, to): (Cell, Cell),
) -> bool {
    let mut formula = Formula::default();
    let mut some = || -> Vec<Lit> { board.cells().map(|_| formula.fresh()).collect() };
    let (holds, left, behind) = (some(), some(), some());
    let all = |lits: &[Lit]| lits.iter().copied().map(Some).collect();
    let blank = Step {
        push: Vec::new(),
        from: all(&left),
        behind: all(&behind),
        walk: Vec::new(),
        idle: None,
        wastes: Vec::new(),
    };
    let moment = Moment {
        boxes: all(&holds),
        spent: Vec::new(),
    };
    cuts::apply(&mut formula, separators, &blank, &blank, &moment);
    let mut solver = varisat::Solver::new();
    let add = |solver: &mut varisat::Solver, lits: &[Lit]| {
        let lits: Vec<_> = lits
            .iter()
            .map(|lit| varisat::Lit::from_dimacs(lit.dimacs() as isize))
            .collect();
        varisat::ExtendFormula::add_clause(solver, &lits);
    };
    formula.iter().for_each(|(_, lits)| add(&mut solver, lits));
    for cell in board.cells() {
        let facts = [
            (&holds, boxes.contains(&cell)),
            (&left, cell == from),
            (&behind, cell == to),
        ];
        for (lits, is) in facts {
            let lit = lits[cell.index()];
            add(&mut solver, &[if is { lit } else { !lit }]);
        }
    }
    let answer = solver.solve();
    answer.expect("varisat answers such small formulas")
}
