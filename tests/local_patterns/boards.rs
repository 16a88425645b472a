//! The matcher on boards: known cases in all images, and no match where a solution exists.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::board::{Board, Cell};
use sokosat::deadlock::local::{Library, Mark, Matcher, Pattern};
use sokosat::level::Level;
use sokosat::limits::Limits;

use crate::oracle::Oracle;

fn board(rows: &[&str]) -> Board {
    Board::new(&Level::from_rows(rows)).expect("the drawing is a level")
}

fn matcher(board: &Board) -> Matcher {
    Matcher::new(board, Library::stored(), &Limits::none()).expect("there is no limit")
}

/// The pattern that the boxes of a drawing complete, as its text.
fn matched(rows: &[&str]) -> Option<String> {
    let board = board(rows);
    let library = Library::stored();
    let id = matcher(&board).is_dead(board.boxes(), board.player())?;
    Some(library.pattern(id).line())
}

/// The eight images of a drawing.
fn images(rows: &[&str]) -> Vec<Vec<String>> {
    let rows: Vec<String> = rows.iter().map(|&row| row.to_owned()).collect();
    let mirror = |rows: &[String]| -> Vec<String> {
        rows.iter().map(|row| row.chars().rev().collect()).collect()
    };
    let turn = |rows: &[String]| -> Vec<String> {
        let columns = 0..rows[0].len();
        let column = |x: usize| rows.iter().rev().map(move |row| row.as_bytes()[x] as char);
        columns.map(|x| column(x).collect()).collect()
    };
    let mut all = vec![rows];
    for i in 0..3 {
        all.push(turn(&all[i]));
    }
    let mirrored: Vec<_> = all.iter().map(|rows| mirror(rows)).collect();
    all.extend(mirrored);
    all
}

const DIAGONAL: [&str; 7] = [
    "########", "#.     #", "#.#$   #", "#.$ $  #", "#. $#  #", "# @    #", "########",
];

#[test]
fn the_known_cases_are_matched_in_all_eight_images() {
    let cases: [(&str, &[&str]); 7] = [
        ("#$/?#", &["######", "#$   #", "#  @ #", "#   .#", "######"]),
        ("##/$*", &["######", "# $$ #", "#  @ #", "#.. .#", "######"]),
        (
            "$*/**",
            &["######", "#.@ .#", "# *$ #", "# ** #", "#    #", "######"],
        ),
        (
            "#$?/?*#",
            &[
                "########", "#     .#", "# #$  .#", "#  $#  #", "#     @#", "########",
            ],
        ),
        (
            "#_$_#/?###?",
            &["#######", "#.    #", "#  @  #", "## $ ##", "#######"],
        ),
        (
            "##?/$_#/?#?",
            &["######", "#  ###", "#. $ #", "#  @##", "######"],
        ),
        ("#$?/$?*/?*#", &DIAGONAL),
    ];
    for (text, rows) in cases {
        for image in images(rows) {
            let image: Vec<&str> = image.iter().map(String::as_str).collect();
            assert_eq!(matched(&image).as_deref(), Some(text), "{image:#?}");
        }
    }
}

#[test]
fn four_boxes_on_a_diagonal_are_dead_though_any_three_can_be_solved() {
    let board = board(&DIAGONAL);
    let fitted = matcher(&board);
    assert!(fitted.is_dead(board.boxes(), board.player()).is_some());
    assert_eq!(
        Oracle::solves(&board, board.boxes(), usize::MAX),
        Some(false)
    );
    for left_out in board.boxes() {
        let three: Vec<Cell> = board
            .boxes()
            .iter()
            .copied()
            .filter(|b| b != left_out)
            .collect();
        assert_eq!(fitted.is_dead(&three, board.player()), None);
        assert_eq!(Oracle::solves(&board, &three, usize::MAX), Some(true));
    }
}

/// A drawing of at most 8 x 8 with a wall around it and symbols chosen by `pick`.
fn drawing(width: usize, height: usize, mut pick: impl FnMut(usize, usize) -> char) -> Vec<String> {
    let mut symbol = |x: usize, y: usize| {
        let rim = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
        if rim { '#' } else { pick(x, y) }
    };
    let rows = 0..height;
    rows.map(|y| (0..width).map(|x| symbol(x, y)).collect())
        .collect()
}

