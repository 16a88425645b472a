//! The stored library: every pattern dead, minimal, and none missing.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::deadlock::local::{Library, Mark, Pattern, STORED, Size, find, to_text};
use sokosat::limits::Limits;

use crate::oracle::Oracle;

#[test]
fn the_stored_library_holds_the_windows_it_names() {
    let library = Library::stored();
    assert_eq!(library.sizes(), STORED);
    let most_boxes = |size: Size| {
        let patterns = library.patterns().iter();
        let of_size = patterns.filter(|pattern| is_of(size, pattern));
        of_size.map(Pattern::box_count).max().unwrap_or(0)
    };
    assert!(
        STORED
            .iter()
            .all(|&size| most_boxes(size) <= size.most_boxes)
    );
}

fn is_of(size: Size, pattern: &Pattern) -> bool {
    (pattern.width(), pattern.height()) == (size.width, size.height)
}

#[test]
fn every_stored_pattern_is_dead_and_in_normal_form() {
    for pattern in Library::stored().patterns() {
        assert!(!Oracle::pattern_lives(pattern), "{}", pattern.line());
        assert!(pattern.is_dead(), "{}", pattern.line());
        assert_eq!(pattern.normal(), *pattern);
    }
}

#[test]
fn no_mark_of_a_stored_pattern_can_be_weakened() {
    for pattern in Library::stored().patterns() {
        for weaker in pattern.weakenings() {
            let (line, weaker_line) = (pattern.line(), weaker.line());
            assert!(Oracle::pattern_lives(&weaker), "{line} -> {weaker_line}");
        }
    }
}

/// Whether a stored mark holds wherever a given one does.
fn follows(stored: Mark, given: Mark) -> bool {
    match stored {
        Mark::Any => true,
        Mark::NoGoal => matches!(given, Mark::NoGoal | Mark::BoxOffGoal | Mark::Wall),
        Mark::Box => matches!(given, Mark::Box | Mark::BoxOffGoal),
        Mark::BoxOffGoal | Mark::Wall => stored == given,
    }
}

fn holds(window: &Pattern, image: &Pattern) -> bool {
    let at = |dx: usize, dy: usize| {
        let mut marks = image.marks();
        marks.all(|(x, y, mark)| follows(mark, window.mark(x + dx, y + dy)))
    };
    let columns = (window.width() + 1).saturating_sub(image.width());
    let rows = (window.height() + 1).saturating_sub(image.height());
    (0..columns).any(|dx| (0..rows).any(|dy| at(dx, dy)))
}

#[test]
fn every_dead_window_holds_a_stored_pattern() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let patterns = Library::stored().patterns().iter();
    let images: Vec<Pattern> = patterns.flat_map(Pattern::images).collect();
    let mut dead = 0;
    for round in 0..3000 {
        let (width, height) = if round % 2 == 0 { (4, 3) } else { (4, 4) };
        let cells: Vec<char> = (0..width * height)
            .map(|_| b"##$*___?"[random.random_range(0..8)].into())
            .collect();
        let rows: Vec<String> = cells
            .chunks(width)
            .map(|row| row.iter().collect())
            .collect();
        let window: Pattern = rows
            .join("/")
            .parse()
            .expect("the symbols are those of marks");
        if (height == 4 && window.box_count() > 4) || Oracle::pattern_lives(&window) {
            continue;
        }
        dead += 1;
        let known = images.iter().any(|image| holds(&window, image));
        assert!(known, "seed 3, round {round}: {}", window.line());
    }
    assert!(dead > 300, "{dead}");
}

#[test]
fn small_windows_are_found_again() {
    let library = Library::stored();
    for size in STORED
        .into_iter()
        .filter(|size| size.width * size.height <= 10)
    {
        let patterns = library.patterns().iter();
        let stored: Vec<Pattern> = patterns.filter(|p| is_of(size, p)).copied().collect();
        assert_eq!(find(size, &Limits::none()).unwrap().patterns, stored);
    }
}

#[test]
#[ignore = "takes a quarter of a minute of computing when optimised, minutes when not"]
fn the_whole_library_is_found_again() {
    let library = Library::stored();
    for size in STORED {
        let patterns = library.patterns().iter();
        let stored: Vec<Pattern> = patterns.filter(|p| is_of(size, p)).copied().collect();
        assert_eq!(find(size, &Limits::none()).unwrap().patterns, stored);
    }
}

#[test]
fn the_text_made_of_what_is_found_reads_back() {
    let sizes = STORED
        .into_iter()
        .filter(|size| size.width * size.height <= 9);
    let found: Vec<_> = sizes
        .map(|size| find(size, &Limits::none()).unwrap())
        .collect();
    let library: Library = to_text(&found, "a test").parse().unwrap();
    let all: Vec<Pattern> = found
        .iter()
        .flat_map(|found| found.patterns.clone())
        .collect();
    assert_eq!(library.patterns(), all);
}
