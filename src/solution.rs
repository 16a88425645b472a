//! Plans as engines know them (pushes only) and their text as people know it (LURD).
//!
//! A plan names each push by the cell of its box and a direction. [`write_lurd`] fills in the
//! walks between pushes, each of them shortest, so the text has the fewest moves for its
//! sequence of pushes. It stops at the first push that is not legal: a plan is a claim of an
//! engine, and this is its first test (the judge is `certify`, which shares no code with it).
//! Cost: O(cells) a push, one scratch table for the whole plan.

use crate::board::{Board, Cell, Dir, Push};

/// One push of a plan: the box on `from` goes one cell in direction `dir`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PlannedPush {
    /// Where the box stands before the push.
    pub from: Cell,
    /// Which way it goes.
    pub dir: Dir,
}

impl From<Push> for PlannedPush {
    fn from(push: Push) -> Self {
        Self {
            from: push.from,
            dir: push.dir,
        }
    }
}

/// Why a push of a plan is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// The board has no such cell.
    #[error("there is no such cell")]
    NoCell,
    /// No box stands there.
    #[error("no box stands there")]
    NoBox,
    /// The box would have to enter a wall.
    #[error("a wall is in the way of the box")]
    Wall,
    /// The box would have to enter the cell of another box.
    #[error("another box is in the way")]
    Box,
    /// The player cannot walk to the cell behind the box, or a wall is there.
    #[error("the player cannot get behind the box")]
    Unreached,
}

/// A plan that breaks the rules of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("push {push} of the plan is illegal: {cause}")]
pub struct PlanError {
    /// Number of the push, from one.
    pub push: usize,
    /// What is wrong with it.
    pub cause: Cause,
}

/// Writes a plan as LURD: lower case walks, upper case pushes, no counts.
///
/// Whether the boxes end on goals is not looked at.
///
/// # Errors
/// The first push that is not legal, with its number and the cause.
pub fn write_lurd(board: &Board, plan: &[PlannedPush]) -> Result<String, PlanError> {
    let mut scene = Scene::new(board);
    let mut text = String::new();
    for (index, &push) in plan.iter().enumerate() {
        let push_number = index + 1;
        scene.push(push, &mut text).map_err(|cause| PlanError {
            push: push_number,
            cause,
        })?;
    }
    Ok(text)
}

/// Reads the pushes off a solution in LURD, whose walks are not looked at; none if it does not fit the board.
///
/// Capitals are pushes, as in what `certify` hands out.
#[must_use]
pub fn read_lurd(board: &Board, lurd: &str) -> Option<Vec<Push>> {
    let mut player = board.player();
    let mut pushes = Vec::new();
    for letter in lurd.chars() {
        let is_meant = |dir: &Dir| dir.letter() == letter.to_ascii_lowercase();
        let dir = Dir::ALL.into_iter().find(is_meant)?;
        let next = board.step(player, dir)?;
        if letter.is_ascii_uppercase() {
            let (from, to, behind) = (next, board.step(next, dir)?, player);
            pushes.push(Push {
                from,
                dir,
                to,
                behind,
            });
        }
        player = next;
    }
    Some(pushes)
}

/// Where everything stands while a plan is written, and the scratch space of the walks.
struct Scene<'a> {
    board: &'a Board,
    occupied: Vec<bool>,
    player: Cell,
    /// For each cell seen in this round: the step towards the target of the walk.
    step: Vec<Dir>,
    /// The round in which a cell was last seen; spares clearing `step`.
    seen: Vec<usize>,
    round: usize,
    queue: Vec<Cell>,
}

impl<'a> Scene<'a> {
    fn new(board: &'a Board) -> Self {
        let mut occupied = vec![false; board.len()];
        for cell in board.boxes() {
            occupied[cell.index()] = true;
        }
        Self {
            board,
            occupied,
            player: board.player(),
            step: vec![Dir::Up; board.len()],
            seen: vec![0; board.len()],
            round: 0,
            queue: Vec::with_capacity(board.len()),
        }
    }

