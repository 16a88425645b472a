//! The judge is tested by what it rejects, by what it measures, and against a second model.
//!
//! The model at the end is written for this file: sets of squares, no code shared with the judge.

use std::collections::BTreeSet;

use sokosat::board::Board;
use sokosat::certify::{LevelFault, Metrics, MoveFault, Rejection, TextFault, draw_after, replay};
use sokosat::generate::{Shape, pulled_level, random_level};
use sokosat::level::{Flaw, Level, Place};
use sokosat::solution::write_lurd;

const ROOM: [&str; 5] = ["########", "#@ $  .#", "# $    #", "#     .#", "########"];

const SOLUTION: &str = "rRRRlllDldRRRR";

fn room() -> Level {
    Level::from_rows(&ROOM)
}

/// Number, letter, column and row of a rejected move in the room, and the cause.
fn bad_move(lurd: &str) -> (usize, char, (usize, usize), MoveFault) {
    match replay(&room(), lurd).expect_err("the text is wrong") {
        Rejection::Move {
            number,
            letter,
            column,
            row,
            cause,
        } => (number, letter, (column, row), cause),
        other => panic!("{other}"),
    }
}

fn bad_text(lurd: &str) -> (usize, TextFault) {
    match replay(&room(), lurd).expect_err("the text is wrong") {
        Rejection::Text { position, cause } => (position, cause),
        other => panic!("{other}"),
    }
}

fn bad_level(rows: &[&str]) -> LevelFault {
    match replay(&Level::from_rows(rows), "").expect_err("the level is wrong") {
        Rejection::Level(fault) => fault,
        other => panic!("{other}"),
    }
}

#[test]
fn a_solution_is_accepted_and_measured() {
    let verified = replay(&room(), SOLUTION).unwrap();
    assert_eq!(verified.lurd(), SOLUTION);
    assert_eq!((verified.pushes(), verified.moves()), (8, 14));
    let expected = Metrics {
        moves: 14,
        pushes: 8,
        box_lines: 3,
        box_changes: 2,
        pushing_sessions: 3,
        player_lines: 6,
    };
    assert_eq!(verified.metrics(), expected);
}

#[test]
fn a_box_taken_up_again_is_another_change() {
    let rows = ["########", "#@$  . #", "#      #", "# $  . #", "########"];
    let verified = replay(&Level::from_rows(&rows), "RdldRRRulluRR").unwrap();
    let expected = Metrics {
        moves: 13,
        pushes: 6,
        box_lines: 3,
        box_changes: 3,
        pushing_sessions: 3,
        player_lines: 9,
    };
    assert_eq!(verified.metrics(), expected);
}

#[test]
fn two_boxes_pushed_without_a_step_between_share_a_session() {
    let rows = ["######", "# .  #", "# $  #", "#@$. #", "######"];
    let metrics = replay(&Level::from_rows(&rows), "RU").unwrap().metrics();
    let counts = (metrics.box_changes, metrics.pushing_sessions);
    assert_eq!((counts, metrics.box_lines), ((2, 1), 2));
}

#[test]
fn small_letters_alone_leave_the_pushes_to_the_replay() {
    let verified = replay(&room(), &SOLUTION.to_lowercase()).unwrap();
    assert_eq!((verified.lurd(), verified.pushes()), (SOLUTION, 8));
}

#[test]
fn counts_and_groups_are_accepted_and_written_out() {
    assert_eq!(
        replay(&room(), "r3R 3l\nDld2(2R)").unwrap().lurd(),
        SOLUTION
    );
}

#[test]
fn a_move_into_a_wall_is_rejected() {
    assert_eq!(bad_move("u"), (1, 'u', (2, 2), MoveFault::Wall));
    assert_eq!(
        bad_move("rRRRlllDldlRRRR"),
        (11, 'l', (2, 4), MoveFault::Wall)
    );
}

#[test]
fn a_push_of_a_blocked_box_is_rejected() {
    assert_eq!(bad_move("rRRRR"), (5, 'R', (6, 2), MoveFault::BoxAtWall));
    assert_eq!(bad_move("rrddR"), (2, 'r', (3, 2), MoveFault::PushAsStep));
    let rows = ["######", "#@$$.#", "#   .#", "######"];
    let error = replay(&Level::from_rows(&rows), "R").unwrap_err();
    assert_eq!(
        error.to_string(),
        "move 1 (R) from column 2, row 2: the box is blocked by another box"
    );
}

#[test]
fn the_wrong_case_is_rejected() {
    assert_eq!(
        bad_move("RRRRlllDldRRRR"),
        (1, 'R', (2, 2), MoveFault::StepAsPush)
    );
    assert_eq!(
        bad_move("rrRRlllDldRRRR"),
        (2, 'r', (3, 2), MoveFault::PushAsStep)
    );
    assert_eq!(bad_move(&SOLUTION.to_uppercase()).0, 1);
}

#[test]
fn a_step_back_takes_nothing_back() {
    assert_eq!(bad_move("rRlR"), (4, 'R', (3, 2), MoveFault::StepAsPush));
    assert_eq!(replay(&room(), "rRlrRRlllDldRRRR").unwrap().pushes(), 8);
}

