//! Which levels of a collection are meant: `3`, `2-4`, `1,3,5-7` or `all`.

use std::str::FromStr;

use sokosat::level::Level;

/// A choice of level numbers, counted from one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Which {
    All,
    Ranges(Vec<(usize, usize)>),
}

impl FromStr for Which {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
        ranges
            .map(Self::Ranges)
            .ok_or_else(|| "expected a level number, a range such as 2-4, or all".into())
    }
}

fn range(text: &str) -> Option<(usize, usize)> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    let (low, high) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    (1 <= low && low <= high).then_some((low, high))
}

impl Which {
    /// The levels meant, each once, in the order of the file.
    ///
    /// # Errors
    /// A sentence that names the first number the file does not have.
    pub(crate) fn of<'a>(&self, file: &str, levels: &'a [Level]) -> Result<Vec<&'a Level>, String> {
        let Self::Ranges(ranges) = self else {
            return Ok(levels.iter().collect());
        };
        let beyond = ranges
            .iter()
            .map(|&(low, high)| if low > levels.len() { low } else { high });
        if let Some(number) = beyond.filter(|&number| number > levels.len()).min() {
            return Err(missing(file, number, levels.len()));
        }
        let meant = |number| {
            ranges
                .iter()
                .any(|&(low, high)| (low..=high).contains(&number))
        };
        Ok(levels.iter().filter(|level| meant(level.number)).collect())
    }
}

/// The sentence for a level number that a file does not have.
pub(crate) fn missing(file: &str, number: usize, count: usize) -> String {
    let levels = if count == 1 { "level" } else { "levels" };
    format!("{file}: there is no level {number}: the file holds {count} {levels}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Vec<Level> {
        let text = "#####\n#@$.#\n#####\n\n".repeat(3);
        sokosat::level::read("f", text.as_bytes()).unwrap()
    }

    fn numbers(text: &str) -> Result<Vec<usize>, String> {
        let which: Which = text.parse()?;
        let levels = three();
        Ok(which
            .of("f", &levels)?
            .iter()
            .map(|level| level.number)
            .collect())
    }

    #[test]
    fn numbers_ranges_and_lists_choose_levels_in_file_order() {
        assert_eq!(numbers("2"), Ok(vec![2]));
        assert_eq!(numbers("3,1-2"), Ok(vec![1, 2, 3]));
        assert_eq!(numbers("all"), Ok(vec![1, 2, 3]));
    }

    #[test]
    fn levels_that_do_not_exist_are_named() {
        assert_eq!(
            numbers("2-9"),
            Err("f: there is no level 9: the file holds 3 levels".into())
        );
        for text in ["0", "", "x", "3-2", "1,,2", "-1"] {
            assert!(numbers(text).is_err(), "{text}");
        }
    }
}
