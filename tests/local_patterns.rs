//! The stored local patterns, proved again by a plain search of their own, and the matcher on boards.
//!
//! The oracle below knows nothing of the library's window search: it walks squares one by one over
//! a rectangle with walls, goals, and *sinks* that swallow boxes. Without sinks it solves boards;
//! with a ring of sinks around a window it answers what can become of a pattern at best.

use std::collections::HashSet;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::board::{Board, Cell};
use sokosat::deadlock::local::{Library, Mark, Matcher, Pattern, STORED, Size, find, to_text};
use sokosat::level::Level;
use sokosat::limits::Limits;

/// A rectangle of at most 64 squares; square `(x, y)` is bit `y * width + x` of each set.
#[derive(Clone, Default)]
struct Oracle {
    width: usize,
    height: usize,
    walls: u64,
    goals: u64,
    sinks: u64,
}

impl Oracle {
    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.width * self.height)
    }

    fn neighbour(&self, square: usize, (dx, dy): (isize, isize)) -> Option<usize> {
        let x = (square % self.width).checked_add_signed(dx)?;
        let y = (square / self.width).checked_add_signed(dy)?;
        (x < self.width && y < self.height).then_some(y * self.width + x)
    }

    fn reach(&self, boxes: u64, player: usize) -> u64 {
        let mut reached = 1 << player;
        let mut todo = vec![player];
        while let Some(square) = todo.pop() {
            for step in STEPS {
                if let Some(next) = self.neighbour(square, step)
                    && (self.walls | boxes | reached) >> next & 1 == 0
                {
                    reached |= 1 << next;
                    todo.push(next);
                }
            }
        }
        reached
    }

    /// Whether all boxes can come to stand on goals or be swallowed; nothing when more than `most`
    /// states would have to be seen.
    fn solvable(&self, boxes: u64, player: usize, most: usize) -> Option<bool> {
        let start = (boxes, self.reach(boxes, player));
        let mut seen = HashSet::from([start]);
        let mut todo = vec![start];
        while let Some((boxes, reach)) = todo.pop() {
            if boxes & !self.goals == 0 {
                return Some(true);
            }
            if seen.len() > most {
                return None;
            }
            for from in squares(boxes) {
                for (dx, dy) in STEPS {
                    let behind = self.neighbour(from, (-dx, -dy));
                    let Some(to) = self.neighbour(from, (dx, dy)) else {
                        continue;
                    };
                    let pushed = behind.is_some_and(|behind| reach >> behind & 1 == 1);
                    if pushed && (self.walls | boxes) >> to & 1 == 0 {
                        let boxes = (boxes & !(1 << from)) | (1 << to & !self.sinks);
                        let state = (boxes, self.reach(boxes, from));
                        if seen.insert(state) {
                            todo.push(state);
                        }
                    }
                }
            }
        }
        Some(false)
    }

    /// The floor and goals of a board, and a cell as a square.
    fn of(board: &Board) -> Self {
        let bit = |cell: Cell| 1 << Self::square(board, cell);
        let all = |cells: &mut dyn Iterator<Item = Cell>| cells.fold(0, |all, c| all | bit(c));
        let mut oracle = Self {
            width: board.width(),
            height: board.height(),
            goals: all(&mut board.goals().iter().copied()),
            ..Self::default()
        };
        oracle.walls = oracle.all() & !all(&mut board.cells());
        oracle
    }

    fn square(board: &Board, cell: Cell) -> usize {
        let (x, y) = board.place(cell);
        y * board.width() + x
    }

    fn solves(board: &Board, boxes: &[Cell], most: usize) -> Option<bool> {
        let set = boxes
            .iter()
            .fold(0, |set, &cell| set | 1 << Self::square(board, cell));
        Self::of(board).solvable(set, Self::square(board, board.player()), most)
    }

    /// Whether the boxes of a pattern can all leave its window or end on cells that may be goals.
    fn pattern_lives(pattern: &Pattern) -> bool {
        let (width, height) = (pattern.width() + 2, pattern.height() + 2);
        let mut oracle = Self {
            width,
            height,
            ..Self::default()
        };
        let mut window = 0;
        let mut boxes = 0;
        for (x, y, mark) in pattern.marks() {
            let bit = 1 << ((y + 1) * width + x + 1);
            window |= bit;
            match mark {
                Mark::Wall => oracle.walls |= bit,
                Mark::BoxOffGoal => boxes |= bit,
                Mark::Box => {
                    boxes |= bit;
                    oracle.goals |= bit;
                }
                Mark::NoGoal => {}
                Mark::Any => oracle.goals |= bit,
            }
        }
        oracle.sinks = oracle.all() & !window;
        oracle
            .solvable(boxes, 0, usize::MAX)
            .expect("there is no limit")
    }
}

