//! What an import will do, as plain data. Making a plan writes nothing.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use aoc_solution::Part;

use crate::inputs::InputName;
use crate::puzzle::Puzzle;
use crate::site::Session;

/// What will be written, and what will not and why.
#[derive(Debug, Default)]
pub struct Plan {
    pub inputs: Vec<NewInput>,
    pub answers: Vec<NewAnswer>,
    /// What tests say of inputs; it becomes `answers` where they are the user's.
    pub stated: Vec<Stated>,
    pub sessions: Vec<NewSession>,
    pub files: Vec<NewFile>,
    /// Days that the project has already, just as they would be written.
    pub known_days: Vec<Puzzle>,
    pub dependencies: Vec<NewDependencies>,
    pub skipped: Vec<Skipped>,
    /// How many things are in the project already, just as they would be
    /// written.
    pub unchanged: usize,
}

impl Plan {
    /// The days whose code is what the copies are, in order.
    pub fn days(&self) -> Vec<Puzzle> {
        let new = self.files.iter().filter_map(|file| file.role.puzzle());
        let days: BTreeSet<Puzzle> = new.chain(self.known_days.iter().copied()).collect();
        days.into_iter().collect()
    }

    /// Notes that something is not imported.
    pub fn skip(&mut self, from: impl Into<PathBuf>, line: Option<usize>, why: impl fmt::Display) {
        self.skipped.push(Skipped {
            from: from.into(),
            line,
            why: why.to_string(),
        });
    }
}

#[derive(Debug)]
pub struct NewInput {
    pub puzzle: Puzzle,
    /// `None` for the user's own.
    pub name: Option<InputName>,
    pub bytes: Vec<u8>,
    pub from: PathBuf,
}

#[derive(Debug)]
pub struct NewAnswer {
    pub puzzle: Puzzle,
    /// The name of the input that it belongs to.
    pub name: Option<InputName>,
    pub part: Part,
    pub answer: String,
    pub from: PathBuf,
}

/// An answer that a test expects.
#[derive(Debug)]
pub struct Stated {
    pub puzzle: Puzzle,
    pub part: Part,
    pub answer: String,
    pub from: PathBuf,
    pub line: usize,
    /// The file with the input that it is the answer to.
    pub input: PathBuf,
}

#[derive(Debug)]
pub struct NewSession {
    /// `None` for the default account.
    pub account: Option<InputName>,
    pub session: Session,
    pub from: PathBuf,
}

/// A file of the repository.
#[derive(Debug, PartialEq, Eq)]
pub struct NewFile {
    /// From the root, with slashes.
    pub path: String,
    pub text: String,
    pub role: Role,
    /// The file that it is made of; `None` for a manifest.
    pub from: Option<PathBuf>,
    /// The text of the file whose place it takes: that of a day which nobody has
    /// edited since it was created.
    pub replaces: Option<String>,
}

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Day { puzzle: Puzzle, examples: usize },
    Module,
    Manifest,
}

impl Role {
    pub const fn puzzle(self) -> Option<Puzzle> {
        match self {
            Self::Day { puzzle, .. } => Some(puzzle),
            Self::Module | Self::Manifest => None,
        }
    }
}

/// Lines for the dependencies of a manifest that exists.
#[derive(Debug, PartialEq, Eq)]
pub struct NewDependencies {
    /// From the root, with slashes.
    pub manifest: String,
    pub lines: Vec<String>,
}

/// Something that was found and is not imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    pub from: PathBuf,
    pub line: Option<usize>,
    pub why: String,
}
