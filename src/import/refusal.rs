//! Why a day, or what it needs, is not imported.

use thiserror::Error;

/// A reason that names the obstacle: the argument, the type or the code that is in the way.
#[derive(Debug, Error)]
pub enum Refusal {
    #[error("{0}")]
    Unreadable(String),
    #[error("it is nested too deeply or too long to be read")]
    TooLong,
    #[error("{0} is not there, a link, or outside of its package")]
    Missing(String),
    #[error("its year is not known: give it with -y, and import the folder of each year by itself")]
    NoYear,
    #[error("{0}")]
    NoSuchDay(String),
    #[error("it is a part of a day, or several: put each day into one file")]
    PartOfDay,

    #[error("no function answers a part")]
    NoPart,
    #[error("`{function}` takes `{argument}`, which no function makes of the text")]
    Argument { function: String, argument: String },
    #[error("`{function}` takes {count} arguments")]
    Arguments { function: String, count: usize },
    #[error("`{function}` takes no argument")]
    NoArgument { function: String },
    #[error("`{function}` seems to take a path or a line, as its argument is called `{argument}`")]
    NotText { function: String, argument: String },
    #[error("`{function}` is async, unsafe or generic over a number")]
    Special { function: String },
    #[error("`{function}` returns nothing")]
    NoAnswer { function: String },

    #[error("`#![feature({0})]` needs a nightly compiler: remove it if the days do without")]
    Feature(String),
    #[error("`{0}!` at its top is a macro of the repository: replace it with what it writes")]
    OwnMacro(String),
    #[error("{place}`{code}` would mean something else in the copy: change the code first")]
    Elsewhere { place: String, code: String },
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
    #[error("the year has another `{name}`: it needs `{name} = {needed}`")]
    OtherLibrary { name: String, needed: String },
    #[error("the project has its own {0} there, or a link")]
    Occupied(String),
}

impl Refusal {
    /// Whether an expression of the user's can call the day nevertheless.
    pub fn is_about_calls(&self) -> bool {
        matches!(
            self,
            Self::NoPart
                | Self::Argument { .. }
                | Self::Arguments { .. }
                | Self::NoArgument { .. }
                | Self::NotText { .. }
                | Self::Special { .. }
                | Self::NoAnswer { .. }
        )
    }
}
