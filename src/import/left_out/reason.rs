//! The reasons why days and parts are not imported. A reason has a sentence, and says whether an
//! expression of the user could help. This file has the sentences that several steps need.
//! `trial/reasons.rs` has those of a trial, and `candidates/unclear.rs` those about names. The
//! sentences about code that cannot be copied or compiled are where such code is found.

use std::fmt::{self, Display, Formatter};

use aoc_solution::Part;
use serde::{Serialize, Serializer};

/// The reason why something is not imported, or why a part is not called in the copy of its day.
#[derive(Clone, Debug)]
pub enum Reason {
    /// It is not clear how to call the code, for this reason. An expression of the user can help.
    Unclear(String),
    /// The code cannot be copied, built or called, for this reason. No expression can help, or the
    /// user's own expression is the reason.
    Unfit(String),
}

impl Reason {
    /// True if an expression of the user could help.
    pub fn is_unclear(&self) -> bool {
        matches!(self, Self::Unclear(_))
    }

    pub fn text(&self) -> &str {
        let (Self::Unclear(why) | Self::Unfit(why)) = self;
        why
    }
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Serialize for Reason {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

/// A part that a copy does not answer, although the day has a function or the user has an
/// expression for it.
#[derive(Clone, Debug)]
pub struct PartNotCalled {
    pub part: Part,
    pub why: Reason,
}

impl From<PartNotCalled> for Reason {
    fn from(PartNotCalled { part, why }: PartNotCalled) -> Self {
        match why {
            Self::Unclear(why) => Self::Unclear(format!("part {part}: {why}")),
            Self::Unfit(why) => Self::Unfit(format!("part {part}: {why}")),
        }
    }
}

/// The options with which the user says how these parts are called.
pub fn options_for(parts: &[Part]) -> String {
    let options = parts.iter().map(|part| format!("`--part{part}`"));
    options.collect::<Vec<_>>().join(" and ")
}

/// The reasons for not calling code.
impl Reason {
    /// A day needs a function that can be called. `why` says why none of its functions can be.
    pub fn needs_function(why: &str) -> Self {
        Self::Unclear(format!(
            "{why}: move the code of a part into a function that takes the input as `&str`"
        ))
    }

    /// The function for the part has further arguments, and their values are not known.
    pub fn takes_more(function: &str, part: Part) -> Self {
        Self::Unclear(format!(
            "`{function}` takes more than the text: say what, such as `--part{part} '{function}(input, ...)'`"
        ))
    }

    /// Nothing is compiled, and names do not say how to call `what`. The user can say it with
    /// `options`.
    pub fn needs_trial(what: &str, options: &str) -> Self {
        Self::Unclear(format!(
            "the function names do not say how to call {what}: let `aoc import` build and run it, or use {options}"
        ))
    }
}
