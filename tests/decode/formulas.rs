//! Formulas and maps: only those that are written of the level itself are taken.

use super::bench::{Bench, ROOM, check, printed};
use super::command::run;

#[test]
fn formulas_that_are_not_the_one_of_this_level_are_bad_input() {
    let bench = Bench::new(&["-p", "11"]);
    let output = printed(&bench.model(), 10, "\n");
    let refused = |name: &str, text: &str, says: &str| {
        bench.write(name, text);
        let run = bench.decode(name, &output, &[]);
        assert_eq!(run.code, Some(1), "{says}: {}", run.out);
        assert!(
            run.err.contains(says) && run.err.lines().count() == 1,
            "{says}: {}",
            run.err
        );
        assert!(
            run.err
                .starts_with(&format!("sokosat: {}: ", bench.name(name))),
            "{}",
            run.err
        );
    };
    let (cnf, map) = (bench.text("f.cnf"), bench.text("f.map.json"));
    let neither = "neither a formula nor a map";
    refused("x", "p cnf 2 1\n1 2 0\n", neither);
    refused("x", "", neither);
    refused("x", "hello\n", neither);
    refused("x", "{\"format\":\"other\"}\n", neither);
    refused("x", &map[..20], neither);
    refused(
        "x",
        &map.replacen("\"version\":1,", "\"version\":2,", 1),
        "format version 2",
    );
    for (name, text) in [("x.cnf", &cnf), ("x.json", &map)] {
        let hash = bench.map()["level"].as_str().unwrap().to_string();
        let other = hash.chars().rev().collect::<String>();
        refused(
            name,
            &text.replacen(&hash, &other, 1),
            "it was made of another level",
        );
        let version = concat!("sokosat ", env!("CARGO_PKG_VERSION"));
        let version = if name == "x.cnf" {
            version
        } else {
            concat!("\"", env!("CARGO_PKG_VERSION"), "\"")
        };
        let older = text.replacen(
            version,
            &version.replace(env!("CARGO_PKG_VERSION"), "0.0.9"),
            1,
        );
        assert_ne!(&older, text);
        bench.write(name, &older);
        assert_eq!(
            bench.decode(name, &output, &["-q"]).code,
            Some(0),
            "the same numbers will do"
        );
        let cut = |text: &str| text[..text.len() - 9].to_string();
        refused(name, &cut(&older), "it was written by sokosat 0.0.9, and ");
        refused(
            name,
            &cut(text),
            "it is not the formula that sokosat writes",
        );
        refused(
            name,
            &(text.clone() + "1 0\n"),
            &format!("line {} differs", text.lines().count() + 1),
        );
    }
    let changed = cnf.replacen(" 0\n", " 1 0\n", 1);
    let at = 1 + cnf
        .lines()
        .position(|line| line.ends_with(" 0") && !line.starts_with(['c', 'p']))
        .unwrap();
    refused("x.cnf", &changed, &format!("line {at} differs"));
    let horizon = cnf.replacen("exactly:11", "exactly:12", 1);
    refused(
        "x.cnf",
        &horizon,
        "it is not the formula that sokosat writes of this level and horizon",
    );
    let renumbered = map.replacen("\"push\":[[0,", "\"push\":[[1,", 1);
    refused("x.json", &renumbered, "differs");
}

#[test]
fn the_level_must_be_the_one_of_the_formula() {
    let bench = Bench::new(&["-p", "11"]);
    let output = printed(&bench.model(), 10, "\n");
    bench.write("room.xsb", ROOM.replacen("# @ $  #", "#@  $  #", 1));
    check(
        &bench,
        &output,
        1,
        "it was made of another level (level hash ",
    );
    let run = bench.decode("f.cnf", &output, &["--level", "2"]);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let indented = format!(
        "  {}\n",
        ROOM.trim_end()
            .replace('\n', "\n  ")
            .replace("  Title", "Title")
    );
    bench.write("room.xsb", indented);
    assert_eq!(bench.decode("f.cnf", &output, &["-q"]).code, Some(0));
}

#[test]
fn only_one_input_comes_from_standard_input() {
    let bench = Bench::new(&["-p", "11"]);
    let twice = run(&["decode", "-", "--cnf", &bench.name("f.cnf")], ROOM);
    assert_eq!(twice.code, Some(1));
    assert!(twice.err.contains("standard input"), "{}", twice.err);
    bench.write("out", printed(&bench.model(), 10, "\n"));
    let level = run(
        &[
            "decode",
            "-",
            "--cnf",
            &bench.name("f.cnf"),
            &bench.name("out"),
            "-q",
        ],
        ROOM,
    );
    assert_eq!(level.code, Some(0), "{}", level.err);
    let formula = bench.text("f.cnf");
    let formula = run(
        &[
            "decode",
            &bench.name("room.xsb"),
            "--cnf",
            "-",
            &bench.name("out"),
        ],
        &formula,
    );
    assert_eq!(formula.code, Some(0), "{}", formula.err);
}
