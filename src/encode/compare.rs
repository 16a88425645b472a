//! Compares what is written with what a file holds, byte for byte, as a stream.
//!
//! The file stands at the line where the comparison begins; of what is written the lines before it
//! are skipped. The first difference ends the writing with an error and is kept by its line.

use std::io::{self, BufRead, Write};

/// Takes the bytes that a file should hold.
pub(super) struct Comparer<R> {
    file: R,
    /// The line of the file that is being compared.
    line: u64,
    /// What opens the first line to compare.
    mark: &'static [u8],
    /// What was written of a line that may be skipped; none from the mark on.
    skipped: Option<Vec<u8>>,
    differs: bool,
}

impl<R: BufRead> Comparer<R> {
    /// A comparison from the line on that opens with `mark`; it is line `line` of the file.
    pub(super) fn new(file: R, line: u64, mark: &'static str) -> Self {
        Self {
            file,
            line,
            mark: mark.as_bytes(),
            skipped: Some(Vec::new()),
            differs: false,
        }
    }

    /// Whether a byte was written that the file does not have there.
    pub(super) fn differs(&self) -> bool {
        self.differs
    }

    /// The line of the first difference, once all is written; none if there is none.
    ///
    /// # Errors
    /// What the file says.
    pub(super) fn difference(&mut self) -> io::Result<Option<u64>> {
        let differs = self.differs || self.skipped.is_some() || !self.file.fill_buf()?.is_empty();
        Ok(differs.then_some(self.line))
    }

    fn compare(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let held = self.file.fill_buf()?;
            let count = held.len().min(bytes.len());
            let (ours, rest) = bytes.split_at(count);
            let same = ours.iter().zip(held).take_while(|(a, b)| a == b).count();
            self.line += ours[..same].split(|&byte| byte == b'\n').skip(1).count() as u64;
            if count == 0 || same < count {
                self.differs = true;
                return Err(io::Error::other("the files differ"));
            }
            self.file.consume(count);
            bytes = rest;
        }
        Ok(())
    }
}

impl<R: BufRead> Write for Comparer<R> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(mut head) = self.skipped.take() else {
            self.compare(bytes)?;
            return Ok(bytes.len());
        };
        head.extend_from_slice(bytes);
        let mut lines = &head[..];
        while !lines.starts_with(self.mark) {
            let Some(end) = lines.iter().position(|&byte| byte == b'\n') else {
                self.skipped = Some(lines.to_vec());
                return Ok(bytes.len());
            };
            lines = &lines[end + 1..];
        }
        self.compare(lines)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line of the first difference between what is written in pieces and a file of lines 3 and on.
    fn difference(pieces: &[&str], file: &str) -> Option<u64> {
        let mut comparer = Comparer::new(file.as_bytes(), 3, "p ");
        for piece in pieces {
            if comparer.write_all(piece.as_bytes()).is_err() {
                break;
            }
        }
        comparer.difference().unwrap()
    }

    #[test]
    fn what_comes_before_the_mark_is_skipped_and_all_else_compared() {
        let same = ["c p\nc ", "x\np", " cnf 1 1\n1", " 0\n"];
        assert_eq!(difference(&same, "p cnf 1 1\n1 0\n"), None);
        assert_eq!(difference(&same, "p cnf 1 2\n1 0\n"), Some(3));
        assert_eq!(difference(&same, "p cnf 1 1\n-1 0\n"), Some(4));
        assert_eq!(difference(&same, "p cnf 1 1\n1 0\n1 0\n"), Some(5));
        assert_eq!(difference(&same, "p cnf 1 1\n1"), Some(4));
        assert_eq!(difference(&["c x\n"], "p cnf 1 1\n"), Some(3));
    }
}
