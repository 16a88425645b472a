//! Iterative deepening and bidirectional search on random graphs, with bounds that are true but not
//! consistent, against distances found by doing everything again until nothing changes.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::limits::{Limits, Stop};
use sokosat::search::bestfirst::Space;
use sokosat::search::bidirectional::{self, Bidirectional, Side};
use sokosat::search::idastar::{self, IdaStar, Keyed, Walk};
use sokosat::search::{End, Progress};

/// A graph, its starts and ends, as seen from one node at a time.
#[derive(Debug, Clone)]
struct Graph {
    next: Vec<Vec<usize>>,
    starts: Vec<usize>,
    ends: Vec<usize>,
    /// A first bound and a closer one; none where there is no way to an end.
    bounds: Vec<Option<(u32, u32)>>,
    at: usize,
    left: Vec<usize>,
    child: usize,
    started: usize,
}

impl Graph {
    fn new(rng: &mut ChaCha8Rng, next: Vec<Vec<usize>>, starts: &[usize], ends: &[usize]) -> Self {
        let steps = steps_to(&next, ends);
        let bounds = steps.into_iter().map(|steps| {
            let closer = rng.random_range(0..=steps?);
            Some((rng.random_range(0..=closer), closer))
        });
        Self {
            bounds: bounds.collect(),
            next,
            starts: starts.to_vec(),
            ends: ends.to_vec(),
            at: 0,
            left: Vec::new(),
            child: 0,
            started: 0,
        }
    }

    fn least(&self) -> Option<u32> {
        let steps = steps_to(&self.next, &self.ends);
        self.starts.iter().filter_map(|&start| steps[start]).min()
    }
}

/// Edges at random: one or two from each node, with an equal chance of going both ways.
fn random_edges(rng: &mut ChaCha8Rng) -> Vec<Vec<usize>> {
    let count = rng.random_range(2..60);
    let both_ways = rng.random_bool(0.5);
    let mut next = vec![Vec::new(); count];
    for node in 0..count {
        for _ in 0..rng.random_range(1..3) {
            let other = rng.random_range(0..count);
            next[node].push(other);
            if both_ways {
                next[other].push(node);
            }
        }
    }
    next
}

fn reversed(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); next.len()];
    for (node, after) in next.iter().enumerate() {
        for &after in after {
            before[after].push(node);
        }
    }
    before
}

fn steps_to(next: &[Vec<usize>], ends: &[usize]) -> Vec<Option<u32>> {
    let mut steps = vec![None; next.len()];
    for &end in ends {
        steps[end] = Some(0);
    }
    for _ in 0..next.len() {
        for node in 0..next.len() {
            let after = next[node].iter().filter_map(|&after| steps[after]).min();
            let over: Option<u32> = after.map(|least| least + 1);
            steps[node] = [steps[node], over].into_iter().flatten().min();
        }
    }
    steps
}

fn index(key: &[u64]) -> usize {
    usize::try_from(key[0]).expect("a node is an index")
}

impl Space for Graph {
    fn words(&self) -> usize {
        1
    }

    fn start(&mut self, key: &mut [u64]) -> Option<u32> {
        key[0] = self.starts[0] as u64;
        self.bounds[self.starts[0]].map(|(first, _)| first)
    }

    fn is_end(&self, key: &[u64]) -> bool {
        self.ends.contains(&index(key))
    }

    fn load(&mut self, key: &[u64]) -> Option<u32> {
        self.at = index(key);
        self.bounds[self.at].map(|(_, closer)| closer)
    }

    fn expand(&mut self) {
        self.left.clone_from(&self.next[self.at]);
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        let next = self.left.pop();
        self.child = next.unwrap_or(self.child);
        child[0] = self.child as u64;
        next.is_some()
    }

    fn bound(&mut self) -> Option<u32> {
        self.bounds[self.child].map(|(first, _)| first)
    }
}

/// The same with all starts.
struct All(Graph);

impl Side for All {
    fn words(&self) -> usize {
        1
    }

    fn start(&mut self, key: &mut [u64]) -> bool {
        let next = self.0.starts.get(self.0.started);
        key[0] = next.map_or(0, |&start| start as u64);
        self.0.started += 1;
        next.is_some()
    }

    fn load(&mut self, key: &[u64]) -> Option<u32> {
        self.0.load(key)
    }

    fn expand(&mut self) {
        self.0.expand();
    }

    fn step(&mut self, child: &mut [u64]) -> bool {
        self.0.step(child)
    }

    fn bound(&mut self) -> Option<u32> {
        self.0.bound()
    }
}

/// A bound that was reported must be one.
fn check_report(now: Progress, least: Option<u32>) {
    assert!(
        least.is_none_or(|least| now.lower_bound <= least),
        "{now:?} {least:?}"
    );
}

fn assert_is_path(graph: &Graph, path: &[usize], least: Option<u32>) {
    assert_eq!(u32::try_from(path.len() - 1).ok(), least);
    assert!(graph.starts.contains(&path[0]) && graph.ends.contains(&path[path.len() - 1]));
    for pair in path.windows(2) {
        assert!(graph.next[pair[0]].contains(&pair[1]), "{path:?}");
    }
}

