//! Pattern databases on disk, so that they are filled once.
//!
//! A file holds one table: a line of text that says what it is (format, board, blank, tiles, entries, checksum), then
//! a byte an entry. A file that is missing, of another version, or damaged is made anew; files are written under
//! another name and renamed when complete, so that no reader finds half a table, and two writers do no harm.
//! Nothing but the checksum guards against a file that someone changed on purpose.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};

use crate::limits::{Limits, Stop};
use crate::tiles::patterns::table::{Table, entries};
use crate::tiles::patterns::{Patterns, Sizes, SizesError};
use crate::tiles::puzzle::{Puzzle, Tile};

/// The format of the files; a change of the tables' meaning changes it too.
const FORMAT: &str = "sokosat-pattern-database 1";

/// The longest first line.
const LONGEST: usize = 200;

/// Where tables are kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Cache {
    /// In the folder where the system keeps what programs can make again.
    #[default]
    Usual,
    /// In this folder, which is made if it is missing.
    Folder(PathBuf),
    /// Nowhere.
    None,
}

impl Cache {
    /// The folder, if there is one.
    #[must_use]
    pub fn folder(&self) -> Option<PathBuf> {
        match self {
            Self::Usual => Some(choose_native_strategy().ok()?.cache_dir().join("sokosat")),
            Self::Folder(folder) => Some(folder.clone()),
            Self::None => None,
        }
    }
}

/// Why there are no databases.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The sizes do not suit the board.
    #[error(transparent)]
    Sizes(#[from] SizesError),
}

/// The databases of a puzzle, and a remark on each table: where it came from, what became of its file.
///
/// Tables that must be filled are filled side by side in up to `threads` threads.
///
/// # Errors
/// Sizes that do not suit the board; the limit that was reached.
pub fn databases(
    puzzle: &Puzzle,
    sizes: &Sizes,
    cache: &Cache,
    threads: usize,
    limits: &Limits,
) -> Result<(Patterns, Vec<String>), Missing> {
    let groups = sizes.groups(puzzle)?;
    let folder = cache.folder();
    let (mut tables, mut remarks) = (Vec::new(), Vec::new());
    for chunk in groups.chunks(threads.max(1)) {
        let source = |tiles| Source {
            puzzle,
            tiles,
            folder: folder.as_deref(),
        };
        let sources: Vec<Source<'_>> = chunk.iter().map(|tiles| source(tiles)).collect();
        for result in side_by_side(&sources, limits) {
            let (table, remark) = result?;
            tables.push(Arc::new(table));
            remarks.push(remark);
        }
    }
    Ok((Patterns::new(puzzle, tables), remarks))
}

/// The tables of several groups, each got in a thread of its own.
fn side_by_side(sources: &[Source<'_>], limits: &Limits) -> Vec<Result<(Table, String), Stop>> {
    thread::scope(|scope| {
        let mut running = Vec::new();
        for &source in sources {
            running.push(scope.spawn(move || source.table(limits)));
        }
        let results = running.into_iter().map(thread::ScopedJoinHandle::join);
        results
            .map(|result| result.expect("filling a table does not panic"))
            .collect()
    })
}

/// What a table is of, and where its file belongs.
#[derive(Clone, Copy)]
struct Source<'a> {
    puzzle: &'a Puzzle,
    tiles: &'a [Tile],
    folder: Option<&'a Path>,
}

