//! Writes the files of a certificate and the manifest that names them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::level::hex;

/// The kind of the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A solution, and a formula "there is a shorter one" with its refutation.
    Refutation,
    /// A solution as short as a bound that holds at the start.
    Bound,
    /// A reason why there is no solution that shows at the start.
    UnsolvableStatic,
    /// The word of a search that met every position.
    Exhaustive,
    /// A plan of a board of tiles, and a formula "there is a shorter one" with its refutation.
    TilesRefutation,
    /// A plan of a board of tiles that is as short as the sum of the distances.
    TilesBound,
    /// A board of tiles and a target of different parities.
    TilesParity,
}

impl Kind {
    /// The name in files and answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Refutation => "refutation",
            Self::Bound => "bound",
            Self::UnsolvableStatic => "unsolvable-static",
            Self::Exhaustive => "exhaustive",
            Self::TilesRefutation => "tiles-refutation",
            Self::TilesBound => "tiles-bound",
            Self::TilesParity => "tiles-parity",
        }
    }
}

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Claim {
    Minimum(usize),
    Unsolvable {},
}

/// Why a level has no solution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "name", rename_all = "kebab-case")]
pub(super) enum Reason {
    StrayBox {},
    MoreBoxesThanGoals {},
    NoMatching {},
    Blocked { boxes: Vec<(usize, usize)> },
}

/// What a manifest says of the subject.
#[derive(Serialize)]
pub(super) struct Statement<'a> {
    pub(super) kind: Kind,
    pub(super) claim: Claim,
    pub(super) at_most: Option<usize>,
    pub(super) reason: Option<Reason>,
    /// SHA-256 of the subject.
    pub(super) level: &'a str,
    pub(super) remarks: Vec<String>,
}

/// The whole document.
#[derive(Serialize)]
struct Manifest<'a> {
    format: &'static str,
    version: u32,
    sokosat: &'static str,
    #[serde(flatten)]
    statement: Statement<'a>,
    files: BTreeMap<&'static str, String>,
}

/// The folder as far as it is written.
pub(super) struct Folder<'a> {
    path: &'a Path,
    /// The hash of each file.
    pub(super) hashes: BTreeMap<&'static str, String>,
    pub(super) bytes: Vec<(&'static str, u64)>,
}

impl<'a> Folder<'a> {
    pub(super) fn new(path: &'a Path) -> Self {
        Self {
            path,
            hashes: BTreeMap::new(),
            bytes: Vec::new(),
        }
    }

    /// Writes the manifest, the last file.
    pub(super) fn manifest(&mut self, statement: Statement) -> io::Result<()> {
        let manifest = Manifest {
            format: "sokosat-certificate",
            version: 1,
            sokosat: env!("CARGO_PKG_VERSION"),
            statement,
            files: self.hashes.clone(),
        };
        self.file("manifest.json", |out| {
            serde_json::to_writer_pretty(&mut *out, &manifest)?;
            out.write_all(b"\n")
        })
    }

    /// Writes one file.
    pub(super) fn file<T, E: From<io::Error>>(
        &mut self,
        name: &'static str,
        write: impl FnOnce(&mut Output) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut out = self.open(name)?;
        let result = write(&mut out)?;
        self.close(name, out)?;
        Ok(result)
    }

    /// Opens a file.
    pub(super) fn open(&self, name: &str) -> io::Result<Output> {
        Ok(Output {
            file: BufWriter::with_capacity(1 << 16, File::create_new(self.path.join(name))?),
            hasher: Sha256::new(),
            bytes: 0,
        })
    }

    /// Ends a file and keeps its hash.
    pub(super) fn close(&mut self, name: &'static str, mut out: Output) -> io::Result<()> {
        out.flush()?;
        self.hashes.insert(name, hex(&out.hasher.finalize()));
        self.bytes.push((name, out.bytes));
        Ok(())
    }
}

/// A file on its way to disk, hashed.
pub(super) struct Output {
    file: BufWriter<File>,
    hasher: Sha256,
    bytes: u64,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.file.write(bytes)?;
        self.hasher.update(&bytes[..taken]);
        self.bytes += taken as u64;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
