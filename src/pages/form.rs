//! Compares texts on a puzzle's page with the user's input. An example must have the form of the
//! input.

use std::collections::BTreeSet;

/// An example that lacks at least this many kinds of characters is only likely.
const MISSING_KINDS: usize = 3;

/// The maximum length of an answer in bytes. The page shows longer values only as explanations.
const MAX_ANSWER: usize = 48;

/// The result of comparing the form of a text with the form of the input.
#[derive(Debug, PartialEq)]
pub enum Form {
    Other,
    /// The text lacks several kinds of characters, or there is no input to compare it with.
    Similar,
    Same,
}

impl Form {
    /// Compares a text with an input. The text may be an input of the same puzzle if both have
    /// several lines or both have one, and the text has:
    ///
    /// - no kinds of characters that the input lacks,
    /// - as many sections, with several lines where the input has several. If the input has more
    ///   than three sections, two are enough.
    pub fn of(text: &str, input: Option<&str>) -> Self {
        let Some(input) = input else {
            return Self::Similar;
        };
        let text_kinds = kinds(text);
        let input_kinds = kinds(input);
        let text_sections = sections(text);
        let input_sections = sections(input);
        let has_sections =
            text_sections == input_sections || text_sections.len() > 1 && input_sections.len() > 3;
        let has_form = text_kinds.is_subset(&input_kinds)
            && has_lines(text) == has_lines(input)
            && has_sections;
        if !has_form {
            Self::Other
        } else if text_kinds.len() + MISSING_KINDS > input_kinds.len() {
            Self::Same
        } else {
            Self::Similar
        }
    }
}

/// True if code for this input can probably also parse the text of a known example: the text has
/// several lines only if the input has several, and at most a tenth of its characters are of kinds
/// that the input lacks. A `-` counts as known.
pub fn is_readable_like(text: &str, input: &str) -> bool {
    let mut known = kinds(input);
    known.insert('-');
    let strange = text
        .trim_end()
        .chars()
        .filter(|c| !known.contains(&kind(*c)))
        .count();
    strange * 10 <= text.len() && (has_lines(input) || !has_lines(text))
}

/// True if a value on a page has the form of an answer: one word, at most [`MAX_ANSWER`] bytes,
/// with a letter or a digit.
pub fn can_be_answer(value: &str) -> bool {
    value.len() <= MAX_ANSWER
        && value.contains(char::is_alphanumeric)
        && !value.contains(|c: char| c.is_whitespace() || c.is_control())
}

fn kinds(text: &str) -> BTreeSet<char> {
    text.trim_end().chars().map(kind).collect()
}

/// The kind of a character: digit, upper or lower case letter, space or tab, or end of line. Any
/// other character is a kind of its own.
fn kind(c: char) -> char {
    match c {
        '0'..='9' => '0',
        'a'..='z' => 'a',
        'A'..='Z' => 'A',
        '\t' => ' ',
        '\r' => '\n',
        other => other,
    }
}

fn has_lines(text: &str) -> bool {
    text.trim_end().lines().count() > 1
}

/// The sections of a text. An element is true if the section has several lines.
fn sections(text: &str) -> Vec<bool> {
    text.replace('\r', "")
        .trim_matches('\n')
        .split("\n\n")
        .map(has_lines)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_forms_than_the_inputs_are_no_inputs() {
        for (text, input, fits) in [
            ("1\n2\n", "12\n7\n", true),
            ("1 2\n3 4\n", "12\t7\n1\t2\n", true),
            ("a-1\n", "12\n", false),
            // The rules of 2020/19 without messages, and the states of 2018/13 in one block.
            ("0: 1\n1: 2\n", "0: 1\n\nab\n", false),
            ("..\n..\n\n..\n..\n", "...\n...\n", false),
            ("1,2\n", "1,2\n1,3\n", false),
            ("1\n2\n", "1\n2\n\n3\n\n4\n\n5\n", false),
            ("1\n\n2\n", "1\n\n2\n\n3\n", false),
            ("1\n\n2\n\n3\n", "1\n\n2\n\n3\n\n4\n\n5\n", true),
            // The page wraps a long line (2021/20).
            ("..#\n#.#\n\n#..\n..#\n", "..##.#\n\n#..\n..#\n", false),
        ] {
            let form = Form::of(text, Some(input));
            assert_eq!(form == Form::Same, fits, "{text}");
        }
        for (text, input, is_readable) in [
            ("1,2", "1,2,3\n", true),
            ("1 2\n", "1 2\n3 4\n", true),
            // The text has lines instead of a list.
            ("1,2,3,4,5,6,7,8,9,10\n1,2", "1,2,3\n", false),
            // At most a tenth of the characters may be of other kinds.
            ("x234567890", "12\n", true),
            ("xy3456789012345", "12\n", false),
        ] {
            assert_eq!(is_readable_like(text, input), is_readable, "{text}");
        }
        let points = "<x=-1, y=0>\n<x=2, y=1>\n";
        assert!(is_readable_like(points, "<x=1, y=2>\n<x=3, y=4>\n"));
        assert!(!is_readable_like("AoC 2017\n", "1,2,3\n"));
        assert!(!is_readable_like("1\n2\n", "1,2,3\n"));
    }

    #[test]
    fn an_answer_is_a_word() {
        for (value, can_be) in [
            ("306", true),
            ("-5", true),
            ("mxmxvkd,sqjhc", true),
            ("", false),
            (" ", false),
            ("->", false),
            ("...", false),
            ("3 4", false),
            ("3\u{7}", false),
        ] {
            assert_eq!(can_be_answer(value), can_be, "{value}");
        }
    }

    #[test]
    fn a_text_without_three_of_the_inputs_kinds_is_only_similar() {
        // The input has tracks with carts. The text is a loop without carts.
        let input = "/->-\\ +\n|  v^ |\n\\-<--/\n";
        for (name, text, form) in [
            ("all kinds", input, Form::Same),
            ("two less", "/->-\\ +\n|   v |\n\\----/\n", Form::Same),
            ("three less", "/->-\\ +\n|     |\n\\----/\n", Form::Similar),
        ] {
            assert_eq!(Form::of(text, Some(input)), form, "{name}");
        }
    }
}
