//! Clauses looked at one by one, each by the rule that a map names for it.

use super::super::dimacs::Cnf;
use super::fault::Fault;
use crate::limits::Limits;

/// A clause with its literals in rising order.
pub(super) struct Clause<'c> {
    pub(super) lits: &'c [i32],
}

impl Clause<'_> {
    /// Its negated variables.
    pub(super) fn negative(&self) -> &[i32] {
        &self.lits[..self.lits.partition_point(|&lit| lit < 0)]
    }

    /// Its variables that are not negated.
    pub(super) fn positive(&self) -> &[i32] {
        &self.lits[self.lits.partition_point(|&lit| lit < 0)..]
    }

    /// Whether a variable stands in it, or is absent and so false in every plan.
    pub(super) fn covers(&self, variable: u32) -> bool {
        let lit = i32::try_from(variable);
        variable == 0 || lit.is_ok_and(|lit| self.positive().binary_search(&lit).is_ok())
    }

    /// Whether the negation of a variable, which must be there, stands in it.
    pub(super) fn denies(&self, variable: u32) -> bool {
        let lit = i32::try_from(variable);
        variable != 0 && lit.is_ok_and(|lit| self.negative().binary_search(&-lit).is_ok())
    }
}

/// The clauses of a formula and the rules that its map names for them.
pub(super) struct Ruled<'a> {
    pub(super) cnf: &'a Cnf,
    /// Consecutive clauses of one rule.
    pub(super) runs: &'a [(String, u64)],
    /// Finds the line on which a clause begins, for the fault that names it.
    pub(super) line_of: &'a dyn Fn(usize) -> Option<u64>,
    pub(super) limits: &'a Limits,
}

/// How many clauses hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) clauses: u64,
    /// Clauses of rules that state the game; the others are lemmas.
    pub(super) hard: u64,
}

/// Clauses between two looks at the limits.
const PATIENCE: usize = 1 << 12;

impl Ruled<'_> {
    /// Sees that every clause holds by its rule.
    ///
    /// `rule` knows the rules by name, each with whether it states the game; `holds` applies one.
    pub(super) fn account<R>(
        &self,
        rule: impl Fn(&str) -> Option<(R, bool)>,
        holds: impl Fn(&R, &Clause) -> bool,
    ) -> Result<Tally, Fault> {
        let mut tally = Tally::default();
        let mut clauses = self.cnf.clauses().enumerate();
        let mut sorted = Vec::new();
        for (name, length) in self.runs {
            let Some((rule, hard)) = rule(name) else {
                let said = format!("clause {}: there is no rule '{name}'", tally.clauses + 1);
                return Err(Fault::refused(said));
            };
            for _ in 0..*length {
                let Some((index, lits)) = clauses.next() else {
                    return Err(Fault::refused(
                        "map.json has rules for more clauses than there are",
                    ));
                };
                if index % PATIENCE == 0 {
                    self.limits.check()?;
                }
                sorted.clear();
                sorted.extend_from_slice(lits);
                sorted.sort_unstable();
                if !holds(&rule, &Clause { lits: &sorted }) {
                    return Err(self.unaccounted(index, name, lits));
                }
                tally.clauses += 1;
                tally.hard += u64::from(hard);
            }
        }
        match clauses.next() {
            Some((index, _)) => Err(Fault::refused(format!(
                "clause {} follows no rule",
                index + 1
            ))),
            None => Ok(tally),
        }
    }

    fn unaccounted(&self, index: usize, rule: &str, lits: &[i32]) -> Fault {
        let shown = lits.iter().take(12).chain([&0]);
        let lits = shown.map(i32::to_string).collect::<Vec<_>>().join(" ");
        let line = (self.line_of)(index).map_or(String::new(), |line| format!(":{line}"));
        Fault::refused(format!(
            "formula.cnf{line}: clause {} ({lits}) is not accounted for by the rule '{rule}'",
            index + 1
        ))
    }
}
