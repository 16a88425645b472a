//! Collections as text: XSB and run-length boards with notes between them (`.xsb`, `.sok`, `.txt`).
//!
//! A board runs from its first row to the first line that is none: a blank line, a note, a
//! comment. Which lines are rows is decided in [`line`](super::line), whom a note belongs to in
//! [`notes`](super::notes). Reading is linear in the text.

use super::line::{self, Budget, Line, Row};
use super::notes::{self, Notes};
use super::{Level, Place};

/// Reads the levels of a text, and stops when there are more than `most`.
pub(super) fn read(text: &str, most: usize) -> Vec<Level> {
    let lines = split(text);
    let mut reader = Reader {
        levels: Vec::new(),
        in_board: false,
        notes: Notes::default(),
        budget: Budget::new(),
    };
    let mut at = 0;
    while let Some(line) = lines.get(at)
        && reader.levels.len() <= most
    {
        let below = lines.get(at + 1).copied().unwrap_or("");
        at = if let Some(end) = comment_end(&lines, at) {
            reader.end_board();
            end + 1
        } else {
            reader.line(at + 1, line, below);
            at + 1
        };
    }
    reader.end_board();
    reader.notes.blank(reader.levels.last_mut());
    reader.levels
}

/// The lines of a text, ended by LF, CR LF or CR alone.
///
/// Where every line ends in CR CR LF, as a transfer that converts twice leaves it, that is one end.
fn split(text: &str) -> Vec<&str> {
    let text = text.trim_end_matches('\u{1a}');
    let is_doubled = text.matches('\n').count() == text.matches("\r\r\n").count();
    let end = if is_doubled { "\r\r" } else { "\r" };
    let bare = |line| str::trim_start_matches(line, '\u{feff}');
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let line = line.strip_suffix(end).unwrap_or(line);
        lines.extend(line.split('\r').map(bare));
    }
    lines
}

/// The line that ends a comment block opened at line `at`, if one does before the next opens.
fn comment_end(lines: &[&str], at: usize) -> Option<usize> {
    if !opens_comment(lines[at]) {
        return None;
    }
    let mut rest = (at + 1..lines.len()).zip(&lines[at + 1..]);
    let (end, line) = rest.find(|(_, line)| closes_comment(line) || opens_comment(line))?;
    closes_comment(line).then_some(end)
}

fn opens_comment(line: &str) -> bool {
    matches!(notes::key(line), Some(("comment" | "comments", _)))
}

fn closes_comment(line: &str) -> bool {
    let plain = |symbol: &char| !matches!(symbol, ' ' | '-' | '_' | '\t');
    let start = line.chars().filter(plain).take(10);
    start
        .map(|symbol| symbol.to_ascii_lowercase())
        .eq("commentend".chars())
}

struct Reader {
    levels: Vec<Level>,
    /// Whether the last level may still get rows.
    in_board: bool,
    notes: Notes,
    budget: Budget,
}

impl Reader {
    fn line(&mut self, number: usize, text: &str, below: &str) {
        let below = (!self.in_board).then_some(below);
        match line::read(text, below, &mut self.budget) {
            Line::Blank => {
                self.end_board();
                self.notes.blank(self.levels.last_mut());
            }
            Line::Text => {
                self.end_board();
                self.notes.text(text, self.levels.last_mut());
            }
            row => add(
                self.board(),
                Place {
                    line: number,
                    column: 1,
                },
                row,
            ),
        }
    }

    /// The board that is being read; a new one if there is none.
    fn board(&mut self) -> &mut Level {
        if !self.in_board {
            let mut level = Level::empty();
            level.number = self.levels.len() + 1;
            self.notes.begin(&mut level);
            self.levels.push(level);
            self.in_board = true;
        }
        self.levels
            .last_mut()
            .expect("a board being read is the last level")
    }

    fn end_board(&mut self) {
        if std::mem::take(&mut self.in_board)
            && let Some(level) = self.levels.last_mut()
        {
            level.trim_rows();
        }
    }
}

/// Adds to a level what was read from a text that begins at a place of the file.
pub(super) fn add(level: &mut Level, start: Place, read: Line) {
    let before = u32::try_from(start.column - 1).unwrap_or(u32::MAX);
    let shift = |mut row: Row| {
        for (_, column) in &mut row {
            *column = column.saturating_add(before);
        }
        row
    };
    match read {
        Line::Blank | Line::Text => level.push_row(start.line, &[]),
        Line::Rows(rows) => {
            for row in rows {
                level.push_row(start.line, &shift(row));
            }
        }
        Line::Broken(row, fault) => {
            level.push_row(start.line, &shift(row));
            let place = Place {
                line: start.line,
                column: fault.at.saturating_add(before) as usize,
            };
            level.mark(place, format!("{} in a row of the board", fault.cause));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_every_known_way() {
        assert_eq!(split("a\nb\r\nc\rd\n"), ["a", "b", "c", "d", ""]);
        assert_eq!(split("a\r\r\nb\r\r\n"), ["a", "b", ""]);
        assert_eq!(split("a\r\rb\r"), ["a", "", "b", ""]);
        assert_eq!(split("a\r\r\nb\n"), ["a", "", "b", ""]);
        assert_eq!(split("\u{feff}a\u{1a}"), ["a"]);
    }

    #[test]
    fn the_end_of_a_comment_is_known_in_its_spellings() {
        for line in [
            "Comment-End:",
            "comment_end",
            " Comment End : ",
            "COMMENTEND",
        ] {
            assert!(closes_comment(line), "{line}");
        }
        assert!(!closes_comment("Comment: end") && !closes_comment("commend-"));
    }

    #[test]
    fn blank_lines_and_comments_end_a_board() {
        let count = |text| read(text, 99).len();
        assert_eq!(count("###\n#@#\n###\n\n###\n#@#\n"), 2);
        assert_eq!(count("###\n#@#\n; 2\n###\n#@#\n"), 2);
        assert_eq!(count("###\n#@#\n---\n# #\n###\n"), 1);
        assert_eq!(count("#\n\n#\n\n#\n"), 3);
    }
}
