//! The library of local patterns: what [`find`](super::find) found, stored as a text in the crate.
//!
//! Lines that open with `;` are remarks; one that opens with `=` says which windows the patterns
//! after it come from, up to how many boxes, and how many patterns there are:
//!
//! ```text
//! = 2x2 boxes 4 patterns 5
//! #$/?#
//! ```
//!
//! Invariants of a library that was read: each pattern has the window of its section; in a section the
//! patterns stand in order, none twice; the counts are right. That each is dead, minimal and in
//! normal form is not checked on reading: the tests prove every stored pattern again, by a search
//! of their own.

use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

use super::find::{Found, Size, find};
use super::matcher::Shapes;
use super::pattern::Pattern;
use crate::limits::{Limits, Stop};

/// The number of a pattern in its library, from zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatternId(pub u16);

/// The windows of the stored library. Those up to 4 x 3 are searched through without a bound, 4 x 4
/// up to four boxes (the list grows fourfold with each box); 5 x 2 is the smallest window that holds an
/// edge closed at both ends. A single row or column is never dead, and 4 x 2 has no patterns of its own.
pub const STORED: [Size; 7] = [
    size(2, 2, 4),
    size(3, 2, 6),
    size(4, 2, 8),
    size(5, 2, 10),
    size(3, 3, 9),
    size(4, 3, 12),
    size(4, 4, 4),
];

const fn size(width: usize, height: usize, most_boxes: usize) -> Size {
    Size {
        width,
        height,
        most_boxes,
    }
}

/// The most patterns of a library, so that a [`PatternId`] can number them.
const MOST_PATTERNS: usize = 65_000;

const TEXT: &str = include_str!("patterns.txt");

/// Patterns in a fixed order, numbered by [`PatternId`].
#[derive(Debug, Clone)]
pub struct Library {
    patterns: Vec<Pattern>,
    sizes: Vec<Size>,
    shapes: OnceLock<Shapes>,
}

impl Library {
    /// The library that comes with the crate, read at the first call.
    #[must_use]
    pub fn stored() -> &'static Self {
        static STORED: LazyLock<Library> = LazyLock::new(|| {
            TEXT.parse()
                .expect("a test reads the stored library before it is shipped")
        });
        &STORED
    }

    /// The patterns in order.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The windows that were searched.
    #[must_use]
    pub fn sizes(&self) -> &[Size] {
        &self.sizes
    }

    /// The patterns with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (PatternId, &Pattern)> {
        (0..).map(PatternId).zip(&self.patterns)
    }

    /// The pattern of a number.
    ///
    /// # Panics
    /// On a number of another library.
    #[must_use]
    pub fn pattern(&self, id: PatternId) -> &Pattern {
        &self.patterns[usize::from(id.0)]
    }

    /// Its placements, made at the first call.
    pub(super) fn shapes(&self) -> &Shapes {
        self.shapes.get_or_init(|| Shapes::new(&self.patterns))
    }
}

/// Searches windows through and writes the library of what was found; `progress` hears of each
/// window when it is done.
///
/// # Errors
/// The limit that was reached.
pub fn regenerate(
    sizes: &[Size],
    command: &str,
    limits: &Limits,
    progress: &mut dyn FnMut(&Found),
) -> Result<String, Stop> {
    let mut all = Vec::new();
    for &size in sizes {
        let found = find(size, limits)?;
        progress(&found);
        all.push(found);
    }
    Ok(to_text(&all, command))
}

/// Writes what was found as the text of a library; `command` is how it was made.
#[must_use]
pub fn to_text(found: &[Found], command: &str) -> String {
    let count: usize = found.iter().map(|found| found.patterns.len()).sum();
    let seconds: f64 = found.iter().map(|found| found.time.as_secs_f64()).sum();
    let mut text = format!(
        "; Local deadlock patterns: all minimal ones of the windows named below.\n\
         ; Made by: {command}\n\
         ; {count} patterns in {seconds:.0} s.\n\
         ; # wall   $ box off the goals   * box   _ no goal   ? anything\n"
    );
    for found in found {
        let Size {
            width,
            height,
            most_boxes,
        } = found.size;
        let count = found.patterns.len();
        let boxes = box_counts(&found.patterns);
        let seconds = found.time.as_secs_f64();
        write!(
            text,
            "; {seconds:.1} s{boxes}\n= {width}x{height} boxes {most_boxes} patterns {count}\n"
        )
        .expect("a string takes any text");
        for pattern in &found.patterns {
            text += &pattern.line();
            text.push('\n');
        }
    }
    text
}

