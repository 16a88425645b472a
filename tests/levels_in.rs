//! Levels as they come in: whatever the spelling of a drawing, the same squares are read.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use sokosat::board::Board;
use sokosat::certify::replay;
use sokosat::level::{self, Level, Summary, Symmetry};

/// Failing inputs are kept beside this file.
fn config() -> ProptestConfig {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/levels_in.regressions");
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(kept))),
        ..ProptestConfig::default()
    }
}

/// Rows as canonical text, each with a wall, no blank rows at the edges, no trailing floor.
fn rows() -> impl Strategy<Value = Vec<String>> {
    let row = "[ #.$*@+]{0,9}#[ #.$*@+]{0,9}";
    prop::collection::vec(row, 1..9).prop_map(|rows| {
        let trimmed = |row: &String| row.trim_end().to_owned();
        rows.iter().map(trimmed).collect()
    })
}

fn read(text: &str) -> Vec<String> {
    drawings(&level::read("test", text.as_bytes()).expect("the text holds levels"))
}

fn drawings(levels: &[Level]) -> Vec<String> {
    levels.iter().map(Level::to_string).collect()
}

/// A row with counts, floor as dashes.
fn encode(row: &str) -> String {
    let row = row.replace(' ', "-");
    let runs = row.as_bytes().chunk_by(|a, b| a == b);
    let run = |run: &[u8]| match run.len() {
        1 => char::from(run[0]).to_string(),
        length => format!("{length}{}", char::from(run[0])),
    };
    runs.map(run).collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = level::read("test", &bytes);
    }

    #[test]
    fn any_text_of_board_symbols_is_read_or_refused(
        text in "([ #.$*@+pPbBo|()0-9x;:\t\r\n_-]|Title:|Comment:|<L>|9999\\(){0,80}",
    ) {
        for prefix in ["", "<SokobanLevels><Level>", "#####\n"] {
            for level in level::read("test", format!("{prefix}{text}").as_bytes()).iter().flatten() {
                let _ = Summary::of(level);
                prop_assert_eq!(level.squares().count() > 0, level.height() > 0);
                for (x, y, square) in level.squares() {
                    prop_assert_eq!(level.at(x, y), square);
                    prop_assert!(level.place(x, y).line > 0 && level.place(x, y).column > 0);
                }
            }
        }
    }

    #[test]
    fn any_text_is_a_solution_or_refused(text in "[lurdLURD()0-9 \n\\PC]{0,40}") {
        let level = Level::from_rows(&["#####", "#@$.#", "#####"]);
        if let Ok(found) = replay(&level, &text) {
            prop_assert_eq!(replay(&level, found.lurd()), Ok(found));
        }
    }

    #[test]
    fn a_level_is_the_same_in_every_spelling(rows in rows()) {
        let text = rows.join("\n");
        let drawing = vec![format!("{text}\n")];
        let letters = text
            .replace('.', "o").replace('$', "b").replace('*', "B")
            .replace('@', "p").replace('+', "P");
        let padded = format!("{}   \t", rows.join(" \t \n"));
        let coded: Vec<String> = rows.iter().map(|row| encode(row)).collect();
        for spelling in [
            text.clone(),
            text.replace('\n', "\r\n"),
            text.replace('\n', "\r"),
            text.replace(' ', "-"),
            text.replace(' ', "_"),
            letters,
            padded,
            format!("\u{feff}{text}\n\u{1a}"),
            format!("Title: t\n\n{text}\nComment:\n###\n\n#@#\nComment-End:\n; ##\n:: ##\n"),
        ] {
            prop_assert_eq!(read(&spelling), drawing.clone(), "{}", spelling);
        }
        // A line such as `12#` alone is a heading unless it is wide enough.
        if rows[0].len() >= 3 {
            prop_assert_eq!(read(&coded.join("\n")), drawing.clone(), "{:?}", coded);
            prop_assert_eq!(read(&format!("{}|", coded.join("|\n"))), drawing.clone());
        }
        prop_assert_eq!(read(&format!("{}|", coded.join("|"))), drawing.clone());
        let xml = rows.join("</L>\r\n<L>");
        let xml = format!("<SokobanLevels><Level><L>{xml}</L></Level></SokobanLevels>");
        prop_assert_eq!(read(&xml), drawing);
    }

    #[test]
    fn a_place_is_where_the_symbol_stands(rows in rows()) {
        let text = rows.join("\n");
        let level = &level::read("test", text.as_bytes()).expect("the text holds a level")[0];
        for (x, y, square) in level.squares() {
            let place = level.place(x, y);
            let line = text.lines().nth(place.line - 1).expect("the line exists");
            prop_assert_eq!(line.chars().nth(place.column - 1), Some(square.symbol()));
        }
    }

    #[test]
    fn a_symmetry_and_its_inverse_give_the_level_back(rows in rows()) {
        let level = Level::from_rows(&rows);
        for symmetry in Symmetry::ALL {
            let turned = level.transformed(symmetry);
            let back = turned.transformed(symmetry.inverse());
            prop_assert_eq!(back.to_string(), level.to_string());
            let floor = |level| Board::new(level).map(|board| board.len()).map_err(|flaw| flaw.cause);
            prop_assert_eq!(floor(&turned), floor(&level));
        }
    }
}

