//! The form of an input in one line, such as `1,000 lines of 2 integers, -87 to 99`, and what
//! it has that the examples lack.

use std::collections::BTreeSet;

use crate::terminal::{plural, sanitize};

/// The most blocks that are described one by one.
const MAX_BLOCKS: usize = 3;

/// The most different characters that are listed.
const MAX_CHARACTERS: usize = 6;

/// The longest form of a line that is shown.
const MAX_FORM: usize = 48;

/// Digits in rows of at least this width are a grid and not numbers.
const GRID_OF_DIGITS: usize = 10;

/// The form of an input.
pub fn glance(input: &str, examples: &[&str]) -> String {
    let text = input.replace("\r\n", "\n");
    let blocks = blocks(&text);
    let form = match &blocks[..] {
        [] => "no text".to_owned(),
        [only] => of_block(only),
        several if several.len() <= MAX_BLOCKS => {
            let forms: Vec<String> = several.iter().map(|block| of_block(block)).collect();
            format!("{} blocks: {}", several.len(), forms.join("; "))
        }
        many => {
            let lines = many.iter().map(Vec::len);
            format!(
                "{} blocks of {}",
                grouped(many.len()),
                count_range(lines, "line")
            )
        }
    };
    let lacking: Vec<&str> = Oddity::ALL
        .into_iter()
        .filter(|oddity| oddity.is_in(input))
        .filter(|oddity| !examples.iter().any(|example| oddity.is_in(example)))
        .map(Oddity::name)
        .collect();
    if lacking.is_empty() || examples.is_empty() {
        return form;
    }
    format!("{form}; unlike the examples: {}", lacking.join(", "))
}

/// What a parser that was written for the examples may stumble over.
#[derive(Clone, Copy)]
enum Oddity {
    Negative,
    EmptyLine,
    Indented,
    Tabs,
    NotAscii,
    WindowsLineEnds,
    NoLastNewline,
}

impl Oddity {
    const ALL: [Self; 7] = [
        Self::Negative,
        Self::EmptyLine,
        Self::Indented,
        Self::Tabs,
        Self::NotAscii,
        Self::WindowsLineEnds,
        Self::NoLastNewline,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Negative => "negative numbers",
            Self::EmptyLine => "an empty line in the middle",
            Self::Indented => "blanks at the head of a line",
            Self::Tabs => "tabs",
            Self::NotAscii => "characters beyond ASCII",
            Self::WindowsLineEnds => "Windows line ends",
            Self::NoLastNewline => "no last newline",
        }
    }

    fn is_in(self, text: &str) -> bool {
        match self {
            Self::Negative => integers(text).iter().any(|number| *number < 0),
            Self::EmptyLine => text.trim_matches(['\r', '\n']).lines().any(str::is_empty),
            Self::Indented => text.lines().any(|line| line.starts_with(' ')),
            Self::Tabs => text.contains('\t'),
            Self::NotAscii => !text.is_ascii(),
            Self::WindowsLineEnds => text.contains("\r\n"),
            Self::NoLastNewline => !text.ends_with('\n'),
        }
    }
}

/// The lines between empty lines.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = text.trim_matches('\n').lines().collect();
    let groups = lines.split(|line| line.is_empty());
    groups
        .filter(|lines| !lines.is_empty())
        .map(<[&str]>::to_vec)
        .collect()
}

/// True for integers with blanks or commas between them.
fn is_list(line: &str) -> bool {
    line.contains(|c: char| c.is_ascii_digit())
        && line
            .chars()
            .all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | '-'))
}

fn of_block(lines: &[&str]) -> String {
    let number = line_count(lines.len());
    let widths = lines.iter().map(|line| line.chars().count());
    let width = widths.clone().max().unwrap_or_default();
    let is_even = widths.clone().all(|other| other == width);
    let is_grid_of_digits = width >= GRID_OF_DIGITS
        && lines
            .iter()
            .all(|line| line.chars().all(|c| c.is_ascii_digit()));
    if lines.iter().all(|line| is_list(line)) && !is_grid_of_digits {
        let rows: Vec<Vec<i128>> = lines.iter().map(|line| integers(line)).collect();
        let all = rows.iter().flatten();
        let least = all.clone().min().copied().unwrap_or_default();
        let most = all.max().copied().unwrap_or_default();
        let integers = if rows.iter().all(|row| row.len() == 1) {
            let one = if rows.len() == 1 {
                "an integer"
            } else {
                "integers"
            };
            one.to_owned()
        } else {
            count_range(rows.iter().map(Vec::len), "integer")
        };
        if least == most {
            return format!("{number} of {integers}, {least}");
        }
        return format!("{number} of {integers}, {least} to {most}");
    }
    let characters: BTreeSet<char> = lines.iter().flat_map(|line| line.chars()).collect();
    if is_even && (lines.len() > 1 || is_grid_of_digits) && characters.len() <= MAX_CHARACTERS {
        return format!(
            "{number}, {} wide: {}",
            grouped(width),
            character_list(&characters)
        );
    }
    if let Some(form) = common_form(lines) {
        return format!("{number} `{}`", sanitize(&form));
    }
    let kinds = character_kinds(&characters);
    if is_even {
        return format!("{number}, {} wide: {kinds}", grouped(width));
    }
    let narrowest = widths.min().unwrap_or_default();
    format!(
        "{number}, {} to {} wide: {kinds}",
        grouped(narrowest),
        grouped(width)
    )
}

