//! The files of a certificate, each read once and held against its hash.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::claim::{MANIFEST, Manifest};
use super::fault::Fault;
use crate::level::hex;
use crate::limits::Limits;

/// The most bytes of a manifest.
const MOST_MANIFEST: u64 = 1 << 20;

/// A folder with its manifest.
pub(super) struct Folder {
    path: PathBuf,
    limits: Limits,
    pub(super) manifest: Manifest,
}

impl Folder {
    /// Opens the folder and reads its manifest.
    pub(super) fn open(path: &Path, limits: &Limits) -> Result<Self, Fault> {
        if !path.is_dir() {
            return Err(Fault::bad(format!("{}: is not a folder", path.display())));
        }
        let mut text = Vec::new();
        let file = open(path, MANIFEST)?;
        let read = file.take(MOST_MANIFEST + 1).read_to_end(&mut text);
        read.map_err(|error| unread(MANIFEST, &error))?;
        if text.len() as u64 > MOST_MANIFEST {
            return Err(Fault::bad(format!(
                "{MANIFEST} is too long to be that of a certificate"
            )));
        }
        Ok(Self {
            path: path.to_owned(),
            limits: limits.clone(),
            manifest: Manifest::read(&text)?,
        })
    }

    /// Whether the certificate has a file.
    pub(super) fn has(&self, name: &str) -> bool {
        self.manifest.files.contains_key(name)
    }

    /// Hands a file to `read`; what that says counts only if the file has its hash.
    ///
    /// Gives the hash too.
    pub(super) fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&mut Hashing<'_, File>) -> Result<T, Fault>,
    ) -> Result<(T, String), Fault> {
        let mut stream = Hashing {
            input: open(&self.path, name)?,
            hasher: Sha256::new(),
            limits: &self.limits,
        };
        let found = read(&mut stream);
        self.limits.check()?;
        if let Err(Fault::Stopped(stop)) = found {
            return Err(Fault::Stopped(stop));
        }
        let rest = io::copy(&mut stream, &mut io::sink());
        self.limits.check()?;
        rest.map_err(|error| unread(name, &error))?;
        let hash = hex(&stream.hasher.finalize());
        if self.manifest.files.get(name) != Some(&hash) {
            let said =
                format!("{name} is not the file that {MANIFEST} names: its SHA-256 is {hash}");
            return Err(Fault::refused(said));
        }
        Ok((found?, hash))
    }

    /// Reads a file of at most `most` bytes into memory.
    pub(super) fn bytes(&self, name: &str, most: u64, limits: &Limits) -> Result<Vec<u8>, Fault> {
        let (bytes, _) = self.read(name, |stream| {
            let mut bytes = Vec::new();
            let length = std::fs::metadata(self.path.join(name)).map_or(0, |found| found.len());
            limits.may_grow(length.min(most))?;
            let read = stream.take(most + 1).read_to_end(&mut bytes);
            read.map_err(|error| unread(name, &error))?;
            if bytes.len() as u64 > most {
                let said = format!("{name} is longer than {} MiB", most >> 20);
                return Err(Fault::refused(said));
            }
            Ok(bytes)
        })?;
        Ok(bytes)
    }

    /// Reads a file as text.
    pub(super) fn text(&self, name: &str, most: u64, limits: &Limits) -> Result<String, Fault> {
        let bytes = self.bytes(name, most, limits)?;
        String::from_utf8(bytes).map_err(|_| Fault::refused(format!("{name} is not UTF-8 text")))
    }
}

fn open(folder: &Path, name: &str) -> Result<File, Fault> {
    let path = folder.join(name);
    // Opening a pipe would wait for somebody to write to it.
    let found = std::fs::metadata(&path).map_err(|error| unread(name, &error))?;
    if !found.is_file() {
        return Err(Fault::bad(format!("{name}: is not a regular file")));
    }
    let file = File::open(&path).map_err(|error| unread(name, &error))?;
    match file.metadata() {
        Ok(found) if found.is_file() => Ok(file),
        _ => Err(Fault::bad(format!("{name}: is not a regular file"))),
    }
}

/// A file that cannot be read at all.
pub(super) fn unread(name: &str, error: &io::Error) -> Fault {
    match error.kind() {
        io::ErrorKind::NotFound => Fault::bad(format!("{name} is missing")),
        _ => Fault::bad(format!("{name}: {error}")),
    }
}

/// Bytes on their way, hashed, under limits: at one that is reached the stream fails.
pub(super) struct Hashing<'l, R> {
    input: R,
    hasher: Sha256,
    limits: &'l Limits,
}

impl<R: Read> Read for Hashing<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.limits.check().map_err(io::Error::other)?;
        let count = self.input.read(buffer)?;
        self.hasher.update(&buffer[..count]);
        Ok(count)
    }
}
