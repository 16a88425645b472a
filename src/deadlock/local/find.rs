//! Finds all minimal dead patterns of small windows, each with its proof.
//!
//! For every set of walls (one of each orbit under the symmetries of the window) and every set of
//! boxes, the [window search](super::window) gives the *leftovers*. The cells that must be no
//! goals are the minimal hitting sets of the leftovers: each of them makes the walls and boxes
//! dead, and no smaller set does. What is left to check is whether a wall or a box can go; both are
//! asked of the search directly, so the result depends on no order and is complete within its
//! bounds: *every* dead pattern of such a window contains, somewhere, a pattern of this list or of
//! the list of a smaller window.
//!
//! A side row or column without wall and box never helps (a box pushed onto it could as well be
//! pushed out at once), so that only windows are looked at whose four sides all hold one.
//!
//! Cost: 3^n sets of walls and boxes for n cells, divided by the symmetries; some 6 us each.
//! All windows up to 4 x 3, and 4 x 4 up to four boxes, take a quarter of a minute of computing;
//! 4 x 4 up to five boxes (8653 patterns) about a minute.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::pattern::{MOST_CELLS, MOST_SIDE, Pattern, Symmetry};
use super::window::{Mask, Search, field, members};
use crate::limits::{Limits, Stop};

/// A window size to search through, and the most boxes in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Columns, at least as many as rows and at most 5.
    pub width: usize,
    /// Rows; at most 16 cells in all.
    pub height: usize,
    /// The most boxes a pattern may have.
    pub most_boxes: usize,
}

/// What was found in windows of one size.
#[derive(Debug, Clone)]
pub struct Found {
    /// The size and its bound.
    pub size: Size,
    /// The patterns in normal form, by number of boxes, then text.
    pub patterns: Vec<Pattern>,
    /// How long it took.
    pub time: Duration,
}

/// Finds the minimal dead patterns of windows of one size.
///
/// # Errors
/// The limit that was reached.
///
/// # Panics
/// On a window larger than a pattern may be, or higher than wide.
pub fn find(size: Size, limits: &Limits) -> Result<Found, Stop> {
    let start = Instant::now();
    let (width, height) = (size.width, size.height);
    assert!(
        height <= width && width <= MOST_SIDE && width * height <= MOST_CELLS,
        "a window to search is no higher than wide and no larger than a pattern"
    );
    let mut finder = Finder::new(size);
    let all = field(width, height);
    for walls in 0..=all {
        if is_first_of_orbit(walls, size) {
            finder.search_walls(walls, limits)?;
        }
    }
    Ok(Found {
        size,
        patterns: finder.found.into_values().collect(),
        time: start.elapsed(),
    })
}

fn is_first_of_orbit(walls: Mask, size: Size) -> bool {
    let (width, height) = (size.width, size.height);
    let symmetries = Symmetry::ALL.into_iter();
    let mut images = symmetries
        .filter(|symmetry| width == height || !symmetry.transposed)
        .map(|symmetry| symmetry.map(walls, width, height));
    images.all(|image| walls <= image)
}

struct Finder {
    size: Size,
    search: Search,
    /// All sets of at most `most_boxes` cells, smaller ones first.
    box_sets: Vec<Mask>,
    /// For the walls at hand: whether a player outside gets this set of boxes out.
    emptied: Vec<bool>,
    sides: [Mask; 4],
    found: BTreeMap<(usize, String), Pattern>,
}

impl Finder {
    fn new(size: Size) -> Self {
        let (width, height) = (size.width, size.height);
        let all = field(width, height);
        let few = |set: &Mask| set.count_ones() as usize <= size.most_boxes;
        let mut box_sets: Vec<Mask> = (0..=all).filter(few).collect();
        box_sets.sort_by_key(|set| set.count_ones());
        let row = field(width, 1);
        let column = (0..height).fold(0, |column, y| column | 1 << (width * y));
        Self {
            size,
            search: Search::new(width, height),
            box_sets,
            emptied: vec![false; usize::from(all) + 1],
            sides: [
                row,
                row << (width * (height - 1)),
                column,
                column << (width - 1),
            ],
            found: BTreeMap::new(),
        }
    }

