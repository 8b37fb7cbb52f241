//! What the worker answers.

use super::wire::{DecodeError, Fields, Line, Wire};

/// The line of a worker over its memory limit. A constant, because such a
/// worker cannot allocate. Its number is 0, which no request has.
pub const OUT_OF_MEMORY_LINE: &[u8] = b"0\tout-of-memory\n";

/// The worker's message.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The number of the request that this answers; 0 for one that was not requested.
    pub number: u64,
    /// The answer.
    pub reply: Reply,
}

/// The result of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// A function was called once, or has failed in the course of another
    /// command.
    Ran {
        /// How long it took, in nanoseconds; 0 if that is unknown.
        ns: u64,
        /// What it returned.
        outcome: Outcome,
    },
    /// Whether a play-by-play was written; `false` if the part has none.
    Traced(bool),
    /// A function was called repeatedly.
    Warmed {
        /// How long a call took at the end, in nanoseconds.
        call_ns: f64,
        /// The resolution of the clock, in nanoseconds.
        grain_ns: u64,
    },
    /// How long each batch took, in nanoseconds.
    Sampled(Vec<u64>),
    /// What the calls allocated; `None` if the worker does not count.
    Allocated(Option<Allocations>),
    /// A generated input; `None` if the day has no `generate`.
    Generated(Option<String>),
    /// The memory limit is exceeded, and the worker ends.
    OutOfMemory,
    /// The command cannot be carried out, whatever the solution does: the
    /// runner has made a mistake.
    Refused(String),
}

/// What a call returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The input is parsed.
    Parsed,
    /// The answer, as it would be typed into the site.
    Answered(String),
    /// The part is not written yet.
    Unsolved,
    /// The error that the function returned, with its causes.
    Error(String),
    /// Where the function panicked, and the panic's message.
    Panic(String),
}

/// What calls allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allocations {
    /// How many allocations were made.
    pub count: u64,
    /// The sum of their sizes.
    pub bytes: u64,
    /// The most bytes that were held at a time, beyond those held before.
    pub peak: u64,
}

impl Wire for Response {
    fn encode(&self, line: &mut Line) {
        self.number.encode(line);
        self.reply.encode(line);
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            number: u64::decode(fields)?,
            reply: Reply::decode(fields)?,
        })
    }
}

impl Wire for Reply {
    fn encode(&self, line: &mut Line) {
        match self {
            Self::Ran { ns, outcome } => {
                line.word("ran");
                ns.encode(line);
                outcome.encode(line);
            }
            Self::Traced(written) => {
                line.word("traced");
                written.encode(line);
            }
            Self::Warmed { call_ns, grain_ns } => {
                line.word("warmed");
                call_ns.encode(line);
                grain_ns.encode(line);
            }
            Self::Sampled(batches_ns) => {
                line.word("sampled");
                batches_ns.encode(line);
            }
            Self::Allocated(allocations) => {
                line.word("allocated");
                allocations.encode(line);
            }
            Self::Generated(text) => {
                line.word("generated");
                text.encode(line);
            }
            Self::OutOfMemory => line.word("out-of-memory"),
            Self::Refused(why) => {
                line.word("refused");
                why.encode(line);
            }
        }
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        Ok(match fields.word("a reply")? {
            "ran" => Self::Ran {
                ns: u64::decode(fields)?,
                outcome: Outcome::decode(fields)?,
            },
            "traced" => Self::Traced(bool::decode(fields)?),
            "warmed" => Self::Warmed {
                call_ns: f64::decode(fields)?,
                grain_ns: u64::decode(fields)?,
            },
            "sampled" => Self::Sampled(Vec::decode(fields)?),
            "allocated" => Self::Allocated(Option::decode(fields)?),
            "generated" => Self::Generated(Option::decode(fields)?),
            "out-of-memory" => Self::OutOfMemory,
            "refused" => Self::Refused(String::decode(fields)?),
            other => return Err(DecodeError::new("a reply", other)),
        })
    }
}

impl Wire for Outcome {
    fn encode(&self, line: &mut Line) {
        match self {
            Self::Parsed => line.word("parsed"),
            Self::Answered(answer) => {
                line.word("answered");
                answer.encode(line);
            }
            Self::Unsolved => line.word("unsolved"),
            Self::Error(message) => {
                line.word("error");
                message.encode(line);
            }
            Self::Panic(message) => {
                line.word("panic");
                message.encode(line);
            }
        }
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        Ok(match fields.word("an outcome")? {
            "parsed" => Self::Parsed,
            "answered" => Self::Answered(String::decode(fields)?),
            "unsolved" => Self::Unsolved,
            "error" => Self::Error(String::decode(fields)?),
            "panic" => Self::Panic(String::decode(fields)?),
            other => return Err(DecodeError::new("an outcome", other)),
        })
    }
}

impl Wire for Allocations {
    fn encode(&self, line: &mut Line) {
        self.count.encode(line);
        self.bytes.encode(line);
        self.peak.encode(line);
    }

    #[inline]
    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            count: u64::decode(fields)?,
            bytes: u64::decode(fields)?,
            peak: u64::decode(fields)?,
        })
    }
}
