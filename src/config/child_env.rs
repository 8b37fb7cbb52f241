//! The environment of child processes: cargo and workers.
//!
//! It contains no session token, and none of the variables that an outer
//! `cargo run` sets: with these, cargo would rebuild what is fresh, and
//! toolchain files would be ignored.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// The variables for a child process.
#[derive(Clone, Debug)]
pub struct ChildEnv {
    pub variables: Arc<[(OsString, OsString)]>,
}

/// Variables that would move the build folder out of the project.
const TARGET_DIRS: &str = "CARGO_TARGET_DIR CARGO_BUILD_TARGET_DIR CARGO_BUILD_BUILD_DIR";

/// Prefixes of the variables that `cargo run` and `cargo test` set for the programs
/// they start, in addition to `CARGO`.
const LEFT_BEHIND: &str = "CARGO_BIN_ CARGO_CRATE_NAME CARGO_MAKEFLAGS CARGO_MANIFEST_ CARGO_PKG_ \
     CARGO_PRIMARY_PACKAGE CARGO_RUSTC_CURRENT_DIR CARGO_TARGET_TMPDIR OUT_DIR RUSTUP_TOOLCHAIN \
     RUST_RECURSION_COUNT";

impl ChildEnv {
    /// Removes the variables that children must not see from those of this process, whose
    /// file is `program`.
    pub fn new(
        variables: impl IntoIterator<Item = (OsString, OsString)>,
        program: Option<&Path>,
    ) -> Self {
        let mut variables: Vec<(OsString, OsString)> = variables.into_iter().collect();
        let marks = ["CARGO_MANIFEST_DIR", "CARGO_PKG_NAME"];
        let inside_cargo = marks.iter().any(|name| get(&variables, name).is_some());
        variables.retain_mut(|(name, value)| {
            let name = name.to_string_lossy();
            let starts = |start| name.starts_with(start);
            let is_left_behind = || name == "CARGO" || LEFT_BEHIND.split(' ').any(starts);
            let is_target = TARGET_DIRS.split(' ').any(|other| name == other);
            if is_token(&name) || is_target || inside_cargo && is_left_behind() {
                return false;
            }
            // `LD_LIBRARY_PATH` on Linux, `DYLD_FALLBACK_LIBRARY_PATH` on macOS.
            let is_path = name.ends_with("LIBRARY_PATH");
            if is_path && inside_cargo {
                *value = without_cargos_folders(value, program.and_then(Path::parent));
            }
            !(is_path && value.is_empty())
        });
        variables.sort();
        let variables = variables.into();
        Self { variables }
    }

    /// Sets the environment of a command to exactly these variables.
    pub fn apply_to(&self, command: &mut Command) {
        let variables = self.variables.iter().map(|(name, value)| (name, value));
        command.env_clear().envs(variables);
    }

    pub fn get(&self, name: &str) -> Option<&OsStr> {
        get(&self.variables, name)
    }

    /// The file of a program on `PATH`.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        let name = format!("{name}{}", env::consts::EXE_SUFFIX);
        env::split_paths(self.get("PATH")?)
            .map(|folder| folder.join(&name))
            .find(|file| file.is_file())
    }

    /// The folder of `cargo` or `rustup`: `CARGO_HOME`, or `.cargo` in the home folder.
    pub fn home_of(&self, tool: &str) -> Option<PathBuf> {
        let home = self.get(if cfg!(windows) { "USERPROFILE" } else { "HOME" });
        let set = self.get(&format!("{}_HOME", tool.to_uppercase()));
        match set.filter(|path| !path.is_empty()) {
            Some(set) => Some(set.into()),
            None => Some(Path::new(home?).join(format!(".{tool}"))),
        }
    }
}

/// The value of a variable. On Windows the case of names is ignored.
fn get<'a>(variables: &'a [(OsString, OsString)], name: &str) -> Option<&'a OsStr> {
    let is_same =
        |other: &OsStr| other == name || cfg!(windows) && other.eq_ignore_ascii_case(name);
    let mut variables = variables.iter();
    variables.find_map(|(other, value)| is_same(other).then_some(value.as_os_str()))
}

