//! Beams over a board: a plan, by as many tries as are allowed.
//!
//! The first try has no noise. Each further one has another seed, and twice the width of the last where
//! the beam may widen. A plan is any plan, not one of the fewest pushes; that there is none is said only when a beam
//! gave nothing up and ran dry.

use crate::board::{Board, Cell, Push};
use crate::bound::{StartBound, start_bound};
use crate::distance::Distances;
use crate::limits::{Limits, Stop};
use crate::search::beam::backward::BeamPulls;
use crate::search::beam::backward_joint::Joint;
use crate::search::beam::pushes::BeamPushes;
use crate::search::beam::score::Score;
use crate::search::beam::steps::BeamSteps;
use crate::search::beam::{Beam, End, Layers, Settings};
use crate::search::prune::Prune;
use crate::search::{Outcome, Progress, Verdict};

/// Layers without a better score until a beam with pulls is given up. Pulls have next to no dead ends, so
/// that it would wander on; forward beams run dry.
const PATIENCE: u32 = 300;

/// What a step of a beam is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Unit {
    /// A push, walks left out.
    #[default]
    Push,
    /// A move of the player.
    Move,
}

/// Where a beam begins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Direction {
    /// At the start of the level, by pushes.
    #[default]
    Forward,
    /// At all solved positions, by pulls.
    Backward,
    /// Two beams, one each way, layer by layer until they meet.
    Both,
}

/// What a beam is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BeamOptions {
    /// The most states of a layer.
    pub width: usize,
    /// What a step is.
    pub unit: Unit,
    /// Where it begins; with moves for steps always at the start.
    pub direction: Direction,
    /// How states are rated; with moves for steps `distances` stands for what needs an assignment, backwards
    /// `matching` for all but `open`.
    pub score: Score,
    /// Tries after the first; none for as many as the limits allow.
    pub restarts: Option<u32>,
    /// Each try is twice as wide as the last.
    pub widen: Widen,
    /// How much tries after the first are stirred, in the points of the score: tenths or pushes.
    pub noise: u32,
    /// How much the first try is stirred.
    pub first_noise: u32,
    /// The seed of the noise.
    pub seed: u64,
    /// Only plans of fewer pushes are looked for; with moves for steps, of fewer moves.
    pub ceiling: Option<u32>,
    /// The pruning rules, with pushes for steps.
    pub prune: Prune,
    /// Threads that work on a layer together; they do not change the answer.
    pub threads: usize,
}

/// Whether tries grow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Widen {
    /// All tries are equally wide.
    #[default]
    Never,
    /// Each try is twice as wide as the last.
    Double,
}

impl Default for BeamOptions {
    fn default() -> Self {
        Self {
            width: 1000,
            unit: Unit::default(),
            direction: Direction::default(),
            score: Score::default(),
            restarts: Some(0),
            widen: Widen::default(),
            noise: 4,
            first_noise: 0,
            seed: 1,
            ceiling: None,
            prune: Prune::default(),
            threads: 1,
        }
    }
}

/// What the tries came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeamOutcome {
    /// As for other searches; the lower bound is zero.
    pub outcome: Outcome,
    /// New successors of all tries, dead ones left out.
    pub generated: u64,
    /// The length of the plan in steps, if one was found.
    pub steps: Option<usize>,
    /// The width of the last try.
    pub width: usize,
}

/// Runs beams until one has a plan.
///
/// `report` is called once a layer. With one seed the answer is always the same, unless a limit is reached.
/// A search that ends without a plan and without proof stops at [`Stop::Narrow`].
///
/// # Panics
/// Never: moves are rated box by box.
pub fn beam(
    board: &Board,
    distances: &Distances,
    options: &BeamOptions,
    limits: &Limits,
    report: &mut impl FnMut(Progress),
) -> BeamOutcome {
    match start_bound(board, distances, limits) {
        Err(stop) => return nothing(Verdict::Stopped(stop)),
        Ok(StartBound::Unsolvable(_)) => return nothing(Verdict::Exhausted),
        Ok(StartBound::Bound(_)) => {}
    }
    let found = match (options.unit, options.direction) {
        (Unit::Push, Direction::Forward) => forward(board, distances, options, limits)
            .map(|space| beam_over_pushes(&space, options, limits, report)),
        (Unit::Push, Direction::Backward) => {
            BeamPulls::new(board, distances, options.score, limits)
                .map(|space| beam_over_pulls(&space, options, limits, report))
        }
        (Unit::Push, Direction::Both) => {
            forward(board, distances, options, limits).and_then(|ahead| {
                let behind = BeamPulls::new(board, distances, options.score, limits)?;
                Ok(beams_that_meet(&ahead, &behind, options, limits, report))
            })
        }
        (Unit::Move, _) => Ok(beam_over_moves(board, distances, options, limits, report)),
    };
    found.unwrap_or_else(|stop| nothing(Verdict::Stopped(stop)))
}

