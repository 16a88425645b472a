//! Push distances of a lone box, the player's side respected.
//!
//! `D[g](s)` is the fewest pushes that bring a lone box from [`LoneState`] `s` to goal `g`, by a
//! breadth-first search backwards over all pushes from *every* side of the goal. `F(s)` is the
//! fewest pushes that bring some box of the start to `s`, the others ignored.
//!
//! *Sound*: every plan, seen from one box, is a path over lone states (see [`crate::lone`]), so
//! a plan pushes the box at least `D` times more, and a box is in state `s` only after `F(s)`
//! pushes or more. A state without a finite `D` is dead, a push into one never belongs to a plan,
//! and a cell whose states are all dead can hold no box of a plan.
//!
//! `D` is consistent: a push lowers it by one at most. Distances of [`LONGEST`] and more are
//! stored as the greatest stored value of their parity, which keeps all of this true.
//! Cost: states x goals steps and two bytes each for `D`.

use crate::board::{Board, Cell};
use crate::limits::{Limits, Stop};
pub use crate::lone::{LoneBoxes, LoneState};

/// The distance of what cannot be reached.
pub const INF: u16 = u16::MAX;

/// The longest distance that is stored exactly.
pub const LONGEST: u16 = INF - 1;

/// The most bytes the table may take, memory limit or not.
pub const MOST_BYTES: u64 = 1 << 29;

/// Distances over the lone states of a board.
#[derive(Debug, Clone)]
pub struct Distances {
    lone: LoneBoxes,
    /// `D`, goal by goal, in the order of [`Board::goals`].
    to_goal: Vec<u16>,
    nearest: Vec<u16>,
    from_start: Vec<u16>,
    live: Vec<bool>,
    survives: Vec<bool>,
}

impl Distances {
    /// Computes all distances of a board.
    ///
    /// # Errors
    /// The limit that was reached; also [`Stop::Size`] when the table would pass [`MOST_BYTES`].
    pub fn new(board: &Board, limits: &Limits) -> Result<Self, Stop> {
        let lone = LoneBoxes::new(board);
        let count = lone.len();
        let bytes = 2 * count as u64 * board.goals().len() as u64;
        if bytes > MOST_BYTES {
            return Err(Stop::Size);
        }
        limits.may_grow(bytes)?;
        let pulls = Arcs::new(
            count,
            lone.ends().iter().map(|&(before, after)| (after, before)),
        );
        let mut to_goal = vec![INF; count * board.goals().len()];
        let mut nearest = vec![INF; count];
        for (i, &goal) in board.goals().iter().enumerate() {
            limits.check()?;
            let row = &mut to_goal[i * count..(i + 1) * count];
            spread(&pulls, lone.states(goal), row);
            for (least, &distance) in nearest.iter_mut().zip(&*row) {
                *least = distance.min(*least);
            }
        }
        let from_start = forward(board, &lone);
        let live = |cell| lone.states(cell).any(|state| nearest[state.index()] != INF);
        let survives = lone
            .ends()
            .iter()
            .map(|(_, after)| nearest[after.index()] != INF);
        Ok(Self {
            live: board.cells().map(live).collect(),
            survives: survives.collect(),
            lone,
            to_goal,
            nearest,
            from_start,
        })
    }

    /// The lone-box states.
    #[must_use]
    pub fn lone(&self) -> &LoneBoxes {
        &self.lone
    }

    /// `D`: fewest pushes from a state to a goal, given by its index in [`Board::goals`]; [`INF`] if none do.
    #[must_use]
    pub fn to_goal(&self, state: LoneState, goal: usize) -> u16 {
        self.to_goal[goal * self.lone.len() + state.index()]
    }

    /// Fewest pushes from a state to any goal; [`INF`] for a dead state.
    #[must_use]
    pub fn nearest(&self, state: LoneState) -> u16 {
        self.nearest[state.index()]
    }

    /// `F`: fewest pushes from the start to a state, over all boxes; [`INF`] if no box gets there.
    #[must_use]
    pub fn from_start(&self, state: LoneState) -> u16 {
        self.from_start[state.index()]
    }

    /// Whether a box on the cell can still reach a goal, with the player on some side of it.
    #[must_use]
    pub fn live(&self, cell: Cell) -> bool {
        self.live[cell.index()]
    }

    /// Whether a push, given by its index in [`Board::pushes`], leads to a state that is not dead.
    ///
    /// Its state before is then not dead either, being one push further from the goal.
    #[must_use]
    pub fn survives(&self, push: usize) -> bool {
        self.survives[push]
    }

    /// Fewest pushes from one start box, by its index in [`Board::boxes`], to each state; [`INF`] if none do.
    ///
    /// Consistent backwards: undoing a push lowers it by one at most.
    #[must_use]
    pub fn from_box(&self, board: &Board, index: usize) -> Vec<u16> {
        let pushes = Arcs::new(self.lone.len(), self.lone.ends().iter().copied());
        let mut distances = vec![INF; self.lone.len()];
        let start = self.start_state(board, index);
        spread(&pushes, std::iter::once(start), &mut distances);
        distances
    }

