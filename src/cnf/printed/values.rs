//! The values of a model as they are printed, one literal after another up to a 0.
//!
//! One byte a variable, of those up to the largest one seen.

use super::{Printed, PrintedFault};
use crate::cnf::{Lit, Model};

/// Values so far.
pub(super) struct Values {
    variables: u32,
    /// By variable, counted from one; entry 0 is not used.
    value: Vec<Option<bool>>,
    given: u32,
    closed: bool,
}

impl Values {
    /// No values of the variables 1 to `variables`.
    pub(super) fn new(variables: u32) -> Self {
        Self {
            variables,
            value: Vec::new(),
            given: 0,
            closed: false,
        }
    }

    /// Whether any variable has a value.
    pub(super) fn any(&self) -> bool {
        self.given > 0
    }

    /// Takes one printed word.
    pub(super) fn take(&mut self, word: &[u8]) -> Result<(), PrintedFault> {
        let foreign = || PrintedFault::BadLiteral(word.escape_ascii().to_string());
        let number = number(word).ok_or_else(foreign)?;
        if self.closed {
            return Err(PrintedFault::AfterEnd);
        }
        match Lit::from_dimacs(number) {
            None => self.closed = true,
            Some(lit) if lit.var() > self.variables => {
                return Err(PrintedFault::Foreign(number, self.variables));
            }
            Some(lit) => self.set(lit)?,
        }
        Ok(())
    }

    fn set(&mut self, lit: Lit) -> Result<(), PrintedFault> {
        let index = lit.var() as usize;
        if index >= self.value.len() {
            self.value.resize(index + 1, None);
        }
        match self.value[index].replace(lit.is_positive()) {
            None => self.given += 1,
            Some(before) if before == lit.is_positive() => {}
            Some(_) => return Err(PrintedFault::Contradictory(lit.var())),
        }
        Ok(())
    }

    /// The model, if it was printed to its end; a formula without variables needs none.
    pub(super) fn model(self) -> Result<Printed, PrintedFault> {
        if !self.closed && self.given > 0 {
            return Err(PrintedFault::Truncated);
        }
        if !self.closed && self.variables > 0 {
            return Err(PrintedFault::NoModel);
        }
        let lits = (1..).zip(self.value.iter().skip(1));
        let lits = lits.filter(|(_, value)| **value == Some(true));
        Ok(Printed::Sat {
            model: Model::new(lits.filter_map(|(var, _)| Lit::from_dimacs(var))),
            missing: self.variables - self.given,
        })
    }
}

/// A number in plain spelling: no plus sign, no leading zero, no `-0`, no smallest number of all.
fn number(word: &[u8]) -> Option<i32> {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let plain = word == b"0"
        || digits
            .first()
            .is_some_and(|digit| (b'1'..=b'9').contains(digit));
    let number: i32 = std::str::from_utf8(word).ok()?.parse().ok()?;
    (plain && number != i32::MIN).then_some(number)
}
