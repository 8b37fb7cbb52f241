//! A place where a token was found.

use std::fmt;
use std::path::PathBuf;

use crate::inputs::InputName;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// An environment variable.
    Variable(&'static str),
    File(PathBuf),
    /// Typed for `aoc login`.
    Terminal,
    /// Piped into `aoc login`.
    Stdin,
    /// A file that `aoc login` was given.
    Given(PathBuf),
}

impl Place {
    /// What the user should do if the token of this place, and account, is of no
    /// use.
    pub fn remedy(&self, account: Option<&InputName>) -> String {
        match (account, self) {
            (_, Self::Terminal | Self::Stdin | Self::Given(_)) => {
                "log in at adventofcode.com and copy the `session` cookie again".to_owned()
            }
            (Some(account), _) => format!("run `aoc login --account {account}`"),
            (None, Self::File(_)) => "run `aoc login`".to_owned(),
            // It would hide what `aoc login` stores.
            (None, Self::Variable(name)) => {
                format!("set {name} again, or unset it and run `aoc login`")
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => f.write_str(name),
            Self::File(path) | Self::Given(path) => path.display().fmt(f),
            Self::Terminal => f.write_str("the terminal"),
            Self::Stdin => f.write_str("standard input"),
        }
    }
}
