//! The texts that a job solves, and what is known of each.

use aoc_solution::Part;
use aoc_solution::protocol::{DayInfo, ExampleInfo, Source};

use super::input::{Input, StoredExample};
use super::results::{PuzzleHeader, SourceKind, Status};
use crate::puzzle::Puzzle;

pub struct Text {
    pub header: PuzzleHeader,
    pub source: Source,
    /// The answers that are known, and the status of an answer that is equal.
    pub expected: [Option<(String, Status)>; 2],
    /// Parts that follow rules of the example's own, which alternatives do not
    /// know.
    pub own_rules: [bool; 2],
    pub parts: Vec<Part>,
}

/// The texts of an input, of which these parts are asked for. There are none if
/// examples are asked for and the day has none.
pub fn texts(input: &Input, puzzle: Puzzle, parts: &[Part], info: &DayInfo) -> Vec<Text> {
    let header = PuzzleHeader {
        title: info.title.clone().into_owned(),
        ..PuzzleHeader::unknown(puzzle)
    };
    match input {
        Input::Text {
            kind,
            name,
            path,
            text,
            accepted,
        } => {
            let accepted = accepted.clone();
            vec![Text {
                header: PuzzleHeader {
                    source: *kind,
                    name: name.clone(),
                    input: path.clone(),
                    ..header
                },
                source: Source::Texts(vec![text.clone()]),
                expected: accepted.map(|answer| answer.map(|answer| (answer, Status::Accepted))),
                own_rules: [false; 2],
                parts: parts.to_vec(),
            }]
        }
        Input::Examples(stored) => {
            let count = info.examples.len() + stored.len();
            let header = |number: usize| PuzzleHeader {
                source: SourceKind::Example,
                name: (count > 1).then(|| number.to_string()),
                ..header.clone()
            };
            let in_code = info.examples.iter().enumerate();
            let in_code = in_code.map(|(index, example)| (Source::Example(index), example.clone()));
            let in_file = stored.iter().map(|example| {
                let source = Source::Texts(vec![example.input.clone()]);
                (source, example_info(example))
            });
            (1..)
                .zip(in_code.chain(in_file))
                .map(|(number, (source, known))| example(header(number), source, parts, &known))
                .collect()
        }
    }
}

fn example_info(example: &StoredExample) -> ExampleInfo {
    let expected = example.expected.clone();
    ExampleInfo {
        expected: expected.map(|answer| answer.map(Into::into)),
        own_rules: [false; 2],
    }
}

/// Of an example, the parts whose answers it knows. An example that knows none
/// is run for what it prints.
fn example(header: PuzzleHeader, source: Source, parts: &[Part], known: &ExampleInfo) -> Text {
    let has_answer = |part: Part| known.expected(part).is_some();
    let has_any = Part::BOTH.into_iter().any(has_answer);
    Text {
        header,
        source,
        expected: Part::BOTH.map(|part| {
            let answer = known.expected(part)?;
            Some((answer.to_owned(), Status::Matched))
        }),
        own_rules: Part::BOTH.map(|part| known.has_own_rules(part)),
        parts: parts
            .iter()
            .copied()
            .filter(|&part| has_answer(part) || !has_any)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Day, Year};

    fn examples(stored: Vec<StoredExample>, info: &DayInfo) -> Vec<Text> {
        let puzzle = Year(2020).day(Day(22));
        texts(&Input::Examples(stored), puzzle, &Part::BOTH, info)
    }

    #[test]
    fn examples_are_those_of_the_code_then_those_of_the_file() {
        let example = |part1: Option<&'static str>, part2: Option<&'static str>| ExampleInfo {
            expected: [part1.map(Into::into), part2.map(Into::into)],
            own_rules: [true, false],
        };
        let info = DayInfo {
            day: 22,
            title: "Crab Combat".into(),
            examples: vec![example(Some("306"), None), example(None, None)],
            alternatives: Vec::new(),
        };
        let stored = StoredExample {
            input: "text".to_owned(),
            expected: [None, Some("291".to_owned())],
        };
        let texts = examples(vec![stored], &info);
        let names = texts.iter().map(|text| text.header.name.as_deref());
        assert_eq!(names.collect::<Vec<_>>(), [Some("1"), Some("2"), Some("3")]);
        let parts = texts.iter().map(|text| text.parts.clone());
        assert_eq!(
            parts.collect::<Vec<_>>(),
            [vec![Part::One], Part::BOTH.to_vec(), vec![Part::Two]]
        );
        assert!(texts[0].own_rules[0] && !texts[2].own_rules[0]);
        let expected = Some(("291".to_owned(), Status::Matched));
        assert_eq!(texts[2].expected, [None, expected]);
        assert!(texts.iter().all(|text| text.header.title == "Crab Combat"));
        // A single one needs no number.
        let one = DayInfo {
            examples: vec![example(Some("306"), None)],
            ..info
        };
        let texts = examples(Vec::new(), &one);
        assert_eq!(texts[0].header.name, None);
    }
}
