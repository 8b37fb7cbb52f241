//! Checks whether a text has the form of an answer.

use crate::terminal::sanitize;

/// The reason why a text does not look like an answer. White space around it is allowed.
pub fn bad_form(answer: &str) -> Option<String> {
    let line = answer.trim();
    let shown = sanitize(line);
    if line.is_empty() {
        return Some("the answer is empty".to_owned());
    }
    if line.contains(['\n', '\r']) {
        let why = "the answer has several lines, or is a picture with letters that aoc does not \
                   know; give it on one line with --answer";
        return Some(why.to_owned());
    }
    if shown != line {
        return Some(format!("the answer contains invisible characters: {shown}"));
    }
    if line == "None" {
        let why = "the answer is None, which probably means that the code has found none";
        return Some(why.to_owned());
    }
    let intended = intended(line)?;
    Some(format!(
        "the answer is probably meant as {intended}, and not {line}"
    ))
}

/// The answer that was probably intended, if the text has a Rust wrapper, quotes, a plus sign or
/// leading zeros. Ten digits may begin with 0, as in 2018/14, and so may eight, as in passwords.
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

    #[test]
    fn only_one_plain_line_is_an_answer() {
        let invisible = "contains invisible characters: ";
        for (answer, why) in [
            ("\t", "is empty"),
            ("1\r2", "has several lines, or is a picture"),
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
        ] {
            let refusal = bad_form(answer).expect(answer);
            assert!(
                refusal.starts_with(&format!("the answer {why}")),
                "{refusal}"
            );
        }
        for answer in ["0", "-0", "-5", "1.0", "NONE", " 3 4\n", "05ace8e3", "ä"] {
            assert_eq!(bad_form(answer), None, "{answer}");
        }
        assert_eq!(bad_form("0124515891"), None);
    }
}
