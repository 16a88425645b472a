//! Two beams, one from each end, a layer of each in turn, until one ends or both have the same state.
//!
//! Both sides write the same keys, and the steps of one are those of the other reversed. Every new state is looked
//! up among all that the other side has seen, kept or not, so no meeting is missed; the plan is then the
//! shortest through a state of the layer, the first found among equals. Nothing is proved by it.
//!
//! When one beam has run dry the other goes on alone. There is no plan only if a side ran dry that gave nothing up.

use crate::limits::{Limits, Stop};
use crate::search::Progress;
use crate::search::beam::{Beam, End, Layers, Settings};
use crate::search::table::Id;

/// Two beams and all that they have seen.
#[derive(Debug)]
pub struct Joint<'a, F, B> {
    ahead: Beam<'a, F>,
    behind: Beam<'a, B>,
    path: Vec<Vec<u64>>,
}

/// What came of one layer of one beam.
enum Turn {
    /// A plan: keys from the own start to the last state that is not the other's, and from there to the other's.
    Found(Keys, Keys),
    Dry {
        cut: bool,
    },
    On,
}

type Keys = Vec<Vec<u64>>;

impl<'a, F: Layers, B: Layers> Joint<'a, F, B> {
    /// Prepares two beams with the same settings; nothing is stored yet.
    pub fn new(ahead: F, behind: B, settings: Settings, limits: &'a Limits) -> Self {
        Self {
            ahead: Beam::new(ahead, settings, limits),
            behind: Beam::new(behind, settings, limits),
            path: Vec::new(),
        }
    }

    /// Searches until the end; `report` is called once a layer.
    pub fn run(&mut self, report: &mut impl FnMut(Progress)) -> End<()> {
        self.try_run(report).unwrap_or_else(End::Stopped)
    }

    /// The keys of the plan from the level's start to an end; empty if none was found.
    #[must_use]
    pub fn path(&self) -> Vec<Vec<u64>> {
        self.path.clone()
    }

    /// The counts of both beams.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let (one, other) = (self.ahead.progress(), self.behind.progress());
        Progress {
            lower_bound: 0,
            expanded: one.expanded + other.expanded,
            stored: one.stored + other.stored,
        }
    }

    /// Successors that were new and not dead, on both sides.
    #[must_use]
    pub fn generated(&self) -> u64 {
        self.ahead.generated() + self.behind.generated()
    }

    fn try_run(&mut self, report: &mut impl FnMut(Progress)) -> Result<End<()>, Stop> {
        self.ahead.begin()?;
        self.behind.begin()?;
        let mut dry = [false; 2];
        while dry != [true; 2] {
            for side in [0, 1] {
                if dry[side] {
                    continue;
                }
                match self.turn(side)? {
                    Turn::Found(ahead, mut behind) => {
                        behind.reverse();
                        self.path = [ahead, behind].concat();
                        return Ok(End::Found(()));
                    }
                    Turn::Dry { cut: false } => return Ok(End::Empty { cut: false }),
                    Turn::Dry { cut: true } => dry[side] = true,
                    Turn::On => {}
                }
            }
            report(self.progress());
        }
        Ok(End::Empty { cut: true })
    }

    /// A layer of one side; a plan is given from the start of the level and from its end.
    fn turn(&mut self, side: usize) -> Result<Turn, Stop> {
        if side == 0 {
            return advance(&mut self.ahead, &self.behind);
        }
        let turn = advance(&mut self.behind, &self.ahead)?;
        Ok(match turn {
            Turn::Found(behind, ahead) => Turn::Found(ahead, behind),
            other => other,
        })
    }
}

/// Makes the next layer of a beam and looks for states that the other has, too.
fn advance<S: Layers, T: Layers>(own: &mut Beam<S>, other: &Beam<T>) -> Result<Turn, Stop> {
    let old = own.table.len();
    match own.advance()? {
        Some(End::Found(path)) => {
            let keys = path.last().map_or(Vec::new(), |&last| keys(own, last));
            return Ok(Turn::Found(keys, Vec::new()));
        }
        Some(End::Empty { cut }) => return Ok(Turn::Dry { cut }),
        Some(End::Stopped(stop)) => return Err(stop),
        None => {}
    }
    let most = own
        .settings
        .ceiling
        .map_or(usize::MAX, |most| most as usize);
    let steps = own.steps as usize;
    let shared =
        (old..own.table.len()).filter_map(|id| Some((id, other.table.find(own.key(id)).ok()?)));
    let rated = shared.map(|(id, theirs)| (steps + depth(other, theirs), id, theirs));
    let best = rated.filter(|&(steps, ..)| steps < most).min();
    Ok(best.map_or(Turn::On, |(_, id, theirs)| {
        let mut theirs = keys(other, theirs);
        theirs.pop();
        Turn::Found(keys(own, id), theirs)
    }))
}

fn depth<S: Layers>(beam: &Beam<S>, id: Id) -> usize {
    beam.table.path(id).len() - 1
}

/// The keys from a beam's start to a state.
fn keys<S: Layers>(beam: &Beam<S>, id: Id) -> Keys {
    let path = beam.table.path(id);
    path.iter().map(|&id| beam.key(id).to_vec()).collect()
}
