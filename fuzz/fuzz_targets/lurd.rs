//! Any text is moves or an error, and moves written plainly read back as themselves.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokosat::level::lurd;

fuzz_target!(|text: &str| {
    if let Ok(steps) = lurd::read(text) {
        assert_eq!(lurd::read(&lurd::write(&steps)), Ok(steps));
    }
});
