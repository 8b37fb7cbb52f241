//! The times at which the user won the stars of a puzzle, counted from its unlock and from the
//! first look at its text.

use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;

use crate::inputs::RecordedAnswers;
use crate::puzzle::{Puzzle, unlock};
use crate::site::{OwnDayTimes, StarTime};
use crate::terminal::span;

/// The times of both stars of a puzzle. `None` for a star without a known time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(into = "StarSeconds")]
pub struct StarTimes {
    pub after_unlock: [Option<StarTime>; 2],
    /// The times since the first look at the puzzle, in whole seconds. `None` if the look was not
    /// recorded.
    pub since_first_look: [Option<Duration>; 2],
}

/// The times in JSON, in seconds. [`StarTime::Later`] is 86400.
#[derive(Serialize)]
struct StarSeconds {
    part1: Option<u64>,
    part2: Option<u64>,
    part1_from_look: Option<u64>,
    part2_from_look: Option<u64>,
}

impl From<StarTimes> for StarSeconds {
    fn from(times: StarTimes) -> Self {
        let [part1, part2] = times
            .after_unlock
            .map(|time| Some(Duration::from(time?).as_secs()));
        let [part1_from_look, part2_from_look] =
            times.since_first_look.map(|time| Some(time?.as_secs()));
        Self {
            part1,
            part2,
            part1_from_look,
            part2_from_look,
        }
    }
}

impl StarTimes {
    /// The times of both stars, from the site or from the recorded right guesses.
    pub fn of(
        puzzle: Puzzle,
        shown: Option<&OwnDayTimes>,
        answers: &RecordedAnswers,
        now: DateTime<Utc>,
    ) -> Self {
        // The file may contain a time in the future. If this computer's clock is behind, the time
        // may still be right, so up to a day ahead is accepted.
        let latest = now.checked_add_signed(TimeDelta::days(1)).unwrap_or(now);
        let mut times = Self::default();
        for part in Part::BOTH {
            let shown = shown.and_then(|shown| shown.of(part));
            let recorded = answers.time_of_star(part).filter(|time| *time <= latest);
            let star = star_time(puzzle, shown, recorded);
            times.after_unlock[part.index()] = match star {
                // A beta tester can win a star before the unlock.
                Some(star) => Some(StarTime::after(
                    (star - unlock(puzzle)).to_std().unwrap_or_default(),
                )),
                None => shown,
            };
            times.since_first_look[part.index()] = star
                .and_then(|star| answers.since_first_look(puzzle, star))
                .map(|time| Duration::from_secs(time.as_secs()));
        }
        times
    }

    /// The time from the unlock to the star, if the user won it within 24 hours. `None` also for a
    /// star that was recorded before the unlock: either the user is a beta tester, or the
    /// computer's clock was wrong.
    pub fn on_first_day(&self, part: Part) -> Option<Duration> {
        let time = self.after_unlock[part.index()]?.exact()?;
        (!time.is_zero() && time < StarTime::LIMIT).then_some(time)
    }

    /// The time between the stars. `None` if the exact time of one of them is not known.
    pub fn between_stars(&self) -> Option<Duration> {
        let [part1, part2] = self.after_unlock;
        part2?.exact()?.checked_sub(part1?.exact()?)
    }

    /// True if there is more to show than `>24h`: the star of the part was won within a day, or its
    /// time since the first look is known.
    pub fn has_time_to_show(&self, part: Part) -> bool {
        let after_unlock = self.after_unlock[part.index()].and_then(StarTime::exact);
        after_unlock.is_some_and(|time| time < StarTime::LIMIT)
            || self.since_first_look_text(part).is_some()
    }

    /// The time from the unlock to the star of the part, in words. A star after the first day is
    /// `>24h`, as on the site, even if its time is known.
    pub fn since_unlock_text(&self, part: Part) -> Option<String> {
        let time = self.after_unlock[part.index()]?;
        let is_later = time.exact() > Some(StarTime::LIMIT);
        let shown = if is_later { StarTime::Later } else { time };
        Some(shown.in_words())
    }

    /// The time from the first look to the star of the part, in words.
    pub fn since_first_look_text(&self, part: Part) -> Option<String> {
        self.since_first_look[part.index()].map(span)
    }
}

