//! Numbers that tell kinds of positions apart, and the steps that they advise.
//!
//! *packed*: goals filled in the packing order ([`super::order`]) up to the first gap. *parts*: into how many
//! parts boxes divide the free floor; one means that the player gets everywhere. *doors*: doors closed by boxes.
//! *late*: boxes that will be shut in before the order has a use for them. *held*: boxes that hold up others.

use crate::board::{Board, Cell};
use crate::region::Taken;
use crate::search::packing::ground::Ground;
use crate::search::parts::Parts;

/// The features that make a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Features {
    /// Goals filled in order.
    pub packed: u16,
    /// Parts of the free floor.
    pub parts: u16,
    /// Doors closed.
    pub doors: u16,
    /// Boxes too many in cells that will be shut off.
    pub late: u16,
}

impl Features {
    /// Only the first two.
    #[must_use]
    pub fn plain(self) -> Self {
        Self {
            doors: 0,
            late: 0,
            ..self
        }
    }
}

/// Only the advice on what is packed, on parts, and on pushes left.
#[must_use]
pub fn plain(mut advice: [Option<Advice>; ADVISORS]) -> [Option<Advice>; ADVISORS] {
    advice[2..ADVISORS - 1].fill(None);
    advice
}

/// What is looked at to advise a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// The features of the class.
    pub features: Features,
    /// Boxes that hold up others.
    pub holding: u16,
    /// The box that holds up most, and how many.
    pub worst: Option<(Cell, u16)>,
}

/// The number of kinds of advice.
pub const ADVISORS: usize = 8;

/// How good a step is by an advisor: what it gains first, then the pushes left; less is better.
pub type Advice = (i32, u32);

/// What a step changes.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    /// The box that moves.
    pub from: Cell,
    /// What it holds up afterwards.
    pub holds: u16,
    /// Cells that the player reaches before and afterwards.
    pub reach: (u16, u16),
    /// The pushes that are left at least.
    pub rest: u32,
}

impl Look {
    /// By advisor: how good a step to here is; none if it does not improve on `before`.
    #[must_use]
    pub fn advice(&self, before: &Self, change: Change) -> [Option<Advice>; ADVISORS] {
        let (old, new) = (before.features, self.features);
        let better = |old: u16, new: u16| {
            let gain = i32::from(new) - i32::from(old);
            (gain < 0).then_some((gain, change.rest))
        };
        let opened = match before.worst {
            Some((cell, count)) if cell == change.from => better(count, change.holds),
            _ => None,
        };
        [
            better(new.packed, old.packed),
            better(old.parts, new.parts),
            better(old.doors, new.doors),
            better(old.late, new.late),
            better(before.holding, self.holding),
            better(change.reach.1, change.reach.0),
            opened,
            Some((0, change.rest)),
        ]
    }
}

/// Counts features on one board.
#[derive(Debug, Clone)]
pub struct Counter {
    order: Vec<Cell>,
    ground: Ground,
    parts: Parts,
    boxes: Vec<u64>,
    /// By step of the order: boxes whose last chance it is.
    due: Vec<u16>,
}

impl Counter {
    /// Prepares counting with a packing order.
    #[must_use]
    pub fn new(board: &Board, order: Vec<Cell>, ground: Ground) -> Self {
        Self {
            due: vec![0; order.len() + 1],
            order,
            ground,
            parts: Parts::new(board),
            boxes: vec![0; board.len().div_ceil(64)],
        }
    }

    /// Looks at a position.
    ///
    /// # Panics
    /// Never: counts fit in 16 bits.
    pub fn look(&mut self, taken: &Taken) -> Look {
        self.boxes.fill(0);
        self.due.fill(0);
        let mut doors = 0;
        let filled = |cell: &&Cell| taken[cell.index()];
        let packed = self.order.iter().take_while(filled).count();
        for (cell, _) in taken.iter().enumerate().filter(|&(_, &taken)| taken) {
            self.boxes[cell / 64] |= 1 << (cell % 64);
            doors += u16::from(self.ground.door[cell]);
            self.due[self.ground.last_chance[cell]] += 1;
        }
        for cell in &self.order[..packed] {
            self.due[self.ground.last_chance[cell.index()]] -= 1;
        }
        let boxes = (0..).map(Cell).zip(taken);
        let boxes = boxes.filter_map(|(cell, &taken)| taken.then_some(cell));
        let (mut holding, mut worst) = (0, None);
        for (cell, _) in (0..).zip(taken).filter(|&(_, &taken)| taken) {
            let held = self.holds(Cell(cell));
            holding += u16::from(held > 0);
            if held > worst.map_or(0, |(_, most)| most) {
                worst = Some((Cell(cell), held));
            }
        }
        Look {
            features: Features {
                packed: u16::try_from(packed).expect("a board has at most MAX_CELLS cells"),
                parts: self.parts.count(boxes),
                doors,
                late: self.late(packed),
            },
            holding,
            worst,
        }
    }

    /// How many boxes of the position last looked at a box on a cell holds up.
    #[must_use]
    pub fn holds(&self, cell: Cell) -> u16 {
        let held = self.ground.holds_up[cell.index()].iter().zip(&self.boxes);
        let count: u32 = held.map(|(held, boxes)| (held & boxes).count_ones()).sum();
        u16::try_from(count).unwrap_or(u16::MAX)
    }

    /// Boxes that come too late, at the worst step.
    fn late(&self, packed: usize) -> u16 {
        let (mut boxes, mut most) = (0_u16, 0);
        for (step, due) in (0_u16..).zip(&self.due) {
            boxes += due;
            let used = step.saturating_sub(u16::try_from(packed).unwrap_or(u16::MAX));
            most = most.max(boxes.saturating_sub(used));
        }
        most
    }
}
