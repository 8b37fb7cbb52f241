//! The examples of a puzzle that are not in its code: those in its file, and further texts on its
//! page that may be examples.

use aoc_solution::Part;

use crate::inputs::Example;
use crate::pages::LikelyExample;

/// The examples in the file of a puzzle, and those that its page may have for the next part to
/// solve.
#[derive(Clone, Default)]
pub struct DayExamples {
    /// The examples in the file.
    pub stored: Vec<Example>,
    /// The next part to solve, if the page shows it, no example in the file can refute it, and the
    /// user did not write the file.
    pub unchecked: Option<UncheckedPart>,
    /// The kind of example that the next part to solve lacks. `None` if the file has one, or if no
    /// ordinary code could pass an example of the part.
    pub missing: Option<MissingExample>,
}

/// A part that no example in the file can refute.
#[derive(Clone)]
pub struct UncheckedPart {
    pub part: Part,
    /// The texts on the page that may be examples of the part. They run if nothing else checks it.
    pub likely: Vec<LikelyExample>,
}

/// The reason why the next part to solve has no certain example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MissingExample {
    /// The page has a text that may be an example.
    Likely(Part),
    NotFound(Part),
    /// The stored file is not the puzzle's page.
    BadPage(Part),
}

impl MissingExample {
    pub fn part(self) -> Part {
        match self {
            Self::Likely(part) | Self::NotFound(part) | Self::BadPage(part) => part,
        }
    }
}
