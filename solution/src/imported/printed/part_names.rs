//! Finds the names of parts in a line.
//!
//! A label names a part if it has a number beside a word for a part: `part 1`, `first star`. A bare
//! number, as in `First: 5`, names a part only if another line names the other part in this way.
//! Some programs count from 0, as in `part 0`, so which part a number means depends on all lines.

use std::ops::Range;

use super::words_at;
use crate::Part;

/// Words for a part: before its number, as in `part 1`, or after it, as in `first part`.
const PART_LABELS: &[&str] = &[
    "part", "p", "task", "puzzle", "star", "answer", "result", "solution", "problem", "strategy",
];

/// Words that may be written together with the number of a part: `part1`.
const GLUED_LABELS: &[&str] = &["part", "p", "task", "star", "answer", "result"];

/// The name of a part in a line, such as `part 1`.
#[derive(Debug)]
pub struct PartName {
    pub range: Range<usize>,
    /// The number of the part: 0, 1 or 2.
    pub number: u8,
    /// True if the name has no word for a part.
    pub is_bare: bool,
}

/// The first name of a part in a line before its value, such as `Part 1: ` and `p2 = `.
#[inline]
pub fn name_of_part(line: &str) -> Option<PartName> {
    names_of_parts(line).into_iter().next()
}

/// The names of parts in a line before values.
#[inline]
pub fn names_of_parts(line: &str) -> Vec<PartName> {
    let lower = line.to_ascii_lowercase();
    let words = words_at(&lower);
    let mut names = Vec::new();
    for (index, &(at, word)) in words.iter().enumerate() {
        let glued = part_glued(word);
        let number = word.trim_start_matches('#');
        let Some(number) = glued.or_else(|| number_of(number)) else {
            continue;
        };
        let end = at + word.len();
        let before = index.checked_sub(1).map(|before| words[before]);
        let after = words.get(index + 1);
        let is_ordinal = ["first", "second"].contains(&word);
        let (range, is_bare) = match (before, after) {
            _ if glued.is_some() => (at..end, false),
            (Some((start, label)), _)
                if PART_LABELS.contains(&label)
                    // The last word of a line is its value, except in `Part 1`.
                    && (after.is_some() || label == "part")
                    // `Answer: 0 steps` has a value and no name.
                    && (number > 0 || !lower[start..at].contains([':', '='])) =>
            {
                (start..end, false)
            }
            (_, Some((start, label))) if is_ordinal && PART_LABELS.contains(label) => {
                (at..start + label.len(), false)
            }
            _ if number == 0 => continue,
            (Some((start, "the")), Some(_)) if index == 1 => (start..end, true),
            (None, Some(_)) if is_bare_name(word, &lower[end..]) => (at..end, true),
            _ => continue,
        };
        names.push(PartName {
            range,
            number,
            is_bare,
        });
    }
    names
}

/// The number of the part in a word such as `part1`.
#[inline]
fn part_glued(word: &str) -> Option<u8> {
    GLUED_LABELS
        .iter()
        .filter_map(|label| word.strip_prefix(label))
        .map(|number| number.trim_start_matches(['_', '-', '#']))
        .find_map(number_of)
}

/// True if a number at the beginning of a line may name a part. A digit or a letter is a value or
/// an article, as in `1 5` and `A total`, unless a colon or a bracket follows it.
#[inline]
fn is_bare_name(word: &str, after: &str) -> bool {
    after.starts_with([':', ')']) || after.starts_with(' ') && word.len() > 1
}

/// The number of a part with this number or name, from 0.
#[inline]
fn number_of(word: &str) -> Option<u8> {
    match word {
        "0" => Some(0),
        _ => part_numbered(word).map(u8::from),
    }
}

/// The part with this number or name: `1`, `one`, `a`, `first`.
#[inline]
pub fn part_numbered(word: &str) -> Option<Part> {
    match word {
        "1" | "one" | "first" | "a" => Some(Part::One),
        "2" | "two" | "second" | "b" => Some(Part::Two),
        _ => None,
    }
}
