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
//! People edit the file too. A key that is not known is an error rather than
//! ignored, and what people wrote (comments, order) stays when `aoc` adds
//! something.

use std::fmt;

use aoc_solution::Part;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use toml::de::{DeTable, DeValue};

use super::toml_error::toml_error;
use super::value::{answer, date_time, optional_answer, optional_time, quoted, time};

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

    const fn name(self) -> &'static str {
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

    /// The guess by which the site is known to judge this answer wrong.
    pub fn judged_wrong(&self, part: Part, answer: &str) -> Option<&Guess> {
        self.guesses
            .iter()
            .find(|guess| guess.part == part && guess.answer == answer && guess.verdict.is_wrong())
    }

    /// Reads a file's text. The error names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| toml_error(text, &error))
    }

    /// The file's new text, given its old one, which must be valid: what
    /// changed is put in, the rest stays as it was written. A file in which
    /// that is not possible is rewritten.
    pub fn write_over(&self, old: &str) -> String {
        let edited = Self::parse(old)
            .ok()
            .and_then(|before| self.edit(old, &before))
            .filter(|edited| Self::parse(edited).as_ref() == Ok(self));
        edited.unwrap_or_else(|| self.render())
    }

    fn edit(&self, old: &str, before: &Self) -> Option<String> {
        let mut text = old.to_owned();
        for (key, new, was) in [
            ("part1", &self.part1, &before.part1),
            ("part2", &self.part2, &before.part2),
        ] {
            if new != was {
                text = set(&text, key, &quoted(new.as_deref()?))?;
            }
        }
        if self.not_before != before.not_before {
            text = set(&text, "not_before", &date_time(self.not_before?))?;
        }
        let (old, new) = self.guesses.split_at_checked(before.guesses.len())?;
        for (index, (guess, was)) in old.iter().zip(&before.guesses).enumerate() {
            if guess.verdict != was.verdict {
                text = set_verdict(&text, index, guess.verdict)?;
            }
        }
        for guess in new {
            if !text.is_empty() {
                text += if text.ends_with('\n') { "\n" } else { "\n\n" };
            }
            text += &guess.render();
        }
        Some(text)
    }

    fn render(&self) -> String {
        let mut text = String::new();
        for (key, value) in [
            ("part1", self.part1.as_deref().map(quoted)),
            ("part2", self.part2.as_deref().map(quoted)),
            ("not_before", self.not_before.map(date_time)),
        ] {
            if let Some(value) = value {
                text.extend([key, " = ", &value, "\n"]);
            }
        }
        for guess in &self.guesses {
            if !text.is_empty() {
                text.push('\n');
            }
            text += &guess.render();
        }
        text
    }
}

impl Guess {
    fn render(&self) -> String {
        format!(
            "[[guess]]\npart = {}\nanswer = {}\nverdict = \"{}\"\ntime = {}\n",
            u8::from(self.part),
            quoted(&self.answer),
            self.verdict.name(),
            date_time(self.time)
        )
    }
}

fn part<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Part, D::Error> {
    Part::try_from(u8::deserialize(from)?).map_err(serde::de::Error::custom)
}

/// The text with another value for a key at its top, or with the key added
/// after the others there.
fn set(text: &str, key: &str, value: &str) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    let mut end = 0;
    for (name, old) in table.get_ref() {
        if name.get_ref() == key {
            let span = old.span();
            return Some(format!(
                "{}{value}{}",
                &text[..span.start],
                &text[span.end..]
            ));
        }
        if !matches!(old.get_ref(), DeValue::Table(_) | DeValue::Array(_)) {
            end = end.max(old.span().end);
        }
    }
    if end > 0 {
        end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    }
    let (before, after) = text.split_at(end);
    let line_end = if before.is_empty() || before.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    let gap = if before.is_empty() && !after.is_empty() {
        "\n"
    } else {
        ""
    };
    Some(format!("{before}{line_end}{key} = {value}\n{gap}{after}"))
}