#[test]
fn a_truncated_solution_is_not_solved() {
    for (end, off_goal) in [(0, 2), (3, 2), (4, 1), (13, 1)] {
        let expected = Rejection::NotSolved {
            off_goal,
            moves: end,
        };
        assert_eq!(replay(&room(), &SOLUTION[..end]), Err(expected));
    }
}

#[test]
fn only_the_final_position_counts() {
    assert!(replay(&room(), &format!("{SOLUTION}lu")).is_ok());
    let level = Level::from_rows(&["#######", "#@$.  #", "#######"]);
    assert_eq!(replay(&level, "Rl").unwrap().moves(), 2);
    let expected = Rejection::NotSolved {
        off_goal: 1,
        moves: 2,
    };
    assert_eq!(replay(&level, "RR"), Err(expected));
}

#[test]
fn text_that_is_not_lurd_is_rejected() {
    assert_eq!(bad_text("rRRx"), (4, TextFault::Foreign('x')));
    assert_eq!(bad_text("r-R"), (2, TextFault::Foreign('-')));
    assert_eq!(bad_text("rR\u{2192}"), (3, TextFault::Foreign('\u{2192}')));
    assert_eq!(bad_text("r(RRR"), (5, TextFault::OpenGroup));
    assert_eq!(bad_text("999999(999999r)"), (15, TextFault::TooLong));
}

#[test]
fn a_level_that_cannot_be_played_is_rejected() {
    assert_eq!(bad_level(&[]), LevelFault::Players(0));
    assert_eq!(
        bad_level(&["#####", "# $.#", "#####"]),
        LevelFault::Players(0)
    );
    assert_eq!(
        bad_level(&["######", "#@$.+#", "######"]),
        LevelFault::Players(2)
    );
    assert_eq!(bad_level(&["####", "#@.#", "####"]), LevelFault::NoBoxes);
    let more = LevelFault::MoreBoxes { boxes: 2, goals: 1 };
    assert_eq!(bad_level(&["######", "#@$*##", "######"]), more);
    let open = LevelFault::Open { column: 5, row: 2 };
    assert_eq!(bad_level(&["#####", "#@$.", "#####"]), open.clone());
    assert_eq!(bad_level(&["#####", "#@$. ", "#####"]), open);
    let left = LevelFault::Open { column: 1, row: 2 };
    assert_eq!(bad_level(&["#####", " @$.#", "#####"]), left);
    let above = LevelFault::Open { column: 2, row: 1 };
    assert_eq!(bad_level(&["# ###", "#@$.#", "#####"]), above);
    let mut flawed = room();
    flawed.flaw = Some(Flaw {
        place: Place { line: 1, column: 1 },
        cause: "a foreign symbol".into(),
    });
    let error = replay(&flawed, SOLUTION).unwrap_err().to_string();
    assert_eq!(error, "the level cannot be played: a foreign symbol");
}

#[test]
fn spare_goals_may_stay_empty_and_boxes_out_of_reach_must_be_home() {
    let spare = Level::from_rows(&["#######", "#@$. .#", "#######"]);
    assert_eq!(replay(&spare, "R").unwrap().pushes(), 1);
    let home = Level::from_rows(&["#######", "#@$.#*#", "#######"]);
    assert_eq!(replay(&home, "R").unwrap().pushes(), 1);
    let stray = Level::from_rows(&["########", "#@$.#$.#", "########"]);
    let expected = Rejection::NotSolved {
        off_goal: 1,
        moves: 1,
    };
    assert_eq!(replay(&stray, "R"), Err(expected));
}

#[test]
fn a_solved_level_has_an_empty_solution() {
    let level = Level::from_rows(&["#####", "#@* #", "#####"]);
    let verified = replay(&level, "").unwrap();
    assert_eq!(
        (verified.lurd(), verified.metrics()),
        ("", Metrics::default())
    );
}

#[test]
fn a_position_can_be_drawn() {
    let after = |moves| draw_after(&room(), SOLUTION, moves).unwrap();
    assert_eq!(after(0), room().to_string());
    assert_eq!(
        after(4),
        "########\n#    @*#\n# $    #\n#     .#\n########\n"
    );
    assert_eq!(
        after(99),
        "########\n#     *#\n#      #\n#    @*#\n########\n"
    );
    assert!(draw_after(&room(), "ru", 1).is_ok());
    assert!(draw_after(&room(), "ru", 2).is_err());
}

fn shape(seed: u64) -> Shape {
    Shape {
        width: 6 + (seed % 3) as usize,
        height: 6,
        boxes: 1 + (seed % 4) as usize,
        spare_goals: (seed % 5 / 3) as usize,
        walls_percent: 20,
    }
}

#[test]
fn plans_by_construction_are_accepted_with_as_many_pushes() {
    for seed in 0..300 {
        let planned = pulled_level(seed, &shape(seed), 25).unwrap();
        let board = Board::new(&planned.level).unwrap();
        let lurd = write_lurd(&board, &planned.plan).unwrap();
        let verified = replay(&planned.level, &lurd).unwrap();
        assert_eq!(
            (verified.lurd(), verified.pushes()),
            (&*lurd, planned.plan.len())
        );
    }
}