fn only(text: &str) -> Level {
    let mut levels = level::read("test", text.as_bytes()).expect("the text holds a level");
    assert_eq!(levels.len(), 1, "{text}");
    levels.remove(0)
}

fn titles(text: &str) -> Vec<String> {
    let levels = level::read("test", text.as_bytes()).expect("the text holds levels");
    levels
        .into_iter()
        .map(|level| level.title.unwrap_or_default())
        .collect()
}

const BOARD: &str = "#####\n#@$.#\n#####\n";

#[test]
fn a_foreign_symbol_is_a_flaw_and_not_two_levels() {
    for (text, line, column) in [
        ("########\n#@ $x.#\n#   ####\n#####\n", 2, 5),
        ("####x###\n#@ $ .#\n########\n", 1, 5),
        ("########\n#@ $ .x\n########\n", 2, 7),
        ("########\n#@ $ .#\n###x####\n", 3, 4),
        ("########\n#@\u{a0}$ .#\n########\n", 2, 3),
        ("8#|#@x$-.#|8#", 1, 6),
    ] {
        let flaw = only(text).flaw.expect("the level has a flaw");
        assert_eq!(
            (flaw.place.line, flaw.place.column),
            (line, column),
            "{text}"
        );
        assert!(flaw.cause.starts_with("foreign symbol"), "{flaw}");
        assert_eq!(Board::new(&only(text)).unwrap_err(), flaw);
    }
}

#[test]
fn latin_1_xml_keeps_its_titles() {
    let text = b"<?xml version='1.0' encoding='ISO-8859-1'?>\n<SokobanLevels>\
        <Level Id='\xE9t\xE9'><L>#@$.#</L></Level></SokobanLevels>";
    let levels = level::read("a.slc", text).expect("the text holds a level");
    assert_eq!(levels[0].title.as_deref(), Some("\u{e9}t\u{e9}"));
}

#[test]
fn absurd_counts_are_a_flaw() {
    for text in [
        "99999999#|#@$.#",
        "9999(9999(9999(#)))|#@$.#",
        "#####\n99999999999999999999-#",
    ] {
        let flaw = only(text).flaw.expect("the level has a flaw");
        assert!(
            flaw.cause
                .contains("too large: they make more than 4000000"),
            "{flaw}"
        );
    }
}

