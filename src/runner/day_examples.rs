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
    /// The texts on the page that may be examples of the next part to solve, the most likely first.
    /// They run if nothing else checks the part. There are none if an example in the file can refute
    /// the part, or if the user wrote the file.
    pub likely: Vec<LikelyExample>,
    /// The kind of example that the next part to solve lacks. `None` if the file has one, or if no
    /// ordinary code could pass an example of the part.
    pub missing: Option<MissingExample>,
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
