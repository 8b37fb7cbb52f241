//! When the stars of a puzzle came.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};

use crate::puzzle::{Day, Year};
use crate::site::{A_DAY, StarTime};
use crate::terminal::span;

/// The time of a star that came later than a day after the unlock, as the site says it.
pub const LATER: &str = ">24h";

/// When the stars of a puzzle came; `None` for a star that has no known time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StarTimes {
    /// After the unlock.
    #[serde(serialize_with = "in_seconds")]
    pub part1: Option<StarTime>,
    #[serde(serialize_with = "in_seconds")]
    pub part2: Option<StarTime>,
    /// After the first look at the puzzle, in seconds, if that was noted.
    pub part1_from_look: Option<u64>,
    pub part2_from_look: Option<u64>,
}

impl StarTimes {
    /// True if there is more to tell than that the star came later than a day.
    pub fn is_telling(&self) -> bool {
        let after_unlock = self.part2.or(self.part1).and_then(StarTime::exact);
        after_unlock.is_some_and(|time| time < A_DAY) || self.since_first_look().is_some()
    }

    /// The time of the last star after the unlock, in words; later than a day as the site says it.
    pub fn since_unlock(&self) -> Option<String> {
        Some(match self.part2.or(self.part1)? {
            StarTime::After(time) if time < A_DAY => span(time),
            StarTime::After(_) | StarTime::Later => LATER.to_owned(),
        })
    }

    /// The time of the last star after the first look, in words.
    pub fn since_first_look(&self) -> Option<String> {
        let seconds = self.part2_from_look.or(self.part1_from_look)?;
        Some(span(Duration::from_secs(seconds)))
    }
}

/// Writes the seconds after the unlock: 86400 for [`StarTime::Later`].
#[expect(clippy::ref_option, reason = "serde calls it with a reference")]
fn in_seconds<S: Serializer>(time: &Option<StarTime>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| Duration::from(time).as_secs())
        .serialize(serializer)
}

/// The times of a year's stars, in seconds: the document of `aoc times --json`.
#[derive(Clone, Serialize)]
pub struct YearTimes {
    pub year: Year,
    /// When the site showed its times; `None` if it was never asked.
    pub fetched: Option<DateTime<Utc>>,
    pub days: Vec<DayTimes>,
    /// The sum of the times to both stars, of all days on which they are known exactly; `None`
    /// without such a day.
    pub total: Option<u64>,
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
