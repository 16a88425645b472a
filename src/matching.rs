//! Cheapest assignment of rows (boxes) to columns (goals), with dual prices.
//!
//! The Hungarian method by shortest augmenting paths (Jonker and Volgenant 1987): rows enter
//! one by one, each by a Dijkstra search over reduced costs. Costs are integers of either sign,
//! pairs may be forbidden, and there may be more columns than rows.
//!
//! *Prices* are exact integers: `row_potential[i] + column_potential[j] <= cost(i, j)` for every
//! allowed pair, with equality on matched pairs. Column prices are never above zero, and an
//! unmatched column has price zero; hence the cost is the sum of all prices, and they prove
//! that no assignment is cheaper.
//!
//! Cost: rows^2 x columns steps at worst; the closure is asked once a row and search step.

use crate::limits::{Limits, Stop};

/// A cheapest assignment and the prices that prove it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matching {
    /// Sum of the costs of the matched pairs.
    pub cost: i64,
    /// The column of each row.
    pub column_of_row: Vec<usize>,
    /// The price of each row.
    pub row_potential: Vec<i64>,
    /// The price of each column, zero or less; zero if unmatched.
    pub column_potential: Vec<i64>,
}

/// Finds a cheapest assignment of every row to a column of its own; none if there is no assignment.
///
/// `cost(i, j)` is the cost of row `i` on column `j`, below 2^40 either way; `None` forbids the
/// pair. Among equal assignments the answer is the same at every run.
///
/// # Errors
/// The limit that was reached.
pub fn cheapest_matching(
    rows: usize,
    columns: usize,
    cost: impl Fn(usize, usize) -> Option<i64>,
    limits: &Limits,
) -> Result<Option<Matching>, Stop> {
    if rows > columns {
        return Ok(None);
    }
    let mut search = Search::new(rows, columns, cost, limits);
    for row in 0..rows {
        if !search.add_row(row)? {
            return Ok(None);
        }
    }
    Ok(Some(search.finish()))
}

/// Work between two looks at the limits, in pairs.
const WORK: usize = 100_000;

struct Search<'a, C> {
    cost: C,
    limits: &'a Limits,
    work: usize,
    row_potential: Vec<i64>,
    column_potential: Vec<i64>,
    row_of_column: Vec<Option<usize>>,
    /// Reduced length of the shortest alternating path to each column.
    length: Vec<Option<i64>>,
    /// The column before it on that path; none if the path starts here.
    previous: Vec<Option<usize>>,
    done: Vec<bool>,
}

impl<'a, C: Fn(usize, usize) -> Option<i64>> Search<'a, C> {
    fn new(rows: usize, columns: usize, cost: C, limits: &'a Limits) -> Self {
        Self {
            cost,
            limits,
            work: 0,
            row_potential: vec![0; rows],
            column_potential: vec![0; columns],
            row_of_column: vec![None; columns],
            length: vec![None; columns],
            previous: vec![None; columns],
            done: vec![false; columns],
        }
    }

    /// Matches one more row; false if that is impossible.
    fn add_row(&mut self, row: usize) -> Result<bool, Stop> {
        self.length.fill(None);
        self.done.fill(false);
        let mut at = (row, None, 0);
        loop {
            self.look_from(at.0, at.1, at.2)?;
            let Some((length, column)) = self.nearest() else {
                return Ok(false);
            };
            let Some(next) = self.row_of_column[column] else {
                self.reprice(row, length);
                self.augment(row, column);
                return Ok(true);
            };
            self.done[column] = true;
            at = (next, Some(column), length);
        }
    }

    /// Shortens the paths that go through `row`, which is reached by `column` at `length`.
    fn look_from(&mut self, row: usize, column: Option<usize>, length: i64) -> Result<(), Stop> {
        self.work += self.done.len();
        if self.work >= WORK {
            self.work = 0;
            self.limits.check()?;
        }
        for j in 0..self.done.len() {
            let Some(cost) = (self.cost)(row, j).filter(|_| !self.done[j]) else {
                continue;
            };
            let new = length + cost - self.row_potential[row] - self.column_potential[j];
            if self.length[j].is_none_or(|old| new < old) {
                self.length[j] = Some(new);
                self.previous[j] = column;
            }
        }
        Ok(())
    }

