//! The levels that are asked about, with their minima, and their formulas as strangers get them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use sokosat::board::Board;
use sokosat::distance::Distances;
use sokosat::encode::file::{self, Request};
use sokosat::encode::{Basis, Lemmas, Options, Span};
use sokosat::level::{Level, load};
use sokosat::limits::Limits;

/// Levels with longer plans are left out.
const LONGEST: usize = 16;

/// Our own levels with more boxes are left out.
const MOST_BOXES: usize = 3;

/// A plan of so many pushes is short: even few lemmas do to refute what is shorter.
const SHORT: usize = 8;

/// Every so many levels of the public set are asked about.
const EVERY: usize = 7;

/// A level with its minimum.
pub(crate) struct Sampled {
    pub(crate) name: String,
    pub(crate) level: Level,
    pub(crate) minimum: usize,
    pub(crate) board: Board,
    pub(crate) distances: Distances,
}

impl Sampled {
    fn new(name: String, level: Level, minimum: usize) -> Self {
        let board = Board::new(&level).unwrap();
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        Self {
            name,
            level,
            minimum,
            board,
            distances,
        }
    }

    /// Writes the formula of a question as `encode` does.
    pub(crate) fn write(&self, options: Options, path: &Path) {
        let mut out = Vec::new();
        let limits = Limits::none();
        let basis = Basis::new(&self.board, &self.distances, options.lemmas, &limits).unwrap();
        let request = Request {
            level: &self.level,
            options,
            titles: &[],
            limits: &limits,
        };
        file::write(&Rc::new(basis), &request, &mut out).unwrap();
        fs::write(path, out).unwrap();
    }

    /// The questions about a level: every horizon from some pushes below the minimum to one above;
    /// of short plans also "at most" just below the minimum, and all again with few lemmas.
    pub(crate) fn questions(&self) -> Vec<Options> {
        let low = self.minimum.saturating_sub(4);
        let mut spans: Vec<Span> = (low..=self.minimum + 1).map(Span::Exactly).collect();
        let short = self.minimum <= SHORT;
        spans.extend(short.then(|| Span::AtMost(self.minimum.saturating_sub(1))));
        let few = short.then(|| "dead,windows".parse().unwrap());
        let lemmas = std::iter::once(Lemmas::all()).chain(few);
        let under = |lemmas| spans.iter().map(move |&span| Options { span, lemmas });
        lemmas.flat_map(under).collect()
    }

    /// What is known of an answer: false below the minimum, true at it.
    pub(crate) fn truth(&self, span: Span) -> Option<bool> {
        match span {
            Span::Exactly(pushes) if pushes > self.minimum => None,
            Span::Exactly(pushes) | Span::AtMost(pushes) | Span::Each(pushes) => {
                Some(pushes >= self.minimum)
            }
        }
    }
}

/// Our own levels with a number of pushes in their header.
pub(crate) fn own() -> Vec<Sampled> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("levels");
    let mut sample = Vec::new();
    for name in [
        "easy.xsb",
        "seeds.xsb",
        "first.xsb",
        "hard.xsb",
        "medium.xsb",
    ] {
        let path = folder.join(name);
        let text = fs::read_to_string(&path).unwrap();
        let minima = text
            .lines()
            .filter_map(|line| line.strip_prefix("Pushes: "));
        for (level, minimum) in load(&path).unwrap().into_iter().zip(minima) {
            let minimum: usize = minimum.parse().unwrap();
            if minimum <= LONGEST && level.squares().filter(|s| s.2.is_box()).count() <= MOST_BOXES
            {
                let name = format!("{name} {}", level.number);
                sample.push(Sampled::new(name, level, minimum));
            }
        }
    }
    sample
}

/// Levels of the public set with known minima, where it is there.
pub(crate) fn public() -> Vec<Sampled> {
    let Some(folder) = std::env::var_os("SOKOSAT_LEVELS").map(PathBuf::from) else {
        println!("skipped: SOKOSAT_LEVELS names no folder of levels");
        return Vec::new();
    };
    let table = fs::read_to_string(folder.join("optimal/microban.csv")).unwrap();
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        Some((fields[0].parse().ok()?, fields.get(4)?.parse().ok()?))
    };
    let minima: BTreeMap<usize, usize> = table.lines().filter_map(row).collect();
    let levels = load(&folder.join("sets/microban.xsb")).unwrap();
    let known = levels
        .into_iter()
        .filter_map(|level| Some((*minima.get(&level.number)?, level)));
    let short = known.filter(|(minimum, _)| *minimum <= LONGEST);
    let sampled = short.step_by(EVERY);
    let named = sampled
        .map(|(minimum, level)| Sampled::new(format!("microban {}", level.number), level, minimum));
    named.collect()
}
