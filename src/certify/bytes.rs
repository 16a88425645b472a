//! A buffered stream of bytes that knows where it stands: offset, line and column.
//!
//! Numbers are read in one strict spelling: an optional minus sign, digits, no leading zero, no
//! `-0`, no plus sign. Readers written in C take a leading zero for octal, so that the same file
//! would say two things. Cost: a few nanoseconds a byte, one block of 64 KB.

use std::io::{self, Read};

/// Bytes asked of the system at once.
const BLOCK: usize = 1 << 16;

/// The stream.
pub(super) struct Bytes<R> {
    input: R,
    buffer: Vec<u8>,
    /// The next byte in the buffer.
    at: usize,
    /// The end of what the buffer holds.
    end: usize,
    /// Bytes that went through the buffer before its present content.
    before: u64,
    /// Lines ended so far.
    lines: u64,
    /// Offset at which the present line starts.
    line_start: u64,
}

/// What stands at the next place of a text that is not a blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// A number.
    Number(i64),
    /// Any other byte; it was not taken.
    Other(u8),
    /// The end of the line; it was taken.
    LineEnd,
    /// The end of the text.
    End,
}

/// Why there is no word.
#[derive(Debug, thiserror::Error)]
pub(super) enum WordError {
    /// The stream failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A number of more than 63 bits.
    #[error("a number is too large")]
    TooLarge,
    /// A number in an unusual spelling.
    #[error("a number is not written plainly")]
    Spelling,
}

impl<R: Read> Bytes<R> {
    /// The bytes of `input`, which needs no buffer of its own.
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            buffer: vec![0; BLOCK],
            at: 0,
            end: 0,
            before: 0,
            lines: 0,
            line_start: 0,
        }
    }

    /// Offset of the next byte, from zero.
    pub(super) fn offset(&self) -> u64 {
        self.before + self.at as u64
    }

    /// The line of the next byte, from one.
    pub(super) fn line(&self) -> u64 {
        self.lines + 1
    }

    /// The column of the next byte, in bytes from one.
    pub(super) fn column(&self) -> u64 {
        self.offset() - self.line_start + 1
    }

    /// The next byte, which stays.
    #[inline]
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.at == self.end && !self.refill()? {
            return Ok(None);
        }
        Ok(Some(self.buffer[self.at]))
    }

    /// Takes the next byte.
    #[inline]
    pub(super) fn next(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        self.at += usize::from(byte.is_some());
        if byte == Some(b'\n') {
            self.lines += 1;
            self.line_start = self.offset();
        }
        Ok(byte)
    }

    /// Whether there is more.
    #[cold]
    fn refill(&mut self) -> io::Result<bool> {
        self.before += self.end as u64;
        self.at = 0;
        self.end = 0;
        self.end = loop {
            match self.input.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        Ok(self.end > 0)
    }

    /// Takes the rest of the line with its end.
    pub(super) fn skip_line(&mut self) -> io::Result<()> {
        while !matches!(self.next()?, None | Some(b'\n')) {}
        Ok(())
    }

    /// The next word of a text.
    pub(super) fn word(&mut self) -> Result<Word, WordError> {
        loop {
            match self.peek()? {
                None => return Ok(Word::End),
                // A carriage return is a blank: it stands before a line feed or does no harm.
                Some(b' ' | b'\t' | b'\r') => self.next()?,
                Some(b'\n') => {
                    self.next()?;
                    return Ok(Word::LineEnd);
                }
                Some(b'-' | b'0'..=b'9') => return self.number().map(Word::Number),
                Some(other) => return Ok(Word::Other(other)),
            };
        }
    }

    fn number(&mut self) -> Result<i64, WordError> {
        let negative = self.peek()? == Some(b'-');
        if negative {
            self.next()?;
        }
        let (value, digits) = self.digits()?;
        let plain = match value {
            0 => digits == 1 && !negative,
            _ => digits > 0 && digits == value.ilog10() + 1,
        };
        let followed = matches!(self.peek()?, None | Some(b' ' | b'\t' | b'\r' | b'\n'));
        if !plain || !followed {
            return Err(WordError::Spelling);
        }
        Ok(if negative { -value } else { value })
    }

    /// The value of a row of digits and their number.
    #[inline]
    fn digits(&mut self) -> Result<(i64, u32), WordError> {
        let (mut value, mut digits) = (0_i64, 0_u32);
        while let Some(digit @ b'0'..=b'9') = self.peek()? {
            let next = value
                .checked_mul(10)
                .and_then(|tens| tens.checked_add(i64::from(digit - b'0')));
            value = next.ok_or(WordError::TooLarge)?;
            digits = digits.saturating_add(1);
            self.next()?;
        }
        Ok((value, digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Word> {
        let mut bytes = Bytes::new(text.as_bytes());
        let mut found = Vec::new();
        loop {
            let word = bytes.word().unwrap();
            found.push(word);
            if matches!(word, Word::End | Word::Other(_)) {
                return found;
            }
        }
    }

    fn fault(text: &str) -> String {
        Bytes::new(text.as_bytes()).word().unwrap_err().to_string()
    }

    #[test]
    fn numbers_and_line_ends_are_told_apart() {
        use Word::{End, LineEnd, Number, Other};
        assert_eq!(
            words(" 12\t-7 \r\n0"),
            [Number(12), Number(-7), LineEnd, Number(0), End]
        );
        assert_eq!(words("9223372036854775807"), [Number(i64::MAX), End]);
        assert_eq!(words("1 x"), [Number(1), Other(b'x')]);
    }

    #[test]
    fn unusual_spellings_are_refused() {
        for text in ["-0", "007", "-", "5x", "1-2", "--1", "00"] {
            assert_eq!(fault(text), "a number is not written plainly", "{text}");
        }
        assert_eq!(fault("9223372036854775808"), "a number is too large");
    }

    #[test]
    fn places_are_counted_across_blocks() {
        let text = "1\n".repeat(BLOCK) + "  5";
        let mut bytes = Bytes::new(text.as_bytes());
        while bytes.line() <= BLOCK as u64 {
            bytes.next().unwrap();
        }
        assert_eq!(bytes.column(), 1);
        assert_eq!(bytes.word().unwrap(), Word::Number(5));
        assert_eq!((bytes.line(), bytes.column()), (BLOCK as u64 + 1, 4));
        assert_eq!(bytes.offset(), text.len() as u64);
    }
}
