//! Helpers for the unit tests of several modules.

use std::fs;
use std::path::Path;

use chrono::{DateTime, Offset, Utc};
use tempfile::TempDir;

use crate::config::{ChildEnv, Environment};
use crate::project::Project;

/// Writes a file below a folder, with the folders that it is in.
pub fn write(root: &Path, path: &str, text: impl AsRef<[u8]>) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// A message with the separator of paths that it has on Unix.
pub fn with_slashes(message: &str) -> String {
    message.replace('\\', "/")
}

/// The environment of child processes without any variables, so that there is no git.
pub fn no_variables() -> ChildEnv {
    ChildEnv::new([])
}

/// A project whose files in `days` have these texts.
pub fn project(files: &[(&str, &str)]) -> (TempDir, Project) {
    let temp = tempfile::tempdir().unwrap();
    write(temp.path(), "Cargo.toml", "[workspace.metadata.aoc]\n");
    for (path, text) in files {
        write(&temp.path().join("days"), path, text);
    }
    let project = Project::find(temp.path(), &no_variables()).unwrap();
    (temp, project)
}

/// The environment in the home folder of a user whose configuration is in `aoc` there,
/// in 1970, in the zone of UTC, without a cache folder.
pub fn environment(home: &Path, variables: &[(&str, &str)]) -> Environment {
    let variables = variables.iter();
    Environment {
        all: variables
            .map(|(name, value)| (name.into(), value.into()))
            .collect(),
        arguments: Vec::new(),
        executable: None,
        current_dir: home.to_owned(),
        home: Some(home.to_owned()),
        config_dir: Some(home.join("aoc")),
        cache_dir: None,
        now: || DateTime::UNIX_EPOCH,
        local_offset: |_| Utc.fix(),
    }
}
