//! Why a day, or what it needs, is not imported.

use thiserror::Error;

use crate::puzzle::{Day, Year};

/// A reason that names the obstacle: the argument, the type or the code that is in the way.
#[derive(Debug, Error)]
pub enum Refusal {
    #[error("{0}")]
    Unreadable(String),
    #[error("it is not Rust that can be read: line {0}: {1}")]
    NotRust(usize, String),
    #[error("it is nested too deeply or too long to be read")]
    TooLong,
    #[error("{0} is not there, a link, or outside of its package")]
    Missing(String),
    #[error("its year is not known: give it with -y, and import the folder of each year by itself")]
    NoYear,
    #[error("{0} has no day {1}")]
    NoSuchDay(Year, Day),
    #[error("it is a part of a day, or several: put each day into one file")]
    PartOfDay,

    #[error("no function answers a part")]
    NoPart,
    #[error("`{0}` takes `{1}`, which no function makes of the text")]
    Argument(String, String),
    #[error("`{0}` takes {1} arguments")]
    Arguments(String, usize),
    #[error("`{0}` seems to take a path or a line, as its argument is called `{1}`")]
    NotText(String, String),
    #[error("`{0}` is async, unsafe or generic over a number")]
    Special(String),
    #[error("`{0}` returns nothing")]
    NoAnswer(String),

    #[error("`#![feature({0})]` needs a nightly compiler")]
    Feature(String),
    #[error("`{0}!` at its top is a macro of the repository: replace it with what it writes")]
    OwnMacro(String),
    #[error("{0}`{1}` would mean something else in the copy: change the code first")]
    Elsewhere(String, String),
    #[error("`{0}` has the text of a file, which is not copied: pass it as an argument")]
    FileText(String),
    #[error("two of its files would be {0}: rename one")]
    SameFile(String),

    #[error(
        "the package `{0}` cannot be copied: it has no library, an odd or taken name, default features or a [target]"
    )]
    Package(String),
    #[error("the package `{0}` is outside of the folder, or has features")]
    Outside(String),
    #[error("`{0}` is an odd name, or from another registry")]
    Library(String),
    #[error("the dependencies of the year are no table")]
    NoTable,
    #[error("the year has another `{0}`: it needs `{0} = {1}`")]
    OtherLibrary(String, String),
    #[error("the project has its own {0} there, or a link")]
    Occupied(String),
}

impl Refusal {
    /// Whether an expression of the user's can call the day nevertheless.
    pub fn is_about_calls(&self) -> bool {
        matches!(
            self,
            Self::NoPart
                | Self::Argument(..)
                | Self::Arguments(..)
                | Self::NotText(..)
                | Self::Special(_)
                | Self::NoAnswer(_)
        )
    }
}
