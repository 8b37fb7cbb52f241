//! The examples of a puzzle outside of its code: the examples in its file, and texts on its page
//! that are probably examples.

use std::collections::BTreeSet;
use std::path::PathBuf;

use aoc_solution::Part;

use crate::inputs::Example;
use crate::pages::{LikelyExample, UnusablePage};

/// The examples in the file of a puzzle, and texts on its page that may be examples of the next
/// part to solve.
#[derive(Clone, Default)]
pub struct DayExamples {
    /// The path of the file. It may be relative to the current folder.
    pub file: PathBuf,
    /// The examples in the file.
    pub stored: Vec<Example>,
    /// Texts on the page that may be examples of the next part to solve, the most likely first.
    /// They run if no other example checks the part. Empty if an example in the file can refute an
    /// answer to the part, or if the user wrote the file.
    pub likely: Vec<LikelyExample>,
    /// The reason why neither the file nor the page has a certain example of the next part to
    /// solve. `None` if the file has one, or if the page's examples follow other rules than the
    /// input. The code may still have an example: see [`Self::missing_beside`].
    pub missing: Option<MissingExample>,
}

impl DayExamples {
    /// The reason why the next part to solve has no certain example. `None` if the code has an
    /// example of the part. `in_code` are the parts with an example in the code. The source alone
    /// shows them only roughly, so a run does not use them: its worker lists the examples.
    pub fn missing_beside(&self, in_code: &BTreeSet<Part>) -> Option<MissingExample> {
        self.missing
            .filter(|missing| !in_code.contains(&missing.part()))
    }
}

/// The reason why the next part to solve has no certain example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MissingExample {
    /// The page has a text that may be an example.
    Likely(Part),
    NotFound(Part),
    UnusablePage(Part, UnusablePage),
}

impl MissingExample {
    pub fn part(self) -> Part {
        match self {
            Self::Likely(part) | Self::NotFound(part) | Self::UnusablePage(part, _) => part,
        }
    }
}
