//! Walkers on small graphs: tenure, aspiration, closed positions, stalls, elites, and loops cut out.

use super::*;
use crate::search::tabu::shared::Aims;

/// Positions 0, 1, 2, ... with their successors and scores; a walk starts at 0, and the last is the end.
#[derive(Debug, Clone)]
struct Graph {
    nodes: Vec<(i64, Vec<usize>)>,
    at: usize,
    given: usize,
}

impl Graph {
    fn new(nodes: &[(i64, &[usize])]) -> Self {
        let nodes = nodes.iter().map(|&(score, next)| (score, next.to_vec()));
        Self {
            nodes: nodes.collect(),
            at: 0,
            given: 0,
        }
    }
}

fn node(key: &[u64]) -> usize {
    usize::try_from(key[0]).expect("graphs are small")
}

impl Layers for Graph {
    fn words(&self) -> usize {
        1
    }

    fn start(&mut self, key: &mut [u64]) -> bool {
        key[0] = 0;
        true
    }

    fn is_end(&self, key: &[u64]) -> bool {
        node(key) + 1 == self.nodes.len()
    }

    fn open(&mut self, key: &[u64]) -> Option<u32> {
        (self.at, self.given) = (node(key), 0);
        Some(0)
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        let next = self.nodes[self.at].1.get(self.given);
        self.given += 1;
        next.is_some_and(|&next| {
            child[0] = next as u64;
            true
        })
    }

    fn rate(&mut self, _: u32) -> Option<Rating> {
        let (score, _) = *self.nodes.get(self.nodes[self.at].1[self.given - 1])?;
        Some(Rating { score, bound: 0 })
    }
}

const HABITS: Habits = Habits {
    tenure: 50,
    stall: 50,
    seed: 1,
    remembered: 1000,
};

/// What a walker came to: the plan, why it ended, iterations, walks.
#[derive(Debug)]
struct End {
    plan: Option<Vec<u64>>,
    stop: Stop,
    begun: u64,
    walks: u64,
}

fn run(graph: &Graph, habits: Habits, aims: Aims) -> End {
    run_with(8, graph, habits, aims)
}

/// The same with a pool of so many elites.
fn run_with(elites: usize, graph: &Graph, habits: Habits, aims: Aims) -> End {
    let (shared, limits) = (Shared::new(aims, elites), Limits::none());
    let mut walker = Walker::new(graph.clone(), habits, &shared, &limits);
    let stop = walker.run(&mut |_| ());
    let (begun, walks) = (shared.begun(), walker.walks());
    let best = shared.into_best();
    End {
        plan: best.map(|way| way.iter().map(|key| key[0]).collect()),
        stop,
        begun,
        walks,
    }
}

fn within(iterations: u64) -> Aims {
    Aims {
        iterations,
        ceiling: u32::MAX,
        enough: u32::MAX,
    }
}

/// A good position between two bad ones; the end lies beyond the worse one. Steps go both ways.
fn hill() -> Graph {
    Graph::new(&[
        (-4000, &[1]),
        (-1000, &[0, 2]),
        (-5000, &[1, 3]),
        (-3000, &[2, 4]),
        (0, &[]),
    ])
}

#[test]
fn a_walk_with_tenure_crosses_what_one_without_turns_back_from() {
    let with = run(&hill(), HABITS, within(4));
    assert_eq!(with.plan, Some(vec![0, 1, 2, 3, 4]));
    let without = run(
        &hill(),
        Habits {
            tenure: 0,
            ..HABITS
        },
        within(100),
    );
    assert_eq!(without.plan, None);
    assert_eq!((without.stop, without.begun), (Stop::Iterations, 100));
}

#[test]
fn a_tabu_position_is_allowed_only_if_it_is_better_than_all_before() {
    let (shared, limits) = (Shared::new(within(1), 8), Limits::none());
    let mut walker = Walker::new(hill(), HABITS, &shared, &limits);
    let id = walker
        .memory
        .add(&[1], None, &limits)
        .expect("no limits are set");
    walker.stand(id);
    walker.best = Some(-7);
    assert!(walker.is_allowed(Some(id), -6) && !walker.is_allowed(Some(id), -7));
    assert!(walker.is_allowed(None, -8), "what is not known is not tabu");
    walker.now = 101;
    assert!(
        walker.is_allowed(Some(id), -8),
        "no tenure is twice as long"
    );
    walker.now = 49;
    assert!(!walker.is_allowed(Some(id), -8), "no tenure is shorter");
}

