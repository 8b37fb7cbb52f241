//! What can be called and timed.

use std::fmt;
use std::str::FromStr;

use super::wire::{DecodeError, Fields, Line, Wire};
use crate::Part;

/// One of the three functions of a day that are timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// [`Solution::parse`](crate::Solution::parse).
    Parse,
    /// [`Solution::part1`](crate::Solution::part1).
    Part1,
    /// [`Solution::part2`](crate::Solution::part2).
    Part2,
}

impl Phase {
    /// All phases, in order.
    pub const ALL: [Self; 3] = [Self::Parse, Self::Part1, Self::Part2];

    /// The part that the phase answers; `None` for parse.
    #[must_use]
    pub const fn part(self) -> Option<Part> {
        match self {
            Self::Parse => None,
            Self::Part1 => Some(Part::One),
            Self::Part2 => Some(Part::Two),
        }
    }

    /// Its name in JSON and in the protocol.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::Part1 => "part1",
            Self::Part2 => "part2",
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

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Phase {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let phase = Self::ALL.into_iter().find(|phase| phase.name() == name);
        phase.ok_or_else(|| format!("unknown phase `{name}`: phases are parse, part1 and part2"))
    }
}

impl Wire for Phase {
    #[inline]
    fn encode(&self, line: &mut Line) {
        line.word(self.name());
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        match fields.word("a phase")? {
            "parse" => Ok(Self::Parse),
            "part1" => Ok(Self::Part1),
            "part2" => Ok(Self::Part2),
            other => Err(DecodeError::new("a phase", other)),
        }
    }
}

/// One function of a day.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The phase it stands for.
    pub phase: Phase,
    /// The name of the alternative; `None` for the primary function.
    pub alternative: Option<String>,
}

impl Wire for Call {
    #[inline]
    fn encode(&self, line: &mut Line) {
        self.phase.encode(line);
        self.alternative.encode(line);
    }

    fn decode(fields: &mut Fields<'_>) -> Result<Self, DecodeError> {
        Ok(Self {
            phase: Phase::decode(fields)?,
            alternative: Option::decode(fields)?,
        })
    }
}
