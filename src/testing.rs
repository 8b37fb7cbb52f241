//! What the unit tests of several modules share.

use std::fs;
use std::path::Path;

use chrono::DateTime;

use crate::config::Environment;

/// Writes a file below a folder, with the folders that it is in.
pub fn write(root: &Path, path: &str, text: impl AsRef<[u8]>) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The environment in the home folder of a user whose configuration is in `aoc` there,
/// in 1970, without a cache folder.
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
    }
}
