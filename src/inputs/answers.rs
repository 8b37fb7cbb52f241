//! The answers to one input of a puzzle: `day22.answers.toml`.
//!
//! ```toml
//! part1 = "33400"
//! not_before = 2020-12-22T05:10:00Z
//! first_seen = 2020-12-22T05:00:10Z
//!
//! [[guess]]
//! part = 2
//! answer = "33000"
//! verdict = "too-low"
//! time = 2020-12-22T05:09:00Z
//! ```
//!
//! Users also edit the file by hand. An unknown key is an error. When `aoc` changes the file, it
//! keeps the comments and the order of the keys.

mod edit;
mod ruled_out;

use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use aoc_solution::Part;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};
use toml::value::{Datetime, Value as TomlValue};

use super::compare::{is_blank_answer, is_same_answer};
use crate::puzzle::{Puzzle, unlock};

/// The answers in the file, as they would be typed into the site.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedAnswers {
    /// The accepted answer to part 1.
    #[serde(default, deserialize_with = "answer")]
    part1: Option<String>,
    /// The accepted answer to part 2.
    #[serde(default, deserialize_with = "answer")]
    part2: Option<String>,
    /// The time from which the site takes another answer.
    #[serde(default, deserialize_with = "toml_time")]
    pub not_before: Option<DateTime<Utc>>,
    /// The time at which the puzzle's text was first shown, by the site's clock. `None` if it was
    /// not recorded.
    #[serde(default, rename = "first_seen", deserialize_with = "toml_time")]
    pub first_look: Option<DateTime<Utc>>,
    /// Earlier versions stored here how far the site's clock was ahead. The key stays in the file.
    #[serde(default)]
    clock_ahead: IgnoredAny,
    /// Everything that was submitted, in order.
    #[serde(default, rename = "guess")]
    pub guesses: Vec<Guess>,
}

/// An answer that was submitted.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guess {
    pub part: Part,
    #[serde(deserialize_with = "answer")]
    pub answer: String,
    pub verdict: Verdict,
    #[serde(deserialize_with = "toml_time")]
    pub time: DateTime<Utc>,
}

impl Guess {
    /// Stores a verdict. An unknown verdict changes nothing: another process may already have found
    /// the verdict on the page.
    pub fn set_verdict(&mut self, verdict: Verdict) {
        if verdict != Verdict::Unknown {
            self.verdict = verdict;
        }
    }
}

/// The site's verdict on a submitted answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Right,
    Wrong,
    TooHigh,
    TooLow,
    /// The answer was not graded, because it was submitted before the site's waiting time was over.
    TooRecent,
    /// The answer was not graded, because the part is already solved or not open yet.
    WrongLevel,
    /// The reply was lost or not understood, so the answer may have been graded or not.
    #[default]
    Unknown,
}

/// What a verdict says about the answer.
#[derive(Clone, Copy, PartialEq)]
pub enum Grade {
    Right,
    Wrong,
    /// The answer was not graded, or its verdict is not known.
    Unknown,
}

impl Verdict {
    pub fn grade(self) -> Grade {
        match self {
            Self::Right => Grade::Right,
            Self::Wrong | Self::TooHigh | Self::TooLow => Grade::Wrong,
            Self::TooRecent | Self::WrongLevel | Self::Unknown => Grade::Unknown,
        }
    }

    /// True if the answer is known to be wrong.
    pub fn is_wrong(self) -> bool {
        self.grade() == Grade::Wrong
    }

    /// The verdict as a part of a sentence, such as `too high`.
    pub fn words(self) -> String {
        self.to_string().replace('-', " ")
    }
}

/// Writes the name that files and JSON use, such as `too-high`.
impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.serialize(f)
    }
}

impl RecordedAnswers {
    /// The accepted answer in the file.
    pub fn accepted(&self, part: Part) -> Option<&str> {
        let answer = match part {
            Part::One => &self.part1,
            Part::Two => &self.part2,
        };
        answer.as_deref().filter(|answer| !is_blank_answer(answer))
    }

    pub(super) fn has_accepted(&self) -> bool {
        Part::BOTH.iter().any(|part| self.accepted(*part).is_some())
    }

    /// True if the site has judged an answer to the part as right.
    pub fn is_right(&self, part: Part) -> bool {
        self.right_guess(part).is_some()
    }

    /// True if the site has judged any answer as right. Part 1 is then solved, because the site
    /// offers part 2 only after it.
    pub fn has_star(&self) -> bool {
        Part::BOTH.iter().any(|part| self.is_right(*part))
    }

    /// Records the first look at the puzzle. If the puzzle has answers, the user has seen it
    /// before, and nothing is recorded.
    pub fn record_first_look(&mut self, now: DateTime<Utc>) {
        let mut parts = Part::BOTH.into_iter();
        let is_new = self.guesses.is_empty() && parts.all(|part| self.accepted(part).is_none());
        if is_new && self.first_look.is_none() {
            self.first_look = Some(now);
        }
    }

    /// The time at which the right answer to a part was submitted.
    pub fn time_of_star(&self, part: Part) -> Option<DateTime<Utc>> {
        Some(self.right_guess(part)?.time)
    }

    /// The guess that the site has judged as right.
    pub fn right_guess(&self, part: Part) -> Option<&Guess> {
        self.guesses
            .iter()
            .find(|guess| guess.part == part && guess.verdict == Verdict::Right)
    }

