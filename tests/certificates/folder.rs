//! Certificates of levels, made to be tampered with.

use std::path::Path;

use sokosat::board::Board;
use sokosat::certificate::{self, Known, Order};
use sokosat::certify::{Verified, replay};
use sokosat::encode::Lemmas;
use sokosat::level::Level;
use sokosat::limits::Limits;
use sokosat::sat::proof::Format;

pub(crate) use super::tamper::Cert;

/// How a certificate is to be made.
#[derive(Clone, Copy)]
pub(crate) struct Wish<'a> {
    pub(crate) lemmas: &'a str,
    pub(crate) format: Format,
    pub(crate) most_lemmas: u64,
    pub(crate) exhausted: Option<&'a str>,
}

impl Default for Wish<'_> {
    fn default() -> Self {
        Self {
            lemmas: "all",
            format: Format::Text,
            most_lemmas: u64::MAX,
            exhausted: None,
        }
    }
}

impl Cert {
    /// A certificate of a level: of its minimum if a solution is given, else that it has none.
    pub(crate) fn new(rows: &[&str], solution: Option<&str>, wish: Wish) -> Self {
        Self::of(&Level::from_rows(rows), solution, wish, &|folder, order| {
            certificate::write(folder, order).unwrap();
        })
    }

    /// A refutation of "at most so many pushes" that has no proof yet, true or not.
    pub(crate) fn unproved(level: &Level, solution: &str, lemmas: &str, most: usize) -> Self {
        let wish = Wish {
            lemmas,
            ..Wish::default()
        };
        let mut cert = Self::of(level, Some(solution), wish, &|folder, order| {
            certificate::write_unproved(folder, order, most).unwrap();
        });
        cert.write("proof.lrat", "1 d 0\n");
        cert.rehash();
        cert
    }

    pub(crate) fn of(
        level: &Level,
        solution: Option<&str>,
        wish: Wish,
        write: &dyn Fn(&Path, &Order),
    ) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let level = Level::from_rows(level.canonical().rows());
        let board = Board::new(&level).unwrap();
        let verified: Option<Verified> = solution.map(|lurd| replay(&level, lurd).unwrap());
        let limits = Limits::none();
        let order = Order {
            level: &level,
            board: &board,
            known: verified.as_ref().map_or(Known::Unsolvable, Known::Solved),
            exhausted: wish.exhausted,
            lemmas: wish.lemmas.parse::<Lemmas>().unwrap(),
            format: wish.format,
            most_lemmas: wish.most_lemmas,
            limits: &limits,
            solver_limits: &limits,
        };
        write(folder.path(), &order);
        Self::at(folder)
    }
}

/// "The counter" of our own boards: matching bound 11, minimum 13.
pub(crate) const COUNTER: [&str; 9] = [
    "#########",
    "#       #",
    "#  ...  #",
    "# ## ## #",
    "#  $ $  #",
    "## #$# ##",
    "#   @   #",
    "#       #",
    "#########",
];

/// Its solution of 13 pushes.
pub(crate) const COUNTED: &str =
    "UUUdddlluuRlddrruUllluurrurrdLLulldddrrrUdllluuurrdRddddrruuLrddlluUUdllluuR";

/// Two boxes that cost each other waste: matching bound and penalty make up the minimum of 21.
pub(crate) const APART: [&str; 9] = [
    "#########",
    "#+     .#",
    "#       #",
    "###   # #",
    "###     #",
    "#  $ #  #",
    "# $ $  .#",
    "#    #  #",
    "#########",
];

/// Its solution of 21 pushes.
pub(crate) const BROUGHT: &str = "rrdddDllddrUluRRlddrUUUUUruLLrdddddRUUUUluRRRlldddddRR";

/// A level whose refutation needs every lemma but the terminal one: minimum 19.
pub(crate) const CROWDED: [&str; 8] = [
    "#######", "#.  . #", "#     #", "###  $#", "  # $@##", "  ## * #", "   #   #", "   #####",
];

/// Its solution of 19 pushes.
pub(crate) const SORTED: &str = "UlldRddrruLdlUUUrDlluuurrDullddrUruLLLrrrdDldddrruLdlUUUUrdD";

/// A level with a spare goal where the player's last cell matters: minimum 6.
pub(crate) const TURNED: [&str; 7] = [
    "#####", "#@  ##", "#  . #", "#.$  #", "#.$###", "#  #", "####",
];

/// Its solution of 6 pushes.
pub(crate) const TURNED_BACK: &str = "ddRlddrUUluurrdrdLLruulldR";
