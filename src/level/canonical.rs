//! The canonical rows of a level, and its hash: what files about a level are recognised by.
//!
//! Rows are trimmed to the smallest rectangle that holds everything but floor; trailing floor is
//! left off, floor is a space, and everything else is an XSB symbol (`#@+$*.`). So neither the
//! dialect of a file, nor its indentation, titles and blank lines change the hash. Decoration
//! outside the border does, and so does turning the level around.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::{Level, Square};

/// The rows of a level in the one form that is hashed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canonical {
    rows: Vec<String>,
    corner: (usize, usize),
}

impl Canonical {
    /// The canonical rows of a level; none if there is nothing but floor.
    #[must_use]
    pub fn of(level: &Level) -> Self {
        let drawn = level.squares().filter(|at| at.2 != Square::Floor);
        let (mut left, mut top, mut bottom) = (usize::MAX, usize::MAX, 0);
        for (x, y, _) in drawn {
            left = left.min(x);
            top = top.min(y);
            bottom = bottom.max(y + 1);
        }
        let row = |y| {
            let squares = level.row(y).iter().skip(left);
            let text: String = squares.map(|square| square.symbol()).collect();
            text.trim_end().to_string()
        };
        Self {
            rows: (top..bottom).map(row).collect(),
            corner: (left, top),
        }
    }

    /// The rows, top down.
    #[must_use]
    pub fn rows(&self) -> &[String] {
        &self.rows
    }

    /// Column and row in the level of the first square of the canonical rectangle.
    #[must_use]
    pub fn corner(&self) -> (usize, usize) {
        self.corner
    }

    /// SHA-256 of the rows, each ended by a line feed, as 64 hexadecimal digits.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        for row in &self.rows {
            hasher.update(row);
            hasher.update("\n");
        }
        hex(&hasher.finalize())
    }
}

impl Level {
    /// The rows that the level is recognised by.
    #[must_use]
    pub fn canonical(&self) -> Canonical {
        Canonical::of(self)
    }

    /// The level hash: [`Canonical::hash`] of the canonical rows.
    #[must_use]
    pub fn hash(&self) -> String {
        self.canonical().hash()
    }
}

/// Bytes as lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::read;

    #[test]
    fn the_hash_is_that_of_the_trimmed_rows() {
        let level = Level::from_rows(&["", "   ####  ", "   #@$.# ", "", "  #####", ""]);
        let canonical = level.canonical();
        assert_eq!(canonical.rows(), [" ####", " #@$.#", "", "#####"]);
        assert_eq!(canonical.corner(), (2, 1));
        // printf ' ####\n #@$.#\n\n#####\n' | sha256sum
        let known = "97acc95878939832e29256756d7a0917f994304b3d6f8550ba9c4181840c60b8";
        assert_eq!(level.hash(), known);
    }

    #[test]
    fn dialects_and_indentation_of_a_drawing_share_a_hash() {
        let texts = [
            "#####\n#@$.#\n#####\n",
            "; a title\n\n   #####\n   #p$o#\n   #####\n",
            "5#|#@$.#|5#\n",
            "#####\r\n#@$.#   \r\n#####\r\n",
        ];
        let hashes = texts.map(|text| read("text", text.as_bytes()).unwrap()[0].hash());
        assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
        let other = Level::from_rows(&["#####", "#.$@#", "#####"]);
        assert_ne!(other.hash(), hashes[0]);
    }

    #[test]
    fn a_level_of_floor_has_no_rows() {
        assert!(Level::from_rows(&["  ", ""]).canonical().rows().is_empty());
    }
}
