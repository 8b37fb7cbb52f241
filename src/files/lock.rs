//! Locks between processes, made of the operating system's file locks. A lock is released when its
//! process ends, even by a crash. A lock file that is left behind does not lock anything.
//!
//! | protects | the lock | the lock if that one cannot be taken |
//! |---|---|---|
//! | a file or folder of aoc in `target/` or in a cache | a file of the same name with the extension `lock` | none |
//! | builds | the file `lock` among the fingerprints | the build fails |
//! | programs and checkouts that are in use | a file among the fingerprints, which their users share | none |
//! | the files of a repository | a file in the cache folder | none |
//! | the download of an input | a file in the cache folder | the folder above the inputs, or else the folder of the inputs |
//! | answers and examples, and a submission | their folder itself | a file in the cache folder |
//! | a submission of the user | a file in the cache folder | the folder of the session |
//! | the session of an account | a file in the cache folder | the folder of the session |
//! | a file with settings, README.md | a file in the cache folder | the folder of the file |
//!
//! No lock files are written among the user's files. If the file system has no locks, commands work
//! without a lock. Every write is atomic, so at worst a download or a build is done twice.

use std::fs::{File, TryLockError, create_dir_all};
use std::io;
use std::path::{Path, PathBuf};

use super::identity::bytes_hash;
use super::paths::in_real_folder;
use crate::error::{CliError, Result};

/// A lock that is held until it is dropped. On a file system without locks, `acquire` returns
/// `None`. There, `try_acquire` returns a lock that excludes no other process, because its `None`
/// means that another process holds the lock.
#[derive(Debug)]
#[must_use]
pub struct Lock {
    file: File,
}

impl Lock {
    /// Waits for the lock on a file. Creates the file and its folder if they are missing. Calls
    /// `waiting` first if another process holds the lock. Returns `None` if the file cannot be
    /// created.
    fn acquire(path: &Path, waiting: impl FnOnce()) -> Option<Self> {
        let file = open(path).ok()?;
        Self::lock_file(file, waiting)
    }

    /// Waits for the lock on one of aoc's own files or folders. The lock file is beside it, with
    /// the extension `lock`.
    pub fn beside(path: &Path, waiting: impl FnOnce()) -> Option<Self> {
        Self::acquire(&Self::file_beside(path), waiting)
    }

    /// The file of [`Self::beside`].
    pub fn file_beside(path: &Path) -> PathBuf {
        path.with_extension("lock")
    }

    /// Waits for the lock on a folder itself, and creates the folder if it is missing. Such a lock
    /// leaves no lock file behind, and works for every user. Returns `None` if the system cannot
    /// lock folders.
    fn lock_folder(folder: &Path, waiting: impl FnOnce()) -> Option<Self> {
        create_dir_all(folder).ok()?;
        Self::lock_file(File::open(folder).ok()?, waiting)
    }

    /// Waits for the lock on an open file. Returns `None` if the file system has no locks.
    fn lock_file(file: File, waiting: impl FnOnce()) -> Option<Self> {
        if let Err(error) = file.try_lock() {
            let TryLockError::WouldBlock = error else {
                return None;
            };
            waiting();
            file.lock().ok()?;
        }
        Some(Self { file })
    }

    /// Takes the lock without waiting. Returns `None` if another process holds it.
    pub fn try_acquire(path: &Path) -> Result<Option<Self>> {
        let file = open(path).map_err(|error| CliError::cannot_write(path, error))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Ok(None);
        }
        Ok(Some(Self { file }))
    }
}

impl Drop for Lock {
    /// Releases the lock at once. Closing the file is not enough, because a program that another
    /// thread is starting may still have a copy of the file open.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// A lock that several processes share while they use files of aoc, such as programs. It is held
/// until it is dropped.
#[derive(Debug)]
pub struct SharedLock {
    /// `None` if the lock file cannot be created.
    lock: Option<Lock>,
}

impl SharedLock {
    /// Takes the lock. Waits while another process removes files.
    pub fn acquire(path: &Path) -> Self {
        let lock = open(path).ok().map(|file| Lock { file });
        if let Some(lock) = &lock {
            let _ = lock.file.lock_shared();
        }
        Self { lock }
    }

    /// Calls `remove`, which removes files, if nobody else uses any of them. While it decides and
    /// removes, the caller must hold a second lock, without which nobody else removes files: this
    /// lock is released for a moment.
    pub fn if_not_shared(&self, remove: impl FnOnce()) {
        let Some(Lock { file }) = &self.lock else {
            return;
        };
        let _ = file.unlock();
        if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            remove();
            let _ = file.unlock();
        }
        let _ = file.lock_shared();
    }
}

/// The locks on files of the user. Each function waits for its lock, and calls `waiting` first if
/// another process holds it. Each returns `None` if nothing can be locked.
#[derive(Clone)]
pub struct Locks {
    /// The user's cache folder. `None` if it is not known.
    pub cache_dir: Option<PathBuf>,
}

