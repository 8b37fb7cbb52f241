//! The decision about a day: the wiring of its copy, or the reason why it is not copied.
//!
//! The first plan of an import has all candidates of each day. The trial compiles and runs them, and
//! decides about each day. The plan that is written is made of these decisions. If nothing may be
//! built, names decide. `CopyMode::of` says what a decision means for a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use super::wiring::Wiring;
use crate::puzzle::Puzzle;

/// The source of the wirings that the copies of a plan's days get.
#[derive(Clone, Copy)]
pub enum WiringSource<'a> {
    /// The user's expressions, or the names of functions.
    Names,
    /// All candidates that are left, so that a trial can compile them.
    Candidates { left: &'a CandidatesLeft },
    /// The results of a trial, which compiled and ran the candidates of the `asked` days. No other
    /// day is copied, because the user was not asked whether its code may be built.
    Trial {
        results: &'a BTreeMap<Puzzle, TrialResult>,
        asked: &'a BTreeSet<Puzzle>,
    },
}

/// The numbers of the candidates that a trial has not taken out, by the file of their day. All
/// candidates of other files are left.
pub type CandidatesLeft = BTreeMap<String, BTreeSet<usize>>;

impl<'a> WiringSource<'a> {
    /// The result of the trial for a day. `None` if there was none.
    pub fn trial_result(self, puzzle: Puzzle) -> Option<&'a TrialResult> {
        match self {
            Self::Trial { results, .. } => results.get(&puzzle),
            Self::Names | Self::Candidates { .. } => None,
        }
    }

    /// True if the user was asked about a day, or if nothing is built after the plan.
    pub fn may_copy(self, puzzle: Puzzle) -> bool {
        match self {
            Self::Trial { asked, .. } => asked.contains(&puzzle),
            Self::Names | Self::Candidates { .. } => true,
        }
    }
}

/// The result of a trial for a puzzle.
pub struct TrialResult {
    /// The file of the old repository that was tried. The decision does not hold for the puzzle's
    /// other files.
    pub file: String,
    pub decision: DayDecision,
}

/// The decision about a day.
pub enum DayDecision {
    Taken(TakenWiring),
    /// It is called as the user's expressions or the names of functions say. If that does not
    /// compile, the check reports it.
    ByNames,
    Refused(NotCopied),
}

/// The wiring of a day in its copy, and what the user should know about it.
#[derive(Clone, Debug)]
pub struct TakenWiring {
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
