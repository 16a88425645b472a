//! A certificate in a folder of its own, to be looked at and to be tampered with.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};
use sokosat::board::Board;
use sokosat::certificate::{self, Known, Order};
use sokosat::certify::certificate::{Fault, Report, check};
use sokosat::certify::{Verified, replay};
use sokosat::encode::Lemmas;
use sokosat::level::{Level, hex};
use sokosat::limits::Limits;
use sokosat::sat::proof::Format;
use tempfile::TempDir;

/// How a certificate is to be made.
#[derive(Clone, Copy)]
pub(crate) struct Wish<'a> {
    pub(crate) lemmas: &'a str,
    pub(crate) format: Format,
    pub(crate) most_lemmas: u64,
    pub(crate) exhausted: Option<&'a str>,
}

impl Default for Wish<'_> {
    fn default() -> Self {
        Self {
            lemmas: "all",
            format: Format::Text,
            most_lemmas: u64::MAX,
            exhausted: None,
        }
    }
}

pub(crate) struct Cert {
    folder: TempDir,
}

impl Cert {
    /// A certificate of a level: of its minimum if a solution is given, else that it has none.
    pub(crate) fn new(rows: &[&str], solution: Option<&str>, wish: Wish) -> Self {
        Self::of(&Level::from_rows(rows), solution, wish, &|folder, order| {
            certificate::write(folder, order).unwrap();
        })
    }

    /// A refutation of "at most so many pushes" that has no proof yet, true or not.
    pub(crate) fn unproved(level: &Level, solution: &str, lemmas: &str, most: usize) -> Self {
        let wish = Wish {
            lemmas,
            ..Wish::default()
        };
        let mut cert = Self::of(level, Some(solution), wish, &|folder, order| {
            certificate::write_unproved(folder, order, most).unwrap();
        });
        cert.write("proof.lrat", "1 d 0\n");
        cert.rehash();
        cert
    }

    pub(crate) fn of(
        level: &Level,
        solution: Option<&str>,
        wish: Wish,
        write: &dyn Fn(&Path, &Order),
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let level = Level::from_rows(level.canonical().rows());
        let board = Board::new(&level).unwrap();
        let verified: Option<Verified> = solution.map(|lurd| replay(&level, lurd).unwrap());
        let limits = Limits::none();
        let order = Order {
            level: &level,
            board: &board,
            known: verified.as_ref().map_or(Known::Unsolvable, Known::Solved),
            exhausted: wish.exhausted,
            lemmas: wish.lemmas.parse::<Lemmas>().unwrap(),
            format: wish.format,
            most_lemmas: wish.most_lemmas,
            limits: &limits,
            solver_limits: &limits,
        };
        write(folder.path(), &order);
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
        manifest["level"] = hash(&self.bytes("level.xsb")).into();
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

/// "The counter" of our own boards: matching bound 11, minimum 13.
pub(crate) const COUNTER: [&str; 9] = [
    "#########",
    "#       #",
    "#  ...  #",
    "# ## ## #",
    "#  $ $  #",
    "## #$# ##",
    "#   @   #",
    "#       #",
    "#########",
];

/// Its solution of 13 pushes.
pub(crate) const COUNTED: &str =
    "UUUdddlluuRlddrruUllluurrurrdLLulldddrrrUdllluuurrdRddddrruuLrddlluUUdllluuR";

/// Two boxes that cost each other waste: matching bound and penalty make up the minimum of 21.
pub(crate) const APART: [&str; 9] = [
    "#########",
    "#+     .#",
    "#       #",
    "###   # #",
    "###     #",
    "#  $ #  #",
    "# $ $  .#",
    "#    #  #",
    "#########",
];

/// Its solution of 21 pushes.
pub(crate) const BROUGHT: &str = "rrdddDllddrUluRRlddrUUUUUruLLrdddddRUUUUluRRRlldddddRR";

/// A level whose refutation needs every lemma but the terminal one: minimum 19.
pub(crate) const CROWDED: [&str; 8] = [
    "#######", "#.  . #", "#     #", "###  $#", "  # $@##", "  ## * #", "   #   #", "   #####",
];

/// Its solution of 19 pushes.
pub(crate) const SORTED: &str = "UlldRddrruLdlUUUrDlluuurrDullddrUruLLLrrrdDldddrruLdlUUUUrdD";

/// A level with a spare goal where the player's last cell matters: minimum 6.
pub(crate) const TURNED: [&str; 7] = [
    "#####", "#@  ##", "#  . #", "#.$  #", "#.$###", "#  #", "####",
];

/// Its solution of 6 pushes.
pub(crate) const TURNED_BACK: &str = "ddRlddrUUluurrdrdLLruulldR";
