//! What a user should know about the files of a year.

use std::fmt;
use std::path::PathBuf;

use super::names::module_name;
use crate::puzzle::{Day, Misnamed, Year};

/// Something that keeps a day out of its year's program. Paths are relative to
/// the project's root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    NoSolution {
        file: PathBuf,
        day: Day,
    },
    /// The file cannot be read as text.
    Unreadable {
        file: PathBuf,
        reason: String,
    },
    /// The name is almost that of a day.
    Misnamed(Misnamed),
    /// A day has a file and a folder.
    Ambiguous {
        file: PathBuf,
        folder: PathBuf,
    },
    /// The user maintains `main.rs`, and days are missing there.
    Unlisted {
        main: PathBuf,
        days: Vec<Day>,
    },
    /// The user maintains `main.rs`, and its registry is of another year.
    OtherYear {
        main: PathBuf,
        registry: Year,
        year: Year,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSolution { file, day } => write!(
                f,
                "{} has no `impl Solution for Day{:02}`: the day is left out until it has one",
                file.display(),
                day.0
            ),
            Self::Unreadable { file, reason } => {
                write!(f, "{} is left out: {reason}", file.display())
            }
            Self::Misnamed(misnamed) => misnamed.fmt(f),
            Self::Ambiguous { file, folder } => write!(
                f,
                "{} and {} are both there: the day is left out until you remove one",
                file.display(),
                folder.display()
            ),
            Self::Unlisted { main, days } => {
                let names: Vec<String> = days.iter().map(|day| module_name(*day)).collect();
                write!(
                    f,
                    "{} does not list {}: add what is missing, or delete the file and aoc will \
                     generate it",
                    main.display(),
                    names.join(", ")
                )
            }
            Self::OtherYear {
                main,
                registry,
                year,
            } => write!(
                f,
                "{} has a registry of {registry}: write `Registry::new({year})`",
                main.display()
            ),
        }
    }
}
