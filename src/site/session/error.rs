//! Why there is no token.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::place::Place;
use crate::error::{Exit, HasExit};

#[derive(Debug, Error)]
pub enum SessionError {
    /// There is no token anywhere.
    #[error(
        "no session: log in at adventofcode.com and put the value of its `session` cookie into \
         AOC_SESSION{}",
        or_into(file.as_ref())
    )]
    Missing {
        /// The file that is looked for first.
        file: Option<PathBuf>,
    },
    /// There is no token for this account.
    #[error(
        "no session for the account `{account}`: {}",
        into(file.as_ref())
    )]
    MissingAccount {
        account: String,
        /// The account's session file.
        file: Option<PathBuf>,
    },
    /// Something that is not a token.
    #[error(
        "the session from {place} cannot be used: {why}; it must be the value of the `session` \
         cookie and nothing else"
    )]
    Unusable { place: Place, why: &'static str },
    #[error("the session in {} cannot be read", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
}

fn or_into(file: Option<&PathBuf>) -> String {
    file.map_or_else(String::new, |file| format!(" or into {}", file.display()))
}

fn into(file: Option<&PathBuf>) -> String {
    file.map_or_else(
        || "its file belongs into the configuration folder, which cannot be found".to_owned(),
        |file| {
            let file = file.display();
            format!("put the value of its `session` cookie into {file}")
        },
    )
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
