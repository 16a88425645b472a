//! Where text goes: standard output that may be closed, and files that are never half-written.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, bail};

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
    written.map_err(|error| match error.downcast_ref::<io::Error>() {
        Some(cause) if cause.kind() == ErrorKind::BrokenPipe => Closed.into(),
        Some(_) => error.context("standard output"),
        None => error,
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

/// Writes a file by way of a temporary one beside it, which is renamed when complete.
///
/// A link is followed: what it points to is replaced.
///
/// # Errors
/// An existing file that is to be kept, one that is no regular file, a missing folder, what the
/// system or `write` says.
pub(crate) fn write_file(
    path: &Path,
    existing: Existing,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let name = path.display();
    refuse_existing(path, existing)?;
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sokosat-");
    // Temporary files are private unless told otherwise; a result obeys the umask like any file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder
        .tempfile_in(folder)
        .map_err(|error| anyhow::anyhow!("{name}: {}", error.kind()))?;
    let mut buffer = io::BufWriter::with_capacity(1 << 16, file.as_file_mut());
    write(&mut buffer).map_err(|error| {
        if error.is::<io::Error>() {
            error.context(name.to_string())
        } else {
            error
        }
    })?;
    buffer.flush().with_context(|| format!("{name}"))?;
    drop(buffer);
    let renamed = match existing {
        Existing::Keep => file.persist_noclobber(&target),
        Existing::Replace => file.persist(&target),
    };
    renamed.map_err(|error| anyhow::anyhow!("{name}: {}", error.error))?;
    Ok(())
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
