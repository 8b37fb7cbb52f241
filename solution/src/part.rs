//! The two halves of a puzzle.

use std::fmt;

/// A half of a puzzle, worth one star.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Part 1.
    One,
    /// Part 2, which the site shows once part 1 is solved.
    Two,
}

impl Part {
    /// Both parts, in order.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// 0 for part 1, 1 for part 2: the index into an array with one element
    /// for each part.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::One => 0,
            Self::Two => 1,
        }
    }
}

impl From<Part> for u8 {
    fn from(part: Part) -> Self {
        match part {
            Part::One => 1,
            Part::Two => 2,
        }
    }
}

impl TryFrom<u8> for Part {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            1 => Ok(Self::One),
            2 => Ok(Self::Two),
            other => Err(format!("part {other} does not exist: parts are 1 and 2")),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        u8::from(*self).fmt(f)
    }
}
