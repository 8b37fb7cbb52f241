//! The line about a solved puzzle that `aoc times --share`, a second star and a key of `watch`
//! offer to share.

use aoc_solution::Part;
use chrono::{DateTime, Utc};

use crate::inputs::Answers;
use crate::overview::LastTime;
use crate::puzzle::Puzzle;
use crate::site::A_DAY;
use crate::terminal::{elapsed, plural, span};

/// A line about a solved puzzle to share, without spoilers; `None` if a star is missing or its
/// time is not known.
pub fn share_line(puzzle: Puzzle, answers: &Answers, last: Option<LastTime>) -> Option<String> {
    let second = answers.time_of_star(Part::Two)?;
    let since = |start: DateTime<Utc>| (second - start).to_std().ok();
    let mut facts = Vec::new();
    if let Some(time) = answers.since_first_look(Part::Two) {
        facts.push(format!("{} from the first look", span(time)));
    } else if let Some(time) = answers.since_unlock(puzzle, Part::Two)
        && time < A_DAY
    {
        facts.push(format!("{} after the unlock", span(time)));
    }
    if let Some(between) = answers.time_of_star(Part::One).and_then(since) {
        facts.push(format!("{} between the parts", span(between)));
    }
    facts.push(plural(answers.judged_guesses(), "guess"));
    if let Some(last) = last
        && !last.is_partial
    {
        facts.push(elapsed(last.ns));
    }
    facts.push("Rust".to_owned());
    Some(format!("Advent of Code {puzzle} ** {}", facts.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_to_share_tells_what_is_known() {
        let guess = |part, verdict, time| {
            format!(
                "[[guess]]\npart = {part}\nanswer = 77\nverdict = '{verdict}'\ntime = \
                 2025-12-01T{time}Z\n"
            )
        };
        let first = guess(1, "right", "08:10:00");
        let second = guess(2, "right", "08:15:30");
        let wrong = guess(1, "too-low", "08:05:00") + &guess(1, "too-recent", "08:05:30");
        let seen = "first_seen = 2025-12-01T08:00:00Z\n";
        let last = LastTime {
            ns: 1_310_000,
            is_partial: false,
            time: DateTime::UNIX_EPOCH,
            parts: [None, None],
            timed_source: None,
        };
        let start = "Advent of Code 2025/1 ** ";
        for (answers, last, facts) in [
            (format!("{seen}{first}"), None, None),
            (
                format!("{seen}{wrong}{first}{second}"),
                Some(last),
                Some(
                    "15m 30s from the first look, 5m 30s between the parts, 3 guesses, 1.31 ms, Rust",
                ),
            ),
            (
                format!("{first}{second}"),
                None,
                Some("3h 15m after the unlock, 5m 30s between the parts, 2 guesses, Rust"),
            ),
            (
                second.replace("2025-12-01", "2025-12-09"),
                None,
                Some("1 guess, Rust"),
            ),
        ] {
            let answers = Answers::parse(&answers).unwrap();
            let line = share_line(Puzzle::of(2025, 1), &answers, last);
            let expected = facts.map(|facts| format!("{start}{facts}"));
            assert_eq!(line, expected);
            assert!(!line.unwrap_or_default().contains("77"));
        }
    }
}
