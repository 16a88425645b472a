//! The manifest of a certificate: what is claimed, by which kind of evidence, in which files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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
        }
    }
}

/// What is claimed of the level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Claim {
    /// Its best solutions have so many pushes.
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
    /// The formula says "at most so many pushes".
    pub(super) at_most: Option<u32>,
    pub(super) reason: Option<Obstacle>,
    /// SHA-256 of the canonical rows of the level.
    pub(super) level: String,
    /// SHA-256 of each file.
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
            Kind::Refutation => solved && self.at_most.is_some() && self.reason.is_none(),
            Kind::Bound => solved && self.at_most.is_none() && self.reason.is_none(),
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
    let mut needed = vec!["level.xsb"];
    if solved {
        needed.push("solution.lurd");
    }
    if kind == Kind::Refutation {
        needed.extend(["formula.cnf", "map.json", "proof.lrat"]);
    }
    let possible = match kind {
        Kind::Refutation | Kind::Bound => vec!["tables.txt"],
        Kind::UnsolvableStatic | Kind::Exhaustive => Vec::new(),
    };
    (needed, possible)
}
