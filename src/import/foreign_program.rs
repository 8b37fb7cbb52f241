//! The programs of other people that an import runs: the old program, its build, and the days of a
//! trial. What they may see is decided here.
//!
//! All of them run within limits, in a home folder without the user's files. They get no session.
//!
//! A day of a trial gets the other variables of the user, as in `aoc run`, except those that name the
//! user's folders. The old program and its build scripts may do anything, so they get only the
//! variables that a build needs. They run in a copy of their folder, without the files and variables
//! that may hold a secret.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use toml_edit::DocumentMut;

use super::names::{file_name, folder_of};
use crate::config::{ChildEnv, HOME_VARIABLE};
use crate::error::{Result, file_error};
use crate::processes::{CancelToken, EndedProgram, ExceededLimit, ProgramLimits, run_within};
use crate::puzzle::words;

/// The most memory of each program that an import runs, in bytes. At most one program for each
/// processor runs at a time.
const MAX_MEMORY: u64 = 4 << 30;

/// The environment variables that the old program and its build get.
const VARIABLES: &[&str] = &[
    "PATH",
    "TMPDIR",
    "TEMP",
    "TMP",
    "LANG",
    "LC_ALL",
    "CC",
    "CXX",
    "PKG_CONFIG_PATH",
    "RUSTUP_TOOLCHAIN",
    "SYSTEMROOT",
    "SYSTEMDRIVE",
    "WINDIR",
    "COMSPEC",
    "PATHEXT",
    "PROGRAMFILES",
    "PROGRAMDATA",
];

/// The variables that only `cargo fetch` gets, because it may need them to download libraries. It
/// runs outside of the folder, and so runs no code of it.
const NETWORK_VARIABLES: &[&str] = &[
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "CARGO_HTTP_CAINFO",
    "CARGO_HTTP_PROXY",
];

/// Words in the names of files and folders with a secret.
const SECRETS: [&str; 8] = [
    "cookie",
    "cookies",
    "credentials",
    "secret",
    "secrets",
    "session",
    "token",
    "tokens",
];

/// True if the path of a file says that it may contain a session or another secret. Sources do not
/// count, whatever their names are. A folder counts only if its name says nothing else:
/// `day15-cookies` may be the folder of a day.
pub fn may_be_secret(file: &str) -> bool {
    let name = file_name(file).to_lowercase();
    let is_source = name.strip_suffix(".rs").is_some();
    let has_word = words(&name).iter().any(|word| SECRETS.contains(&&**word));
    let is_in_secret_folder = folder_of(file).split('/').any(|folder| {
        let folder = folder.to_lowercase();
        SECRETS.contains(&folder.trim_start_matches('.'))
    });
    !is_source && (name.contains(".env") || has_word || is_in_secret_folder)
}

/// The environment of a day of a trial. No variable names a folder with the user's files, such as
/// that of the session.
pub fn environment_of_day(user: &ChildEnv, home: &Path) -> ChildEnv {
    let mut variables = user.variables.to_vec();
    variables.retain(|(name, _)| {
        let name = name.to_string_lossy().to_ascii_uppercase();
        !name.starts_with("XDG_") && !["APPDATA", "LOCALAPPDATA"].contains(&&*name)
    });
    ChildEnv::new(variables).with(HOME_VARIABLE, home)
}

/// The environment of the old program.
pub fn environment_of_old_program(user: &ChildEnv, home: &Path) -> ChildEnv {
    ChildEnv::new(named(user, VARIABLES))
        .with(HOME_VARIABLE, home)
        .with("NO_COLOR", "1")
}

/// The environment of cargo when it builds the old program.
pub fn environment_of_build(user: &ChildEnv, home: &Path) -> ChildEnv {
    let mut environment = environment_of_old_program(user, home);
    for tool in ["cargo", "rustup"] {
        if let Some(folder) = user.home_of(tool) {
            environment = environment.with(&format!("{}_HOME", tool.to_uppercase()), folder);
        }
    }
    // A toolchain file must not make rustup install a toolchain.
    environment.with("RUSTUP_AUTO_INSTALL", "0")
}

/// The variables that `cargo fetch` gets besides the environment of a build.
pub fn network_variables(user: &ChildEnv) -> impl Iterator<Item = (OsString, OsString)> {
    named(user, NETWORK_VARIABLES)
}

/// The variables with these names that are set.
fn named(user: &ChildEnv, names: &[&str]) -> impl Iterator<Item = (OsString, OsString)> {
    user.variables
        .iter()
        .filter(|(name, _)| {
            let name = name.to_string_lossy();
            names.iter().any(|other| name.eq_ignore_ascii_case(other))
        })
        .cloned()
}

/// True if the name of an environment variable says that it probably holds a token.
pub fn may_hold_token(variable: &str) -> bool {
    let variable = [(variable.into(), "".into())];
    ChildEnv::new(variable).variables.is_empty()
}

/// A configuration of cargo without the environment variables that probably hold a token.
pub fn without_tokens(text: &str) -> String {
    let Ok(mut document) = text.parse::<DocumentMut>() else {
        // Cargo cannot read such a text either.
        return String::new();
    };
    if let Some(variables) = document.get_mut("env")
        && let Some(variables) = variables.as_table_like_mut()
    {
        let names: Vec<String> = variables.iter().map(|(name, _)| name.to_owned()).collect();
        for name in names {
            if may_hold_token(&name) {
                variables.remove(&name);
            }
        }
    }
    document.to_string()
}

/// Runs a program with this text on stdin, until a deadline. It may print `max_output` bytes. Fails
/// if it cannot start, or if the user cancels.
pub fn run_foreign(
    command: Command,
    input: &str,
    deadline: Instant,
    max_output: u64,
    cancel: &CancelToken,
) -> Result<Result<EndedProgram, ExceededLimit>> {
    let limits = ProgramLimits {
        deadline,
        memory: MAX_MEMORY,
        output: max_output,
    };
    let program = command.get_program().to_owned();
    let ended = run_within(&limits, cancel, command, input);
    cancel.check()?;
    ended
        .map_err(|error| file_error(format!("cannot start {}", program.display())).caused_by(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_variable_of_a_day_names_a_folder_of_the_user() {
        let folders = [
            "XDG_CONFIG_HOME",
            "XDG_CACHE_HOME",
            "XDG_RUNTIME_DIR",
            "APPDATA",
            "LocalAppData",
            HOME_VARIABLE,
        ];
        let user = folders.map(|name| (name.into(), "/user".into()));
        let others = [("MINE".into(), "1".into()), ("MY_XDG".into(), "2".into())];
        let user = ChildEnv::new(user.into_iter().chain(others));
        for environment in [environment_of_day, environment_of_old_program] {
            let environment = environment(&user, Path::new("/trial"));
            assert!(
                environment
                    .variables
                    .iter()
                    .all(|(_, value)| value != "/user")
            );
            assert_eq!(environment.get(HOME_VARIABLE), Some("/trial".as_ref()));
        }
        let day = environment_of_day(&user, Path::new("/trial"));
        assert_eq!(day.variables.len(), 3, "the others stay");
    }
}
