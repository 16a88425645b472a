//! Windows of a plan: a shorter way between two of its positions, or the proof that there is none.
//!
//! A window goes from position `from` of a plan to exactly the boxes of position `to` and, unless the plan ends
//! there, to the player's region of `to`; so whatever fills it fits in place of the old pushes. The search is A*
//! ([`crate::search::bestfirst`]) over [`crate::search::pushes`] on a board whose goals are the boxes of `to`: the
//! cheapest assignment to them bounds the pushes left, and nothing as long as the old pushes is kept. Boxes that
//! stand in place with the player in the wrong region are no end, and the search goes on from there.
//!
//! A window may be searched in full, or *near the plan*: positions that have more than so many boxes off the cells of
//! every position of the window are left out. The neighbourhood of a whole plan holds other orders of work and
//! detours, and is small where the whole space is not. A proof then is about the neighbourhood alone.
//!
//! Corrals may not order the pushes of a window whose end asks for the player: the pushes that are made first
//! change where the player ends; nor those of a neighbourhood, which may not hold the other order. Tables of pairs cost
//! more than a window does. Cost: about a millisecond for the tables of a
//! board with other goals; then as A*, and for a position that is new a look at each position of the window.

use crate::board::{Cell, Push};
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::search::bestfirst::{BestFirst, End, Settings, Space};
use crate::search::prune::{Prune, Rule};
use crate::search::pushes::Pushes;
use crate::search::table::Id;
use crate::search::trail::Trail;

/// Where to look for a shorter way, and how hard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The position it starts from.
    pub from: usize,
    /// The position it leads to, at most the length of the plan.
    pub to: usize,
    /// The most boxes off the cells of the nearest position of the window; none for no such limit.
    pub astray: Option<u32>,
    /// The most positions to store.
    pub most_states: u32,
}

/// What became of a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Fewer pushes that lead to the same place, as few as possible within the window.
    Shorter(Vec<Push>),
    /// There is no shorter way within the window.
    Proved,
    /// At a limit.
    Stopped(Stop),
}

/// The rules that pay for a window that ends before the plan does.
const INNER: [Rule; 3] = [Rule::Freeze, Rule::Matching, Rule::Walls];

/// The rules, of those asked for, that keep all plans of a neighbourhood.
#[must_use]
pub fn home_rules(prune: Prune) -> Prune {
    prune.without(Rule::Corral)
}

/// Searches a window of a plan; gives also the number of positions stored.
///
/// `home` is the space of the board with [`home_rules`], over which windows are searched that end with the plan.
///
/// # Panics
/// If the window is not one of the plan.
pub fn shorten(
    home: &mut Pushes<'_>,
    trail: &Trail,
    window: Window,
    limits: &Limits,
) -> (Found, u64) {
    assert!(
        window.from <= window.to && window.to <= trail.len(),
        "a window lies within its plan"
    );
    if window.to == trail.len() {
        return shorten_over(home, trail, window, limits);
    }
    let board = home.board().with_goals(&trail.positions()[window.to].boxes);
    let rules = INNER.into_iter().fold(Prune::NONE, Prune::with);
    let distances = match Distances::new(&board, limits) {
        Ok(distances) => distances,
        Err(stop) => return (Found::Stopped(stop), 0),
    };
    match Pushes::new(&board, &distances, rules, limits) {
        Ok(mut space) => shorten_over(&mut space, trail, window, limits),
        Err(stop) => (Found::Stopped(stop), 0),
    }
}

/// The same over a space whose goals are the end of the window.
fn shorten_over(
    space: &mut Pushes<'_>,
    trail: &Trail,
    window: Window,
    limits: &Limits,
) -> (Found, u64) {
    let settings = Settings {
        ceiling: u32::try_from(window.to - window.from).ok(),
        most_states: Some(window.most_states),
        ..Default::default()
    };
    let mut search = BestFirst::new(Around::new(space, trail, window), settings, limits);
    let found = match search.run(&mut |_| ()) {
        End::Found(id) => {
            let path = search.path(id);
            let pushes = &search.space().pushes;
            let push = |pair: &[Id]| pushes.push_between(search.key(pair[0]), search.key(pair[1]));
            Found::Shorter(path.windows(2).map(push).collect())
        }
        End::Exhausted | End::AtCeiling => Found::Proved,
        End::Stopped(stop) => Found::Stopped(stop),
    };
    (found, search.progress().stored)
}

/// The positions of a board, seen from a window of a plan.
struct Around<'s, 'a> {
    pushes: &'s mut Pushes<'a>,
    start: Vec<u64>,
    /// The player at the end, where the plan goes on.
    player: Option<Cell>,
    near: Option<Near>,
    child: Vec<u64>,
}

impl<'s, 'a> Around<'s, 'a> {
    fn new(pushes: &'s mut Pushes<'a>, trail: &Trail, window: Window) -> Self {
        let positions = &trail.positions()[window.from..=window.to];
        let (first, last) = (&positions[0], &positions[positions.len() - 1]);
        let layout = pushes.layout();
        let near = window.astray.map(|most| {
            let keys = positions
                .iter()
                .map(|position| layout.key(&position.boxes, Cell(0)));
            Near {
                bits: layout.box_bits(),
                plan: keys.flatten().collect(),
                most,
                last: 0,
            }
        });
        Self {
            start: layout.key(&first.boxes, first.player),
            player: (window.to < trail.len()).then_some(last.player),
            near,
            child: vec![0; layout.words()],
            pushes,
        }
    }
}

impl Space for Around<'_, '_> {
    fn words(&self) -> usize {
        self.pushes.words()
    }

    fn start(&mut self, key: &mut [u64]) -> Option<u32> {
        key.copy_from_slice(&self.start);
        self.pushes.load(&self.start)
    }

    fn is_end(&self, key: &[u64]) -> bool {
        let player = self.pushes.layout().player(key);
        self.pushes.is_end(key) && self.player.is_none_or(|wanted| wanted == player)
    }

    fn load(&mut self, key: &[u64]) -> Option<u32> {
        self.pushes.load(key)
    }

    fn expand(&mut self) {
        self.pushes.expand();
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        let more = self.pushes.step(child);
        self.child.copy_from_slice(child);
        more
    }

    fn bound(&mut self) -> Option<u32> {
        let near = self.near.as_mut();
        if near.is_some_and(|near| !near.holds(&self.child)) {
            return None;
        }
        self.pushes.bound()
    }
}

/// The positions with few boxes off the cells of some position of a plan.
struct Near {
    /// The bits of boxes in a key.
    bits: Vec<u64>,
    /// The boxes of the plan's positions, one key after another.
    plan: Vec<u64>,
    /// The most boxes off.
    most: u32,
    /// The position that was near the last time.
    last: usize,
}

impl Near {
    fn holds(&mut self, key: &[u64]) -> bool {
        let words = self.bits.len();
        let off = |position: &[u64]| -> u32 {
            let boxes = key.iter().zip(&self.bits).map(|(word, bits)| word & bits);
            boxes
                .zip(position)
                .map(|(word, plan)| (word & !plan).count_ones())
                .sum()
        };
        if off(&self.plan[self.last * words..][..words]) <= self.most {
            return true;
        }
        let found = self
            .plan
            .chunks_exact(words)
            .position(|position| off(position) <= self.most);
        self.last = found.unwrap_or(self.last);
        found.is_some()
    }
}
