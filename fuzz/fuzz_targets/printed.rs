//! Any bytes are the output of a solver or an error, whatever the pieces in which they come.

#![no_main]

use std::io::Read;

use libfuzzer_sys::fuzz_target;
use sokosat::cnf::printed::{Printed, Run, read};
use sokosat::limits::Limits;

fuzz_target!(|bytes: &[u8]| {
    let run = Run {
        variables: 20,
        code: None,
    };
    let whole = read(bytes, run, &Limits::none());
    let (head, tail) = bytes.split_at(bytes.len() / 3);
    let pieces = read(head.chain(tail), run, &Limits::none());
    assert_eq!(format!("{whole:?}"), format!("{pieces:?}"));
    if let Ok(Printed::Sat { missing, .. }) = whole {
        assert!(missing <= run.variables);
    }
});
