//! Why a repository cannot be created or brought up to date.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::error::{Exit, HasExit};

#[derive(Debug, Error)]
pub enum TemplateError {
    /// A folder where a file belongs, or the other way round. Nothing was
    /// written.
    #[error(
        "{} is not a {expected}: move it away or choose another folder",
        .path.display()
    )]
    InTheWay {
        path: PathBuf,
        /// "file" or "folder".
        expected: &'static str,
    },
    #[error("{} cannot be read: {why}; correct the template or remove it", .path.display())]
    ReadTemplate { path: PathBuf, why: io::Error },
    #[error("{}, line {line}: unknown placeholder %{name}%; there are {known}", .path.display())]
    Placeholder {
        path: PathBuf,
        line: usize,
        name: String,
        known: String,
    },
    #[error("cannot look at {}: {why}; choose another folder", .path.display())]
    Read { path: PathBuf, why: io::Error },
    /// What was created before is removed again; files that were replaced stay
    /// new.
    #[error("cannot write {}: {why}; solve that and run the command again", .path.display())]
    Write { path: PathBuf, why: io::Error },
    #[error(
        "there is no library in {}, so there is nothing to update; `aoc init` creates a repository",
        .folder.display()
    )]
    NoLibrary { folder: PathBuf },
    #[error(
        "{} is version {found}, newer than the {own} that this aoc has: update aoc, or replace it \
         with `aoc init --update --force`",
        .folder.display()
    )]
    NewerLibrary {
        folder: PathBuf,
        found: String,
        own: String,
    },
    #[error(
        "{}{} edited: `aoc init --update --force` replaces {}",
        .paths[0].display(),
        and_others(.paths.len() - 1, *.recorded),
        if .paths.len() == 1 { "it" } else { "them" }
    )]
    EditedLibrary {
        /// At least one.
        paths: Vec<PathBuf>,
        /// Whether it is known what the files were before.
        recorded: bool,
    },
}

fn and_others(others: usize, recorded: bool) -> String {
    let others = match others {
        0 => String::new(),
        1 => " and 1 other file".to_owned(),
        others => format!(" and {others} other files"),
    };
    let verb = match (recorded, others.is_empty()) {
        (true, true) => "was",
        (true, false) => "were",
        (false, _) => "may have been",
    };
    format!("{others} {verb}")
}

impl HasExit for TemplateError {
    fn exit(&self) -> Exit {
        match self {
            Self::InTheWay { .. } | Self::NoLibrary { .. } | Self::Placeholder { .. } => {
                Exit::Usage
            }
            Self::NewerLibrary { .. } | Self::EditedLibrary { .. } => Exit::Refused,
            Self::ReadTemplate { .. } | Self::Read { .. } | Self::Write { .. } => Exit::Files,
        }
    }
}
