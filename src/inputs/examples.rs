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

use serde::{Deserialize, Serialize};

use super::toml_error::toml_error;
use super::value::optional_answer;

/// All examples of a file, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Examples {
    #[serde(default, rename = "example")]
    pub examples: Vec<Example>,
}

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

impl Examples {
    /// Reads a file's text. The error names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| toml_error(text, &error))
    }

    /// The file's text.
    pub fn render(&self) -> String {
        toml::to_string_pretty(self).expect("strings are TOML")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_file_is_read_and_written() {
        let text = "[[example]]\ninput = '''\nPlayer 1:\n9\n'''\npart1 = 306\npart2 = 'a'\n\
                    [[example]]\ninput = '1'\nsource = 'page'\n";
        let examples = Examples::parse(text).expect("valid");
        let first = Example {
            input: "Player 1:\n9\n".to_owned(),
            part1: Some("306".to_owned()),
            part2: Some("a".to_owned()),
            source: None,
        };
        assert_eq!(examples.examples[0], first);
        assert_eq!(examples.examples.len(), 2);
        insta::assert_snapshot!(examples.render(), @r#"
        [[example]]
        input = """
        Player 1:
        9
        """
        part1 = "306"
        part2 = "a"

        [[example]]
        input = "1"
        source = "page"
        "#);
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
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
            let error = Examples::parse(text).expect_err(text);
            assert!(error.starts_with(expected), "{error}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(input in "\\PC*|[a\"'\\\\\n\r\t]{0,9}", answer in "\\PC{0,9}") {
            let example = Example { input, part2: Some(answer), ..Example::default() };
            let examples = Examples { examples: vec![example.clone(), example] };
            prop_assert_eq!(Examples::parse(&examples.render()), Ok(examples));
        }
    }
}
