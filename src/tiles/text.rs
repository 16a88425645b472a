//! Boards out of text: one or many, in compact form, in rows, as lists of numbers, or in a CSV table.
//!
//! - *Compact*: a symbol a cell, `1238_4765`; rows may be parted by `/`, `|` or line ends.
//! - *Spaced*: numbers with blanks, tabs or commas between, on one line or in rows.
//!
//! The blank is `_` or `0`. A list without rows is a square unless a size is given. In a text of several lines,
//! empty lines part boards; lines that each have a blank, or rows of their own, are a board each. Lines that open with `#` are remarks. A first line of names with commas between,
//! one of them `tiles`, makes the text a table: that column has the boards, the column `optimal` known minima.

use crate::tiles::grid::{Grid, GridError};
use crate::tiles::{MOST_CELLS, MOST_SIDE};

/// One board of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The board.
    pub grid: Grid,
    /// The line where it begins, from one.
    pub line: usize,
    /// The known minimum of a table.
    pub optimal: Option<usize>,
}

/// What is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {cause}")]
pub struct TextError {
    /// Line, from one.
    pub line: usize,
    /// Column, from one.
    pub column: usize,
    /// One sentence without a full stop.
    pub cause: String,
}

impl TextError {
    fn new(line: usize, column: usize, cause: &(impl ToString + ?Sized)) -> Self {
        Self {
            line,
            column,
            cause: cause.to_string(),
        }
    }
}

/// A row of a board as it was read.
#[derive(Debug, Clone)]
struct Row {
    line: usize,
    column: usize,
    numbers: Vec<u8>,
}

impl Row {
    fn has_blank(&self) -> bool {
        self.numbers.contains(&0)
    }

    fn wrong(&self, cause: &(impl ToString + ?Sized)) -> TextError {
        TextError::new(self.line, self.column, cause)
    }
}

/// Columns and rows of a board.
pub type Size = (usize, usize);

/// Whether a text is made of the symbols of boards alone, so that it names no file.
#[must_use]
pub fn looks_like_a_board(text: &str) -> bool {
    let fits = |symbol: char| symbol.is_ascii_digit() || "_ ,/|\t\r\n".contains(symbol);
    !text.is_empty() && text.chars().all(fits)
}

/// Reads the one board of a text.
///
/// # Errors
/// What is wrong with it; a text of several boards.
pub fn read_one(text: &str, size: Option<Size>) -> Result<Grid, TextError> {
    let boards = read(text, size)?;
    match boards.as_slice() {
        [one] => Ok(one.grid.clone()),
        [_, second, ..] => Err(TextError::new(second.line, 1, "one board is expected here")),
        [] => Err(TextError::new(1, 1, "there is no board here")),
    }
}

/// Reads all boards of a text, at least one.
///
/// # Errors
/// The first thing that is wrong.
pub fn read(text: &str, size: Option<Size>) -> Result<Vec<Entry>, TextError> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.starts_with('#'));
    let lines: Vec<(usize, &str)> = lines.collect();
    let filled = lines.iter().find(|(_, line)| !line.trim().is_empty());
    let boards = match filled {
        None => Vec::new(),
        Some((number, names)) if names.split(',').any(|name| name.trim() == "tiles") => {
            read_table(&lines, (*number, names), size)?
        }
        Some(_) => {
            let mut boards = Vec::new();
            for block in lines.split(|(_, line)| line.trim().is_empty()) {
                read_block(block, size, &mut boards)?;
            }
            boards
        }
    };
    if boards.is_empty() {
        return Err(TextError::new(1, 1, "there is no board here"));
    }
    Ok(boards)
}

/// Reads the boards of a column; the other columns may hold anything but commas.
fn read_table(
    lines: &[(usize, &str)],
    (first, names): (usize, &str),
    size: Option<Size>,
) -> Result<Vec<Entry>, TextError> {
    let column = |wanted| names.split(',').position(|name| name.trim() == wanted);
    let (tiles, optimal) = (column("tiles"), column("optimal"));
    let mut boards = Vec::new();
    for &(line, text) in lines {
        if line <= first || text.trim().is_empty() {
            continue;
        }
        let field = |column: Option<usize>| text.split(',').nth(column?);
        let board = field(tiles).unwrap_or_default();
        let row = read_row(line, 1, board)?;
        boards.push(Entry {
            grid: one_row(&row, size)?,
            line,
            optimal: field(optimal).and_then(|number| number.trim().parse().ok()),
        });
    }
    Ok(boards)
}

