//! What one line of a collection is: blank, rows of a board, or text.
//!
//! A line is judged by its symbols alone and by what stands around it. A line that is *nearly* a
//! row (it begins and ends with a wall, or most of it is board symbols) is a row with a fault:
//! the board stays whole and says what is wrong, instead of falling apart. Only prose is text.

use super::runs::{Cause, Fault};
use super::{Square, notes, rle};

/// Squares with the column of the symbol each comes from, trailing floor taken off.
pub(super) type Row = Vec<(Square, u32)>;

/// What a line is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Nothing, or blanks alone.
    Blank,
    /// One row, or more from a run-length code.
    Rows(Vec<Row>),
    /// A row that cannot be read as it stands; its squares are the part that can.
    Broken(Row, Fault<u32>),
    /// Anything else.
    Text,
}

/// The most squares that the counts and tabs of a file may make: more than any board that can be
/// solved has, and far from what memory holds.
const MAX_EXPANDED: usize = 4_000_000;

/// How many squares counts and tabs may still make.
#[derive(Debug)]
pub(super) struct Budget(usize);

impl Budget {
    /// The whole of it, for one file.
    pub(super) fn new() -> Self {
        Self(MAX_EXPANDED)
    }

    fn take(&mut self, squares: usize) {
        self.0 = self.0.saturating_sub(squares);
    }
}

/// Reads a line inside a board, or as what could be the first row of one.
///
/// `below` is the next line where no board has begun yet: a first row with a fault is told from a
/// heading by it.
pub(super) fn read(text: &str, below: Option<&str>, budget: &mut Budget) -> Line {
    let text = text.trim_end();
    let tally = Tally::of(text);
    let inside = below.is_none();
    if tally.drawn() == 0 {
        Line::Blank
    } else if tally.is_row(inside) {
        plain(text, budget)
    } else if tally.is_code(inside) {
        coded(text, &tally, inside, budget)
    } else if is_remark(text) || !tally.is_nearly_row(text, below) {
        Line::Text
    } else if tally.bars > 0 {
        coded(text, &tally, inside, budget)
    } else {
        plain(text, budget)
    }
}

/// Reads a line whose level is known to have it as a row, whatever it looks like.
pub(super) fn read_row(text: &str, budget: &mut Budget) -> Line {
    let text = text.trim_end();
    let tally = Tally::of(text);
    if tally.code > 0 && tally.foreign == 0 {
        coded(text, &tally, true, budget)
    } else {
        plain(text, budget)
    }
}

/// The symbols of a line with their columns; tabs go to the next multiple of eight.
pub(super) fn symbols(text: &str) -> impl Iterator<Item = (char, u32)> + '_ {
    let mut at = 0;
    text.chars().zip(1..).flat_map(move |(symbol, column)| {
        let (symbol, times) = if symbol == '\t' {
            (' ', 8 - at % 8)
        } else {
            (symbol, 1)
        };
        at += times;
        std::iter::repeat_n((symbol, column), times)
    })
}

fn plain(text: &str, budget: &mut Budget) -> Line {
    let wide = 8 * text.bytes().filter(|&byte| byte == b'\t').count();
    if wide > budget.0 {
        let cause = Cause::TooMany(MAX_EXPANDED);
        return Line::Broken(Row::new(), Fault { at: 1, cause });
    }
    budget.take(wide);
    let mut fault = None;
    let squares = symbols(text).map(|(symbol, at)| {
        let square = Square::read(symbol).unwrap_or_else(|| {
            let cause = Cause::Foreign(symbol);
            fault.get_or_insert(Fault { at, cause });
            Square::Floor
        });
        (square, at)
    });
    let row = trimmed(squares.collect());
    match fault {
        Some(fault) => Line::Broken(row, fault),
        None => Line::Rows(vec![row]),
    }
}

fn coded(text: &str, tally: &Tally, inside: bool, budget: &mut Budget) -> Line {
    match rle::rows(text, budget.0) {
        Ok(rows) => {
            let is_row = inside || tally.bars > 0 || rows.first().is_some_and(|row| row.len() >= 3);
            if !is_row {
                return Line::Text;
            }
            budget.take(rows.iter().map(Vec::len).sum());
            Line::Rows(rows.into_iter().map(trimmed).collect())
        }
        Err(mut fault) if rle::is_board_gone_wrong(&fault, text) => {
            if let Cause::TooMany(_) = fault.cause {
                fault.cause = Cause::TooMany(MAX_EXPANDED);
            }
            let read = |(symbol, column)| Some((Square::read(symbol)?, column));
            let row = symbols(text).filter_map(read).collect();
            Line::Broken(trimmed(row), fault)
        }
        Err(_) => Line::Text,
    }
}

fn trimmed(mut row: Row) -> Row {
    let last = row.iter().rposition(|&(square, _)| square != Square::Floor);
    row.truncate(last.map_or(0, |last| last + 1));
    row
}

/// Whether a line opens as a comment or a key does.
fn is_remark(text: &str) -> bool {
    text.trim_start().starts_with([';', '\'', '"', ':']) || notes::key(text).is_some()
}

/// The symbols of a line, counted by kind.
#[derive(Debug, Default)]
struct Tally {
    /// `#`
    walls: usize,
    /// The other signs `- _ . $ * @ +`.
    signs: usize,
    /// The letters `p P b B o`.
    letters: usize,
    /// Digits and brackets.
    code: usize,
    /// `|`
    bars: usize,
    /// Blanks.
    blanks: usize,
    /// All others.
    foreign: usize,
    /// Boxes and players by sign, which prose seldom has.
    telling: usize,
}

