//! When the stars of a puzzle came.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::puzzle::{Day, Year};
use crate::site::A_DAY;
use crate::terminal::span;

/// The time of a star that came later than a day after the unlock, as the site says it.
pub const LATER: &str = ">24h";

/// When the stars of a puzzle came, in seconds; `None` for a star that has no known time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StarTimes {
    /// After the unlock; 86400 for a star of which the site says no more than that it came later.
    pub part1: Option<u64>,
    pub part2: Option<u64>,
    /// After the first look at the puzzle, if that was noted.
    pub part1_from_look: Option<u64>,
    pub part2_from_look: Option<u64>,
}

impl StarTimes {
    /// True if there is more to tell than that the star came later than a day.
    pub fn is_telling(&self) -> bool {
        let after_unlock = self.part2.or(self.part1).map(Duration::from_secs);
        after_unlock.is_some_and(|time| time < A_DAY) || self.since_first_look().is_some()
    }

    /// The time of the last star after the unlock, in words; later than a day as the site says it.
    pub fn since_unlock(&self) -> Option<String> {
        let time = Duration::from_secs(self.part2.or(self.part1)?);
        if time >= A_DAY {
            return Some(LATER.to_owned());
        }
        Some(span(time))
    }

    /// The time of the last star after the first look, in words.
    pub fn since_first_look(&self) -> Option<String> {
        let seconds = self.part2_from_look.or(self.part1_from_look)?;
        Some(span(Duration::from_secs(seconds)))
    }
}

/// False for a star of which the site says no more than that it came later.
pub fn is_exact_time(seconds: u64) -> bool {
    seconds != A_DAY.as_secs()
}

/// The times of a year's stars, in seconds: the document of `aoc times --json`.
#[derive(Clone, Serialize)]
pub struct YearTimes {
    pub year: Year,
    /// When the site showed its times; `None` if it was never asked.
    pub fetched: Option<DateTime<Utc>>,
    pub days: Vec<DayTimes>,
    /// The sum of the times to both stars, of all days on which they are known exactly.
    pub total: u64,
    pub guesses: usize,
    /// The day on which both stars came first.
    pub best: Option<Day>,
}

#[derive(Clone, Serialize)]
pub struct DayTimes {
    pub day: Day,
    #[serde(flatten)]
    pub times: StarTimes,
    /// The time between the stars, unless one came an unknown time after the first day.
    pub between: Option<u64>,
    /// The guesses that were judged, in both parts.
    pub guesses: usize,
}

impl DayTimes {
    /// The times of both stars after the first look at the puzzle.
    pub fn since_first_look(&self) -> [Option<u64>; 2] {
        [self.times.part1_from_look, self.times.part2_from_look]
    }
}