/// Reads lines without an empty one among them: one board in rows, or a board a line.
fn read_block(
    block: &[(usize, &str)],
    size: Option<Size>,
    boards: &mut Vec<Entry>,
) -> Result<(), TextError> {
    let mut lines = Vec::new();
    for &(line, text) in block {
        lines.push(read_line(line, text)?);
    }
    let flat = |rows: &Vec<Row>| rows.iter().any(Row::has_blank);
    let whole = lines.iter().all(flat) || lines.iter().all(|rows| rows.len() > 1);
    if whole || lines.len() == 1 {
        for rows in &lines {
            boards.push(board(rows, size)?);
        }
    } else if !lines.is_empty() {
        boards.push(board(&lines.concat(), size)?);
    }
    Ok(())
}

/// The board of rows, or of a single row without rows.
fn board(rows: &[Row], size: Option<Size>) -> Result<Entry, TextError> {
    let first = &rows[0];
    let grid = if let [row] = rows {
        one_row(row, size)?
    } else {
        let width = first.numbers.len();
        if let Some(ragged) = rows.iter().find(|row| row.numbers.len() != width) {
            return Err(ragged.wrong(&format_args!(
                "a row of {} cells under one of {width}: the board is no rectangle",
                ragged.numbers.len()
            )));
        }
        if size.is_some_and(|size| size != (width, rows.len())) {
            return Err(first.wrong(&format_args!(
                "the board has {width} columns and {} rows, which is not the size asked for",
                rows.len()
            )));
        }
        let numbers: Vec<u8> = rows.iter().flat_map(|row| row.numbers.clone()).collect();
        grid_of((width, rows.len()), &numbers).map_err(|cause| first.wrong(&cause))?
    };
    Ok(Entry {
        grid,
        line: first.line,
        optimal: None,
    })
}

/// The board of a list without rows.
fn one_row(row: &Row, size: Option<Size>) -> Result<Grid, TextError> {
    let count = row.numbers.len();
    let square = (2..=MOST_SIDE).find(|side| side * side == count);
    let size = size.or(square.map(|side| (side, side)));
    let size = size.ok_or_else(|| {
        row.wrong(&format_args!(
            "{count} cells are no square board of 2 to 5 rows: part the rows by `/`, or give the size"
        ))
    })?;
    grid_of(size, &row.numbers).map_err(|cause| row.wrong(&cause))
}

/// The board, with a clearer word for a missing tile than that of the grid.
fn grid_of((width, height): Size, numbers: &[u8]) -> Result<Grid, String> {
    let error = match Grid::new(width, height, numbers) {
        Ok(grid) => return Ok(grid),
        Err(error) => error,
    };
    let cells = u8::try_from((width * height).min(MOST_CELLS)).unwrap_or(u8::MAX);
    let missing = (0..cells).find(|number| !numbers.contains(number));
    let is_size = matches!(error, GridError::Size { .. } | GridError::Count { .. });
    Err(match missing.filter(|_| !is_size) {
        Some(0) => format!("{error}, and the blank is missing"),
        Some(tile) => format!("{error}, and tile {tile} is missing"),
        None => error.to_string(),
    })
}

/// Reads one line: rows parted by `/` or `|`.
fn read_line(line: usize, text: &str) -> Result<Vec<Row>, TextError> {
    let (mut rows, mut column) = (Vec::new(), 1);
    for part in text.split(['/', '|']) {
        rows.push(read_row(line, column, part)?);
        column += part.chars().count() + 1;
    }
    Ok(rows)
}

/// Reads numbers: compact if nothing parts them.
fn read_row(line: usize, column: usize, text: &str) -> Result<Row, TextError> {
    let parts = |symbol: char| symbol.is_whitespace() || symbol == ',';
    let spaced = text.trim().contains(parts);
    let mut numbers = Vec::new();
    let mut rest = (column..).zip(text.chars()).peekable();
    while let Some((at, symbol)) = rest.next() {
        if parts(symbol) {
            continue;
        }
        let mut word = String::from(symbol);
        while let Some((_, next)) = rest.next_if(|(_, next)| spaced && !parts(*next)) {
            word.push(next);
        }
        let number = number(&word).ok_or_else(|| {
            TextError::new(
                line,
                at,
                &format_args!("`{word}` is no tile: expected a number, or _ for the blank"),
            )
        })?;
        numbers.push(number);
        if numbers.len() > MOST_CELLS {
            let cause =
                &format_args!("more than {MOST_CELLS} cells: boards have up to 5 rows of 5");
            return Err(TextError::new(line, at, cause));
        }
    }
    if numbers.is_empty() {
        return Err(TextError::new(line, column, "an empty row"));
    }
    Ok(Row {
        line,
        column,
        numbers,
    })
}

