//! The time after a guess during which the site takes no other answer. The reply usually names the
//! time, in varying words.

use std::time::Duration;

use humantime::parse_duration;

/// The shortest known wait of the site. It is assumed after a wrong answer if the reply does not
/// name a wait, and after a guess whose verdict is unknown.
pub const SHORTEST_KNOWN_WAIT: Duration = Duration::from_mins(1);

/// The time that is added to a wait, because stored times are in whole seconds.
pub const ROUNDING_MARGIN: Duration = Duration::from_secs(1);

/// The longest accepted wait. The site never asks for more, so a longer wait is an error, which
/// must not lock the user out.
pub const MAX_ANSWER_WAIT: Duration = Duration::from_hours(24);

/// The longest known wait of the site, which comes after eleven guesses. It is assumed if the reply
/// names a wait that cannot be parsed, and if an answer came too soon and the reply names no wait.
pub(super) const LONGEST_KNOWN_WAIT: Duration = Duration::from_mins(15);

/// The words for the numbers from 1 to 20.
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

/// The wait that is written between two texts. `None` if one of the texts is missing.
pub fn wait_between(text: &str, before: &str, after: &str) -> Option<Duration> {
    let (_, rest) = text.split_once(before)?;
    let (time, _) = rest.split_once(after)?;
    Some(parse_wait(time))
}

/// The wait that a sentence such as `Please wait one minute before trying again.` or `Try again in 5
/// minutes.` asks for. `None` if there is no such sentence.
pub fn requested_wait(text: &str) -> Option<Duration> {
    let text = text.to_lowercase();
    let wait = text.split_once("wait");
    let (_, rest) = wait.or_else(|| text.split_once("try again in"))?;
    let sentence = rest.split('.').next()?;
    let time = sentence.split(" before ").next()?;
    Some(parse_wait(time))
}

fn parse_wait(time: &str) -> Duration {
    let wait = parse_duration(&with_digits(time)).unwrap_or(LONGEST_KNOWN_WAIT);
    wait.min(MAX_ANSWER_WAIT)
}

/// Replaces number words by digits, and removes commas and `and`. For example, `one hour and five
/// minutes` becomes `1 hour 5 minutes`.
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
        // If a wait cannot be parsed, the longest wait is assumed.
        let unclear = LONGEST_KNOWN_WAIT.as_secs();
        for (text, seconds) in [
            ("one minute", 60),
            ("5 minutes", 300),
            ("1h 2m 3s", 3723),
            ("one hour", 3600),
            ("an hour", 3600),
            ("fifteen minutes", 900),
            ("1 hour and 5 minutes", 3900),
            ("2 hours, 5 minutes", 7500),
            ("2 hours,5 minutes", 7500),
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

    #[test]
    fn a_request_to_wait_has_several_forms() {
        let unclear = LONGEST_KNOWN_WAIT.as_secs();
        for (text, seconds) in [
            ("Please wait one minute before trying again.", 60),
            ("You must wait 5 minutes before trying again. [Return]", 300),
            ("Wait 5 minutes.", 300),
            ("wait 5m", 300),
            ("Please wait until tomorrow.", unclear),
            ("Please wait.", unclear),
            ("Keep waiting for one minute.", unclear),
            ("Please try again in 5 minutes.", 300),
            ("Try again in a while.", unclear),
        ] {
            let expected = Some(Duration::from_secs(seconds));
            assert_eq!(requested_wait(text), expected, "{text}");
        }
        assert_eq!(requested_wait("You may try again."), None);
    }
}
