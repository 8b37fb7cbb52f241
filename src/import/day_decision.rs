//! The decision about a day: the wiring of its copy and the part that it leaves out, or the reason
//! why the day is not copied.
//!
//! `instructions` says what a decision means for the files of the day.

use std::fmt::{self, Display, Formatter};

use aoc_solution::Part;

use super::compare::{Expected, WrongAnswer};
use super::wiring::Wiring;

/// The decision of a trial about a file.
pub struct FileDecision {
    /// The tried file of the old repository. The decision does not apply to other files of the
    /// puzzle.
    pub file: String,
    pub decision: DayDecision,
}

/// The decision about a day.
pub enum DayDecision {
    Taken(Box<TakenWiring>),
    /// It is copied as it is, and its copy compiles, as far as is known.
    AlreadyOfAoc,
    /// Its own code does not compile. It is copied as it is, or with the call that names say, so
    /// that the user can correct it.
    Broken,
    Refused(NotCopied),
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
}

impl TakenWiring {
    /// This wiring of one part together with a wiring of the other part.
    pub fn with(self, other: Wiring) -> Self {
        Self {
            wiring: self.wiring.with(other),
            not_called: None,
            ..self
        }
    }
}

/// A part that a copy does not answer, although the day has a function or the user has an
/// expression for it.
#[derive(Clone, Debug, PartialEq)]
pub struct PartNotCalled {
    pub part: Part,
    pub why: WhyNotCalled,
}

/// The reason why a part is not called. The functions in it are named for the part.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyNotCalled {
    /// The user's expression has this name, but the day does not.
    NoSuchName(String),
    /// The user's expression has no name that can be one of the day.
    NoName,
    /// The user's expressions are for the other part.
    NoExpression {
        function: String,
    },
    /// A copy has nothing that runs the function.
    Async {
        function: String,
    },
    /// The values to pass to the function are not known.
    TakesMore {
        function: String,
    },
    /// The day has too many possible calls. None of the tried ones calls the function.
    NotTried {
        function: String,
    },
    /// Nothing was compiled, and names do not tell how to call the function.
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
    /// The output of the day's program does not show the answer to the part clearly.
    NotPrinted,
    /// Every answer is wrong, such as this one.
    Wrong(WrongAnswer),
}

impl WhyNotCalled {
    /// True if an expression of the user could help, and the user has not tried that.
    pub fn is_unclear(&self) -> bool {
        match self {
            Self::NoSuchName(_) | Self::NoName | Self::NoExpression { .. } | Self::Async { .. } => {
                false
            }
            Self::TakesMore { .. }
            | Self::NotTried { .. }
            | Self::NotCompiled { .. }
            | Self::NoCallCompiles { .. }
            | Self::NoAnswer { .. }
            | Self::NotPrinted
            | Self::Wrong(_) => true,
        }
    }
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
            Self::Async { function } => write!(
                f,
                "`{function}` is async: call it in a function that is not async"
            ),
            Self::TakesMore { function } => write!(f, "`{function}` takes more than the text"),
            Self::NotTried { function } => {
                write!(f, "`{function}` is not among the calls that are tried")
            }
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
            Self::Wrong(wrong) => f.write_str(&every_call_is_wrong(wrong, "")),
        }
    }
}

/// The reason not to call a part or a day: every answer is wrong, such as this one. `of_part` names
/// its part, unless the part is known.
pub fn every_call_is_wrong(wrong: &WrongAnswer, of_part: &str) -> String {
    let given = &wrong.given;
    let in_test = match &wrong.expected {
        Expected::OfTest(answer) => format!(" in a test that expects {answer}"),
        Expected::Answer(_) | Expected::InOutput => String::new(),
    };
    format!("every call gives a wrong answer, such as {given}{of_part}{in_test}")
}

/// The reason why a day is not copied.
#[derive(Clone, Debug)]
pub enum NotCopied {
    /// It is not clear how to call the day, for this reason. An expression of the user can help.
    Unclear(String),
    /// The code cannot be copied, or its copy cannot be built, for this reason. No expression can
    /// help.
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
