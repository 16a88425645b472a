//! One local pattern: a small window with marks, dead whatever lies around it.
//!
//! A mark says what a cell of a position must be for the pattern to match:
//!
//! | symbol | mark | matches |
//! |---|---|---|
//! | `#` | wall | what is not floor of the board |
//! | `$` | box off the goals | a box on a cell that is no goal |
//! | `*` | box | a box, on a goal or not |
//! | `_` | no goal | anything but a goal: floor, wall or box |
//! | `?` | anything | anything |
//!
//! Marks weaken along `#` to `_` to `?`, `$` to `*` or `_`, `*` to `?`. A pattern is *dead* when
//! the [window search](super::window) says so, and *minimal* when no single mark can be weakened.
//! Since weaker marks only give the player more, minimal under single weakenings is minimal.
//!
//! Invariants: `walls` and `boxes` are disjoint, `goal_free` holds no wall, all lie in the window.
//! The text form has the rows from top to bottom, separated by `/`: `##/$*`.

use std::fmt;
use std::str::FromStr;

use super::window::{Mask, Search, closed, field, members};

/// The widest and the highest window; it has at most [`MOST_CELLS`] cells.
pub const MOST_SIDE: usize = 5;

/// The most cells of a window, a bit of a mask each.
pub const MOST_CELLS: usize = 16;

/// What a pattern says about one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Not floor.
    Wall,
    /// A box on a cell that is no goal.
    BoxOffGoal,
    /// A box, on a goal or not.
    Box,
    /// No goal.
    NoGoal,
    /// Anything.
    Any,
}

impl Mark {
    const ALL: [Self; 5] = [
        Self::Wall,
        Self::BoxOffGoal,
        Self::Box,
        Self::NoGoal,
        Self::Any,
    ];

    /// Its symbol in texts and drawings.
    #[must_use]
    pub fn symbol(self) -> char {
        match self {
            Self::Wall => '#',
            Self::BoxOffGoal => '$',
            Self::Box => '*',
            Self::NoGoal => '_',
            Self::Any => '?',
        }
    }

    /// The mark of a symbol.
    #[must_use]
    pub fn read(symbol: char) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.symbol() == symbol)
    }
}

/// A window of up to 5 x 5 and 16 cells, with a mark on each cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pattern {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) walls: Mask,
    pub(super) boxes: Mask,
    pub(super) goal_free: Mask,
}

impl Pattern {
    /// Columns of the window.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the window.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of boxes.
    #[must_use]
    pub fn box_count(&self) -> usize {
        self.boxes.count_ones() as usize
    }

    /// The mark at column `x` of row `y`, both from zero and inside the window.
    #[must_use]
    pub fn mark(&self, x: usize, y: usize) -> Mark {
        let bit = 1 << (y * self.width + x);
        let (walls, boxes) = (self.walls & bit != 0, self.boxes & bit != 0);
        match (walls, boxes, self.goal_free & bit != 0) {
            (true, _, _) => Mark::Wall,
            (_, true, true) => Mark::BoxOffGoal,
            (_, true, false) => Mark::Box,
            (_, false, true) => Mark::NoGoal,
            (_, false, false) => Mark::Any,
        }
    }

    /// All marks with their coordinates `(x, y)`, row by row.
    pub fn marks(&self) -> impl Iterator<Item = (usize, usize, Mark)> + '_ {
        let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        cells.map(|(x, y)| (x, y, self.mark(x, y)))
    }

    /// The same with another mark at column `x` of row `y`.
    #[must_use]
    pub fn with_mark(&self, x: usize, y: usize, mark: Mark) -> Self {
        let bit = 1 << (y * self.width + x);
        let put = |mask: Mask, on: bool| if on { mask | bit } else { mask & !bit };
        Self {
            walls: put(self.walls, mark == Mark::Wall),
            boxes: put(self.boxes, matches!(mark, Mark::Box | Mark::BoxOffGoal)),
            goal_free: put(
                self.goal_free,
                matches!(mark, Mark::NoGoal | Mark::BoxOffGoal),
            ),
            ..*self
        }
    }

    /// All patterns with one mark weakened by one step.
    #[must_use]
    pub fn weakenings(&self) -> Vec<Self> {
        let weaker = |mark| match mark {
            Mark::Wall => &[Mark::NoGoal][..],
            Mark::BoxOffGoal => &[Mark::Box, Mark::NoGoal],
            Mark::Box | Mark::NoGoal => &[Mark::Any],
            Mark::Any => &[],
        };
        let steps = self
            .marks()
            .flat_map(|(x, y, mark)| weaker(mark).iter().map(move |&mark| (x, y, mark)));
        steps
            .map(|(x, y, mark)| self.with_mark(x, y, mark))
            .collect()
    }

    /// Its distinct images under the eight symmetries of the square, itself first.
    #[must_use]
    pub fn images(&self) -> Vec<Self> {
        let mut images = Vec::with_capacity(8);
        for symmetry in Symmetry::ALL {
            let image = self.image(symmetry);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    /// Its normal form: of the images no higher than wide, the one whose text is smallest in
    /// byte order.
    #[must_use]
    pub fn normal(&self) -> Self {
        let wide = |image: &Self| image.width >= image.height;
        let images = self.images().into_iter().filter(wide);
        images.min_by_key(Self::line).unwrap_or(*self)
    }

    /// The closed cells: floor of the window that a player outside cannot reach. The pattern says
    /// nothing about positions whose player stands there. Bit `y * width + x`.
    #[must_use]
    pub fn closed(&self) -> u16 {
        closed(self.width, self.height, self.walls | self.boxes)
    }

    /// Whether it is dead whatever lies around, by the window search.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let goal_free = self.goal_free | self.walls;
        !Search::new(self.width, self.height).survives(self.walls, self.boxes, goal_free)
    }

    /// The text form: rows separated by `/`.
    #[must_use]
    pub fn line(&self) -> String {
        let row = |y| (0..self.width).map(move |x| self.mark(x, y).symbol());
        let rows: Vec<String> = (0..self.height).map(|y| row(y).collect()).collect();
        rows.join("/")
    }

    fn image(&self, symmetry: Symmetry) -> Self {
        let map = |mask| symmetry.map(mask, self.width, self.height);
        let (width, height) = symmetry.size(self.width, self.height);
        Self {
            width,
            height,
            walls: map(self.walls),
            boxes: map(self.boxes),
            goal_free: map(self.goal_free),
        }
    }
}

