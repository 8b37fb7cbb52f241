//! The answers to one input of a puzzle: `day22.answers.toml`.
//!
//! ```toml
//! part1 = "33400"
//! not_before = 2020-12-22T05:10:00Z
//!
//! [[guess]]
//! part = 2
//! answer = "33000"
//! verdict = "too-low"
//! time = 2020-12-22T05:09:00Z
//! ```
//!
//! People edit the file too, so a key that is not known is an error rather than
//! ignored.

mod edit;

use std::fmt;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use serde::Deserialize;

use super::toml_error::toml_error;
use super::value::{answer, optional_answer, optional_time, time};

/// What is known about the answers to one input. Answers are texts as they
/// would be typed into the site.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    /// The accepted answer to part 1.
    #[serde(default, deserialize_with = "optional_answer")]
    pub part1: Option<String>,
    /// The accepted answer to part 2.
    #[serde(default, deserialize_with = "optional_answer")]
    pub part2: Option<String>,
    /// The site takes no further answer before this time.
    #[serde(default, deserialize_with = "optional_time")]
    pub not_before: Option<DateTime<Utc>>,
    /// Everything that was submitted, in order.
    #[serde(default, rename = "guess")]
    pub guesses: Vec<Guess>,
}

/// An answer that was submitted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guess {
    #[serde(deserialize_with = "part")]
    pub part: Part,
    #[serde(deserialize_with = "answer")]
    pub answer: String,
    pub verdict: Verdict,
    #[serde(deserialize_with = "time")]
    pub time: DateTime<Utc>,
}

/// What the site said of a submitted answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Right,
    Wrong,
    TooHigh,
    TooLow,
    /// Not graded: submitted before the site's waiting time was over.
    TooRecent,
    /// Not graded: the part is solved already, or not open yet.
    WrongLevel,
    /// Perhaps graded: the reply was lost or not understood.
    Unknown,
}

impl Verdict {
    /// Whether the answer is known to be wrong.
    pub const fn is_wrong(self) -> bool {
        matches!(self, Self::Wrong | Self::TooHigh | Self::TooLow)
    }

    /// As it is written to files and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::TooHigh => "too-high",
            Self::TooLow => "too-low",
            Self::TooRecent => "too-recent",
            Self::WrongLevel => "wrong-level",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name().replace('-', " "))
    }
}

impl Answers {
    /// The accepted answer to a part.
    pub fn accepted(&self, part: Part) -> Option<&str> {
        match part {
            Part::One => self.part1.as_deref(),
            Part::Two => self.part2.as_deref(),
        }
    }

    /// Records an accepted answer in place of the one that was recorded.
    pub fn accept(&mut self, part: Part, answer: &str) {
        let accepted = match part {
            Part::One => &mut self.part1,
            Part::Two => &mut self.part2,
        };
        *accepted = Some(answer.to_owned());
    }

    /// Reads a file's text. The error names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| toml_error(text, &error))
    }
}

fn part<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Part, D::Error> {
    Part::try_from(u8::deserialize(from)?).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_named_with_their_line() {
        for (text, expected) in [
            (
                "part1 = 1\nprt2 = 2\n",
                "line 2: unknown field `prt2`, expected one of ",
            ),
            (
                "part1 = true\n",
                "line 1: invalid type: boolean `true`, expected an answer",
            ),
            ("part1 = 1.5\n", "line 1: invalid type: floating point"),
            ("part1 =\n", "line 1: "),
            (
                "not_before = 2020-12-22\n",
                "line 1: invalid value: 2020-12-22, expected a time",
            ),
            ("[[guess]]\nanswer = 1\n", "line 1: missing field `part`"),
            (
                "[[guess]]\npart = 3\nanswer = 1\nverdict = 'wrong'\ntime = 2020-12-22T05:09:00Z\n",
                "line 2: part 3 does not exist: parts are 1 and 2",
            ),
            (
                "[[guess]]\nverdict = 'no'\n",
                "line 2: unknown variant `no`",
            ),
        ] {
            let error = Answers::parse(text).expect_err(text);
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
