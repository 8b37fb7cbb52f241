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
//! People edit the file too: an unknown key is an error, and comments and the order of
//! keys stay when `aoc` adds something.

mod edit;

use std::cmp::Ordering;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

use aoc_solution::Part;
use aoc_solution::letters::{self, Comparison};
use chrono::{DateTime, SecondsFormat, Utc};
use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize};
use toml::value::{Datetime, Value as TomlValue};

use crate::puzzle::{Puzzle, is_last_star, unlock};
use crate::terminal::sanitize::is_control;

/// The answers to one input, as they would be typed into the site.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    /// The accepted answer to part 1.
    #[serde(default, deserialize_with = "answer")]
    part1: Option<String>,
    /// The accepted answer to part 2.
    #[serde(default, deserialize_with = "answer")]
    part2: Option<String>,
    /// The time from which the site takes another answer.
    #[serde(default, deserialize_with = "toml_time")]
    pub not_before: Option<DateTime<Utc>>,
    /// The time at which the puzzle's text was first shown, by the site's clock; `None` if it was
    /// not recorded.
    #[serde(default, deserialize_with = "toml_time")]
    pub first_seen: Option<DateTime<Utc>>,
    /// Earlier versions wrote the lead of the site's clock here. It stays in the file.
    #[serde(default, deserialize_with = "ignored")]
    clock_ahead: (),
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

/// The site's verdict on a submitted answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Right,
    Wrong,
    TooHigh,
    TooLow,
    /// Not graded, because it was submitted before the site's waiting time was over.
    TooRecent,
    /// Not graded, because the part is solved already or is not open yet.
    WrongLevel,
    /// Perhaps graded, because the reply was lost or not understood.
    #[default]
    Unknown,
}

impl Verdict {
    /// True if the answer is known to be wrong.
    pub fn is_wrong(self) -> bool {
        matches!(self, Self::Wrong | Self::TooHigh | Self::TooLow)
    }

    /// The verdict in a sentence, such as `too high`.
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

impl Answers {
    /// The accepted answer to a part.
    pub fn accepted(&self, part: Part) -> Option<&str> {
        let answer = match part {
            Part::One => &self.part1,
            Part::Two => &self.part2,
        };
        let answer = answer.as_deref()?;
        // People write `part1 = ""` if they do not have the answer yet.
        if trimmed_answer(answer).is_empty() {
            return None;
        }
        Some(answer)
    }

    /// True if the site has judged an answer to the part right.
    pub fn is_right(&self, part: Part) -> bool {
        self.time_of_star(part).is_some()
    }

    /// True if a part has its star according to the recorded answers and verdicts. The last star
    /// of an event has no answer, so only a verdict can show it.
    pub fn has_star(&self, puzzle: Puzzle, part: Part) -> bool {
        let has_answer = !is_last_star(puzzle, part);
        has_answer && self.accepted(part).is_some() || self.is_right(part)
    }

    /// Records the first look at the puzzle, unless it has answers already, which means that the
    /// user has seen it before.
    pub fn note_first_look(&mut self, now: DateTime<Utc>) {
        let is_new = self.guesses.is_empty() && self.accepted_parts().next().is_none();
        if is_new && self.first_seen.is_none() {
            self.first_seen = Some(now);
        }
    }

    /// The time at which the right answer to a part was submitted.
    pub fn time_of_star(&self, part: Part) -> Option<DateTime<Utc>> {
        let right = self
            .guesses
            .iter()
            .find(|guess| guess.part == part && guess.verdict == Verdict::Right)?;
        Some(right.time)
    }

    /// The time from the first look at the puzzle to the right answer to a part. A look before the
    /// unlock, which earlier versions recorded, counts from the unlock. If the answer is before the
    /// unlock, too, the clock was wrong for both.
    pub fn since_first_look(&self, puzzle: Puzzle, part: Part) -> Option<Duration> {
        let star = self.time_of_star(part)?;
        let mut first_seen = self.first_seen?;
        if star >= unlock(puzzle) {
            first_seen = first_seen.max(unlock(puzzle));
        }
        (star - first_seen).to_std().ok()
    }

    /// The time from the unlock of the puzzle to the right answer to a part.
    pub fn since_unlock(&self, puzzle: Puzzle, part: Part) -> Option<Duration> {
        let elapsed = self.time_of_star(part)? - unlock(puzzle);
        elapsed.to_std().ok()
    }