fn line_count(lines: usize) -> String {
    if lines == 1 {
        return "1 line".to_owned();
    }
    format!("{} lines", grouped(lines))
}

/// A number with separators of thousands.
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

/// `5 lines`, or `3 to 14 lines`.
fn count_range(numbers: impl Iterator<Item = usize> + Clone, name: &str) -> String {
    let least = numbers.clone().min().unwrap_or_default();
    let most = numbers.max().unwrap_or_default();
    if least == most {
        return plural(most, name);
    }
    format!("{} to {}", grouped(least), plural(most, name))
}

/// The integers in a text. A `-` is a sign where no digit or letter is right before it.
fn integers(text: &str) -> Vec<i128> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = &rest[start..];
        let end = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        let is_negative = match rest[..start].strip_suffix('-') {
            Some("") => found.is_empty(),
            Some(before) => !before.ends_with(char::is_alphanumeric),
            None => false,
        };
        let number: i128 = digits[..end].parse().unwrap_or(i128::MAX);
        found.push(if is_negative { -number } else { number });
        rest = &digits[end..];
    }
    found
}

/// A piece of a line: a number, a word, or what is between them.
#[derive(Clone, PartialEq)]
enum Piece<'a> {
    Number,
    Word(&'a str),
    Mark(char),
}

fn pieces(line: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let is_same: fn(char) -> bool = if first.is_ascii_digit() {
            |c| c.is_ascii_digit()
        } else if first.is_alphabetic() {
            char::is_alphabetic
        } else {
            pieces.push(Piece::Mark(first));
            rest = &rest[first.len_utf8()..];
            continue;
        };
        let end = rest.find(|c| !is_same(c)).unwrap_or(rest.len());
        pieces.push(if first.is_ascii_digit() {
            Piece::Number
        } else {
            Piece::Word(&rest[..end])
        });
        rest = &rest[end..];
    }
    pieces
}

/// The form that all lines have, with a letter for each number and each word that differs,
/// such as `a|b` or `move a from b to c`.
fn common_form(lines: &[&str]) -> Option<String> {
    let rows: Vec<Vec<Piece>> = lines.iter().map(|line| pieces(line)).collect();
    let first = rows.first()?;
    if lines.len() < 2 || first.len() < 2 {
        return None;
    }
    let mut form = String::new();
    let mut names = 'a'..='z';
    for (index, piece) in first.iter().enumerate() {
        let mut is_constant = true;
        for row in &rows {
            let other = row.get(index).filter(|_| row.len() == first.len())?;
            match (piece, other) {
                (Piece::Number, Piece::Number) => is_constant = false,
                (Piece::Word(one), Piece::Word(other)) => is_constant &= one == other,
                (Piece::Mark(one), Piece::Mark(other)) if one == other => {}
                _ => return None,
            }
        }
        match piece {
            Piece::Word(word) if is_constant => form += word,
            Piece::Mark(mark) => form.push(*mark),
            Piece::Number | Piece::Word(_) => form.push(names.next()?),
        }
    }
    (form.len() <= MAX_FORM).then_some(form)
}

/// Such as `.` and `#`.
fn character_list(characters: &BTreeSet<char>) -> String {
    let mut names: Vec<String> = characters
        .iter()
        .map(|c| format!("`{}`", sanitize(&c.to_string())))
        .collect();
    let Some(last) = names.pop() else {
        return String::new();
    };
    if names.is_empty() {
        return last;
    }
    format!("{} and {last}", names.join(", "))
}