    /// The time from the first look at the puzzle to a star. Earlier versions recorded looks before
    /// the unlock. Such a look counts from the unlock. If the star is before the unlock, too, the
    /// clock was wrong, but the difference is right.
    pub fn since_first_look(&self, puzzle: Puzzle, star: DateTime<Utc>) -> Option<Duration> {
        let first_look = self.first_look?;
        let start = if star >= unlock(puzzle) {
            first_look.max(unlock(puzzle))
        } else {
            first_look
        };
        (star - start).to_std().ok()
    }

    /// The guesses whose verdict is unknown and may be right. If another guess has solved the part,
    /// the verdict no longer matters.
    pub fn unsettled_guesses(&self) -> impl DoubleEndedIterator<Item = &Guess> {
        self.guesses
            .iter()
            .enumerate()
            .filter(|(index, guess)| {
                guess.verdict == Verdict::Unknown
                    && !self.is_right(guess.part)
                    && !self.was_part_open_after(*index)
            })
            .map(|(_, guess)| guess)
    }

    /// True if the site has judged a later answer to the part of this guess. It judges no answer to
    /// a solved part, so this guess was not right.
    ///
    /// A guess that was merged from another computer may stand after one that was sent later, and
    /// its time may come from a wrong clock. So only a guess with a later place and a later time
    /// counts.
    fn was_part_open_after(&self, index: usize) -> bool {
        let guess = &self.guesses[index];
        self.guesses[index + 1..].iter().any(|later| {
            later.part == guess.part
                && later.verdict.grade() != Grade::Unknown
                && later.time > guess.time
        })
    }

    /// True if the last guess was an answer to this part, and the site called it the wrong level.
    pub fn was_wrong_level(&self, part: Part) -> bool {
        let last = self.guesses.last();
        last.is_some_and(|guess| guess.part == part && guess.verdict == Verdict::WrongLevel)
    }

    /// Records an accepted answer. It replaces an earlier one.
    pub fn accept(&mut self, part: Part, answer: &str) {
        *self.accepted_mut(part) = Some(answer.to_owned());
    }

    /// Removes the accepted answer to a part if it equals `answer`. Returns whether an answer was
    /// removed. Call this only after a new verdict of the site, because `aoc accept --force`
    /// records even an answer that the site has judged wrong before.
    pub fn withdraw(&mut self, part: Part, answer: &str) -> bool {
        let is_recorded = self
            .accepted(part)
            .is_some_and(|recorded| is_same_answer(recorded, answer));
        if is_recorded {
            *self.accepted_mut(part) = None;
        }
        is_recorded
    }

    fn accepted_mut(&mut self, part: Part) -> &mut Option<String> {
        match part {
            Part::One => &mut self.part1,
            Part::Two => &mut self.part2,
        }
    }

    /// Changes the last guess that equals `sent` in everything except the verdict. If the guess is
    /// missing, it is added first.
    pub fn update_guess(&mut self, sent: &Guess, change: impl FnOnce(&mut Guess)) {
        let sent_index = self.guesses.iter().rposition(|guess| {
            guess.part == sent.part && guess.answer == sent.answer && guess.time == sent.time
        });
        let index = sent_index.unwrap_or_else(|| {
            self.guesses.push(sent.clone());
            self.guesses.len() - 1
        });
        change(&mut self.guesses[index]);
    }

    /// Marks a guess with an unknown verdict as right if it equals the answer that the site shows
    /// as accepted. If `accepted` is `None`, as for the last star of an event, any guess counts as
    /// equal.
    ///
    /// Only one guess wins a star. If a guess is already known to be right, nothing changes. Of
    /// several guesses, the last one is right, because the page did not show the part as solved
    /// before that guess was sent.
    pub fn confirm(&mut self, part: Part, accepted: Option<&str>) {
        if self.is_right(part) {
            return;
        }
        let sent = self.guesses.iter_mut().rfind(|guess| {
            guess.part == part
                && guess.verdict == Verdict::Unknown
                && accepted.is_none_or(|accepted| is_same_answer(&guess.answer, accepted))
        });
        if let Some(guess) = sent {
            guess.verdict = Verdict::Right;
        }
    }
}

/// A time in UTC, in the format of files and JSON.
pub fn date_time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// Reads an answer, which the file may hold as a string or as a whole number. `T` is an `Option`
/// for a key that may be missing.
pub(super) fn answer<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: From<String>,
{
    let value = TomlValue::deserialize(from)
        .map_err(|_| D::Error::custom("the number is too large for TOML: write it in quotes"))?;
    match value {
        TomlValue::String(text) => Ok(text.into()),
        TomlValue::Integer(number) => Ok(number.to_string().into()),
        other => Err(D::Error::custom(format!(
            "{other} is not an answer: write a string or a whole number"
        ))),
    }
}

/// Reads a TOML date-time with an offset.
fn toml_time<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: From<DateTime<Utc>>,
{
    let text = Datetime::deserialize(from)?.to_string();
    match DateTime::parse_from_rfc3339(&text) {
        Ok(time) => Ok(time.to_utc().into()),
        Err(_) => Err(D::Error::custom(format!(
            "{text} is not a time with its offset, such as 2025-12-01T05:00:00Z"
        ))),
    }
}

#[cfg(test)]
mod tests;
