//! A lone box and the side the player is on: the states of one box with all others ignored.
//!
//! With one box on cell c the player is shut in one component of the floor without c. Only the
//! components that touch c matter; these are the *sides* of c, at most four. A [`LoneState`] is a
//! cell and one of its sides. A push (c, d) starts with the player on the side of the cell behind
//! and ends with the player on c, so its states before and after depend on (c, d) alone.
//!
//! Sides come from one depth-first pass over the floor (Hopcroft and Tarjan 1973): two
//! neighbours of c are apart in the floor without c just when their edges to c lie in different
//! biconnected components. Preorder intervals then also place any player cell without a flood.
//! Time and memory are linear in the cells; nothing recurses.
//!
//! *Sound for several boxes*: between two pushes of one box the player walks on floor other than
//! that box's cell, whatever the others do, so it keeps its side; dropping the other boxes only
//! adds pushes. Hence every plan, seen from one box, is a path over lone states.

use std::ops::Range;

use crate::board::{Board, Cell, Dir};

/// A cell with a lone box and a side of it, numbered from zero by cell, then side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoneState(pub u32);

impl LoneState {
    /// The number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// All lone-box states of a board and the pushes between them.
#[derive(Debug, Clone)]
pub struct LoneBoxes {
    /// First state of each cell, and the number of states at the end.
    first: Vec<u32>,
    /// The state of each cell with the player in each direction.
    toward: Vec<[Option<LoneState>; 4]>,
    tree: Tree,
    /// States before and after each push of the board.
    ends: Vec<(LoneState, LoneState)>,
}

impl LoneBoxes {
    /// Finds the sides of every cell.
    ///
    /// # Panics
    /// Never: both ends of a push lie on the floor.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        let tree = Tree::new(board);
        let mut first = vec![0];
        let mut toward = Vec::with_capacity(board.len());
        let mut count = 0;
        for cell in board.cells() {
            toward.push(number_sides(board, &tree, cell, &mut count));
            first.push(count);
        }
        let side = |cell: Cell, dir: Dir| {
            toward[cell.index()][dir.index()].expect("both ends of a push lie on the floor")
        };
        let ends = board.pushes().iter().map(|push| {
            let back = push.dir.opposite();
            (side(push.from, back), side(push.to, back))
        });
        Self {
            ends: ends.collect(),
            first,
            toward,
            tree,
        }
    }

    /// Number of states, at most four a cell.
    #[must_use]
    pub fn len(&self) -> usize {
        self.first[self.first.len() - 1] as usize
    }

    /// Whether there are no states: a board of one cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The state with a box on `cell` and the player beside it in direction `dir`; none if that is wall.
    #[must_use]
    pub fn toward(&self, cell: Cell, dir: Dir) -> Option<LoneState> {
        self.toward[cell.index()][dir.index()]
    }

    /// The state with a box on `cell` and the player on `player`, another cell of the floor.
    ///
    /// # Panics
    /// If both are the same cell.
    #[must_use]
    pub fn state_of(&self, cell: Cell, player: Cell) -> LoneState {
        assert!(cell != player, "the player cannot stand on a box");
        let way = self.tree.way(cell, player);
        self.toward[cell.index()][way.index()].expect("a way leads to a floor neighbour")
    }

    /// The states of a cell, one for each side.
    pub fn states(&self, cell: Cell) -> impl Iterator<Item = LoneState> + use<> {
        self.range(cell).map(LoneState)
    }

    fn range(&self, cell: Cell) -> Range<u32> {
        self.first[cell.index()]..self.first[cell.index() + 1]
    }

    /// The state before a push, by the push's index in [`Board::pushes`].
    #[must_use]
    pub fn before(&self, push: usize) -> LoneState {
        self.ends[push].0
    }

    /// The state after a push, by the push's index in [`Board::pushes`].
    #[must_use]
    pub fn after(&self, push: usize) -> LoneState {
        self.ends[push].1
    }

    /// States before and after every push, in the order of [`Board::pushes`].
    #[must_use]
    pub fn ends(&self) -> &[(LoneState, LoneState)] {
        &self.ends
    }
}

/// Numbers the sides of one cell in the order of the first direction that leads to each.
fn number_sides(board: &Board, tree: &Tree, cell: Cell, count: &mut u32) -> [Option<LoneState>; 4] {
    let mut states: [Option<LoneState>; 4] = [None; 4];
    let mut keys: [Option<Dir>; 4] = [None; 4];
    for dir in Dir::ALL {
        let Some(neighbour) = board.step(cell, dir) else {
            continue;
        };
        let key = tree.side(cell, neighbour);
        let same = (0..dir.index()).find(|&i| keys[i] == Some(key));
        keys[dir.index()] = Some(key);
        states[dir.index()] = same.map_or_else(
            || {
                *count += 1;
                Some(LoneState(*count - 1))
            },
            |i| states[i],
        );
    }
    states
}

