//! Writes a file completely or not at all: a temporary file in the same folder is flushed to the
//! disk and then renamed. All files of repositories and users are written like this.
//!
//! A symbolic link at the path is replaced by the file. Otherwise a link in a cloned repository
//! could redirect a write to any place. Links to folders are followed, because people keep their
//! inputs in another repository.

use std::fs::{self, File, OpenOptions, create_dir_all, remove_file, symlink_metadata};
use std::io::{self, ErrorKind, Write};
#[cfg(unix)]
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, is_separator};
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread::sleep;
use std::time::Duration;

use tempfile::{NamedTempFile, tempfile_in};

use super::read::entries;
use crate::error::{CliError, Result, obstacle_in};
use crate::sync::locked;

/// The number of random characters at the end of a temporary file's name.
const RANDOM_CHARACTERS: usize = 6;

/// The maximum number of attempts to replace a file that another program has open, with a pause of
/// [`RETRY_PAUSE`] between them. An interrupt waits for a write no longer than all attempts take,
/// because a disk may hang.
const MAX_ATTEMPTS: u32 = 1000;

/// The pause between two attempts.
const RETRY_PAUSE: Duration = Duration::from_millis(2);

/// The errors of a rename while another program, such as a virus scanner, has the old file open.
const IN_USE: &[ErrorKind] = if cfg!(windows) {
    &[ErrorKind::PermissionDenied]
} else {
    &[]
};

/// Locked while a temporary file exists.
static WRITING: Mutex<()> = Mutex::new(());

/// The users who may read a new file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Readers {
    /// Only the owner, even if others could read the old file. For secrets.
    OwnerAlways,
    /// Only the owner. For personal files, such as inputs and pages.
    Owner,
    /// Everyone whom the umask allows. For sources.
    Everyone,
}

/// Writes a file, or replaces an existing one. The file keeps the mode of the old one, unless it is
/// a secret. Missing folders are created. After an error, the old file is unchanged and the
/// temporary file is removed.
pub fn replace(path: &Path, bytes: impl AsRef<[u8]>, readers: Readers) -> Result<()> {
    let written = write(path, bytes.as_ref(), readers, File::sync_all);
    written.map_err(|error| CliError::cannot_write(path, error))?;
    // The rename reaches the disk when the folder is synced. If syncing fails, the file is still
    // complete.
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Removes the temporary files that killed processes have left behind while they wrote the secret
/// at `path`.
pub fn remove_leftovers(path: &Path) {
    let prefix = temporary_prefix(path);
    let length = prefix.len() + RANDOM_CHARACTERS;
    for entry in entries(folder_of(path)) {
        let file_name = entry.file_name();
        let name = file_name.to_string_lossy();
        if name.starts_with(&prefix) && name.len() == length {
            let _ = remove_file(entry.path());
        }
    }
}

/// Writes or replaces a file that everyone may read, as [`replace`] does.
pub fn write_source(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    replace(path, text, Readers::Everyone)
}

/// Writes a new file that everyone may read. Fails if another program, such as an editor or another
/// `aoc`, has created the file meanwhile.
pub fn create_source(path: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    create(path, text.as_ref()).map_err(|error| CliError::cannot_write(path, error))
}

fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    create_dir_all(folder_of(path))?;
    let _writing = lock_writes();
    let mut file = create_temporary(path, Readers::Everyone)?;
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist_noclobber(path)?;
    Ok(())
}

/// Writes or replaces a file without waiting for the disk. Use it only for files that may be lost
/// if the machine crashes, such as the times of the last run.
pub fn replace_unflushed(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    write(path, bytes.as_ref(), Readers::Everyone, |_| Ok(()))
}

