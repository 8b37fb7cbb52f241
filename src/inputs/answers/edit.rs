//! Writing the file of answers. What people wrote in it (comments, order) stays
//! when `aoc` adds something.

use toml::de::{DeTable, DeValue};

use super::super::value::{date_time, quoted};
use super::{Answers, Guess, Verdict};

impl Answers {
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
    use aoc_solution::Part;
    use chrono::{DateTime, Utc};
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