    /// The number of guesses that the site has called right or wrong.
    pub fn judged_guesses(&self) -> usize {
        self.guesses
            .iter()
            .filter(|guess| guess.verdict == Verdict::Right || guess.verdict.is_wrong())
            .count()
    }

    /// The parts with an accepted answer.
    pub fn accepted_parts(&self) -> impl Iterator<Item = Part> {
        Part::BOTH
            .into_iter()
            .filter(|part| self.accepted(*part).is_some())
    }

    /// Records an accepted answer, replacing an earlier one.
    pub fn accept(&mut self, part: Part, answer: &str) {
        let recorded = match part {
            Part::One => &mut self.part1,
            Part::Two => &mut self.part2,
        };
        *recorded = Some(answer.to_owned());
    }

    /// Takes the answer of a right guess as the accepted one of its part, if none is recorded. A
    /// file that people have edited may have only the guess. The last star of an event has no
    /// answer.
    pub(super) fn accept_right_guesses(&mut self, puzzle: Puzzle) {
        for guess in self.guesses.clone() {
            if guess.verdict == Verdict::Right
                && self.accepted(guess.part).is_none()
                && !is_last_star(puzzle, guess.part)
            {
                self.accept(guess.part, &guess.answer);
            }
        }
    }

    /// Records a guess with its verdict. If the guess was recorded before it was sent, only its
    /// verdict changes, and only to a known one. An earlier guess of the same answer stays, even
    /// if it was sent within the same second.
    pub fn record(&mut self, sent: Guess) {
        for guess in self.guesses.iter_mut().rev() {
            let recorded = Guess {
                verdict: sent.verdict,
                ..guess.clone()
            };
            if recorded == sent {
                if sent.verdict != Verdict::Unknown {
                    *guess = sent;
                }
                return;
            }
        }
        self.guesses.push(sent);
    }

    /// Changes the time of a guess.
    pub fn date(&mut self, dated: &Guess, time: DateTime<Utc>) {
        for guess in &mut self.guesses {
            if guess == dated {
                guess.time = time;
            }
        }
    }

    /// Marks guesses with an unknown verdict as right if they equal the answer that the
    /// site shows as accepted.
    pub fn confirm(&mut self, part: Part, accepted: &str) {
        for guess in &mut self.guesses {
            if guess.part == part
                && guess.verdict == Verdict::Unknown
                && is_same_answer(&guess.answer, accepted)
            {
                guess.verdict = Verdict::Right;
            }
        }
    }

    /// The reason why an answer cannot be right, given the earlier verdicts; `None` if it may be
    /// right.
    pub fn ruled_out(&self, part: Part, answer: &str) -> Option<String> {
        self.earlier_verdict(part, answer)
            .or_else(|| self.beyond_bounds(part, answer))
    }

    /// The verdict on an answer that the site has judged wrong.
    pub fn earlier_verdict(&self, part: Part, answer: &str) -> Option<String> {
        let mut wrong = self.wrong_guesses(part);
        let same = wrong.find(|guess| is_same_answer(&guess.answer, answer))?;
        Some(same.verdict_in_words())
    }

    /// The verdict that an answer contradicts: the site judged a smaller one too high or a
    /// larger one too low.
    pub fn beyond_bounds(&self, part: Part, answer: &str) -> Option<String> {
        let answer = trimmed_answer(answer);
        for guess in self.wrong_guesses(part) {
            let is_too_high = guess.verdict == Verdict::TooHigh;
            let Some(limit) = whole_number(&guess.answer) else {
                continue;
            };
            if guess.verdict == Verdict::Wrong {
                continue;
            }
            let said = guess.verdict_in_words();
            let Some(number) = whole_number(&answer) else {
                return Some(format!(
                    "`{answer}` is not a whole number, but the right answer is one: {said}"
                ));
            };
            let is_beyond = match number.cmp(&limit) {
                Ordering::Less => !is_too_high,
                Ordering::Equal => true,
                Ordering::Greater => is_too_high,
            };
            if is_beyond {
                return Some(format!("{answer} cannot be right, as {said}"));
            }
        }
        None
    }

