//! The environment of child processes, such as cargo, workers, git and the editor.
//!
//! It does not contain a session token, even if the token is in a variable with another name.
//! Example: if `AOC_SESSION` and `MY_COOKIE` have the same value, both are left out.
//!
//! It also lacks the variables that an outer `cargo run` sets. With them, cargo would rebuild fresh
//! targets and ignore toolchain files.

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Debug, Formatter};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use crate::files::find_program;

/// The name of the variable with the path of the home folder.
pub const HOME_VARIABLE: &str = if cfg!(windows) { "USERPROFILE" } else { "HOME" };

/// The variables for a child process.
#[derive(Clone)]
pub struct ChildEnv {
    pub variables: Arc<[(OsString, OsString)]>,
}

/// Hides the values, which may be personal.
impl Debug for ChildEnv {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.debug_struct("ChildEnv").finish_non_exhaustive()
    }
}

/// The prefixes of the variables that `cargo run` and `cargo test` set for the programs that they
/// start. They also set `CARGO`, which is compared as a whole.
const SET_BY_CARGO: &[&str] = &[
    "CARGO_BIN_",
    "CARGO_CRATE_NAME",
    "CARGO_MAKEFLAGS",
    "CARGO_MANIFEST_",
    "CARGO_PKG_",
    "CARGO_PRIMARY_PACKAGE",
    "CARGO_RUSTC_CURRENT_DIR",
    "CARGO_TARGET_TMPDIR",
    "DYLD_FALLBACK_LIBRARY_PATH",
    "LD_LIBRARY_PATH",
    "OUT_DIR",
    "RUSTUP_TOOLCHAIN",
    "RUST_RECURSION_COUNT",
];

impl ChildEnv {
    /// The variables that child processes may get.
    pub fn new(all: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        let mut variables: Vec<_> = all.into_iter().collect();
        let inside_cargo = get(&variables, "CARGO_MANIFEST_DIR").is_some();
        variables.retain(|(name, _)| {
            let name = name.to_string_lossy();
            let is_set_by_cargo = inside_cargo && is_set_by_cargo(&name);
            !is_set_by_cargo && !is_hidden(&name)
        });
        variables.sort();
        Self {
            variables: variables.into(),
        }
    }

    /// Removes the variables for whose value `has_token` returns true.
    pub fn without(self, has_token: impl Fn(&str) -> bool) -> Self {
        let variables = self.variables.iter();
        Self {
            variables: variables
                .filter(|(_, value)| !has_token(&value.to_string_lossy()))
                .cloned()
                .collect(),
        }
    }

    pub fn with(self, name: &str, value: impl Into<OsString>) -> Self {
        let mut variables = self.variables.to_vec();
        variables.retain(|(other, _)| !is_same_name(other, name));
        variables.push((name.into(), value.into()));
        variables.sort();
        Self {
            variables: variables.into(),
        }
    }

    /// Sets the environment of a command to exactly these variables.
    pub fn apply_to(&self, command: &mut Command) {
        command.env_clear().envs(self.variables.iter().cloned());
    }

    pub fn get(&self, name: &str) -> Option<&OsStr> {
        get(&self.variables, name)
    }

    /// The file of a program on `PATH`.
    pub fn program(&self, name: &str) -> Option<PathBuf> {
        find_program(self.get("PATH")?, name)
    }

    /// The folder of `cargo` or `rustup`: `CARGO_HOME`, or `.cargo` in the home folder.
    pub fn home_of(&self, tool: &str) -> Option<PathBuf> {
        let set = self.get(&format!("{}_HOME", tool.to_uppercase()));
        if let Some(set) = set.filter(|path| !path.is_empty()) {
            return Some(set.into());
        }
        let home = self.get(HOME_VARIABLE)?;
        Some(Path::new(home).join(format!(".{tool}")))
    }
}

/// True if both are names of the same variable. Windows ignores their case.
pub(super) fn is_same_name(one: &OsStr, other: &str) -> bool {
    one == other || cfg!(windows) && one.eq_ignore_ascii_case(other)
}

pub(super) fn get<'a>(variables: &'a [(OsString, OsString)], name: &str) -> Option<&'a OsStr> {
    for (other, value) in variables {
        if is_same_name(other, name) {
            return Some(value);
        }
    }
    None
}

/// True for the name of a variable that no child process gets: `AOC_SESSION`, the corresponding
/// names of other tools, and `AOC_LEADERBOARD`, which may contain a view key.
pub fn is_hidden(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let tools = ["AOC", "ADVENT_OF_CODE", "ADVENTOFCODE"];
    let secrets = ["SESSION", "TOKEN", "COOKIE", "LEADERBOARD"];
    tools.iter().any(|tool| name.starts_with(tool))
        && secrets.iter().any(|secret| name.contains(secret))
}

