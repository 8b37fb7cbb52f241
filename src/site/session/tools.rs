//! The other tools for Advent of Code whose sessions are found. No other file knows their files.

use std::path::{Path, PathBuf};

use crate::config::Environment;

/// Another tool for Advent of Code.
#[derive(Debug, PartialEq)]
pub struct Tool {
    pub name: &'static str,
    /// The variables with the folder of the file [`TOKEN`].
    variables: &'static [&'static str],
    /// The files with a session in the folders of configurations.
    config_files: &'static [&'static str],
    /// The files with a session in the home folder.
    home_files: &'static [&'static str],
    /// True if a comment may follow the token in a file.
    pub allows_comment: bool,
    /// True if the folder of the session also has inputs and answers.
    pub has_inputs: bool,
}

/// The name of aocd's file with the session.
const TOKEN: &str = "token";

pub const AOCD: &Tool = &Tool {
    name: "aocd",
    variables: &["AOCD_DIR", "AOCD_DATA_DIR", "AOCD_CONFIG_DIR"],
    config_files: &["aocd/token"],
    home_files: &[],
    allows_comment: true,
    has_inputs: true,
};

pub const TOOLS: [&Tool; 3] = [
    AOCD,
    &Tool {
        name: "aoc-cli",
        variables: &[],
        config_files: &["adventofcode.session"],
        home_files: &[".adventofcode.session"],
        allows_comment: false,
        has_inputs: false,
    },
    &Tool {
        name: "cargo-aoc",
        variables: &[],
        // The folder is named differently on macOS and on Windows.
        config_files: &[
            "cargo-aoc/credentials.toml",
            "com.github.gobanos.cargo-aoc/credentials.toml",
            "gobanos/cargo-aoc/config/credentials.toml",
        ],
        home_files: &[],
        allows_comment: false,
        has_inputs: false,
    },
];

impl Tool {
    /// The tool with this name, in any case.
    pub fn find(name: &str) -> Option<&'static Self> {
        TOOLS
            .into_iter()
            .find(|tool| name.eq_ignore_ascii_case(tool.name))
    }

    /// The paths of the files with a session, relative to different folders.
    pub fn files(&self) -> impl Iterator<Item = &'static str> {
        [self.config_files, self.home_files]
            .into_iter()
            .flatten()
            .copied()
    }
}

/// The files in which other tools may store a session, in the order of their priority. Many tools
/// use `~/.config` on every system, even if the configuration folder is elsewhere.
pub fn files_of_tools(environment: &Environment) -> Vec<(&'static Tool, PathBuf)> {
    let mut files = Vec::new();
    for tool in TOOLS {
        let folders = tool.variables.iter();
        for folder in folders.filter_map(|name| environment.variable(name)) {
            files.push((tool, Path::new(folder).join(TOKEN)));
        }
    }
    let mut folders = Vec::new();
    if let Some(own) = &environment.config_dir {
        folders.extend(own.parent().map(Path::to_owned));
    }
    let home = environment.home.as_ref();
    folders.extend(home.map(|home| home.join(".config")));
    folders.dedup();
    for tool in TOOLS {
        for name in tool.config_files {
            files.extend(folders.iter().map(|folder| (tool, folder.join(name))));
        }
    }
    for tool in TOOLS {
        for name in tool.home_files {
            files.extend(home.map(|home| (tool, home.join(name))));
        }
    }
    files
}
