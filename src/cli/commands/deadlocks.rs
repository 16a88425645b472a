//! `sokosat deadlocks`: the dead cells and the pattern library of a level, in numbers and drawn.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use itertools::Itertools;
use serde::Serialize;
use sokosat::board::{Board, Cell};
use sokosat::bound::{StartBound, start_bound};
use sokosat::deadlock::local::{DeadSet, Library, Matcher};
use sokosat::distance::Distances;
use sokosat::level::Level;
use sokosat::limits::{Limits, Stop};
use sokosat::patterns::{Patterns, Penalty, Size};
use sokosat::potential::Potential;

use crate::cli::args::Deadlocks;
use crate::cli::exit::Exit;
use crate::cli::output::{Existing, print, write_file};
use crate::cli::picture::{Picture, svg};
use crate::cli::record::json_line;
use crate::cli::text;
use crate::cli::{board_of, complain, load_one, name_of, signals};

pub(crate) fn run(args: &Deadlocks) -> anyhow::Result<ExitCode> {
    let file = name_of(&args.source.file);
    let level = load_one(&args.source.file, args.level)?;
    let Some(board) = board_of(&args.source.file, &level, args.json)? else {
        return Ok(Exit::BadInput.into());
    };
    let limits = signals::limits(&args.limits, &signals::stop_flag()?);
    let found = match Found::new(&board, args.boxes, &limits) {
        Ok(found) => found,
        Err(stop) => {
            complain(&format!("{}: {stop}", text::label(&file, &level)));
            return Ok(Exit::Undecided.into());
        }
    };
    let sheet = Sheet {
        file: &file,
        level: &level,
        board: &board,
        found: &found,
    };
    if let Some(path) = &args.svg {
        let text = svg(&text::label(&file, &level), &sheet.pictures(args.examples));
        if path == Path::new("-") {
            print(&text)?;
            return Ok(Exit::Yes.into());
        }
        let existing = Existing::from_force(args.force);
        write_file(path, existing, |out| Ok(out.write_all(text.as_bytes())?))?;
    }
    if args.json {
        print(&json_line(&sheet.record())?)?;
    } else {
        print(&sheet.text(args.examples))?;
    }
    Ok(Exit::Yes.into())
}

/// All that is known to be dead.
struct Found {
    dead: Vec<Cell>,
    static_reason: Option<String>,
    patterns: Option<Patterns>,
    local: Matcher,
}

impl Found {
    fn new(board: &Board, boxes: usize, limits: &Limits) -> Result<Self, Stop> {
        let distances = Distances::new(board, limits)?;
        let static_reason = match start_bound(board, &distances, limits)? {
            StartBound::Bound(_) => None,
            StartBound::Unsolvable(reason) => Some(reason.to_string()),
        };
        let size = Size {
            boxes,
            ..Size::default()
        };
        let tables = |potential| Patterns::new(board, &distances, &potential, size, limits);
        let potential = Potential::new(board, &distances, limits)?;
        Ok(Self {
            dead: board
                .cells()
                .filter(|&cell| !distances.live(cell))
                .collect(),
            patterns: potential.map(tables).transpose()?,
            local: Matcher::new(board, Library::stored(), limits)?,
            static_reason,
        })
    }
}

#[derive(Debug, Serialize)]
struct Record<'a> {
    file: &'a str,
    level: usize,
    title: Option<&'a str>,
    cells: usize,
    dead_cells: Vec<(usize, usize)>,
    unsolvable: Option<&'a str>,
    patterns: Vec<Row>,
    local: Vec<LocalRow>,
    library: usize,
    seconds: Option<f64>,
    bytes: Option<u64>,
}

/// Patterns of so many boxes.
#[derive(Debug, Serialize)]
struct Row {
    boxes: usize,
    deadlocks: usize,
    penalties: usize,
    after_a_push: usize,
}

/// Local dead sets of so many boxes.
#[derive(Debug, Serialize)]
struct LocalRow {
    boxes: usize,
    dead_sets: usize,
}

struct Sheet<'a> {
    file: &'a str,
    level: &'a Level,
    board: &'a Board,
    found: &'a Found,
}

