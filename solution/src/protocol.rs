//! What the runner and a worker say to each other.
//!
//! The runner listens on a loopback port and starts the worker with
//! `--aoc-channel HOST:PORT/KEY`. The worker connects and sends one line, the
//! [`Hello`], which proves with the key that it is the one that was started.
//! From then on the runner sends a [`Command`] and the worker answers it with
//! one [`Reply`], each a line of JSON; a worker over its memory limit sends
//! [`Reply::OutOfMemory`] unasked. The worker ends when the channel closes, so
//! that a killed runner leaves no orphan.
//!
//! A worker serves one puzzle: the first [`Command::Open`] fixes it.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Part;

/// The version of all that is said here. It changes whenever a message changes
/// in a way that the other side could misread.
pub const VERSION: u32 = 1;

/// The argument that is followed by the channel's address and key.
pub const CHANNEL_ARGUMENT: &str = "--aoc-channel";

/// A worker's exit status after it told of its memory limit.
pub const MEMORY_EXIT_STATUS: u8 = 86;

/// A worker's first line. Of a worker of another version only `protocol` can
/// be relied upon.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The worker's [`VERSION`].
    pub protocol: u32,
    /// The key from the worker's arguments.
    pub key: String,
    /// The year that the worker solves.
    pub year: u16,
    /// The days it has, in order.
    pub days: Vec<DayInfo>,
}

/// What a worker has for one day.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DayInfo {
    /// The day, from 1.
    pub day: u8,
    /// The puzzle's title.
    pub title: Cow<'static, str>,
    /// Its examples, in order.
    pub examples: Vec<ExampleInfo>,
    /// Its alternatives, in order.
    pub alternatives: Vec<AlternativeInfo>,
}

/// What an example expects.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ExampleInfo {
    /// The answers of part 1 and part 2, where they are known.
    pub expected: [Option<Cow<'static, str>>; 2],
    /// Whether part 1 and part 2 follow rules of the example's own, so that
    /// alternatives do not apply.
    pub own_rules: [bool; 2],
}

impl ExampleInfo {
    /// The answer expected of `part`.
    #[must_use]
    pub fn expected(&self, part: Part) -> Option<&str> {
        self.expected[part.index()].as_deref()
    }

    /// Whether `part` follows rules of the example's own.
    #[must_use]
    pub const fn has_own_rules(&self, part: Part) -> bool {
        self.own_rules[part.index()]
    }
}

/// An alternative's name and part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlternativeInfo {
    /// Its name.
    pub name: Cow<'static, str>,
    /// The part it solves.
    pub part: Part,
}

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Reading the input.
    Parse,
    /// Answering part one.
    Part1,
    /// Answering part two.
    Part2,
}

impl Phase {
    /// The part that the phase answers.
    #[must_use]
    pub const fn part(self) -> Option<Part> {
        match self {
            Self::Parse => None,
            Self::Part1 => Some(Part::One),
            Self::Part2 => Some(Part::Two),
        }
    }
}

impl From<Part> for Phase {
    fn from(part: Part) -> Self {
        match part {
            Part::One => Self::Part1,
            Part::Two => Self::Part2,
        }
    }
}

/// As in the JSON of results: `parse`, `part1`, `part2`.
impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Parse => "parse",
            Self::Part1 => "part1",
            Self::Part2 => "part2",
        })
    }
}

/// One function of a day: a phase, or an alternative of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The phase.
    pub phase: Phase,
    /// The alternative's name; `None` for the day's own function.
    pub alternative: Option<String>,
}

/// The runner's line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Fixes the day and its inputs, and parses the first with the clock on it.
    /// Answered by [`Reply::Ran`].
    Open {
        /// The day.
        day: u8,
        /// What to read.
        source: Source,
        /// The most bytes that the solution may hold at a time.
        memory: Option<u64>,
    },
    /// Runs a part once, timed. Answered by [`Reply::Ran`].
    Run(Call),
    /// Writes a part's play-by-play to stdout. Answered by [`Reply::Traced`]
    /// or, where it failed, [`Reply::Ran`].
    Trace(Part),
    /// Calls the function for about `ns` nanoseconds, at least once. Answered
    /// by [`Reply::Warmed`].
    Warm {
        /// What to call.
        call: Call,
        /// For how long.
        ns: u64,
    },
    /// Samples the function for about `ns` nanoseconds, at least once.
    /// Answered by [`Reply::Sampled`].
    Sample {
        /// What to call.
        call: Call,
        /// How many calls make a sample: one batch between two looks at the
        /// clock. With several inputs, how many rounds of all of them.
        batch: u64,
        /// For how long.
        ns: u64,
    },
    /// Counts what a call with each input allocates. Answered by
    /// [`Reply::Allocated`].
    Count(Call),
    /// Makes an input. Answered by [`Reply::Generated`].
    Generate {
        /// The day.
        day: u8,
        /// The seed.
        seed: u64,
    },
}

/// Where the text to solve comes from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// These texts; the first is the one that is run, all are sampled.
    Texts(Vec<String>),
    /// The day's example of this index, under the example's own rules.
    Example(usize),
}

/// The worker's line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// A function was called.
    Ran {
        /// How long it took, in nanoseconds.
        ns: u64,
        /// What came of it.
        outcome: Outcome,
    },
    /// A play-by-play was written, or there is none.
    Traced(bool),
    /// A function was called again and again.
    Warmed {
        /// How long the very first call took, in nanoseconds.
        first_ns: u64,
        /// How long a call took in the end, in nanoseconds.
        call_ns: f64,
        /// The steps in which the clock runs, in nanoseconds.
        grain_ns: u64,
    },
    /// How long each batch took, in nanoseconds.
    Sampled(Vec<u64>),
    /// What the calls allocated; `None` where nobody counts.
    Allocated(Option<Allocations>),
    /// A generated input; `None` if the day makes none.
    Generated(Option<String>),
    /// The memory limit is exceeded; the worker ends.
    OutOfMemory,
    /// The command makes no sense here.
    Refused(String),
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The input is parsed.
    Parsed,
    /// The part is answered: the text as it would be typed into the site.
    Answered(String),
    /// The part is not written yet.
    Unsolved,
    /// The function returned an error.
    Error(String),
    /// The function panicked.
    Panic(String),
}

/// What calls allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Allocations {
    /// How many times.
    pub count: u64,
    /// How many bytes in all.
    pub bytes: u64,
    /// How many bytes more than at the start were held at the most.
    pub peak: u64,
}
