//! What solvers print, in all spellings seen, and what is refused.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

use std::io::{self, Read};

use proptest::prelude::*;
use sokosat::cnf::printed::{Printed, PrintedError, Run, read};
use sokosat::cnf::{Lit, Model};
use sokosat::limits::{Limits, Stop};

const THREE: Run = Run {
    variables: 3,
    code: None,
};

fn read_text(text: &str) -> Result<Printed, PrintedError> {
    read(text.as_bytes(), THREE, &Limits::none())
}

/// Variables 1 to 3 of a model, and how many were not printed.
fn values(text: &str) -> ([bool; 3], u32) {
    match read_text(text) {
        Ok(Printed::Sat { model, missing }) => {
            let value = |var| model.holds(Lit::from_dimacs(var).unwrap());
            ([1, 2, 3].map(value), missing)
        }
        other => panic!("{text:?}: {other:?}"),
    }
}

fn complaint(text: &str) -> String {
    read_text(text).expect_err(text).to_string()
}

#[test]
fn a_model_may_be_printed_in_many_ways() {
    for text in [
        "s SATISFIABLE\nv 1 -2 3 0\n",
        "s SATISFIABLE\r\nv 1 -2 3 0\r\n",
        "v 1 -2\nv 3\nv 0\ns SATISFIABLE",
        "c s UNSATISFIABLE\nc\nc v -1 0\ns SATISFIABLE\nc between\nv 1 -2 3\n\nv\nv 0\nc after",
        "WARNING: chatter\ns SATISFIABLE\nv 3 1 -2 1 0\ntook 1.5 s\n",
        "  s\tSATISFIABLE \n v  1 -2   3 0 \n",
        "s SATISFIABLE\ns SATISFIABLE\nv 1 -2 3 0\n",
        "SATISFIABLE\nv 1 -2 3 0\n",
        "SAT\n1 -2 3 0\n",
        "c by a solver\nSAT\r\n1 -2\r\n3 0",
        "SAT solver of the year\ns SATISFIABLE\nv 1 -2 3 0\n",
    ] {
        assert_eq!(values(text), ([true, false, true], 0), "{text:?}");
    }
}

#[test]
fn variables_without_a_value_are_false_and_counted() {
    assert_eq!(values("s SATISFIABLE\nv 3 0\n"), ([false, false, true], 2));
    assert_eq!(values("s SATISFIABLE\nv 0\n"), ([false; 3], 3));
    assert_eq!(values("SAT\n-1 2 0\n"), ([false, true, false], 1));
}

#[test]
fn refuted_and_undecided_are_told_apart() {
    for text in [
        "s UNSATISFIABLE\n",
        "c x\r\ns UNSATISFIABLE\r\n",
        "UNSATISFIABLE",
        "UNSAT",
    ] {
        assert_eq!(read_text(text).unwrap(), Printed::Unsat, "{text:?}");
    }
    for text in [
        "s UNKNOWN\n",
        "s INDETERMINATE\n",
        "INDETERMINATE\n",
        "INDET\n",
        "c UNKNOWN\n",
        "s UNKNOWN\nv 1 2\n",
    ] {
        assert_eq!(read_text(text).unwrap(), Printed::Unknown, "{text:?}");
    }
}

#[test]
fn what_no_solver_prints_that_ended_well_is_refused() {
    for (text, says) in [
        ("", "no s line"),
        ("c nothing\n", "no s line"),
        ("c the result is UNKNOWN\n", "no s line"),
        ("Segmentation fault\n", "no s line"),
        ("v 1 -2 3 0\n", "no s line"),
        ("the level is SATISFIABLE\n", "no s line"),
        ("SATISFIABLE or not\n", "no s line"),
        ("s SATISFIABLE\n", "no model"),
        ("s SATISFIABLE\nv\n", "no model"),
        ("s SATISFIABLE\nv 1 -2 3\n", "cut off"),
        ("SAT\n1 -2", "cut off"),
        ("s SATISFIABLE\nv 1 -2 -1 0\n", "line 2: variable 1 is both"),
        ("s SATISFIABLE\nv 1 4 0\n", "line 2: literal 4 is above"),
        (
            "v 1 0\nv 2 0\ns SATISFIABLE\n",
            "line 2: values stand after",
        ),
        ("s SATISFIABLE\nv 1 x 0\n", "line 2: 'x' is not a literal"),
        ("s SATISFIABLE\nv 1 +2 0\n", "'+2'"),
        ("s SATISFIABLE\nv 1 02 0\n", "'02'"),
        ("s SATISFIABLE\nv 1 -0\n", "'-0'"),
        ("s SATISFIABLE\nv -2147483648 0\n", "'-2147483648'"),
        (
            "s SATISFIABLE\nv 99999999999999999999999999 0\n",
            "not a literal",
        ),
        ("SAT\n1 c 0\n", "'c'"),
        ("UNSAT\nand more\n", "'and'"),
        ("s SATISFIABL\n", "line 1: the s line is none"),
        ("s\n", "none of"),
        ("s SATISFIABLE v 1 0\n", "none of"),
        (
            "s UNSATISFIABLE\ns SATISFIABLE\n",
            "line 2: it says SATISFIABLE after UNSATISFIABLE",
        ),
        ("s UNKNOWN\nUNSATISFIABLE\n", "UNSATISFIABLE after UNKNOWN"),
        ("s UNSATISFIABLE\nv 1 0\n", "prints a model"),
    ] {
        let said = complaint(text);
        assert!(said.contains(says), "{text:?} should say {says:?}: {said}");
    }
}

