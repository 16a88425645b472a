//! Steps that take one box anywhere it can go, the others standing.
//!
//! A *run* is a series of pushes of one box; runs that end with the box on the same cell and the player in the same
//! region are one. Dead positions end a run. States are those of A* ([`crate::search::pushes`]), whose tests also say
//! whether a state is dead when its turn comes; where a corral must be opened first, only runs that begin with its pushes
//! are given.

use std::sync::Arc;

use crate::board::{Board, Cell, Push};
use crate::deadlock::corral::Corrals;
use crate::deadlock::freeze::Freeze;
use crate::deadlock::local::{Library, Matcher};
use crate::deadlock::shut::Shut;
use crate::distance::Distances;
use crate::heuristic::assignment::Assignment;
use crate::limits::{Limits, Stop};
use crate::lone::LoneState;
use crate::region::{Region, Taken};
use crate::search::bestfirst::Space;
use crate::search::prune::{Prune, Rule};
use crate::search::pushes::Pushes;
use crate::state::Layout;

/// One box taken from one cell to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    /// Where the box stood.
    pub from: Cell,
    /// Where it stands afterwards.
    pub to: Cell,
    /// The smallest cell of the player's region afterwards.
    pub player: Cell,
    /// The cells of this region.
    pub reach: u16,
    /// The pushes that are left at least.
    pub rest: u32,
}

/// A place of a box on its run.
#[derive(Debug, Clone, Copy)]
struct Node {
    cell: Cell,
    player: Cell,
    /// The cells of the player's region.
    reach: usize,
    state: LoneState,
    /// The node before and the push from there.
    came: Option<(usize, Push)>,
    /// Whether an earlier node has the same cell and region.
    is_twin: bool,
}

/// Lists runs on one board.
#[derive(Debug, Clone)]
pub struct Runs<'a> {
    pushes: Pushes<'a>,
    distances: &'a Distances,
    prune: Prune,
    layout: Layout,
    moves_of: Vec<Vec<(Push, LoneState)>>,
    region: Region,
    freeze: Freeze,
    corrals: Corrals,
    /// None to look for no dead areas.
    shut: Option<Shut>,
    local: Option<Arc<Matcher>>,
    assignment: Assignment,
    taken: Vec<bool>,
    boxes: Vec<Cell>,
    player: Cell,
    reach: u16,
    /// The pushes to begin with, if only some are worth it.
    only: Option<Vec<Push>>,
    /// By cell and the side of the player: whether a run came there.
    seen: Vec<[bool; 4]>,
    /// By cell: the player's regions there.
    regions: Vec<[Option<Cell>; 4]>,
    nodes: Vec<Node>,
}

