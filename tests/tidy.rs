//! The house rules as a test: what a reader may rely on in every file.
//!
//! Rules are checked on the text of the files, line by line; a rule that needs more than that
//! is left to clippy and to reviewers. All breaches are reported at once.

use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a source file, its unit tests included.
const MOST_LINES: usize = 450;

/// What may lie at the top of the repository; hidden files may lie there too.
const TOP: [&str; 14] = [
    "Cargo.toml",
    "Cargo.lock",
    "CHANGELOG.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "benches",
    "clippy.toml",
    "cnf-out",
    "fuzz",
    "levels",
    "src",
    "target",
    "tests",
];

/// Folders under `src` and the modules of the crate that they must not name.
const WALLS: [(&str, &[&str]); 3] = [
    ("search", &["encode", "sat", "cnf", "solve", "cli"]),
    ("encode", &["search", "solve", "cli"]),
    ("sat", &["search", "solve", "cli"]),
];

/// All that `certify` may import from the crate.
const CERTIFY_MAY: [&str; 3] = ["level", "limits", "certify"];

/// One text file, named from the root of the repository.
struct Text {
    name: String,
    lines: Vec<String>,
}

impl Text {
    fn read(path: &Path) -> Self {
        let name = path.strip_prefix(root()).expect("files lie below the root");
        let text = fs::read_to_string(path).expect("sources are UTF-8");
        Self {
            name: name.to_string_lossy().replace('\\', "/"),
            lines: text.lines().map(String::from).collect(),
        }
    }

    /// The lines before the unit tests, which stand at the end.
    fn without_tests(&self) -> &[String] {
        let tests = self
            .lines
            .iter()
            .position(|line| line.starts_with("#[cfg(test)]"));
        &self.lines[..tests.unwrap_or(self.lines.len())]
    }

