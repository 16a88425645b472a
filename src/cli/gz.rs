//! Files that are compressed by their name, and streams that are by their first bytes.
//!
//! The gzip header holds neither a time nor a name, so that equal texts give equal files.

use std::io::{self, BufReader, Cursor, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

/// Whether a file of this name is written compressed.
pub(crate) fn named(path: &Path) -> bool {
    let end = path.extension();
    end.is_some_and(|end| end.eq_ignore_ascii_case("gz"))
}

/// Lets `write` write to `out`, compressed if the name of the file says so.
///
/// # Errors
/// What `write` or the stream says.
pub(crate) fn writing<T>(
    path: &Path,
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    if !named(path) {
        return write(out);
    }
    let mut encoder = GzEncoder::new(out, Compression::fast());
    let written = write(&mut encoder)?;
    encoder.finish()?;
    Ok(written)
}

/// The text of a stream, decompressed if it opens like a gzip file.
///
/// # Errors
/// What the stream says.
pub(crate) fn reading<'r>(input: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut opening = Vec::new();
    input.by_ref().take(2).read_to_end(&mut opening)?;
    let packed = opening == [0x1f, 0x8b];
    let input = Cursor::new(opening).chain(input);
    Ok(if packed {
        Box::new(MultiGzDecoder::new(input))
    } else {
        Box::new(input)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, text: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        writing(Path::new(name), &mut bytes, |out| Ok(out.write_all(text)?)).unwrap();
        bytes
    }

    fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        reading(bytes)?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn a_file_is_compressed_by_its_name_and_recognised_by_its_bytes() {
        let text = b"p cnf 0 0\n".repeat(1000);
        assert_eq!(written("a.cnf", &text), text);
        let packed = written("a.cnf.GZ", &text);
        assert!(packed.len() < 200);
        assert_eq!(packed, written("b.gz", &text));
        assert_eq!(packed[3..8], [0; 5], "neither name nor time");
        assert_eq!(read(&packed).unwrap(), text);
        assert_eq!(
            read(&[&packed[..], &packed].concat()).unwrap(),
            text.repeat(2)
        );
        assert_eq!(read(&text).unwrap(), text);
        assert_eq!(read(b"p").unwrap(), b"p");
    }

    #[test]
    fn a_compressed_file_that_was_cut_off_is_an_error() {
        let packed = written("a.gz", b"s SATISFIABLE\n");
        assert!(read(&packed[..packed.len() - 3]).is_err());
    }
}