/// A symmetry of the square: transpose first, then mirror columns, then mirror rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Symmetry {
    pub(super) transposed: bool,
    columns: bool,
    rows: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub(super) const ALL: [Self; 8] = {
        let mut all = [Self {
            transposed: false,
            columns: false,
            rows: false,
        }; 8];
        let mut i = 0;
        while i < 8 {
            all[i].columns = i & 1 != 0;
            all[i].rows = i & 2 != 0;
            all[i].transposed = i & 4 != 0;
            i += 1;
        }
        all
    };

    fn size(self, width: usize, height: usize) -> (usize, usize) {
        if self.transposed {
            (height, width)
        } else {
            (width, height)
        }
    }

    /// The image of a set of cells of a window of `width` x `height`.
    pub(super) fn map(self, mask: Mask, width: usize, height: usize) -> Mask {
        let (wide, high) = self.size(width, height);
        let place = |bit: usize| {
            let (x, y) = self.size(bit % width, bit / width);
            let x = if self.columns { wide - 1 - x } else { x };
            let y = if self.rows { high - 1 - y } else { y };
            1 << (y * wide + x)
        };
        let bits = members(mask).map(|bit: Mask| bit.trailing_zeros() as usize);
        bits.map(place).fold(0, |all, bit: Mask| all | bit)
    }
}

/// Reads the text form; the error is one sentence without a full stop.
impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let (width, height) = (rows[0].len(), rows.len());
        if rows.iter().any(|row| row.len() != width) {
            return Err(format!("the rows of the pattern `{text}` differ in length"));
        }
        if width == 0 || width.max(height) > MOST_SIDE || width * height > MOST_CELLS {
            return Err(format!(
                "the window of the pattern `{text}` is {width} x {height}"
            ));
        }
        let mut pattern = Self {
            width,
            height,
            walls: 0,
            boxes: 0,
            goal_free: 0,
        };
        for (y, row) in rows.iter().enumerate() {
            for (x, &symbol) in row.iter().enumerate() {
                let mark = Mark::read(symbol).ok_or_else(|| {
                    format!("the pattern `{text}` has the foreign symbol `{symbol}`")
                })?;
                pattern = pattern.with_mark(x, y, mark);
            }
        }
        debug_assert_eq!((pattern.walls | pattern.boxes) & !field(width, height), 0);
        Ok(pattern)
    }
}

/// The drawing, one row a line.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.line().split('/') {
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        text.parse().unwrap()
    }

    #[test]
    fn the_text_form_reads_back() {
        for text in ["#$/?#", "##/$*", "?*#?/*$_#/??#?"] {
            assert_eq!(pattern(text).line(), text);
        }
        assert_eq!(pattern("##/$*").to_string(), "##\n$*\n");
    }

    #[test]
    fn what_is_no_pattern_is_refused_with_a_reason() {
        for (text, word) in [
            ("#$/#", "differ"),
            ("", "0 x 1"),
            ("######", "6 x 1"),
            ("?????/?????/?????/?????", "5 x 4"),
            ("#.", "foreign"),
        ] {
            let cause = text.parse::<Pattern>().unwrap_err();
            assert!(cause.contains(word), "{cause}");
        }
    }

    #[test]
    fn images_are_counted_without_repeats() {
        assert_eq!(pattern("**/*$").images().len(), 4);
        assert_eq!(pattern("$$/$$").images().len(), 1);
        assert_eq!(pattern("?*#?/*$_#/??#?").images().len(), 8);
    }

    #[test]
    fn all_images_have_one_normal_form() {
        let normal = pattern("?*#?/*$_#/??#?").normal();
        for image in normal.images() {
            assert_eq!(image.normal(), normal);
        }
    }

    #[test]
    fn weakenings_take_one_step_each() {
        let lines: Vec<_> = pattern("#$*_?").weakenings();
        let lines: Vec<_> = lines.iter().map(Pattern::line).collect();
        assert_eq!(lines, ["_$*_?", "#**_?", "#_*_?", "#$?_?", "#$*??"]);
    }
}