    fn in_module(&self, module: &str) -> bool {
        let folder = format!("src/{module}/");
        self.name.starts_with(&folder) || self.name == format!("src/{module}.rs")
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files below a folder, in order of their names.
fn rust_files(folder: &str) -> Vec<Text> {
    let mut files = Vec::new();
    let mut todo = vec![root().join(folder)];
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(folder).expect("the folder exists") {
            let path = entry.expect("the folder is readable").path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                files.push(Text::read(&path));
            }
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(!files.is_empty());
    files
}

fn sources_and_tests() -> Vec<Text> {
    let mut files = rust_files("src");
    files.extend(rust_files("tests"));
    files
}

/// Line numbers and lines that hold any of the words, as one breach each.
fn lines_with(file: &Text, lines: &[String], words: &[String]) -> Vec<String> {
    let numbered = (1..).zip(lines);
    let bad = numbered.filter(|(_, line)| words.iter().any(|word| line.contains(word)));
    bad.map(|(number, line)| format!("{}:{number}: {}", file.name, line.trim()))
        .collect()
}

fn assert_none(rule: &str, breaches: &[String]) {
    assert!(breaches.is_empty(), "{rule}:\n{}", breaches.join("\n"));
}

/// Words that this file must not hold itself, put together from two halves.
fn words(halves: &[(&str, &str)]) -> Vec<String> {
    let join = |(head, tail): &(&str, &str)| format!("{head}{tail}");
    halves.iter().map(join).collect()
}

/// The modules of the crate that code names by `crate::`, groups over many lines included.
fn crate_modules(lines: &[String]) -> Vec<String> {
    let code = lines
        .iter()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code = code.map(String::as_str).collect::<Vec<_>>().join(" ");
    let paths = code.split("crate::").skip(1);
    let names = paths.flat_map(first_names).map(|path| first_word(&path));
    names.filter(|name| !name.is_empty()).collect()
}

/// The parts of a group in braces, split at its own commas; the path itself if it is none.
fn first_names(path: &str) -> Vec<String> {
    if !path.starts_with('{') {
        return vec![path.to_string()];
    }
    let (mut names, mut depth) = (vec![String::new()], 0);
    for symbol in path.chars() {
        match symbol {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(String::new()),
            _ => names.last_mut().expect("never empty").push(symbol),
        }
        if depth == 0 {
            break;
        }
    }
    names
}

fn first_word(path: &str) -> String {
    let in_word = |c: &char| c.is_alphanumeric() || *c == '_';
    path.trim_start().chars().take_while(in_word).collect()
}

#[test]
fn every_file_opens_with_its_purpose() {
    let opens = |file: &Text| {
        file.lines
            .first()
            .is_some_and(|line| line.starts_with("//! "))
    };
    let silent = sources_and_tests().into_iter().filter(|file| !opens(file));
    assert_none(
        "no //! line",
        &silent.map(|file| file.name).collect::<Vec<_>>(),
    );
}

#[test]
fn no_file_is_longer_than_a_reader_can_hold() {
    let long = sources_and_tests()
        .into_iter()
        .filter(|file| file.lines.len() > MOST_LINES);
    let long = long.map(|file| format!("{}: {} lines", file.name, file.lines.len()));
    assert_none("too long", &long.collect::<Vec<_>>());
}

#[test]
fn nothing_unfinished_and_no_unwrap_outside_tests() {
    let anywhere = words(&[
        ("TO", "DO"),
        ("FIX", "ME"),
        ("XX", "X"),
        ("dbg", "!("),
        ("todo", "!("),
    ]);
    let in_code = words(&[(".unw", "rap()"), ("unimpl", "emented!(")]);
    let mut breaches = Vec::new();
    for file in sources_and_tests() {
        breaches.extend(lines_with(&file, &file.lines, &anywhere));
        if file.name.starts_with("src/") {
            breaches.extend(lines_with(&file, file.without_tests(), &in_code));
        }
    }
    assert_none("unfinished", &breaches);
}

#[test]
fn lints_are_silenced_only_with_a_reason() {
    let silencers = words(&[
        ("#[al", "low("),
        ("#![al", "low("),
        ("#[ig", "nore]"),
        ("#[ex", "pect("),
    ]);
    let mut breaches = Vec::new();
    for file in sources_and_tests() {
        for (index, line) in file.lines.iter().enumerate() {
            let silenced = silencers.iter().any(|word| line.contains(word));
            let near = &file.lines[index.saturating_sub(1)..(index + 4).min(file.lines.len())];
            let reason =
                |line: &String| line.contains("reason =") || line.trim_start().starts_with("// ");
            if silenced && !near.iter().any(reason) {
                breaches.push(format!("{}:{}: {line}", file.name, index + 1));
            }
        }
    }
    assert_none("no reason", &breaches);
}

#[test]
fn searches_and_formulas_do_not_know_each_other() {
    let mut breaches = Vec::new();
    for file in rust_files("src") {
        let named = crate_modules(file.without_tests());
        for (module, forbidden) in WALLS.iter().filter(|(module, _)| file.in_module(module)) {
            let across = named
                .iter()
                .filter(|name| forbidden.contains(&name.as_str()));
            breaches.extend(across.map(|name| format!("{} ({module}) names {name}", file.name)));
        }
    }
    assert_none("import across a wall", &breaches);
}

#[test]
fn the_judge_imports_the_level_and_the_formula_format_only() {
    let mut breaches = Vec::new();
    for file in rust_files("src")
        .iter()
        .filter(|file| file.in_module("certify"))
    {
        let named = crate_modules(file.without_tests());
        let foreign = named
            .iter()
            .filter(|name| !CERTIFY_MAY.contains(&name.as_str()));
        breaches.extend(foreign.map(|name| format!("{} names {name}", file.name)));
    }
    assert_none("the judge is not independent", &breaches);
}

#[test]
fn the_checker_of_sliding_tiles_knows_the_text_of_a_board_only() {
    let files = rust_files("src");
    let own = files.iter().filter(|file| file.in_module("tiles/replay"));
    let lines = own.flat_map(Text::without_tests);
    let imports: Vec<&String> = lines.filter(|line| line.contains("crate::")).collect();
    assert_eq!(imports, ["use crate::tiles::grid::Grid;"]);
}

#[test]
fn the_project_speaks_of_itself_alone() {
    let absolute = [
        ("/ho", "me/"),
        ("/wo", "rk/"),
        ("/ro", "ot/"),
        ("/Us", "ers/"),
        ("C:", "\\\\"),
    ];
    let talk = [("hel", "per"), ("this ses", "sion")];
    let mut forbidden = words(&absolute);
    forbidden.extend(words(&talk));
    let mut files = sources_and_tests();
    let pages = [
        "README.md",
        "CHANGELOG.md",
        "levels/README.md",
        "Cargo.toml",
    ];
    let pages = pages
        .iter()
        .map(|name| root().join(name))
        .filter(|path| path.exists());
    files.extend(pages.map(|path| Text::read(&path)));
    let breaches = files
        .iter()
        .flat_map(|file| lines_with(file, &file.lines, &forbidden));
    assert_none("not of the project", &breaches.collect::<Vec<_>>());
}

#[test]
fn the_top_of_the_repository_is_tidy() {
    let entries = fs::read_dir(root()).expect("the root is readable");
    let names = entries.map(|entry| entry.expect("readable").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    let stray = names.filter(|name| !name.starts_with('.') && !TOP.contains(&name.as_str()));
    assert_none("does not belong at the top", &stray.collect::<Vec<_>>());
}

#[test]
fn imports_are_read_from_paths_and_groups() {
    let named = |text: &str| {
        let lines: Vec<String> = text.lines().map(String::from).collect();
        crate_modules(&lines).join(" ")
    };
    assert_eq!(named("use crate::level::{Level, Square};"), "level");
    assert_eq!(
        named("use crate::{\n    board::{Board, Cell},\n    sat,\n};"),
        "board sat"
    );
    assert_eq!(named("let x = crate::sat::f(crate::cnf::Y);"), "sat cnf");
    assert_eq!(named("use super::metrics::Metrics;\n// crate::sat"), "");
}
