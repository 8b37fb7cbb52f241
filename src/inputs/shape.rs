//! Describes the shape of an input in one line, such as
//! `1,000 lines, 4 to 6 wide: integers, some negative`.

use crate::files::unix_lines;
use crate::terminal::plural;

/// The most blocks that are described one by one.
const MAX_BLOCKS: usize = 3;

/// Describes the lines of an input and their width, its blocks, and the kind of its numbers.
pub fn describe_shape(input: &str) -> String {
    let text = unix_lines(input);
    let lines: Vec<&str> = text.trim_matches('\n').lines().collect();
    let blocks: Vec<&[&str]> = lines
        .split(|line| line.is_empty())
        .filter(|block| !block.is_empty())
        .collect();
    match &blocks[..] {
        [] => "no text".to_owned(),
        [only] => form_of_block(only),
        several if several.len() <= MAX_BLOCKS => {
            let forms: Vec<String> = several.iter().map(|block| form_of_block(block)).collect();
            format!("{} blocks: {}", several.len(), forms.join("; "))
        }
        many => {
            let heights = range(many.iter().map(|block| block.len()));
            let noun = if heights == "1" { "line" } else { "lines" };
            format!("{} blocks of {heights} {noun}", grouped(many.len()))
        }
    }
}

fn form_of_block(lines: &[&str]) -> String {
    let height = match lines.len() {
        1 => plural(1, "line"),
        several => format!("{} lines", grouped(several)),
    };
    let width = range(lines.iter().map(|line| line.chars().count()));
    let numbers = kind_of_numbers(lines);
    format!("{height}, {width} wide{numbers}")
}

/// The kind of numbers in the lines. Empty if they contain anything else.
fn kind_of_numbers(lines: &[&str]) -> &'static str {
    if consist_of(lines, |c| c.is_ascii_digit()) {
        return ": digits";
    }
    let is_list = consist_of(lines, |c| {
        c.is_ascii_digit() || matches!(c, ' ' | '\t' | ',' | '-')
    });
    if !is_list
        || lines
            .iter()
            .any(|line| !line.contains(|c: char| c.is_ascii_digit()))
    {
        return "";
    }
    if lines.iter().any(|line| has_sign(line)) {
        return ": integers, some negative";
    }
    ": integers"
}

fn consist_of(lines: &[&str], is_part: fn(char) -> bool) -> bool {
    lines.iter().all(|line| line.chars().all(is_part))
}

/// True if a `-` in a list of integers is a sign. In `2-4` it is a separator.
fn has_sign(line: &str) -> bool {
    let Some((before_last, _)) = line.rsplit_once('-') else {
        return false;
    };
    before_last
        .split('-')
        .any(|before| !before.ends_with(|c: char| c.is_ascii_digit()))
}

/// A number with commas between thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// One number, or the smallest and the largest, such as `3 to 14`.
fn range(numbers: impl Iterator<Item = usize> + Clone) -> String {
    let least = numbers.clone().min().unwrap_or_default();
    let most = numbers.max().unwrap_or_default();
    if least == most {
        return grouped(most);
    }
    format!("{} to {}", grouped(least), grouped(most))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_form_of_an_input_is_one_line() {
        let rows = "12 -87\n99 5\n".repeat(500);
        let grid = format!("{}\n", "#..#".repeat(35)).repeat(140);
        let rules = "47|53\n97|13\n".repeat(30);
        let updates = "75,47,61\n97,61\n";
        let blocks = "1\n2\n\n".repeat(200);
        for (input, form) in [
            (&*rows, "1,000 lines, 4 to 6 wide: integers, some negative"),
            (&grid, "140 lines, 140 wide"),
            (
                &format!("{rules}\n{updates}"),
                "2 blocks: 60 lines, 5 wide; 2 lines, 5 to 8 wide: integers",
            ),
            (&blocks, "200 blocks of 2 lines"),
            ("1\n\n2\n3\n\n4\n\n5\n", "4 blocks of 1 to 2 lines"),
            ("1\n\n2\n\n4\n\n5\n", "4 blocks of 1 line"),
            ("199\n200\n", "2 lines, 3 wide: digits"),
            ("199\r\n2000\r\n", "2 lines, 3 to 4 wide: digits"),
            ("16,1,2,0\n", "1 line, 8 wide: integers"),
            ("-3\n4\n", "2 lines, 1 to 2 wide: integers, some negative"),
            ("325489\n", "1 line, 6 wide: digits"),
            ("2-4,6-8\n2-3,4-5\n", "2 lines, 7 wide: integers"),
            ("2-4,-8\n", "1 line, 6 wide: integers, some negative"),
            ("--\n,,\n", "2 lines, 2 wide"),
            ("move 1 from 2 to 3\n", "1 line, 18 wide"),
            ("ckczppom", "1 line, 8 wide"),
            ("äö\n", "1 line, 2 wide"),
            ("\n", "no text"),
        ] {
            assert_eq!(describe_shape(input), form, "{input}");
        }
    }

    proptest! {
        #[test]
        fn every_text_has_a_form_of_one_line(text in "[ -~\n\r\tä\u{7}]{0,80}|[0-9 ,-]{0,60}") {
            let form = describe_shape(&text);
            prop_assert!(!form.contains(['\n', '\r', '\u{7}', '\u{1b}']), "{}", form);
        }
    }
}
