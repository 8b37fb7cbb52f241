//! Inputs and examples, their known answers, and the calls that solve them.

use std::fmt::Display;

use aoc_solution::Part;
use aoc_solution::protocol::{Call, DayInfo, OpenedInput, Phase};

use super::alternatives::Alternatives;
use super::header::{PuzzleHeader, SourceKind};
use crate::error::{CliError, Exit, HasExit};
use crate::files::text_digest;
use crate::inputs::{Example, RecordedAnswers, Trust, is_same_answer};
use crate::pages::LikelyExample;
use crate::puzzle::Puzzle;

/// An input or an example with its known answers.
#[derive(Clone)]
pub struct Input {
    /// The header of the results. The title is added later.
    pub header: PuzzleHeader,
    /// The text, or the example in the code, that the worker opens.
    pub opened: OpenedInput,
    /// The hash of the text.
    pub digest: u64,
    /// The accepted answers of an input, or the answers of an example.
    pub expected: [Option<ExpectedAnswer>; 2],
    /// The recorded answers, with the guesses that the site has judged.
    pub answers: RecordedAnswers,
}

/// The known answer to a part.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedAnswer {
    pub answer: String,
    /// Other values on the puzzle's page, if the answer is not certain.
    pub others: Vec<String>,
    /// The trust in the answer of an example.
    pub trust: Trust,
}

impl ExpectedAnswer {
    /// The known answers to both parts. They have no other possible values.
    pub fn of_parts(answers: [Option<&str>; 2], trust: Trust) -> [Option<Self>; 2] {
        answers.map(|answer| {
            Some(Self {
                answer: answer?.to_owned(),
                others: Vec::new(),
                trust,
            })
        })
    }

    /// The given answer, if it is a possible one. Otherwise the most likely answer.
    pub fn closest_to(&self, given: &str) -> &str {
        self.others
            .iter()
            .find(|other| is_same_answer(other, given))
            .unwrap_or(&self.answer)
    }
}

impl Input {
    /// A text without known answers.
    pub fn new(header: PuzzleHeader, text: String) -> Self {
        Self {
            header,
            digest: text_digest(&text),
            opened: OpenedInput::Text(text),
            expected: [None, None],
            answers: RecordedAnswers::default(),
        }
    }

    /// An example from the puzzle's file.
    pub fn of_example(header: PuzzleHeader, example: &Example) -> Self {
        let answers = Part::BOTH.map(|part| example.answer(part));
        Self {
            expected: ExpectedAnswer::of_parts(answers, example.trust),
            ..Self::new(header, example.input.clone())
        }
    }

    /// A text of the puzzle's page that may be an example of a part, with its possible answers.
    /// `None` if no value can confirm the code.
    pub fn of_likely_example(header: PuzzleHeader, example: &LikelyExample) -> Option<Self> {
        let mut values = example.confirming().into_iter();
        let mut expected = [None, None];
        expected[example.part.index()] = Some(ExpectedAnswer {
            answer: values.next()?,
            others: values.collect(),
            trust: Trust::Likely,
        });
        Some(Self {
            expected,
            ..Self::new(header, example.input.clone())
        })
    }

    /// The examples of a day: those in its code, then the `stored` examples of its file. If an
    /// example is in the code and in the file, missing answers are taken from the file.
    pub fn examples(puzzle: Puzzle, stored: &[Self], info: &DayInfo) -> Vec<Self> {
        let header = PuzzleHeader::new(puzzle, SourceKind::Example, None);
        let mut examples: Vec<Self> = info
            .examples
            .iter()
            .enumerate()
            .map(|(index, example)| Self {
                opened: OpenedInput::Example(index),
                expected: ExpectedAnswer::of_parts(
                    example.expected.each_ref().map(Option::as_deref),
                    Trust::User,
                ),
                digest: text_digest(&example.input),
                ..Self::new(header.clone(), String::new())
            })
            .collect();
        for example in stored {
            let Some(same) = examples
                .iter_mut()
                .find(|other| example.is_same_example(other))
            else {
                examples.push(example.clone());
                continue;
            };
            for (known, of_file) in same.expected.iter_mut().zip(&example.expected) {
                if known.is_none() {
                    known.clone_from(of_file);
                }
            }
        }
        if examples.len() > 1 {
            for (number, example) in (1_usize..).zip(&mut examples) {
                example.header.name = Some(number.to_string());
            }
        }
        examples
    }

    /// The text of the input. For an example in the code, the text is in `info`.
    pub fn text<'a>(&'a self, info: &'a DayInfo) -> &'a str {
        match &self.opened {
            OpenedInput::Text(text) => text,
            OpenedInput::Example(index) => &info.examples[*index].input,
        }
    }

    /// True if both inputs have the same text, and their known answers do not contradict each
    /// other.
    fn is_same_example(&self, other: &Self) -> bool {
        let mut answers = self.expected.iter().zip(&other.expected);
        self.digest == other.digest
            && answers.all(|answers| match answers {
                (Some(one), Some(other)) => is_same_answer(&one.answer, &other.answer),
                _ => true,
            })
    }

    /// The phases to run. An example runs only the parts with known answers, because it may not
    /// suit the other parts. An example without answers runs all parts, because the user wants to
    /// see its output.
    pub fn phases(&self, asked: &[Part]) -> Vec<Phase> {
        let is_example = self.header.source == SourceKind::Example;
        let has_all = !is_example || self.expected == [None, None];
        let mut phases = vec![Phase::Parse];
        for &part in asked {
            if has_all || self.has_answer_to(part) {
                phases.push(part.into());
            }
        }
        phases
    }

