//! The line about a solved puzzle for sharing. `aoc times --share`, the second star and a key of
//! `watch` offer it.

use aoc_solution::Part;

use super::day::DayRecord;
use crate::terminal::{measured_time, plural, span};

/// The line, which has no spoilers. `None` if the second star was neither submitted here nor shown
/// with its time by the site. The time of older code is left out.
pub fn share_line(day: &DayRecord) -> Option<String> {
    let DayRecord {
        puzzle,
        answers,
        times,
        ..
    } = day;
    if !answers.is_right(Part::Two) && times.after_unlock[1].is_none() {
        return None;
    }
    let mut facts = Vec::new();
    if let Some(time) = times.since_first_look[1] {
        facts.push(format!("{} from the first look", span(time)));
    } else if let Some(time) = times.on_first_day(Part::Two) {
        facts.push(format!("{} after the unlock", span(time)));
    }
    // Stars that came before the unlock have no time between them.
    if let Some(between) = times.between().filter(|time| !time.is_zero()) {
        facts.push(format!("{} between the parts", span(between)));
    }
    let guesses = answers.judged_guesses();
    // The site does not show the guesses that were submitted elsewhere.
    if guesses > 0 {
        facts.push(plural(guesses, "guess"));
    }
    if let Some(last) = day.time_now()
        && !last.is_partial
    {
        facts.push(measured_time(last.ns));
    }
    facts.push("Rust".to_owned());
    Some(format!("Advent of Code {puzzle} ** {}", facts.join(", ")))
}

#[cfg(test)]
mod tests;
