//! The examples of a day: those in its code and those in its file.

use std::path::PathBuf;

use aoc_solution::protocol::{DayInfo, ExampleInfo, Source, text_digest};

use super::input::StoredExample;

/// An example with the answers that are known of it.
pub struct FoundExample {
    /// Its number, where there are several.
    pub name: Option<String>,
    /// The file; `None` for one in the code.
    pub path: Option<PathBuf>,
    pub source: Source,
    pub known: ExampleInfo,
}

/// The examples in the code, then those of the file. One that is in both is one:
/// what the code does not know of it is taken from the file.
pub fn found_examples(stored: &[StoredExample], info: &DayInfo) -> Vec<FoundExample> {
    let in_code = info.examples.iter().enumerate();
    let in_code = in_code.map(|(index, known)| FoundExample {
        name: None,
        path: None,
        source: Source::Example(index),
        known: known.clone(),
    });
    let mut found: Vec<FoundExample> = in_code.collect();
    for example in stored {
        let digest = text_digest(&example.input);
        let mut same = found.iter_mut().map(|found| &mut found.known);
        match same.find(|known| known.digest == digest && agree(known, example)) {
            Some(known) => {
                for (known, answer) in known.expected.iter_mut().zip(&example.expected) {
                    if let (None, Some(answer)) = (&known, answer) {
                        *known = Some(answer.clone().into());
                    }
                }
            }
            None => found.push(FoundExample {
                name: None,
                path: Some(example.path.clone()),
                source: Source::Texts(vec![example.input.clone()]),
                known: ExampleInfo {
                    expected: example
                        .expected
                        .clone()
                        .map(|answer| answer.map(Into::into)),
                    own_rules: [false; 2],
                    digest,
                },
            }),
        }
    }
    if found.len() > 1 {
        for (number, example) in (1_usize..).zip(&mut found) {
            example.name = Some(number.to_string());
        }
    }
    found
}

/// Whether no part has two answers.
fn agree(known: &ExampleInfo, example: &StoredExample) -> bool {
    let answers = known.expected.iter().zip(&example.expected);
    let both = answers.filter_map(|(known, answer)| known.as_ref().zip(answer.as_ref()));
    both.into_iter().all(|(known, answer)| known == answer)
}

#[cfg(test)]
pub(super) mod tests {
    use std::borrow::Cow;

    use super::*;

    pub(in crate::runner) fn stored(
        input: &str,
        part1: Option<&str>,
        part2: Option<&str>,
    ) -> StoredExample {
        StoredExample {
            path: "day22.examples.toml".into(),
            input: input.to_owned(),
            expected: [part1, part2].map(|answer| answer.map(str::to_owned)),
        }
    }

    #[test]
    fn an_example_in_code_and_file_is_one() {
        let info = DayInfo {
            day: 22,
            title: "Crab Combat".into(),
            examples: vec![ExampleInfo {
                expected: [Some("306".into()), None],
                own_rules: [false; 2],
                digest: text_digest("1\n2"),
            }],
            alternatives: Vec::new(),
        };
        let found = |stored| {
            let found = found_examples(&[stored], &info).into_iter();
            let gist = found.map(|example| {
                let expected = example.known.expected;
                let expected = expected.map(|answer| answer.map(Cow::into_owned));
                (example.source, example.path.is_some(), expected)
            });
            gist.collect::<Vec<_>>()
        };
        let expected =
            |part1: &str, part2: Option<&str>| [Some(part1.to_owned()), part2.map(str::to_owned)];
        let one = (Source::Example(0), false, expected("306", Some("291")));
        assert_eq!(
            found(stored("1\r\n2\r\n", None, Some("291"))),
            std::slice::from_ref(&one)
        );
        assert_eq!(found(stored("1\n2\n", Some("306"), Some("291"))), [one]);
        // Another answer to the same part is another claim.
        assert_eq!(
            found(stored("1\n2\n", Some("307"), None)),
            [
                (Source::Example(0), false, expected("306", None)),
                (
                    Source::Texts(vec!["1\n2\n".to_owned()]),
                    true,
                    expected("307", None)
                )
            ]
        );
    }
}
