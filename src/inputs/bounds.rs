//! Whether an answer can still be right, by what the site said of others.

use std::cmp::Ordering;

use aoc_solution::Part;

use super::answers::{Answers, Guess, Verdict};
use crate::terminal::sanitize::is_control;

impl Answers {
    /// Why an answer cannot be right: the site judged it wrong, or judged a smaller
    /// one too high or a larger one too low. `None` where it may be right.
    pub fn ruled_out(&self, part: Part, answer: &str) -> Option<String> {
        let of_part = self.guesses.iter().filter(|guess| guess.part == part);
        let said = |guess: &Guess| {
            let verdict = guess.verdict.name().replace('-', " ");
            let date = guess.time.format("%Y-%m-%d");
            format!("the site judged {} {verdict} on {date}", guess.answer)
        };
        let mut guesses = of_part.clone();
        let answer = &plain(answer);
        let is_same = |guess: &&Guess| guess.verdict.is_wrong() && plain(&guess.answer) == *answer;
        if let Some(same) = guesses.find(is_same) {
            return Some(said(same));
        }
        of_part.into_iter().find_map(|guess| {
            let beyond = match guess.verdict {
                Verdict::TooHigh => [Ordering::Greater, Ordering::Equal],
                Verdict::TooLow => [Ordering::Less, Ordering::Equal],
                _ => return None,
            };
            let limit = number(&guess.answer)?;
            match number(answer) {
                None => Some(format!(
                    "`{answer}` is not a whole number, as the right answer is: {}",
                    said(guess)
                )),
                Some(number) if beyond.contains(&number.cmp(&limit)) => {
                    Some(format!("{answer} cannot be right, as {}", said(guess)))
                }
                Some(_) => None,
            }
        })
    }
}

/// An answer without white space around it, and without characters that cannot be
/// seen: what is copied from elsewhere may have some.
pub fn plain(answer: &str) -> String {
    answer.replace(is_control, "").trim().to_owned()
}

/// A whole number of any length in a form that is ordered like numbers: its sign
/// with its length, and its digits, each turned round if it is negative.
fn number(text: &str) -> Option<(isize, Vec<u8>)> {
    let text = &*plain(text);
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let is_negative = digits.len() < text.len();
    let digits = digits.trim_start_matches('0').as_bytes();
    let length = isize::try_from(digits.len()).ok()?;
    Some(if is_negative {
        (-length, digits.iter().map(|digit| !digit).collect())
    } else {
        (length, digits.to_vec())
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn verdicts_rule_out_what_cannot_be_right() {
        let guess = |answer: &str, verdict: &str| {
            format!(
                "[[guess]]\npart = 2\nanswer = '{answer}'\nverdict = '{verdict}'\ntime = 2020-12-22T05:00:00Z\n"
            )
        };
        let text = [
            guess("1000", "too-high"),
            guess("-50", "too-low"),
            guess("77", "wrong"),
            guess("78", "unknown"),
            guess("79", "too-recent"),
        ];
        let answers = Answers::parse(&text.concat()).unwrap();
        let high = "the site judged 1000 too high on 2020-12-22";
        let beyond = |answer: &str| Some(format!("{answer} cannot be right, as {high}"));
        let huge = "123456789012345678901234567890123456789012345678901234567890";
        for (answer, why) in [
            ("1000", Some(high.to_owned())),
            ("77", Some("the site judged 77 wrong on 2020-12-22".into())),
            ("01000", beyond("01000")),
            ("1001", beyond("1001")),
            (huge, beyond(huge)),
            (
                "-51",
                Some("-51 cannot be right, as the site judged -50 too low on 2020-12-22".into()),
            ),
            (
                "1.0",
                Some(format!(
                    "`1.0` is not a whole number, as the right answer is: {high}"
                )),
            ),
            // The same answer, copied from elsewhere.
            (
                "77\u{200b}\r\n",
                Some("the site judged 77 wrong on 2020-12-22".into()),
            ),
            ("\u{feff}1000 ", Some(high.to_owned())),
            ("10\u{ad}01\u{202e}", beyond("1001")),
            ("999", None),
            ("-49", None),
            ("-0", None),
            ("78", None),
            ("79", None),
        ] {
            assert_eq!(answers.ruled_out(Part::Two, answer), why, "{answer}");
        }
        assert_eq!(answers.ruled_out(Part::One, "1000"), None);
        for text in ["", "-", "+1", "1.0", "1e3", "0x1", "--1", "ABC", "١"] {
            assert_eq!(number(text), None, "{text}");
        }
        assert_eq!(number("-0"), number("000"));
    }

    proptest! {
        #[test]
        fn order_is_that_of_numbers(a: i64, b: i64, zeros in 0_usize..3) {
            let sign = if a < 0 { "-" } else { "" };
            let padded = format!("{sign}{}{}", "0".repeat(zeros), a.unsigned_abs());
            prop_assert_eq!(number(&padded).cmp(&number(&b.to_string())), a.cmp(&b));
        }
    }
}
