//! Compares answers by their meaning.

use aoc_solution::letters::{self, Comparison};

use crate::terminal::is_control;

/// An answer without surrounding white space and without the invisible characters of copied text.
pub fn trimmed_answer(answer: &str) -> String {
    answer.replace(is_control, "").trim().to_owned()
}

/// True if a text has no visible character, and is therefore not an answer. Users write
/// `part1 = ""` if they do not have the answer yet.
pub fn is_blank_answer(answer: &str) -> bool {
    trimmed_answer(answer).is_empty()
}

/// Compares two answers. Invisible characters of copied text are ignored. A picture of letters
/// equals the text of these letters.
pub fn compare_answers(known: &str, given: &str) -> Comparison {
    let comparison = letters::compare(known, given);
    if comparison != Comparison::Different {
        return comparison;
    }
    letters::compare(&visible(known), &visible(given))
}

/// An answer without invisible characters. The lines of a picture are part of the answer.
fn visible(answer: &str) -> String {
    answer.replace(|c| c != '\n' && is_control(c), "")
}

/// True if two answers are known to be the same.
pub fn is_same_answer(one: &str, other: &str) -> bool {
    compare_answers(one, other) == Comparison::Equal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_compared_by_what_they_say() {
        let a = ".##.\n#..#\n#..#\n####\n#..#\n#..#\n";
        let unread = a.replacen("####", "#.##", 1);
        let windows = a.replace('\n', "\r\n");
        for (one, other, expected) in [
            ("7", " 7 ", Comparison::Equal),
            ("7", "07", Comparison::Different),
            ("7", "\u{feff}7\u{200b} \r", Comparison::Equal),
            ("A", a, Comparison::Equal),
            ("A\u{200b}", a, Comparison::Equal),
            (&windows, a, Comparison::Equal),
            ("B", a, Comparison::Different),
            ("Q", &unread, Comparison::Unknown),
            ("3\n4", "34", Comparison::Different),
        ] {
            assert_eq!(compare_answers(one, other), expected, "{one:?} {other:?}");
            assert_eq!(compare_answers(other, one), expected, "{one:?} {other:?}");
        }
    }
}
