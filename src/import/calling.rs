//! The calls of a plan's days in their copies, or the reason why a day is not copied.
//!
//! The first plan of an import has all candidates of each day. The trial compiles and runs them, and
//! its result is a [`TriedDay`] for each puzzle. The plan that is written is made of these. Where
//! nothing may be built, names decide. For a single file, `CopyMode::of` says what follows.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use super::wiring::Wiring;
use crate::puzzle::Puzzle;

/// The calls of the days in their copies.
#[derive(Clone, Copy)]
pub enum Calling<'a> {
    /// As the user's expressions or the names of functions say.
    ByNames,
    /// By candidates, so that a trial can compile them.
    Candidates { left: &'a CandidatesLeft },
    /// As the trial found by compiling and running the candidates of the `asked` days. No other day
    /// is copied, because the user was not asked whether its code may be built.
    AsFound {
        found: &'a BTreeMap<Puzzle, TriedDay>,
        asked: &'a BTreeSet<Puzzle>,
    },
}

/// The numbers of the candidates that a trial has not taken out, by the file of their day. All
/// candidates of other files are left.
pub type CandidatesLeft = BTreeMap<String, BTreeSet<usize>>;

impl<'a> Calling<'a> {
    /// The result of the trial for a day. `None` if there was none.
    pub fn found(self, puzzle: Puzzle) -> Option<&'a TriedDay> {
        match self {
            Self::AsFound { found, .. } => found.get(&puzzle),
            Self::ByNames | Self::Candidates { .. } => None,
        }
    }

    /// True if the user was asked about a day, or if nothing is built after the plan.
    pub fn may_copy(self, puzzle: Puzzle) -> bool {
        match self {
            Self::AsFound { asked, .. } => asked.contains(&puzzle),
            Self::ByNames | Self::Candidates { .. } => true,
        }
    }
}

/// The result of a trial for a puzzle.
pub struct TriedDay {
    /// The file of the old repository that was tried. Nothing is found about the puzzle's other
    /// files.
    pub file: String,
    pub call: DayCall,
}

/// The call of a day, or the reason why it is not imported.
pub enum DayCall {
    By(TakenCall),
    /// As the user's expressions or the names of functions say. If that does not compile, the check
    /// reports it.
    ByNames,
    Refused(NotCopied),
}

/// The call of a day in its copy, and what the user should know about it.
#[derive(Clone, Debug)]
pub struct TakenCall {
    pub wiring: Wiring,
    /// The reason for not answering a part.
    pub left_out: Option<String>,
    /// A note that the user's expressions are not used: none applies to the day, or they do not
    /// compile.
    pub unused_expressions: Option<String>,
    /// Whether it answered the day's input, but nothing that is known says whether rightly.
    pub is_uncompared: bool,
}

/// The reason why a day is not copied.
#[derive(Clone, Debug)]
pub enum NotCopied {
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
        let (Self::Unclear(why) | Self::Unfit(why)) = self;
        f.write_str(why)
    }
}