const STEPS: [(isize, isize); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

fn squares(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |square| set >> square & 1 == 1)
}

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

#[test]
fn the_stored_library_holds_the_windows_it_names() {
    let library = Library::stored();
    assert_eq!(library.sizes(), STORED);
    let most_boxes = |size: Size| {
        let patterns = library.patterns().iter();
        let of_size = patterns.filter(|pattern| is_of(size, pattern));
        of_size.map(Pattern::box_count).max().unwrap_or(0)
    };
    assert!(
        STORED
            .iter()
            .all(|&size| most_boxes(size) <= size.most_boxes)
    );
}

fn is_of(size: Size, pattern: &Pattern) -> bool {
    (pattern.width(), pattern.height()) == (size.width, size.height)
}

#[test]
fn every_stored_pattern_is_dead_and_in_normal_form() {
    for pattern in Library::stored().patterns() {
        assert!(!Oracle::pattern_lives(pattern), "{}", pattern.line());
        assert!(pattern.is_dead(), "{}", pattern.line());
        assert_eq!(pattern.normal(), *pattern);
    }
}

#[test]
fn no_mark_of_a_stored_pattern_can_be_weakened() {
    for pattern in Library::stored().patterns() {
        for weaker in pattern.weakenings() {
            let (line, weaker_line) = (pattern.line(), weaker.line());
            assert!(Oracle::pattern_lives(&weaker), "{line} -> {weaker_line}");
        }
    }
}

/// Whether a stored mark holds wherever a given one does.
fn follows(stored: Mark, given: Mark) -> bool {
    match stored {
        Mark::Any => true,
        Mark::NoGoal => matches!(given, Mark::NoGoal | Mark::BoxOffGoal | Mark::Wall),
        Mark::Box => matches!(given, Mark::Box | Mark::BoxOffGoal),
        Mark::BoxOffGoal | Mark::Wall => stored == given,
    }
}

fn holds(window: &Pattern, image: &Pattern) -> bool {
    let at = |dx: usize, dy: usize| {
        let mut marks = image.marks();
        marks.all(|(x, y, mark)| follows(mark, window.mark(x + dx, y + dy)))
    };
    let columns = (window.width() + 1).saturating_sub(image.width());
    let rows = (window.height() + 1).saturating_sub(image.height());
    (0..columns).any(|dx| (0..rows).any(|dy| at(dx, dy)))
}

#[test]
fn every_dead_window_holds_a_stored_pattern() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let patterns = Library::stored().patterns().iter();
    let images: Vec<Pattern> = patterns.flat_map(Pattern::images).collect();
    let mut dead = 0;
    for round in 0..3000 {
        let (width, height) = if round % 2 == 0 { (4, 3) } else { (4, 4) };
        let cells: Vec<char> = (0..width * height)
            .map(|_| b"##$*___?"[random.random_range(0..8)].into())
            .collect();
        let rows: Vec<String> = cells
            .chunks(width)
            .map(|row| row.iter().collect())
            .collect();
        let window: Pattern = rows
            .join("/")
            .parse()
            .expect("the symbols are those of marks");
        if (height == 4 && window.box_count() > 4) || Oracle::pattern_lives(&window) {
            continue;
        }
        dead += 1;
        let known = images.iter().any(|image| holds(&window, image));
        assert!(known, "seed 3, round {round}: {}", window.line());
    }
    assert!(dead > 300, "{dead}");
}

#[test]
fn small_windows_are_found_again() {
    let library = Library::stored();
    for size in STORED
        .into_iter()
        .filter(|size| size.width * size.height <= 10)
    {
        let patterns = library.patterns().iter();
        let stored: Vec<Pattern> = patterns.filter(|p| is_of(size, p)).copied().collect();
        assert_eq!(find(size, &Limits::none()).unwrap().patterns, stored);
    }
}

#[test]
#[ignore = "takes a quarter of a minute of computing when optimised, minutes when not"]
fn the_whole_library_is_found_again() {
    let library = Library::stored();
    for size in STORED {
        let patterns = library.patterns().iter();
        let stored: Vec<Pattern> = patterns.filter(|p| is_of(size, p)).copied().collect();
        assert_eq!(find(size, &Limits::none()).unwrap().patterns, stored);
    }
}

#[test]
fn the_text_made_of_what_is_found_reads_back() {
    let sizes = STORED
        .into_iter()
        .filter(|size| size.width * size.height <= 9);
    let found: Vec<_> = sizes
        .map(|size| find(size, &Limits::none()).unwrap())
        .collect();
    let library: Library = to_text(&found, "a test").parse().unwrap();
    let all: Vec<Pattern> = found
        .iter()
        .flat_map(|found| found.patterns.clone())
        .collect();
    assert_eq!(library.patterns(), all);
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
