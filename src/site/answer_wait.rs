//! How long the site wants to be left alone after a guess. Its reply usually says so, in words
//! that are not always the same.

use std::time::Duration;

use humantime::parse_duration;

/// The wait after a wrong answer if the reply does not name one: the shortest that the site
/// is known to demand. The same time must pass after a guess whose verdict is unknown.
pub const USUAL_WAIT: Duration = Duration::from_mins(1);

/// The time that is added to a wait, because stored times are in whole seconds.
pub const MARGIN: Duration = Duration::from_secs(1);

/// The site never asks for a longer wait; a mistaken one must not lock the user out.
const MAX_WAIT: Duration = Duration::from_hours(24);

/// The longest wait that the site is known to ask for, after eleven guesses. A wait that is
/// not understood may be that long.
const LONGEST_TIER: Duration = Duration::from_mins(15);

/// The words for the numbers from 1 on.
const NUMBERS: &[&str] = &[
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// The waiting time between two texts; `None` if one of them is missing.
pub fn wait_between(text: &str, before: &str, after: &str) -> Option<Duration> {
    let (_, rest) = text.split_once(before)?;
    let (time, _) = rest.split_once(after)?;
    let wait = parse_duration(&with_digits(time)).unwrap_or(LONGEST_TIER);
    Some(wait.min(MAX_WAIT))
}

/// Writes `one minute`, `an hour` or `1 hour and five minutes` as `1 hour 5 minutes`.
fn with_digits(time: &str) -> String {
    let mut words = Vec::new();
    for word in time.to_lowercase().replace(',', " ").split_whitespace() {
        let number = NUMBERS.iter().zip(1..).find(|(name, _)| **name == word);
        match (word, number) {
            ("and", _) => {}
            ("a" | "an", _) => words.push("1".to_owned()),
            (_, Some((_, number))) => words.push(number.to_string()),
            (_, None) => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_several_forms() {
        // A wait that is not understood is the longest.
        let unclear = LONGEST_TIER.as_secs();
        for (text, seconds) in [
            ("one minute", 60),
            ("5 minutes", 300),
            ("1h 2m 3s", 3723),
            ("one hour", 3600),
            ("an hour", 3600),
            ("fifteen minutes", 900),
            ("1 hour and 5 minutes", 3900),
            ("2 hours, 5 minutes", 7500),
            ("Ten seconds", 10),
            ("twenty minutes", 1200),
            ("and", unclear),
            ("", unclear),
            (" ", unclear),
            ("5", unclear),
            ("minute", unclear),
            ("5 apples", unclear),
            ("a few minutes", unclear),
            ("5m x", unclear),
            ("-5 minutes", unclear),
        ] {
            let expected = Some(Duration::from_secs(seconds));
            assert_eq!(
                wait_between(&format!("<{text}>"), "<", ">"),
                expected,
                "{text}"
            );
        }
        for text in ["", "<5 minutes", "5 minutes>"] {
            assert_eq!(wait_between(text, "<", ">"), None, "{text}");
        }
    }
}
