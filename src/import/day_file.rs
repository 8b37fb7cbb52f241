//! A file of the old repository that is a day, and the reasons not to copy one.

use std::fmt::{self, Display, Formatter};

use super::candidates::{Candidate, PartFunction};
use super::wiring::Wiring;
use crate::puzzle::Puzzle;

/// A file that is a day, or looks like one.
pub struct DayFile {
    pub file: String,
    /// The file with part 2, if `file` has only part 1. Then the source of `file` has a module for
    /// each part.
    pub part2: Option<String>,
    /// The call of the day if nothing is compiled: as the user's expressions or the names of functions
    /// say.
    pub by_names: Result<TakenCall, NotCopied>,
    /// The ways to call it, preferred ones first. Empty if it is a day of `aoc` already.
    pub candidates: Vec<Candidate>,
    /// A note that the user's expressions are not used, because none applies to the day.
    pub unused_expressions: Option<String>,
    /// The functions that are named for the parts.
    pub part_functions: Vec<PartFunction>,
    /// True if it is the root of a crate, and not a module.
    pub is_crate: bool,
    /// The folder of its own modules.
    pub inner: String,
    pub puzzle: Puzzle,
}

/// How a day is called in its copy, and what the user should know about it.
#[derive(Clone, Debug, Default)]
pub struct TakenCall {
    pub wiring: Wiring,
    /// The reason for not answering a part.
    pub left_out: Option<String>,
    /// A note that the user's expressions are not used, because they do not compile.
    pub refused_expressions: Option<String>,
}

/// The reason why a day is not copied.
#[derive(Clone, Debug)]
pub enum NotCopied {
    /// The file has only one part of a day, whatever its functions are.
    OnePart,
    /// It is not clear how to call the day, for this reason. An expression of the user can say it.
    Unclear(String),
    /// The code cannot be copied, or its copy cannot be built, for this reason. No expression helps.
    Unfit(String),
}

impl NotCopied {
    /// True if an expression of the user could help.
    pub fn is_unclear(&self) -> bool {
        matches!(self, Self::Unclear(_))
    }
}

impl Display for NotCopied {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::OnePart => {
                f.write_str("it has only one part: put both parts of a day into one file")
            }
            Self::Unclear(why) | Self::Unfit(why) => f.write_str(why),
        }
    }
}

impl DayFile {
    /// The order among the files of a puzzle: first those whose names tell how to call them, then
    /// those that have any candidates.
    pub fn rank(&self) -> (bool, bool) {
        (self.by_names.is_err(), self.candidates.is_empty())
    }
}
