//! Measurements as people and programs read them: rows in columns of even width, and CSV.

use std::fmt::Write as _;

/// Rows with columns of even width; names to the left, numbers to the right.
pub(crate) fn aligned<'a>(rows: impl Iterator<Item = &'a [String]> + Clone) -> String {
    let columns = rows.clone().map(<[String]>::len).max().unwrap_or(0);
    let width = |column: usize| rows.clone().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (field, &width) in row.iter().zip(&widths) {
            let is_name = field.starts_with(|c: char| c.is_ascii_alphabetic());
            let written = if is_name {
                write!(line, "{field:<width$}  ")
            } else {
                write!(line, "{field:>width$}  ")
            };
            written.expect("a string takes any text");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Lines of fields, a comma between them; no field of ours has a comma or a quote.
pub(crate) fn csv<'a>(rows: impl Iterator<Item = &'a [String]>) -> String {
    rows.map(|row| row.join(",") + "\n").collect()
}

/// Lets the system measure the largest resident set anew.
pub(crate) fn forget_peak() {
    // Where this is not possible, what is read later is the largest set since the start.
    drop(std::fs::write("/proc/self/clear_refs", "5"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_left_and_numbers_right() {
        let rows =
            [["engine", "n"], ["bfs", "7"], ["astar", "10"]].map(|row| row.map(String::from));
        let table = aligned(rows.iter().map(|row| &row[..]));
        assert_eq!(table, "engine  n\nbfs      7\nastar   10\n");
        let text = csv(rows.iter().map(|row| &row[..]));
        assert_eq!(text, "engine,n\nbfs,7\nastar,10\n");
    }
}
