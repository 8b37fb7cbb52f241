//! The times at which the stars of a puzzle came, after its unlock and after the first look at
//! its text.

use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Serialize, Serializer};

use crate::inputs::Answers;
use crate::puzzle::Puzzle;
use crate::site::{A_DAY, OwnDay, StarTime};
use crate::terminal::span;

/// The time that the site shows for a star that came more than a day after the unlock.
pub const LATER: &str = ">24h";

/// The times of the stars of a puzzle; `None` for a star without a known time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StarTimes {
    /// The time of the first star after the unlock.
    #[serde(serialize_with = "in_seconds")]
    pub part1: Option<StarTime>,
    #[serde(serialize_with = "in_seconds")]
    pub part2: Option<StarTime>,
    /// The seconds from the first look at the puzzle to the first star, if the look was recorded.
    pub part1_from_look: Option<u64>,
    pub part2_from_look: Option<u64>,
}

impl StarTimes {
    /// The times of both stars, as the site shows them or as the right guesses were recorded.
    pub fn of(
        puzzle: Puzzle,
        shown: Option<&OwnDay>,
        answers: &Answers,
        now: DateTime<Utc>,
    ) -> Self {
        // A file may contain any time. This computer's clock may be slow.
        let latest = now.checked_add_signed(TimeDelta::days(1)).unwrap_or(now);
        let is_plausible = |part| answers.time_of_star(part).is_none_or(|time| time <= latest);
        let time_of = |shown, part| {
            if is_plausible(part) {
                time_of_star(shown, answers, puzzle, part)
            } else {
                shown
            }
        };
        let from_look = |part| {
            let time = answers
                .since_first_look(part)
                .filter(|_| is_plausible(part));
            time.map(|time| time.as_secs())
        };
        Self {
            part1: time_of(shown.and_then(|shown| shown.part1), Part::One),
            part2: time_of(shown.and_then(|shown| shown.part2), Part::Two),
            part1_from_look: from_look(Part::One),
            part2_from_look: from_look(Part::Two),
        }
    }

    /// The times of both stars after the first look at the puzzle.
    pub fn since_looks(&self) -> [Option<u64>; 2] {
        [self.part1_from_look, self.part2_from_look]
    }

    /// The time of a star after the unlock, if it came on the first day. A star that was recorded
    /// before the unlock has none: it is a beta tester's, or the computer's clock was wrong.
    pub fn on_first_day(&self, part: Part) -> Option<Duration> {
        let time = match part {
            Part::One => self.part1,
            Part::Two => self.part2,
        };
        let time = time.and_then(StarTime::exact)?;
        (!time.is_zero() && time < A_DAY).then_some(time)
    }

    /// The time of a star after the first look at the puzzle.
    pub fn after_look(&self, part: Part) -> Option<Duration> {
        let seconds = match part {
            Part::One => self.part1_from_look,
            Part::Two => self.part2_from_look,
        };
        seconds.map(Duration::from_secs)
    }

    /// The time between the stars, unless one of them came at an unknown time after the first
    /// day.
    pub fn between(&self) -> Option<Duration> {
        let [part1, part2] = [self.part1?.exact()?, self.part2?.exact()?];
        part2.checked_sub(part1)
    }

    /// True if more is known than that the star came more than a day later.
    pub fn is_telling(&self) -> bool {
        let after_unlock = self.part2.or(self.part1).and_then(StarTime::exact);
        after_unlock.is_some_and(|time| time < A_DAY) || self.since_first_look().is_some()
    }

    /// The time of the last star after the unlock, in words.
    pub fn since_unlock(&self) -> Option<String> {
        Some(match self.part2.or(self.part1)? {
            StarTime::After(time) if time <= A_DAY => span(time),
            StarTime::After(_) | StarTime::Later => LATER.to_owned(),
        })
    }

    /// The time of the last star after the first look, in words.
    pub fn since_first_look(&self) -> Option<String> {
        let seconds = self.part2_from_look.or(self.part1_from_look)?;
        Some(span(Duration::from_secs(seconds)))
    }
}

fn time_of_star(
    shown: Option<StarTime>,
    answers: &Answers,
    puzzle: Puzzle,
    part: Part,
) -> Option<StarTime> {
    // The star of a beta tester came before the unlock.
    let elapsed = answers
        .time_of_star(part)
        .map(|_| answers.since_unlock(puzzle, part).unwrap_or_default());
    match (shown, elapsed) {
        // The site does not show the time of a star that came more than a day later.
        (Some(StarTime::Later), Some(elapsed)) if elapsed > A_DAY => Some(StarTime::after(elapsed)),
        (shown, elapsed) => shown.or(elapsed.map(StarTime::after)),
    }
}

/// Writes the seconds after the unlock. [`StarTime::Later`] is written as 86400.
#[expect(clippy::ref_option, reason = "serde calls it with a reference")]
fn in_seconds<S: Serializer>(time: &Option<StarTime>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| Duration::from(time).as_secs())
        .serialize(serializer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_after_exactly_a_day_is_no_later_one() {
        let shown = |time| {
            let part2 = Some(time);
            let times = StarTimes {
                part2,
                ..StarTimes::default()
            };
            times.since_unlock()
        };
        let second = Duration::from_secs(1);
        assert_eq!(shown(StarTime::After(A_DAY)), Some(span(A_DAY)));
        for later in [StarTime::After(A_DAY + second), StarTime::Later] {
            assert_eq!(shown(later).as_deref(), Some(LATER));
        }
    }
}
