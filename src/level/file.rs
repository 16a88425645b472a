//! From the bytes of a file to levels: size bound, character sets, and which format it is.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{Level, Place, slc, xsb};
use crate::Error;

/// The most bytes a file of levels may have; a board of 4000 x 4000 squares fits.
pub const MAX_BYTES: usize = 16 << 20;

/// The most levels a file may hold.
const MAX_LEVELS: usize = 1_000_000;

/// The name under which standard input is reported.
const STDIN: &str = "<stdin>";

/// Reads the levels of a file, or of standard input where the path is `-`.
///
/// Never reads more than [`MAX_BYTES`] and one byte.
///
/// # Errors
/// [`Error::Io`] if it cannot be read, and what [`read`] says of its bytes.
pub fn load(path: &Path) -> Result<Vec<Level>, Error> {
    let is_stdin = path == Path::new("-");
    let name = if is_stdin {
        PathBuf::from(STDIN)
    } else {
        path.to_owned()
    };
    let bytes = if is_stdin {
        bounded(io::stdin().lock())
    } else {
        File::open(path).and_then(bounded)
    };
    match bytes {
        Ok(bytes) => read(&name.display().to_string(), &bytes),
        Err(cause) => Err(Error::Io { path: name, cause }),
    }
}

fn bounded(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the levels that the bytes of a file hold; `name` is for messages.
///
/// Text is UTF-8, UTF-16 with a byte-order mark, or else Latin-1; XML is told by its content.
/// A level that is drawn wrongly is among the levels, with its flaw.
///
/// # Errors
/// [`Error::Text`] if there are too many bytes, no text, malformed XML, or no level.
pub fn read(name: &str, bytes: &[u8]) -> Result<Vec<Level>, Error> {
    let fail = |(place, cause): (Place, String)| Error::Text {
        file: name.to_owned(),
        line: place.line,
        column: place.column,
        cause,
    };
    if bytes.len() > MAX_BYTES {
        let cause = format!("the file is larger than {} MiB", MAX_BYTES >> 20);
        return Err(fail((Place { line: 1, column: 1 }, cause)));
    }
    let text = decode(bytes);
    if let Some(at) = text.find('\0') {
        let cause = "the file is not text: it holds a NUL character".into();
        return Err(fail((place_of(&text, at), cause)));
    }
    let levels = if slc::is_xml(name, &text) {
        slc::read(&text, MAX_LEVELS).map_err(fail)?
    } else {
        xsb::read(&text, MAX_LEVELS)
    };
    let cause = match levels.len() {
        0 => "the file holds no level".into(),
        1..=MAX_LEVELS => return Ok(levels),
        _ => format!("the file holds more than {MAX_LEVELS} levels"),
    };
    Err(fail((Place { line: 1, column: 1 }, cause)))
}

fn decode(bytes: &[u8]) -> String {
    match bytes {
        [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8_or_latin1(rest),
        _ => utf8_or_latin1(bytes),
    }
}

fn utf8_or_latin1(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units)
        .map(|symbol| symbol.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// The place of the character at a byte of a text.
pub(super) fn place_of(text: &str, byte: usize) -> Place {
    let before = &text[..byte];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    Place {
        line: 1 + before.bytes().filter(|&byte| byte == b'\n').count(),
        column: 1 + before[start..].chars().count(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cause(bytes: &[u8]) -> String {
        read("f", bytes).unwrap_err().to_string()
    }

    #[test]
    fn a_file_without_levels_says_so() {
        for bytes in [
            &b""[..],
            b"\n \n",
            b"Title: x\n\n#12\n",
            b"\xEF\xBB\xBF",
            b"\xFF\xFE",
        ] {
            assert_eq!(cause(bytes), "f:1:1: the file holds no level");
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_with_their_place() {
        assert_eq!(
            cause(b"####\n#\0#"),
            "f:2:2: the file is not text: it holds a NUL character"
        );
    }

    #[test]
    fn a_file_that_is_too_large_is_refused() {
        assert!(cause(&vec![b'#'; MAX_BYTES + 1]).contains("larger than 16 MiB"));
    }

    #[test]
    fn a_file_of_too_many_levels_is_refused() {
        let text = "#\n\n".repeat(MAX_LEVELS + 5);
        assert!(cause(text.as_bytes()).contains("more than 1000000 levels"));
    }

    #[test]
    fn character_sets_are_told_apart() {
        let title = |bytes: &[u8]| read("f", bytes).unwrap()[0].title.clone().unwrap();
        assert_eq!(title("####\nTitle: é".as_bytes()), "é");
        assert_eq!(title(b"####\nTitle: \xE9"), "é");
        let units = "####\nTitle: é".encode_utf16();
        let little: Vec<u8> = units.clone().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units.flat_map(u16::to_be_bytes).collect();
        assert_eq!(title(&[&[0xFF, 0xFE], &little[..]].concat()), "é");
        assert_eq!(title(&[&[0xFE, 0xFF], &big[..]].concat()), "é");
    }

    #[test]
    fn a_path_that_cannot_be_read_is_named() {
        for path in ["/", "/no/such/file.xsb"] {
            let error = load(Path::new(path)).unwrap_err();
            assert!(matches!(error, Error::Io { .. }));
            assert!(
                error.to_string().starts_with(&format!("{path}: ")),
                "{error}"
            );
        }
    }
}
