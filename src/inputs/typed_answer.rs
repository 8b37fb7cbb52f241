//! Checks and normalizes an answer as it may be typed into the site.

use aoc_solution::Part;
use aoc_solution::letters::typed;

use super::compare::trimmed_answer;
use crate::puzzle::Puzzle;
use crate::terminal::sanitize;

/// The maximum number of characters in an answer. The longest answers of past puzzles are lists of
/// some forty characters.
const LONGEST_ANSWER: usize = 200;

/// An answer as it is typed into the site: one visible line without white space around it. A
/// picture of letters becomes its letters. The error says why the text is not an answer to the
/// puzzle, and may name commands that take another one.
pub fn validate_answer(puzzle: Puzzle, part: Option<Part>, answer: &str) -> Result<String, String> {
    let typed = typed(answer);
    let line = typed.trim();
    let visible = trimmed_answer(line);
    if visible.is_empty() {
        return Err("the answer is empty".to_owned());
    }
    if line.contains(['\n', '\r']) {
        let part = part.map_or(String::new(), |part| format!(" -p {part}"));
        return Err(format!(
            "the answer has several lines, or is a picture with letters that aoc does not know; \
             give it on one line: `aoc submit {puzzle}{part} --answer ANSWER` or `aoc accept \
             {puzzle}{part} ANSWER`"
        ));
    }
    let length = line.chars().count();
    if length > LONGEST_ANSWER {
        return Err(format!(
            "the answer has {length} characters, longer than any answer so far ({LONGEST_ANSWER})"
        ));
    }
    let shown = sanitize(line);
    if shown != line {
        return Err(format!(
            "the answer contains invisible characters: {shown}; give it without them: {visible}"
        ));
    }
    if line == "None" {
        let why = "the answer is None, which probably means that the code has found none";
        return Err(why.to_owned());
    }
    if let Some(intended) = intended(line) {
        if intended.is_empty() {
            return Err(format!("the answer is empty: {line}"));
        }
        return Err(format!(
            "the answer is probably meant as {intended}, and not {line}"
        ));
    }
    Ok(line.to_owned())
}

/// The probable answer in a text that has a Rust wrapper, quotes, a plus sign or leading zeros.
/// Leading zeros of longer answers are kept: answers with ten digits may begin with 0, as in
/// 2018/14, and so may passwords with eight digits.
fn intended(line: &str) -> Option<&str> {
    for (before, after) in [("Some(", ")"), ("Ok(", ")"), ("\"", "\""), ("'", "'")] {
        if let Some(rest) = line.strip_prefix(before)
            && let Some(inner) = rest.strip_suffix(after)
        {
            return Some(inner.trim_matches('"'));
        }
    }
    let (sign, digits) = line.split_at_checked(1)?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    match (sign, digits.trim_start_matches('0')) {
        ("+", _) => Some(digits),
        ("0", _) if digits.len() >= 7 => None,
        ("0", "") => Some("0"),
        ("0", number) => Some(number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(answer: &str) -> Result<String, String> {
        validate_answer(Puzzle::of(2020, 22), Some(Part::Two), answer)
    }

    #[test]
    fn only_one_plain_line_is_an_answer() {
        let invisible = "contains invisible characters: ";
        for (answer, why) in [
            ("\t", "is empty"),
            ("\"\"", "is empty: \"\""),
            ("Some(\"\")", "is empty: Some(\"\")"),
            (
                "1\r2",
                "has several lines, or is a picture with letters that aoc does not know; give it \
                 on one line: `aoc submit 2020/22 -p 2 --answer ANSWER` or `aoc accept 2020/22 -p \
                 2 ANSWER`",
            ),
            ("1\u{7}2", &format!("{invisible}1\\u{{7}}2")),
            ("33400\u{200b}", &format!("{invisible}33400\\u{{200b}}")),
            ("051", "is probably meant as 51, and not 051"),
            ("+51", "is probably meant as 51, and not +51"),
            ("Some(51)", "is probably meant as 51, and not Some(51)"),
            (
                "Ok(\"ABC\")",
                "is probably meant as ABC, and not Ok(\"ABC\")",
            ),
            ("00", "is probably meant as 0, and not 00"),
            (
                "None",
                "is None, which probably means that the code has found none",
            ),
            (" None\n", "is None, which"),
            (
                &"x".repeat(201),
                "has 201 characters, longer than any answer so far (200)",
            ),
        ] {
            let refusal = read(answer).expect_err(answer);
            assert!(
                refusal.starts_with(&format!("the answer {why}")),
                "{refusal}"
            );
        }
        for answer in ["0", "-0", "-5", "1.0", "NONE", " 3 4\n", "05ace8e3", "ä"] {
            assert_eq!(read(answer).as_deref(), Ok(answer.trim()), "{answer}");
        }
        let zeros = "0124515891";
        assert_eq!(read(zeros).as_deref(), Ok(zeros));
    }

    #[test]
    fn answers_are_recorded_as_they_are_typed() {
        let invisible = "the answer contains invisible characters: 1\\u{200b}2; give it without \
                         them: 12";
        let picture = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n";
        for (answer, line) in [
            (" 12\r\n", Ok("12")),
            (picture, Ok("A")),
            ("1\u{200b}2", Err(invisible)),
            ("\u{200b}", Err("the answer is empty")),
        ] {
            let expected = line.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(read(answer), expected);
        }
    }
}