impl Source<'_> {
    /// Reads the table, or fills it and keeps it.
    fn table(self, limits: &Limits) -> Result<(Table, String), Stop> {
        let name = self.name();
        let Some(folder) = self.folder else {
            return Ok((self.fill(limits)?, format!("{name}: filled, not kept")));
        };
        let path = folder.join(&name);
        let shown = path.display();
        let why = match self.read(&path, limits)? {
            Ok(table) => return Ok((table, format!("{shown}: read"))),
            Err(why) => why,
        };
        let table = self.fill(limits)?;
        let kept = match self.write(folder, &path, &table) {
            Ok(()) => "kept".into(),
            Err(error) => format!("could not be kept: {error}"),
        };
        Ok((table, format!("{shown}: {why}, filled, {kept}")))
    }

    fn fill(self, limits: &Limits) -> Result<Table, Stop> {
        Table::build(self.puzzle.shape(), self.puzzle.blank(), self.tiles, limits)
    }

    fn name(self) -> String {
        let shape = self.puzzle.shape();
        let tiles: Vec<String> = self.tiles.iter().map(ToString::to_string).collect();
        format!(
            "tiles-{}x{}-blank-{}-group-{}.pdb",
            shape.width(),
            shape.height(),
            self.puzzle.blank(),
            tiles.join("-")
        )
    }

    /// The first line of the file of such costs.
    fn heading(self, costs: &[u8]) -> String {
        let (count, sum) = (costs.len(), checksum(costs));
        format!(
            "{FORMAT} {} entries {count} checksum {sum:016x}\n",
            self.name()
        )
    }

    /// The table of a file, or why it is of no use.
    fn read(self, path: &Path, limits: &Limits) -> Result<Result<Table, &'static str>, Stop> {
        let expected = entries(self.puzzle.shape().cells(), self.tiles.len());
        let Ok(data) = fs::metadata(path) else {
            return Ok(Err("missing"));
        };
        if !data.is_file() || data.len().abs_diff(expected) > LONGEST as u64 {
            return Ok(Err("damaged"));
        }
        limits.check()?;
        limits.may_grow(expected)?;
        let Ok(mut bytes) = fs::read(path) else {
            return Ok(Err("unreadable"));
        };
        let end = bytes.iter().take(LONGEST).position(|&byte| byte == b'\n');
        let Some(end) = end else {
            return Ok(Err("damaged"));
        };
        let heading: Vec<u8> = bytes.drain(..=end).collect();
        if !heading.starts_with(FORMAT.as_bytes()) {
            return Ok(Err("of another version"));
        }
        if bytes.len() as u64 != expected || heading != self.heading(&bytes).as_bytes() {
            return Ok(Err("damaged"));
        }
        let cells = self.puzzle.shape().cells();
        Ok(Ok(Table::from_costs(cells, self.tiles, bytes)))
    }

    fn write(self, folder: &Path, path: &Path, table: &Table) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".sokosat-");
        // Temporary files are private unless told otherwise; a database obeys the umask like any file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(folder)?;
        file.write_all(self.heading(table.costs()).as_bytes())?;
        file.write_all(table.costs())?;
        file.flush()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// FNV-1a over bytes: a change of any one byte changes it.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::grid::Grid;

    fn remarks(folder: &Path, limits: &Limits) -> Result<Vec<String>, Missing> {
        let target = Grid::in_order(3, 3).unwrap();
        let puzzle = Puzzle::new(&target, &target).unwrap();
        let (sizes, cache) = ("4-4".parse().unwrap(), Cache::Folder(folder.into()));
        databases(&puzzle, &sizes, &cache, 2, limits).map(|(_, remarks)| remarks)
    }

    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }

    #[test]
    fn a_table_is_filled_once_and_then_read() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("a/b");
        let all = |word: &str| {
            let found = remarks(&inner, &Limits::none()).unwrap();
            assert_eq!(found.len(), 2);
            assert!(
                found.iter().all(|remark| remark.contains(word)),
                "{found:?}"
            );
        };
        all("missing, filled, kept");
        all(": read");
        assert_eq!(files(&inner).len(), 2);
    }

    #[test]
    fn a_damaged_file_is_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        remarks(folder.path(), &Limits::none()).unwrap();
        let [first, second] = &files(folder.path())[..] else {
            panic!("two groups, two files");
        };
        let good = fs::read(first).unwrap();
        let mut flipped = good.clone();
        flipped[1000] ^= 4;
        let old = [b"sokosat-pattern-database 0", &good[26..]].concat();
        let mut longer = good.clone();
        longer.push(1);
        for (bad, why) in [
            (flipped, "damaged"),
            (good[..good.len() - 1].to_vec(), "damaged"),
            (longer, "damaged"),
            (Vec::new(), "damaged"),
            (fs::read(second).unwrap(), "damaged"),
            (old, "of another version"),
        ] {
            fs::write(first, bad).unwrap();
            let found = remarks(folder.path(), &Limits::none()).unwrap();
            let made: Vec<_> = found
                .iter()
                .filter(|remark| remark.contains("filled"))
                .collect();
            assert_eq!(made.len(), 1, "{found:?}");
            assert!(made[0].contains(why), "{made:?}");
            assert_eq!(fs::read(first).unwrap(), good);
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let found = remarks(&file, &Limits::none()).unwrap();
        assert!(found[0].contains("could not be kept"), "{found:?}");
    }

    #[test]
    fn a_limit_ends_the_filling_and_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let limits = Limits::none().with_time(std::time::Duration::ZERO);
        let stopped = remarks(folder.path(), &limits).unwrap_err();
        assert_eq!(stopped, Missing::Stopped(Stop::Time));
        assert!(files(folder.path()).is_empty());
    }
}
