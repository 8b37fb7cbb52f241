//! The line about a solved puzzle that users can share. `aoc times --share` and a key of `watch`
//! offer it, and so does `aoc` after the second star.

use aoc_solution::Part;

use super::day::DayRecord;
use crate::terminal::{measured_time, plural, span};

/// The line to share, without spoilers and without times of older code. `None` if a star is not
/// known, or if the second star was not submitted here and the site has not shown its time.
pub fn share_line(day: &DayRecord) -> Option<String> {
    let DayRecord {
        puzzle,
        answers,
        times,
        ..
    } = day;
    let recorded = &answers.recorded;
    let is_told = recorded.is_right(Part::Two) || times.after_unlock[1].is_some();
    if !is_told || day.stars.open_part().is_some() {
        return None;
    }
    let mut facts = Vec::new();
    if let Some(time) = times.since_first_look[1] {
        facts.push(format!("{} from the first look", span(time)));
    } else if let Some(time) = times.on_first_day(Part::Two) {
        facts.push(format!("{} after the unlock", span(time)));
    }
    // If both stars were won before the unlock, the time between them is not known.
    if let Some(between) = times.between_stars().filter(|time| !time.is_zero()) {
        facts.push(format!("{} between the parts", span(between)));
    }
    // Guesses that were submitted elsewhere are not known, because the site does not show them.
    if answers.parts.iter().all(|part| recorded.is_right(*part)) {
        facts.push(plural(answers.judged_guesses(), "guess"));
    }
    if let Some(last) = day.valid_time()
        && !last.is_partial
    {
        facts.push(measured_time(last.ns));
    }
    facts.push("Rust".to_owned());
    Some(format!("Advent of Code {puzzle} ** {}", facts.join(", ")))
}

#[cfg(test)]
mod tests;