#[test]
fn an_exit_code_must_not_contradict_the_verdict() {
    let texts = ["s SATISFIABLE\nv 0\n", "s UNSATISFIABLE\n", "s UNKNOWN\n"];
    for (code, fits) in [
        (0, [true, true, true]),
        (10, [true, false, false]),
        (20, [false, true, false]),
        (15, [false, false, true]),
        (1, [false, false, true]),
        (139, [false, false, true]),
    ] {
        for (text, fits) in texts.iter().zip(fits) {
            let run = Run {
                code: Some(code),
                ..THREE
            };
            let read = read(text.as_bytes(), run, &Limits::none());
            assert_eq!(read.is_ok(), fits, "{code} {text:?}: {read:?}");
        }
    }
}

#[test]
fn a_formula_without_variables_needs_no_values() {
    let run = Run {
        variables: 0,
        code: Some(10),
    };
    let read = read(&b"s SATISFIABLE\n"[..], run, &Limits::none()).unwrap();
    let model = Model::default();
    assert_eq!(read, Printed::Sat { model, missing: 0 });
}

#[test]
fn a_limit_ends_the_reading() {
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    let read = read(&b"s UNKNOWN\n"[..], THREE, &limits);
    assert!(matches!(read, Err(PrintedError::Stopped(Stop::Time))));
}

/// A stream that gives `piece` bytes at a time.
struct Pieces<'b>(&'b [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

/// Literals of all but some variables, in any order.
fn some_values() -> impl Strategy<Value = (u32, Vec<i32>)> {
    let value = prop_oneof![Just(-1), Just(0), Just(1)];
    prop::collection::vec(value, 1..40).prop_flat_map(|signs| {
        let variables = u32::try_from(signs.len()).unwrap();
        let lits = (1..).zip(&signs).map(|(var, sign)| var * sign);
        let lits: Vec<i32> = lits.filter(|&lit| lit != 0).collect();
        (Just(variables), Just(lits).prop_shuffle())
    })
}

/// The literals on `v` lines of `width`, with the `s` line before or behind.
fn printed(lits: &[i32], width: usize, status_first: bool, line_end: &str) -> String {
    let words: Vec<String> = lits.iter().chain(&[0]).map(i32::to_string).collect();
    let lines = words
        .chunks(width)
        .map(|words| format!("v {}", words.join(" ")));
    let mut lines: Vec<String> = lines.collect();
    let place = if status_first { 0 } else { lines.len() };
    lines.insert(place, "s SATISFIABLE".into());
    lines.insert(lines.len() / 2, "c v 1 2 3 s UNKNOWN".into());
    lines.join(line_end) + line_end
}

proptest! {
    #[test]
    fn what_is_printed_is_read(
        (variables, lits) in some_values(),
        width in 1_usize..9,
        status_first: bool,
        windows: bool,
        piece in 1_usize..50,
    ) {
        let line_end = if windows { "\r\n" } else { "\n" };
        let text = printed(&lits, width, status_first, line_end);
        let run = Run { variables, code: Some(10) };
        let read = read(Pieces(text.as_bytes(), piece), run, &Limits::none()).unwrap();
        let Printed::Sat { model, missing } = read else {
            return Err(TestCaseError::fail("no model"));
        };
        prop_assert_eq!(missing as usize, variables as usize - lits.len());
        for var in 1..=i32::try_from(variables).unwrap() {
            prop_assert_eq!(model.holds(Lit::from_dimacs(var).unwrap()), lits.contains(&var));
        }
    }

    #[test]
    fn a_model_that_is_cut_off_anywhere_is_refused(
        (variables, lits) in some_values(),
        width in 1_usize..9,
        cut: prop::sample::Index,
    ) {
        let text = printed(&lits, width, true, "\n");
        let end = text.rfind('0').unwrap();
        let run = Run { variables, code: None };
        let read = read(&text.as_bytes()[..cut.index(end + 1)], run, &Limits::none());
        prop_assert!(read.is_err(), "{:?}", read);
    }

    #[test]
    fn one_wrong_sign_is_noticed((variables, lits) in some_values(), at: prop::sample::Index) {
        prop_assume!(!lits.is_empty());
        let mut twice = lits.clone();
        twice.push(-lits[at.index(lits.len())]);
        let run = Run { variables, code: None };
        let read = read(printed(&twice, 5, true, "\n").as_bytes(), run, &Limits::none());
        prop_assert!(read.is_err(), "{:?}", read);
    }

    #[test]
    fn any_bytes_are_read_the_same_in_pieces_of_any_size(
        words in prop::collection::vec(prop::sample::select(vec![
            "s", "v", "c", "SATISFIABLE", "UNSATISFIABLE", "UNKNOWN", "SAT", "UNSAT", "INDET",
            "1", "-1", "2", "0", "9", "x", "\n", "\n", "\r\n", "\u{fffd}",
        ]), 0..20),
        piece in 1_usize..5,
    ) {
        let text = words.join(" ");
        let one = read(text.as_bytes(), THREE, &Limits::none());
        let other = read(Pieces(text.as_bytes(), piece), THREE, &Limits::none());
        prop_assert_eq!(format!("{one:?}"), format!("{other:?}"));
    }
}
