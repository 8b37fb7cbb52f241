//! The exit codes, and which of them an error is.

use std::error::Error;
use std::io;
use std::process::ExitCode;

use crate::cli::{GenError, InputError, ManError};
use crate::project::ProjectError;
use crate::puzzle::SelectorError;
use crate::session::SessionError;
use crate::settings::SettingsError;
use crate::site::SiteError;
use crate::store::StoreError;
use crate::templates::TemplateError;
use crate::worker::{BuildError, BuildFailure, JobError};

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

impl Exit {
    /// The exit code of an error: that of the first cause that has one.
    pub fn of(error: &anyhow::Error) -> Self {
        error
            .chain()
            .find_map(Self::of_cause)
            .unwrap_or(Self::Failed)
    }

    fn of_cause(cause: &(dyn Error + 'static)) -> Option<Self> {
        None.or_else(|| Some(cause.downcast_ref::<SelectorError>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<ProjectError>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<SettingsError>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<InputError>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<JobError>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<GenError>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<ManError>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<TemplateError>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<BuildError>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<BuildFailure>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<SessionError>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<SiteError>()?.exit()))
            .or_else(|| Some(cause.downcast_ref::<StoreError>()?.exit()))
            .or_else(|| cause.is::<io::Error>().then_some(Self::Files))
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
