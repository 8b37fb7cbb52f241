//! One input or example of a puzzle, with the answers that are known of it.

use aoc_solution::Part;
use aoc_solution::protocol::{Call, DayInfo, ExampleInfo, Outcome, Source};

use super::alternatives::Alternatives;
use super::answer::ReadAnswer;
use super::compare::compare;
use super::error::WorkerError;
use super::found_examples::found_examples;
use super::input::Input;
use super::outcome::{phase_of, phase_of_error, phase_of_outcome};
use super::results::{PhaseResult, PuzzleHeader, SourceKind, Status};
use crate::puzzle::Puzzle;

/// What a worker opens at a time: an input or an example.
pub struct Case {
    pub header: PuzzleHeader,
    pub source: Source,
    /// The answers that are known, and the status of an answer that is equal.
    pub expected: [Option<(String, Status)>; 2],
    /// Parts that follow rules of the example's own, which alternatives do not
    /// know.
    pub own_rules: [bool; 2],
    /// The parts to run.
    pub parts: Vec<Part>,
}

impl Case {
    /// A text without known answers.
    pub fn of_text(header: PuzzleHeader, text: String, parts: &[Part]) -> Self {
        Self {
            header,
            source: Source::Texts(vec![text]),
            expected: [None, None],
            own_rules: [false; 2],
            parts: parts.to_vec(),
        }
    }

    /// An example with those of `parts` whose answers it knows: nothing says
    /// whether the others can be run with it at all. An example that knows no
    /// answer is there for what it prints, and has all of them.
    pub fn of_example(
        header: PuzzleHeader,
        source: Source,
        known: &ExampleInfo,
        parts: &[Part],
    ) -> Self {
        let has_answer = |part: Part| known.expected(part).is_some();
        let has_any = Part::BOTH.into_iter().any(has_answer);
        let parts = parts.iter().copied();
        Self {
            header,
            source,
            expected: Part::BOTH.map(|part| {
                let answer = known.expected(part)?;
                Some((answer.to_owned(), Status::Matched))
            }),
            own_rules: Part::BOTH.map(|part| known.has_own_rules(part)),
            parts: parts.filter(|&part| has_answer(part) || !has_any).collect(),
        }
    }

    /// The calls that answer a part, the primary first.
    pub fn calls(&self, alternatives: &Alternatives, info: &DayInfo, part: Part) -> Vec<Call> {
        let mut calls = alternatives.calls(info, part);
        if self.own_rules[part.index()] {
            calls.retain(|call| call.alternative.is_none());
        }
        calls
    }

    /// The result of a call that answers `part`, compared with the known answer
    /// or with that of the primary.
    pub fn result(
        &self,
        part: Part,
        call: &Call,
        ran: Result<(u64, Outcome), WorkerError>,
        primary: Option<&str>,
    ) -> PhaseResult {
        let expected = self.expected[part.index()].as_ref();
        let result = match ran {
            Ok((ns, Outcome::Answered(answer))) => {
                let expected = expected.map(|(answer, status)| (answer.as_str(), *status));
                let ReadAnswer {
                    text,
                    picture,
                    hint,
                } = ReadAnswer::new(answer);
                let (status, message) = compare(part, &text, expected, primary);
                PhaseResult {
                    ns: Some(ns),
                    answer: Some(text),
                    picture,
                    ..phase_of(call.phase, status, and(message, hint))
                }
            }
            Ok((_, outcome)) => phase_of_outcome(call.phase, outcome),
            Err(error) => phase_of_error(call.phase, &error),
        };
        PhaseResult {
            alternative: call.alternative.clone(),
            expected: expected.map(|(answer, _)| answer.clone()),
            ..result
        }
    }
}

/// Both messages, of those that there are.
fn and(message: Option<String>, hint: Option<String>) -> Option<String> {
    match (message, hint) {
        (Some(message), Some(hint)) => Some(format!("{message}; {hint}")),
        (message, hint) => message.or(hint),
    }
}

/// The cases of an input, of which these parts are asked for. There are none if
/// examples are asked for and the day has none.
pub fn cases(input: &Input, puzzle: Puzzle, parts: &[Part], info: &DayInfo) -> Vec<Case> {
    let header = PuzzleHeader::new(puzzle, info);
    match input {
        Input::Text {
            kind,
            name,
            path,
            text,
            accepted,
        } => {
            let header = PuzzleHeader {
                source: *kind,
                name: name.clone(),
                input: path.clone(),
                ..header
            };
            let accepted = accepted.clone();
            vec![Case {
                expected: accepted.map(|answer| answer.map(|answer| (answer, Status::Accepted))),
                ..Case::of_text(header, text.clone(), parts)
            }]
        }
        Input::Examples(stored) => found_examples(stored, info)
            .into_iter()
            .map(|example| {
                let header = PuzzleHeader {
                    source: SourceKind::Example,
                    name: example.name,
                    input: example.path,
                    ..header.clone()
                };
                Case::of_example(header, example.source, &example.known, parts)
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};
    use crate::runner::found_examples::tests::stored;
    use crate::runner::input::StoredExample;

    fn examples(stored: Vec<StoredExample>, info: &DayInfo) -> Vec<Case> {
        let puzzle = Year(2020).day(Day(22));
        cases(&Input::Examples(stored), puzzle, &Part::BOTH, info)
    }

    #[test]
    fn examples_are_those_of_the_code_then_those_of_the_file() {
        let example = |part1: Option<&'static str>, part2: Option<&'static str>| ExampleInfo {
            expected: [part1.map(Into::into), part2.map(Into::into)],
            own_rules: [true, false],
            digest: 0,
        };
        let info = DayInfo {
            day: 22,
            title: "Crab Combat".into(),
            examples: vec![example(Some("306"), None), example(None, None)],
            alternatives: Vec::new(),
        };
        let cases = examples(vec![stored("text", None, Some("291"))], &info);
        let names = cases.iter().map(|case| case.header.name.as_deref());
        assert_eq!(names.collect::<Vec<_>>(), [Some("1"), Some("2"), Some("3")]);
        let parts = cases.iter().map(|case| case.parts.clone());
        assert_eq!(
            parts.collect::<Vec<_>>(),
            [vec![Part::One], Part::BOTH.to_vec(), vec![Part::Two]]
        );
        assert!(cases[0].own_rules[0] && !cases[2].own_rules[0]);
        let expected = Some(("291".to_owned(), Status::Matched));
        assert_eq!(cases[2].expected, [None, expected]);
        assert!(cases.iter().all(|case| case.header.title == "Crab Combat"));
        // A single one needs no number.
        let one = DayInfo {
            examples: vec![example(Some("306"), None)],
            ..info
        };
        let cases = examples(Vec::new(), &one);
        assert_eq!(cases[0].header.name, None);
    }
}