#[test]
fn iterative_deepening_finds_cheapest_plans_with_tables_of_any_size() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let (mut found, mut exhausted) = (0, 0);
    for round in 0..2000 {
        let next = random_edges(&mut rng);
        let end = next.len() - 1;
        let graph = Graph::new(&mut rng, next, &[0], &[end]);
        let least = graph.least();
        // Without a plan only a table that holds everything ends the rounds.
        let table_bytes = [0, 64, 256, 1 << 16][if least.is_none() { 3 } else { round % 4 }];
        let limits = Limits::none();
        let settings = idastar::Settings {
            ceiling: None,
            table_bytes,
        };
        let mut search = IdaStar::new(Keyed::new(graph.clone()), settings, &limits).unwrap();
        match search.run(&mut |now| check_report(now, least)) {
            End::Found => {
                let path: Vec<usize> = search.walk().path().map(index).collect();
                assert_is_path(&graph, &path, least);
                assert_eq!(Some(search.progress().lower_bound), least);
                assert_eq!(search.path().len() + 1, path.len());
                found += 1;
            }
            end => {
                assert_eq!((end, least), (End::Exhausted, None));
                exhausted += 1;
            }
        }
    }
    assert!(found > 500 && exhausted > 100, "{found} {exhausted}");
}

#[test]
fn the_meeting_of_two_sides_is_proved_cheapest() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    let (mut found, mut exhausted) = (0, 0);
    for _ in 0..3000 {
        let next = random_edges(&mut rng);
        let mut pick = |most: usize| -> Vec<usize> {
            let many = rng.random_range(1..=most);
            (0..many).map(|_| rng.random_range(0..next.len())).collect()
        };
        let (starts, ends) = (pick(2), pick(3));
        let ahead = Graph::new(&mut rng, next.clone(), &starts, &ends);
        let behind = Graph::new(&mut rng, reversed(&next), &ends, &starts);
        let (least, limits) = (ahead.least(), Limits::none());
        let settings = bidirectional::Settings::default();
        let sides = (All(ahead.clone()), All(behind));
        let mut search = Bidirectional::new(sides.0, sides.1, settings, &limits);
        match search.run(&mut |now| check_report(now, least)) {
            End::Found => {
                let path: Vec<usize> = search.path().into_iter().map(index).collect();
                assert_is_path(&ahead, &path, least);
                assert_eq!(Some(search.progress().lower_bound), least);
                assert_eq!(search.upper(), least);
                found += 1;
            }
            end => {
                assert_eq!((end, least), (End::Exhausted, None));
                assert!(search.path().is_empty());
                exhausted += 1;
            }
        }
    }
    assert!(found > 500 && exhausted > 100, "{found} {exhausted}");
}

#[test]
fn ceilings_tell_that_there_is_nothing_below() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let limits = Limits::none();
    let mut counted = [0; 2];
    for _ in 0..1000 {
        let next = random_edges(&mut rng);
        let end = next.len() - 1;
        let graph = Graph::new(&mut rng, next.clone(), &[0], &[end]);
        let back = Graph::new(&mut rng, reversed(&next), &[end], &[0]);
        let Some(least) = graph.least() else {
            continue;
        };
        let ceiling = rng.random_range(0..=least + 2);
        let expected = if ceiling > least {
            End::Found
        } else {
            End::AtCeiling
        };
        let settings = idastar::Settings {
            ceiling: Some(ceiling),
            table_bytes: 1 << 12,
        };
        let mut deep = IdaStar::new(Keyed::new(graph.clone()), settings, &limits).unwrap();
        assert_eq!(deep.run(&mut |_| ()), expected);
        assert_eq!(deep.progress().lower_bound, ceiling.min(least));
        let settings = bidirectional::Settings {
            ceiling: Some(ceiling),
            parity: None,
        };
        let mut both = Bidirectional::new(All(graph), All(back), settings, &limits);
        assert_eq!(both.run(&mut |_| ()), expected);
        assert_eq!(both.progress().lower_bound, ceiling.min(least));
        counted[usize::from(ceiling > least)] += 1;
    }
    assert!(counted[0] > 100 && counted[1] > 100, "{counted:?}");
}

/// An endless grid of steps with bounds of 0.
struct Endless {
    depth: u64,
}

impl Walk for Endless {
    type Step = u64;

    fn words(&self) -> usize {
        1
    }

    fn start(&mut self) -> Option<u32> {
        Some(0)
    }

    fn is_end(&self) -> bool {
        false
    }

    fn key(&self, key: &mut [u64]) {
        key[0] = self.depth;
    }

    fn steps(&mut self, steps: &mut Vec<(u64, u32)>) {
        steps.extend([(1, 0), (2, 0)]);
    }

    fn go(&mut self, step: u64) -> Option<u32> {
        self.depth = 3 * self.depth + step;
        Some(0)
    }

    fn back(&mut self, step: u64) {
        self.depth = (self.depth - step) / 3;
    }
}

#[test]
fn limits_stop_the_cores() {
    let limits = Limits::none().with_time(std::time::Duration::from_millis(50));
    let settings = idastar::Settings::default();
    let mut search = IdaStar::new(Endless { depth: 0 }, settings, &limits).unwrap();
    assert_eq!(search.run(&mut |_| ()), End::Stopped(Stop::Time));
    assert!(search.progress().lower_bound > 2);

    let next = vec![(0..400).collect::<Vec<usize>>(); 400];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut graph = |start, end| Graph::new(&mut rng, next.clone(), &[start], &[end]);
    let (ahead, behind) = (All(graph(0, 399)), All(graph(399, 0)));
    let limits = Limits::none().with_time(std::time::Duration::ZERO);
    let settings = bidirectional::Settings::default();
    let mut search = Bidirectional::new(ahead, behind, settings, &limits);
    assert_eq!(search.run(&mut |_| ()), End::Stopped(Stop::Time));
}