/// True for a variable that `cargo run` or `cargo test` sets. Outside of such a call, the user has
/// set the variable.
fn is_set_by_cargo(name: &str) -> bool {
    name == "CARGO" || SET_BY_CARGO.iter().any(|prefix| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The variables, given as `A=1`, that child processes get.
    #[cfg(unix)]
    fn passed(variables: &[&str]) -> Vec<String> {
        let variables = variables.iter().map(|variable| {
            let (name, value) = variable.split_once('=').unwrap();
            (name.into(), value.into())
        });
        let passed = ChildEnv::new(variables)
            .without(|value| value.contains("5361"))
            .variables;
        passed
            .iter()
            .map(|(name, value)| format!("{}={}", name.display(), value.display()))
            .collect()
    }

    #[cfg(unix)]
    #[test]
    fn a_child_gets_these_variables_and_no_others() {
        let mut command = Command::new("/usr/bin/env");
        command.env("OTHER", "1");
        ChildEnv::new([("MINE".into(), "2".into())]).apply_to(&mut command);
        let output = command.output().unwrap();
        assert_eq!(output.stdout, b"MINE=2\n");
    }

    #[cfg(unix)]
    #[test]
    fn tokens_and_what_an_outer_cargo_left_behind_never_pass() {
        let secrets = [
            "ADVENT_OF_CODE_SESSION=a",
            "AOC_COOKIE=c",
            "AOC_SESSION=b",
            "AOC_TOKEN=c",
            // The user chose this name.
            "COOKIE=session=5361",
            "MINE=5361",
        ];
        assert_eq!(passed(&secrets), [""; 0]);
        let of_user = [
            "AOC_YEAR=2020",
            "CARGO_BUILD_JOBS=1",
            "CARGO_HOME=/c",
            "CARGO_NET_OFFLINE=true",
            "LD_LIBRARY_PATH=/repo/target/release/deps:/opt",
            "MINE=a  b",
            "OUT_DIR=mine",
            "RUSTFLAGS=-g",
            "RUSTUP_TOOLCHAIN=nightly",
        ];
        assert_eq!(passed(&of_user), of_user);
        let outer = [
            "CARGO=/toolchain/bin/cargo",
            "CARGO_BIN_EXE_aoc=x",
            "CARGO_CRATE_NAME=aoc",
            "CARGO_HOME=/c",
            "CARGO_MANIFEST_DIR=/repo",
            "CARGO_PKG_NAME=aoc-kit",
            "CARGO_PRIMARY_PACKAGE=1",
            "DYLD_FALLBACK_LIBRARY_PATH=/repo/target/release/deps",
            "LD_LIBRARY_PATH=/repo/target/release/deps:/opt:/toolchains/x/lib",
            "OUT_DIR=x",
            "RUSTUP_TOOLCHAIN=stable",
            "RUSTUP_TOOLCHAIN_SOURCE=default",
            "RUST_RECURSION_COUNT=1",
        ];
        assert_eq!(passed(&outer), ["CARGO_HOME=/c"]);
    }

    #[test]
    fn the_case_of_a_name_counts_except_on_windows() {
        let variables = [("Path".into(), "/bin".into())];
        assert_eq!(get(&variables, "Path"), Some(OsStr::new("/bin")));
        assert_eq!(get(&variables, "PATH").is_some(), cfg!(windows));
        assert_eq!(get(&variables, "PAT"), None);
    }

    #[test]
    fn finds_cargo_and_its_home() {
        let temp = tempfile::tempdir().unwrap();
        let cargo = temp
            .path()
            .join(format!("cargo{}", std::env::consts::EXE_SUFFIX));
        let environment = |variables: &[(&str, &Path)]| {
            let variables = variables.iter().map(|&(n, v)| (n.into(), v.into()));
            ChildEnv::new(variables)
        };
        let with_path = environment(&[("PATH", temp.path())]);
        assert_eq!(with_path.program("cargo"), None);
        std::fs::write(&cargo, "").unwrap();
        crate::testing::make_executable(&cargo);
        assert_eq!(with_path.program("cargo"), Some(cargo));
        let home = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
        let at_home = environment(&[(home, Path::new("/h"))]);
        assert_eq!(at_home.home_of("cargo"), Some("/h/.cargo".into()));
        let set = environment(&[("CARGO_HOME", Path::new("/c"))]);
        assert_eq!(set.home_of("cargo"), Some("/c".into()));
    }
}