fn number(word: &str) -> Option<u8> {
    match word {
        "_" => Some(0),
        digits if digits.chars().all(|c| c.is_ascii_digit()) => digits.parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        let boards = read(text, None).unwrap();
        boards.iter().map(|board| board.grid.line()).collect()
    }

    fn error(text: &str) -> String {
        read(text, None).unwrap_err().to_string()
    }

    #[test]
    fn one_board_is_read_from_every_form() {
        for text in [
            "1238_4765",
            "123804765",
            "1 2 3 8 _ 4 7 6 5",
            "1,2,3,8,0,4,7,6,5",
            "1, 2, 3,  8, 0, 4,  7, 6, 5\r\n",
            "123/8_4/765",
            "1 2 3 / 8 _ 4 / 7 6 5",
            "123\n8_4\n765\n",
            "\u{feff}# a remark\n\n1 2 3\n8 _ 4\n7 6 5\n\n",
        ] {
            assert_eq!(lines(text), ["123/8_4/765"], "{text:?}");
        }
    }

    #[test]
    fn a_list_without_rows_takes_the_size_that_is_given() {
        let size = |size| read_one("012345", Some(size)).map(|grid| grid.line());
        assert_eq!(size((3, 2)).unwrap(), "_12/345");
        assert_eq!(size((2, 3)).unwrap(), "_1/23/45");
        assert!(
            read_one("012345", None)
                .unwrap_err()
                .cause
                .contains("no square")
        );
        assert!(
            read_one("012/345", Some((2, 3)))
                .unwrap_err()
                .cause
                .contains("not the size")
        );
    }

    #[test]
    fn several_boards_stand_on_lines_or_between_empty_lines() {
        assert_eq!(lines("12/3_\n1_/23\n"), ["12/3_", "1_/23"]);
        assert_eq!(lines("123_\n1_23\n"), ["12/3_", "1_/23"]);
        assert_eq!(lines("12\n3_\n\n1_\n23\n"), ["12/3_", "1_/23"]);
        assert_eq!(lines("1 2\n_ 3\n\n\n123_"), ["12/_3", "12/3_"]);
    }

    #[test]
    fn a_table_has_boards_in_its_column() {
        let text = "# remark\nid,tiles,optimal\n1,1 2 3 0,4\n\n2,0 1 2 3,x\n";
        let boards = read(text, None).unwrap();
        let found: Vec<_> = boards
            .iter()
            .map(|b| (b.grid.line(), b.line, b.optimal))
            .collect();
        assert_eq!(
            found,
            [("12/3_".into(), 3, Some(4)), ("_1/23".into(), 5, None)]
        );
    }

    #[test]
    fn errors_say_what_is_wrong_and_where() {
        for (text, says) in [
            ("", "1:1: there is no board here"),
            ("# remark\n\n", "1:1: there is no board here"),
            ("1 2 x 0", "1:5: `x` is no tile"),
            ("12/3x", "1:5: `x` is no tile"),
            (
                "1123",
                "1:1: tile 1 stands on the board twice, and the blank is missing",
            ),
            ("12345678_8", "1:1: 10 cells are no square"),
            ("12345678-", "1:9: `-` is no tile"),
            ("1234567_9", "1:1: tile 9 does not belong"),
            (
                "1224567_8",
                "1:1: tile 2 stands on the board twice, and tile 3 is missing",
            ),
            (
                "123\n45\n67_",
                "2:1: a row of 2 cells under one of 3: the board is no rectangle",
            ),
            ("123//4_5", "1:5: an empty row"),
            (
                "12345_/123456",
                "a board has 2 to 5 rows and columns, not 6",
            ),
            ("1 2 300 0", "`300` is no tile"),
        ] {
            assert!(error(text).contains(says), "{text:?}: {}", error(text));
        }
        assert!(error(&"1 ".repeat(99)).contains("more than 25 cells"));
        assert!(
            read_one("123_\n\n123_", None)
                .unwrap_err()
                .cause
                .contains("one board")
        );
    }

    #[test]
    fn a_word_of_other_symbols_is_no_board() {
        assert!(looks_like_a_board("1238_4765") && looks_like_a_board("1, 2/3 0"));
        assert!(!looks_like_a_board("boards.txt") && !looks_like_a_board("12a_"));
    }
}