impl<'a> Runs<'a> {
    /// Prepares runs on a board that has as many goals as boxes or more.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        board: &'a Board,
        distances: &'a Distances,
        prune: Prune,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let layout = Layout::new(board, distances);
        let mut moves_of = vec![Vec::new(); board.len()];
        for (number, push) in board.pushes().iter().enumerate() {
            let useful = layout.has_slot(push.from) && layout.has_slot(push.to);
            if useful && distances.survives(number) {
                moves_of[push.from.index()].push((*push, distances.lone().after(number)));
            }
        }
        let (boxes, goals) = (board.boxes().len(), board.goals().len());
        let local = if prune.has(Rule::Local) {
            Some(Arc::new(Matcher::new(board, Library::stored(), limits)?))
        } else {
            None
        };
        Ok(Self {
            pushes: Pushes::new(board, distances, prune, limits)?,
            distances,
            prune,
            layout,
            moves_of,
            region: Region::new(board),
            freeze: Freeze::new(board, distances),
            corrals: Corrals::new(board, distances),
            shut: None,
            local,
            assignment: Assignment::new(distances, boxes, goals, limits)?,
            taken: vec![false; board.len()],
            boxes: Vec::new(),
            player: board.player(),
            reach: 0,
            only: None,
            seen: vec![[false; 4]; board.len()],
            regions: vec![[None; 4]; board.len()],
            nodes: Vec::new(),
        })
    }

    /// Looks for dead areas from now on.
    pub fn look_for_dead_areas(&mut self, board: &Board) {
        self.shut = Some(Shut::new(board, self.distances));
    }

    /// Words of a key.
    #[must_use]
    pub fn words(&self) -> usize {
        self.layout.words()
    }

    /// Writes the key of the start; false if it is dead.
    pub fn start(&mut self, key: &mut [u64]) -> bool {
        let mut boxes = self.pushes.board().boxes().iter();
        if !boxes.all(|&cell| self.layout.has_slot(cell)) {
            return false;
        }
        self.pushes.start(key).is_some()
    }

    /// Whether all boxes are on goals.
    #[must_use]
    pub fn is_end(&self, key: &[u64]) -> bool {
        self.pushes.is_end(key)
    }

    /// Where boxes stand in the state last listed.
    #[must_use]
    pub fn taken(&self) -> &Taken {
        &self.taken
    }

    /// Whether an area that the player cannot enter after a run can never be settled.
    pub fn is_shut_after(&mut self, run: &Run) -> bool {
        let Some(shut) = &mut self.shut else {
            return false;
        };
        self.taken.swap(run.from.index(), run.to.index());
        self.region.flood(&self.taken, run.player);
        let moved = |&cell: &Cell| if cell == run.from { run.to } else { cell };
        let boxes: Vec<Cell> = self.boxes.iter().map(moved).collect();
        let dead = shut.is_dead(&self.taken, &boxes, &self.region);
        self.taken.swap(run.from.index(), run.to.index());
        dead
    }

    /// Cells that the player reaches in the state last listed.
    #[must_use]
    pub fn reach(&self) -> u16 {
        self.reach
    }

    /// What is said of the boxes after a run from the state last listed.
    pub fn with<T>(&mut self, run: &Run, say: impl FnOnce(&Taken) -> T) -> T {
        self.taken.swap(run.from.index(), run.to.index());
        let said = say(&self.taken);
        self.taken.swap(run.from.index(), run.to.index());
        said
    }

    /// Writes the key after a run.
    pub fn child(&self, parent: &[u64], run: &Run, child: &mut [u64]) {
        child.copy_from_slice(parent);
        self.layout.flip(child, run.from);
        self.layout.flip(child, run.to);
        self.layout.set_player(child, run.player);
    }

    /// Makes a state the one at hand.
    fn load(&mut self, key: &[u64]) {
        for cell in self.boxes.drain(..) {
            self.taken[cell.index()] = false;
        }
        self.layout.read_boxes(key, &mut self.boxes);
        for cell in &self.boxes {
            self.taken[cell.index()] = true;
        }
        self.player = self.layout.player(key);
    }

    /// All runs from a state; none if it is dead.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn list(&mut self, key: &[u64], limits: &Limits) -> Result<Option<Vec<Run>>, Stop> {
        if self.open(key).is_none() {
            return Ok(None);
        }
        let mut runs = Vec::new();
        for index in 0..self.boxes.len() {
            self.walk(self.boxes[index], limits)?;
            self.add_ends(index, &mut runs);
        }
        Ok(Some(runs))
    }

    /// Adds the runs of a box to the places last found.
    fn add_ends(&mut self, index: usize, runs: &mut Vec<Run>) {
        let from = self.boxes[index];
        for node in &self.nodes {
            if node.cell == from || node.is_twin {
                continue;
            }
            if let Some(rest) = self.assignment.total_after(index, node.state) {
                runs.push(Run {
                    from,
                    to: node.cell,
                    player: node.player,
                    reach: u16::try_from(node.reach).unwrap_or(u16::MAX),
                    rest,
                });
            }
        }
    }

    /// Makes a state the one at hand, to be listed; none if it is dead.
    fn open(&mut self, key: &[u64]) -> Option<()> {
        self.pushes.load(key)?;
        self.load(key);
        let lone = self.distances.lone();
        let states = self
            .boxes
            .iter()
            .map(|&cell| lone.state_of(cell, self.player));
        let states: Vec<_> = states.collect();
        self.assignment.load(&states)?;
        self.region.flood(&self.taken, self.player);
        self.reach = u16::try_from(self.region.len()).unwrap_or(u16::MAX);
        let shut = self.shut.as_mut();
        if shut.is_some_and(|shut| shut.is_dead(&self.taken, &self.boxes, &self.region)) {
            return None;
        }
        if self.prune.has(Rule::Corral) {
            let only = self.corrals.find(&self.taken, &self.boxes, &self.region);
            self.only = only.map(<[Push]>::to_vec);
        }
        Some(())
    }

    /// Finds all places of a box. After an error the state is to be opened again.
    fn walk(&mut self, from: Cell, limits: &Limits) -> Result<(), Stop> {
        self.seen.fill([false; 4]);
        self.regions.fill([None; 4]);
        self.nodes.clear();
        self.nodes.push(Node {
            cell: from,
            player: self.player,
            reach: 0,
            state: self.distances.lone().state_of(from, self.player),
            came: None,
            is_twin: false,
        });
        let mut next = 0;
        while let Some(&node) = self.nodes.get(next) {
            limits.check()?;
            self.taken[from.index()] = false;
            self.taken[node.cell.index()] = true;
            let player = self.region.flood(&self.taken, node.player);
            let is_twin = self.is_known(node.cell, player);
            self.nodes[next] = Node {
                player,
                is_twin,
                reach: self.region.len(),
                ..node
            };
            if !is_twin {
                self.go_on(next);
            }
            self.taken[node.cell.index()] = false;
            self.taken[from.index()] = true;
            next += 1;
        }
        Ok(())
    }

    /// Adds the places one push from a place.
    fn go_on(&mut self, number: usize) {
        let node = self.nodes[number];
        let first = node.came.is_none();
        for i in 0..self.moves_of[node.cell.index()].len() {
            let (push, state) = self.moves_of[node.cell.index()][i];
            let only = self.only.as_ref().filter(|_| first);
            let barred = only.is_some_and(|only| !only.contains(&push));
            if barred || !self.region.holds(push.behind) || self.taken[push.to.index()] {
                continue;
            }
            let side = push.dir.opposite().index();
            if std::mem::replace(&mut self.seen[push.to.index()][side], true) {
                continue;
            }
            self.taken.swap(push.from.index(), push.to.index());
            let stuck = self.is_stuck(push);
            self.taken.swap(push.from.index(), push.to.index());
            if !stuck {
                self.nodes.push(Node {
                    cell: push.to,
                    player: push.from,
                    reach: 0,
                    state,
                    came: Some((number, push)),
                    is_twin: false,
                });
            }
        }
    }

    /// Whether a box came to a cell with this region before; it has come now.
    fn is_known(&mut self, cell: Cell, player: Cell) -> bool {
        let regions = &mut self.regions[cell.index()];
        let place = regions
            .iter()
            .position(|&held| held.is_none_or(|held| held == player));
        let place = place.expect("a cell has four sides");
        regions[place].replace(player).is_some()
    }

    /// Whether the box just pushed is frozen off its goal or completes a dead pattern.
    fn is_stuck(&mut self, push: Push) -> bool {
        if self.prune.has(Rule::Freeze) && self.freeze.is_dead(&self.taken, push.to) {
            return true;
        }
        let is_box = |cell: Cell| self.taken[cell.index()];
        let local = self.local.as_ref();
        local.is_some_and(|local| local.is_dead_at(is_box, push.from, push.to).is_some())
    }

    /// The pushes of the run between two states.
    ///
    /// # Panics
    /// If there is no run between them.
    pub fn pushes_between(&mut self, before: &[u64], after: &[u64]) -> Vec<Push> {
        self.load(before);
        let mut boxes = Vec::new();
        self.layout.read_boxes(after, &mut boxes);
        let player = self.layout.player(after);
        let left = |cell: &&Cell| boxes.binary_search(cell).is_err();
        let from = *self.boxes.iter().find(left).expect("a run moves a box");
        let new = |cell: &&Cell| self.boxes.binary_search(cell).is_err();
        let to = *boxes.iter().find(new).expect("a run moves a box");
        self.only = None;
        self.walk(from, &Limits::none()).expect("there is no limit");
        let end = |node: &Node| node.cell == to && node.player == player;
        let end = self
            .nodes
            .iter()
            .position(end)
            .expect("the run was found before");
        let mut plan = Vec::new();
        let mut came = self.nodes[end].came;
        while let Some((node, push)) = came {
            plan.push(push);
            came = self.nodes[node].came;
        }
        plan.reverse();
        plan
    }
}
