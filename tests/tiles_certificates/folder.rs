//! Certificates of boards, made to be tampered with.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use sokosat::certificate::{TilesOrder, Unmade, write_tiles, write_tiles_unproved};
use sokosat::limits::Limits;
use sokosat::sat::proof::Format;
use sokosat::tiles::replay::replay;

use super::boards::{Board, distances, grid, neighbours};
pub(crate) use super::tamper::Cert;

/// A board, its target, and how far it is.
#[derive(Clone)]
pub(crate) struct Case {
    pub(crate) width: usize,
    pub(crate) start: Board,
    pub(crate) target: Board,
    /// Distances of all boards from the target.
    pub(crate) truth: Arc<HashMap<Board, usize>>,
}

impl Case {
    pub(crate) fn new(width: usize, start: &[u8], target: &[u8]) -> Self {
        let target = target.to_vec();
        Self {
            truth: Arc::new(distances(width, &target)),
            start: start.to_vec(),
            width,
            target,
        }
    }

    pub(crate) fn least(&self) -> Option<usize> {
        self.truth.get(&self.start).copied()
    }

    /// All shortest plans, as the boards along them.
    pub(crate) fn plans(&self) -> Vec<Vec<Board>> {
        let mut plans = vec![vec![self.start.clone()]];
        for left in (0..self.least().unwrap()).rev() {
            let longer = plans.iter().flat_map(|plan| {
                let near = neighbours(self.width, plan.last().unwrap()).into_iter();
                let nearer = near.filter(|board| self.truth[board] == left);
                nearer.map(|board| [&plan[..], &[board]].concat())
            });
            plans = longer.collect();
        }
        plans
    }

    /// The letters of a plan of so many moves more than needed, which goes to and fro at first.
    pub(crate) fn letters(&self, more: usize) -> String {
        let mut boards = self.plans().swap_remove(0);
        let near = neighbours(self.width, &self.start).swap_remove(0);
        for _ in 0..more / 2 {
            boards.splice(0..0, [self.start.clone(), near.clone()]);
        }
        let blank = |board: &Board| board.iter().position(|&number| number == 0).unwrap();
        let pairs = boards
            .windows(2)
            .map(|pair| (blank(&pair[0]), blank(&pair[1])));
        let letter = |(from, to): (usize, usize)| match to.cmp(&from) {
            std::cmp::Ordering::Less if to + 1 == from => 'L',
            std::cmp::Ordering::Less => 'U',
            _ if to == from + 1 => 'R',
            _ => 'D',
        };
        pairs.map(letter).collect()
    }

    /// A certificate of the case as it is.
    pub(crate) fn cert(&self, lemmas: &str, format: Format) -> Cert {
        self.made(0, lemmas, format).unwrap()
    }

    /// A certificate that so many moves more than needed are the fewest, if that can be made.
    pub(crate) fn made(&self, more: usize, lemmas: &str, format: Format) -> Result<Cert, Unmade> {
        self.order(more, lemmas, format, &|folder, order| {
            write_tiles(folder, order).map(drop)
        })
    }

    /// One without a proof that denies all plans of at most so many moves more than needed, two or none.
    pub(crate) fn unproved(&self, more: usize, lemmas: &str) -> Cert {
        let most = self.least().unwrap() + more;
        let made = self.order(more + 2, lemmas, Format::Text, &|folder, order| {
            write_tiles_unproved(folder, order, most).map(drop)
        });
        made.unwrap()
    }

    fn order(
        &self,
        more: usize,
        lemmas: &str,
        format: Format,
        write: &dyn Fn(&std::path::Path, &TilesOrder) -> Result<(), Unmade>,
    ) -> Result<Cert, Unmade> {
        let folder = tempfile::tempdir().unwrap();
        let (start, target) = (
            grid(self.width, &self.start),
            grid(self.width, &self.target),
        );
        let plan = self.least().map(|_| self.letters(more));
        let plan = plan.map(|letters| replay(&start, &target, &letters).unwrap());
        let order = TilesOrder {
            start: &start,
            target: &target,
            plan: plan.as_ref(),
            lemmas: lemmas.parse().unwrap(),
            format,
            limits: &Limits::none(),
        };
        write(folder.path(), &order)?;
        Ok(Cert::at(folder))
    }
}

/// The boards of the 8-puzzle with their distances, found once.
static EIGHT: LazyLock<Case> = LazyLock::new(|| {
    let target = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    Case::new(3, &target, &target)
});

/// A board of the 8-puzzle.
pub(crate) fn of_eight(start: &[u8]) -> Case {
    let start = start.to_vec();
    Case {
        start,
        ..EIGHT.clone()
    }
}

/// One of 12 moves whose distances add up to 8.
pub(crate) fn eight() -> Case {
    of_eight(&[4, 2, 3, 5, 8, 1, 0, 7, 6])
}
