//! Where text goes: standard output that may be closed, and files that are never half-written.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tempfile::NamedTempFile;

/// Writes a text to standard output and flushes it.
///
/// # Errors
/// What the system says; a pipe whose reader has gone is [`Closed`].
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    sift(written.map_err(Into::into))
}

/// The reader of standard output has gone: no error, but nobody to go on for.
#[derive(Debug, thiserror::Error)]
#[error("the reader of standard output has gone")]
pub(crate) struct Closed;

/// Names standard output in an error of writing to it; a broken pipe becomes [`Closed`].
pub(crate) fn sift<T>(written: anyhow::Result<T>) -> anyhow::Result<T> {
    closed(written).map_err(|error| {
        if error.is::<io::Error>() {
            error.context("standard output")
        } else {
            error
        }
    })
}

/// A broken pipe becomes [`Closed`].
pub(crate) fn closed<T>(written: anyhow::Result<T>) -> anyhow::Result<T> {
    written.map_err(|error| match error.downcast_ref::<io::Error>() {
        Some(cause) if cause.kind() == ErrorKind::BrokenPipe => Closed.into(),
        _ => error,
    })
}

/// Whether an existing file may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Existing {
    Keep,
    Replace,
}

impl Existing {
    /// As the option `--force` says.
    pub(crate) fn from_force(force: bool) -> Self {
        if force { Self::Replace } else { Self::Keep }
    }
}

/// A file that is being written under a hidden name beside its own; dropped, it leaves nothing.
pub(crate) struct Pending {
    name: String,
    target: PathBuf,
    existing: Existing,
    file: NamedTempFile,
}

impl Pending {
    /// Opens the temporary file. A link is followed: what it points to is replaced.
    ///
    /// # Errors
    /// An existing file that is to be kept, one that is no regular file, a missing folder, what the
    /// system says.
    pub(crate) fn open(path: &Path, existing: Existing) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        refuse_existing(path, existing)?;
        let target = resolved(path);
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".sokosat-");
        // Temporary files are private unless told otherwise; a result obeys the umask like any file.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder
            .tempfile_in(folder)
            .map_err(|error| anyhow::anyhow!("{name}: {}", error.kind()))?;
        Ok(Self {
            name,
            target,
            existing,
            file,
        })
    }

    /// Whether both are to become one file, however their names are spelt.
    pub(crate) fn is_same_file(&self, other: &Self) -> bool {
        self.target == other.target
    }

    /// Where to write to; errors name the file.
    pub(crate) fn stream(&mut self) -> impl Write {
        Named {
            name: self.name.clone(),
            out: io::BufWriter::with_capacity(1 << 16, self.file.as_file_mut()),
        }
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// A file that is there by now and is to be kept; what the system says.
    pub(crate) fn commit(self) -> anyhow::Result<()> {
        let renamed = match self.existing {
            Existing::Keep => self.file.persist_noclobber(&self.target),
            Existing::Replace => self.file.persist(&self.target),
        };
        renamed.map_err(|error| anyhow::anyhow!("{}: {}", self.name, error.error))?;
        Ok(())
    }

    /// Gives two files that belong together their names, or none of them.
    ///
    /// The second is taken away before the first is replaced, so that never an old one stands
    /// beside a new one, whenever the process is killed.
    ///
    /// # Errors
    /// As [`commit`](Self::commit).
    pub(crate) fn commit_both(self, second: Self) -> anyhow::Result<()> {
        let (first, existing) = (self.target.clone(), self.existing);
        if existing == Existing::Replace && second.target.exists() {
            fs::remove_file(&second.target).with_context(|| second.name.clone())?;
        }
        self.commit()?;
        let renamed = second.commit();
        if renamed.is_err() && existing == Existing::Keep {
            fs::remove_file(&first).with_context(|| first.display().to_string())?;
        }
        renamed
    }
}

/// A stream whose errors name it.
pub(crate) struct Named<W> {
    pub(crate) name: String,
    pub(crate) out: W,
}

impl<W> Named<W> {
    fn told<T>(&self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", self.name)))
    }
}

impl<W: Write> Write for Named<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.told(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.told(flushed)
    }
}

/// Writes a file by way of a temporary one beside it, which is renamed when complete.
///
/// # Errors
/// As [`Pending::open`] and [`Pending::commit`], and what `write` says.
pub(crate) fn write_file(
    path: &Path,
    existing: Existing,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut pending = Pending::open(path, existing)?;
    let mut stream = pending.stream();
    write(&mut stream)?;
    stream.flush()?;
    drop(stream);
    pending.commit()
}

/// The path without links and detours, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let whole = fs::canonicalize(path);
    let by_folder = || {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    whole.unwrap_or_else(|_| by_folder().unwrap_or_else(|| path.to_owned()))
}

fn refuse_existing(path: &Path, existing: Existing) -> anyhow::Result<()> {
    let name = path.display();
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => bail!("{name}: is a folder"),
        Ok(found) if !found.is_file() => bail!("{name}: is not a regular file"),
        _ => {}
    }
    if existing == Existing::Keep && fs::symlink_metadata(path).is_ok() {
        bail!("{name}: the file exists; --force replaces it");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_kept_unless_it_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cnf");
        let write = |text: &'static str, existing| {
            write_file(&path, existing, move |out| {
                Ok(out.write_all(text.as_bytes())?)
            })
        };
        write("one", Existing::Keep).unwrap();
        assert!(
            write("two", Existing::Keep)
                .unwrap_err()
                .to_string()
                .contains("exists")
        );
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        write("two", Existing::Replace).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a"), folder.path().join("b"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let write =
            |path: &Path| write_file(path, Existing::Replace, |out| Ok(out.write_all(b"new")?));
        write(&link).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        let device = write(Path::new("/dev/null")).unwrap_err().to_string();
        assert!(device.contains("not a regular file"), "{device}");
    }

    #[test]
    fn of_two_files_both_are_renamed_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (folder.path().join("one"), folder.path().join("two"));
        let commit = |existing| {
            let [mut first, second] = [&one, &two].map(|path| Pending::open(path, existing));
            first.as_mut().unwrap().stream().write_all(b"text").unwrap();
            (first.unwrap(), second.unwrap())
        };
        let (first, second) = commit(Existing::Keep);
        fs::write(&two, "came in between").unwrap();
        first.commit_both(second).unwrap_err();
        assert!(!one.exists());
        let (first, second) = commit(Existing::Replace);
        first.commit_both(second).unwrap();
        assert_eq!(fs::read_to_string(&one).unwrap(), "text");
        assert_eq!(fs::read_to_string(&two).unwrap(), "");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_failed_write_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.cnf");
        let failed = write_file(&path, Existing::Keep, |out| {
            out.write_all(b"half")?;
            bail!("stopped")
        });
        assert_eq!(failed.unwrap_err().to_string(), "stopped");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