impl Sheet<'_> {
    fn rows(&self) -> Vec<Row> {
        let counts = self.found.patterns.iter().flat_map(Patterns::counts);
        counts
            .map(|count| Row {
                boxes: count.boxes,
                deadlocks: count.deadlocks,
                penalties: count.penalties,
                after_a_push: count.after_pushes,
            })
            .collect()
    }

    fn local_rows(&self) -> Vec<LocalRow> {
        let sizes = self
            .found
            .local
            .dead_sets()
            .iter()
            .map(|set| set.boxes.len());
        let counts = sizes.counts().into_iter().sorted();
        counts
            .map(|(boxes, dead_sets)| LocalRow { boxes, dead_sets })
            .collect()
    }

    fn record(&self) -> Record<'_> {
        let patterns = self.found.patterns.as_ref();
        Record {
            file: self.file,
            level: self.level.number,
            title: self.level.title.as_deref(),
            cells: self.board.len(),
            dead_cells: self
                .found
                .dead
                .iter()
                .map(|&cell| self.board.place(cell))
                .collect(),
            unsolvable: self.found.static_reason.as_deref(),
            patterns: self.rows(),
            local: self.local_rows(),
            library: Library::stored().patterns().len(),
            seconds: patterns.map(|patterns| patterns.build_time().as_secs_f64()),
            bytes: patterns.map(Patterns::bytes),
        }
    }

    fn text(&self, examples: usize) -> String {
        let mut pictures = self.pictures(examples).into_iter();
        let mut text = format!("{}\n", text::label(self.file, self.level));
        for board in pictures.by_ref().take(1) {
            writeln!(text, "{}{}", board.text(), board.caption).expect("a string takes any text");
        }
        if let Some(reason) = &self.found.static_reason {
            writeln!(text, "unsolvable: {reason}").expect("a string takes any text");
        }
        text += &self.tables();
        for picture in pictures {
            write!(text, "\n{}\n{}", picture.caption, picture.text())
                .expect("a string takes any text");
        }
        text
    }

    /// The counts by kind and size.
    fn tables(&self) -> String {
        let mut text = String::from(
            "\nexact patterns of this level\n  boxes  deadlocks  penalties  after a push\n",
        );
        for row in self.rows() {
            let (dead, waste) = (row.deadlocks, row.penalties);
            writeln!(
                text,
                "  {:>5}  {dead:>9}  {waste:>9}  {:>12}",
                row.boxes, row.after_a_push
            )
            .expect("a string takes any text");
        }
        if let Some(patterns) = &self.found.patterns {
            let (seconds, bytes) = (patterns.build_time().as_secs_f64(), patterns.bytes());
            writeln!(text, "  built in {seconds:.2} s, {} MB", megabytes(bytes))
                .expect("a string takes any text");
        }
        let stored = Library::stored().patterns().len();
        let rows = self.local_rows();
        let rows = rows
            .iter()
            .map(|row| format!("{} of {} boxes", row.dead_sets, row.boxes));
        let rows = rows.collect::<Vec<_>>();
        let sets = if rows.is_empty() {
            "none".into()
        } else {
            rows.join(", ")
        };
        text + &format!("\nlocal dead sets ({stored} patterns known)\n  {sets}\n")
    }

    /// The board with its dead cells, then examples of each kind and size.
    fn pictures(&self, examples: usize) -> Vec<Picture> {
        let (dead, cells) = (self.found.dead.len(), self.board.len());
        let caption = format!("{dead} of {cells} floor cells are dead (x)");
        let whole = self.bare(caption).with_dead(self.board, &self.found.dead);
        let mut pictures = vec![whole];
        pictures.extend(self.pattern_pictures(examples));
        pictures.extend(self.local_pictures(examples));
        pictures
    }

    fn bare(&self, caption: String) -> Picture {
        Picture::bare(self.level, self.board, caption)
    }

    fn pattern_pictures(&self, examples: usize) -> Vec<Picture> {
        let lists = self
            .found
            .patterns
            .iter()
            .flat_map(|patterns| patterns.list().iter());
        let plain = lists.filter(|pattern| pattern.after.is_none());
        let kind = |penalty| match penalty {
            Penalty::Deadlock => "deadlock".to_owned(),
            Penalty::Waste(units) => format!("costs {units} more"),
        };
        let groups = plain.into_group_map_by(|pattern| {
            (pattern.cells.len(), pattern.penalty != Penalty::Deadlock)
        });
        let groups = groups.into_iter().sorted_by_key(|(key, _)| *key);
        let chosen = groups.flat_map(|(_, patterns)| patterns.into_iter().take(examples));
        chosen
            .map(|pattern| {
                let caption = format!("{} boxes: {}", pattern.cells.len(), kind(pattern.penalty));
                self.bare(caption).with_boxes(self.board, pattern.cells)
            })
            .collect()
    }

    /// Examples that the exact patterns of two and three boxes cannot show.
    fn local_pictures(&self, examples: usize) -> Vec<Picture> {
        let sets = self
            .found
            .local
            .dead_sets()
            .iter()
            .filter(|set| set.boxes.len() > 3);
        let picture = |set: &DeadSet| {
            let closed = if set.closed.is_empty() {
                ""
            } else {
                ", the player outside"
            };
            let caption = format!("{} boxes: local deadlock{closed}", set.boxes.len());
            self.bare(caption).with_boxes(self.board, &set.boxes)
        };
        sets.take(examples).map(picture).collect()
    }
}

/// Whole megabytes (10^6 bytes), rounded up.
fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}
