//! Best-first search over any state space: A*, weighted and greedy search differ in the key.
//!
//! Steps cost one. The state that is expanded next has the least key, which mixes the steps `g` to it
//! and a bound `h` on the steps that are left; `f = g + h`. A bound may be *inconsistent* (fall by more than one a
//! step), so a state that is found again by fewer steps is opened again; and a child has at least
//! the bound of its parent less one.
//!
//! *Proved*: at any time some open state lies on a cheapest plan with its true `g`, so its `f` is no more
//! than the cost of that plan, and the least `f` of all open states is a lower bound. The greatest of these
//! over time is kept. A plan that comes out at its own lower bound is cheapest; with keys other than `f`
//! it may not be. When nothing is open any more there is no plan below the ceiling.
//!
//! Memory: the table ([`crate::search::table`]), 4 bytes for `g` and `h`, 4 to 8 for an entry of the queue.

use crate::limits::{Limits, Stop};
use crate::search::Progress;
use crate::search::queue::{Entry, Queue};
use crate::search::table::{Arena, Gap, Id, NONE, Table};

/// A space of states with steps of cost one, as seen from one state at a time.
pub trait Space {
    /// Words of a key.
    fn words(&self) -> usize;

    /// Writes the key of the start and gives its bound, none if there is no plan from it.
    fn start(&mut self, key: &mut [u64]) -> Option<u32>;

    /// Whether a state is an end.
    fn is_end(&self, key: &[u64]) -> bool;

    /// Makes a stored state the state at hand and gives its bound after a closer look; none if there is no
    /// plan from it.
    fn load(&mut self, key: &[u64]) -> Option<u32>;

    /// Starts on the successors of the state at hand.
    fn expand(&mut self);

    /// Goes to the next successor of the state at hand and writes its key; false if there are no more.
    fn step(&mut self, child: &mut [u64]) -> bool;

    /// The bound of the successor last given; none if there is no plan from it.
    fn bound(&mut self) -> Option<u32>;

    /// Takes time to make the bounds of states like these closer, since the search goes on for long; rounds count
    /// from zero. There is no state at hand afterwards.
    ///
    /// # Errors
    /// The limit that was reached.
    fn sharpen(
        &mut self,
        _states: &mut dyn Iterator<Item = &[u64]>,
        _round: u32,
        _limits: &Limits,
    ) -> Result<(), Stop> {
        Ok(())
    }
}

/// The order of expansion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// By `g + h`: the plan found is cheapest.
    Exact,
    /// By `g + (percent / 100) h`, rounded down; the plan found costs at most `percent / 100` times the cheapest
    /// when the percentage is 100 or more.
    Weighted(u32),
    /// By `h` alone.
    Greedy,
}

impl Order {
    fn key(self, steps: u32, bound: u32) -> u32 {
        match self {
            Self::Exact => steps + bound,
            Self::Weighted(percent) => {
                (100 * steps).saturating_add(bound * percent.min(10_000)) / 100
            }
            Self::Greedy => bound,
        }
    }
}

/// What a search is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// The order of expansion.
    pub order: Order,
    /// Only plans of fewer steps are looked for, because one of so many is known.
    pub ceiling: Option<u32>,
    /// The most states to store.
    pub most_states: Option<u32>,
    /// After how many expansions the space is asked for closer bounds ([`Space::sharpen`]), in rising order.
    pub sharpen: &'static [u64],
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            order: Order::Exact,
            ceiling: None,
            most_states: None,
            sharpen: &SHARPEN,
        }
    }
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// At an end state.
    Found(Id),
    /// There is no plan.
    Exhausted,
    /// There is no plan of fewer steps than the ceiling.
    AtCeiling,
    /// At a limit.
    Stopped(Stop),
}

/// The most that `g` and `h` may be.
const MOST: u32 = OPEN as u32 - 1;

/// Set in the word of `h` while a state waits to be expanded.
const OPEN: u16 = 1 << 15;

/// Successors and expansions between two looks at the limits.
const TICKS: u32 = 32;

/// States between two reports.
const REPORT: u64 = 1 << 14;

/// Expansions after which the space is asked for closer bounds. Asking again later changed nothing on the boards tried.
const SHARPEN: [u64; 2] = [1 << 10, 1 << 13];

/// States that it is shown then.
const SAMPLE: u32 = 400;