fn forward<'a>(
    board: &'a Board,
    distances: &'a Distances,
    options: &BeamOptions,
    limits: &Limits,
) -> Result<BeamPushes<'a>, Stop> {
    let rules = (options.prune, options.score);
    BeamPushes::new(board, distances, rules, limits)
}

fn beam_over_moves(
    board: &Board,
    distances: &Distances,
    options: &BeamOptions,
    limits: &Limits,
    report: &mut impl FnMut(Progress),
) -> BeamOutcome {
    let score = match options.score {
        Score::Baseline => Score::Baseline,
        _ => Score::Distances,
    };
    let space = BeamSteps::new(board, distances, score);
    let space = space.expect("the score looks at each box by itself");
    tries(options, Direction::Forward, |settings| {
        Tried::alone(&space, settings, limits, report, |keys| {
            let states: Vec<_> = keys.iter().map(|key| space.read(key)).collect();
            let pushed = |pair: &[(Vec<Cell>, Cell)]| pushed(board, &pair[0], &pair[1]);
            states.windows(2).filter_map(pushed).collect()
        })
    })
}

/// Runs beams over a space that was prepared before, with its rules and its score.
pub fn beam_over_pushes(
    space: &BeamPushes,
    options: &BeamOptions,
    limits: &Limits,
    report: &mut impl FnMut(Progress),
) -> BeamOutcome {
    tries(options, Direction::Forward, |settings| {
        Tried::alone(space, settings, limits, report, |keys| {
            let pairs = keys.windows(2);
            let push = |pair: &[&[u64]]| space.pushes().push_between(pair[0], pair[1]);
            pairs.map(push).collect()
        })
    })
}

/// The same backwards, from all solved positions.
pub fn beam_over_pulls(
    space: &BeamPulls,
    options: &BeamOptions,
    limits: &Limits,
    report: &mut impl FnMut(Progress),
) -> BeamOutcome {
    tries(options, Direction::Backward, |settings| {
        Tried::alone(space, settings, limits, report, |keys| {
            let pairs = keys.windows(2);
            pairs
                .rev()
                .map(|pair| space.push_between(pair[1], pair[0]))
                .collect()
        })
    })
}

/// The same from both ends, a layer of each in turn.
pub fn beams_that_meet(
    ahead: &BeamPushes,
    behind: &BeamPulls,
    options: &BeamOptions,
    limits: &Limits,
    report: &mut impl FnMut(Progress),
) -> BeamOutcome {
    tries(options, Direction::Both, |settings| {
        let mut beams = Joint::new(ahead.clone(), behind.clone(), settings, limits);
        let end = beams.run(report);
        let plan = |path: &Vec<Vec<u64>>| {
            let pairs = path.windows(2);
            let push = |pair: &[Vec<u64>]| behind.push_between(&pair[0], &pair[1]);
            pairs.map(push).collect()
        };
        let path = beams.path();
        Tried {
            verdict: verdict(&end, || plan(&path)),
            steps: path.len().checked_sub(1),
            now: beams.progress(),
            generated: beams.generated(),
        }
    })
}

/// The push between two states of a plan by moves, if it was one.
fn pushed(board: &Board, before: &(Vec<Cell>, Cell), after: &(Vec<Cell>, Cell)) -> Option<Push> {
    let is_made = |push: &&Push| push.behind == before.1 && push.from == after.1;
    let push = board.pushes().iter().find(is_made)?;
    before.0.contains(&push.from).then_some(*push)
}

