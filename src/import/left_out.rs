//! The files, days and packages that are not imported, and the reasons.

use std::path::PathBuf;

use serde::Serialize;

use crate::puzzle::Puzzle;

/// The meaning of a file that is not imported.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Subject {
    /// A package, or a file whose puzzle is not known or does not matter.
    File,
    Input(Puzzle),
    Answer(Puzzle),
    Day(Puzzle),
    /// A part of a day that is imported without it.
    Part(Puzzle),
}

/// A file, day or package that was found and is not imported.
#[derive(Clone, Debug, Serialize)]
pub struct Skipped {
    pub from: PathBuf,
    #[serde(flatten)]
    pub subject: Subject,
    pub why: String,
    /// The imported days that may need it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wanted_by: Vec<Puzzle>,
}

/// Everything that is not imported.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LeftOut {
    pub skipped: Vec<Skipped>,
    /// Whether the code of a day is left out.
    #[serde(skip)]
    pub has_refused: bool,
}

impl LeftOut {
    /// Notes that a file, a day or a package is not imported.
    pub fn skip(&mut self, from: impl Into<PathBuf>, subject: Subject, why: impl Into<String>) {
        self.skipped.push(Skipped {
            from: from.into(),
            subject,
            why: why.into(),
            wanted_by: Vec::new(),
        });
    }

    /// Adds all entries of another list.
    pub fn add(&mut self, other: &Self) {
        self.skipped.extend_from_slice(&other.skipped);
        self.has_refused |= other.has_refused;
    }

    /// Notes that the code of a day cannot be imported.
    pub fn refuse(&mut self, from: PathBuf, subject: Subject, why: String) {
        self.has_refused = true;
        self.skip(from, subject, why);
    }
}