/// The time of a star as the site shows it. If the site shows none, the time of the recorded guess.
/// `None` if the exact time is not known.
fn star_time(
    puzzle: Puzzle,
    shown: Option<StarTime>,
    recorded: Option<DateTime<Utc>>,
) -> Option<DateTime<Utc>> {
    let unlock = unlock(puzzle);
    match shown {
        Some(StarTime::After(time)) => unlock.checked_add_signed(TimeDelta::from_std(time).ok()?),
        // For a star that was won more than a day after the unlock, the site shows no exact time.
        Some(StarTime::Later) => recorded.filter(|time| *time > unlock + StarTime::LIMIT),
        None => recorded,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_after_exactly_a_day_is_no_later_one() {
        let shown = |time| {
            let times = StarTimes {
                after_unlock: [None, Some(time)],
                ..StarTimes::default()
            };
            times.since_unlock_text(Part::Two)
        };
        let second = Duration::from_secs(1);
        assert_eq!(
            shown(StarTime::After(StarTime::LIMIT)),
            Some(span(StarTime::LIMIT))
        );
        for later in [StarTime::After(StarTime::LIMIT + second), StarTime::Later] {
            assert_eq!(shown(later).as_deref(), Some(StarTime::LATER_TEXT));
        }
    }

    /// The site's time of a star is more exact than the time of the guess, which may even be
    /// missing.
    #[test]
    fn a_look_counts_to_the_time_of_the_star_that_the_site_shows() {
        let puzzle = Puzzle::of(2026, 7);
        let seconds = |seconds| Some(StarTime::After(Duration::from_secs(seconds)));
        let now = "2026-12-25T05:00:00Z".parse().unwrap();
        let guess = "[[guess]]\npart = 1\nanswer = 5\nverdict = 'right'\ntime = \
                     2026-12-07T05:02:10Z\n";
        for (first_look, guess, part1, from_look) in [
            ("05:02:00", guess, None, Some(10)),
            ("05:02:00", guess, seconds(126), Some(6)),
            ("05:02:00", "", seconds(126), Some(6)),
            ("04:30:00", "", seconds(126), Some(126)),
            // The star was won on another computer, before the first look here.
            ("05:30:00", "", seconds(126), None),
            ("05:02:00", guess, Some(StarTime::Later), None),
            ("05:02:00", "", Some(StarTime::Later), None),
        ] {
            let text = format!("first_seen = 2026-12-07T{first_look}Z\n{guess}");
            let answers = RecordedAnswers::parse(&text).unwrap();
            let shown = part1.map(|part1| OwnDayTimes {
                day: puzzle.day,
                part1: Some(part1),
                part2: None,
            });
            let times = StarTimes::of(puzzle, shown.as_ref(), &answers, now);
            let from_look = from_look.map(Duration::from_secs);
            assert_eq!(
                times.since_first_look,
                [from_look, None],
                "{text} {part1:?}"
            );
        }
    }

    #[test]
    fn a_star_within_a_day_or_after_a_known_look_has_a_time_to_show() {
        let second = Duration::from_secs(1);
        let almost = StarTime::LIMIT.saturating_sub(second);
        for (after_unlock, since_first_look, is_shown) in [
            (None, None, false),
            (Some(StarTime::After(almost)), None, true),
            (Some(StarTime::After(StarTime::LIMIT)), None, false),
            (Some(StarTime::Later), None, false),
            (Some(StarTime::Later), Some(second), true),
            (None, Some(second), true),
        ] {
            let times = StarTimes {
                after_unlock: [after_unlock, None],
                since_first_look: [since_first_look, None],
            };
            assert_eq!(times.has_time_to_show(Part::One), is_shown, "{times:?}");
        }
    }

    /// According to the site, the star was won more than a day after the unlock. A recorded time
    /// within a day is wrong.
    #[test]
    fn only_a_recorded_time_of_more_than_a_day_makes_a_later_star_exact() {
        let puzzle = Puzzle::of(2020, 22);
        let shown = OwnDayTimes {
            day: puzzle.day,
            part1: Some(StarTime::Later),
            part2: None,
        };
        let second = Duration::from_secs(1);
        for (solved, time) in [
            ("22T05:10:00Z", StarTime::Later),
            ("23T05:00:00Z", StarTime::Later),
            ("23T05:00:01Z", StarTime::After(StarTime::LIMIT + second)),
        ] {
            let text = format!(
                "[[guess]]\npart = 1\nanswer = 5\nverdict = 'right'\ntime = 2020-12-{solved}\n"
            );
            let answers = RecordedAnswers::parse(&text).unwrap();
            let now = "2020-12-25T05:00:00Z".parse().unwrap();
            let times = StarTimes::of(puzzle, Some(&shown), &answers, now);
            assert_eq!(times.after_unlock, [Some(time), None], "{solved}");
        }
    }
}
