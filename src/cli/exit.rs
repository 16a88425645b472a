//! The exit codes, and how those of several levels become one.

use std::process::ExitCode;

/// How one question ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Answered yes: solved as asked, confirmed, written.
    Yes,
    /// Input that cannot be used.
    BadInput,
    /// A claim or a replay was refuted.
    Refuted,
    /// Proved: no solution.
    NoSolution,
    /// Not decided within the limits.
    Undecided,
}

/// The order in which several levels are summed up: the first of these that occurs.
const RANK: [Exit; 5] = [
    Exit::BadInput,
    Exit::Undecided,
    Exit::NoSolution,
    Exit::Refuted,
    Exit::Yes,
];

impl Exit {
    /// The exit code of several questions.
    pub(crate) fn of_all(exits: &[Self]) -> Self {
        RANK.into_iter()
            .find(|exit| exits.contains(exit))
            .unwrap_or(Self::Yes)
    }

    /// The code as documented.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Yes => 0,
            Self::BadInput => 1,
            Self::Refuted => 3,
            Self::NoSolution => 20,
            Self::Undecided => 30,
        }
    }

    /// The code in the convention of SAT solvers: 10 solved, 20 unsolvable, 0 unknown.
    pub(crate) fn sat_code(self) -> u8 {
        match self {
            Self::Yes => 10,
            Self::Undecided => 0,
            other => other.code(),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::Exit::{BadInput, NoSolution, Undecided, Yes};
    use super::*;

    #[test]
    fn the_worst_of_several_levels_counts() {
        assert_eq!(Exit::of_all(&[Yes, NoSolution, Yes]), NoSolution);
        assert_eq!(Exit::of_all(&[Yes, NoSolution, Undecided]), Undecided);
        assert_eq!(Exit::of_all(&[Undecided, BadInput]), BadInput);
        assert_eq!(Exit::of_all(&[Yes, Yes]), Yes);
    }

    #[test]
    fn sat_codes_swap_solved_and_unknown() {
        assert_eq!(
            [Yes, NoSolution, Undecided, BadInput].map(Exit::sat_code),
            [10, 20, 0, 1]
        );
    }
}
