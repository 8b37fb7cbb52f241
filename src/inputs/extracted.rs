//! The file of examples as `aoc` writes it from a puzzle's page.
//!
//! Its first line has a checksum of the rest. As long as it fits, nobody has
//! edited the file, and it is written again when the page says more. A file
//! whose first line is another one, or does not fit, belongs to the user.

use std::fmt::Write as _;

use super::examples::{Example, Examples};
use crate::files::lock::fnv1a;

/// What the first line begins with; the checksum and a period follow.
const MARK: &str = "# Written by aoc from the puzzle's page. Edit it at will: \
                    then aoc never changes it again. Checksum: ";

/// The examples that were read from a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extracted {
    pub examples: Vec<Example>,
    /// What may be examples: written as comments.
    pub unsure: Vec<Unsure>,
}

/// What may be an example, or further answers to one that is sure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsure {
    pub example: Example,
    /// Why it is not sure.
    pub reason: String,
}

impl Extracted {
    pub const fn is_empty(&self) -> bool {
        self.examples.is_empty() && self.unsure.is_empty()
    }

    /// The file's text.
    pub fn render(&self) -> String {
        let mut blocks = Vec::new();
        let is_known = |unsure: &&Unsure, example: &Example| unsure.example.input == example.input;
        for example in &self.examples {
            let mut block = render(example);
            for unsure in self
                .unsure
                .iter()
                .filter(|unsure| is_known(unsure, example))
            {
                let answers = [
                    ("part1", &unsure.example.part1),
                    ("part2", &unsure.example.part2),
                ];
                for (key, answer) in answers {
                    let Some(answer) = answer else { continue };
                    let line = format!("{key} = {}\n", super::value::quoted(answer));
                    let _ = writeln!(
                        block,
                        "# Not sure, as {}; if it is right, remove the #:",
                        unsure.reason
                    );
                    block += &comment(&line);
                }
            }
            blocks.push(block);
        }
        for unsure in &self.unsure {
            if self
                .examples
                .iter()
                .any(|example| is_known(&unsure, example))
            {
                continue;
            }
            let reason = &unsure.reason;
            let head =
                format!("# Not sure, as {reason}; if it is right, remove the # of each line:\n");
            blocks.push(head + &comment(&render(&unsure.example)));
        }
        if blocks.is_empty() {
            blocks.push("# No example was found on the page.\n".to_owned());
        }
        let text = format!("\n{}", blocks.join("\n"));
        format!("{MARK}{:016x}.\n{text}", fnv1a(text.as_bytes()))
    }
}

/// Whether a file's text is as `aoc` wrote it.
pub fn is_untouched(text: &str) -> bool {
    let checksum = text
        .strip_prefix(MARK)
        .and_then(|rest| rest.split_once(".\n"));
    checksum.is_some_and(|(sum, rest)| sum == format!("{:016x}", fnv1a(rest.as_bytes())))
}

fn render(example: &Example) -> String {
    let examples = vec![example.clone()];
    Examples { examples }.render()
}

fn comment(text: &str) -> String {
    let lines = text
        .lines()
        // Blanks at the end of a line belong to the example.
        .map(|line| {
            if line.is_empty() {
                "#\n".to_owned()
            } else {
                format!("# {line}\n")
            }
        });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn example(input: &str, part1: Option<&str>, part2: Option<&str>) -> Example {
        Example {
            input: input.to_owned(),
            part1: part1.map(str::to_owned),
            part2: part2.map(str::to_owned),
            source: Some("page".to_owned()),
        }
    }

    #[test]
    fn what_is_unsure_is_a_comment() {
        let unsure = |example, reason: &str| Unsure {
            example,
            reason: reason.to_owned(),
        };
        let extracted = Extracted {
            examples: vec![example("9\n\n2\n", Some("306"), None)],
            unsure: vec![
                unsure(example("9\n\n2\n", None, Some("291")), "there are two"),
                unsure(example("4\n", None, Some("5")), "it is odd"),
            ],
        };
        let text = extracted.render();
        assert_eq!(
            Examples::parse(&text).expect("valid").examples,
            extracted.examples
        );
        insta::assert_snapshot!(text, @r#"
        # Written by aoc from the puzzle's page. Edit it at will: then aoc never changes it again. Checksum: a28b3d41b2c71a36.

        [[example]]
        input = """
        9

        2
        """
        part1 = "306"
        source = "page"
        # Not sure, as there are two; if it is right, remove the #:
        # part2 = "291"

        # Not sure, as it is odd; if it is right, remove the # of each line:
        # [[example]]
        # input = """
        # 4
        # """
        # part2 = "5"
        # source = "page"
        "#);
        // A person removes the marks.
        let (_, comments) = text.split_once("each line:\n").expect("comments");
        let uncommented: String = comments
            .lines()
            .map(|line| line.trim_start_matches(['#', ' ']).to_owned() + "\n")
            .collect();
        let example = Examples::parse(&uncommented)
            .expect("valid")
            .examples
            .remove(0);
        assert_eq!(example, extracted.unsure[1].example);
    }

    #[test]
    fn every_edit_makes_it_the_users() {
        let text = Extracted {
            examples: vec![example("1\n", Some("2"), None)],
            unsure: Vec::new(),
        };
        let text = text.render();
        assert!(is_untouched(&text));
        for edited in [
            text.replace('2', "3"),
            text.clone() + "\n",
            text.replace('\n', "\r\n"),
            text.lines().skip(1).collect(),
            String::new(),
            MARK.to_owned(),
        ] {
            assert!(!is_untouched(&edited), "{edited}");
        }
    }

    proptest! {
        #[test]
        fn every_example_survives(input in "\\PC*|[a\"'\\\\#\n\r\t]{0,9}", answer in "\\PC{0,9}") {
            let extracted = Extracted {
                examples: vec![example(&input, Some(&answer), None)],
                unsure: vec![
                    Unsure { example: example(&input, None, Some(&answer)), reason: "it".into() },
                    Unsure { example: example(&answer, None, Some(&input)), reason: "it".into() },
                ],
            };
            let text = extracted.render();
            prop_assert!(is_untouched(&text));
            prop_assert_eq!(Examples::parse(&text).expect("valid").examples, extracted.examples);
        }
    }
}
