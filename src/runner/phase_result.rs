//! The result of a phase: the worker's reply with its answer checked.

use aoc_solution::Part;
use aoc_solution::letters::{Comparison, typed};
use aoc_solution::protocol::{Call, Outcome, Phase, Reply};
use serde::Serialize;

use super::answer::AnswerText;
use super::error::WorkerError;
use super::header::SourceKind;
use super::input::Input;
use super::status::Status;
use crate::inputs::compare_answers;

/// The result of a phase, or of an alternative.
#[derive(Clone, Debug, Serialize)]
pub struct PhaseResult {
    pub phase: Phase,
    /// The time in nanoseconds. `None` if the phase did not end normally.
    pub ns: Option<u64>,
    /// The name of the alternative. `None` for the primary.
    pub alternative: Option<String>,
    /// The answer, as a user would type it into the site.
    pub answer: Option<String>,
    /// The accepted answer, or the answer of the example. `None` if unknown.
    pub expected: Option<String>,
    /// The picture of letters from which the answer was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    pub status: Status,
    /// The explanation of a failure.
    pub message: Option<String>,
}

impl PhaseResult {
    /// A result without a time and an answer.
    pub fn new(phase: Phase, status: Status, message: Option<String>) -> Self {
        Self {
            phase,
            ns: None,
            alternative: None,
            answer: None,
            expected: None,
            picture: None,
            status,
            message,
        }
    }

    /// The result of a call, from the worker's reply or the error. The answer is not converted and
    /// not checked yet.
    pub fn of(phase: Phase, reply: Result<Reply, WorkerError>) -> Self {
        let (ns, outcome) = match reply {
            Ok(Reply::Ran { ns, outcome }) => (Some(ns), outcome),
            Ok(_) => return Self::of(phase, Err(WorkerError::unexpected_reply())),
            Err(error) => {
                return Self::new(phase, error.status, Some(error.error.to_string()));
            }
        };
        match outcome {
            Outcome::Parsed => Self {
                ns,
                ..Self::new(phase, Status::Ok, None)
            },
            Outcome::Answered(answer) => Self {
                ns,
                answer: Some(answer),
                ..Self::new(phase, Status::Unverified, None)
            },
            Outcome::Unsolved => Self::new(phase, Status::Unsolved, None),
            Outcome::Error(message) => Self::new(phase, Status::Error, Some(message)),
            Outcome::Panic(message) => Self::new(phase, Status::Panic, Some(message)),
        }
    }
}

impl Input {
    /// The result of a call. Its answer is converted to the text that a user would type into the
    /// site, and is checked. `primary` is the answer of the primary, if it was called before.
    pub fn result(
        &self,
        call: &Call,
        reply: Result<Reply, WorkerError>,
        primary: Option<&str>,
    ) -> PhaseResult {
        let result = PhaseResult {
            alternative: call.alternative.clone(),
            ..PhaseResult::of(call.phase, reply)
        };
        let Some(part) = call.phase.part() else {
            return result;
        };
        let Some(answer) = result.answer.as_deref() else {
            return self.without_answer(part, result, primary);
        };
        let answer = AnswerText::read(self.header.puzzle, part, answer);
        let expected = self
            .expected_of(part)
            .map(|expected| expected.closest_to(&answer.text));
        let (status, why) = self.check_answer(part, &answer.text, expected, primary);
        PhaseResult {
            status,
            message: [why, answer.hint]
                .into_iter()
                .flatten()
                .reduce(|why, hint| format!("{why}; {hint}")),
            expected: expected.map(str::to_owned),
            answer: Some(answer.text),
            picture: answer.picture,
            ..result
        }
    }

    /// The result of a function that gave no answer. A part may be not written yet. If the primary
    /// gave an answer, an alternative must give one, too.
    fn without_answer(
        &self,
        part: Part,
        result: PhaseResult,
        primary: Option<&str>,
    ) -> PhaseResult {
        let expected = self.expected_of(part);
        let result = PhaseResult {
            expected: expected.map(|expected| expected.answer.clone()),
            ..result
        };
        match primary {
            Some(primary) if result.status == Status::Unsolved => PhaseResult {
                status: Status::Wrong,
                message: Some(format!(
                    "no answer, but part {part} gave {}",
                    typed(primary)
                )),
                ..result
            },
            _ => result,
        }
    }

    /// Compares an answer with the first of these that is known: the expected answer, the site's
    /// verdicts on earlier answers, the answer of the primary. Returns the status of the part and a
    /// message. The message says why the answer is wrong. If one of the compared pictures cannot be
    /// read, the message says which text the answer may be.
    fn check_answer(
        &self,
        part: Part,
        answer: &str,
        expected: Option<&str>,
        primary: Option<&str>,
    ) -> (Status, Option<String>) {
        if let Some(expected) = expected {
            let is_example = self.header.source == SourceKind::Example;
            return match compare_answers(expected, answer) {
                Comparison::Equal if is_example => (Status::Matched, None),
                Comparison::Equal => (Status::Accepted, None),
                Comparison::Different => {
                    let why = format!("expected {}", typed(expected));
                    (Status::Wrong, Some(why))
                }
                Comparison::Unknown => may_be(expected),
            };
        }
        if let Some(why) = self.answers.why_ruled_out(part, answer) {
            return (Status::Wrong, Some(why));
        }
        let Some(primary) = primary else {
            return (Status::Unverified, None);
        };
        match compare_answers(primary, answer) {
            Comparison::Equal => (Status::Matched, None),
            Comparison::Different => {
                let why = format!("part {part} gave {}", typed(primary));
                (Status::Wrong, Some(why))
            }
            Comparison::Unknown => may_be(primary),
        }
    }
}