    fn wrong_guesses(&self, part: Part) -> impl Iterator<Item = &Guess> {
        self.guesses
            .iter()
            .filter(move |guess| guess.part == part && guess.verdict.is_wrong())
    }
}

impl Guess {
    fn verdict_in_words(&self) -> String {
        let verdict = self.verdict.words();
        let date = self.time.format("%Y-%m-%d");
        format!("the site judged {} {verdict} on {date}", self.answer)
    }
}

/// An answer without surrounding white space, and without invisible characters that come with
/// copied text.
pub fn trimmed_answer(answer: &str) -> String {
    answer.replace(is_control, "").trim().to_owned()
}

/// Compares two answers by their meaning. Invisible characters, which come with copied text, are
/// ignored, and a picture of letters equals the text of these letters.
pub fn compare_answers(known: &str, given: &str) -> Comparison {
    let comparison = letters::compare(known, given);
    if comparison != Comparison::Different {
        return comparison;
    }
    // The lines of a picture are part of the answer.
    let visible = |answer: &str| answer.replace(|c| c != '\n' && is_control(c), "");
    letters::compare(&visible(known), &visible(given))
}

/// True if two answers are known to be the same.
pub fn is_same_answer(one: &str, other: &str) -> bool {
    compare_answers(one, other) == Comparison::Equal
}

/// Parses a whole number. More than 38 digits give the largest or the smallest number.
fn whole_number(text: &str) -> Option<i128> {
    let text = trimmed_answer(text);
    let (digits, limit) = match text.strip_prefix('-') {
        Some(digits) => (digits, i128::MIN),
        None => (&*text, i128::MAX),
    };
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    if digits.is_empty() || !is_number {
        return None;
    }
    Some(text.parse().unwrap_or(limit))
}

/// A time in UTC, in the format of files and JSON.
pub fn date_time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// Reads an answer: a string, or a whole number, as people write it. `T` is an `Option` for a key
/// that may be missing.
pub(super) fn answer<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: From<String>,
{
    match TomlValue::deserialize(from)? {
        TomlValue::String(text) => Ok(text.into()),
        TomlValue::Integer(number) => Ok(number.to_string().into()),
        other => Err(D::Error::custom(format!(
            "{other} is not an answer: write a string or a whole number"
        ))),
    }
}

/// Skips the value of a key that is not used any more.
fn ignored<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    IgnoredAny::deserialize(from).map(drop)
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
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::files::parse_toml;

    impl Answers {
        pub fn parse(text: &str) -> Result<Self, String> {
            parse_toml(text)
        }
    }

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

    fn stars(answers: &Answers, puzzle: Puzzle) -> usize {
        let parts = Part::BOTH.into_iter();
        parts.filter(|part| answers.has_star(puzzle, *part)).count()
    }

    #[test]
    fn an_answer_is_a_star_except_to_the_last_one() {
        let right = "[[guess]]\npart = 2\nanswer = 'done'\nverdict = 'right'\ntime = \
                     2025-12-12T05:00:00Z\n";
        for (text, expected) in [
            ("part1 = 1\npart2 = 2\n", [2, 1]),
            (&format!("part1 = 1\n{right}"), [2, 2]),
            (&right.replace("right", "unknown"), [0, 0]),
        ] {
            let answers = Answers::parse(text).expect("answers");
            let stars = [11, 12].map(|day| stars(&answers, Puzzle::of(2025, day)));
            assert_eq!(stars, expected, "{text}");
        }
    }

