//! Plain search over the boxes that stand on a board, without pruning, potentials or tables.

use std::collections::{HashSet, VecDeque};

use sokosat::board::{Board, Cell};

/// Boxes in rising order, and a cell of the player.
pub(crate) type State = (Vec<Cell>, Cell);

/// Cells that the player reaches.
pub(crate) fn walk(board: &Board, boxes: &[Cell], player: Cell) -> Vec<bool> {
    let mut seen = vec![false; board.len()];
    seen[player.index()] = true;
    let mut todo = vec![player];
    while let Some(cell) = todo.pop() {
        for next in board.neighbours(cell) {
            if !seen[next.index()] && !boxes.contains(&next) {
                seen[next.index()] = true;
                todo.push(next);
            }
        }
    }
    seen
}

/// The state with the player on the first cell of the region.
pub(crate) fn named(board: &Board, (boxes, player): State) -> State {
    let first = walk(board, &boxes, player).iter().position(|&seen| seen);
    let first = first.expect("the player reaches its own cell");
    (boxes, Cell(u16::try_from(first).expect("boards are small")))
}

/// Every legal push of a state: its index, and the state after it with the player where the push leaves it.
pub(crate) fn pushes(board: &Board, (boxes, player): &State) -> Vec<(usize, State)> {
    let seen = walk(board, boxes, *player);
    let mut all = Vec::new();
    for (i, push) in board.pushes().iter().enumerate() {
        let can =
            boxes.contains(&push.from) && !boxes.contains(&push.to) && seen[push.behind.index()];
        if can {
            let kept = boxes.iter().copied().filter(|&cell| cell != push.from);
            let mut after: Vec<_> = kept.chain([push.to]).collect();
            after.sort_unstable();
            all.push((i, (after, push.from)));
        }
    }
    all
}

/// The least of pushes + `extra(boxes, player)` over all ways to bring all boxes onto goals.
///
/// `extra` is asked at each position with all boxes on goals; the player stands where it can be.
pub(crate) fn cheapest(board: &Board, start: &State, extra: impl Fn(&State) -> i64) -> Option<i64> {
    let start = named(board, start.clone());
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, 0)]);
    let mut best = None;
    while let Some((state, count)) = queue.pop_front() {
        if state.0.iter().all(|&cell| board.is_goal(cell)) {
            let cost = count + extra(&state);
            best = Some(best.map_or(cost, |best: i64| best.min(cost)));
        }
        for (_, after) in pushes(board, &state) {
            let after = named(board, after);
            if seen.insert(after.clone()) {
                queue.push_back((after, count + 1));
            }
        }
    }
    best
}
