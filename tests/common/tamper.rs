//! A certificate in a folder of its own, to be looked at and to be tampered with.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use sha2::{Digest, Sha256};
use sokosat::certify::certificate::{Fault, Report, check};
use sokosat::level::hex;
use sokosat::limits::Limits;
use tempfile::TempDir;

pub(crate) struct Cert {
    folder: TempDir,
}

impl Cert {
    pub(crate) fn at(folder: TempDir) -> Self {
        Self { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn check(&self) -> Result<Report, Fault> {
        check(self.path(), &Limits::none())
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).unwrap()
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).unwrap()
    }

    pub(crate) fn write(&mut self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), bytes).unwrap();
    }

    pub(crate) fn remove(&mut self, name: &str) {
        fs::remove_file(self.path().join(name)).unwrap();
    }

    /// Replaces one text by another, which must be there once.
    pub(crate) fn replace(&mut self, name: &str, from: &str, to: &str) {
        let text = self.text(name);
        assert_eq!(text.matches(from).count(), 1, "{name}: {from}");
        self.write(name, text.replace(from, to));
    }

    /// All files but the manifest.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name != "manifest.json").collect();
        names.sort();
        names
    }

    /// Puts all hashes right: of the formula in the map, of the level, and of all files in the manifest.
    pub(crate) fn rehash(&mut self) {
        let hash = |bytes: &[u8]| hex(&Sha256::digest(bytes));
        if self.path().join("map.json").is_file() && self.path().join("formula.cnf").is_file() {
            let formula = hash(&self.bytes("formula.cnf"));
            let map = String::from_utf8_lossy(&self.bytes("map.json")).into_owned();
            let line = map
                .lines()
                .find(|line| line.starts_with("\"cnf\":"))
                .map(str::to_owned);
            if let Some(line) = line {
                self.write(
                    "map.json",
                    map.replace(&line, &format!("\"cnf\":\"{formula}\",")),
                );
            }
        }
        let mut manifest: serde_json::Value =
            serde_json::from_slice(&self.bytes("manifest.json")).unwrap();
        let files = self.files().into_iter();
        let files: BTreeMap<String, String> = files
            .map(|name| (name.clone(), hash(&self.bytes(&name))))
            .collect();
        if let Some(subject) = files.get("level.xsb").or(files.get("boards.txt")) {
            manifest["level"] = subject.as_str().into();
        }
        manifest["files"] = serde_json::to_value(files).unwrap();
        self.write(
            "manifest.json",
            serde_json::to_string_pretty(&manifest).unwrap(),
        );
    }

    /// Changes a field of the manifest.
    pub(crate) fn claim(&mut self, field: &str, value: serde_json::Value) {
        let mut manifest: serde_json::Value =
            serde_json::from_slice(&self.bytes("manifest.json")).unwrap();
        manifest[field] = value;
        self.write("manifest.json", manifest.to_string());
    }

    /// What a check that must fail says.
    pub(crate) fn refusal(&self) -> String {
        match self.check() {
            Ok(report) => panic!("accepted: {report:?}"),
            Err(fault) => fault.to_string(),
        }
    }
}

/// Damages a text at a random place, mostly by bytes that it has elsewhere.
fn damage(rng: &mut ChaCha8Rng, bytes: &mut Vec<u8>) {
    if bytes.is_empty() {
        return;
    }
    let [at, other] = [(); 2].map(|()| rng.random_range(0..bytes.len()));
    match rng.random_range(0..10) {
        0 => bytes[at] ^= 1 << rng.random_range(0..8),
        1 | 2 => bytes[at] = bytes[other],
        3 => bytes.insert(at, bytes[other]),
        4 => drop(bytes.remove(at)),
        5 => bytes.swap(at, other),
        // The next digit, which is a number nearby.
        6 => {
            if let Some(digit) = bytes[at..].iter_mut().find(|byte| byte.is_ascii_digit()) {
                *digit = b'0' + (*digit - b'0' + 1) % 10;
            }
        }
        // A whole line is lost, doubled, or takes the place of another.
        kind => {
            let (from, to) = (line_at(bytes, at), line_at(bytes, other));
            let line = bytes[from.clone()].to_vec();
            let (place, insert) = match kind {
                7 => (from, Vec::new()),
                8 => (from, [&line[..], &line].concat()),
                _ => (to, line),
            };
            bytes.splice(place, insert);
        }
    }
}