#[test]
fn tenures_differ_by_dice_and_a_seed_repeats_them() {
    let tenures = |seed| {
        let (shared, limits) = (Shared::new(within(1), 8), Limits::none());
        let habits = Habits { seed, ..HABITS };
        let mut walker = Walker::new(hill(), habits, &shared, &limits);
        let mut last = |key| {
            let id = walker
                .memory
                .add(&[key], None, &limits)
                .expect("no limits are set");
            walker.stand(id);
            (0..200).find(|&now| !walker.memory.is_tabu(id, now))
        };
        (0..20)
            .map(|key| last(key).expect("tenures end"))
            .collect::<Vec<_>>()
    };
    assert_eq!(tenures(5), tenures(5));
    assert_ne!(tenures(5), tenures(6));
    assert!(tenures(5).iter().all(|tenure| (50..=100).contains(tenure)));
}

#[test]
fn where_all_ways_end_dead_the_search_ends_without_a_plan() {
    let dead = Graph::new(&[(-9, &[1, 2]), (-5, &[3]), (-6, &[]), (-1, &[]), (0, &[])]);
    let end = run(&dead, HABITS, within(1000));
    assert_eq!((end.plan, end.stop), (None, Stop::Narrow));
    assert!(end.begun < 50, "{} iterations", end.begun);
}

#[test]
fn the_iteration_limit_is_exact_and_a_stalled_walk_makes_room_for_another() {
    let flat = Graph {
        nodes: (1..60).map(|next| (-1, vec![next])).collect(),
        at: 0,
        given: 0,
    };
    let habits = Habits { stall: 5, ..HABITS };
    let walks = |iterations| {
        let end = run(&flat, habits, within(iterations));
        assert_eq!((end.stop, end.begun), (Stop::Iterations, iterations));
        end.walks
    };
    assert_eq!((walks(5), walks(6)), (1, 2));
}

#[test]
fn what_was_found_later_makes_a_plan_shorter() {
    let detour = Graph::new(&[
        (-9000, &[1, 3]),
        (-5000, &[2]),
        (-4000, &[3]),
        (-8000, &[4]),
        (0, &[]),
    ]);
    assert_eq!(run(&detour, HABITS, within(4)).plan, Some(vec![0, 3, 4]));
}

/// A line with a dead end beside each position, which looks better than the way on.
fn tempting() -> Graph {
    let nodes = (0..30_usize).flat_map(|i| {
        let score = i64::try_from(i).expect("graphs are small") * 100 - 3000;
        let next = vec![2 * i + 1, 2 * i + 2];
        [(score, next), (score + 150, Vec::new())]
    });
    Graph {
        nodes: nodes.chain([(0, Vec::new())]).collect(),
        at: 0,
        given: 0,
    }
}

#[test]
fn elites_keep_what_a_walker_forgets() {
    let lasting = Habits {
        tenure: 0,
        ..HABITS
    };
    let forgetful = Habits {
        remembered: 45,
        ..lasting
    };
    let graph = tempting();
    let with = run(&graph, forgetful, within(20_000));
    assert_eq!(with.plan, Some((0..=60).step_by(2).collect()));
    assert!(with.walks > 30, "{} walks", with.walks);
    let without = run_with(0, &graph, forgetful, within(20_000));
    assert_eq!((without.plan, without.stop), (None, Stop::Iterations));
    let remembering = run_with(0, &graph, lasting, within(20_000));
    assert_eq!(remembering.plan, with.plan);
}

#[test]
fn shorter_plans_are_looked_for_until_one_is_short_enough() {
    let two_ways = Graph::new(&[
        (-9000, &[1, 4]),
        (-3000, &[2]),
        (-2000, &[3]),
        (-1000, &[5]),
        (-8000, &[5]),
        (0, &[]),
    ]);
    let first = run(&two_ways, HABITS, within(1000));
    assert_eq!(first.plan, Some(vec![0, 1, 2, 3, 5]));
    let aims = Aims {
        enough: 2,
        ..within(1000)
    };
    let best = run(&two_ways, HABITS, aims);
    assert_eq!(best.plan, Some(vec![0, 4, 5]));
    assert!(best.begun < 1000 && best.stop == Stop::Interrupted);
}
