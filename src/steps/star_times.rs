//! When the stars of a puzzle came: after its unlock, and after the first look at its text.

use aoc_solution::Part;
use chrono::{DateTime, TimeDelta, Utc};

use crate::inputs::Answers;
use crate::overview::StarTimes;
use crate::puzzle::Puzzle;
use crate::site::{A_DAY, OwnDay, StarTime};

/// The times of both stars, as the site shows them, or until the right guess.
pub fn star_times(
    puzzle: Puzzle,
    shown: Option<&OwnDay>,
    answers: &Answers,
    now: DateTime<Utc>,
) -> StarTimes {
    // A file may have any time. This computer's clock may be slow.
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
    StarTimes {
        part1: time_of(shown.and_then(|shown| shown.part1), Part::One),
        part2: time_of(shown.and_then(|shown| shown.part2), Part::Two),
        part1_from_look: from_look(Part::One),
        part2_from_look: from_look(Part::Two),
    }
}

fn time_of_star(
    shown: Option<StarTime>,
    answers: &Answers,
    puzzle: Puzzle,
    part: Part,
) -> Option<StarTime> {
    // A beta tester's star came before the unlock.
    let elapsed = answers
        .time_of_star(part)
        .map(|_| answers.since_unlock(puzzle, part).unwrap_or_default());
    match (shown, elapsed) {
        // The site does not show the time of a star that came a day later.
        (Some(StarTime::Later), Some(elapsed)) => Some(StarTime::from(elapsed.max(A_DAY))),
        (shown, elapsed) => shown.or(elapsed.map(StarTime::from)),
    }
}