/// A depth-first tree of the floor, rooted at cell 0.
#[derive(Debug, Clone)]
struct Tree {
    nodes: Vec<Node>,
}

/// One cell in the tree; times count entries in preorder.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    /// When the cell was entered, and the first time after its subtree.
    span: (u16, u16),
    /// Earliest cell that its subtree touches by an edge.
    low: u16,
    /// Direction of the parent, none at the root.
    up: Option<Dir>,
    /// Directions of the children, and whether their subtrees touch nothing above this cell.
    children: [Option<Child>; 4],
}

#[derive(Debug, Clone, Copy)]
struct Child {
    cell: Cell,
    apart: bool,
}

impl Tree {
    fn new(board: &Board) -> Self {
        let mut nodes = vec![Node::default(); board.len()];
        let mut entered = vec![false; board.len()];
        let mut path = vec![(Cell(0), 0)];
        let mut time = 0;
        enter(&mut nodes, &mut entered, &mut time, Cell(0));
        while let Some((cell, next)) = path.last_mut() {
            let cell = *cell;
            let Some(&dir) = Dir::ALL.get(*next) else {
                path.pop();
                let parent = path.last().map(|&(parent, _)| parent);
                leave(&mut nodes, cell, parent, time);
                continue;
            };
            *next += 1;
            let Some(neighbour) = board.step(cell, dir) else {
                continue;
            };
            if entered[neighbour.index()] {
                let seen = nodes[neighbour.index()].span.0;
                let node = &mut nodes[cell.index()];
                node.low = node.low.min(seen);
            } else {
                enter(&mut nodes, &mut entered, &mut time, neighbour);
                nodes[neighbour.index()].up = Some(dir.opposite());
                path.push((neighbour, 0));
            }
        }
        Self { nodes }
    }

    /// The direction of a neighbour of `cell` from which `player` is reached without `cell`.
    fn way(&self, cell: Cell, player: Cell) -> Dir {
        let time = self.nodes[player.index()].span.0;
        let node = &self.nodes[cell.index()];
        let below = Dir::ALL.into_iter().find(|dir| {
            let child = node.children[dir.index()];
            child.is_some_and(|child| {
                let (start, end) = self.nodes[child.cell.index()].span;
                start <= time && time < end
            })
        });
        below
            .or(node.up)
            .expect("every cell but the root has a parent, and below the root lies all else")
    }

    /// A name for the side of `cell` that holds `player`: equal directions for equal sides.
    fn side(&self, cell: Cell, player: Cell) -> Dir {
        let node = &self.nodes[cell.index()];
        let way = self.way(cell, player);
        match node.children[way.index()] {
            Some(child) if child.apart => way,
            _ => node.up.unwrap_or(way),
        }
    }
}

fn enter(nodes: &mut [Node], entered: &mut [bool], time: &mut u16, cell: Cell) {
    entered[cell.index()] = true;
    nodes[cell.index()].span.0 = *time;
    nodes[cell.index()].low = *time;
    *time += 1;
}

fn leave(nodes: &mut [Node], cell: Cell, parent: Option<Cell>, time: u16) {
    nodes[cell.index()].span.1 = time;
    let Node { low, up, .. } = nodes[cell.index()];
    if let (Some(parent), Some(up)) = (parent, up) {
        let node = &mut nodes[parent.index()];
        let apart = low >= node.span.0;
        node.children[up.opposite().index()] = Some(Child { cell, apart });
        node.low = node.low.min(low);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn lone(rows: &[&str]) -> (Board, LoneBoxes) {
        let board = Board::new(&Level::from_rows(rows)).unwrap();
        let lone = LoneBoxes::new(&board);
        (board, lone)
    }

    #[test]
    fn a_corridor_cell_has_two_sides_and_an_end_has_one() {
        let (_, lone) = lone(&["######", "#@ $.#", "######"]);
        let counts: Vec<_> = (0..4).map(|i| lone.states(Cell(i)).count()).collect();
        assert_eq!(counts, [1, 2, 2, 1]);
        assert_ne!(
            lone.toward(Cell(1), Dir::Left),
            lone.toward(Cell(1), Dir::Right)
        );
    }

    #[test]
    fn every_cell_of_a_room_has_one_side() {
        let (board, lone) = lone(&["#####", "#@  #", "# $ #", "#  .#", "#####"]);
        assert_eq!(lone.len(), board.len());
    }

    #[test]
    fn a_crossing_of_corridors_has_four_sides() {
        let (_, lone) = lone(&["#####", "##@##", "# $.#", "## ##", "#####"]);
        assert_eq!(lone.states(Cell(2)).count(), 4);
        assert_eq!(
            lone.toward(Cell(2), Dir::Up),
            Some(lone.state_of(Cell(2), Cell(0)))
        );
    }
}
