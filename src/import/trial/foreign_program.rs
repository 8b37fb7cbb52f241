//! Runs other people's programs before the import writes anything to the project: the old program,
//! its build, and the candidates of a trial. `folder/secrets.rs` says which files and variables
//! none of them may see.
//!
//! | program | variables | home folder | limits |
//! |---|---|---|---|
//! | a day of a trial | all except `FOLDER_VARIABLES` and secrets (`is_secret_variable`) | the folder of all runs, with their texts and outputs | 20 s a run and 2 min a day, 4 GiB (on Linux), 64 MiB of output |
//! | the old program | `VARIABLES` | empty | 1 min a day, and 1 min for a run of all days in each of two folders, 4 GiB (on Linux), 1 MiB of output |
//! | the build of the old program | `VARIABLES`, the folders of cargo and rustup | empty | 10 min, 4 GiB (on Linux), 64 MiB of output |
//! | `cargo fetch`, which runs no code of the folder | also `NETWORK_VARIABLES` | empty | part of the 10 min, 4 GiB (on Linux), 64 MiB of output |
//! | the runs of copies in the final check | those of `aoc run` | the user's | 1 min a phase, 4 GiB |
//! | the builds of copies | those of `aoc run` | the user's | none |
//!
//! A trial calls functions that nobody has chosen, and such a function may, for example, download
//! the input. The old program and its build scripts may do anything, so they run in a copy of their
//! folder, without the files that may hold a secret. A copied day belongs to the user, so it is
//! built like every other day, also in a trial. Build scripts are not copied, but procedural macros
//! are.
//!
//! This is no sandbox: a program may use the network, and any file whose path it knows, such as the
//! tokens in the folder of cargo. A day of a trial also gets most passwords and keys of the user,
//! such as `OPENAI_API_KEY` and `PGPASSWORD`. It lacks only variables with a word such as
//! `session`, `token` or `secret` in the name, or with a value that looks like a session.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::config::{ChildEnv, HOME_VARIABLE};
use crate::error::{Result, file_error};
use crate::files::write_source;
use crate::import::folder::secrets::is_secret_variable;
use crate::processes::{CancelToken, EndedProgram, ExceededLimit, ProgramLimits, run_within};

/// The maximum memory of each program that an import runs, in bytes. A trial and the old program
/// enforce it only on Linux. The final check enforces it as `aoc run` does. At most one program per
/// processor runs at a time.
pub const MAX_MEMORY: u64 = 4 << 30;

/// The longest time for a run of a candidate.
pub const LONGEST_RUN: Duration = Duration::from_secs(20);

/// The longest time for all runs of a day of a trial.
pub const LONGEST_TRIAL: Duration = Duration::from_mins(2);

/// The maximum number of bytes that a candidate may print, and also the maximum size of its output
/// file, which gets the captured output.
pub const MAX_OUTPUT: u64 = 64 << 20;

/// The longest time for building a package of the old program with its libraries.
pub const LONGEST_OLD_BUILD: Duration = Duration::from_mins(10);

/// The longest time for all attempts to run the old program for one day. Each run for all days may
/// take as long. There may be two: in the folder of the package and in the root.
pub const LONGEST_OLD_DAY: Duration = Duration::from_mins(1);

/// The maximum number of bytes that the build of the old program may print. It also prints messages
/// about the code.
pub const MAX_OLD_BUILD_OUTPUT: u64 = 64 << 20;

/// The maximum number of bytes that the old program may print.
pub const MAX_OLD_OUTPUT: u64 = 1 << 20;

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
/// runs outside of the imported folder, and therefore runs no code of the folder.
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

/// The beginnings of the names of variables that name folders with settings of the user, such as
/// the session.
const FOLDER_VARIABLES: [&str; 4] = ["AOCD_", "APPDATA", "LOCALAPPDATA", "XDG_"];

/// The environment of a day of a trial. It has no secret variable (`is_secret_variable`), and no
/// variable that names a folder with settings of the user, except the folders of cargo and rustup.
pub fn environment_of_day(user: &ChildEnv, home: &Path) -> ChildEnv {
    let mut variables = user.variables.to_vec();
    variables.retain(|(name, value)| {
        let name = name.to_string_lossy().to_ascii_uppercase();
        let is_folder = FOLDER_VARIABLES.iter().any(|start| name.starts_with(start));
        !is_folder && !is_secret_variable(&name, &value.to_string_lossy())
    });
    ChildEnv::new(variables).with(HOME_VARIABLE, home)
}

/// Writes an empty `.env` into the folder of foreign programs. Their libraries look for such a file
/// in all outer folders, and would otherwise find the file of the project.
pub fn shadow_dot_env(folder: &Path) -> Result<()> {
    write_source(&folder.join(".env"), "")
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

/// Runs a program with this text on stdin, until a deadline. The program may print `max_output`
/// bytes. Fails if the program cannot start, or if the user cancels.
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
            "AOCD_DIR",
            HOME_VARIABLE,
        ];
        let user = folders.map(|name| (name.into(), "/user".into()));
        let others = [("MINE".into(), "1".into()), ("MY_XDG".into(), "2".into())];
        let secrets = [("SESSION".into(), "/user".into())];
        let user = ChildEnv::new(user.into_iter().chain(others).chain(secrets));
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