#[test]
fn every_change_of_one_letter_is_judged_as_the_second_model_does() {
    let (mut accepted, mut rejected) = (0, 0);
    for seed in 0..60 {
        let planned = pulled_level(seed, &shape(seed), 8).unwrap();
        let board = Board::new(&planned.level).unwrap();
        let lurd = write_lurd(&board, &planned.plan).unwrap();
        for (text, place) in changed(&lurd).into_iter().zip(0..) {
            let judged = replay(&planned.level, &text).ok();
            let expected = Model::new(&planned.level).play(&text);
            let pushes = judged.map(|verified| verified.pushes());
            assert_eq!(pushes, expected, "seed {seed}, change {place}: {text}");
            accepted += u32::from(expected.is_some());
            rejected += u32::from(expected.is_none());
        }
    }
    assert!(accepted > 50 && rejected > 5000, "{accepted}, {rejected}");
}

#[test]
fn random_walks_on_random_levels_end_as_in_the_second_model() {
    let mut longest = 0;
    for seed in 0..200 {
        let level = random_level(seed, &shape(seed)).unwrap();
        let steps = (0..40).map(|step| (seed * 7 + step * step * 13 + step / 3) % 4);
        let letter = |dir| ['u', 'd', 'l', 'r'][usize::try_from(dir).unwrap()];
        let text: String = steps.map(letter).collect();
        let mut model = Model::new(&level);
        let legal = text
            .chars()
            .take_while(|&letter| model.go(letter).is_some());
        let legal = legal.count();
        let judged = replay(&level, &text[..legal]);
        match judged {
            Ok(verified) => assert_eq!(Some(verified.pushes()), model.result()),
            Err(Rejection::NotSolved { off_goal, .. }) => assert_eq!(off_goal, model.off_goal()),
            Err(other) => panic!("seed {seed}: {other}"),
        }
        if legal < text.len() {
            let error = replay(&level, &text).unwrap_err();
            let first = matches!(error, Rejection::Move { number, .. } if number == legal + 1);
            assert!(first, "seed {seed}: {error}");
        }
        longest = longest.max(legal);
    }
    assert!(longest >= 10, "{longest}");
}

/// Every text that differs in one letter: replaced, left out, or doubled.
fn changed(lurd: &str) -> Vec<String> {
    let mut texts = Vec::new();
    for at in 0..lurd.len() {
        let (head, tail) = (&lurd[..at], &lurd[at + 1..]);
        for letter in "udlrUDLR".chars() {
            texts.push(format!("{head}{letter}{tail}"));
            texts.push(format!("{head}{letter}{}", &lurd[at..]));
        }
        texts.push(format!("{head}{tail}"));
    }
    texts
}

/// The second model: sets of coordinates.
struct Model {
    walls: BTreeSet<(i32, i32)>,
    goals: BTreeSet<(i32, i32)>,
    boxes: BTreeSet<(i32, i32)>,
    player: (i32, i32),
    pushes: usize,
}

impl Model {
    fn new(level: &Level) -> Self {
        let drawing = level.to_string();
        let find = |symbols: &str| -> BTreeSet<(i32, i32)> {
            let rows = (0..).zip(drawing.lines());
            let spots =
                rows.flat_map(|(y, row)| (0..).zip(row.chars()).map(move |(x, c)| (x, y, c)));
            let found = spots.filter(|&(_, _, c)| symbols.contains(c));
            found.map(|(x, y, _)| (x, y)).collect()
        };
        Self {
            walls: find("#"),
            goals: find(".*+"),
            boxes: find("$*"),
            player: find("@+").pop_first().expect("a level has a player"),
            pushes: 0,
        }
    }

    /// Moves; gives whether it was a push, or nothing when it is not possible.
    fn go(&mut self, letter: char) -> Option<bool> {
        let (dx, dy) = match letter.to_ascii_lowercase() {
            'u' => (0, -1),
            'd' => (0, 1),
            'l' => (-1, 0),
            _ => (1, 0),
        };
        let to = (self.player.0 + dx, self.player.1 + dy);
        let beyond = (to.0 + dx, to.1 + dy);
        let push = self.boxes.contains(&to);
        let blocked = self.walls.contains(&beyond) || self.boxes.contains(&beyond);
        if self.walls.contains(&to) || (push && blocked) {
            return None;
        }
        if push {
            self.boxes.remove(&to);
            self.boxes.insert(beyond);
            self.pushes += 1;
        }
        self.player = to;
        Some(push)
    }

    fn off_goal(&self) -> usize {
        self.boxes.difference(&self.goals).count()
    }

    fn result(&self) -> Option<usize> {
        (self.off_goal() == 0).then_some(self.pushes)
    }

    /// The pushes of a solution, or nothing if it is none.
    fn play(mut self, text: &str) -> Option<usize> {
        let quiet = text == text.to_lowercase();
        for letter in text.chars() {
            let push = self.go(letter)?;
            if push != letter.is_uppercase() && !quiet {
                return None;
            }
        }
        self.result()
    }
}
