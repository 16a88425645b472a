//! Where the border of a level is open.
//!
//! A walk that leaves the drawing crosses the border at the last square that still has walls on
//! both sides, in its row or in its column; that is where the missing wall belongs. Cost: linear
//! in the rectangle of the drawing.

use std::collections::VecDeque;

use super::{Level, Square};

/// The square of the gap on a shortest walk from `start` out of the drawing.
///
/// None if the walk never leaves, or if it begins outside already.
pub(crate) fn find(level: &Level, start: (usize, usize)) -> Option<(usize, usize)> {
    let (width, height) = (level.width(), level.height());
    let index = |(x, y): (usize, usize)| y * width + x;
    let mut before: Vec<Option<(u32, u32)>> = vec![None; width * height];
    before[index(start)] = Some(narrow(start));
    let mut todo = VecDeque::from([start]);
    while let Some((x, y)) = todo.pop_front() {
        if x == 0 || y == 0 || x + 1 == width || y + 1 == height {
            let back = |&square: &(usize, usize)| {
                let last = before[index(square)].map(|(x, y)| (x as usize, y as usize));
                last.filter(|&last| last != square)
            };
            let walls = Walls::of(level);
            return std::iter::successors(Some((x, y)), back).find(|&at| walls.enclose(at));
        }
        for next in [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)] {
            let seen = &mut before[index(next)];
            if seen.is_none() && level.at(next.0, next.1) != Square::Wall {
                *seen = Some(narrow((x, y)));
                todo.push_back(next);
            }
        }
    }
    None
}

fn narrow((x, y): (usize, usize)) -> (u32, u32) {
    let narrow = |n| u32::try_from(n).expect("a file has fewer rows and columns than 2^32");
    (narrow(x), narrow(y))
}

/// The first and last wall of each row and of each column.
struct Walls {
    rows: Vec<Option<(usize, usize)>>,
    columns: Vec<Option<(usize, usize)>>,
}

impl Walls {
    fn of(level: &Level) -> Self {
        let mut rows = vec![None; level.height()];
        let mut columns = vec![None; level.width()];
        let walls = level
            .squares()
            .filter(|&(_, _, square)| square == Square::Wall);
        for (x, y, _) in walls {
            rows[y] = Some(rows[y].map_or((x, x), |(first, _)| (first, x)));
            columns[x] = Some(columns[x].map_or((y, y), |(first, _)| (first, y)));
        }
        Self { rows, columns }
    }

    fn enclose(&self, (x, y): (usize, usize)) -> bool {
        let within = |walls: Option<(usize, usize)>, at| {
            walls.is_some_and(|(first, last)| first < at && at < last)
        };
        within(self.rows[y], x) || within(self.columns[x], y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(rows: &[&str], start: (usize, usize)) -> Option<(usize, usize)> {
        find(&Level::from_rows(rows), start)
    }

    #[test]
    fn the_gap_is_in_line_with_the_border() {
        assert_eq!(
            gap(&["#####", "#@$. ", "#   #", "#####"], (1, 1)),
            Some((4, 1))
        );
        assert_eq!(gap(&["## ##", "#@$.#", "#####"], (1, 1)), Some((2, 0)));
        assert_eq!(gap(&["#####", "  @ #", "#####"], (2, 1)), Some((0, 1)));
    }

    #[test]
    fn a_margin_around_the_board_is_not_the_gap() {
        let rows = ["", "  ####", "  #@       ", "  #  #", "  ####", ""];
        assert_eq!(gap(&rows, (3, 2)), Some((5, 2)));
    }

    #[test]
    fn a_wide_gap_is_found_too() {
        let rows = [
            "  ######",
            "  #@    ",
            "  #     ",
            "  ######",
            "           ",
        ];
        assert_eq!(gap(&rows, (3, 1)), Some((7, 1)));
    }

    #[test]
    fn a_player_outside_has_no_gap_and_a_closed_board_neither() {
        assert_eq!(gap(&["@ ###", "  #.#", "  ###"], (0, 0)), None);
        assert_eq!(gap(&["####", "#@ #", "####"], (1, 1)), None);
    }
}