/// The status and the message of an answer that may be this text.
fn may_be(text: &str) -> (Status, Option<String>) {
    (Status::Unverified, Some(format!("may be {}", typed(text))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::{Guess, RecordedAnswers, Trust, Verdict};
    use crate::puzzle::Puzzle;
    use crate::runner::header::PuzzleHeader;
    use crate::runner::input::ExpectedAnswer;

    const PUZZLE: Puzzle = Puzzle::of(2020, 22);

    fn input(source: SourceKind, text: &str, expected: [Option<&str>; 2]) -> Input {
        let header = PuzzleHeader::new(PUZZLE, source, None);
        Input {
            expected: ExpectedAnswer::of_parts(expected, Trust::User),
            ..Input::new(header, text.to_owned())
        }
    }

    /// The result of an answer to part 2.
    fn answered(input: &Input, answer: &str, first: Option<&str>) -> PhaseResult {
        let outcome = Outcome::Answered(answer.to_owned());
        let reply = Ok(Reply::Ran { ns: 1, outcome });
        input.result(&Call::primary(Phase::Part2), reply, first)
    }

    /// The status and the message of an answer to part 2.
    fn judged(input: &Input, answer: &str, first: Option<&str>) -> String {
        let result = answered(input, answer, first);
        let message = result.message.unwrap_or_default();
        format!("{:?} {message}", result.status)
            .trim_end()
            .to_owned()
    }

    #[test]
    fn the_expected_answer_counts_first_then_what_the_site_judged_then_the_primary() {
        let known = input(SourceKind::Input, "", [None, Some("7")]);
        let example = input(SourceKind::Example, "", [None, Some("7")]);
        let mut unknown = input(SourceKind::Input, "", [None, None]);
        let mut earlier = RecordedAnswers::default();
        earlier.guesses = [("7", Verdict::Wrong), ("20", Verdict::TooHigh)]
            .map(|(answer, verdict)| Guess {
                part: Part::Two,
                answer: answer.to_owned(),
                verdict,
                time: chrono::DateTime::UNIX_EPOCH,
            })
            .into();
        unknown.answers = earlier;
        let mut accepted = unknown.clone();
        accepted.expected = ExpectedAnswer::of_parts([None, Some("21")], Trust::User);
        // A copied text may contain invisible characters.
        let copied = input(SourceKind::Input, "", [None, Some("7\u{200b}")]);
        let wrong = "Wrong the site judged 7 wrong on 1970-01-01";
        let high = "Wrong 21 cannot be right, as the site judged 20 too high on 1970-01-01";
        for (input, answer, first, expected) in [
            (&known, "7", Some("8"), "Accepted"),
            (&example, "7", Some("8"), "Matched"),
            (&known, "8", Some("8"), "Wrong expected 7"),
            (&unknown, "8", Some("8"), "Matched"),
            (&unknown, "9", Some("8"), "Wrong part 2 gave 8"),
            (&unknown, "9", None, "Unverified"),
            (&unknown, "7", None, wrong),
            (&unknown, "21", Some("21"), high),
            (&accepted, "21", None, "Accepted"),
            (&copied, "7", None, "Accepted"),
            (&copied, "8", None, "Wrong expected 7\u{200b}"),
        ] {
            assert_eq!(judged(input, answer, first), expected, "{answer} {first:?}");
        }
        let outcome = Outcome::Error("why".to_owned());
        let call = Call::primary(Phase::Part2);
        let failed = unknown.result(&call, Ok(Reply::Ran { ns: 1, outcome }), Some("8"));
        assert_eq!(failed.status, Status::Error);
    }

    #[test]
    fn pictures_are_compared_by_what_they_say() {
        let a = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n";
        let unknown = a.replacen("####", "#.##", 1);
        let hint = "reads ?; ? marks a letter that aoc does not know: submit the whole word with \
                    `aoc submit 2020/22 -p 2 --answer WORD`";
        for (known, answer, expected) in [
            ("A", a, "Matched"),
            (a, "A", "Matched"),
            (a, "B", "Wrong expected A"),
            ("Q", &unknown, &format!("Unverified may be Q; {hint}")),
            ("QQ", &unknown, &format!("Wrong expected QQ; {hint}")),
        ] {
            let input = input(SourceKind::Example, "", [None, Some(known)]);
            assert_eq!(judged(&input, answer, None), expected, "{known}");
        }
        // An alternative is compared with the primary.
        let no_answers = input(SourceKind::Input, "", [None, None]);
        let expected = format!("Unverified may be Q; {hint}");
        assert_eq!(judged(&no_answers, &unknown, Some("Q")), expected);
        for (answer, text, picture) in [
            (a, "A", Some(a)),
            (&unknown, &unknown, None),
            ("33400", "33400", None),
            ("one\ntwo", "one\ntwo", None),
            ("#.\n.#\n", "#.\n.#\n", None),
            (" 33 400\r\n", "33 400", None),
        ] {
            let result = answered(&input(SourceKind::Input, "", [None, None]), answer, None);
            assert_eq!(result.answer.as_deref(), Some(text));
            assert_eq!(result.picture.as_deref(), picture);
        }
    }
}