#[test]
fn a_title_goes_to_the_board_it_touches() {
    for (text, expected) in [
        (format!("{BOARD}Title: A\n\n{BOARD}Title: B\n"), ["A", "B"]),
        (
            format!("{BOARD}\nTitle: A\n\n{BOARD}\nTitle: B\n"),
            ["A", "B"],
        ),
        (format!("Title: A\n{BOARD}\nTitle: B\n{BOARD}"), ["A", "B"]),
        (format!("Title: A\n{BOARD}Title: B\n{BOARD}"), ["A", "B"]),
        (
            format!("Title: Set\n\n{BOARD}Title: A\n\n{BOARD}Title: B"),
            ["A", "B"],
        ),
        (format!("; A\n\n{BOARD}\n; B\n\n{BOARD}"), ["A", "B"]),
        (format!("A\n{BOARD}B\n{BOARD}"), ["A", "B"]),
        (format!("{BOARD}; A\n\n{BOARD}; B\n\n"), ["A", "B"]),
        (
            format!("one\ntwo\nthree\n\n{BOARD}Solution\nrRRlLuUdD\n\n{BOARD}"),
            ["", ""],
        ),
        (format!("; A\n{BOARD}; B\n{BOARD}"), ["A", "B"]),
        (format!("{BOARD}\nTitle: B\n{BOARD}"), ["", "B"]),
    ] {
        assert_eq!(titles(&text), expected, "{text}");
    }
}

#[test]
fn a_comment_hides_rows_only_up_to_its_end() {
    let two = format!("{BOARD}Comment: a\n{BOARD}\nComment_End\n\n{BOARD}");
    assert_eq!(titles(&two).len(), 2);
    let never_closed = format!("{BOARD}Comment:\nwords\n\n{BOARD}Comment:\n##\nComment-End:\n");
    assert_eq!(titles(&never_closed).len(), 2);
}

#[test]
fn large_texts_are_read_in_no_time() {
    let room = format!("{}\n", "#".repeat(3000)).repeat(3000);
    let long = format!("{}\n#@$.#\n", "#".repeat(1_000_000));
    let many = format!("{BOARD}\n").repeat(100_000);
    for (text, levels) in [(room, 1), (long, 1), (many, 100_000)] {
        let start = std::time::Instant::now();
        let read = level::read("test", text.as_bytes()).expect("the text holds levels");
        assert_eq!(read.len(), levels);
        let _ = Summary::of(&read[0]);
        assert!(
            start.elapsed().as_secs_f64() < 30.0,
            "{:?}",
            start.elapsed()
        );
    }
}

/// The folder of public level sets, if the environment names one.
fn sets() -> Option<PathBuf> {
    let folder = std::env::var_os("SOKOSAT_LEVELS").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: SOKOSAT_LEVELS names no folder");
    }
    folder
}

fn load(path: &Path) -> Vec<Level> {
    level::load(path).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn public_sets_have_the_counts_that_are_published() {
    let Some(folder) = sets() else { return };
    for name in [
        "holland",
        "microban",
        "sasquatch1",
        "sasquatch4",
        "seeds",
        "xsokoban",
    ] {
        let table = folder.join(format!("optimal/{name}.csv"));
        let table = std::fs::read_to_string(table).expect("the table is there");
        let levels = load(&folder.join(format!("sets/{name}.xsb")));
        let rows: Vec<&str> = table.lines().skip(1).collect();
        assert_eq!(levels.len(), rows.len(), "{name}");
        for (level, row) in levels.iter().zip(rows) {
            let sum = Summary::of(level);
            let floor = sum.floor.expect("a published level can be played");
            let counts = format!("{},{},{},{floor},", sum.number, sum.boxes, sum.goals);
            assert!(row.starts_with(&counts), "{name}: {counts} {row}");
        }
    }
}

/// A drawing without its first column, which one level has blank in text alone.
fn outdented(drawing: &str) -> String {
    let cut = |row: &'_ str| row.strip_prefix(' ').map(str::to_owned);
    let rows: Option<Vec<String>> = drawing.lines().map(cut).collect();
    rows.map_or_else(String::new, |rows| rows.join("\n") + "\n")
}

#[test]
fn xml_files_hold_the_levels_of_the_text_files() {
    let Some(folder) = sets() else { return };
    assert_eq!(load(&folder.join("rawformats/dh1.slc")).len(), 10);
    let xml = drawings(&load(&folder.join("rawformats/microban.slc")));
    let text = drawings(&load(&folder.join("sets/microban.xsb")));
    assert_eq!((xml.len(), text.len()), (155, 155));
    for (xml, text) in xml.iter().zip(text) {
        assert!(*xml == text || *xml == outdented(&text), "{text}");
    }
}
