//! The formula of a solver in a temporary folder, written while its clauses come.
//!
//! The counts stand before the clauses and are known behind them: the file opens with room for the
//! header, which is filled in at the end, a comment taking what is left of the room. One clause a
//! line, nothing kept in memory. The folder goes with the draft.

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::cnf::Lit;

/// Bytes of the comment and the header.
const ROOM: usize = 64;

/// A formula in a file.
pub(super) struct Draft {
    folder: tempfile::TempDir,
    file: BufWriter<File>,
    variables: u32,
    clauses: u64,
}

impl Draft {
    /// An empty formula.
    pub(super) fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("sokosat-").tempdir()?;
        let file = File::create(folder.path().join("formula.cnf"))?;
        let mut file = BufWriter::with_capacity(1 << 16, file);
        file.write_all(&[b' '; ROOM])?;
        Ok(Self {
            folder,
            file,
            variables: 0,
            clauses: 0,
        })
    }

    /// Appends a clause.
    pub(super) fn add(&mut self, lits: &[Lit]) -> io::Result<()> {
        let largest = lits.iter().map(|lit| lit.var()).max();
        self.variables = self.variables.max(largest.unwrap_or(0));
        self.clauses += 1;
        for lit in lits {
            write!(self.file, "{} ", lit.dimacs())?;
        }
        self.file.write_all(b"0\n")
    }

    /// Makes the file a complete formula; clauses may still follow.
    pub(super) fn complete(&mut self) -> io::Result<()> {
        let header = format!("p cnf {} {}\n", self.variables, self.clauses);
        let fill = "-".repeat(ROOM - header.len() - "c \n".len());
        self.file.seek(SeekFrom::Start(0))?;
        write!(self.file, "c {fill}\n{header}")?;
        self.file.seek(SeekFrom::End(0))?;
        self.file.flush()
    }

    /// The largest variable.
    pub(super) fn variables(&self) -> u32 {
        self.variables
    }

    /// Where files of the run may lie.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The file.
    pub(super) fn path(&self) -> PathBuf {
        self.folder().join("formula.cnf")
    }

    /// Where the solver may put its answer.
    pub(super) fn result_path(&self) -> PathBuf {
        self.folder().join("result")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::dimacs::Cnf;
    use crate::limits::Limits;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        let lit = |&number| Lit::from_dimacs(number).unwrap();
        numbers.iter().map(lit).collect()
    }

    #[test]
    fn the_file_is_strict_dimacs_however_often_it_is_completed() {
        let mut draft = Draft::new().unwrap();
        for (clause, counts) in [
            (&[1, -2][..], (2, 1)),
            (&[1_000_000_000], (1_000_000_000, 2)),
            (&[], (1_000_000_000, 3)),
        ] {
            draft.add(&lits(clause)).unwrap();
            draft.complete().unwrap();
            let text = std::fs::read(draft.path()).unwrap();
            let cnf = Cnf::read(&text[..], &Limits::none()).unwrap();
            assert_eq!((cnf.variables(), cnf.len() as u64), counts);
        }
        let text = std::fs::read_to_string(draft.path()).unwrap();
        assert!(text.ends_with("\n1 -2 0\n1000000000 0\n0\n"), "{text}");
        assert!(!text.contains(" \n"), "{text}");
    }

    #[test]
    fn the_folder_goes_with_the_draft() {
        let draft = Draft::new().unwrap();
        let path = draft.path();
        assert!(path.exists());
        drop(draft);
        assert!(!path.parent().unwrap().exists());
    }
}
