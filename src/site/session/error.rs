//! What can go wrong before there is a token.

use std::path::PathBuf;

use thiserror::Error;

use super::sources::Source;
use crate::error::{Exit, HasExit};

/// No token to be had.
#[derive(Debug, Error)]
pub enum SessionError {
    /// No source has one.
    #[error(
        "no session: log in at adventofcode.com and put the value of its `session` cookie into \
         AOC_SESSION{}",
        or_into(file.as_ref())
    )]
    Missing {
        /// Where a session file would be looked for first.
        file: Option<PathBuf>,
    },
    /// No source has one for this account.
    #[error(
        "no session for the account '{account}': put the value of its `session` cookie into \
         AOC_SESSION{}",
        or_into(file.as_ref())
    )]
    MissingAccount {
        /// The account's name.
        account: String,
        /// Where its session file would be looked for.
        file: Option<PathBuf>,
    },
    /// A source has something that is no token.
    #[error(
        "the session from {from} cannot be used: {why}; it must be the value of the `session` \
         cookie and nothing else"
    )]
    Unusable {
        /// The source.
        from: Source,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A source is there and cannot be read.
    #[error("the session in {} cannot be read: {why}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        why: String,
    },
}

impl SessionError {
    /// Whether there is none, rather than one that is of no use.
    pub const fn is_missing(&self) -> bool {
        matches!(self, Self::Missing { .. } | Self::MissingAccount { .. })
    }
}

fn or_into(file: Option<&PathBuf>) -> String {
    file.map_or_else(String::new, |file| format!(" or into {}", file.display()))
}

impl HasExit for SessionError {
    fn exit(&self) -> Exit {
        match self {
            Self::Missing { .. }
            | Self::MissingAccount { .. }
            | Self::Unusable { .. }
            | Self::Unreadable { .. } => Exit::Session,
        }
    }
}
