//! Output that is a folder: filled under another name beside its place, and renamed when whole.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::output::Existing;

/// Fills a folder by way of a temporary one beside it.
///
/// Only a folder that has the file `mark`, or nothing, is ever replaced.
///
/// # Errors
/// An existing folder that is to be kept, anything else of that name, what the system or `fill` says.
pub(crate) fn write_folder<T>(
    path: &Path,
    existing: Existing,
    mark: &str,
    fill: impl FnOnce(&Path) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let name = path.display();
    let old = replaceable(path, existing, mark)?;
    let parent = parent_of(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sokosat-");
    // Temporary folders are private unless told otherwise; a result obeys the umask like any other.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    let new = builder
        .tempdir_in(&parent)
        .map_err(|error| anyhow::anyhow!("{name}: {}", error.kind()))?;
    let filled = fill(new.path())?;
    // The old folder goes into one that is removed with all it has, once the new one is in its place.
    let attic = builder
        .tempdir_in(&parent)
        .with_context(|| format!("{name}"))?;
    if old {
        fs::rename(path, attic.path().join("old")).with_context(|| format!("{name}"))?;
    }
    fs::rename(new.path(), path).with_context(|| format!("{name}"))?;
    drop(new.keep());
    Ok(filled)
}

/// Refuses what is in the way before any work is done.
///
/// # Errors
/// An existing folder that is to be kept, anything else of that name.
pub(crate) fn refuse_existing(path: &Path, existing: Existing, mark: &str) -> anyhow::Result<()> {
    replaceable(path, existing, mark).map(drop)
}

/// Whether there is a folder to be replaced.
fn replaceable(path: &Path, existing: Existing, mark: &str) -> anyhow::Result<bool> {
    let name = path.display();
    let Ok(found) = fs::symlink_metadata(path) else {
        return Ok(false);
    };
    if !found.is_dir() {
        bail!("{name}: is not a folder");
    }
    if existing == Existing::Keep {
        bail!("{name}: the folder exists; --force replaces it");
    }
    let empty = fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
    if !empty && !path.join(mark).is_file() {
        bail!("{name}: is not replaced, since it has no {mark}");
    }
    Ok(true)
}

fn parent_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(text: &'static str) -> impl FnOnce(&Path) -> anyhow::Result<()> {
        move |folder| Ok(fs::write(folder.join("mark"), text)?)
    }

    #[test]
    fn a_folder_is_kept_unless_it_may_be_replaced() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("a");
        write_folder(&path, Existing::Keep, "mark", fill("one")).unwrap();
        let refused = write_folder(&path, Existing::Keep, "mark", fill("two")).unwrap_err();
        assert!(refused.to_string().contains("exists"), "{refused}");
        write_folder(&path, Existing::Replace, "mark", fill("two")).unwrap();
        assert_eq!(fs::read_to_string(path.join("mark")).unwrap(), "two");
        assert_eq!(fs::read_dir(top.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_of_something_else_is_never_replaced() {
        let top = tempfile::tempdir().unwrap();
        fs::write(top.path().join("letter"), "dear").unwrap();
        let refused = write_folder(top.path(), Existing::Replace, "mark", fill("two"));
        assert!(refused.unwrap_err().to_string().contains("no mark"));
        let file = top.path().join("letter");
        let refused = write_folder(&file, Existing::Replace, "mark", fill("two"));
        assert!(refused.unwrap_err().to_string().contains("not a folder"));
    }

    #[test]
    fn a_failed_filling_leaves_nothing_behind() {
        let top = tempfile::tempdir().unwrap();
        let path = top.path().join("a");
        let failed = write_folder(
            &path,
            Existing::Keep,
            "mark",
            |folder| -> anyhow::Result<()> {
                fs::write(folder.join("half"), "half")?;
                bail!("stopped")
            },
        );
        assert_eq!(failed.unwrap_err().to_string(), "stopped");
        assert_eq!(fs::read_dir(top.path()).unwrap().count(), 0);
    }
}
