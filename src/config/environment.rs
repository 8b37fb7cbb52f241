//! The environment of the process, its folders and its clock. Only this file reads them, except for
//! the command line, and for the values that are needed for messages before
//! [`Environment::from_process`] has run.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use chrono::{Local, Utc};

use super::child_env::{get, is_same_name};
use super::local_clock::{LocalClock, uptime};
use crate::error::{CliError, Result, file_error};
use crate::terminal::LocalOffset;

/// The environment of the process. It has no `Debug`, because the variables may contain
/// the session token.
#[derive(Clone)]
pub struct Environment {
    /// All environment variables. [`Self::variable`] gives the value of one.
    pub variables: Vec<(OsString, OsString)>,
    /// The words of the command line. The first is the program's name.
    pub arguments: Vec<String>,
    /// The path of this program, if the system knows it.
    pub executable: Option<PathBuf>,
    pub current_dir: PathBuf,
    pub home: Option<PathBuf>,
    /// The folder `aoc` in the user's configuration folder.
    pub config_dir: Option<PathBuf>,
    /// The folder `aoc` in the user's cache folder.
    pub cache_dir: Option<PathBuf>,
    pub clock: LocalClock,
    /// The user's time zone, from `TZ` or the system.
    pub local_offset: LocalOffset,
}

impl Environment {
    /// Changes to `folder`, so that relative paths start there, and reads the environment. Call
    /// this once.
    #[expect(
        clippy::disallowed_methods,
        reason = "the only place that reads the clock, the time zone and the home folder"
    )]
    pub fn from_process(folder: Option<&Path>) -> Result<Self> {
        if let Some(folder) = folder {
            env::set_current_dir(folder).map_err(|error| {
                let folder = folder.display();
                file_error(format!("cannot change to the folder {folder}")).caused_by(error)
            })?;
        }
        Ok(Self {
            variables: env::vars_os().collect(),
            arguments: env::args_os()
                .map(|argument| argument.to_string_lossy().into_owned())
                .collect(),
            executable: env::current_exe().ok(),
            current_dir: env::current_dir().map_err(|error| {
                file_error("cannot find the current folder; change to another one").caused_by(error)
            })?,
            home: absolute(dirs::home_dir()),
            config_dir: absolute(dirs::config_dir()).map(|dir| dir.join("aoc")),
            cache_dir: absolute(dirs::cache_dir()).map(|dir| dir.join("aoc")),
            clock: LocalClock {
                now: Utc::now,
                uptime,
            },
            local_offset: |time| *time.with_timezone(&Local).offset(),
        })
    }

    /// The file of the user's settings.
    pub fn config_file(&self) -> Option<PathBuf> {
        Some(self.config_dir.as_ref()?.join("config.toml"))
    }

    /// The value of an environment variable. `None` if the variable is not set or empty.
    pub fn variable(&self, name: &str) -> Option<&OsStr> {
        get(&self.variables, name).filter(|value| !value.is_empty())
    }

    pub fn remove(&mut self, name: &str) {
        self.variables
            .retain(|(other, _)| !is_same_name(other, name));
    }
}

/// The error if [`Environment::config_dir`] is not known. `what` names the data that would be
/// stored there.
pub fn no_config_dir_error(what: &str) -> CliError {
    file_error(format!(
        "the configuration folder is not known, so there is no place to store {what}; set HOME"
    ))
}

/// Drops a relative folder: with a relative `HOME`, every current folder would get its own files.
fn absolute(folder: Option<PathBuf>) -> Option<PathBuf> {
    folder.filter(|folder| folder.is_absolute())
}