/// How many patterns have how many boxes, as words: `; 1 box: 3, 2 boxes: 5`.
fn box_counts(patterns: &[Pattern]) -> String {
    let most = patterns.iter().map(Pattern::box_count).max().unwrap_or(0);
    let mut text = String::new();
    for boxes in 1..=most {
        let count = patterns
            .iter()
            .filter(|pattern| pattern.box_count() == boxes)
            .count();
        if count > 0 {
            let word = if text.is_empty() { "; by boxes" } else { "," };
            write!(text, "{word} {boxes}: {count}").expect("a string takes any text");
        }
    }
    text
}

/// Reads a library; the error names the line.
impl FromStr for Library {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut library = Self {
            patterns: Vec::new(),
            sizes: Vec::new(),
            shapes: OnceLock::new(),
        };
        let mut missing = 0;
        for (line, number) in text.lines().zip(1..) {
            let placed = |cause: String| format!("line {number}: {cause}");
            if line.starts_with(';') || line.trim().is_empty() {
                continue;
            }
            if let Some(head) = line.strip_prefix('=') {
                if missing != 0 {
                    return Err(placed(format!("{missing} patterns are missing before it")));
                }
                let (size, count) = read_head(head).ok_or_else(|| {
                    placed("the heading is not `= WxH boxes N patterns M`".to_owned())
                })?;
                library.sizes.push(size);
                missing = count;
                continue;
            }
            if missing == 0 {
                return Err(placed("no heading counts this pattern".to_owned()));
            }
            missing -= 1;
            let pattern = line.parse().map_err(placed)?;
            library.add(pattern).map_err(placed)?;
        }
        if missing == 0 {
            Ok(library)
        } else {
            Err(format!("{missing} patterns are missing at the end"))
        }
    }
}

impl Library {
    fn add(&mut self, pattern: Pattern) -> Result<(), String> {
        let size = self.sizes.last().ok_or("no heading stands before it")?;
        if (size.width, size.height) != (pattern.width(), pattern.height()) {
            return Err("the pattern is not of the size in the heading".to_owned());
        }
        let key = |pattern: &Pattern| (pattern.box_count(), pattern.line());
        let before = self
            .patterns
            .last()
            .filter(|last| last.width() == size.width);
        let before = before.filter(|last| last.height() == size.height);
        if before.is_some_and(|last| key(last) >= key(&pattern)) {
            return Err("the pattern is out of order".to_owned());
        }
        if self.patterns.len() == MOST_PATTERNS {
            return Err(format!("a library has at most {MOST_PATTERNS} patterns"));
        }
        self.patterns.push(pattern);
        Ok(())
    }
}

fn read_head(head: &str) -> Option<(Size, usize)> {
    let words: Vec<&str> = head.split_whitespace().collect();
    let &[window, "boxes", boxes, "patterns", count] = &words[..] else {
        return None;
    };
    let (width, height) = window.split_once('x')?;
    let size = Size {
        width: width.parse().ok()?,
        height: height.parse().ok()?,
        most_boxes: boxes.parse().ok()?,
    };
    Some((size, count.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_reads_back_from_its_text() {
        let text = "; remark\n= 2x2 boxes 4 patterns 2\n#$/?#\n##/$*\n\n= 3x2 boxes 6 patterns 0\n";
        let library: Library = text.parse().unwrap();
        let lines: Vec<_> = library.patterns().iter().map(Pattern::line).collect();
        assert_eq!(lines, ["#$/?#", "##/$*"]);
        assert_eq!(library.sizes(), [size(2, 2, 4), size(3, 2, 6)]);
    }

    #[test]
    fn a_broken_library_is_refused_with_its_line() {
        for (text, cause) in [
            ("#$/?#\n", "line 1: no heading"),
            (
                "= 2x2 boxes 4 patterns 2\n#$/?#\n",
                "1 patterns are missing",
            ),
            ("= 2x2 boxes 4 patterns 0\n#$/?#\n", "line 2: no heading"),
            (
                "= 3x2 boxes 4 patterns 1\n#$/?#\n",
                "line 2: the pattern is not of",
            ),
            (
                "= 2x2 boxes 4 patterns 2\n##/$*\n##/$*\n",
                "line 3: the pattern is out",
            ),
            ("= 2x2 boxes 4 patterns 1\n#$/#\n", "line 2: the rows"),
            ("= 2 boxes\n", "line 1: the heading"),
        ] {
            let error = text.parse::<Library>().unwrap_err();
            assert!(error.starts_with(cause), "{error}");
        }
    }
}
