//! What a puzzle is called: years, days, selectors, the event calendar.

mod calendar;
mod error;
mod resolve;
mod selection;
mod selector;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use calendar::{days, newest_unlocked, unlock};
pub use error::SelectorError;
pub use resolve::Surroundings;
pub use selection::Selection;
pub use selector::{DayItem, Selector};

/// The year of an event, from 2015.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Year(pub u16);

impl Year {
    /// The first event.
    pub const FIRST: Self = Self(2015);

    /// The year that `text` is, if it is one: four digits from 2015 on.
    pub fn parse(text: &str) -> Option<Self> {
        let number = selector::number(text)?;
        let year = Self(u16::try_from(number).ok()?);
        (year >= Self::FIRST && year.0 <= 9999).then_some(year)
    }

    /// The puzzle of a day of this year.
    pub const fn day(self, day: Day) -> Puzzle {
        Puzzle { year: self, day }
    }
}

impl fmt::Display for Year {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A day of an event, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Day(pub u8);

impl Day {
    /// The last day that any event had.
    pub const LAST: Self = Self(25);
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A year and a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Puzzle {
    /// The year.
    pub year: Year,
    /// The day.
    pub day: Day,
}

impl Puzzle {
    /// The file that solves the puzzle, from a project's root, with slashes.
    pub fn source(self) -> String {
        format!("days/year{}/day{:02}.rs", self.year, self.day)
    }
}

/// As in a selector: `2020/22`.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.year, self.day))
    }
}
