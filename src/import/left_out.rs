//! The files, days and packages that are not imported, and the reasons.

use std::path::PathBuf;

use serde::Serialize;

use crate::puzzle::Puzzle;

/// A file, day or package that was found and is not imported.
#[derive(Clone, Debug, Serialize)]
pub struct Skipped {
    pub from: PathBuf,
    /// The puzzle of a day or an input.
    #[serde(flatten)]
    pub puzzle: Option<Puzzle>,
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
    pub fn skip(
        &mut self,
        from: impl Into<PathBuf>,
        puzzle: Option<Puzzle>,
        why: impl Into<String>,
    ) {
        self.skipped.push(Skipped {
            from: from.into(),
            puzzle,
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
    pub fn refuse(&mut self, from: PathBuf, puzzle: Option<Puzzle>, why: String) {
        self.has_refused = true;
        self.skip(from, puzzle, why);
    }
}
