//! The examples of a puzzle that lie in a file: `day22.examples.toml`.
//!
//! ```toml
//! [[example]]
//! input = """
//! Player 1:
//! 9
//! """
//! part1 = 306
//! source = "page"
//! ```
//!
//! The first line of a file that `aoc` writes from a puzzle's page has a checksum
//! of the rest. As long as it fits, nobody has edited the file, and it is written
//! again when more is known. Any other file belongs to the user.

use serde::{Deserialize, Serialize};

use super::answers::{optional_answer, toml_error};
use crate::files::lock::fnv1a;

/// What the first line begins with; the checksum and a period follow.
const MARK: &str = "# Written by aoc from the puzzle's page. Edit it at will: \
                    then aoc never changes it again. Checksum: ";

/// A small input with the answers that are known for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub input: String,
    /// `None` where the example says nothing about the part.
    #[serde(default, deserialize_with = "optional_answer")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part1: Option<String>,
    #[serde(default, deserialize_with = "optional_answer")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part2: Option<String>,
    /// Where the example comes from, such as `page`; free text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// All examples of a file, in order.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Examples {
    #[serde(default)]
    example: Vec<Example>,
}

/// Reads a file's text. The error names the line.
pub fn parse_examples(text: &str) -> Result<Vec<Example>, String> {
    let examples: Examples = toml::from_str(text).map_err(|error| toml_error(text, &error))?;
    Ok(examples.example)
}

/// The examples that were read from a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extracted {
    pub examples: Vec<Example>,
    /// What may be examples, or further answers to one that is sure: written as
    /// comments.
    pub unsure: Vec<Unsure>,
}

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
        let mut blocks: Vec<String> = self.examples.iter().map(render).collect();
        for Unsure { example, reason } in &self.unsure {
            let is_same = |known: &Example| known.input == example.input;
            // Further answers to a sure example stand below it.
            let known = self.examples.iter().position(is_same);
            let text = match known {
                None => render(example),
                Some(_) => answers(example),
            };
            let text = format!(
                "# Not sure, as {reason}; if it is right, remove the # of each line:\n{}",
                comment(&text)
            );
            match known {
                None => blocks.push(text),
                Some(at) => blocks[at] += &text,
            }
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
    let rest = text.strip_prefix(MARK);
    let checksum = rest.and_then(|rest| rest.split_once(".\n"));
    checksum.is_some_and(|(sum, rest)| sum == format!("{:016x}", fnv1a(rest.as_bytes())))
}

fn render(example: &Example) -> String {
    let example = vec![example.clone()];
    toml::to_string_pretty(&Examples { example }).expect("strings are TOML")
}

/// The lines with the answers alone.
fn answers(example: &Example) -> String {
    let answers = [("part1", &example.part1), ("part2", &example.part2)];
    let lines = answers.map(|(key, answer)| {
        let line = |answer: &String| format!("{key} = {}\n", toml::Value::from(answer.as_str()));
        answer.as_ref().map_or_else(String::new, line)
    });
    lines.concat()
}

/// Blanks at the end of a line belong to the example.
fn comment(text: &str) -> String {
    let line = |line: &str| format!("#{}{line}\n", if line.is_empty() { "" } else { " " });
    text.lines().map(line).collect()
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

    fn unsure(example: Example) -> Unsure {
        let reason = "it is odd".to_owned();
        Unsure { example, reason }
    }

    #[test]
    fn what_is_not_sure_is_a_comment() {
        let extracted = Extracted {
            examples: vec![example("9\n\n2\n", Some("306"), None)],
            unsure: vec![
                unsure(example("9\n\n2\n", None, Some("291"))),
                unsure(example("4  \n", None, Some("5"))),
            ],
        };
        let text = extracted.render();
        assert_eq!(parse_examples(&text).as_ref(), Ok(&extracted.examples));
        insta::assert_snapshot!(text.replace("4  \n", "4__\n"), @r#"
        # Written by aoc from the puzzle's page. Edit it at will: then aoc never changes it again. Checksum: db1f70a06dcf0056.

        [[example]]
        input = """
        9

        2
        """
        part1 = "306"
        source = "page"
        # Not sure, as it is odd; if it is right, remove the # of each line:
        # part2 = "291"

        # Not sure, as it is odd; if it is right, remove the # of each line:
        # [[example]]
        # input = """
        # 4__
        # """
        # part2 = "5"
        # source = "page"
        "#);
        // A person removes the marks.
        let (_, comments) = text.rsplit_once("each line:\n").expect("comments");
        let uncommented = comments.replace("# ", "");
        let examples = parse_examples(&uncommented).expect("valid");
        assert_eq!(examples, [extracted.unsure[1].example.clone()]);
        assert!(
            Extracted::default()
                .render()
                .ends_with("# No example was found on the page.\n")
        );
    }

    #[test]
    fn people_write_numbers_and_mistakes() {
        let text = "[[example]]\ninput = '''\nPlayer 1:\n9\n'''\npart1 = 306\npart2 = 'a'\n\
                    [[example]]\ninput = '1'\n";
        let examples = parse_examples(text).expect("valid");
        let source = None;
        let first = example("Player 1:\n9\n", Some("306"), Some("a"));
        assert_eq!(examples[0], Example { source, ..first });
        assert_eq!(examples.len(), 2);
        for (text, expected) in [
            ("[[exmaple]]\n", "line 1: unknown field `exmaple`"),
            (
                "[[example]]\ninput = ''\npart3 = 1\n",
                "line 3: unknown field `part3`",
            ),
            ("[[example]]\npart1 = 1\n", "line 1: missing field `input`"),
            (
                "[[example]]\ninput = 5\n",
                "line 2: invalid type: integer `5`",
            ),
        ] {
            let error = parse_examples(text).expect_err(text);
            assert!(error.starts_with(expected), "{error}");
        }
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
                    unsure(example(&input, None, Some(&answer))),
                    unsure(example(&answer, None, Some(&input))),
                ],
            };
            let text = extracted.render();
            prop_assert!(is_untouched(&text));
            prop_assert_eq!(parse_examples(&text), Ok(extracted.examples));
        }
    }
}