    /// The nearest column that is not done: its path length and number.
    fn nearest(&self) -> Option<(i64, usize)> {
        let open = self.length.iter().zip(&self.done).zip(0..);
        open.filter_map(|((length, done), j)| length.filter(|_| !done).map(|length| (length, j)))
            .min()
    }

    /// Moves prices so that the path of `length` and all matched pairs have reduced cost zero.
    fn reprice(&mut self, row: usize, length: i64) {
        self.row_potential[row] += length;
        for j in 0..self.done.len() {
            let (Some(own), true) = (self.length[j], self.done[j]) else {
                continue;
            };
            self.column_potential[j] -= length - own;
            if let Some(i) = self.row_of_column[j] {
                self.row_potential[i] += length - own;
            }
        }
    }

    /// Turns over the path that ends at the free `column`.
    fn augment(&mut self, row: usize, mut column: usize) {
        while let Some(before) = self.previous[column] {
            self.row_of_column[column] = self.row_of_column[before];
            column = before;
        }
        self.row_of_column[column] = Some(row);
    }

    fn finish(self) -> Matching {
        let mut column_of_row = vec![0; self.row_potential.len()];
        for (column, row) in self.row_of_column.iter().enumerate() {
            if let Some(row) = *row {
                column_of_row[row] = column;
            }
        }
        let prices = self.row_potential.iter().chain(&self.column_potential);
        Matching {
            cost: prices.sum(),
            column_of_row,
            row_potential: self.row_potential,
            column_potential: self.column_potential,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    type Costs = Vec<Vec<Option<i64>>>;

    fn random_costs(rng: &mut ChaCha8Rng) -> Costs {
        let rows = rng.random_range(0..5);
        let columns = rows + rng.random_range(0..3);
        let mut cost = || rng.random_bool(0.7).then(|| rng.random_range(-3..9));
        let mut row = || (0..columns).map(|_| cost()).collect();
        (0..rows).map(|_| row()).collect()
    }

    fn by_permutations(costs: &Costs, columns: usize) -> Option<i64> {
        let all = (0..columns).permutations(costs.len());
        let sums = all.filter_map(|columns| {
            let pairs = costs.iter().zip(columns);
            pairs.map(|(row, j)| row[j]).sum::<Option<i64>>()
        });
        sums.min()
    }

    fn solve(costs: &Costs, columns: usize) -> Option<Matching> {
        let cost = |i: usize, j: usize| costs[i][j];
        cheapest_matching(costs.len(), columns, cost, &Limits::none()).unwrap()
    }

    fn check_prices(costs: &Costs, matching: &Matching) {
        let mut sum = 0;
        for (i, row) in costs.iter().enumerate() {
            let column = matching.column_of_row[i];
            sum += row[column].unwrap();
            for (j, cost) in row.iter().enumerate() {
                let price = matching.row_potential[i] + matching.column_potential[j];
                assert!(cost.is_none_or(|cost| price <= cost));
                assert!(j != column || *cost == Some(price));
            }
        }
        assert_eq!(sum, matching.cost);
        assert!(matching.column_of_row.iter().all_unique());
        for (j, &price) in matching.column_potential.iter().enumerate() {
            assert!(price <= 0);
            assert!(price == 0 || matching.column_of_row.contains(&j));
        }
    }

    #[test]
    fn the_cost_equals_the_best_permutation_and_the_prices_prove_it() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut matched = 0;
        for _ in 0..3000 {
            let costs = random_costs(&mut rng);
            let columns = costs.first().map_or(2, Vec::len);
            let matching = solve(&costs, columns);
            let plain = by_permutations(&costs, columns);
            assert_eq!(matching.as_ref().map(|matching| matching.cost), plain);
            if let Some(matching) = matching {
                matched += 1;
                check_prices(&costs, &matching);
            }
        }
        assert!((1000..2900).contains(&matched), "{matched}");
    }

    #[test]
    fn more_rows_than_columns_have_no_matching() {
        assert_eq!(solve(&vec![vec![Some(0)], vec![Some(0)]], 1), None);
    }

    #[test]
    fn a_long_matching_stops_at_the_time_limit() {
        let limits = Limits::none().with_time(std::time::Duration::ZERO);
        let cost = |_, _| Some(0);
        assert_eq!(
            cheapest_matching(1000, 1000, cost, &limits),
            Err(Stop::Time)
        );
    }
}
