//! The exit codes, and which of them an error is.

use std::process::ExitCode;

/// How a run of `aoc` ends. The numbers are a contract with scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// All is done.
    Done = 0,
    /// A solution failed, differed, timed out, regressed or does not compile.
    Failed = 1,
    /// The command line makes no sense, or there is no project here.
    Usage = 2,
    /// There is no session, or a dead one.
    Session = 3,
    /// The puzzle is locked, or there is none such.
    Locked = 4,
    /// The network or the server failed.
    Network = 5,
    /// The site judged the answer wrong.
    Wrong = 6,
    /// A guard refused, or one must wait.
    Refused = 7,
    /// A file or the disk.
    Files = 8,
    /// Ctrl-C.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
