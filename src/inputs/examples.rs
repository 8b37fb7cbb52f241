//! The examples of a puzzle in a file: `day22.examples.toml`.
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
//! If `aoc` writes the file from a puzzle's page, the first line contains a checksum of
//! the rest. As long as the checksum is right, nobody has edited the file, and `aoc`
//! rewrites it when it knows more. Any other file belongs to the user.

use aoc_solution::Part::{self, One, Two};
use aoc_solution::protocol::fnv1a;
use serde::{Deserialize, Serialize};

use super::answers::answer;
use crate::files::parse_toml;

/// The beginning of the first line; the checksum and a period follow.
const MARK: &str = "# Written by aoc from the puzzle's page. Edit it at will: \
                    then aoc never changes it again. Checksum: ";

/// The line before an example that may be wrong.
const DOUBT: &str = "# Not sure, or with other rules than your input: compare it with the page. If it \
                     is right, remove the `# ` of each line:\n";

/// A small input with the answers that are known for it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub input: String,
    /// `None` if the example has no answer to the part.
    #[serde(default, deserialize_with = "answer")]
    pub part1: Option<String>,
    #[serde(default, deserialize_with = "answer")]
    pub part2: Option<String>,
    /// The origin of the example, such as `page`; free text.
    pub source: Option<String>,
    /// Whether the example may be wrong; then it is written as a comment.
    #[serde(skip)]
    pub is_doubtful: bool,
}

/// All examples of a file, in order.
#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Examples {
    #[serde(default)]
    pub example: Vec<Example>,
}

impl Example {
    /// The source of an example that is not certain, but whose answer the code has given.
    pub const CONFIRMED: &str = "page, confirmed by the code";

    /// The source of an example that is not certain, and that the user took.
    pub const TAKEN: &str = "page, taken by you";

    /// A certain example from a page, with the answers to both parts.
    pub fn from_page(input: &str, answers: [Option<String>; 2]) -> Self {
        let [part1, part2] = answers;
        Self {
            input: input.to_owned(),
            part1,
            part2,
            source: Some("page".to_owned()),
            is_doubtful: false,
        }
    }

    /// An example with the answer to one part.
    pub fn of_part(input: &str, part: Part, answer: &str, source: &str) -> Self {
        let mut answers = [None, None];
        answers[part.index()] = Some(answer.to_owned());
        Self {
            source: Some(source.to_owned()),
            ..Self::from_page(input, answers)
        }
    }

    pub fn answer(&self, part: Part) -> Option<&str> {
        match part {
            One => self.part1.as_deref(),
            Two => self.part2.as_deref(),
        }
    }

    /// True if the code gave the answer, and nothing else speaks for it. As long as nobody
    /// has edited the file, such an example can confirm the code, but not refute it.
    pub fn is_confirmed(&self) -> bool {
        self.source.as_deref() == Some(Self::CONFIRMED)
    }
}

/// The confirmed and taken examples of a file with those of the page. They stay until the
/// page is certain of the same part, or another one is confirmed or taken.
pub fn with_kept(old: &str, extracted: &[Example]) -> Vec<Example> {
    let Examples { example: mut kept } = parse_toml(old).unwrap_or_default();
    kept.retain(|old| {
        let is_replaced = extracted.iter().any(|new| {
            let is_same_part = new.part1.is_some() == old.part1.is_some();
            is_same_part && !new.is_doubtful
        });
        match old.source.as_deref() {
            Some(Example::CONFIRMED | Example::TAKEN) => !is_replaced,
            _ => false,
        }
    });
    let mut new = extracted.to_vec();
    new.retain(|new| {
        let is_known = kept.iter().any(|known| known.input == new.input);
        !(new.is_doubtful && is_known)
    });
    [kept, new].concat()
}

/// The text of a file with these examples, sure ones first.
pub fn render_examples(mut examples: Vec<Example>) -> String {
    examples.sort_by_key(|example| example.is_doubtful);
    let mut text = String::new();
    for example in examples {
        let is_doubtful = example.is_doubtful;
        let examples = Examples {
            example: vec![example],
        };
        let block = toml::to_string_pretty(&examples).expect("strings are TOML");
        text.push('\n');
        if !is_doubtful {
            text += &block;
            continue;
        }
        text += DOUBT;
        for line in block.lines() {
            text += &format!("# {line}\n");
        }
    }
    if text.is_empty() {
        text += "\n# No example was found on the page.\n";
    }
    format!("{MARK}{}.\n{text}", checksum(&text))
}

/// True if nobody has edited a file since `aoc` wrote it.
pub fn is_untouched(text: &str) -> bool {
    // Git may have changed the ends of lines.
    let text = text.replace("\r\n", "\n");
    let (sum, rest) = text
        .strip_prefix(MARK)
        .unwrap_or_default()
        .split_once(".\n")
        .unwrap_or_default();
    sum == checksum(rest)
}

