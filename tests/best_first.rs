//! The best-first loop on random graphs, with bounds that are true but not consistent.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use sokosat::limits::Limits;
use sokosat::search::bestfirst::{BestFirst, End, Settings, Space};

/// A random graph from node 0 to the last one, with true bounds that rise and fall at random.
struct Graph {
    next: Vec<Vec<usize>>,
    /// A first bound and a closer one; none where there is no way to the end.
    bounds: Vec<Option<(u32, u32)>>,
    at: usize,
    left: Vec<usize>,
    child: usize,
}

impl Graph {
    fn random(rng: &mut ChaCha8Rng) -> Self {
        let count = rng.random_range(2..60);
        let mut node = |_| rng.random_range(0..count);
        let next = (0..count).map(|_| (0..2).map(&mut node).collect());
        let next: Vec<Vec<usize>> = next.collect();
        let bounds = steps_to_end(&next).into_iter().map(|steps| {
            let closer = rng.random_range(0..=steps?);
            Some((rng.random_range(0..=closer), closer))
        });
        Self {
            bounds: bounds.collect(),
            next,
            at: 0,
            left: Vec::new(),
            child: 0,
        }
    }
}

fn index(key: &[u64]) -> usize {
    usize::try_from(key[0]).expect("a node is an index")
}

/// Steps from each node to the last one, by doing everything again until nothing changes.
fn steps_to_end(next: &[Vec<usize>]) -> Vec<Option<u32>> {
    let mut steps = vec![None; next.len()];
    steps[next.len() - 1] = Some(0);
    for _ in 0..next.len() {
        for (node, after) in next.iter().enumerate().rev().skip(1) {
            let least = after.iter().filter_map(|&after| steps[after]).min();
            steps[node] = least.map(|least: u32| least + 1);
        }
    }
    steps
}

impl Space for Graph {
    fn words(&self) -> usize {
        1
    }

    fn start(&mut self, key: &mut [u64]) -> Option<u32> {
        key[0] = 0;
        self.bounds[0].map(|(first, _)| first)
    }

    fn is_end(&self, key: &[u64]) -> bool {
        index(key) == self.next.len() - 1
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

#[test]
fn bounds_that_are_not_consistent_lose_no_cheapest_plan() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    let (mut found, mut exhausted) = (0, 0);
    for _ in 0..2000 {
        let graph = Graph::random(&mut rng);
        let least = steps_to_end(&graph.next)[0];
        let limits = Limits::none();
        let mut search = BestFirst::new(graph, Settings::default(), &limits);
        match search.run(&mut |now| assert!(least.is_none_or(|least| now.lower_bound <= least))) {
            End::Found(id) => {
                let path = search.path(id);
                assert_eq!(u32::try_from(path.len() - 1).ok(), least);
                assert_eq!(Some(search.progress().lower_bound), least);
                for pair in path.windows(2) {
                    let node = |id| index(search.key(id));
                    assert!(search.space().next[node(pair[0])].contains(&node(pair[1])));
                }
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
