//! Run-length encoded rows: `7#|#.-@-.#|#-$-$-#|#5-#|7#`.
//!
//! A bar ends a row, and so does the end of the line; a bar right at the end of a line
//! therefore adds no empty row. Counts and groups as in [`runs`](super::runs); a group may hold
//! bars. Source: the run-length form of the Sokoban Wiki's level format.

use super::line::Row;
use super::runs::{self, Cause, Fault};
use super::{Square, line};

/// Expands one line into its rows, with the column of the symbol that each square comes from.
///
/// At most `most` symbols come out, bars included; the cost is theirs.
pub(super) fn rows(text: &str, most: usize) -> Result<Vec<Row>, Fault<u32>> {
    let read = |symbol: char, column: u32| match symbol {
        '|' => Some((None, column)),
        _ => Square::read(symbol).map(|square| (Some(square), column)),
    };
    let items = runs::expand(line::symbols(text).skip(indent(text)), read, most)?;
    let mut rows: Vec<Row> = items
        .split(|(square, _)| square.is_none())
        .map(|row| {
            let drawn = |&(square, column): &(Option<Square>, u32)| Some((square?, column));
            row.iter().filter_map(drawn).collect()
        })
        .collect();
    if rows.len() > 1 && rows.last().is_some_and(Vec::is_empty) {
        rows.pop();
    }
    if rows.len() > 1 && rows[0].is_empty() {
        rows.remove(0);
    }
    Ok(rows)
}

/// How many leading blanks are indentation: all, where a barred line uses no other blank as floor.
fn indent(text: &str) -> usize {
    let body = text.trim();
    if !body.contains('|') || body.contains([' ', '\t']) {
        return 0;
    }
    line::symbols(text)
        .take_while(|&(symbol, _)| symbol == ' ')
        .count()
}

/// Whether a failed expansion is a board gone wrong rather than a line that was never a row.
pub(super) fn is_board_gone_wrong(fault: &Fault<u32>, text: &str) -> bool {
    matches!(fault.cause, Cause::TooMany(_)) || text.contains('|')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> Vec<String> {
        let rows = rows(text, 1000).unwrap();
        let symbol = |(square, _): &(Square, u32)| square.symbol();
        rows.iter()
            .map(|row| row.iter().map(symbol).collect())
            .collect()
    }

    #[test]
    fn bars_end_rows_and_groups_may_hold_them() {
        assert_eq!(drawn("4#|#@-#|4#"), ["####", "#@ #", "####"]);
        assert_eq!(drawn("4#|2(#2-#|)4#"), ["####", "#  #", "#  #", "####"]);
        assert_eq!(drawn("2(2#)"), ["####"]);
        assert_eq!(drawn("3#||3#"), ["###", "", "###"]);
    }

    #[test]
    fn a_bar_at_the_edge_of_a_line_adds_no_row() {
        assert_eq!(drawn("4#|#@-#|"), ["####", "#@ #"]);
        assert_eq!(drawn("|4#"), ["####"]);
    }

    #[test]
    fn leading_blanks_are_floor_only_where_blanks_are() {
        assert_eq!(drawn("  3#|#-#"), ["###", "# #"]);
        assert_eq!(drawn("  3#|# 2 #"), ["  ###", "#   #"]);
        assert_eq!(drawn("  3#"), ["  ###"]);
    }

    #[test]
    fn a_square_knows_the_column_of_its_symbol() {
        let rows = rows("3#|#@#", 1000).unwrap();
        let columns: Vec<u32> = rows.concat().iter().map(|&(_, column)| column).collect();
        assert_eq!(columns, [2, 2, 2, 4, 5, 6]);
    }
}