/// A search and all that it has stored.
#[derive(Debug)]
pub struct BestFirst<'a, S> {
    space: S,
    settings: Settings,
    limits: &'a Limits,
    table: Table,
    /// `g`, and `h` with the flag [`OPEN`], of each state.
    values: Arena<[u16; 2]>,
    queue: Queue,
    /// How many open states have each `f`.
    open: Vec<u32>,
    /// No open state has an `f` below this one.
    least: usize,
    /// The greatest proved bound so far.
    lower: u32,
    /// The least ceiling so far, of the settings and the limits.
    ceiling: Option<u32>,
    /// Whether a state was left out because of the ceiling.
    cut: bool,
    /// When the space is asked for closer bounds from now on.
    due: &'static [u64],
    expanded: u64,
    ticks: u32,
    key: Vec<u64>,
    child: Vec<u64>,
}

impl<'a, S: Space> BestFirst<'a, S> {
    /// Prepares a search; nothing is stored yet.
    pub fn new(space: S, settings: Settings, limits: &'a Limits) -> Self {
        let words = space.words();
        Self {
            space,
            settings,
            limits,
            table: Table::new(words),
            values: Arena::new(1),
            queue: Queue::default(),
            open: Vec::new(),
            least: 0,
            lower: 0,
            ceiling: settings.ceiling,
            cut: false,
            due: settings.sharpen,
            expanded: 0,
            ticks: 0,
            key: vec![0; words],
            child: vec![0; words],
        }
    }

    /// Searches until the end; `report` is called when the bound rises and every few thousand states.
    pub fn run(&mut self, report: &mut impl FnMut(Progress)) -> End {
        self.try_run(report).unwrap_or_else(End::Stopped)
    }