    #[test]
    fn an_empty_answer_is_none() {
        for text in ["part1 = ''\n", "part1 = ' '\npart2 = '\u{200b}'\n"] {
            let mut answers = Answers::parse(text).expect("answers");
            assert_eq!(answers.accepted(Part::One), None, "{text}");
            assert_eq!(stars(&answers, Puzzle::of(2020, 1)), 0, "{text}");
            assert_eq!(answers.accepted_parts().count(), 0, "{text}");
            assert_eq!(answers.write_over(text), text);
            answers.accept(Part::One, "7");
            assert!(answers.write_over(text).starts_with("part1 = \"7\"\n"));
        }
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        for (text, expected) in [
            (
                "part1 = 1\nprt2 = 2",
                "line 2: unknown field `prt2`, expected one of",
            ),
            ("part1 = true", "line 1: true is not an answer"),
            ("part1 = 1.5", "line 1: 1.5 is not an answer"),
            ("part1 =", "line 1:"),
            (
                "not_before = 2020-12-22",
                "line 1: 2020-12-22 is not a time",
            ),
            ("[[guess]]\nanswer = 1", "line 1: missing field `part`"),
            (
                "[[guess]]\npart = 3",
                "line 2: part 3 does not exist: parts are 1 and 2",
            ),
            ("[[guess]]\nverdict = 'no'", "line 2: unknown variant `no`"),
        ] {
            let error = Answers::parse(text).expect_err(text);
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn a_new_file_has_one_form() {
        let answers = Answers {
            part1: Some("33400".to_owned()),
            part2: None,
            first_seen: None,
            not_before: Some(at(1_608_613_800)),
            clock_ahead: (),
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
        let mut answers = Answers::default();
        answers.guesses.push(guess("1", Verdict::Unknown));
        let text = answers.write_over("");
        assert!(text.starts_with("[[guess]]"), "{text}");
        answers.guesses.clear();
        assert_eq!(answers.write_over(&text), "");
    }

    #[test]
    fn a_value_that_did_not_change_stays_as_it_was_written() {
        for old in [
            "part1 = 0x1F\n",
            "not_before = 2020-12-22 06:09:00+01:00\n",
            // A key of earlier versions stays with its comments, whatever its value.
            "# mine\nclock_ahead = 1_0 # why\n",
            "clock_ahead = 9223372036854775807\n",
        ] {
            let mut answers = Answers::parse(old).expect(old);
            assert_eq!(answers.write_over(old), old);
            answers.accept(Part::Two, "9");
            let new = answers.write_over(old);
            assert!(new.contains(old.trim_end()), "{new}");
        }
    }

    #[test]
    fn what_people_wrote_stays() {
        let old = "# mine\npart1 = 7 # at last\n\n# a slip\n[[guess]]\npart = 2\nanswer = 5 # lost\n\
                   verdict = 'unknown' # so far\ntime = 2020-12-22 06:09:00+01:00\n";
        let mut answers = Answers::parse(old).expect("valid");
        assert_eq!(answers.accepted(Part::One), Some("7"));
        assert_eq!(answers.guesses, [guess("5", Verdict::Unknown)]);
        assert_eq!(answers.write_over(old), old);
        answers.accept(Part::One, "8");
        answers.accept(Part::Two, "9");
        answers.guesses[0].verdict = Verdict::Wrong;
        answers.guesses.push(guess("9", Verdict::Right));
        insta::assert_snapshot!(answers.write_over(old), @r#"
        # mine
        part1 = "8" # at last
        part2 = "9"

        # a slip
        [[guess]]
        part = 2
        answer = 5 # lost
        verdict = "wrong" # so far
        time = 2020-12-22 06:09:00+01:00

        [[guess]]
        part = 2
        answer = "9"
        verdict = "right"
        time = 2020-12-22T05:09:00Z
        "#);
    }

    #[test]
    fn the_first_look_stays_and_what_was_seen_before_has_none() {
        let time = |time: &str| time.parse::<DateTime<Utc>>().expect("a time");
        let now = time("2020-12-22T05:03:00Z");
        let earlier = "first_seen = 2020-12-22T05:00:10Z\n";
        for (old, first) in [
            ("# mine\n", Some(now)),
            (earlier, Some(time("2020-12-22T05:00:10Z"))),
            ("part1 = 5\n", None),
            ("part1 = ''\n", Some(now)),
            (
                "[[guess]]\npart = 1\nanswer = 5\nverdict = 'wrong'\ntime = 2020-12-22T05:01:00Z\n",
                None,
            ),
        ] {
            let mut answers = Answers::parse(old).expect("valid");
            answers.note_first_look(now);
            assert_eq!(answers.first_seen, first, "{old}");
            let text = answers.write_over(old);
            assert_eq!(Answers::parse(&text), Ok(answers), "{old}");
        }
        let puzzle = Puzzle::of(2020, 22);
        let mut answers = Answers::parse(earlier).expect("valid");
        assert_eq!(answers.since_first_look(puzzle, Part::Two), None);
        // The time is 2020-12-22T05:09:00Z.
        answers.guesses = vec![guess("5", Verdict::Wrong), guess("6", Verdict::Right)];
        let elapsed = answers.since_first_look(puzzle, Part::Two);
        assert_eq!(elapsed, Some(Duration::from_secs(8 * 60 + 50)));
        assert_eq!(answers.since_first_look(puzzle, Part::One), None);
        // A look that was recorded before the unlock counts from the unlock.
        answers.first_seen = Some(time("2020-12-22T04:00:00Z"));
        let elapsed = answers.since_first_look(puzzle, Part::Two);
        assert_eq!(elapsed, Some(Duration::from_mins(9)));
        // The computer's clock was wrong.
        answers.first_seen = Some(time("2020-12-22T06:00:00Z"));
        assert_eq!(answers.since_first_look(puzzle, Part::Two), None);
    }

    #[test]
    fn a_guess_that_was_not_sent_is_taken_back() {
        let mut answers = Answers {
            guesses: vec![guess("5", Verdict::Wrong)],
            ..Answers::default()
        };
        let before = answers.write_over("# mine\n");
        answers.guesses.push(guess("6", Verdict::Unknown));
        let text = answers.write_over(&before);
        answers.guesses.pop();
        assert_eq!(answers.write_over(&text), before);
    }

    #[test]
    fn a_guess_that_is_dated_again_keeps_its_comments() {
        let table = "# mine\n[[guess]]\npart = 2\nanswer = 5 # a slip\nverdict = 'unknown'\ntime = \
                     2020-12-22T05:09:00Z # wrong\n";
        let array = "guess = [ # mine\n  { part = 2, answer = 5, verdict = 'unknown', time = \
                     2020-12-22T05:09:00Z }, # wrong\n]\n";
        for old in [table, array] {
            let mut answers = Answers::parse(old).expect("valid");
            answers.guesses[0].time = at(1_608_613_800);
            let new = old.replace("05:09:00", "05:10:00");
            assert_eq!(answers.write_over(old), new);
        }
    }

    #[test]
    fn guesses_written_as_an_array_are_edited_in_place() {
        let one = "{ part = 2, answer = 5, verdict = 'unknown', time = 2020-12-22T05:09:00Z }";
        let wrong = one.replace("'unknown'", "\"wrong\"");
        let new = "{ part = 2, answer = \"6\", verdict = \"too-high\", time = \
                   2020-12-22T05:09:00Z }";
        for (old, expected) in [
            (
                format!("# mine\nguess = [{one}] # all\n"),
                format!("# mine\nguess = [{wrong}, {new}] # all\n"),
            ),
            (
                format!("guess = [\n  # a slip\n  {one}, # lost\n]\n# end\n"),
                format!("guess = [\n  # a slip\n  {wrong}, # lost\n  {new},\n]\n# end\n"),
            ),
            (
                "guess = [] # none\n".to_owned(),
                format!("guess = [{new}] # none\n"),
            ),
        ] {
            let mut answers = Answers::parse(&old).expect("valid");
            for guess in &mut answers.guesses {
                guess.verdict = Verdict::Wrong;
            }
            answers.guesses.push(guess("6", Verdict::TooHigh));
            assert_eq!(answers.write_over(&old), expected);
            // A guess that was not sent is removed again.
            let mut before = Answers::parse(&expected).expect("valid");
            before.guesses.pop();
            let written = before.write_over(&expected);
            assert!(!written.contains("\"6\""), "{written}");
            assert_eq!(written.matches('#').count(), expected.matches('#').count());
        }
    }

    #[test]
    fn nothing_is_lost_where_it_cannot_be_edited_or_of_times_that_nobody_lives_to_see() {
        let inline = "guess = [{part = 2, answer = '5', verdict = 'wrong', time = \
                      2020-12-22T05:09:00Z}]";
        let odd = "not_before = 9999-12-31T23:59:59Z\n[[guess]]\npart = 2\nanswer = 5\n\
                   verdict = 'wrong'\ntime = 1970-01-01T00:00:00Z\n";
        for old in [inline, odd] {
            let mut answers = Answers::parse(old).expect("valid");
            answers.guesses.push(guess("6", Verdict::TooHigh));
            answers.accept(Part::One, "1");
            assert_eq!(Answers::parse(&answers.write_over(old)), Ok(answers));
        }
    }

    #[test]
    fn an_accepted_answer_settles_only_its_own_unknown_guess() {
        let guesses = [
            ("5", Verdict::Unknown),
            ("6", Verdict::Unknown),
            ("5", Verdict::TooRecent),
        ];
        let mut answers = Answers {
            guesses: guesses.map(|(answer, it)| guess(answer, it)).to_vec(),
            ..Answers::default()
        };
        for (part, verdict) in [(Part::One, Verdict::Unknown), (Part::Two, Verdict::Right)] {
            answers.confirm(part, "5");
            let verdicts: Vec<Verdict> =
                answers.guesses.iter().map(|guess| guess.verdict).collect();
            assert_eq!(verdicts, [verdict, Verdict::Unknown, Verdict::TooRecent]);
        }
    }

    #[test]
    fn answers_are_compared_by_what_they_say() {
        let a = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n";
        let unread = a.replacen("####", "#.##", 1);
        let windows = a.replace('\n', "\r\n");
        for (one, other, expected) in [
            ("7", " 7 ", Comparison::Equal),
            ("7", "07", Comparison::Different),
            ("7", "\u{feff}7\u{200b} \r", Comparison::Equal),
            ("A", a, Comparison::Equal),
            ("A\u{200b}", a, Comparison::Equal),
            (&windows, a, Comparison::Equal),
            ("B", a, Comparison::Different),
            ("Q", &unread, Comparison::Unknown),
            ("3\n4", "34", Comparison::Different),
        ] {
            assert_eq!(compare_answers(one, other), expected, "{one:?} {other:?}");
            assert_eq!(compare_answers(other, one), expected, "{one:?} {other:?}");
        }
    }

    #[test]
    fn a_stored_verdict_stays() {
        let mut answers = Answers::default();
        for verdict in [Verdict::Unknown, Verdict::Wrong, Verdict::Unknown] {
            answers.record(guess("5", verdict));
        }
        assert_eq!(answers.guesses, [guess("5", Verdict::Wrong)]);
    }

    /// Two terminals send the same answer within a second, and the first one was too early.
    #[test]
    fn a_verdict_is_that_of_the_last_guess_of_a_second() {
        let mut answers = Answers {
            guesses: vec![
                guess("5", Verdict::WrongLevel),
                guess("5", Verdict::Unknown),
            ],
            ..Answers::default()
        };
        answers.record(guess("5", Verdict::Wrong));
        let expected = [guess("5", Verdict::WrongLevel), guess("5", Verdict::Wrong)];
        assert_eq!(answers.guesses, expected);
    }

    #[test]
    fn verdicts_rule_out_what_cannot_be_right() {
        let guesses = [
            ("1000", Verdict::TooHigh),
            ("-50", Verdict::TooLow),
            ("77", Verdict::Wrong),
            ("78", Verdict::Unknown),
        ];
        let mut answers = Answers::default();
        let guesses = guesses.into_iter().chain([("79", Verdict::TooRecent)]);
        answers.guesses = guesses
            .map(|(answer, verdict)| guess(answer, verdict))
            .collect();
        let huge = "1".repeat(60);
        for (answer, why) in [
            ("1000", "the site judged 1000 too high"),
            ("77", "the site judged 77 wrong"),
            (
                "01000",
                "01000 cannot be right, as the site judged 1000 too high",
            ),
            (
                "1001",
                "1001 cannot be right, as the site judged 1000 too high",
            ),
            (
                "HUGE",
                "HUGE cannot be right, as the site judged 1000 too high",
            ),
            ("-51", "-51 cannot be right, as the site judged -50 too low"),
            (
                "-HUGE",
                "-HUGE cannot be right, as the site judged -50 too low",
            ),
            (
                "1.0",
                "`1.0` is not a whole number, but the right answer is one: HIGH",
            ),
            ("77\u{200b}\r", "the site judged 77 wrong"),
            ("\u{feff}1000", "the site judged 1000 too high"),
            (
                "10\u{ad}01\u{202e}",
                "1001 cannot be right, as the site judged 1000 too high",
            ),
        ] {
            let why = why.replace("HIGH", "the site judged 1000 too high");
            let why = why.replace("HUGE", &huge) + " on 2020-12-22";
            let ruled_out = answers.ruled_out(Part::Two, &answer.replace("HUGE", &huge));
            assert_eq!(ruled_out, Some(why), "{answer}");
        }
        // A verdict on the answer itself takes precedence over a bound.
        answers.guesses.push(guess("2000", Verdict::Wrong));
        let judged = answers.ruled_out(Part::Two, "2000");
        assert_eq!(
            judged.as_deref(),
            Some("the site judged 2000 wrong on 2020-12-22")
        );
        for answer in ["999", "-49", "-0", "78", "79"] {
            assert_eq!(answers.ruled_out(Part::Two, answer), None, "{answer}");
        }
        assert_eq!(answers.ruled_out(Part::One, "1000"), None);
        for text in ["", "-", "+1", "1.0", "1e3", "0x1", "--1", "ABC", "١"] {
            assert_eq!(whole_number(text), None, "{text}");
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
            let guesses = vec![guess(&answer, Verdict::Wrong)];
            let after = Answers { part1, guesses, ..before };
            prop_assert_eq!(Answers::parse(&after.write_over(&text)), Ok(after));
        }
    }
}