/// Writes a temporary file, calls `flush`, and renames the file. The file keeps the mode of the old
/// one, unless it is a secret.
fn write(
    path: &Path,
    bytes: &[u8],
    readers: Readers,
    flush: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    create_dir_all(folder_of(path))?;
    let _writing = lock_writes();
    let mut file = create_temporary(path, readers)?;
    if let Ok(old) = symlink_metadata(path)
        && old.is_file()
        && readers != Readers::OwnerAlways
    {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file_mut().write_all(bytes)?;
    flush(file.as_file())?;
    let temporary = file.into_temp_path();
    retry(IN_USE, || fs::rename(&temporary, path))?;
    // The temporary file is renamed, so there is nothing to remove.
    let _ = temporary.keep();
    Ok(())
}

/// Calls `attempt` until it succeeds. Stops at an error that is not in `transient`, and after too
/// many attempts.
fn retry(transient: &[ErrorKind], mut attempt: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    for _ in 0..MAX_ATTEMPTS {
        match attempt() {
            Err(error) if transient.contains(&error.kind()) => sleep(RETRY_PAUSE),
            result => return result,
        }
    }
    attempt()
}

/// Fails if a new file must not replace what is at this path. Without this check, a rename would
/// replace even a read-only file or a link.
pub fn probe_file(path: &Path) -> Result<()> {
    let is_named_like_a_folder = path.to_string_lossy().ends_with(is_separator);
    let not_a_file = "it is not a regular file: give the path of a regular or a new file";
    let probed = match symlink_metadata(path) {
        Ok(old) if !old.is_file() => Err(io::Error::other(not_a_file)),
        Ok(old) if old.permissions().readonly() => Err(io::Error::other(
            "the file is read-only: remove it or give another path",
        )),
        Err(_) if is_named_like_a_folder => Err(io::Error::other(not_a_file)),
        _ => probe(folder_of(path)),
    };
    probed.map_err(|error| CliError::cannot_write(path, error))
}

/// Fails if no file can be created in this folder. If the folder does not exist, this checks the
/// nearest existing folder above it. The error names the folder that was checked.
pub fn probe_folder(folder: &Path) -> Result<()> {
    let existing = folder
        .ancestors()
        .find(|outer| outer.symlink_metadata().is_ok())
        .unwrap_or(folder);
    let probed = match obstacle_in(existing) {
        Some(why) => Err(io::Error::other(why)),
        None => probe(existing),
    };
    probed.map_err(|error| CliError::cannot_write(existing, error))
}

/// Checks that a folder is writable by writing a small file. On most systems the file has no name,
/// so it disappears even if the process is killed.
fn probe(folder: &Path) -> io::Result<()> {
    let _writing = lock_writes();
    tempfile_in(folder)?.write_all(&[0; 4096])
}

/// Waits for writes in progress before the process ends. No write begins while the caller holds the
/// guard. Returns `None` if a write takes too long.
#[must_use]
pub fn wait_for_writes() -> Option<MutexGuard<'static, ()>> {
    for _ in 0..MAX_ATTEMPTS {
        match WRITING.try_lock() {
            Ok(guard) => return Some(guard),
            // A thread has panicked during a write, so no write is in progress.
            Err(TryLockError::Poisoned(error)) => return Some(error.into_inner()),
            Err(TryLockError::WouldBlock) => sleep(RETRY_PAUSE),
        }
    }
    None
}

fn lock_writes() -> MutexGuard<'static, ()> {
    locked(&WRITING)
}

/// Creates a temporary file in the same folder as `path`. The file is opened and written with
/// `std`, because the errors of `tempfile` would name the temporary file.
fn create_temporary(path: &Path, readers: Readers) -> io::Result<NamedTempFile> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if readers != Readers::Everyone {
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = readers;
    tempfile::Builder::new()
        .prefix(&temporary_prefix(path))
        .rand_bytes(RANDOM_CHARACTERS)
        .make_in(folder_of(path), |path| options.open(path))
}

/// The prefix of the names of a file's temporary files. Git ignores these names. Only a killed
/// process leaves such a file behind.
fn temporary_prefix(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    format!(".tmp-{}-", name.display())
}

