//! The decision about a day: the wiring of its copy and the part that it leaves out, or the reason
//! why the day is not copied.
//!
//! `instructions` says what a decision means for the files of the day.

use std::fmt::{self, Display, Formatter};

use aoc_solution::Part;

use super::wiring::Wiring;

/// The decision of a trial about a file.
pub struct FileDecision {
    /// The tried file of the old repository. The decision does not apply to other files of the
    /// puzzle.
    pub file: String,
    pub decision: DayDecision,
}

/// The decision about a day: its wiring, or the reason why it is not copied.
pub type DayDecision = Result<Box<TakenWiring>, NotCopied>;

/// How certain an import is of its decision about a day: of the call, or that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// Names alone decided.
    ByNames,
    /// It was compiled and run.
    Tried,
    /// The user wrote it and it compiles, or its answers to all parts are known to be right.
    Sure,
}

/// The wiring of a day in its copy, and notes for the user.
#[derive(Clone, Debug)]
pub struct TakenWiring {
    pub wiring: Wiring,
    pub not_called: Option<PartNotCalled>,
    /// A note that the user's expressions are not used. None of them applies to the day, or they do
    /// not compile.
    pub unused_expressions: Option<String>,
    /// The parts whose answers to the day's input were compared with nothing.
    pub uncompared: Vec<Part>,
    pub certainty: Certainty,
}

/// A part that a copy does not answer, although the day has a function or the user has an
/// expression for it.
#[derive(Clone, Debug)]
pub struct PartNotCalled {
    pub part: Part,
    pub why: NotCopied,
}

impl Display for PartNotCalled {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "part {}: {}", self.part, self.why)
    }
}

/// The reason why a day is not copied, or why a part is not called in its copy.
#[derive(Clone, Debug)]
pub enum NotCopied {
    /// It is not clear how to call it, for this reason. An expression of the user can help.
    Unclear(String),
    /// The code cannot be copied, built or called, for this reason. No expression can help, or the
    /// user's own expression is the reason.
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
        let (Self::Unclear(why) | Self::Unfit(why)) = self;
        f.write_str(why)
    }
}
