//! The measures of a solution that players compare, after the definitions of `JSoko`.
//!
//! All but the box changes can be read off the letters; for those the replay says which pushes
//! move another box than the push before.

/// The measures of one solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Metrics {
    /// All letters, pushes included.
    pub moves: usize,
    /// Capital letters.
    pub pushes: usize,
    /// Runs of one capital: a box goes straight on without a pause.
    pub box_lines: usize,
    /// Pushes of another box than the push before; the first push counts.
    pub box_changes: usize,
    /// Runs of capitals, whatever their direction.
    pub pushing_sessions: usize,
    /// Runs of one letter, case ignored: the player goes straight on.
    pub player_lines: usize,
}

impl Metrics {
    /// Measures letters in which capitals are pushes; `box_changes` comes from the replay.
    pub(super) fn measure(lurd: &str, box_changes: usize) -> Self {
        let mut metrics = Self {
            box_changes,
            ..Self::default()
        };
        let mut last = ' ';
        for letter in lurd.chars() {
            metrics.moves += 1;
            metrics.player_lines += usize::from(!letter.eq_ignore_ascii_case(&last));
            if letter.is_ascii_uppercase() {
                metrics.pushes += 1;
                metrics.box_lines += usize::from(letter != last);
                metrics.pushing_sessions += usize::from(!last.is_ascii_uppercase());
            }
            last = letter;
        }
        metrics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moves, pushes, box lines, pushing sessions, player lines.
    fn measured(lurd: &str) -> [usize; 5] {
        let m = Metrics::measure(lurd, 7);
        assert_eq!(m.box_changes, 7);
        [
            m.moves,
            m.pushes,
            m.box_lines,
            m.pushing_sessions,
            m.player_lines,
        ]
    }

    #[test]
    fn nothing_measures_nothing() {
        assert_eq!(measured(""), [0; 5]);
    }

    #[test]
    fn a_line_of_the_player_may_begin_with_steps_and_end_with_pushes() {
        assert_eq!(measured("rrRR"), [4, 2, 1, 1, 1]);
    }

    #[test]
    fn a_turn_within_a_session_begins_another_box_line() {
        assert_eq!(measured("RRUU"), [4, 4, 2, 1, 2]);
    }

    #[test]
    fn a_step_between_pushes_ends_box_line_and_session() {
        assert_eq!(measured("RrR"), [3, 2, 2, 2, 1]);
        assert_eq!(measured("RluR"), [4, 2, 2, 2, 4]);
    }
}