/// The folder of a file. A bare name is in the current folder.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes a write beyond the file size limit (`ulimit -f`) fail with an error. Otherwise SIGXFSZ
/// would end the process during the write and leave a temporary file behind.
///
/// Call this before any thread is started, because threads inherit the signal mask.
pub fn fail_writes_past_the_size_limit() {
    #[cfg(unix)]
    {
        use nix::sys::signal::{SigSet, Signal};

        // If this fails, the signal still ends the process at the limit.
        let _ = SigSet::from(Signal::SIGXFSZ).thread_block();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Exit;
    use crate::files::Lock;
    use std::thread;

    #[cfg(unix)]
    #[test]
    fn keeps_the_mode_and_leaves_nothing_behind() {
        use std::fs::Permissions;
        use std::os::unix::fs::PermissionsExt;

        let temp = tempfile::tempdir().expect("a folder");
        let file = temp.path().join("file");
        let mode = |path| fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        replace(&file, "one", Readers::Everyone).expect("written");
        assert_eq!(mode(&file) & 0o600, 0o600);
        fs::set_permissions(&file, Permissions::from_mode(0o640)).expect("a mode");
        replace(&file, "two", Readers::Owner).expect("written");
        assert_eq!(fs::read_to_string(&file).expect("text"), "two");
        assert_eq!(mode(&file), 0o640);
        replace(&file, "secret", Readers::OwnerAlways).expect("written");
        assert_eq!(mode(&file), 0o600);
        let own = temp.path().join("new/own");
        replace(&own, "three", Readers::Owner).expect("written");
        assert_eq!(mode(&own), 0o600);
        assert_eq!(temp.path().read_dir().expect("a folder").count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn replaces_a_link_and_not_what_it_leads_to() {
        use std::os::unix::fs::symlink;

        let temp = tempfile::tempdir().expect("a folder");
        let (file, link) = (temp.path().join("file"), temp.path().join("link"));
        fs::write(&file, "precious").expect("a file");
        symlink(&file, &link).expect("a link");
        replace(&link, "new", Readers::Owner).expect("written");
        assert!(!symlink_metadata(&link).expect("a file").is_symlink());
        assert_eq!(fs::read_to_string(&link).expect("text"), "new");
        assert_eq!(fs::read_to_string(&file).expect("text"), "precious");
        // A folder in the path may be a link.
        let dir = temp.path().join("dir");
        fs::create_dir(temp.path().join("elsewhere")).expect("a folder");
        symlink("elsewhere", &dir).expect("a link");
        replace(&dir.join("file"), "new", Readers::Owner).expect("written");
        assert!(temp.path().join("elsewhere/file").is_file());
    }

    #[test]
    fn what_stands_in_the_way_of_a_folder_is_named() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = |name| temp.path().join(name);
        fs::write(path("file"), "").expect("a file");
        let mut obstacles = vec![("file", "is not a folder")];
        if cfg!(unix) {
            #[cfg(unix)]
            std::os::unix::fs::symlink("/nosuch", path("link")).expect("a link");
            obstacles.push(("link", "is a link that leads to no folder"));
        }
        for (name, is) in obstacles {
            let obstacle = path(name);
            let why = format!("{} {is}: remove or rename it", obstacle.display());
            for file in [obstacle.join("new"), obstacle.join("folder/new")] {
                let says = format!("cannot write {}: {why}", file.display());
                for error in [
                    write_source(&file, "").unwrap_err(),
                    create_source(&file, "").unwrap_err(),
                    Lock::try_acquire(&file).map(drop).unwrap_err(),
                ] {
                    assert_eq!(error.to_string(), says);
                }
            }
            let says = format!("cannot write {}: {why}", obstacle.display());
            for folder in [obstacle.clone(), obstacle.join("folder")] {
                assert_eq!(probe_folder(&folder).unwrap_err().to_string(), says);
            }
        }
    }

    #[test]
    fn what_should_not_be_replaced_is_told_before_anything_is_written() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = |name| temp.path().join(name);
        fs::write(path("file"), "").expect("a file");
        fs::write(path("kept"), "").expect("a file");
        let mut mode = path("kept").metadata().expect("a file").permissions();
        mode.set_readonly(true);
        fs::set_permissions(path("kept"), mode).expect("a mode");
        fs::create_dir(path("folder")).expect("a folder");
        // The message is different on other systems.
        let no_folder = if cfg!(unix) {
            "No such file"
        } else {
            "cannot write"
        };
        for (name, says) in [
            ("new", ""),
            ("file", ""),
            ("kept", "the file is read-only"),
            ("folder", "it is not a regular file"),
            ("new/", "it is not a regular file"),
            ("missing/file", no_folder),
        ] {
            let result = probe_file(&path(name)).map_err(|error| error.to_string());
            match result {
                Ok(()) => assert_eq!(says, "", "{name}"),
                Err(message) => assert!(
                    !says.is_empty() && message.contains(says),
                    "{name}: {message}"
                ),
            }
        }
    }

    #[test]
    fn a_write_tries_again_only_while_another_program_has_the_file() {
        let after = |failures: u32, kind: ErrorKind| {
            let mut tries = 0;
            let result = retry(&[ErrorKind::PermissionDenied], || {
                tries += 1;
                if tries > failures {
                    return Ok(());
                }
                Err(kind.into())
            });
            (result.is_ok(), tries)
        };
        assert_eq!(after(0, ErrorKind::PermissionDenied), (true, 1));
        assert_eq!(after(3, ErrorKind::PermissionDenied), (true, 4));
        assert_eq!(after(3, ErrorKind::NotFound), (false, 1));
        let (is_done, tries) = after(u32::MAX, ErrorKind::PermissionDenied);
        assert!(!is_done && tries > 9);
    }

    #[test]
    fn only_what_a_killed_process_left_is_removed() {
        let temp = tempfile::tempdir().expect("a folder");
        let secret = temp.path().join("session");
        for name in [
            "session",
            ".tmp-session-a1B2c3",
            // This belongs to another file and is not temporary.
            ".tmp-session.work-a1B2c3",
            ".tmp-sessiox-a1B2c3",
            ".tmp-session-a1B2c",
            "my-own-file-of-19ch",
        ] {
            fs::write(temp.path().join(name), "").expect("a file");
        }
        remove_leftovers(&secret);
        let mut left: Vec<String> = entries(temp.path())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        left.sort();
        assert_eq!(
            left,
            [
                ".tmp-session-a1B2c",
                ".tmp-session.work-a1B2c3",
                ".tmp-sessiox-a1B2c3",
                "my-own-file-of-19ch",
                "session"
            ]
        );
    }

    #[test]
    fn what_need_not_reach_the_disk_is_written_whole_too() {
        let temp = tempfile::tempdir().expect("a folder");
        let file = temp.path().join("new/times");
        replace_unflushed(&file, "1").expect("written");
        replace_unflushed(&file, "2").expect("written");
        assert_eq!(fs::read_to_string(&file).expect("text"), "2");
        assert_eq!(entries(&temp.path().join("new")).count(), 1);
    }

    #[test]
    fn a_bare_name_is_in_the_current_folder() {
        for (path, of) in [("file", "."), ("a/file", "a"), ("/file", "/"), ("/", ".")] {
            assert_eq!(folder_of(Path::new(path)), Path::new(of), "{path}");
        }
    }

    #[test]
    fn creates_only_what_does_not_exist() {
        let temp = tempfile::tempdir().expect("a folder");
        let file = temp.path().join("folder/file");
        create_source(&file, "one").expect("written");
        let error = create_source(&file, "two").expect_err("it exists");
        assert_eq!(error.exit, Exit::Files);
        assert_eq!(fs::read_to_string(&file).expect("text"), "one");
        assert_eq!(entries(folder_of(&file)).count(), 1);
    }

    #[test]
    fn a_source_is_written_and_replaced() {
        let temp = tempfile::tempdir().expect("a folder");
        let file = temp.path().join("folder/file");
        for text in ["one", "two"] {
            write_source(&file, text).expect("written");
            assert_eq!(fs::read_to_string(&file).expect("text"), text);
        }
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_told_before_anything_is_written() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = |name| temp.path().join(name);
        fs::write(path("file"), "").expect("a file");
        probe_folder(&path("new/folder")).expect("its parent can be written");
        let error = probe_folder(&path("file/new/folder")).expect_err("not a folder");
        let message = error.to_string();
        assert!(
            message.contains(&path("file").display().to_string()),
            "{message}"
        );
        assert_eq!(error.exit, Exit::Files);
        assert_eq!(entries(temp.path()).count(), 1);
    }

    /// A file with a name would change the folder's time.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_killed_probe_leaves_no_file() {
        let temp = tempfile::tempdir().expect("a folder");
        let changed = || temp.path().metadata().expect("a folder").modified();
        let before = changed().expect("a time");
        // The time of a folder is only as fine as a tick of the system's timer.
        sleep(Duration::from_millis(20));
        probe_folder(temp.path()).expect("it can be written");
        assert_eq!(changed().expect("a time"), before);
    }

    /// Without `fail_writes_past_the_size_limit`, the signal ends the process in the middle of a
    /// write.
    #[cfg(unix)]
    #[test]
    fn the_size_limit_of_files_is_an_error() {
        use nix::sys::signal::{SigSet, Signal};

        let is_blocked = || {
            let blocked = SigSet::thread_get_mask().expect("a mask");
            blocked.contains(Signal::SIGXFSZ)
        };
        let thread = thread::spawn(move || {
            let before = is_blocked();
            fail_writes_past_the_size_limit();
            // Threads inherit the signal mask.
            (before, thread::spawn(is_blocked).join().expect("no panic"))
        });
        assert_eq!(thread.join().expect("no panic"), (false, true));
    }

    #[test]
    fn settling_waits_for_a_write() {
        let held = lock_writes();
        let settled = thread::spawn(|| wait_for_writes().is_some());
        sleep(Duration::from_millis(50));
        assert!(!settled.is_finished());
        drop(held);
        assert!(settled.join().expect("no panic"));
    }
}