    /// True if the answer to a part is known.
    pub fn has_answer_to(&self, part: Part) -> bool {
        self.expected_of(part).is_some()
    }

    /// The known answer to a part.
    pub fn expected_of(&self, part: Part) -> Option<&ExpectedAnswer> {
        self.expected[part.index()].as_ref()
    }

    pub fn trust(&self) -> Trust {
        self.trust_of(&Part::BOTH)
    }

    /// The trust in an example, as far as it checks these parts.
    pub fn trust_of(&self, parts: &[Part]) -> Trust {
        let expected = parts.iter().filter_map(|part| self.expected_of(*part));
        let trust = expected.map(|expected| expected.trust);
        trust.max().unwrap_or_default()
    }

    /// The functions to call for a phase: the primary, then the requested alternatives.
    /// [`Alternatives::Instead`] leaves out the primary.
    pub fn calls(&self, alternatives: &Alternatives, info: &DayInfo, phase: Phase) -> Vec<Call> {
        let Some(part) = phase.part() else {
            return vec![Call::primary(phase)];
        };
        let mut calls = info.calls(part, self.has_own_function(part, info));
        calls.retain(|call| match &call.alternative {
            Some(name) => alternatives.includes(name),
            None => !alternatives.replaces_primary(part, info),
        });
        calls
    }

    /// True if an example in the code has its own function for a part. Such a part has special
    /// rules, and alternatives do not follow them.
    fn has_own_function(&self, part: Part, info: &DayInfo) -> bool {
        match self.opened {
            OpenedInput::Text(_) => false,
            OpenedInput::Example(index) => info
                .examples
                .get(index)
                .is_some_and(|example| example.has_own_function[part.index()]),
        }
    }
}

/// The reason why the user's input is missing and cannot be downloaded.
#[derive(Clone)]
pub struct MissingInput {
    pub reason: String,
    /// The exit code if nothing replaces the input.
    pub exit: Exit,
}

impl MissingInput {
    /// The input is missing because of this error.
    pub fn because_of(error: &(impl Display + HasExit)) -> Self {
        Self {
            reason: error.to_string(),
            exit: error.exit(),
        }
    }

    /// The message about the text that replaces the input. `what` says how it is used.
    pub fn replaced_message(&self, what: &str) -> String {
        format!("{what}, as there is no input: {}", self.reason)
    }

    /// The error if the puzzle also has no example.
    pub fn without_example_error(&self, puzzle: Puzzle) -> CliError {
        let problem = "the day builds and starts, but has neither an input nor an example";
        self.not_replaced_error(puzzle, problem)
    }

    /// The error if nothing can replace the input. `problem` says what else is missing.
    pub fn not_replaced_error(&self, puzzle: Puzzle, problem: &str) -> CliError {
        let reason = &self.reason;
        let message = format!("{problem}: {reason}; or add an example to the day's code");
        CliError::new(self.exit, message).of_puzzle(puzzle)
    }
}

#[cfg(test)]
mod tests {
    use aoc_solution::protocol::ExampleInfo;

    use super::*;

    const PUZZLE: Puzzle = Puzzle::of(2020, 22);

    fn info(examples: Vec<ExampleInfo>) -> DayInfo {
        DayInfo {
            day: 22,
            title: "Crab Combat".into(),
            examples,
            alternatives: Vec::new(),
            takes_text: false,
        }
    }

    fn input(source: SourceKind, text: &str, expected: [Option<&str>; 2]) -> Input {
        let header = PuzzleHeader::new(PUZZLE, source, None);
        Input {
            expected: ExpectedAnswer::of_parts(expected, Trust::User),
            ..Input::new(header, text.to_owned())
        }
    }

    #[test]
    fn examples_are_those_of_the_code_then_those_of_the_file() {
        let in_code = |part1: Option<&'static str>, text: &str| ExampleInfo {
            expected: [part1.map(Into::into), None],
            has_own_function: [true, false],
            input: text.to_owned(),
        };
        let info = info(vec![in_code(Some("306"), "1\n2"), in_code(None, "3")]);
        let gist = |stored| -> Vec<_> {
            Input::examples(PUZZLE, &[stored], &info)
                .into_iter()
                .map(|example| {
                    let parts = example.phases(&Part::BOTH).len() - 1;
                    let expected = example.expected.map(|answer| Some(answer?.answer));
                    (example.header.name, expected, parts)
                })
                .collect()
        };
        let stored = |text, part1, part2| input(SourceKind::Example, text, [part1, part2]);
        let one = |name: &str, expected: [Option<&str>; 2], parts| {
            let expected = expected.map(|answer| answer.map(str::to_owned));
            (Some(name.to_owned()), expected, parts)
        };
        // An example that is in both the code and the file counts once.
        let merged = [
            one("1", [Some("306"), Some("291")], 2),
            one("2", [None, None], 2),
        ];
        assert_eq!(gist(stored("1\r\n2\r\n", None, Some("291"))), merged);
        assert_eq!(gist(stored("1\n2\n", Some("306"), Some("291"))), merged);
        // Another answer to the same part makes it another example.
        let all = gist(stored("1\n2\n", Some("307"), None));
        assert_eq!(all[0], one("1", [Some("306"), None], 1));
        assert_eq!(all[2], one("3", [Some("307"), None], 1));
    }
}
