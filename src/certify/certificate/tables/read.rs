//! Reads the text of the tables: one fact a line, words and plain numbers between single blanks.
//!
//! ```text
//! sokosat-tables 1
//! unit 2                        pushes in one unit of waste
//! price CELL V                  one a goal, in the order of their cells; none without a potential
//! lone CELL DIR B F H L         one a lone state, in order; see below
//! set CELL CELL [CELL] SIDE P   units that these boxes still waste; `x` for a deadlock
//! pack CELL ...                 start boxes whose penalties are added up
//! end LINES                     the number of lines before this one
//! ```
//!
//! A lone state has its box on CELL and the player beside it in direction DIR, the first of `u d l
//! r` on its side. B is the fewest pushes to a goal, F the fewest from the start, H the height in
//! pushes, L the units wasted on the way from the start: each a claim, `-` for "never", `?` for no
//! claim. SIDE of a set is a direction behind the number of a box, `0u`, or `*` for every side.

use super::super::fault::Fault;
use super::super::ground::{Cell, Ground, LETTERS};
use super::lone::{LoneClaim, NEVER};
use super::sets::{DEADLOCK, SetClaim, Side};
use crate::limits::Limits;

/// What the tables say, not yet checked.
#[derive(Debug, Default)]
pub(in super::super) struct Claims {
    /// Pushes in a unit of waste; none without a potential.
    pub(super) unit: Option<i64>,
    goals: Vec<Cell>,
    /// Price of each goal in their order; empty without a potential.
    pub(super) prices: Vec<i64>,
    /// One for each lone state, in order.
    pub(super) lone: Vec<LoneClaim>,
    pub(super) sets: Vec<SetClaim>,
    /// Disjoint sets of start boxes.
    pub(super) packing: Vec<Vec<Cell>>,
}

/// Lines between two looks at the limits.
const PATIENCE: usize = 1 << 12;

/// Reads all lines.
pub(in super::super) fn read(
    text: &str,
    ground: &Ground,
    limits: &Limits,
) -> Result<Claims, Fault> {
    let mut claims = Claims {
        goals: ground.goals().collect(),
        ..Claims::default()
    };
    let mut lines = (1..).zip(text.split_terminator('\n'));
    if lines.next().map(|(_, line)| line) != Some("sokosat-tables 1") {
        return Err(Fault::refused(
            "tables.txt: the first line is not 'sokosat-tables 1'",
        ));
    }
    let mut ended = false;
    for (number, line) in lines {
        if number % PATIENCE == 0 {
            limits.check()?;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let taken = !ended && claims.take(&words, ground, number).is_some();
        if !taken {
            let said = format!("tables.txt: line {number} is not a fact that belongs there");
            return Err(Fault::refused(said));
        }
        ended = words[0] == "end";
    }
    if !ended || !text.ends_with('\n') {
        return Err(Fault::refused("tables.txt ends before its line 'end'"));
    }
    Ok(claims)
}

impl Claims {
    /// The number of states of a lone box, and of claims about sets.
    pub(in super::super) fn counts(&self) -> (usize, usize) {
        (self.lone.len(), self.sets.len())
    }

    /// Takes one line; none if it is not one.
    fn take(&mut self, words: &[&str], ground: &Ground, number: usize) -> Option<()> {
        match *words {
            ["unit", "1"] if self.unit.is_none() => self.unit = Some(1),
            ["unit", "2"] if self.unit.is_none() => self.unit = Some(2),
            ["price", cell, value] => {
                let &goal = self.goals.get(self.prices.len())?;
                self.prices
                    .push(signed(value).filter(|_| plain(cell) == Some(goal.into()))?);
            }
            ["lone", cell, dir, to_goal, from_start, height, spent] => self.lone.push(LoneClaim {
                cell: cell_of(cell, ground)?,
                dir: direction(dir)?,
                to_goal: count(to_goal)?,
                from_start: count(from_start)?,
                height: match height {
                    "-" | "?" => None,
                    height => Some(signed(height)?),
                },
                spent: count(spent)?,
            }),
            ["set", ref cells @ .., side, value] => self.sets.push(SetClaim {
                cells: cells_of(cells, ground)?,
                side: side_of(side)?,
                value: if value == "x" {
                    DEADLOCK
                } else {
                    plain(value).filter(|&v| v < DEADLOCK)?
                },
                line: number,
            }),
            ["pack", ref cells @ ..] => self.packing.push(cells_of(cells, ground)?),
            ["end", lines] => return (plain(lines)? as usize == number - 1).then_some(()),
            _ => return None,
        }
        Some(())
    }
}

/// A number in its one plain spelling.
fn plain(word: &str) -> Option<u32> {
    let value: u32 = word.parse().ok()?;
    (value.to_string() == word && value <= LARGEST).then_some(value)
}

fn signed(word: &str) -> Option<i64> {
    let value: i32 = word.parse().ok()?;
    (value.to_string() == word && value.unsigned_abs() <= LARGEST).then_some(i64::from(value))
}

/// The largest number of a table: no plan is so long, and sums of a few stay far from any bound of a type.
const LARGEST: u32 = 1 << 24;

/// A lower bound: none claimed is zero.
fn count(word: &str) -> Option<u32> {
    match word {
        "-" => Some(NEVER),
        "?" => Some(0),
        word => plain(word).filter(|&value| value < NEVER),
    }
}

fn cell_of(word: &str, ground: &Ground) -> Option<Cell> {
    let cell = plain(word).filter(|&cell| (cell as usize) < ground.len())?;
    Cell::try_from(cell).ok()
}

/// Two or three cells in rising order.
fn cells_of(words: &[&str], ground: &Ground) -> Option<Vec<Cell>> {
    let cells: Option<Vec<Cell>> = words.iter().map(|word| cell_of(word, ground)).collect();
    cells.filter(|cells| (2..=3).contains(&cells.len()) && cells.is_sorted_by(|a, b| a < b))
}

fn direction(word: &str) -> Option<usize> {
    let letter = word.chars().next().filter(|_| word.len() == 1)?;
    LETTERS.iter().position(|&known| known == letter)
}

fn side_of(word: &str) -> Option<Side> {
    if word == "*" {
        return Some(Side::Every);
    }
    let slot = plain(word.get(..1)?)? as usize;
    let dir = direction(word.get(1..)?)?;
    (slot < 3).then_some(Side::At(slot, dir))
}
