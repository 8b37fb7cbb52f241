//! The versions of cargo and the compiler, and the advice if the compiler is too old.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::configuration::toolchain_files;
use crate::config::ChildEnv;
use crate::processes::{CancelToken, ProgramLimits, run_within};
use crate::terminal::span;

/// The oldest compiler that builds the library.
const OLDEST_RUSTC: &str = env!("CARGO_PKG_RUST_VERSION");

/// The message for an outdated compiler. `version_output` is the output of `rustc --version`.
/// `None` if the compiler is new enough.
pub fn outdated_rustc_message(version_output: &str) -> Option<String> {
    let version = version_output
        .strip_prefix("rustc ")?
        .split_whitespace()
        .next()?;
    let is_outdated = major_and_minor(version)? < major_and_minor(OLDEST_RUSTC)?;
    is_outdated.then(|| format!("rustc {version} is older than {OLDEST_RUSTC}, which days need"))
}

/// The major and the minor version, such as 1 and 91 of `1.91.0-nightly`.
fn major_and_minor(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.split('.').map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// The compiler that cargo uses.
pub fn rustc(environment: &ChildEnv) -> &OsStr {
    environment.get("RUSTC").unwrap_or(OsStr::new("rustc"))
}

/// Checks the compiler that cargo uses in this folder; see [`outdated_rustc_message`].
pub fn outdated_compiler_message(root: &Path, environment: &ChildEnv) -> Option<String> {
    outdated_rustc_message(&tool_version(rustc(environment), root, environment).ok()?)
}

/// The advice on getting a newer compiler, if a file chooses the toolchain of this folder. `None`
/// if `rustup update` always helps.
pub fn toolchain_file_advice(folder: &Path) -> Option<String> {
    let file = toolchain_files(folder).find(|file| file.is_file())?;
    let shown = file.strip_prefix(folder).unwrap_or(&file).display();
    Some(format!(
        "write a newer version into {shown}, or run `rustup update` if it names none"
    ))
}

/// The time limit for `--version`, which usually takes some milliseconds.
const VERSION_LIMIT: Duration = Duration::from_secs(10);

/// The first line that a tool prints with `--version` in this folder, or the reason why there is
/// none.
pub fn tool_version(tool: &OsStr, folder: &Path, environment: &ChildEnv) -> Result<String, String> {
    version_within(VERSION_LIMIT, tool, folder, environment)
}

fn version_within(
    limit: Duration,
    tool: &OsStr,
    folder: &Path,
    environment: &ChildEnv,
) -> Result<String, String> {
    let mut command = Command::new(tool);
    environment.apply_to(&mut command);
    // Otherwise rustup would download the toolchain of the project.
    command.env("RUSTUP_AUTO_INSTALL", "0");
    command.arg("--version").current_dir(folder);
    let limits = ProgramLimits::of_time(limit);
    let ended = run_within(&limits, &CancelToken::default(), command, "")
        .map_err(|error| error.to_string())?
        .map_err(|_| format!("it did not end within {}", span(limit)))?;
    if ended.status.success() {
        Ok(first_line(&ended.stdout))
    } else {
        Err(first_line(&ended.stderr))
    }
}

fn first_line(text: &str) -> String {
    let first = text.lines().next();
    first.unwrap_or("it printed nothing").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_tool_that_does_not_end_is_not_waited_for() {
        use crate::testing::write_program;

        let temp = tempfile::tempdir().unwrap();
        let environment = ChildEnv::new(std::env::vars_os());
        for (script, says) in [
            ("echo cargo 1.0.0; echo more", Ok("cargo 1.0.0")),
            ("echo info >&2; echo rustc 1.0.0", Ok("rustc 1.0.0")),
            ("echo said; echo it is ill >&2; exit 1", Err("it is ill")),
            ("exit 1", Err("it printed nothing")),
            // A process that the tool has started does not extend the wait.
            ("sleep 1000 & wait", Err("it did not end within 1s")),
        ] {
            let tool = temp.path().join("tool");
            write_program(&tool, &format!("#!/bin/sh\n{script}\n"));
            let limit = if script.starts_with("sleep") {
                Duration::from_secs(1)
            } else {
                Duration::from_mins(5)
            };
            let found = version_within(limit, tool.as_os_str(), temp.path(), &environment);
            let says = says.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(found, says, "{script}");
        }
        let missing = OsStr::new("/nosuch/tool");
        assert!(tool_version(missing, temp.path(), &environment).is_err());
    }

    #[test]
    fn a_compiler_that_is_too_old_is_known_by_its_version() {
        let today = format!("rustc {OLDEST_RUSTC}.0 (f2d3ce0bd 2026-03-21)");
        for said in [&today, "rustc 1.999.0-nightly", "rustc 2.0.0", "rust 1", ""] {
            assert_eq!(outdated_rustc_message(said), None, "{said}");
        }
        let why = outdated_rustc_message("rustc 1.70.0 (90c541806 2023-05-31)\nmore").unwrap();
        assert!(why.starts_with("rustc 1.70.0 is older than 1."), "{why}");
    }
}