/// The kinds of characters, such as `letters, digits and 3 others`.
fn character_kinds(characters: &BTreeSet<char>) -> String {
    let has = |is_kind: fn(&char) -> bool| characters.iter().any(is_kind);
    let mut kinds = Vec::new();
    if has(|c| c.is_alphabetic()) {
        kinds.push("letters".to_owned());
    }
    if has(char::is_ascii_digit) {
        kinds.push("digits".to_owned());
    }
    if has(|c| *c == ' ') {
        kinds.push("blanks".to_owned());
    }
    let others: BTreeSet<char> = characters
        .iter()
        .filter(|c| !c.is_alphanumeric() && **c != ' ')
        .copied()
        .collect();
    if others.len() > MAX_CHARACTERS {
        kinds.push(format!("{} other characters", others.len()));
    } else if !others.is_empty() {
        kinds.push(character_list(&others));
    }
    kinds.join(", ")
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
            (&*rows, "1,000 lines of 2 integers, -87 to 99"),
            (&grid, "140 lines, 140 wide: `#` and `.`"),
            (
                &format!("{rules}\n{updates}"),
                "2 blocks: 60 lines `a|b`; 2 lines of 2 to 3 integers, 47 to 97",
            ),
            (&blocks, "200 blocks of 2 lines"),
            ("1\n\n2\n3\n\n4\n\n5\n", "4 blocks of 1 to 2 lines"),
            ("199\n200\n", "2 lines of integers, 199 to 200"),
            ("16,1,2,0\n", "1 line of 4 integers, 0 to 16"),
            ("325489\n", "1 line of an integer, 325489"),
            ("7\n7\n", "2 lines of integers, 7"),
            (
                "001010011011\n110100010101\n",
                "2 lines, 12 wide: `0` and `1`",
            ),
            ("12345678901\n22345678901\n", "2 lines, 11 wide: digits"),
            (
                "move 1 from 2 to 3\nmove 10 from 9 to 3\n",
                "2 lines `move a from b to c`",
            ),
            ("ab: cd\nx: yz\n", "2 lines `a: b`"),
            (
                "p=0,4 v=3,-3\np=6,3 v=-1,-3\n",
                "2 lines, 12 to 13 wide: letters, digits, blanks, `,`, `-` and `=`",
            ),
            ("\n", "no text"),
            ("a|b\nc|d\n", "2 lines, 3 wide: `a`, `b`, `c`, `d` and `|`"),
            ("#12\n#5\n", "2 lines `#a`"),
            ("ab+c\nd-ef\n", "2 lines, 4 wide: letters, `+` and `-`"),
            ("mjqjpqmgbljsphdz\n", "1 line, 16 wide: letters"),
            (
                "ckczppom",
                "1 line, 8 wide: letters; unlike the examples: no last newline",
            ),
            ("2-4,6-8\n2-3,4-5\n", "2 lines of 4 integers, 2 to 8"),
            (
                "(){}[]\n({[\n",
                "2 lines, 3 to 6 wide: `(`, `)`, `[`, `]`, `{` and `}`",
            ),
            (
                "(){}[]<>\n({[<\n",
                "2 lines, 4 to 8 wide: 8 other characters",
            ),
        ] {
            assert_eq!(glance(input, &["1,2\n-1\n\n3\n"]), form, "{input}");
        }
    }

    #[test]
    fn what_the_examples_lack_is_named() {
        let example = "1 2\n3 4\n";
        for (input, lacking) in [
            ("1 2\n3 4\n", None),
            ("1 -2\n3 4\n", Some("negative numbers")),
            ("1-2\n3-4\n", None),
            ("0 2\n3 4\n", None),
            ("1\n\n2\n", Some("an empty line in the middle")),
            ("1\r\n2\r\n", Some("Windows line ends")),
            ("1\n2", Some("no last newline")),
            ("1\t2\n", Some("tabs")),
            (" 1 2\n", Some("blanks at the head of a line")),
            ("ä\n", Some("characters beyond ASCII")),
            (
                "-1\r\n\r\n2",
                Some(
                    "negative numbers, an empty line in the middle, Windows line ends, no last newline",
                ),
            ),
        ] {
            let found = glance(input, &[example]);
            let named = found
                .split_once("; unlike the examples: ")
                .map(|(_, named)| named);
            assert_eq!(named, lacking, "{input:?}");
        }
        assert_eq!(glance("-1\n", &["5\n", "-3\n"]), "1 line of an integer, -1");
    }

    proptest! {
        #[test]
        fn every_text_has_a_form_of_one_line(text in "[ -~\n\r\tä\u{7}]{0,80}|[0-9 ,-]{0,60}") {
            let form = glance(&text, &[]);
            prop_assert!(!form.contains(['\n', '\r', '\u{7}', '\u{1b}']), "{}", form);
        }
    }
}
