//! Which windows of a plan are searched, in which order, and how hard: rounds of neighbourhoods.
//!
//! A neighbourhood is a length of windows, how many boxes may be astray, and a number of positions. Its windows
//! overlap by two thirds. Each round has longer windows and twice the positions, and is gone through until it finds
//! nothing. What was tried is remembered by the start and the pushes of a window, so only what has changed, or
//! is allowed more, is searched again.
//!
//! Measured on plans of beams 200 wide, eight `XSokoban` levels (9 34 46 54 56 58 62 64), pushes saved and CPU
//! seconds: windows of 60 with two boxes astray and 10,000 positions 10 in 2.1, of 100 with one 6 in 2.2, of 60
//! in full with 30,000 8 in 5.4, of 40 in full with 3000 6 in 0.5. On 7 40 51 53 the whole plan with one box
//! astray saves 16, all there is, in 1.0, and windows in full nothing. Weighted orders fill their positions and
//! save nothing.

use std::collections::HashMap;

use crate::board::{Board, Push};
use crate::limits::{Limits, Stop};
use crate::search::pushes::Pushes;
use crate::search::trail::{Position, Trail};
use crate::search::window::{Found, Window, shorten};

/// Windows of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Neighbourhood {
    length: usize,
    astray: Option<u32>,
    most_states: u32,
}

/// What a window is known by, besides the boxes astray: where it starts and what is pushed.
type Name = (Position, Vec<Push>);

/// A plan, and what was tried to shorten it.
pub(super) struct Shortening<'a> {
    board: &'a Board,
    home: Pushes<'a>,
    trail: Trail,
    /// The positions with which a window was tried in vain, as many as there are for a proof. Never gone
    /// through, only asked for a key.
    tried: HashMap<(Name, Option<u32>), u32>,
    /// Moves the grid of windows.
    shift: usize,
    /// Positions stored so far.
    pub(super) stored: u64,
}

impl<'a> Shortening<'a> {
    /// Prepares for plans of the board of `home`, whose rules are [`crate::search::window::home_rules`].
    pub(super) fn new(home: Pushes<'a>, trail: Trail, seed: u64) -> Self {
        let board = home.board();
        Self {
            trail: trail.until_solved(board),
            board,
            home,
            tried: HashMap::new(),
            shift: usize::try_from(seed.saturating_sub(1)).unwrap_or(usize::MAX),
            stored: 0,
        }
    }

    /// The plan now.
    pub(super) fn trail(&self) -> &Trail {
        &self.trail
    }

    /// Takes up a shorter plan that comes from elsewhere.
    pub(super) fn take_up(&mut self, trail: Trail) {
        if trail.len() < self.trail.len() {
            self.trail = trail.until_solved(self.board);
        }
    }

    /// Searches all windows of one kind; one that gave a shorter way is searched again. Ends early when the plan
    /// is no longer than `enough` says.
    ///
    /// # Errors
    /// The limit that was reached; the plan is as short as it was by then.
    pub(super) fn slide(
        &mut self,
        kind: Neighbourhood,
        limits: &Limits,
        enough: &impl Fn() -> usize,
    ) -> Result<(), Stop> {
        let stride = (kind.length / 3).max(1);
        let mut from: usize = 0;
        let mut next = stride - self.shift % stride;
        while self.trail.len() > enough() {
            limits.check()?;
            let to = from.saturating_add(kind.length).min(self.trail.len());
            if self.search(kind, (from, to), limits)? {
                continue;
            }
            if to == self.trail.len() {
                break;
            }
            (from, next) = (next, next + stride);
        }
        Ok(())
    }

    /// Searches one window unless that was done; says whether the plan is shorter now.
    fn search(
        &mut self,
        kind: Neighbourhood,
        (from, to): (usize, usize),
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let start = self.trail.positions()[from].clone();
        let name = ((start, self.trail.pushes()[from..to].to_vec()), kind.astray);
        if self
            .tried
            .get(&name)
            .is_some_and(|&most| most >= kind.most_states)
        {
            return Ok(false);
        }
        let window = Window {
            from,
            to,
            astray: kind.astray,
            most_states: kind.most_states,
        };
        let (found, stored) = shorten(&mut self.home, &self.trail, window, limits);
        self.stored += stored;
        let most = match found {
            Found::Shorter(pushes) => {
                let spliced = (from..to, &pushes[..]);
                let shorter = self.trail.spliced(self.board, spliced, limits)?;
                self.trail =
                    shorter.expect("a window leads to the place from which the plan goes on");
                return Ok(true);
            }
            Found::Proved => u32::MAX,
            Found::Stopped(Stop::States | Stop::Horizon) => kind.most_states,
            Found::Stopped(stop) => return Err(stop),
        };
        self.tried.insert(name, most);
        Ok(false)
    }
}

/// The neighbourhoods of a round, the cheapest first.
pub(super) fn neighbourhoods(round: u32) -> Vec<Neighbourhood> {
    let more = round as usize;
    let all = [
        (30 + 10 * more, None, 1000),
        (60 + 20 * more, Some(2), 10_000),
        (usize::MAX, Some(1), 20_000),
        (100 + 30 * more, Some(1), 20_000),
        (60 + 20 * more, Some(3), 20_000),
        (usize::MAX, Some(2), 20_000),
    ];
    let scaled = |(length, astray, states): (usize, Option<u32>, u32)| Neighbourhood {
        length,
        astray,
        most_states: states.saturating_mul(1 << round.min(16)),
    };
    all.map(scaled).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distance::Distances;
    use crate::level::Level;
    use crate::search::prune::Prune;
    use crate::search::window::home_rules;
    use crate::solution::read_lurd;

    /// Runs neighbourhoods of the first round; gives the length of the plan and the positions stored after each.
    fn slide_all(lurd: &str, seed: u64, enough: usize) -> Vec<(usize, u64)> {
        let rows = ["########", "#      #", "#@ $  .#", "#      #", "########"];
        let board = Board::new(&Level::from_rows(&rows)).unwrap();
        let limits = Limits::none();
        let distances = Distances::new(&board, &limits).unwrap();
        let home = Pushes::new(&board, &distances, home_rules(Prune::all()), &limits).unwrap();
        let pushes = read_lurd(&board, lurd).unwrap();
        let trail = Trail::new(&board, &pushes, &limits).unwrap().unwrap();
        let mut work = Shortening::new(home, trail, seed);
        let kinds = neighbourhoods(0);
        let twice = kinds.iter().chain(&kinds);
        let mut now = Vec::new();
        for &kind in twice {
            work.slide(kind, &limits, &|| enough).unwrap();
            now.push((work.trail().len(), work.stored));
        }
        now
    }

    const DETOUR: &str = "rRurrdLulldRRR";

    #[test]
    fn what_was_tried_in_vain_is_not_tried_again() {
        let now = slide_all(DETOUR, 1, 0);
        assert_eq!(now[0].0, 3);
        assert_eq!(now[5], now[11]);
    }

    #[test]
    fn a_plan_that_is_short_enough_is_left_alone() {
        assert_eq!(slide_all(DETOUR, 1, 5), vec![(5, 0); 12]);
    }

    #[test]
    fn any_seed_finds_the_detour() {
        for seed in [0, 2, 17, u64::MAX] {
            assert_eq!(slide_all(DETOUR, seed, 0)[11].0, 3);
        }
    }

    #[test]
    fn rounds_grow() {
        for (small, large) in neighbourhoods(2).iter().zip(neighbourhoods(3)) {
            assert!(small.length <= large.length && small.most_states < large.most_states);
        }
        assert_eq!(neighbourhoods(60).len(), 6);
    }
}
