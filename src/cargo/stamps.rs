//! The folder of what aoc remembers about builds, and its lock: one aoc builds
//! in a project at a time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use super::error::BuildError;
use crate::files::{Lock, replace_unflushed};
use crate::processes::CancelToken;
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

/// Writes a file as JSON. What is lost in a crash costs a call of cargo.
pub fn write(path: &Path, value: &impl Serialize) -> io::Result<()> {
    replace_unflushed(path, serde_json::to_vec(value)?)
}

/// Waits until no other aoc builds in this project, and keeps others from
/// building until the lock is dropped.
pub fn lock(project: &Project, cancel: &CancelToken) -> Result<Lock, BuildError> {
    let path = folder(project).join("lock");
    let failed = |source| BuildError::Write {
        path: path.clone(),
        source,
    };
    make_target(project).map_err(failed)?;
    loop {
        if let Some(lock) = Lock::try_acquire(&path).map_err(failed)? {
            return Ok(lock);
        }
        if cancel.is_cancelled() {
            return Err(BuildError::Interrupted);
        }
        thread::sleep(POLL);
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