    /// The counts and the bound now.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            lower_bound: self.lower,
            expanded: self.expanded,
            stored: u64::from(self.table.len()),
        }
    }

    /// The space that is searched.
    #[must_use]
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The key of a stored state.
    #[must_use]
    pub fn key(&self, id: Id) -> &[u64] {
        self.table.key(id)
    }

    /// The states from the start to a stored one, both included.
    #[must_use]
    pub fn path(&self, end: Id) -> Vec<Id> {
        self.table.path(end)
    }

    fn try_run(&mut self, report: &mut impl FnMut(Progress)) -> Result<End, Stop> {
        self.heed_ceiling();
        self.add_start()?;
        while let Some(id) = self.next_open()? {
            if self.raise_lower() || self.expanded.is_multiple_of(REPORT) {
                report(self.progress());
                self.heed_ceiling();
            }
            if self.space.is_end(self.table.key(id)) {
                return Ok(End::Found(id));
            }
            self.visit(id)?;
            if self.due.first().is_some_and(|&due| due <= self.expanded) {
                self.sharpen()?;
            }
        }
        if let (true, Some(ceiling)) = (self.cut, self.ceiling) {
            self.lower = ceiling;
            return Ok(End::AtCeiling);
        }
        Ok(End::Exhausted)
    }

    fn add_start(&mut self) -> Result<(), Stop> {
        let mut key = std::mem::take(&mut self.child);
        let bound = self.space.start(&mut key);
        self.child = key;
        match (bound, self.table.find(&self.child)) {
            (Some(bound), Err(gap)) => self.add((gap, NONE), 0, bound),
            _ => Ok(()),
        }
    }

    /// The next open state in the order of the queue; it stays open. A ceiling that fell closes those above it.
    fn next_open(&mut self) -> Result<Option<Id>, Stop> {
        while let Some(entry) = self.queue.pop() {
            self.tick()?;
            let [steps, word] = self.values.get(entry.id)[0].map(u32::from);
            if word & u32::from(OPEN) == 0 {
                continue;
            }
            if !self.is_cut(steps + (word & !u32::from(OPEN))) {
                return Ok(Some(entry.id));
            }
            self.close(entry.id);
        }
        Ok(None)
    }

    /// Raises the bound to the least `f` of the open states; says whether it rose.
    fn raise_lower(&mut self) -> bool {
        while self.open.get(self.least) == Some(&0) {
            self.least += 1;
        }
        let least = u32::try_from(self.least).expect("f is at most twice MOST");
        let rose = least > self.lower;
        self.lower = self.lower.max(least);
        rose
    }

    /// Looks closely at an open state: drops it, puts it back with a greater bound, or expands it.
    fn visit(&mut self, id: Id) -> Result<(), Stop> {
        let (steps, bound) = self.close(id);
        self.key.copy_from_slice(self.table.key(id));
        match self.space.load(&self.key) {
            None => Ok(()),
            Some(closer) if closer > bound => self.reopen(id, steps, closer),
            Some(_) => self.expand(id, steps, bound),
        }
    }

    /// Shows the space some of the states, at even intervals.
    fn sharpen(&mut self) -> Result<(), Stop> {
        let round = self.settings.sharpen.len() - self.due.len();
        self.due = &self.due[1..];
        let (len, table) = (self.table.len(), &self.table);
        let count = SAMPLE.min(len);
        let at = |i: u32| u64::from(i) * u64::from(len) / u64::from(count);
        let ids =
            (0..count).map(|i| Id::try_from(at(i)).expect("it is below the number of states"));
        let mut states = ids.map(|id| table.key(id));
        let round = u32::try_from(round).expect("there are a few rounds");
        self.space.sharpen(&mut states, round, self.limits)
    }

    /// Adds or improves the children of the state at hand.
    fn expand(&mut self, id: Id, steps: u32, bound: u32) -> Result<(), Stop> {
        self.expanded += 1;
        self.space.expand();
        while self.space.step(&mut self.child) {
            self.tick()?;
            let floor = bound.saturating_sub(1);
            match self.table.find(&self.child) {
                Ok(known) => self.improve(known, id, (steps + 1, floor))?,
                Err(gap) => {
                    if let Some(own) = self.space.bound() {
                        self.add((gap, id), steps + 1, own.max(floor))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds the child at hand unless it is at or above the ceiling.
    fn add(&mut self, (gap, parent): (Gap, Id), steps: u32, bound: u32) -> Result<(), Stop> {
        if self.is_cut(steps + bound) {
            return Ok(());
        }
        let most = self.settings.most_states.unwrap_or(NONE);
        if self.table.len() >= most {
            return Err(Stop::States);
        }
        self.values.reserve(self.limits)?;
        let id = self.table.add_at(gap, &self.child, parent, self.limits)?;
        self.values.push(&[[0, 0]]);
        self.open(id, steps, bound)
    }

    /// Opens a known state again if it was reached by fewer steps than before.
    fn improve(&mut self, id: Id, parent: Id, (steps, floor): (u32, u32)) -> Result<(), Stop> {
        let [old_steps, word] = self.values.get(id)[0];
        if steps >= u32::from(old_steps) {
            return Ok(());
        }
        if word & OPEN != 0 {
            self.close(id);
        }
        self.table.set_parent(id, parent);
        self.reopen(id, steps, u32::from(word & !OPEN).max(floor))
    }

    fn reopen(&mut self, id: Id, steps: u32, bound: u32) -> Result<(), Stop> {
        if self.is_cut(steps + bound) {
            return Ok(());
        }
        self.open(id, steps, bound)
    }

    fn is_cut(&mut self, total: u32) -> bool {
        let cut = self.ceiling.is_some_and(|most| total >= most);
        self.cut |= cut;
        cut
    }

    fn open(&mut self, id: Id, steps: u32, bound: u32) -> Result<(), Stop> {
        if steps.max(bound) > MOST {
            return Err(Stop::Horizon);
        }
        let total = (steps + bound) as usize;
        if self.open.len() <= total {
            self.open.resize(total + 1, 0);
        }
        self.open[total] += 1;
        self.least = self.least.min(total);
        let narrow = |value| u16::try_from(value).expect("values are at most MOST");
        self.values.get_mut(id)[0] = [narrow(steps), narrow(bound) | OPEN];
        let key = self.settings.order.key(steps, bound);
        self.queue.push(Entry { key, bound, id }, self.limits)
    }

    /// Takes an open state off the count; gives its `g` and `h`.
    fn close(&mut self, id: Id) -> (u32, u32) {
        let value = &mut self.values.get_mut(id)[0];
        value[1] &= !OPEN;
        let (steps, bound) = (u32::from(value[0]), u32::from(value[1]));
        self.open[(steps + bound) as usize] -= 1;
        (steps, bound)
    }

    fn tick(&mut self) -> Result<(), Stop> {
        self.ticks += 1;
        if self.ticks < TICKS {
            return Ok(());
        }
        self.ticks = 0;
        self.heed_ceiling();
        self.limits.check()
    }

    fn heed_ceiling(&mut self) {
        let known = self.limits.ceiling().into_iter();
        self.ceiling = known.chain(self.ceiling).min();
    }
}
