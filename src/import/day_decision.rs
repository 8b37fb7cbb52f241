//! The decision about a day: the wiring of its copy and the part that it leaves out, or the reason
//! why the day is not copied.
//!
//! The first plan of an import has all candidates of each day. The trial compiles and runs them, and
//! decides about each day. The plan that is written is made of these decisions. If nothing may be
//! built, names decide. `CopyMode::of` says what a decision means for a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};

use aoc_solution::Part;

use super::wiring::Wiring;
use crate::puzzle::Puzzle;

/// The source of the wirings that the copies of a plan's days get.
#[derive(Clone, Copy)]
pub enum WiringSource<'a> {
    /// The user's expressions, or the names of functions.
    Names,
    /// All candidates that remain, so that a trial can compile them.
    Candidates { remaining: &'a RemainingCandidates },
    /// The results of a trial, which compiled and ran the candidates of the `asked` days. No other
    /// day is copied, because the user was not asked whether its code may be built.
    Trial {
        results: &'a BTreeMap<Puzzle, TrialResult>,
        asked: &'a BTreeSet<Puzzle>,
    },
}

/// The numbers of the candidates that a trial has not taken out, by the file of their day. Of other
/// files, all candidates remain.
pub type RemainingCandidates = BTreeMap<String, BTreeSet<usize>>;

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
    Taken(Box<TakenWiring>),
    /// It is called as the user's expressions or the names of functions say. If that does not
    /// compile, the check reports it.
    ByNames,
    Refused(NotCopied),
}

/// The wiring of a day in its copy, and what the user should know about it.
#[derive(Clone, Debug)]
pub struct TakenWiring {
    pub wiring: Wiring,
    pub not_called: Option<PartNotCalled>,
    /// A note that the user's expressions are not used: none applies to the day, or they do not
    /// compile.
    pub unused_expressions: Option<String>,
    /// Whether it answered the day's input, but nothing that is known says whether rightly.
    pub is_uncompared: bool,
}

/// A part that a copy does not answer although the day or the user has something for it.
#[derive(Clone, Debug, PartialEq)]
pub struct PartNotCalled {
    pub part: Part,
    pub why: WhyNotCalled,
}

/// The reason why a part is not called. The functions are those that are named for it.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyNotCalled {
    /// The day does not have this name, which is in the user's expression.
    NoSuchName(String),
    /// No name in the user's expression can be one of the day.
    NoName,
    /// The user's expressions are for the other part.
    NoExpression {
        function: String,
    },
    /// It is not known what to pass to the function.
    TakesMore {
        function: String,
    },
    /// Nothing was compiled, and names do not tell how the function is called.
    NotCompiled {
        function: String,
    },
    NoCallCompiles {
        function: String,
        error: String,
    },
    NoAnswer {
        function: String,
    },
    /// The answer to the part is not clear in the output of the day's program.
    NotPrinted,
    /// Every answer is wrong, such as the given one. `in_test` is the answer that a test expects, if
    /// the answer is one to a test.
    Wrong {
        given: String,
        in_test: Option<String>,
    },
}

impl Display for PartNotCalled {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "part {}: {}", self.part, self.why)
    }
}

impl Display for WhyNotCalled {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::NoSuchName(name) => write!(f, "this day has no `{name}`"),
            Self::NoName => f.write_str("your expression names no function or type of this day"),
            Self::NoExpression { function } => write!(
                f,
                "your expressions do not answer it, and `{function}` is not called"
            ),
            Self::TakesMore { function } => write!(f, "`{function}` takes more than the text"),
            Self::NotCompiled { function } => {
                write!(f, "only a build tells how `{function}` is called")
            }
            Self::NoCallCompiles { function, error } => {
                write!(f, "no call of `{function}` compiles: {error}")
            }
            Self::NoAnswer { function } => write!(f, "no call of `{function}` gives an answer"),
            Self::NotPrinted => {
                f.write_str("its program does not print it, or prints several answers to it")
            }
            Self::Wrong { given, in_test } => {
                write!(f, "every call gives a wrong answer, such as {given}")?;
                match in_test {
                    Some(expected) => write!(f, " in a test that expects {expected}"),
                    None => Ok(()),
                }
            }
        }
    }
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
