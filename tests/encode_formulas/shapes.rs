//! Shapes of clauses and the waste counter, each tried on all small inputs.

use itertools::Itertools;
use sokosat::cnf::{ClauseSink, Formula, Kind, Lit, Rule};
use sokosat::encode::vars::{Moment, Step};
use sokosat::encode::waste;

use super::solver::model;

static RULE: Rule = Rule {
    name: "test",
    kind: Kind::Hard,
    sentence: "For tests.",
};

#[test]
fn at_most_one_allows_just_the_right_assignments() {
    for n in 0..=8_u32 {
        let mut formula = Formula::default();
        let lits: Vec<Lit> = (0..n).map(|_| formula.fresh()).collect();
        formula.at_most_one(&RULE, &lits);
        for bits in 0..1_u32 << n {
            let value = |(i, &lit): (usize, &Lit)| if bits >> i & 1 == 1 { lit } else { !lit };
            let facts: Vec<Lit> = lits.iter().enumerate().map(value).collect();
            let allowed = model(&formula, &facts).is_some();
            assert_eq!(allowed, bits.count_ones() <= 1, "{n} literals, {bits:b}");
        }
    }
}

/// A counter of `steps` steps over pushes that waste 0, 1, 2, 3 units, or for ever.
struct Counter {
    formula: Formula,
    pushes: Vec<Vec<Lit>>,
    spent: Vec<Lit>,
}

const WASTES: [Option<usize>; 5] = [Some(0), Some(1), Some(2), Some(3), None];

fn counter(steps: usize, capacity: usize) -> Counter {
    let mut formula = Formula::default();
    let moment = |formula: &mut Formula| Moment {
        boxes: Vec::new(),
        spent: waste::spent(formula, capacity),
    };
    let mut before = moment(&mut formula);
    waste::nothing_spent(&mut formula, &before);
    let mut pushes = Vec::new();
    for _ in 0..steps {
        let after = moment(&mut formula);
        let lits: Vec<Lit> = WASTES.iter().map(|_| formula.fresh()).collect();
        let mut step = Step {
            push: lits.iter().copied().map(Some).collect(),
            from: Vec::new(),
            behind: Vec::new(),
            walk: Vec::new(),
            idle: None,
            wastes: Vec::new(),
        };
        waste::count(
            &mut formula,
            |push| WASTES[push],
            &before,
            &mut step,
            &after,
        );
        pushes.push(lits);
        before = after;
    }
    let spent = before.spent;
    Counter {
        formula,
        pushes,
        spent,
    }
}

#[test]
fn the_waste_counter_counts_every_choice_of_pushes() {
    for (steps, capacity) in (0..=3).cartesian_product(0..=5) {
        let counter = counter(steps, capacity);
        let choices = (0..steps)
            .map(|_| 0..WASTES.len())
            .multi_cartesian_product();
        for choice in choices {
            let one = |(lits, &chosen): (&Vec<Lit>, &usize)| -> Vec<Lit> {
                let value = |(i, &lit): (usize, &Lit)| if i == chosen { lit } else { !lit };
                lits.iter().enumerate().map(value).collect()
            };
            let facts: Vec<Lit> = counter.pushes.iter().zip(&choice).flat_map(one).collect();
            let total: Option<usize> = choice.iter().map(|&chosen| WASTES[chosen]).sum();
            let found = model(&counter.formula, &facts);
            assert_eq!(
                found.is_some(),
                total.is_some_and(|total| total <= capacity),
                "{steps} steps, {capacity} units, {choice:?}"
            );
            if let (Some(model), Some(total)) = (found, total) {
                let spent = counter.spent.iter().filter(|&&lit| model.holds(lit));
                assert_eq!(spent.count(), total);
            }
        }
    }
}
