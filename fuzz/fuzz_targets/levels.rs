//! Any bytes are levels or an error, and what was read reads back as itself.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokosat::level::{self, Level, Summary, Symmetry};

/// Larger drawings are left out: turning them round takes memory, not insight.
const LARGEST: usize = 10_000;

fuzz_target!(|bytes: &[u8]| {
    for level in level::read("fuzz", bytes).iter().flatten() {
        let _ = Summary::of(level);
        if level.flaw.is_none() && level.width() * level.height() <= LARGEST {
            turn(level);
        }
    }
});

fn turn(level: &Level) {
    for symmetry in Symmetry::ALL {
        let back = level.transformed(symmetry).transformed(symmetry.inverse());
        assert_eq!(back.to_string(), level.to_string());
    }
}
