//! The input of a job.

use std::path::PathBuf;

use super::results::SourceKind;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A text, with the answers that the site accepted for it.
    Text {
        kind: SourceKind,
        /// A named input's name.
        name: Option<String>,
        path: Option<PathBuf>,
        text: String,
        accepted: [Option<String>; 2],
    },
    /// Every example in the day's code, then these from its file of examples.
    Examples(Vec<StoredExample>),
}

/// An example from a file. Its answers are compared like those of the examples
/// in the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredExample {
    /// The file.
    pub path: PathBuf,
    pub input: String,
    /// The answers of part 1 and part 2, where they are known.
    pub expected: [Option<String>; 2],
}
