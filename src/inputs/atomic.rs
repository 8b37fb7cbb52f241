//! Writing a file whole or not at all: a temporary file beside it, flushed to
//! the disk, then renamed. Everything that `aoc` writes into a repository or
//! for its user goes this way.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

/// How the name of a half-written file begins. Nothing reads such a file; only
/// a process that is killed without mercy leaves one behind, and git ignores it.
const PREFIX: &str = ".tmp";

/// The longest that an interrupt waits for a write: a disk that hangs must not
/// keep anyone from ending the program.
const PATIENCE: Duration = Duration::from_secs(2);

/// Held while there is a temporary file.
static WRITING: Mutex<()> = Mutex::new(());

/// Who may read a file that was not there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// Its owner: inputs and pages are personal.
    Owner,
    /// Whom the umask lets: sources and the like.
    Usual,
}

/// Puts `bytes` where `path` says, in place of what was there, whose mode it
/// keeps; a symbolic link stays one. Until the rename the old file is
/// untouched; on an error the temporary file is gone.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>, readers: Readers) -> io::Result<()> {
    let whole = path.canonicalize();
    let path = whole.as_deref().unwrap_or(path);
    let dir = folder(path);
    fs::create_dir_all(dir)?;
    let old = fs::metadata(path).map(|metadata| metadata.permissions());
    let _writing = writing();
    beside(path, bytes.as_ref(), readers, old.ok())?.persist(path)?;
    // The rename itself reaches the disk with the folder. Where a folder
    // cannot be synced, the file is whole all the same.
    if let Ok(dir) = File::open(dir) {
        let _ = dir.sync_all();
    }
    Ok(())
}

/// Writes a file that must not be there yet.
pub fn create(path: &Path, bytes: impl AsRef<[u8]>, readers: Readers) -> io::Result<()> {
    let _writing = writing();
    beside(path, bytes.as_ref(), readers, None)?.persist_noclobber(path)?;
    Ok(())
}

/// Fails if no file could be made in this folder.
pub fn probe(dir: &Path) -> io::Result<()> {
    let _writing = writing();
    temporary(dir, Readers::Owner).map(drop)
}

/// For who is about to end the program: once this returns, no file is half
/// written, and none will be begun as long as what it gives is held.
#[must_use]
pub fn settle() -> Option<MutexGuard<'static, ()>> {
    let start = Instant::now();
    loop {
        match WRITING.try_lock() {
            Ok(settled) => return Some(settled),
            Err(TryLockError::Poisoned(settled)) => return Some(settled.into_inner()),
            Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => return None,
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(2)),
        }
    }
}

fn writing() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file in the same folder, on the disk.
fn beside(
    path: &Path,
    bytes: &[u8],
    readers: Readers,
    mode: Option<Permissions>,
) -> io::Result<NamedTempFile<File>> {
    let mut file = temporary(folder(path), readers)?;
    if let Some(mode) = mode {
        file.as_file().set_permissions(mode)?;
    }
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Opened here and not by tempfile, whose errors add the temporary name, which
/// is of no use to a reader.
fn temporary(dir: &Path, readers: Readers) -> io::Result<NamedTempFile<File>> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(
        &mut options,
        match readers {
            Readers::Owner => 0o600,
            Readers::Usual => 0o666,
        },
    );
    #[cfg(not(unix))]
    let _ = readers;
    tempfile::Builder::new()
        .prefix(PREFIX)
        .make_in(dir, |path| options.open(path))
}

fn folder(path: &Path) -> &Path {
    path.parent()
        .filter(|dir| !dir.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(dir: &Path) -> usize {
        fs::read_dir(dir).expect("a folder").count()
    }

    #[cfg(unix)]
    #[test]
    fn keeps_mode_and_link_and_leaves_nothing_behind() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let temp = tempfile::tempdir().expect("a folder");
        let (file, link) = (temp.path().join("file"), temp.path().join("link"));
        let mode = |path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        replace(&file, "one", Readers::Usual).expect("written");
        assert_eq!(mode(&file) & 0o600, 0o600);
        fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("a mode");
        symlink(&file, &link).expect("a link");
        replace(&link, "two", Readers::Owner).expect("written");
        assert_eq!(fs::read_to_string(&file).expect("text"), "two");
        assert_eq!(mode(&file), 0o640);
        assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
        let own = temp.path().join("new/own");
        replace(&own, "three", Readers::Owner).expect("written");
        assert_eq!(mode(&own), 0o600);
        assert_eq!(count(temp.path()), 3);
    }

    #[test]
    fn creates_what_is_not_there() {
        let temp = tempfile::tempdir().expect("a folder");
        let file = temp.path().join("file");
        create(&file, "one", Readers::Usual).expect("written");
        let error = create(&file, "two", Readers::Usual).expect_err("it is there");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&file).expect("text"), "one");
        assert_eq!(count(temp.path()), 1);
    }

    #[test]
    fn errors_do_not_name_the_temporary_file() {
        let temp = tempfile::tempdir().expect("a folder");
        let file = temp.path().join("file");
        fs::write(&file, "").expect("a file");
        let error = probe(&file).expect_err("it is no folder").to_string();
        assert!(!error.contains(PREFIX), "{error}");
    }

    #[test]
    fn to_settle_is_to_wait_for_a_write() {
        let held = writing();
        let settled = thread::spawn(|| settle().is_some());
        thread::sleep(Duration::from_millis(50));
        assert!(!settled.is_finished());
        drop(held);
        assert!(settled.join().expect("no panic"));
    }
}
