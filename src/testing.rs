//! Helpers for the unit tests of several modules.

use std::fs;
use std::path::Path;
use std::time::Duration;

use chrono::{DateTime, Offset, Utc};
use proptest::string::{RegexGeneratorStrategy, string_regex};
use tempfile::TempDir;

use crate::config::{ChildEnv, Environment, LocalClock};
use crate::project::Project;

/// Writes a file below a folder, and creates the folders of its path.
pub fn write(root: &Path, path: &str, text: impl AsRef<[u8]>) {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Writes a program, such as a shell script, and creates its folder.
///
/// Another process writes the file. A file that is open for writing cannot be executed. If this
/// process wrote it, a process of another test could inherit the open file.
#[cfg(unix)]
pub fn write_program(path: &Path, text: &str) {
    let script = "mkdir -p \"${2%/*}\" && printf %s \"$1\" > \"$2\" && chmod +x \"$2\"";
    let mut shell = std::process::Command::new("sh");
    let written = shell.args(["-c", script, "sh", text]).arg(path).status();
    assert!(written.unwrap().success());
}

/// Texts that match a regular expression, which is parsed once. A strategy that is a `&str` parses
/// it for each text.
pub fn matching(pattern: &str) -> RegexGeneratorStrategy<String> {
    string_regex(pattern).unwrap()
}

/// Makes a file a program that can be executed.
pub fn make_executable(path: &Path) {
    #[cfg(unix)]
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    #[cfg(windows)]
    assert!(path.is_file());
}

/// The names in bold type in a numbered list of the reference. The list comes after the words
/// `before`.
pub fn names_in_reference(before: &str) -> Vec<&'static str> {
    let reference = include_str!("../docs/reference.md");
    let (_, list) = reference
        .split_once(&format!("{before}\n\n"))
        .expect("the list");
    let (list, _) = list.split_once("\n\n").expect("its end");
    let items = list.lines().filter_map(|line| line.split_once(". **"));
    items
        .filter_map(|(_, item)| item.split("**").next())
        .collect()
}

/// A message whose paths have the separator of Unix.
pub fn with_slashes(message: &str) -> String {
    message.replace('\\', "/")
}

/// An environment of child processes without variables, and therefore without git.
pub fn no_variables() -> ChildEnv {
    ChildEnv::new([])
}

/// A project with these files in `days`.
pub fn project(files: &[(&str, &str)]) -> (TempDir, Project) {
    let temp = tempfile::tempdir().unwrap();
    write(temp.path(), "Cargo.toml", "[workspace.metadata.aoc]\n");
    for (path, text) in files {
        write(&temp.path().join("days"), path, text);
    }
    let project = Project::find(temp.path(), &no_variables()).unwrap();
    (temp, project)
}

/// The clock of a computer that was started ten hours ago.
pub fn clock_at(now: fn() -> DateTime<Utc>) -> LocalClock {
    LocalClock {
        now,
        uptime: || Duration::from_hours(10),
    }
}

/// The environment of a user whose configuration is in `aoc` in the home folder. The clock shows
/// 1970, the time zone is UTC, and there is no cache folder.
pub fn environment(home: &Path, variables: &[(&str, &str)]) -> Environment {
    Environment {
        variables: variables
            .iter()
            .map(|(name, value)| (name.into(), value.into()))
            .collect(),
        arguments: Vec::new(),
        executable: None,
        current_dir: home.to_owned(),
        home: Some(home.to_owned()),
        config_dir: Some(home.join("aoc")),
        cache_dir: None,
        clock: clock_at(|| DateTime::UNIX_EPOCH),
        local_offset: |_| Utc.fix(),
    }
}
