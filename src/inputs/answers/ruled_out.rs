//! Answers that cannot be right, given the earlier verdicts of the site.

use std::cmp::{Ordering, Reverse};

use aoc_solution::Part;

use super::{Guess, RecordedAnswers, Verdict};
use crate::inputs::compare::{is_same_answer, trimmed_answer};

impl RecordedAnswers {
    /// The reason why an answer cannot be right, given the earlier verdicts. `None` if it may be
    /// right.
    pub fn why_ruled_out(&self, part: Part, answer: &str) -> Option<String> {
        self.why_judged_wrong(part, answer)
            .or_else(|| self.why_beyond_bounds(part, answer))
    }

    /// The verdict on an answer that the site has judged as wrong. `None` for any other answer.
    pub fn why_judged_wrong(&self, part: Part, answer: &str) -> Option<String> {
        let same = self
            .wrong_guesses(part)
            .find(|guess| is_same_answer(&guess.answer, answer))?;
        Some(same.verdict_in_words())
    }

    /// The verdict that an answer contradicts: the site has called this or a smaller number too
    /// high, or this or a larger one too low. An answer that is no whole number contradicts every
    /// such verdict. `None` if there is no such verdict.
    pub fn why_beyond_bounds(&self, part: Part, answer: &str) -> Option<String> {
        let answer = trimmed_answer(answer);
        for guess in self.wrong_guesses(part) {
            let excluded_side = match guess.verdict {
                Verdict::TooHigh => Ordering::Greater,
                Verdict::TooLow => Ordering::Less,
                _ => continue,
            };
            let Some(limit) = whole_number(&guess.answer) else {
                continue;
            };
            let said = guess.verdict_in_words();
            let Some(number) = whole_number(&answer) else {
                return Some(format!(
                    "`{answer}` is not a whole number, but the right answer is one: {said}"
                ));
            };
            if number == limit || number.cmp(&limit) == excluded_side {
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
    /// The verdict as a sentence, such as `the site judged 5 right on 2020-12-22`.
    pub fn verdict_in_words(&self) -> String {
        let verdict = self.verdict.words();
        let date = self.time.format("%Y-%m-%d");
        format!("the site judged {} {verdict} on {date}", self.answer)
    }
}

/// A whole number with any number of digits, ordered by value. The fields are the number of digits
/// and the digits, without leading zeros.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum WholeNumber {
    Negative(Reverse<(usize, String)>),
    NotNegative(usize, String),
}

fn whole_number(text: &str) -> Option<WholeNumber> {
    let text = trimmed_answer(text);
    let digits = text.strip_prefix('-').unwrap_or(&text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    if digits.is_empty() || !is_number {
        return None;
    }
    let significant = digits.trim_start_matches('0').to_owned();
    let count = significant.len();
    let is_negative = text.starts_with('-') && count > 0;
    Some(if is_negative {
        WholeNumber::Negative(Reverse((count, significant)))
    } else {
        WholeNumber::NotNegative(count, significant)
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::guess;
    use super::*;

    #[test]
    fn verdicts_rule_out_what_cannot_be_right() {
        let guesses = [
            ("1000", Verdict::TooHigh),
            ("-50", Verdict::TooLow),
            ("77", Verdict::Wrong),
            ("78", Verdict::Unknown),
        ];
        let mut answers = RecordedAnswers::default();
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
            let ruled_out = answers.why_ruled_out(Part::Two, &answer.replace("HUGE", &huge));
            assert_eq!(ruled_out, Some(why), "{answer}");
        }
        // A verdict on the answer itself has priority over a bound.
        answers.guesses.push(guess("2000", Verdict::Wrong));
        let judged = answers.why_ruled_out(Part::Two, "2000");
        assert_eq!(
            judged.as_deref(),
            Some("the site judged 2000 wrong on 2020-12-22")
        );
        for answer in ["999", "-49", "-0", "78", "79"] {
            assert_eq!(answers.why_ruled_out(Part::Two, answer), None, "{answer}");
        }
        assert_eq!(answers.why_ruled_out(Part::One, "1000"), None);
        // A number with more digits than any type has.
        let limit = format!("1{huge}");
        answers.guesses = vec![guess(&limit, Verdict::TooLow)];
        for (answer, is_ruled_out) in [
            (format!("2{huge}"), false),
            (format!("1{huge}0"), false),
            (format!("0{huge}"), true),
            (format!("-2{huge}"), true),
            (format!("01{huge}"), true),
        ] {
            let bound = answers.why_beyond_bounds(Part::Two, &answer);
            assert_eq!(bound.is_some(), is_ruled_out, "{answer}");
        }
        answers.guesses = vec![guess(&format!("-{limit}"), Verdict::TooHigh)];
        for (answer, is_ruled_out) in [
            (format!("-2{huge}"), false),
            (format!("-{huge}"), true),
            ("0".to_owned(), true),
        ] {
            let bound = answers.why_beyond_bounds(Part::Two, &answer);
            assert_eq!(bound.is_some(), is_ruled_out, "{answer}");
        }
        answers.guesses = vec![guess("0", Verdict::TooLow)];
        assert!(answers.why_beyond_bounds(Part::Two, "-0").is_some());
        for text in ["", "-", "+1", "1.0", "1e3", "0x1", "--1", "ABC", "١"] {
            assert_eq!(whole_number(text), None, "{text}");
        }
    }
}