/// A place for a lock on files of the user.
enum LockPlace<'a> {
    /// A file in the user's cache folder. Its name is made from this path.
    Cache(&'a Path),
    /// This folder itself.
    Folder(&'a Path),
}

impl Locks {
    /// Lets one process at a time create files in the repository with this manifest.
    pub fn lock_repository(&self, manifest: &Path, waiting: impl FnMut()) -> Option<Lock> {
        self.acquire(&[LockPlace::Cache(manifest)], waiting)
    }

    /// Lets one process at a time download this input into the folder `inputs`. If the cache folder
    /// cannot be used, only one process at a time downloads anything to `inputs`: the lock is then
    /// the folder above the inputs, which exists before the first download, or else the folder of
    /// the inputs.
    pub fn lock_download(
        &self,
        input: &Path,
        inputs: &Path,
        waiting: impl FnMut(),
    ) -> Option<Lock> {
        let inputs = inputs.canonicalize().unwrap_or(inputs.to_owned());
        let above = inputs.parent().unwrap_or(&inputs);
        let places = [
            LockPlace::Cache(input),
            LockPlace::Folder(above),
            LockPlace::Folder(&inputs),
        ];
        self.acquire(&places, waiting)
    }

    /// Lets one process at a time change answers and examples in this folder, or submit an answer.
    /// The lock is the folder itself, because processes may have different cache folders.
    pub fn lock_answers(&self, folder: &Path, waiting: impl FnMut()) -> Option<Lock> {
        let lock = folder.join("lock");
        self.acquire(
            &[LockPlace::Folder(folder), LockPlace::Cache(&lock)],
            waiting,
        )
    }

    /// Lets one process at a time submit an answer of the user whose sessions are in this folder.
    /// The user may have several checkouts of a repository, each with its own answers.
    pub fn submissions(&self, folder: &Path, waiting: impl FnMut()) -> Option<Lock> {
        let submission = folder.join("submission");
        let places = [LockPlace::Cache(&submission), LockPlace::Folder(folder)];
        self.acquire(&places, waiting)
    }

    /// Lets one process at a time change the sessions in this folder.
    pub fn sessions(&self, folder: &Path) -> Option<Lock> {
        let session = folder.join("session");
        let places = [LockPlace::Cache(&session), LockPlace::Folder(folder)];
        self.acquire(&places, || {})
    }

    /// Lets one process at a time change this file of settings or README. For a manifest, this is
    /// the same lock as that of the repository while the cache folder can be used. So the path of a
    /// link is locked, and not the file that the link leads to.
    pub fn edited_file(&self, file: &Path, waiting: impl FnMut()) -> Option<Lock> {
        let mut places = vec![LockPlace::Cache(file)];
        places.extend(file.parent().map(LockPlace::Folder));
        self.acquire(&places, waiting)
    }

    /// Waits for the lock at the first of these places that can be locked.
    fn acquire(&self, places: &[LockPlace], mut waiting: impl FnMut()) -> Option<Lock> {
        places.iter().find_map(|place| match place {
            LockPlace::Cache(path) => Lock::acquire(&self.cache_file(path)?, &mut waiting),
            LockPlace::Folder(folder) => Lock::lock_folder(folder, &mut waiting),
        })
    }

    /// The lock file for this path in the user's cache folder. `None` if there is no cache folder.
    fn cache_file(&self, path: &Path) -> Option<PathBuf> {
        // Different paths to the same file must give the same lock.
        let path = in_real_folder(path)?;
        let hash = bytes_hash(path.as_os_str().as_encoded_bytes());
        let name = format!("locks/{hash:016x}.lock");
        Some(self.cache_dir.as_ref()?.join(name))
    }
}

/// Opens a lock file. Creates it and its folder if they are missing.
fn open(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        create_dir_all(folder)?;
    }
    File::options()
        .create(true)
        .truncate(false)
        // Opened for both reading and writing, a FIFO does not wait for its other end.
        .read(true)
        .write(true)
        .open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_is_taken_by_one_and_free_when_it_is_dropped() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = temp.path().join("folder/lock");
        let try_lock = || Lock::try_acquire(&path).expect("a lock file");
        let lock = try_lock().expect("it is free");
        assert!(try_lock().is_none());
        drop(lock);
        assert!(try_lock().is_some());
    }

    #[test]
    fn a_lock_that_is_dropped_is_free_while_a_copy_of_its_file_is_open() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = temp.path().join("lock");
        let lock = Lock::acquire(&path, || panic!("nobody else holds it")).expect("a lock");
        let _copy = lock.file.try_clone().expect("a copy");
        drop(lock);
        assert!(Lock::try_acquire(&path).expect("a lock file").is_some());
    }

    #[test]
    fn what_others_use_is_not_removed() {
        let temp = tempfile::tempdir().expect("a folder");
        let path = temp.path().join("folder/lock");
        let is_alone = |lock: &SharedLock| {
            let mut is_alone = false;
            lock.if_not_shared(|| {
                is_alone = true;
                let file = open(&path).expect("a lock file");
                let shared = file.try_lock_shared();
                assert!(matches!(shared, Err(TryLockError::WouldBlock)));
            });
            is_alone
        };
        let [one, other] = [(); 2].map(|()| SharedLock::acquire(&path));
        assert!(!is_alone(&one) && !is_alone(&other));
        drop(one);
        assert!(is_alone(&other));
        let third = SharedLock::acquire(&path);
        assert!(!is_alone(&third));
    }

    /// If a file cannot be locked, its folder is locked. See [`Locks`].
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_without_locks_is_not_waited_for() {
        use std::os::unix::fs::OpenOptionsExt;

        // A file opened with `O_PATH` cannot be locked.
        let mut options = File::options();
        let path_only = options.read(true).custom_flags(0o10_000_000);
        let file = path_only.open("/dev/null").expect("a file");
        assert!(Lock::lock_file(file, || panic!("nobody else holds it")).is_none());
    }
}