    fn push(&mut self, push: PlannedPush, text: &mut String) -> Result<(), Cause> {
        let PlannedPush { from, dir } = push;
        if from.index() >= self.board.len() {
            return Err(Cause::NoCell);
        }
        if !self.occupied[from.index()] {
            return Err(Cause::NoBox);
        }
        let to = self.board.step(from, dir).ok_or(Cause::Wall)?;
        if self.occupied[to.index()] {
            return Err(Cause::Box);
        }
        let behind = self.board.step(from, dir.opposite());
        self.walk(behind.ok_or(Cause::Unreached)?, text)?;
        text.push(dir.letter().to_ascii_uppercase());
        self.occupied[from.index()] = false;
        self.occupied[to.index()] = true;
        self.player = from;
        Ok(())
    }

    /// Walks to `target` on a shortest way: a flood from the target leaves arrows to follow.
    fn walk(&mut self, target: Cell, text: &mut String) -> Result<(), Cause> {
        self.flood(target);
        if self.seen[self.player.index()] != self.round {
            return Err(Cause::Unreached);
        }
        while self.player != target {
            let dir = self.step[self.player.index()];
            text.push(dir.letter());
            let next = self.board.step(self.player, dir);
            self.player = next.expect("arrows lead from floor to floor");
        }
        Ok(())
    }

    /// Points arrows at `target` until the player is reached or nothing is left to see.
    fn flood(&mut self, target: Cell) {
        self.round += 1;
        self.queue.clear();
        if !self.occupied[target.index()] {
            self.seen[target.index()] = self.round;
            self.queue.push(target);
        }
        let mut next = 0;
        while next < self.queue.len() && self.queue[next] != self.player {
            let cell = self.queue[next];
            next += 1;
            for dir in Dir::ALL {
                let Some(around) = self.board.step(cell, dir) else {
                    continue;
                };
                if !self.occupied[around.index()] && self.seen[around.index()] != self.round {
                    self.seen[around.index()] = self.round;
                    self.step[around.index()] = dir.opposite();
                    self.queue.push(around);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    /// Cells 0 to 9 in two rows of five; the box is on 6.
    fn room() -> Board {
        let rows = ["#######", "#@    #", "# $  .#", "#######"];
        Board::new(&Level::from_rows(&rows)).unwrap()
    }

    fn lurd(board: &Board, plan: &[(u16, Dir)]) -> Result<String, PlanError> {
        let push = |&(from, dir)| PlannedPush {
            from: Cell(from),
            dir,
        };
        write_lurd(board, &plan.iter().map(push).collect::<Vec<_>>())
    }

    fn cause(board: &Board, plan: &[(u16, Dir)]) -> (usize, Cause) {
        let error = lurd(board, plan).unwrap_err();
        (error.push, error.cause)
    }

    #[test]
    fn walks_are_lower_case_and_pushes_upper_case() {
        let plan = [(6, Dir::Right), (7, Dir::Right), (8, Dir::Right)];
        assert_eq!(lurd(&room(), &plan).unwrap(), "dRRR");
    }

    #[test]
    fn a_walk_between_pushes_goes_round_the_box_on_a_shortest_way() {
        let plan = [(6, Dir::Right), (7, Dir::Left)];
        assert_eq!(lurd(&room(), &plan).unwrap(), "dRurrdL");
    }

    #[test]
    fn an_empty_plan_is_an_empty_text() {
        assert_eq!(lurd(&room(), &[]).unwrap(), "");
    }

    #[test]
    fn each_illegal_push_is_named_with_its_cause() {
        let board = room();
        assert_eq!(cause(&board, &[(10, Dir::Up)]), (1, Cause::NoCell));
        assert_eq!(cause(&board, &[(5, Dir::Right)]), (1, Cause::NoBox));
        assert_eq!(cause(&board, &[(6, Dir::Down)]), (1, Cause::Wall));
        assert_eq!(cause(&board, &[(6, Dir::Up)]), (1, Cause::Unreached));
        let again = [(6, Dir::Right), (6, Dir::Right)];
        assert_eq!(cause(&board, &again), (2, Cause::NoBox));
        assert_eq!(
            lurd(&board, &again).unwrap_err().to_string(),
            "push 2 of the plan is illegal: no box stands there"
        );
    }

    #[test]
    fn a_box_blocks_another_box_and_the_player() {
        let rows = ["#######", "#@$$..#", "#######"];
        let board = Board::new(&Level::from_rows(&rows)).unwrap();
        assert_eq!(cause(&board, &[(1, Dir::Right)]), (1, Cause::Box));
        assert_eq!(cause(&board, &[(2, Dir::Right)]), (1, Cause::Unreached));
    }
}