/// `AOC_SESSION`, and the names that other tools use.
fn is_token(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let tools = ["AOC", "ADVENT_OF_CODE", "ADVENTOFCODE"];
    let secrets = ["SESSION", "TOKEN", "COOKIE"];
    tools.iter().any(|tool| name.starts_with(tool))
        && secrets.iter().any(|secret| name.contains(secret))
}

/// A search path without the folders that `cargo run` adds: those of the build that
/// contains `program_dir`, and the toolchain's libraries.
fn without_cargos_folders(value: &OsStr, program_dir: Option<&Path>) -> OsString {
    // The program of a test is one folder deeper.
    let build_dir = program_dir.and_then(|dir| dir.ancestors().find(|it| !it.ends_with("deps")));
    let is_kept = |entry: &PathBuf| {
        let is_toolchain = |part: &OsStr| part == "toolchains" || part == "rustlib";
        let is_toolchain_dir = entry.ends_with("lib") && entry.iter().any(is_toolchain);
        let is_build_dir = build_dir.is_some_and(|dir| entry.starts_with(dir));
        !(entry.as_os_str().is_empty() || is_toolchain_dir || is_build_dir)
    };
    env::join_paths(env::split_paths(value).filter(is_kept)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// These variables in a line, as they come in and as they pass.
    fn passed(line: &str) -> String {
        let variables = line.split(' ').map(|it| it.split_once('=').unwrap());
        let variables = variables.map(|(name, value)| (name.into(), value.into()));
        let left = ChildEnv::new(variables, Some(Path::new("/repo/target/release/aoc"))).variables;
        let left = left
            .iter()
            .map(|(name, value)| format!("{}={}", name.display(), value.display()));
        left.collect::<Vec<_>>().join(" ")
    }

    #[cfg(unix)]
    #[test]
    fn tokens_and_what_an_outer_cargo_left_behind_never_pass() {
        let secret = "ADVENT_OF_CODE_SESSION=a AOC_COOKIE=c AOC_SESSION=b AOC_TOKEN=c \
                      CARGO_BUILD_TARGET_DIR=/x CARGO_TARGET_DIR=/x";
        assert_eq!(passed(secret), "");
        let users = "AOC_YEAR=2020 CARGO_BUILD_JOBS=1 CARGO_HOME=/c CARGO_NET_OFFLINE=true \
                     LD_LIBRARY_PATH=/repo/target/release/deps:/opt OUT_DIR=mine RUSTFLAGS=-g \
                     RUSTUP_TOOLCHAIN=nightly";
        assert_eq!(passed(users), users);
        let outer = "CARGO=/toolchain/bin/cargo CARGO_BIN_EXE_aoc=x CARGO_CRATE_NAME=aoc \
                     CARGO_HOME=/c CARGO_MANIFEST_DIR=/repo CARGO_PKG_NAME=aoc-kit \
                     CARGO_PRIMARY_PACKAGE=1 OUT_DIR=x RUSTUP_TOOLCHAIN=stable \
                     RUSTUP_TOOLCHAIN_SOURCE=default RUST_RECURSION_COUNT=1";
        assert_eq!(passed(outer), "CARGO_HOME=/c");
    }

    #[test]
    fn finds_cargo_and_its_home() {
        let temp = tempfile::tempdir().unwrap();
        let cargo = temp
            .path()
            .join(format!("cargo{}", env::consts::EXE_SUFFIX));
        let environment = |variables: &[(&str, &Path)]| {
            let variables = variables.iter().map(|&(n, v)| (n.into(), v.into()));
            ChildEnv::new(variables, None)
        };
        let with_path = environment(&[("PATH", temp.path())]);
        assert_eq!(with_path.program("cargo"), None);
        std::fs::write(&cargo, "").unwrap();
        assert_eq!(with_path.program("cargo"), Some(cargo));
        let home = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
        let at_home = environment(&[(home, Path::new("/h"))]);
        assert_eq!(at_home.home_of("cargo"), Some("/h/.cargo".into()));
        let set = environment(&[("CARGO_HOME", Path::new("/c"))]);
        assert_eq!(set.home_of("cargo"), Some("/c".into()));
    }
}
