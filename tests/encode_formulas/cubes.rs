//! Incremental files: one solver answers every horizon under its cube as the exact formulas do.

use std::rc::Rc;

use sokosat::cnf::Counter;
use sokosat::encode::cubes::Cube;
use sokosat::encode::file::{Request, write};
use sokosat::encode::{Basis, Lemmas, Options, Span, encode_on};
use sokosat::generate::{Shape, random_level};
use sokosat::level::Level;
use sokosat::limits::Limits;
use varisat::ExtendFormula;

use super::game::{self, Ground};
use super::map::levels;
use super::verdicts::some_sets;

/// What an incremental file holds, read line by line.
struct File {
    clauses: Vec<Vec<i32>>,
    cubes: Vec<Vec<i32>>,
}

fn read(text: &str) -> File {
    let numbers = |line: &str| {
        let mut numbers: Vec<i32> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        assert_eq!(numbers.pop(), Some(0), "{line}");
        numbers
    };
    let mut lines = text.lines().skip_while(|line| line.starts_with("c "));
    assert_eq!(lines.next(), Some("p inccnf"));
    let mut file = File {
        clauses: Vec::new(),
        cubes: Vec::new(),
    };
    for line in lines {
        if let Some(cube) = line.strip_prefix("a ") {
            file.cubes.push(numbers(cube));
        } else {
            assert!(file.cubes.is_empty(), "cubes come last");
            file.clauses.push(numbers(line));
        }
    }
    file
}

/// The cubes of a formula, and its file.
fn written(level: &Level, ground: &Ground, options: Options) -> (Vec<Cube>, File) {
    let limits = Limits::none();
    let basis = Basis::new(&ground.board, &ground.distances, options.lemmas, &limits);
    let basis = Rc::new(basis.unwrap());
    let request = Request {
        level,
        options,
        titles: &["A test".into()],
        limits: &limits,
    };
    let mut text = Vec::new();
    let told = write(&basis, &request, &mut text).unwrap();
    let file = read(std::str::from_utf8(&text).unwrap());
    assert_eq!(told.counter.clauses, file.clauses.len() as u64);
    let encoding = encode_on(&basis, options, &limits, &mut Counter::default()).unwrap();
    let cubes = encoding.cubes();
    let numbers = |cube: &Cube| cube.lits.iter().map(|lit| lit.dimacs()).collect();
    assert_eq!(
        cubes.iter().map(numbers).collect::<Vec<Vec<i32>>>(),
        file.cubes
    );
    (cubes, file)
}

/// The verdicts of all cubes, in turn, and at last without any, by one solver.
fn verdicts(file: &File) -> Vec<bool> {
    let lits = |numbers: &[i32]| -> Vec<varisat::Lit> {
        let lit = |&number: &i32| varisat::Lit::from_dimacs(number as isize);
        numbers.iter().map(lit).collect()
    };
    let mut solver = varisat::Solver::new();
    for clause in &file.clauses {
        solver.add_clause(&lits(clause));
    }
    let none = Vec::new();
    let cubes = file.cubes.iter().chain([&none]);
    let ask = |cube: &Vec<i32>| {
        solver.assume(&lits(cube));
        solver.solve().unwrap()
    };
    cubes.map(ask).collect()
}

/// Levels whose minimum is often above the bound of the start, or that have no plan.
fn winding_levels() -> impl Iterator<Item = Level> {
    let shape = |seed: u64| Shape {
        width: 7,
        height: 6,
        boxes: 1 + usize::from(seed.is_multiple_of(2)),
        spare_goals: usize::from(seed.is_multiple_of(5)),
        walls_percent: 35,
    };
    (100..140).filter_map(move |seed| random_level(seed, &shape(seed)).ok())
}

#[test]
fn every_cube_has_the_verdict_of_the_exact_formula() {
    let mut counts = [0, 0];
    for (index, level) in levels().chain(winding_levels()).enumerate() {
        let ground = Ground::new(&level);
        let most = 9 + index % 3;
        let mut truth = game::exact_horizons(&ground.board, most);
        if ground.board.stray().is_some() {
            truth.fill(false);
        }
        for lemmas in some_sets() {
            let options = Options {
                span: Span::Each(most),
                lemmas,
            };
            let (cubes, file) = written(&level, &ground, options);
            let mut verdicts = verdicts(&file);
            assert_eq!(
                verdicts.pop(),
                Some(truth.contains(&true)),
                "level {index}, {options}"
            );
            let mut found = vec![false; most + 1];
            for (cube, verdict) in cubes.iter().zip(verdicts) {
                found[cube.pushes] = verdict;
                counts[usize::from(verdict)] += 1;
            }
            assert_eq!(found, truth, "level {index}, {options}");
        }
    }
    assert!(counts[0] > 200 && counts[1] > 200, "{counts:?}");
}

#[test]
fn cubes_begin_at_the_start_bound_and_keep_its_parity() {
    let horizons = |rows: &[&str], most| -> Vec<usize> {
        let level = Level::from_rows(rows);
        let options = Options {
            span: Span::Each(most),
            lemmas: Lemmas::all(),
        };
        let (cubes, _) = written(&level, &Ground::new(&level), options);
        cubes.iter().map(|cube| cube.pushes).collect()
    };
    let one = ["#######", "#@ $ .#", "#     #", "#######"];
    assert_eq!(horizons(&one, 7), [2, 4, 6]);
    assert!(horizons(&one, 1).is_empty());
    let spare = ["#######", "#@ $ .#", "#    .#", "#######"];
    assert_eq!(horizons(&spare, 5), [2, 3, 4, 5]);
    let solved = ["#####", "#@* #", "#####"];
    assert_eq!(horizons(&solved, 3), [0, 2]);
    let unsolvable = ["#####", "#@$ #", "#  .#", "#####"];
    assert!(horizons(&unsolvable, 9).is_empty());
}
