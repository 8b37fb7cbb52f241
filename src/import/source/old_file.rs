//! A Rust file of the old repository. It has two sources: the original one, and the one of a copy
//! that gets the day's input.

use super::Source;
use super::shim::{self, IMPORTED};

pub struct OldFile {
    pub source: Source,
    /// The source, changed to read the day's input. `None` if the original reads neither files nor
    /// stdin.
    shimmed: Option<Source>,
    /// Whether a copy reads the day's input through the library.
    pub is_shimmed: bool,
    /// Whether its code calls a function like `trim`, also in what a joined source leaves out.
    pub calls_trim: bool,
}

impl OldFile {
    /// A file with this source. `is_day` says whether it may be a day.
    pub fn new(source: Source, is_day: bool) -> Self {
        let mut shimmed = shim::shimmed(&source, is_day).and_then(|text| Source::read(text).ok());
        if let Some(shimmed) = &mut shimmed {
            shimmed.is_joined = source.is_joined;
        }
        let copied = shimmed.as_ref().unwrap_or(&source);
        Self {
            is_shimmed: copied.text.contains(IMPORTED),
            calls_trim: source.items.iter().any(|item| item.code.contains(" trim")),
            source,
            shimmed,
        }
    }

    /// The source of a copy that gets the day's input. It reads the input where the original reads
    /// files or stdin.
    pub fn source_with_input(&self) -> &Source {
        self.shimmed.as_ref().unwrap_or(&self.source)
    }
}