/// The text with another verdict on the guess of this index.
fn set_verdict(text: &str, index: usize, verdict: Verdict) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    let guess = table.get_ref().get("guess")?.get_ref().get(index)?;
    let span = guess.get_ref().get("verdict")?.span();
    let (before, after) = (&text[..span.start], &text[span.end..]);
    Some(format!("{before}\"{}\"{after}", verdict.name()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).expect("an instant")
    }

    fn guess(answer: &str, verdict: Verdict) -> Guess {
        Guess {
            part: Part::Two,
            answer: answer.to_owned(),
            verdict,
            time: at(1_608_613_740),
        }
    }

    #[test]
    fn a_new_file_has_one_form() {
        let answers = Answers {
            part1: Some("33400".to_owned()),
            part2: None,
            not_before: Some(at(1_608_613_800)),
            guesses: vec![
                guess("33000", Verdict::TooLow),
                guess("a\"b", Verdict::Unknown),
            ],
        };
        let text = answers.write_over("");
        assert_eq!(Answers::parse(&text).as_ref(), Ok(&answers));
        insta::assert_snapshot!(text, @r#"
        part1 = "33400"
        not_before = 2020-12-22T05:10:00Z

        [[guess]]
        part = 2
        answer = "33000"
        verdict = "too-low"
        time = 2020-12-22T05:09:00Z

        [[guess]]
        part = 2
        answer = 'a"b'
        verdict = "unknown"
        time = 2020-12-22T05:09:00Z
        "#);
    }

    #[test]
    fn what_people_wrote_stays() {
        let old = "# mine\npart1 = 7 # at last\n\n# a slip\n[[guess]]\npart = 2\nanswer = 5\n\
                   verdict = 'wrong'\ntime = 2020-12-22 06:09:00+01:00";
        let mut answers = Answers::parse(old).expect("valid");
        assert_eq!(answers.accepted(Part::One), Some("7"));
        assert_eq!(answers.guesses, [guess("5", Verdict::Wrong)]);
        assert_eq!(answers.write_over(old), old);
        answers.accept(Part::One, "8");
        answers.accept(Part::Two, "9");
        answers.guesses.push(guess("9", Verdict::Right));
        insta::assert_snapshot!(answers.write_over(old), @r#"
        # mine
        part1 = "8" # at last
        part2 = "9"

        # a slip
        [[guess]]
        part = 2
        answer = 5
        verdict = 'wrong'
        time = 2020-12-22 06:09:00+01:00

        [[guess]]
        part = 2
        answer = "9"
        verdict = "right"
        time = 2020-12-22T05:09:00Z
        "#);
    }

    #[test]
    fn a_verdict_can_change() {
        let old = "# mine\n[[guess]]\npart = 2\nanswer = 5 # lost\nverdict = 'unknown' # so far\n\
                   time = 2020-12-22T05:09:00Z\n";
        let mut answers = Answers::parse(old).expect("valid");
        answers.guesses[0].verdict = Verdict::Right;
        let new = old.replace("'unknown'", "\"right\"");
        assert_eq!(answers.write_over(old), new);
        answers.guesses.push(guess("6", Verdict::Wrong));
        assert!(answers.write_over(old).starts_with(&new));
    }

    #[test]
    fn nothing_is_lost_where_it_cannot_be_edited() {
        let old = "guess = [{part = 2, answer = '5', verdict = 'wrong', time = \
                   2020-12-22T05:09:00Z}]";
        let mut answers = Answers::parse(old).expect("valid");
        answers.guesses.push(guess("6", Verdict::TooHigh));
        answers.accept(Part::One, "1");
        let text = answers.write_over(old);
        assert_eq!(Answers::parse(&text), Ok(answers));
    }

    #[test]
    fn only_a_verdict_on_the_answer_counts_as_wrong() {
        let answers = Answers {
            guesses: vec![
                guess("1", Verdict::TooHigh),
                guess("2", Verdict::TooRecent),
                guess("3", Verdict::Unknown),
            ],
            ..Answers::default()
        };
        assert!(answers.judged_wrong(Part::Two, "1").is_some());
        assert!(answers.judged_wrong(Part::One, "1").is_none());
        assert!(answers.judged_wrong(Part::Two, "2").is_none());
        assert!(answers.judged_wrong(Part::Two, "3").is_none());
    }

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

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            old in prop::option::of("[ -~\n]{0,9}"),
            part1 in prop::option::of("\\PC{0,9}"),
            answer in "\\PC*|[\"'\\\\\n\r\t]{0,6}",
        ) {
            let before = Answers { part2: old, ..Answers::default() };
            let text = before.write_over("");
            let after = Answers {
                part1,
                guesses: vec![guess(&answer, Verdict::Wrong)],
                ..before
            };
            prop_assert_eq!(Answers::parse(&after.write_over(&text)), Ok(after));
        }
    }
}
