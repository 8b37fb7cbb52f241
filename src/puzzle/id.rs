//! Years, days and puzzles.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The year of an event, from 2015.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Year(pub u16);

impl Year {
    /// The first event.
    pub const FIRST: Self = Self(2015);
    /// The last year of four digits.
    pub const LAST: Self = Self(9999);

    /// Reads a year: four digits, 2015 or later.
    pub fn parse(text: &str) -> Option<Self> {
        let year = Self(u16::try_from(number(text)?).ok()?);
        (Self::FIRST..=Self::LAST).contains(&year).then_some(year)
    }

    pub const fn day(self, day: Day) -> Puzzle {
        Puzzle { year: self, day }
    }
}

impl fmt::Display for Year {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A day of an event, 1 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Day(pub u8);

impl Day {
    /// The last day of the longest events.
    pub const LAST: Self = Self(25);
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Puzzle {
    pub year: Year,
    pub day: Day,
}

impl Puzzle {
    /// The path of its page on the site.
    pub fn page_path(self) -> String {
        format!("/{}/day/{}", self.year, self.day)
    }

    /// The file with the solution, relative to the project's root, with forward
    /// slashes.
    pub fn source(self) -> String {
        format!("days/year{}/day{:02}.rs", self.year, self.day)
    }
}

/// The form is that of a selector: `2020/22`.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.year, self.day))
    }
}

/// Reads a number made of digits only. A number too large for a `u32` gives
/// `u32::MAX`.
pub fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().unwrap_or(u32::MAX))
}
