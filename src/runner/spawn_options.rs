//! How workers are started.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use aoc_solution::protocol::CHANNEL_ARGUMENT;

use crate::processes::CancelToken;

#[derive(Clone, Debug)]
pub struct SpawnOptions {
    /// All of it; nothing is inherited.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder that the solution runs in.
    pub folder: PathBuf,
    /// Whether the solution may read the runner's standard input.
    pub stdin: bool,
    pub stdout: Stdout,
    /// If it is cancelled, workers are ended and none is started.
    pub cancel: CancelToken,
}

/// What a solution may use; `None` is without limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The longest time of a phase, or of an untimed run of one.
    pub timeout: Option<Duration>,
    /// The most bytes held at a time.
    pub memory: Option<u64>,
}

/// Where a solution's stdout goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stdout {
    /// To the runner's stdout.
    Inherit,
    /// To the runner's stderr, because the runner's stdout is for a machine.
    Stderr,
    /// Nowhere.
    Discard,
    /// Nowhere, and its stderr neither.
    Silent,
}

impl SpawnOptions {
    /// The command that starts a worker, which connects to this address.
    pub(super) fn command(&self, executable: &Path, address: &str) -> Command {
        let variables = self.environment.iter();
        let mut command = Command::new(executable);
        command
            .args([CHANNEL_ARGUMENT, address])
            .env_clear()
            .envs(variables.map(|(name, value)| (name, value)))
            .current_dir(&self.folder)
            .stdin(if self.stdin {
                Stdio::inherit()
            } else {
                Stdio::null()
            })
            .stdout(match self.stdout {
                Stdout::Inherit => Stdio::inherit(),
                Stdout::Stderr => Stdio::from(io::stderr()),
                Stdout::Discard | Stdout::Silent => Stdio::null(),
            });
        if self.stdout == Stdout::Silent {
            command.stderr(Stdio::null());
        }
        command
    }
}
