//! Any text is boards or one clear error, and a board that was read is read again as it is written.

#![allow(
    clippy::unwrap_used,
    reason = "what a test calls may fail as the test itself may"
)]

#[path = "common/boards.rs"]
mod boards;

use boards::{grid, seeded, shuffled};
use proptest::prelude::*;
use sokosat::tiles::text::{looks_like_a_board, read, read_one};

/// Reads a text; whatever is accepted must survive being written.
fn check(text: &str) {
    match read(text, None) {
        Ok(boards) => {
            assert!(!boards.is_empty());
            for board in boards {
                let written = [board.grid.line(), board.grid.to_string()];
                for text in written {
                    assert_eq!(read_one(&text, None).unwrap(), board.grid, "{text}");
                }
            }
        }
        Err(error) => {
            assert!(error.line > 0 && error.column > 0 && !error.cause.contains('\n'));
            assert!(!error.cause.is_empty() && !error.cause.ends_with('.'));
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_boards_or_one_error(text in ".*") {
        check(&text);
    }

    #[test]
    fn any_text_of_board_symbols_is_boards_or_one_error(text in "[0-9_ ,/|\n]{0,60}") {
        prop_assert!(text.is_empty() || looks_like_a_board(&text));
        check(&text);
    }
}

#[test]
fn random_boards_of_all_sizes_are_read_as_they_are_written() {
    let mut rng = seeded(8);
    for (width, height) in itertools::iproduct!(2..=5, 2..=5) {
        for _ in 0..20 {
            let board = grid(width, &shuffled(&mut rng, width * height));
            check(&board.line());
            let flat: Vec<String> = board.numbers().iter().map(ToString::to_string).collect();
            for between in [" ", ",", ", ", "\t"] {
                let text = flat.join(between);
                assert_eq!(read_one(&text, Some((width, height))).unwrap(), board);
            }
            assert_eq!(read_one(&board.to_string(), None).unwrap(), board);
        }
    }
}