/// The line around a place, its end included.
fn line_at(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let start = bytes[..at].iter().rposition(|&byte| byte == b'\n');
    let end = bytes[at..].iter().position(|&byte| byte == b'\n');
    start.map_or(0, |i| i + 1)..end.map_or(bytes.len(), |i| at + i + 1)
}

/// Damages each file of a certificate in turn and holds what is still accepted against the truth.
///
/// A check must end by itself, with a verdict; one that changes what is claimed of the same level must refuse. Gives
/// how many were refused and accepted.
pub(crate) fn batter(
    cert: &mut Cert,
    rng: &mut ChaCha8Rng,
    rounds: usize,
    is_true: fn(&Report) -> bool,
) -> (usize, usize) {
    let report = cert.check().unwrap();
    assert!(is_true(&report), "{report:?}");
    let mut names = cert.files();
    names.push("manifest.json".into());
    let whole: Vec<Vec<u8>> = names.iter().map(|name| cert.bytes(name)).collect();
    let manifest = cert.bytes("manifest.json");
    let limits = Limits::none().with_time(Duration::from_secs(60));
    let (mut refused, mut accepted) = (0, 0);
    for name in names.iter().cycle().take(rounds) {
        let original = cert.bytes(name);
        let mut bytes = original.clone();
        for _ in 0..rng.random_range(1..3) {
            damage(rng, &mut bytes);
        }
        if bytes == original {
            continue;
        }
        cert.write(name, &bytes);
        let is_manifest = name == "manifest.json";
        for is_rehashed in [false, true].into_iter().take(2 - usize::from(is_manifest)) {
            if is_rehashed {
                cert.rehash();
            }
            match check(cert.path(), &limits) {
                Err(Fault::Stopped(stop)) => panic!("{name} was damaged: {stop}"),
                Err(_) => refused += 1,
                Ok(found) => {
                    assert!(is_manifest || is_rehashed, "{name} has its old hash");
                    assert!(is_true(&found), "{name} was damaged: {found:?}");
                    if is_manifest {
                        assert_eq!(meaning(&bytes), meaning(&manifest));
                    }
                    if !["level.xsb", "boards.txt"].contains(&name.as_str()) {
                        assert_eq!((&found.claim, &found.rows), (&report.claim, &report.rows));
                    }
                    accepted += 1;
                }
            }
        }
        for (name, bytes) in names.iter().zip(&whole) {
            cert.write(name, bytes);
        }
    }
    assert!(cert.check().is_ok(), "all damage was taken back");
    (refused, accepted)
}

/// The manifest without what is free text: remarks and the version of the writer.
fn meaning(manifest: &[u8]) -> Value {
    let mut manifest: Value = serde_json::from_slice(manifest).unwrap();
    manifest["remarks"] = Value::Null;
    manifest["sokosat"] = Value::Null;
    // A fact that is left out is null.
    for field in ["reason", "at_most"] {
        manifest[field] = manifest.get(field).cloned().unwrap_or(Value::Null);
    }
    manifest
}

/// Makes a corruption and expects it to be refused by its hash, and without hashes for `why`.
pub(crate) fn expect(mut cert: Cert, corrupt: impl FnOnce(&mut Cert), why: &str) {
    assert!(
        cert.check().is_ok(),
        "{why}: the certificate is refused before it is corrupted"
    );
    let files = cert.files();
    let before: Vec<_> = files.iter().map(|name| cert.bytes(name)).collect();
    corrupt(&mut cert);
    let changed = cert.files() != files
        || files
            .iter()
            .zip(&before)
            .any(|(name, bytes)| cert.bytes(name) != *bytes);
    if changed {
        let said = cert.refusal();
        assert!(
            said.contains("SHA-256") || said.contains("missing"),
            "{why}: {said}"
        );
        cert.rehash();
    }
    let said = cert.refusal();
    assert!(said.contains(why), "{why}: {said}");
}

/// Changes line `number` of a file, from zero.
pub(crate) fn change_line(
    cert: &mut Cert,
    name: &str,
    number: usize,
    change: impl FnOnce(&str) -> String,
) {
    let text = cert.text(name);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[number] = change(&lines[number]);
    cert.write(name, lines.join("\n") + "\n");
}

pub(crate) fn line_of(cert: &Cert, name: &str, which: impl Fn(&str) -> bool) -> usize {
    cert.text(name).lines().position(which).unwrap()
}