fn checksum(text: &str) -> String {
    format!("{:016x}", fnv1a(text.bytes()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::Case;

    fn parse_examples(text: &str) -> Result<Vec<Example>, String> {
        parse_toml(text).map(|examples: Examples| examples.example)
    }

    fn example(input: &str, part1: Option<&str>, part2: Option<&str>) -> Example {
        let answers = [part1, part2].map(|answer| answer.map(str::to_owned));
        Example::from_page(input, answers)
    }

    fn unsure(input: &str, part: Part, answer: &str) -> Example {
        Example {
            is_doubtful: true,
            ..Example::of_part(input, part, answer, "page")
        }
    }

    #[test]
    fn what_is_not_sure_is_a_comment() {
        let extracted = vec![
            unsure("4  \n", Two, "5"),
            example("9\n\n2\n", Some("306"), None),
        ];
        let text = render_examples(extracted.clone());
        assert_eq!(parse_examples(&text), Ok(vec![extracted[1].clone()]));
        insta::assert_snapshot!(text.replace("4  \n", "4__\n"), @r#"
        # Written by aoc from the puzzle's page. Edit it at will: then aoc never changes it again. Checksum: 602c50cb62165c2e.

        [[example]]
        input = """
        9

        2
        """
        part1 = "306"
        source = "page"

        # Not sure, or with other rules than your input: compare it with the page. If it is right, remove the `# ` of each line:
        # [[example]]
        # input = """
        # 4__
        # """
        # part2 = "5"
        # source = "page"
        "#);
        // A person removes the marks.
        let (_, comments) = text.rsplit_once("each line:\n").expect("comments");
        let examples = parse_examples(&comments.replace("# ", "")).expect("valid");
        assert_eq!(examples[0].input, extracted[0].input);
        assert!(render_examples(Vec::new()).ends_with("# No example was found on the page.\n"));
    }

    #[test]
    fn a_confirmed_example_stays_until_the_page_is_certain() {
        let confirmed = Example::of_part("9\n", One, "306", Example::CONFIRMED);
        let file = render_examples(with_kept("", std::slice::from_ref(&confirmed)));
        let in_doubt = unsure("9\n", One, "5");
        let part2 = example("9\n", None, Some("291"));
        let part1 = example("9\n", Some("6"), None);
        let elsewhere = example("8\n", Some("6"), None);
        let other = Example::of_part("9\n", One, "5", Example::CONFIRMED);
        for (name, (extracted, expected)) in [
            "no example".gives((vec![], vec![confirmed.clone()])),
            "its text in doubt".gives((vec![in_doubt], vec![confirmed.clone()])),
            "another part".gives((vec![part2.clone()], vec![confirmed.clone(), part2])),
            "the same part".gives((vec![part1.clone()], vec![part1])),
            "with another text".gives((vec![elsewhere.clone()], vec![elsewhere])),
            "the code gives another answer".gives((vec![other.clone()], vec![other])),
        ] {
            let examples = with_kept(&file, &extracted);
            assert_eq!(examples, expected, "{name}");
        }
    }

    #[test]
    fn people_write_numbers_and_mistakes() {
        let text = "[[example]]\ninput = '''\nPlayer 1:\n9\n'''\npart1 = 306\npart2 = 'a'\n\
                    [[example]]\ninput = '1'\n";
        let examples = parse_examples(text).expect("valid");
        let first = example("Player 1:\n9\n", Some("306"), Some("a"));
        let source = None;
        assert_eq!(examples[0], Example { source, ..first });
        assert_eq!(examples.len(), 2);
        for (text, expected) in [
            ("[[exmaple]]", "line 1: unknown field `exmaple`"),
            "[[example]]\ninput = ''\npart3 = 1".gives("line 3: unknown field `part3`"),
            ("[[example]]\npart1 = 1", "line 1: missing field `input`"),
            "[[example]]\ninput = 5".gives("line 2: invalid type: integer `5`"),
        ] {
            let error = parse_examples(text).expect_err(text);
            assert!(error.starts_with(expected), "{error}");
        }
    }

    proptest! {
        #[test]
        fn every_example_survives(input in "\\PC*|[a\"'\\\\#\n\r\t]{0,9}", answer in "\\PC{0,9}") {
            let sure = example(&input, Some(&answer), None);
            let text = render_examples(vec![unsure(&input, Two, &answer), sure.clone(), unsure(&answer, One, &input)]);
            prop_assert!(is_untouched(&text));
            prop_assert!(is_untouched(&text.replace('\n', "\r\n")));
            prop_assert_eq!(parse_examples(&text), Ok(vec![sure]));
        }
    }
}