fn nothing(verdict: Verdict) -> BeamOutcome {
    BeamOutcome {
        outcome: Outcome {
            verdict,
            lower_bound: 0,
            expanded: 0,
            stored: 0,
        },
        generated: 0,
        steps: None,
        width: 0,
    }
}

/// What one try came to.
struct Tried {
    verdict: Verdict,
    steps: Option<usize>,
    now: Progress,
    generated: u64,
}

impl Tried {
    /// One beam over one space; `plan` reads the keys of a path.
    fn alone<S: Layers>(
        space: &S,
        settings: Settings,
        limits: &Limits,
        report: &mut impl FnMut(Progress),
        plan: impl FnOnce(&[&[u64]]) -> Vec<Push>,
    ) -> Self {
        let mut beam = Beam::new(space.clone(), settings, limits);
        let end = beam.run(report);
        let path = match &end {
            End::Found(path) => path.iter().map(|&id| beam.key(id)).collect(),
            _ => Vec::new(),
        };
        Self {
            verdict: verdict(&end, || plan(&path)),
            steps: path.len().checked_sub(1),
            now: beam.progress(),
            generated: beam.generated(),
        }
    }
}

fn verdict<P>(end: &End<P>, plan: impl FnOnce() -> Vec<Push>) -> Verdict {
    match end {
        End::Found(_) => Verdict::Solved(plan()),
        End::Empty { cut: false } => Verdict::Exhausted,
        End::Empty { cut: true } => Verdict::Stopped(Stop::Narrow),
        End::Stopped(stop) => Verdict::Stopped(*stop),
    }
}

/// One try after another, until there is more to say than that a beam was too narrow.
fn tries(
    options: &BeamOptions,
    direction: Direction,
    mut once: impl FnMut(Settings) -> Tried,
) -> BeamOutcome {
    let mut sum = nothing(Verdict::Stopped(Stop::Narrow));
    for try_number in 0..=options.restarts.unwrap_or(u32::MAX) {
        let settings = settings(options, direction, try_number);
        let tried = once(settings);
        sum.width = settings.width;
        sum.outcome.expanded += tried.now.expanded;
        sum.outcome.stored = sum.outcome.stored.max(tried.now.stored);
        sum.generated += tried.generated;
        if tried.verdict != Verdict::Stopped(Stop::Narrow) {
            sum.steps = tried.steps;
            sum.outcome.verdict = tried.verdict;
            break;
        }
    }
    sum
}

fn settings(options: &BeamOptions, direction: Direction, try_number: u32) -> Settings {
    let width = match options.widen {
        Widen::Never => options.width,
        Widen::Double => options.width.saturating_mul(1 << try_number.min(40)),
    };
    Settings {
        width,
        ceiling: options.ceiling,
        noise: if try_number == 0 {
            options.first_noise
        } else {
            options.noise
        },
        seed: options.seed.wrapping_add(try_number.into()),
        patience: (direction != Direction::Forward).then_some(PATIENCE),
        threads: options.threads,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level;

    /// Length, expanded and generated states of a beam by moves with the baseline score.
    fn figures(width: usize) -> (Option<usize>, u64, u64) {
        let level = &level::read("seeds", include_bytes!("../../../levels/seeds.xsb")).unwrap()[0];
        let board = Board::new(level).unwrap();
        let limits = Limits::none();
        let distances = Distances::new(&board, &limits).unwrap();
        let options = BeamOptions {
            width,
            unit: Unit::Move,
            score: Score::Baseline,
            ..Default::default()
        };
        let found = beam(&board, &distances, &options, &limits, &mut |_| ());
        (found.steps, found.outcome.expanded, found.generated)
    }

    #[test]
    fn the_figures_of_the_article_are_met() {
        assert_eq!(figures(1).0, None);
        assert_eq!(figures(2).0, Some(13));
        assert_eq!(figures(3), (Some(9), 26, 61));
        assert_eq!(figures(5), (Some(9), 41, 84));
        assert_eq!(figures(20), (Some(9), 138, 264));
        assert_eq!(figures(200), (Some(9), 824, 1555));
    }
}
