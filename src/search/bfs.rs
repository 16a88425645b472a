//! Breadth-first search over pushes: the fewest pushes, or the proof that there is no plan.
//!
//! A position is (boxes, player's region); layer d holds the positions first reached by d pushes. The
//! table of positions is the queue as well. A position is tested when it is found, so the first
//! solved one has the fewest pushes, and once layer d is complete without one, every plan
//! has more than d pushes. Of positions that are equal under a symmetry of the board one is stored
//! ([`crate::search::symmetric`]).
//!
//! *Left out*, and never part of a plan: pushes into dead states of a lone box
//! ([`crate::distance`]) and positions with boxes frozen off goals ([`crate::deadlock::freeze`]).
//! So no minimal plan is lost, and running out of positions proves that there is none.
//!
//! Cost: one look-up for each push; a flood for each position and for the few pushes that open or cut
//! the player's region ([`crate::region`]). Memory as in [`crate::search::table`].

use crate::board::{Board, Cell, Push};
use crate::bound::{StartBound, start_bound};
use crate::deadlock::freeze::Freeze;
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::region::Region;
use crate::search::symmetric::Classes;
use crate::search::table::{Id, NONE, Table};
use crate::search::{Outcome, Progress, Verdict};
use crate::state::Layout;

/// Work between two looks at the limits, in cells and words touched: well under a millisecond.
const WORK: usize = 50_000;

/// Positions between two reports.
const REPORT: u32 = 1 << 14;

/// Ends to a search besides its limits; none by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Ends with [`Stop::States`] once it holds this many positions, at the same one on every machine.
    pub most_states: Option<u64>,
    /// Ends with [`Stop::Horizon`] once more pushes than this are proved necessary.
    pub most_pushes: Option<usize>,
}

/// Searches for a plan with the fewest pushes.
///
/// `report` is called after each layer and every few thousand positions. The answer and the counts are
/// the same at every run unless a limit is reached.
pub fn breadth_first(
    board: &Board,
    distances: &Distances,
    options: Options,
    limits: &Limits,
    report: &mut impl FnMut(Progress),
) -> Outcome {
    let over = |verdict, lower_bound| Outcome {
        verdict,
        lower_bound,
        expanded: 0,
        stored: 0,
    };
    match start_bound(board, distances, limits) {
        Err(stop) => over(Verdict::Stopped(stop), 0),
        Ok(StartBound::Unsolvable(_)) => over(Verdict::Exhausted, 0),
        Ok(StartBound::Bound(bound)) => {
            let mut search = Search::new(board, distances, limits, bound);
            let verdict = search.run(options, report).unwrap_or_else(Verdict::Stopped);
            let progress = search.progress();
            Outcome {
                lower_bound: match &verdict {
                    Verdict::Solved(plan) => search.depth + u32::from(!plan.is_empty()),
                    _ => progress.lower_bound,
                },
                verdict,
                expanded: progress.expanded,
                stored: progress.stored,
            }
        }
    }
}

