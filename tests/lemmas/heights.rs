//! The sum of the heights: along any legal pushes it falls by one a push but for the waste.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::cnf::{ClauseSink, Formula, Lit, Model};
use sokosat::encode::heights::{Elapsed, Heights};
use sokosat::encode::vars::{Moment, Step};

use crate::ground::{Ground, grounds};
use crate::plain::{State, named, pushes};

/// The clauses of one moment, over variables for every cell.
struct Written {
    formula: Formula,
    boxes: Vec<Lit>,
    from: Vec<Lit>,
    spent: Vec<Lit>,
}

fn write(ground: &Ground, steps: usize, capacity: usize) -> Written {
    let mut formula = Formula::default();
    let mut some = |count| -> Vec<Lit> { (0..count).map(|_| formula.fresh()).collect() };
    let cells = ground.board.len();
    let (boxes, from, spent) = (some(cells), some(cells), some(capacity));
    let all = |lits: &[Lit]| lits.iter().copied().map(Some).collect();
    let step = Step {
        push: Vec::new(),
        from: all(&from),
        behind: Vec::new(),
        walk: Vec::new(),
        idle: None,
        wastes: Vec::new(),
    };
    let moment = Moment {
        boxes: all(&boxes),
        spent: spent.clone(),
    };
    let heights = Heights::new(&ground.board, &ground.distances, &ground.potential);
    let elapsed = Elapsed {
        steps,
        exactly: true,
    };
    heights.apply(&mut formula, (&step, &moment), elapsed);
    Written {
        formula,
        boxes,
        from,
        spent,
    }
}

/// Whether a state after so many pushes, with so many units spent, satisfies the clauses.
///
/// What the adders say follows by unit propagation, since the inputs are all known.
fn allows(ground: &Ground, written: &Written, (boxes, player): &State, spent: usize) -> bool {
    let sign = |lit: Lit, is: bool| if is { lit } else { !lit };
    let cells = ground.board.cells().flat_map(|cell| {
        let holds = sign(written.boxes[cell.index()], boxes.contains(&cell));
        [holds, sign(written.from[cell.index()], cell == *player)]
    });
    let counter = written.spent.iter().enumerate();
    let counter = counter.map(|(k, &lit)| sign(lit, spent > k));
    satisfiable(&written.formula, cells.chain(counter).collect())
}

fn satisfiable(formula: &Formula, facts: Vec<Lit>) -> bool {
    let mut known = vec![None; formula.variables() as usize + 1];
    let mut model = Model::default();
    let mut todo = facts;
    loop {
        for lit in todo.drain(..) {
            if known[lit.var() as usize] == Some(!lit.is_positive()) {
                return false;
            }
            known[lit.var() as usize] = Some(lit.is_positive());
            model.set(lit);
        }
        for (_, lits) in formula.iter() {
            let open = |lit: &&Lit| known[lit.var() as usize].is_none();
            let true_one = |lit: &Lit| known[lit.var() as usize] == Some(lit.is_positive());
            if lits.iter().any(true_one) {
                continue;
            }
            let mut unknown = lits.iter().filter(open);
            match (unknown.next(), unknown.next()) {
                (None, _) => return false,
                (Some(&lit), None) => todo.push(lit),
                _ => {}
            }
        }
        if todo.is_empty() {
            return known.iter().skip(1).all(Option::is_some);
        }
        todo.sort_unstable();
        todo.dedup();
    }
}

#[test]
fn only_the_waste_that_plain_pushes_made_satisfies_the_clauses() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut counts = [0, 0];
    for (seed, ground) in grounds(0..24, 3) {
        let unit = i64::from(ground.potential.unit());
        let mut state = ground.start();
        let Some(before) = ground.height(&state) else {
            continue;
        };
        for steps in 1..=10usize {
            let alive = |(_, after): &(usize, State)| ground.height(after).is_some();
            let mut next: Vec<_> = pushes(&ground.board, &state)
                .into_iter()
                .filter(alive)
                .collect();
            if next.is_empty() {
                break;
            }
            state = next.swap_remove(rng.random_range(0..next.len())).1;
            let wasted = ground.height(&state).unwrap() - before + i64::try_from(steps).unwrap();
            assert_eq!(wasted % unit, 0, "seed {seed}");
            let units = usize::try_from(wasted / unit).unwrap();
            let written = write(&ground, steps, units + 2);
            for spent in 0..=units + 2 {
                let allowed = allows(&ground, &written, &state, spent);
                assert_eq!(
                    allowed,
                    spent == units,
                    "seed {seed}, {steps} pushes, {spent} units"
                );
                counts[usize::from(allowed)] += 1;
            }
            // The player's cell matters in what follows, not its region.
            assert_eq!(named(&ground.board, state.clone()).0, state.0);
        }
    }
    assert!(counts[0] > 200 && counts[1] > 100, "{counts:?}");
}
