//! Any text is a solution or is refused; what was accepted is accepted again as it was written out.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sokosat::certify::replay;
use sokosat::level::Level;

fuzz_target!(|text: &str| {
    let level = Level::from_rows(&["######", "#@ $.#", "# $ .#", "#    #", "######"]);
    if let Ok(found) = replay(&level, text) {
        assert_eq!(replay(&level, found.lurd()).as_ref(), Ok(&found));
    }
});
