//! Boards and targets from arguments, files and standard input.

use std::io::Read;
use std::path::Path;

use sokosat::Error;
use sokosat::tiles::grid::Grid;
use sokosat::tiles::text::{self, Entry, Size, TextError};

use crate::cli::name_of;
use crate::cli::tiles::args::Source;

/// The most bytes of a file of boards.
const MOST_BYTES: u64 = 16 << 20;

/// A board and where it shall go.
#[derive(Debug, Clone)]
pub(super) struct Task {
    /// The number of the board, from one.
    pub(super) number: usize,
    pub(super) start: Grid,
    pub(super) target: Grid,
    /// The minimum that the file states.
    pub(super) optimal: Option<usize>,
}

/// The boards of a command.
#[derive(Debug, Clone)]
pub(super) struct Boards {
    /// The file, or `board` for a board that was typed.
    pub(super) file: String,
    pub(super) tasks: Vec<Task>,
}

impl Boards {
    /// Reads boards and target.
    ///
    /// # Errors
    /// Files that cannot be read, text that is no board, a target of another size.
    pub(super) fn read(source: &Source) -> anyhow::Result<Self> {
        let typed = Typed::new(&source.board, "board")?;
        let entries = typed.read(source.size)?;
        let target = source.target.as_deref();
        let target = target.map(|text| Typed::new(text, "target")).transpose()?;
        let task = |(number, entry): (usize, Entry)| {
            let size = (entry.grid.width(), entry.grid.height());
            let target = match &target {
                Some(typed) => typed.read_one(size)?,
                None => Grid::in_order(size.0, size.1)?,
            };
            if (target.width(), target.height()) != size {
                let typed = Typed {
                    line: entry.line,
                    ..typed.clone()
                };
                return Err(typed.wrong("the target has other rows and columns").into());
            }
            Ok(Task {
                number,
                start: entry.grid,
                target,
                optimal: entry.optimal,
            })
        };
        let tasks = (1..)
            .zip(entries)
            .map(task)
            .collect::<anyhow::Result<_>>()?;
        Ok(Self {
            file: typed.file,
            tasks,
        })
    }

    /// How a board is named in answers.
    pub(super) fn label(&self, task: &Task) -> String {
        if self.tasks.len() == 1 {
            self.file.clone()
        } else {
            format!("{}, board {}", self.file, task.number)
        }
    }
}

/// A text and where it came from.
#[derive(Debug, Clone)]
struct Typed {
    file: String,
    text: String,
    line: usize,
}

impl Typed {
    /// An argument that is a board, names a file, or asks for standard input.
    fn new(argument: &str, role: &str) -> anyhow::Result<Self> {
        let marked = argument.strip_prefix('@');
        if marked.is_none() && argument != "-" && text::looks_like_a_board(argument) {
            return Ok(Self::of(role, argument));
        }
        let path = Path::new(marked.unwrap_or(argument));
        if marked.is_none() && argument != "-" && !path.exists() {
            let word = argument.chars().take(60).collect::<String>();
            let cause = format!("`{word}` is neither a board nor a file");
            return Err(Self::of(role, argument).wrong(&cause).into());
        }
        Ok(Self::of(&name_of(path), &load(path)?))
    }

    fn of(file: &str, text: &str) -> Self {
        Self {
            file: file.into(),
            text: text.into(),
            line: 1,
        }
    }

    fn read(&self, size: Option<Size>) -> Result<Vec<Entry>, Error> {
        text::read(&self.text, size).map_err(|error| self.located(error))
    }

    /// The one board of the text; a list without rows has the size given.
    fn read_one(&self, size: Size) -> Result<Grid, Error> {
        let free = text::read_one(&self.text, None);
        let board = free.or_else(|_| text::read_one(&self.text, Some(size)));
        board.map_err(|error| self.located(error))
    }

    fn located(&self, error: TextError) -> Error {
        Error::Text {
            file: self.file.clone(),
            line: error.line,
            column: error.column,
            cause: error.cause,
        }
    }

    fn wrong(&self, cause: &str) -> Error {
        self.located(TextError {
            line: self.line,
            column: 1,
            cause: cause.into(),
        })
    }
}

fn load(path: &Path) -> Result<String, Error> {
    let failed = |cause| Error::Io {
        path: path.to_owned(),
        cause,
    };
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        std::io::stdin()
            .lock()
            .take(MOST_BYTES)
            .read_to_end(&mut bytes)
    } else {
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(MOST_BYTES).read_to_end(&mut bytes)
    };
    read.map_err(failed)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
