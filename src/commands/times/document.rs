//! The document of `aoc times`: the times of a year's stars, with their sums.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::puzzle::{Day, Year};
use crate::records::{DayRecord, StarTimes};
use crate::site::StarTime;

/// The times of a year's stars, in seconds.
#[derive(Clone, Serialize)]
pub struct TimesDocument {
    pub year: Year,
    /// The time at which the site showed its times. `None` if it never showed them.
    pub fetched: Option<DateTime<Utc>>,
    /// The chosen days on which something happened.
    pub days: Vec<DayTimes>,
    /// The sum of the times to the second stars, without days that have no exact time. `None` if no
    /// day has an exact time.
    pub total: Option<u64>,
    /// `None` if the guesses of a day are not known.
    pub guesses: Option<usize>,
    /// The day with the shortest known time to the second star.
    pub best: Option<Day>,
}

#[derive(Clone, Serialize)]
pub struct DayTimes {
    pub day: Day,
    #[serde(flatten)]
    pub times: StarTimes,
    /// The time between the stars.
    pub between: Option<u64>,
    /// The number of graded guesses in both parts. `None` if the file of answers cannot be read.
    pub guesses: Option<usize>,
}

impl TimesDocument {
    /// The times of these days of a year. A day on which nothing happened is left out.
    pub fn of(year: Year, fetched: Option<DateTime<Utc>>, days: &[DayRecord]) -> Self {
        let days: Vec<DayTimes> = days
            .iter()
            .map(DayTimes::of)
            .filter(|day| !day.is_unknown() || day.guesses.is_none())
            .collect();
        Self {
            year,
            fetched,
            total: days
                .iter()
                .filter_map(|day| day.times.after_unlock[1].and_then(StarTime::exact))
                .map(|time| time.as_secs())
                .reduce(u64::saturating_add),
            guesses: days.iter().map(|day| day.guesses).sum(),
            best: best_day(&days),
            days,
        }
    }
}

impl DayTimes {
    /// True if the day has no known time and no known guess.
    pub fn is_unknown(&self) -> bool {
        self.times.after_unlock == [None; 2] && self.guesses.unwrap_or(0) == 0
    }

    fn of(day: &DayRecord) -> Self {
        Self {
            day: day.puzzle.day,
            times: day.times,
            between: day.times.between_stars().map(|time| time.as_secs()),
            guesses: (!day.has_unreadable_answers).then(|| day.answers.judged_guesses()),
        }
    }
}

/// The day with the shortest known time to the second star, or the earliest of several such days. A
/// star that the site shows as `>24h` has no known time.
fn best_day(days: &[DayTimes]) -> Option<Day> {
    days.iter()
        .filter_map(|day| Some((day.times.after_unlock[1]?.exact()?, day.day)))
        .min()
        .map(|(_, day)| day)
}

#[cfg(test)]
mod tests;
