//! Why there is no token, or none can be stored.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::place::Place;
use crate::error::{Exit, HasExit};

#[derive(Debug, Error)]
pub enum SessionError {
    /// There is no token anywhere.
    #[error(
        "no session: log in at adventofcode.com, copy the value of the `session` cookie and run \
         `aoc login`"
    )]
    Missing,
    /// There is no token for this account.
    #[error("no session for the account `{account}`: run `aoc login --account {account}`")]
    MissingAccount { account: String },
    /// Something that is not a token.
    #[error(
        "the session from {place} cannot be used: {why}; it must be the value of the `session` \
         cookie and nothing else; {remedy}"
    )]
    Unusable {
        place: Place,
        why: &'static str,
        /// How to get a usable one.
        remedy: String,
    },
    #[error("the session in {} cannot be read", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// The file or the terminal that `aoc login` should read.
    #[error("{place} cannot be read")]
    NotGiven { place: Place, source: io::Error },
    #[error(
        "the folder for your configuration cannot be found, so there is no place to store a \
         session; set HOME"
    )]
    NoFolder,
    #[error("{} cannot be written", path.display())]
    NotStored { path: PathBuf, source: io::Error },
    #[error("{} cannot be removed", path.display())]
    NotRemoved { path: PathBuf, source: io::Error },
    /// A token that was not proved would replace another one.
    #[error(
        "{} has another session, which is only replaced by one that the site has accepted: leave \
         out --offline, or run `aoc logout` first",
        path.display()
    )]
    Unproven { path: PathBuf },
}

impl HasExit for SessionError {
    fn exit(&self) -> Exit {
        match self {
            Self::Missing
            | Self::MissingAccount { .. }
            | Self::Unusable { .. }
            | Self::Unreadable { .. } => Exit::Session,
            Self::NotGiven { .. }
            | Self::NoFolder
            | Self::NotStored { .. }
            | Self::NotRemoved { .. } => Exit::Files,
            Self::Unproven { .. } => Exit::Refused,
        }
    }
}
