//! Data of the site, either from a reply or from the stored copy.

use crate::error::{CliError, Exit, HasExit};

pub enum Kept<T> {
    /// The site's reply, from now or a short time ago.
    Fresh(T),
    /// The stored data, because no request was wanted.
    Stored(T),
    /// The stored data, because the request failed. The user was told.
    Fallback(T, CliError),
}

impl<T> Kept<T> {
    pub fn value(&self) -> &T {
        match self {
            Self::Fresh(value) | Self::Stored(value) | Self::Fallback(value, _) => value,
        }
    }

    pub fn into_value(self) -> T {
        match self {
            Self::Fresh(value) | Self::Stored(value) | Self::Fallback(value, _) => value,
        }
    }
}

impl<T> HasExit for Kept<T> {
    fn exit(&self) -> Exit {
        match self {
            Self::Fresh(_) | Self::Stored(_) => Exit::Done,
            Self::Fallback(_, error) => error.exit,
        }
    }
}