impl Tally {
    fn of(text: &str) -> Self {
        let mut tally = Self::default();
        for symbol in text.chars() {
            let kind = match symbol {
                '#' => &mut tally.walls,
                ' ' | '\t' => &mut tally.blanks,
                '.' | '-' | '_' | '$' | '*' | '@' | '+' => &mut tally.signs,
                '0'..='9' | '(' | ')' => &mut tally.code,
                '|' => &mut tally.bars,
                'p' | 'P' | 'b' | 'B' | 'o' => &mut tally.letters,
                blank if blank.is_whitespace() => &mut tally.blanks,
                _ => &mut tally.foreign,
            };
            *kind += 1;
            tally.telling += usize::from("$*@+".contains(symbol));
        }
        tally
    }

    /// All symbols but blanks.
    fn drawn(&self) -> usize {
        self.walls + self.signs + self.letters + self.code + self.bars + self.foreign
    }

    /// A row has a wall; inside a board the signs alone will do.
    fn is_row(&self, inside: bool) -> bool {
        let known = self.foreign + self.code + self.bars == 0;
        known && (self.walls > 0 || inside && self.letters == 0)
    }

    /// A run-length row has a wall and a count or bar; inside a board a box or player will do.
    fn is_code(&self, inside: bool) -> bool {
        let known = self.foreign == 0 && self.code + self.bars > 0;
        let signed = inside && self.letters + self.blanks == 0 && self.telling > 0;
        let worded = self.bars == 0 && self.letters > self.walls + self.signs;
        known && !worded && (self.walls > 0 || signed)
    }

    fn is_nearly_row(&self, text: &str, below: Option<&str>) -> bool {
        let known = self.walls + self.signs;
        if self.bars > 0 && self.walls > 1 {
            return 3 * (known + self.code + self.bars) >= 2 * self.drawn();
        }
        let Some(below) = below else {
            return self.is_nearly_inner_row(text);
        };
        let next = Self::of(below);
        let leads = next.is_row(false) || !is_remark(below) && next.is_nearly_inner_row(below);
        leads && self.walls > 0 && 3 * known >= 2 * self.drawn() && !has_word(text)
    }

    fn is_nearly_inner_row(&self, text: &str) -> bool {
        let text = text.trim();
        let walled = self.drawn() >= 3 && text.starts_with('#') && text.ends_with('#');
        let known = self.walls + self.signs;
        self.walls > 0 && (walled || 2 * known >= self.drawn())
    }
}

/// Whether foreign symbols stand by themselves, as in the heading `### A ###`.
fn has_word(text: &str) -> bool {
    let alone = |word: &str| word.chars().all(|symbol| Square::read(symbol).is_none());
    text.split_whitespace().any(alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str, below: Option<&str>) -> &'static str {
        match read(text, below, &mut Budget::new()) {
            Line::Blank => "blank",
            Line::Rows(_) => "rows",
            Line::Broken(..) => "broken",
            Line::Text => "text",
        }
    }

    #[test]
    fn rows_are_told_from_text_outside_a_board() {
        for (text, expected) in [
            ("  #####  ", "rows"),
            ("--###__", "rows"),
            ("#", "rows"),
            ("4#|#@$.#|4#", "rows"),
            ("7#", "rows"),
            ("", "blank"),
            (" \t ", "blank"),
            ("-----", "text"),
            ("#12", "text"),
            ("1#", "text"),
            ("# 1 bob", "text"),
            ("# Credits", "text"),
            ("Level #3", "text"),
            ("## 1.2 a heading ##", "text"),
            ("| # | name | size |", "text"),
            ("; #####", "text"),
            ("99999999#|#@#", "broken"),
            ("99999999#", "broken"),
            ("4#|#x$.#|4#", "broken"),
            ("4#|(#@$.#|4#", "broken"),
        ] {
            assert_eq!(kind(text, Some("")), expected, "{text}");
        }
    }

    #[test]
    fn a_foreign_symbol_inside_a_board_breaks_its_row_and_prose_ends_the_board() {
        for (text, expected) in [
            ("#@ $x.#", "broken"),
            ("x@ $ .#", "broken"),
            ("#  abc  #", "broken"),
            ("#\u{a0}@$#", "broken"),
            ("#---#", "rows"),
            ("-----", "rows"),
            (" $ ", "rows"),
            ("3-$2-", "rows"),
            ("bob", "text"),
            ("2.", "text"),
            ("-- 2 --", "text"),
            ("* 2 *", "text"),
            ("Title: ##########", "text"),
            ("'#####'", "text"),
            ("; ####", "text"),
            ("====", "text"),
        ] {
            assert_eq!(kind(text, None), expected, "{text}");
        }
    }

    #[test]
    fn a_first_row_with_a_fault_is_told_from_a_heading_by_the_line_below() {
        assert_eq!(kind("###x###", Some("#@ $ .#")), "broken");
        assert_eq!(kind("###x###", Some("#@ $y.#")), "broken");
        assert_eq!(kind("###x###", Some("")), "text");
        assert_eq!(kind("### A ###", Some("#@ $ .#")), "text");
    }

    #[test]
    fn tabs_go_to_the_next_multiple_of_eight() {
        let text: String = symbols("#\t@\t#").map(|(symbol, _)| symbol).collect();
        assert_eq!(text, "#       @       #");
        assert_eq!(symbols("\t#").last(), Some(('#', 2)));
    }

    #[test]
    fn the_expansion_of_a_whole_file_is_bounded() {
        let mut budget = Budget::new();
        assert!(matches!(read("3999999#", None, &mut budget), Line::Rows(_)));
        assert!(matches!(read("9#", None, &mut budget), Line::Broken(..)));
        assert!(matches!(read("#\t#", None, &mut budget), Line::Broken(..)));
    }
}