/// Puts the player on a random floor square without a box.
fn with_player(mut rows: Vec<String>, random: &mut ChaCha8Rng) -> Option<Board> {
    let free: Vec<(usize, usize)> = (0..rows.len())
        .flat_map(|y| (0..rows[y].len()).map(move |x| (x, y)))
        .filter(|&(x, y)| matches!(rows[y].as_bytes()[x], b' ' | b'.'))
        .collect();
    let &(x, y) = free.get(random.random_range(0..free.len().max(1)))?;
    let symbol = if rows[y].as_bytes()[x] == b'.' {
        "+"
    } else {
        "@"
    };
    rows[y].replace_range(x..=x, symbol);
    Board::new(&Level::from_rows(&rows)).ok()
}

#[test]
fn random_positions_that_match_cannot_be_solved() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut hits, mut passed) = (0, 0);
    for round in 0..1500 {
        let (width, height) = (random.random_range(5..=7), random.random_range(5..=7));
        let rows = drawing(width, height, |_, _| match random.random_range(0..20) {
            0..=3 => '#',
            4..=6 => '.',
            7..=8 => '$',
            9 => '*',
            _ => ' ',
        });
        let Some(board) = with_player(rows, &mut random) else {
            continue;
        };
        let fitted = matcher(&board);
        let found = fitted.is_dead(board.boxes(), board.player());
        match Oracle::solves(&board, board.boxes(), 5_000) {
            Some(true) => assert_eq!(found, None, "seed 1, round {round}: {board:?}"),
            Some(false) => hits += usize::from(found.is_some()),
            None => {}
        }
        passed += usize::from(found.is_none());
    }
    assert!(hits > 150 && passed > 150, "{hits} {passed}");
}

/// Draws a pattern as favourably as it allows, somewhere in a room with random goals and boxes.
fn room_around(pattern: &Pattern, random: &mut ChaCha8Rng) -> Option<Board> {
    let images = pattern.images();
    let image = images[random.random_range(0..images.len())];
    let (width, height) = (image.width() + 4, image.height() + 4);
    if width > 8 || height > 8 {
        return None;
    }
    let rows = drawing(width, height, |x, y| {
        let inside = |x: &usize, y: &usize| *x < image.width() && *y < image.height();
        let place = x.checked_sub(2).zip(y.checked_sub(2));
        let place = place.filter(|(x, y)| inside(x, y));
        let goal = random.random_range(0..3) == 0;
        match place.map_or(Mark::Any, |(x, y)| image.mark(x, y)) {
            Mark::Wall => '#',
            Mark::BoxOffGoal => '$',
            Mark::Box => '*',
            Mark::NoGoal => ' ',
            Mark::Any => {
                if goal {
                    '.'
                } else {
                    ' '
                }
            }
        }
    });
    with_player(rows, random)
}

/// Of the stored patterns one in so many is drawn in a room.
const STRIDE: usize = 31;

#[test]
fn patterns_in_a_room_match_and_the_room_cannot_be_solved() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let library = Library::stored();
    let (mut hits, mut decided) = (0, 0);
    for pattern in library.patterns().iter().step_by(STRIDE) {
        let Some(board) = room_around(pattern, &mut random) else {
            continue;
        };
        let fitted = matcher(&board);
        let solved = Oracle::solves(&board, board.boxes(), 5_000);
        if fitted.is_dead(board.boxes(), board.player()).is_some() {
            hits += 1;
            assert_ne!(solved, Some(true), "seed 2, {}: {board:?}", pattern.line());
        } else {
            // The player is shut in, or a box of the pattern is out of all reach.
            assert!(
                pattern.closed() != 0 || board.stray().is_some(),
                "{}",
                pattern.line()
            );
        }
        decided += usize::from(solved.is_some());
    }
    assert!(hits > 50 && decided > 50, "{hits} {decided}");
}
