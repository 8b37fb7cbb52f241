//! What the site says of a submitted answer, read from the page that it sends
//! for it.
//!
//! Every outcome has the status 200, and they differ in their sentences alone.
//! Only the first article is read, and it must begin with a known sentence: a
//! wrong answer can be "the right answer for someone else", and the page quotes
//! what was submitted.

use std::time::Duration;

use super::html::{first, is_logged_out, parse as parse_html, words};
use crate::terminal::excerpt;

/// How much of a text that is not understood is shown, in characters.
const MAX_SHOWN: usize = 300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Right,
    Wrong {
        direction: Option<Direction>,
        /// It is the right answer to another user's input.
        someone_else: bool,
        /// How long the site takes no further answer; `None` if it does not say.
        wait: Option<Duration>,
    },
    /// Not graded: the last answer was submitted too recently.
    TooSoon {
        /// `None` if the site does not say how long.
        left: Option<Duration>,
    },
    /// Not graded: the part is solved already, or cannot be solved yet.
    WrongLevel,
    /// The last star of an event.
    Finished,
    /// Not graded: the page is for someone who is not logged in.
    LoggedOut,
    /// None of these; the beginning of the text, sanitized.
    Unknown(String),
}

/// How a wrong answer is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    TooHigh,
    TooLow,
}

/// The verdict that a page tells.
pub fn parse(html: &str) -> Verdict {
    let html = parse_html(html);
    // The apostrophes of a typesetter are ours, too.
    let article = first(&html, "main article").map(words).unwrap_or_default();
    let article = article.replace('\u{2019}', "'");
    match of_article(&article) {
        Some(verdict) => verdict,
        None if is_logged_out(&html) => Verdict::LoggedOut,
        None => {
            let mut places = ["main article", "main", "body"].into_iter();
            let place = places.find_map(|selector| first(&html, selector));
            Verdict::Unknown(excerpt(&place.map(words).unwrap_or_default(), MAX_SHOWN))
        }
    }
}

fn of_article(article: &str) -> Option<Verdict> {
    if let Some(rest) = article.strip_prefix("That's not the right answer") {
        return Some(wrong(rest));
    }
    if let Some(rest) = article.strip_prefix("You gave an answer too recently") {
        let left = between(rest, "You have ", " left to wait").and_then(time);
        return Some(Verdict::TooSoon { left });
    }
    if article.starts_with("You don't seem to be solving the right level") {
        return Some(Verdict::WrongLevel);
    }
    if article.starts_with("That's the right answer!") {
        return Some(Verdict::Right);
    }
    let mut sentences = article.split(['.', '!', '?']).map(str::trim);
    let finished = |sentence: &str| sentence.starts_with("You've finished every puzzle");
    sentences.any(finished).then_some(Verdict::Finished)
}

/// Reads what follows `That's not the right answer`.
fn wrong(rest: &str) -> Verdict {
    // What was submitted may be any text.
    let rest = rest.split("(You guessed").next().unwrap_or_default();
    let sentence = rest.split('.').next().unwrap_or_default();
    let direction = if sentence.ends_with("your answer is too high") {
        Some(Direction::TooHigh)
    } else if sentence.ends_with("your answer is too low") {
        Some(Direction::TooLow)
    } else {
        None
    };
    Verdict::Wrong {
        direction,
        someone_else: rest.contains("it's the right answer for someone else"),
        wait: between(rest, "lease wait ", " before trying again").and_then(time),
    }
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after).map(|(between, _)| between)
}

/// Reads `one minute`, `5 minutes`, `16s`, `4m 32s`, `1h 2m 3s`.
fn time(text: &str) -> Option<Duration> {
    let mut seconds = 0_u64;
    let mut words = text.split(' ').peekable();
    words.peek().filter(|word| !word.is_empty())?;
    while let Some(word) = words.next() {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = match word.split_at(digits) {
            ("", name) => (number_of_name(name)?, words.next()?),
            (number, "") => (number.parse().ok()?, words.next()?),
            (number, unit) => (number.parse().ok()?, unit),
        };
        let unit = match unit.trim_end_matches(',') {
            "s" | "second" | "seconds" => 1,
            "m" | "minute" | "minutes" => 60,
            "h" | "hour" | "hours" => 3600,
            "d" | "day" | "days" => 86_400,
            _ => return None,
        };
        seconds = seconds.checked_add(number.checked_mul(unit)?)?;
    }
    Some(Duration::from_secs(seconds.min(MAX_WAIT)))
}

/// No wait of the site is longer; one that was would shut the user out.
const MAX_WAIT: u64 = 86_400;

/// The site writes small numbers as words.
fn number_of_name(name: &str) -> Option<u64> {
    const NAMES: [&str; 12] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let name = name.to_ascii_lowercase();
    if matches!(&*name, "a" | "an") {
        return Some(1);
    }
    (1..)
        .zip(NAMES)
        .find(|(_, other)| *other == name)
        .map(|(number, _)| number)
}

#[cfg(test)]
mod tests;
