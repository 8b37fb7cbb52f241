//! What a command shows of the site, whether or not the site was asked.

use crate::error::{CliError, Exit, HasExit};

pub enum Kept<T> {
    /// The site's reply, of now or a short time ago.
    Fresh(T),
    /// What was stored before, as no request was wanted.
    Stored(T),
    /// What was stored before, as the request failed. The user was told.
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