    fn search_walls(&mut self, walls: Mask, limits: &Limits) -> Result<(), Stop> {
        for i in 0..self.box_sets.len() {
            let boxes = self.box_sets[i];
            if boxes & walls != 0 {
                continue;
            }
            limits.check()?;
            let may_empty = members(boxes).all(|cell| self.emptied[usize::from(boxes & !cell)]);
            let bounded = self.sides.iter().all(|side| side & (walls | boxes) != 0);
            let mut emptied = may_empty;
            if may_empty || bounded {
                let leftovers = self.search.leftovers(walls, boxes, &self.emptied);
                emptied = leftovers.is_none();
                let leftovers = leftovers.unwrap_or_default().to_vec();
                if bounded && !emptied {
                    self.add_minimal(walls, boxes, leftovers);
                }
            }
            self.emptied[usize::from(boxes)] = emptied;
        }
        Ok(())
    }

    /// Adds the minimal patterns that have exactly these walls and boxes.
    fn add_minimal(&mut self, walls: Mask, boxes: Mask, leftovers: Vec<Mask>) {
        for goal_free in hitting_sets(leftovers) {
            if self.needs_all(walls, boxes, goal_free) {
                let pattern = Pattern {
                    width: self.size.width,
                    height: self.size.height,
                    walls,
                    boxes,
                    goal_free,
                };
                let pattern = pattern.normal();
                let key = (pattern.box_count(), pattern.line());
                self.found.insert(key, pattern);
            }
        }
    }

    fn needs_all(&mut self, walls: Mask, boxes: Mask, goal_free: Mask) -> bool {
        let without_goals = goal_free | walls;
        let mut lives = |walls, boxes| self.search.survives(walls, boxes, without_goals);
        members(boxes).all(|cell| lives(walls, boxes & !cell))
            && members(walls).all(|cell| lives(walls & !cell, boxes))
    }
}

/// The minimal sets that meet every member of a family of nonempty sets.
fn hitting_sets(mut family: Vec<Mask>) -> Vec<Mask> {
    keep_minimal(&mut family);
    let mut hitting: Vec<Mask> = vec![0];
    for set in family {
        let extend = |&partial: &Mask| -> Vec<Mask> {
            if partial & set == 0 {
                members(set).map(|cell| partial | cell).collect()
            } else {
                vec![partial]
            }
        };
        hitting = hitting.iter().flat_map(extend).collect();
        keep_minimal(&mut hitting);
    }
    hitting
}

/// Keeps the sets that contain no other set of the list, each once.
fn keep_minimal(sets: &mut Vec<Mask>) {
    sets.sort_by_key(|set| (set.count_ones(), *set));
    let mut minimal: Vec<Mask> = Vec::new();
    for &set in sets.iter() {
        if minimal.iter().all(|small| small & !set != 0) {
            minimal.push(set);
        }
    }
    *sets = minimal;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(width: usize, height: usize) -> Vec<String> {
        let size = Size {
            width,
            height,
            most_boxes: width * height,
        };
        let found = find(size, &Limits::none()).unwrap();
        found.patterns.iter().map(Pattern::line).collect()
    }

    #[test]
    fn two_by_two_has_the_corner_the_pair_at_a_wall_and_the_blocks() {
        let expected = ["#$/?#", "##/$*", "#$/**", "#*/*$", "$*/**"];
        assert_eq!(lines(2, 2), expected);
    }

    #[test]
    fn a_single_row_is_never_dead() {
        for width in 1..=5 {
            assert_eq!(lines(width, 1), Vec::<String>::new());
        }
    }

    #[test]
    fn three_by_two_has_the_pair_between_two_walls() {
        assert_eq!(lines(3, 2), ["#$?/?*#"]);
    }

    #[test]
    fn five_by_two_has_the_closed_edge() {
        assert!(lines(5, 2).contains(&"#_$_#/?###?".to_owned()));
    }

    #[test]
    fn hitting_sets_are_minimal_and_meet_all() {
        assert_eq!(hitting_sets(vec![0b011, 0b110, 0b111]), [0b010, 0b101]);
        assert_eq!(hitting_sets(vec![]), [0]);
    }

    #[test]
    fn a_limit_stops_the_search() {
        let size = Size {
            width: 3,
            height: 3,
            most_boxes: 9,
        };
        let limits = Limits::none().with_time(Duration::ZERO);
        assert_eq!(find(size, &limits).unwrap_err(), Stop::Time);
    }
}
