//! What the runner asks for.

use super::call::Call;
use super::wire::{DecodeError, Fields, Line, Wire};
use crate::Part;

/// The runner's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Rises from 1; the response carries it too. So the runner can ignore a
    /// response to an earlier request, which a forked copy of the worker may
    /// have sent.
    pub number: u64,
    /// What to do.
    pub command: Command,
}

/// What the worker is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Opens a puzzle: parses its inputs, the first of them timed. Answered by
    /// [`Reply::Ran`](super::Reply::Ran), as are all other commands whose
    /// function fails.
    Open {
        /// From 1.
        day: u8,
        /// The inputs.
        source: Source,
        /// How many bytes the solution may hold at a time; `None` is no limit.
        memory: Option<u64>,
    },
    /// Runs a part once, timed. Answered by [`Reply::Ran`](super::Reply::Ran).
    Run(Call),
    /// Writes a part's play-by-play to stdout. Answered by
    /// [`Reply::Traced`](super::Reply::Traced).
    Trace(Part),
    /// Calls the function for about `ns` nanoseconds, at least once. Answered
    /// by [`Reply::Warmed`](super::Reply::Warmed).
    Warm {
        /// The function.
        call: Call,
        /// How long to go on, in nanoseconds.
        ns: u64,
    },
    /// Samples the function for about `ns` nanoseconds, at least once.
    /// Answered by [`Reply::Sampled`](super::Reply::Sampled).
    Sample {
        /// The function.
        call: Call,
        /// How many calls make a sample: the calls between two readings of the
        /// clock. With several inputs, each is called that many times.
        batch: u64,
        /// How long to go on, in nanoseconds.
        ns: u64,
    },
    /// Counts what one call with each input allocates. Answered by
    /// [`Reply::Allocated`](super::Reply::Allocated).
    Count(Call),
    /// Generates an input. Answered by
    /// [`Reply::Generated`](super::Reply::Generated).
    Generate {
        /// From 1.
        day: u8,
        /// The same seed gives the same input.
        seed: u64,
        /// How many bytes the solution may hold at a time; `None` is no limit.
        memory: Option<u64>,
    },
}

/// The input of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// This text.
    Text(String),
    /// The day's example of this index, solved by its own functions where it
    /// has some.
    Example(usize),
}

impl Wire for Request {
    #[inline]
    fn encode(&self, line: &mut Line) {
        self.number.encode(line);
        self.command.encode(line);
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            number: u64::decode(fields)?,
            command: Command::decode(fields)?,
        })
    }
}

impl Wire for Command {
    #[inline]
    fn encode(&self, line: &mut Line) {
        match self {
            Self::Open {
                day,
                source,
                memory,
            } => {
                line.word("open");
                day.encode(line);
                source.encode(line);
                memory.encode(line);
            }
            Self::Run(call) => {
                line.word("run");
                call.encode(line);
            }
            Self::Trace(part) => {
                line.word("trace");
                part.encode(line);
            }
            Self::Warm { call, ns } => {
                line.word("warm");
                call.encode(line);
                ns.encode(line);
            }
            Self::Sample { call, batch, ns } => {
                line.word("sample");
                call.encode(line);
                batch.encode(line);
                ns.encode(line);
            }
            Self::Count(call) => {
                line.word("count");
                call.encode(line);
            }
            Self::Generate { day, seed, memory } => {
                line.word("generate");
                day.encode(line);
                seed.encode(line);
                memory.encode(line);
            }
        }
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        Ok(match fields.word("a command")? {
            "open" => Self::Open {
                day: u8::decode(fields)?,
                source: Source::decode(fields)?,
                memory: Option::decode(fields)?,
            },
            "run" => Self::Run(Call::decode(fields)?),
            "trace" => Self::Trace(Part::decode(fields)?),
            "warm" => Self::Warm {
                call: Call::decode(fields)?,
                ns: u64::decode(fields)?,
            },
            "sample" => Self::Sample {
                call: Call::decode(fields)?,
                batch: u64::decode(fields)?,
                ns: u64::decode(fields)?,
            },
            "count" => Self::Count(Call::decode(fields)?),
            "generate" => Self::Generate {
                day: u8::decode(fields)?,
                seed: u64::decode(fields)?,
                memory: Option::decode(fields)?,
            },
            other => return Err(DecodeError::new("a command", other)),
        })
    }
}

impl Wire for Source {
    #[inline]
    fn encode(&self, line: &mut Line) {
        match self {
            Self::Text(text) => {
                line.word("text");
                text.encode(line);
            }
            Self::Example(index) => {
                line.word("example");
                index.encode(line);
            }
        }
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        match fields.word("text or an example")? {
            "text" => Ok(Self::Text(String::decode(fields)?)),
            "example" => Ok(Self::Example(usize::decode(fields)?)),
            other => Err(DecodeError::new("text or an example", other)),
        }
    }
}