    /// The state of a start box, by its index in [`Board::boxes`], others ignored.
    #[must_use]
    pub fn start_state(&self, board: &Board, index: usize) -> LoneState {
        self.lone.state_of(board.boxes()[index], board.player())
    }
}

/// `F` for all start boxes at once.
fn forward(board: &Board, lone: &LoneBoxes) -> Vec<u16> {
    let pushes = Arcs::new(lone.len(), lone.ends().iter().copied());
    let mut distances = vec![INF; lone.len()];
    let starts = board.boxes().iter();
    let starts = starts.map(|&cell| lone.state_of(cell, board.player()));
    spread(&pushes, starts, &mut distances);
    distances
}

/// A directed graph over lone states: the successors of `s` are `heads[first[s]..first[s + 1]]`.
struct Arcs {
    first: Vec<u32>,
    heads: Vec<LoneState>,
}

impl Arcs {
    fn new(count: usize, arcs: impl Iterator<Item = (LoneState, LoneState)> + Clone) -> Self {
        let mut first = vec![0; count + 1];
        for (tail, _) in arcs.clone() {
            first[tail.index() + 1] += 1;
        }
        for i in 0..count {
            first[i + 1] += first[i];
        }
        let mut free = first.clone();
        let mut heads = vec![LoneState(0); first[count] as usize];
        for (tail, head) in arcs {
            heads[free[tail.index()] as usize] = head;
            free[tail.index()] += 1;
        }
        Self { first, heads }
    }

    fn after(&self, state: LoneState) -> &[LoneState] {
        let range = self.first[state.index()] as usize..self.first[state.index() + 1] as usize;
        &self.heads[range]
    }
}

/// Breadth-first search from `sources` into `distances`, all [`INF`] before.
fn spread(arcs: &Arcs, sources: impl Iterator<Item = LoneState>, distances: &mut [u16]) {
    let mut layer = Vec::new();
    for state in sources {
        distances[state.index()] = 0;
        layer.push(state);
    }
    let mut distance = 0;
    while !layer.is_empty() {
        distance = if distance == LONGEST {
            LONGEST - 1
        } else {
            distance + 1
        };
        let mut next = Vec::new();
        for &state in &layer {
            for &head in arcs.after(state) {
                if distances[head.index()] == INF {
                    distances[head.index()] = distance;
                    next.push(head);
                }
            }
        }
        layer = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Dir;
    use crate::level::Level;

    fn distances(rows: &[&str]) -> (Board, Distances) {
        let board = Board::new(&Level::from_rows(rows)).unwrap();
        let distances = Distances::new(&board, &Limits::none()).unwrap();
        (board, distances)
    }

    #[test]
    fn a_corridor_and_its_mirror_image_agree() {
        for rows in [
            ["#######", "#@$  .#", "#######"],
            ["#######", "#.  $@#", "#######"],
        ] {
            let (board, distances) = distances(&rows);
            let start = distances.start_state(&board, 0);
            assert_eq!(
                (distances.to_goal(start, 0), distances.from_start(start)),
                (3, 0)
            );
        }
    }

    #[test]
    fn a_corridor_box_is_dead_with_the_player_on_the_far_side() {
        let (_, distances) = distances(&["#######", "#@$  .#", "#######"]);
        let far = distances.lone().toward(Cell(1), Dir::Right).unwrap();
        assert_eq!(
            (distances.nearest(far), distances.from_start(far)),
            (INF, INF)
        );
        assert!(distances.live(Cell(1)) && !distances.live(Cell(0)));
    }

    #[test]
    fn pushes_into_corners_do_not_survive() {
        let (board, distances) = distances(&["#####", "#@  #", "# $.#", "#   #", "#####"]);
        let survivors = board.pushes().iter().zip(0..);
        let survivors = survivors.filter(|&(_, i)| distances.survives(i));
        let ends: Vec<_> = survivors.map(|(push, _)| board.place(push.to)).collect();
        assert!(!ends.is_empty());
        assert!(!ends.contains(&(1, 1)) && !ends.contains(&(3, 3)) && !ends.contains(&(1, 2)));
    }

    #[test]
    fn long_distances_saturate_at_their_parity() {
        let count = 65_540;
        let arcs = (1..count).map(|i| (LoneState(i - 1), LoneState(i)));
        let arcs = Arcs::new(count as usize, arcs);
        let mut distances = vec![INF; count as usize];
        spread(&arcs, [LoneState(0)].into_iter(), &mut distances);
        assert_eq!(
            distances[65_530..],
            [
                65_530, 65_531, 65_532, 65_533, 65_534, 65_533, 65_534, 65_533, 65_534, 65_533
            ]
        );
    }

    #[test]
    fn a_memory_limit_stops_before_the_table_is_made() {
        let board = Board::new(&Level::from_rows(&["#####", "#@$.#", "#####"])).unwrap();
        let limits = Limits::none().with_memory(1);
        assert_eq!(Distances::new(&board, &limits).unwrap_err(), Stop::Memory);
    }
}
