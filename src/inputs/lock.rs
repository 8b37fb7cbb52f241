//! One process at a time: the operating system's file locks, which go with
//! the process that holds them, however it ends.

use std::env;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Where lock files lie: in the user's cache, never among the inputs.
#[derive(Clone, Debug)]
pub struct Locks {
    dir: Option<PathBuf>,
}

impl Locks {
    /// Locks in the cache folder; without one that can be written to, in the
    /// folder for temporary files.
    pub fn new(cache_dir: Option<&Path>) -> Self {
        Self {
            dir: cache_dir.map(|dir| dir.join("locks")),
        }
    }

    /// Takes the lock that belongs to `path`; tells `waiting` if that means to
    /// wait for another process.
    pub(super) fn take(&self, path: &Path, waiting: impl FnOnce()) -> Lock {
        // Two names of one folder must mean one lock.
        let whole = canonical(path);
        let name = format!("{:016x}.lock", fnv1a(whole.as_os_str().as_encoded_bytes()));
        let file = self
            .dir
            .as_deref()
            .and_then(|dir| open(dir, &name).ok())
            .or_else(|| open(&env::temp_dir().join("aoc-locks"), &name).ok());
        Lock {
            _file: file.and_then(|file| locked(file, waiting)),
        }
    }
}

/// A path without links, as far as it is there: the name must be the same
/// before the first file of a year is written and after it.
fn canonical(path: &Path) -> PathBuf {
    path.ancestors()
        .skip(1)
        .find_map(|dir| {
            let rest = path.strip_prefix(dir).ok()?;
            Some(dir.canonicalize().ok()?.join(rest))
        })
        .unwrap_or_else(|| path.to_owned())
}

/// A lock, held until it is dropped.
#[derive(Debug)]
#[must_use]
pub struct Lock {
    /// None where the file system knows no locks: then two processes may
    /// download the same input, and each writes it whole.
    _file: Option<File>,
}

fn open(dir: &Path, name: &str) -> io::Result<File> {
    fs::create_dir_all(dir)?;
    File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(dir.join(name))
}

fn locked(file: File, waiting: impl FnOnce()) -> Option<File> {
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        waiting();
        file.lock().ok()?;
    }
    Some(file)
}

/// A hash that every build of `aoc` agrees on, unlike the standard library's.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
