//! A folder with a level, a formula of it, its map, and what solvers may print.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::command::{Run, run};

pub(crate) const ROOM: &str = "\
########
#...   #
# @ $  #
#  $   #
#   $  #
#      #
#  ### #
#      #
########
Title: Three boxes
";

/// A folder with a level, a formula of it, and its map.
pub(crate) struct Bench {
    pub(crate) folder: tempfile::TempDir,
}

impl Bench {
    /// The formula of the room with these options of `encode`.
    pub(crate) fn new(more: &[&str]) -> Self {
        let bench = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        fs::write(bench.at("room.xsb"), ROOM).unwrap();
        bench.encode("f.cnf", more);
        bench
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn name(&self, name: &str) -> String {
        self.at(name).to_str().unwrap().into()
    }

    pub(crate) fn encode(&self, name: &str, more: &[&str]) {
        let (level, file) = (self.name("room.xsb"), self.name(name));
        let written = run(&[&["encode", &level, "-o", &file], more].concat(), "");
        assert_eq!(written.code, Some(0), "{}", written.err);
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).unwrap()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.at(name), text).unwrap();
    }

    /// Decodes an output given on standard input, with a formula or a map.
    pub(crate) fn decode(&self, formula: &str, output: &str, more: &[&str]) -> Run {
        let (level, formula) = (self.name("room.xsb"), self.name(formula));
        run(
            &[&["decode", &level, "--cnf", &formula], more].concat(),
            output,
        )
    }

    /// The literals of a model of the formula.
    pub(crate) fn model(&self) -> Vec<i32> {
        let mut solver = varisat::Solver::new();
        solver
            .add_dimacs_cnf(self.text("f.cnf").as_bytes())
            .unwrap();
        assert!(solver.solve().unwrap());
        let model = solver.model().unwrap();
        model
            .iter()
            .map(|lit| i32::try_from(lit.to_dimacs()).unwrap())
            .collect()
    }

    pub(crate) fn map(&self) -> Value {
        serde_json::from_str(&self.text("f.map.json")).unwrap()
    }

    /// The variables of the pushes by step.
    pub(crate) fn pushes(&self) -> Vec<Vec<i32>> {
        let map = self.map();
        let steps = map["steps"].as_array().unwrap();
        let variable = |pair: &Value| i32::try_from(pair[1].as_i64().unwrap()).unwrap();
        let of_step = |step: &Value| {
            step["push"]
                .as_array()
                .unwrap()
                .iter()
                .map(variable)
                .collect()
        };
        steps.iter().map(of_step).collect()
    }
}

/// The competition's output of a model, some literals a line.
pub(crate) fn printed(model: &[i32], a_line: usize, end: &str) -> String {
    let mut text = format!("c a solver{end}s SATISFIABLE{end}");
    for lits in model.chunks(a_line) {
        let words: Vec<String> = lits.iter().map(ToString::to_string).collect();
        write!(text, "v {}{end}", words.join(" ")).unwrap();
    }
    text + &format!("v 0{end}")
}

/// What is refused or passed on: the output, the exit code, the words.
pub(crate) fn check(bench: &Bench, output: &str, code: i32, says: &str) {
    for formula in ["f.cnf", "f.map.json"] {
        let run = bench.decode(formula, output, &[]);
        assert_eq!(run.code, Some(code), "{says}: {}{}", run.out, run.err);
        let told = run.out.clone() + &run.err;
        assert!(
            told.contains(says) && told.lines().count() == 1,
            "{says}: {told}"
        );
        let quiet = bench.decode(formula, output, &["-q"]);
        assert_eq!((quiet.code, quiet.out.as_str()), (Some(code), ""), "{says}");
    }
}
