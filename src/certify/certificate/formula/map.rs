//! The map file of a formula, as its JSON says it: nothing is believed yet.

use serde::Deserialize;

use super::super::fault::Fault;

/// The whole document.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Map {
    pub(super) format: String,
    pub(super) version: u32,
    #[serde(rename = "sokosat")]
    _sokosat: String,
    pub(super) level: String,
    pub(super) rows: Vec<String>,
    pub(super) pushes: u32,
    pub(super) at_most: bool,
    options: String,
    lemmas: String,
    pub(super) unsolvable: Option<String>,
    pub(super) variables: u32,
    pub(super) clauses: u64,
    pub(super) cnf: String,
    pub(super) cells: Vec<(usize, usize)>,
    pub(super) push_list: Vec<(usize, char)>,
    pub(super) contradictions: Vec<u32>,
    cubes: Vec<(u32, Vec<i32>)>,
    pub(super) moments: Vec<Moment>,
    pub(super) steps: Vec<Step>,
    pub(super) runs: Vec<(String, u64)>,
}

/// Variables of a moment.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Moment {
    pub(super) t: u32,
    pub(super) r#box: Vec<(usize, u32)>,
    pub(super) spent: Vec<u32>,
}

/// Variables of a step.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Step {
    pub(super) t: u32,
    pub(super) push: Vec<(usize, u32)>,
    pub(super) from: Vec<(usize, u32)>,
    pub(super) behind: Vec<(usize, u32)>,
    pub(super) walk: Vec<(usize, u32)>,
    pub(super) idle: Option<u32>,
    pub(super) wastes: Vec<u32>,
    pub(super) aux: Vec<(u32, Vec<i32>)>,
    /// Variables that mean something else.
    #[serde(default)]
    other: Vec<u32>,
}

/// What a formula must be about.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Subject<'a> {
    /// SHA-256 of the canonical rows.
    pub(in super::super) level: &'a str,
    pub(in super::super) rows: &'a [String],
    /// It says "at most so many pushes".
    pub(in super::super) most: u32,
}

impl Map {
    /// Whether it is a map that can be read, and of a formula about the subject.
    pub(in super::super) fn check_head(&self, subject: Subject) -> Result<(), Fault> {
        if self.format != "sokosat-map" || self.version != 1 {
            return Err(Fault::bad(format!(
                "map.json is {} of version {}, not sokosat-map of version 1",
                self.format, self.version
            )));
        }
        if self.level != subject.level || self.rows != subject.rows {
            return Err(Fault::refused("map.json is about another level"));
        }
        if !self.at_most || self.pushes != subject.most {
            return Err(Fault::refused(format!(
                "the formula is about {} {} pushes, not about at most {}",
                if self.at_most { "at most" } else { "exactly" },
                self.pushes,
                subject.most
            )));
        }
        let options = format!("at-most:{} lemmas:{}", self.pushes, self.lemmas);
        if self.options != options || !self.cubes.is_empty() {
            return Err(Fault::refused(
                "map.json has cubes, or options that are not those of its parts",
            ));
        }
        if self.unsolvable.is_some() || !self.contradictions.is_empty() {
            return Err(Fault::refused(
                "the formula says that the level is unsolvable, for which it gives no reason",
            ));
        }
        if let Some(other) = self.steps.iter().find_map(|step| step.other.first()) {
            return Err(Fault::refused(format!(
                "variable {other} means what this checker does not know"
            )));
        }
        let horizon = self.pushes as usize;
        let in_order = self
            .moments
            .iter()
            .map(|moment| moment.t)
            .eq(0..=self.pushes)
            && self.steps.iter().map(|step| step.t).eq(0..self.pushes);
        if !in_order || self.steps.len() != horizon {
            return Err(Fault::refused(
                "map.json does not have each moment and each step once, in order",
            ));
        }
        Ok(())
    }

    /// The number of variables that are given a meaning.
    pub(super) fn named(&self) -> usize {
        let moments = self.moments.iter();
        let moments = moments.map(|moment| moment.r#box.len() + moment.spent.len());
        let steps = self.steps.iter().map(|step| {
            let by_place = [&step.push, &step.from, &step.behind, &step.walk];
            let by_place = by_place.iter().map(|list| list.len()).sum::<usize>();
            by_place + step.wastes.len() + step.aux.len() + usize::from(step.idle.is_some())
        });
        moments.sum::<usize>() + steps.sum::<usize>()
    }

    /// SHA-256 of the formula that the map describes.
    pub(in super::super) fn cnf(&self) -> &str {
        &self.cnf
    }
}
