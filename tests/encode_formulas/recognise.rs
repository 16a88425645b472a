//! Files are recognised by every byte that matters: whatever is changed there, they are refused.

use std::rc::Rc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::cnf::Model;
use sokosat::encode::file::{Request, write_with_map};
use sokosat::encode::header::titles;
use sokosat::encode::recognise::{Foreign, Source};
use sokosat::encode::{Basis, Options};
use sokosat::level::Level;
use sokosat::limits::{Limits, Stop};

use super::game::Ground;

const ROWS: [&str; 5] = ["########", "#  .   #", "#@$ $. #", "#      #", "########"];

struct Files {
    level: Level,
    ground: Ground,
    /// The formula and the map.
    texts: [Vec<u8>; 2],
}

fn files(options: &str) -> Files {
    let level = Level::from_rows(&ROWS);
    let ground = Ground::new(&level);
    let options: Options = options.parse().unwrap();
    let limits = Limits::none();
    let basis = Basis::new(&ground.board, &ground.distances, options.lemmas, &limits);
    let request = Request {
        level: &level,
        options,
        titles: &titles(&level, options),
        limits: &limits,
    };
    let mut texts = [Vec::new(), Vec::new()];
    let [cnf, map] = &mut texts;
    write_with_map(&Rc::new(basis.unwrap()), &request, cnf, map).unwrap();
    Files {
        level,
        ground,
        texts,
    }
}

/// The variables of the formula that a text is recognised as.
fn recognise(files: &Files, text: &[u8], limits: &Limits) -> Result<u32, Foreign> {
    let source = Source::open(text)?;
    let (board, distances) = (&files.ground.board, &files.ground.distances);
    let basis = Basis::new(board, distances, source.options().lemmas, &Limits::none());
    let (encoding, size) = source.compare(&files.level, &Rc::new(basis.unwrap()), limits)?;
    let nothing = encoding.read_plan(&Model::default());
    assert_eq!(nothing.is_ok(), encoding.options().span.has_idle_steps());
    Ok(size.variables)
}

const OPTIONS: [&str; 3] = [
    "exactly:5 lemmas:all",
    "at-most:4 lemmas:none",
    "each:7 lemmas:all",
];

#[test]
fn formula_and_map_are_recognised_and_no_changed_byte_is_overlooked() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let limits = Limits::none();
    for options in OPTIONS {
        let files = files(options);
        let sizes = [0, 1].map(|which| recognise(&files, &files.texts[which], &limits).unwrap());
        assert_eq!(sizes[0], sizes[1]);
        for (text, mark) in files.texts.iter().zip(["\np ", "\n\"level\""]) {
            let mark = mark.as_bytes();
            let from = 1 + text.windows(mark.len()).position(|at| at == mark).unwrap();
            for _ in 0..150 {
                let at = rng.random_range(0..text.len());
                let mut changed = text.clone();
                changed[at] ^= 1 << rng.random_range(0..7);
                let read = recognise(&files, &changed, &limits);
                assert!(
                    at < from || read.is_err(),
                    "{options}: byte {at} of {}",
                    text.len()
                );
                let cut = recognise(&files, &text[..at], &limits);
                assert!(cut.is_err(), "{options}: cut at {at}");
            }
        }
    }
}

#[test]
fn a_limit_is_told_from_a_foreign_file() {
    let files = files(OPTIONS[0]);
    let stopped = Limits::none().with_time(std::time::Duration::ZERO);
    for text in &files.texts {
        let read = recognise(&files, text, &stopped);
        assert!(
            matches!(read, Err(Foreign::Stopped(Stop::Time))),
            "{read:?}"
        );
    }
}