struct Search<'a> {
    board: &'a Board,
    limits: &'a Limits,
    layout: Layout,
    classes: Classes,
    /// The surviving pushes of each cell.
    pushes: Vec<Vec<Push>>,
    table: Table,
    region: Region,
    freeze: Freeze,
    /// Where the boxes of the position at hand stand.
    taken: Vec<bool>,
    boxes: Vec<Cell>,
    child: Vec<u64>,
    start_bound: u32,
    /// Pushes to the positions that are being expanded.
    depth: u32,
    expanded: Id,
    work: usize,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, distances: &Distances, limits: &'a Limits, bound: u32) -> Self {
        let layout = Layout::new(board, distances);
        let mut pushes = vec![Vec::new(); board.len()];
        for (index, push) in board.pushes().iter().enumerate() {
            if distances.survives(index) && layout.has_slot(push.from) && layout.has_slot(push.to) {
                pushes[push.from.index()].push(*push);
            }
        }
        Self {
            board,
            limits,
            pushes,
            table: Table::new(layout.words()),
            region: Region::new(board),
            freeze: Freeze::new(board, distances),
            taken: vec![false; board.len()],
            boxes: Vec::new(),
            child: vec![0; layout.words()],
            classes: Classes::new(board, &layout),
            layout,
            start_bound: bound,
            depth: 0,
            expanded: 0,
            work: 0,
        }
    }

    fn run(
        &mut self,
        options: Options,
        report: &mut impl FnMut(Progress),
    ) -> Result<Verdict, Stop> {
        if self.add_start()? {
            return Ok(Verdict::Solved(Vec::new()));
        }
        let mut layer_end = self.table.len();
        while self.expanded < self.table.len() {
            self.keep(options)?;
            if let Some(last) = self.expand(self.expanded)? {
                return Ok(Verdict::Solved(self.plan(last)));
            }
            self.expanded += 1;
            if self.expanded == layer_end {
                self.depth += 1;
                layer_end = self.table.len();
                report(self.progress());
            } else if self.expanded.is_multiple_of(REPORT) {
                report(self.progress());
            }
        }
        Ok(Verdict::Exhausted)
    }

    fn keep(&self, options: Options) -> Result<(), Stop> {
        let pushes = options.most_pushes.unwrap_or(usize::MAX);
        if self.lower_bound() as usize > pushes {
            Err(Stop::Horizon)
        } else if u64::from(self.table.len()) >= options.most_states.unwrap_or(u64::MAX) {
            Err(Stop::States)
        } else {
            Ok(())
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            lower_bound: self.lower_bound(),
            expanded: u64::from(self.expanded),
            stored: u64::from(self.table.len()),
        }
    }

    /// All positions within `depth` pushes were tested, so a plan has more; see also the start bound.
    fn lower_bound(&self) -> u32 {
        let odd = self.board.has_fixed_parity() && (self.depth + 1) % 2 != self.start_bound % 2;
        self.start_bound.max(self.depth + 1 + u32::from(odd))
    }

    /// Says whether the start is solved; stores it unless it is, or is dead.
    fn add_start(&mut self) -> Result<bool, Stop> {
        let boxes = self.board.boxes();
        if boxes.iter().all(|&cell| self.board.is_goal(cell)) {
            return Ok(true);
        }
        for cell in boxes {
            self.taken[cell.index()] = true;
        }
        for &cell in boxes {
            self.limits.check()?;
            if self.freeze.is_dead(&self.taken, cell) {
                return Ok(false);
            }
        }
        let player = self.region.flood(&self.taken, self.board.player());
        let mut key = self.layout.key(boxes, player);
        self.classes.settle(&mut key);
        self.boxes.extend_from_slice(boxes);
        self.table.add(&key, NONE, self.limits)?;
        Ok(false)
    }

    /// Adds the positions one push away; the number of a solved one if there is one.
    fn expand(&mut self, id: Id) -> Result<Option<Id>, Stop> {
        self.load(id)?;
        let board = self.board;
        let goal = |cell| board.is_goal(cell);
        let astray = self.boxes.iter().filter(|cell| !goal(**cell)).count();
        for i in 0..self.boxes.len() {
            let from = self.boxes[i];
            for p in 0..self.pushes[from.index()].len() {
                let push = self.pushes[from.index()][p];
                if self.taken[push.to.index()] || !self.region.holds(push.behind) {
                    continue;
                }
                let new = self.try_push(id, push)?;
                let left = astray + usize::from(goal(push.from)) - usize::from(goal(push.to));
                if new.is_some() && left == 0 {
                    return Ok(new);
                }
            }
        }
        Ok(None)
    }

    /// Makes a stored position the one at hand.
    fn load(&mut self, id: Id) -> Result<(), Stop> {
        for cell in self.boxes.drain(..) {
            self.taken[cell.index()] = false;
        }
        let key = self.table.key(id);
        self.layout.read_boxes(key, &mut self.boxes);
        for cell in &self.boxes {
            self.taken[cell.index()] = true;
        }
        let player = self.layout.player(key);
        self.region.flood(&self.taken, player);
        self.spend(self.region.len())
    }

    /// Adds the position after a push unless it is dead or known.
    fn try_push(&mut self, id: Id, push: Push) -> Result<Option<Id>, Stop> {
        self.taken[push.from.index()] = false;
        self.taken[push.to.index()] = true;
        let dead = self.freeze.is_dead(&self.taken, push.to);
        let (player, visited) = if dead {
            (push.from, 1)
        } else {
            self.region.after_push(&self.taken, push)
        };
        self.taken[push.from.index()] = true;
        self.taken[push.to.index()] = false;
        self.spend(visited + self.child.len())?;
        if dead {
            return Ok(None);
        }
        self.child.copy_from_slice(self.table.key(id));
        self.layout.flip(&mut self.child, push.from);
        self.layout.flip(&mut self.child, push.to);
        self.layout.set_player(&mut self.child, player);
        let visited = self.classes.settle(&mut self.child);
        self.spend(visited)?;
        self.table.add(&self.child, id, self.limits)
    }

    fn spend(&mut self, work: usize) -> Result<(), Stop> {
        self.work += work;
        if self.work < WORK {
            return Ok(());
        }
        self.work = 0;
        self.limits.check()
    }

    /// The pushes from the start to a stored position.
    fn plan(&mut self, last: Id) -> Vec<Push> {
        let path = self.table.path(last);
        let keys = path.iter().map(|&id| self.table.key(id));
        self.classes.plan(self.board, keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn search(rows: &[&str], limits: &Limits) -> Outcome {
        let board = Board::new(&Level::from_rows(rows)).unwrap();
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        breadth_first(&board, &distances, Options::default(), limits, &mut |_| ())
    }

    fn pushes(outcome: &Outcome) -> Option<usize> {
        match &outcome.verdict {
            Verdict::Solved(plan) => Some(plan.len()),
            _ => None,
        }
    }

    #[test]
    fn a_corridor_and_its_mirror_image_take_as_many_pushes() {
        for rows in [
            ["#######", "#@$  .#", "#######"],
            ["#######", "#.  $@#", "#######"],
        ] {
            let outcome = search(&rows, &Limits::none());
            assert_eq!((pushes(&outcome), outcome.lower_bound), (Some(3), 3));
        }
    }

    #[test]
    fn a_solved_level_and_one_of_decoration_take_no_push() {
        for rows in [["#####", "#@ *#", "#####"], ["#####", "#@#*#", "#####"]] {
            let outcome = search(&rows, &Limits::none());
            assert_eq!((pushes(&outcome), outcome.lower_bound), (Some(0), 0));
        }
    }

    #[test]
    fn a_level_without_a_plan_is_exhausted() {
        let rows = ["#########", "#@$ $ ..#", "#########"];
        let outcome = search(&rows, &Limits::none());
        assert_eq!(outcome.verdict, Verdict::Exhausted);
    }

    #[test]
    fn limits_stop_the_search_with_the_start_bound() {
        let rows = [
            "########", "#@     #", "# $  . #", "# $  . #", "#      #", "########",
        ];
        let limits = Limits::none().with_memory(1);
        let outcome = search(&rows, &limits);
        assert_eq!(outcome.verdict, Verdict::Stopped(Stop::Memory));
        assert_eq!(outcome.lower_bound, 6);
    }
}
