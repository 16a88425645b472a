//! The manifest of a certificate: what is claimed, by which kind of evidence, in which files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::fault::Fault;
use super::obstacle::Obstacle;

/// The name of the manifest in its folder.
pub(super) const MANIFEST: &str = "manifest.json";

/// The kind of the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A solution, and a formula "there is a shorter one" with its refutation.
    Refutation,
    /// A solution as short as a bound that holds at the start.
    Bound,
    /// A reason why there is no solution that shows at the start.
    UnsolvableStatic,
    /// The word of a search that met every position; only another search can confirm it.
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

    /// Whether the certificate is about a board of sliding tiles rather than a level.
    #[must_use]
    pub fn is_of_tiles(self) -> bool {
        matches!(
            self,
            Self::TilesRefutation | Self::TilesBound | Self::TilesParity
        )
    }
}

/// What is claimed of the level, or of the board of tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Claim {
    /// Its best solutions have so many pushes, or moves of the blank.
    Minimum(u32),
    /// It has no solution.
    Unsolvable {},
}

/// The whole document.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    #[serde(rename = "sokosat")]
    _sokosat: String,
    pub(super) kind: Kind,
    pub(super) claim: Claim,
    /// The formula says "at most so many pushes", or moves.
    pub(super) at_most: Option<u32>,
    pub(super) reason: Option<Obstacle>,
    /// SHA-256 of the canonical rows of the level, or of the two boards.
    pub(super) level: String,
    /// SHA-256 of each file.
    #[serde(deserialize_with = "each_once")]
    pub(super) files: BTreeMap<String, String>,
    /// For people: nothing here is checked.
    #[serde(rename = "remarks")]
    _remarks: Vec<String>,
}

/// Only enough to see whether it is a manifest at all, and of which version.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u64,
}

impl Manifest {
    /// Reads a manifest and sees that its kind, its claim and its files belong together.
    pub(super) fn read(text: &[u8]) -> Result<Self, Fault> {
        let head: Head = serde_json::from_slice(text).map_err(|error| {
            Fault::bad(format!("{MANIFEST} is not that of a certificate: {error}"))
        })?;
        if head.format != "sokosat-certificate" || head.version != 1 {
            return Err(Fault::bad(format!(
                "{MANIFEST} is {} of version {}, not sokosat-certificate of version 1",
                head.format, head.version
            )));
        }
        let manifest: Self = serde_json::from_slice(text)
            .map_err(|error| Fault::refused(format!("{MANIFEST}: {error}")))?;
        manifest.check_shape()?;
        Ok(manifest)
    }

    fn check_shape(&self) -> Result<(), Fault> {
        let solved = matches!(self.claim, Claim::Minimum(_));
        let fits = match self.kind {
            Kind::Refutation | Kind::TilesRefutation => {
                solved && self.at_most.is_some() && self.reason.is_none()
            }
            Kind::Bound | Kind::TilesBound => {
                solved && self.at_most.is_none() && self.reason.is_none()
            }
            Kind::TilesParity => !solved && self.at_most.is_none() && self.reason.is_none(),
            Kind::UnsolvableStatic => !solved && self.at_most.is_none() && self.reason.is_some(),
            Kind::Exhaustive => self.at_most.is_none() && self.reason.is_none(),
        };
        if !fits {
            let kind = self.kind.name();
            return Err(Fault::refused(format!(
                "{MANIFEST}: the claim is not one of the kind '{kind}'"
            )));
        }
        let names: Vec<&str> = self.files.keys().map(String::as_str).collect();
        let (needed, possible) = files(self.kind, solved);
        let missing = needed.iter().find(|name| !names.contains(name));
        let foreign = names
            .iter()
            .find(|name| !needed.contains(name) && !possible.contains(name));
        match (missing, foreign) {
            (Some(name), _) => Err(Fault::refused(format!("{MANIFEST} does not name {name}"))),
            (_, Some(name)) => Err(Fault::refused(format!(
                "{MANIFEST} names {name}, which no such certificate has"
            ))),
            (None, None) => Ok(()),
        }
    }
}

/// The files that a kind must have, and those that it may have.
fn files(kind: Kind, solved: bool) -> (Vec<&'static str>, Vec<&'static str>) {
    let (subject, solution) = if kind.is_of_tiles() {
        ("boards.txt", "solution.txt")
    } else {
        ("level.xsb", "solution.lurd")
    };
    let mut needed = vec![subject];
    if solved {
        needed.push(solution);
    }
    if matches!(kind, Kind::Refutation | Kind::TilesRefutation) {
        needed.extend(["formula.cnf", "map.json", "proof.lrat"]);
    }
    let possible = match kind {
        Kind::Refutation | Kind::Bound => vec!["tables.txt"],
        _ => Vec::new(),
    };
    (needed, possible)
}

/// Reads names with their hashes; a name that stands twice would say two things.
fn each_once<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    deserializer.deserialize_map(EachOnce)
}

struct EachOnce;

impl<'de> Visitor<'de> for EachOnce {
    type Value = BTreeMap<String, String>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("names of files with their SHA-256")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut files = BTreeMap::new();
        while let Some((name, hash)) = entries.next_entry::<String, String>()? {
            match files.entry(name) {
                Entry::Vacant(free) => free.insert(hash),
                Entry::Occupied(found) => {
                    let said = format!("{} is named twice", found.key());
                    return Err(A::Error::custom(said));
                }
            };
        }
        Ok(files)
    }
}
