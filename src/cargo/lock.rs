//! One aoc builds in a project at a time.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::error::BuildError;
use super::events::BuildEvents;
use crate::project::Project;

/// Where our own files below `target/` are.
pub fn folder(project: &Project) -> PathBuf {
    project.target_dir().join("aoc-stamps")
}

/// Keeps other aocs from building here until it is dropped: else one could
/// stamp the program that another has just built with other flags.
pub fn wait(project: &Project, events: &dyn BuildEvents) -> Result<File, BuildError> {
    let path = folder(project).join("lock");
    let at = |path: &Path| {
        let path = path.to_path_buf();
        move |source| BuildError::Write { path, source }
    };
    make_target(project).map_err(at(&path))?;
    let file = File::create(&path).map_err(at(&path))?;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if events.interrupted() => {
                return Err(BuildError::Interrupted);
            }
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
            Err(TryLockError::Error(error)) => return Err(at(&path)(error)),
        }
    }
}

/// Cargo marks the target folder as a cache only if it makes it itself.
fn make_target(project: &Project) -> std::io::Result<()> {
    let target = project.target_dir();
    if !target.exists() {
        fs::create_dir_all(&target)?;
        fs::write(
            target.join("CACHEDIR.TAG"),
            "Signature: 8a477f597d28d172789f06886806bc55\n# Made by aoc, filled by cargo.\n",
        )?;
    }
    fs::create_dir_all(folder(project))
}
