//! The folder of what aoc remembers about builds, and its lock: one aoc builds
//! in a project at a time.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use super::error::BuildError;
use super::events::BuildEvents;
use crate::project::Project;

const POLL: Duration = Duration::from_millis(10);

pub fn folder(project: &Project) -> PathBuf {
    project.target_dir().join("aoc-stamps")
}

/// Whether anything was built with a profile: then its libraries are there.
pub fn has_any(project: &Project, profile: &str) -> bool {
    let end = format!("-{profile}.json");
    let entries = fs::read_dir(folder(project))
        .into_iter()
        .flatten()
        .flatten();
    let mut names = entries.map(|entry| entry.file_name());
    names.any(|name| name.to_str().is_some_and(|name| name.ends_with(&end)))
}

/// Writes a file in one step. It is not flushed to the disk: what is lost in a
/// crash costs a call of cargo.
pub fn write(path: &Path, value: &impl Serialize) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new()
        .prefix(".tmp")
        .tempfile_in(folder)?;
    file.write_all(&serde_json::to_vec(value)?)?;
    file.persist(path)?;
    Ok(())
}

/// Waits until no other aoc builds in this project, and keeps others from
/// building until it is dropped. `None` where the file system has no locks.
pub fn lock(project: &Project, events: &dyn BuildEvents) -> Result<Option<File>, BuildError> {
    let path = folder(project).join("lock");
    let at = |path: &Path| {
        let path = path.to_path_buf();
        move |source| BuildError::Write { path, source }
    };
    make_target(project).map_err(at(&path))?;
    let file = File::create(&path).map_err(at(&path))?;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if events.interrupted() => {
                return Err(BuildError::Interrupted);
            }
            Err(TryLockError::WouldBlock) => thread::sleep(POLL),
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
}

/// Cargo marks the target folder as a cache only if it creates it.
fn make_target(project: &Project) -> io::Result<()> {
    let target = project.target_dir();
    if !target.exists() {
        fs::create_dir_all(&target)?;
        fs::write(
            target.join("CACHEDIR.TAG"),
            "Signature: 8a477f597d28d172789f06886806bc55\n# Created by aoc, filled by cargo.\n",
        )?;
    }
    fs::create_dir_all(folder(project))
}
