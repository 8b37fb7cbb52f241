//! Lines that programs print: which of their values are the answers to parts.

use aoc_solution::Part;
use aoc_solution::Part::{One, Two};

use crate::import::names::{PART_WORDS, part_numbered};
use crate::puzzle::words;

/// Words that tell that a number in their line is that of a part.
const TELLING_WORDS: [&str; 5] = ["parts", "answers", "solutions", "result", "results"];

/// A value that a format shows.
#[derive(Debug, PartialEq)]
pub enum ShownValue {
    /// The argument of this index after the format.
    Argument(usize),
    /// A variable that the format names: `{part1}`.
    Name(String),
}

/// The parts that a format tells, such as `Part 1: {} ({:?})`, each with the first value after
/// its name.
pub fn shown_parts(format: &str) -> Vec<(Part, ShownValue)> {
    let mut parts: Vec<(Part, ShownValue)> = Vec::new();
    let mut told = String::new();
    let mut next = 0;
    let format = format.replace("{{", "").replace("}}", "");
    let mut rest = &*format;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((value, behind)) = after.split_once('}') else {
            break;
        };
        told += before;
        let name = value.split(':').next().unwrap_or_default().trim();
        let shown = match name.parse() {
            Ok(index) => ShownValue::Argument(index),
            Err(_) if name.is_empty() => {
                next += 1;
                ShownValue::Argument(next - 1)
            }
            Err(_) => ShownValue::Name(name.to_owned()),
        };
        if let Some(part) = part_told(&told)
            && !parts.iter().any(|(other, _)| *other == part)
        {
            parts.push((part, shown));
            told.clear();
        }
        rest = behind;
    }
    if let [(first, _)] = &*parts
        && part_told(&format).is_none_or(|part| part != *first)
    {
        // The line tells of both parts, and shows one value.
        parts.clear();
    }
    parts
}

/// The part of which a line tells, and of no other one.
fn part_told(line: &str) -> Option<Part> {
    let words = words(line);
    // Of `Day 1, part 2` the number behind `part` counts.
    let mut numbers: Vec<&str> = words
        .windows(2)
        .filter(|pair| PART_WORDS.contains(&&*pair[0]))
        .map(|pair| &*pair[1])
        .filter(|word| number_of(word).is_some())
        .collect();
    // A number alone, as in `1: {}`, may be that of anything.
    let tells_answer = words
        .iter()
        .any(|word| PART_WORDS.contains(&&**word) || TELLING_WORDS.contains(&&**word));
    if numbers.is_empty() && tells_answer {
        numbers = words.iter().map(String::as_str).collect();
    }
    let has = |part| numbers.iter().any(|word| number_of(word) == Some(part));
    match (has(One), has(Two)) {
        (true, false) => Some(One),
        (false, true) => Some(Two),
        _ => None,
    }
}

fn number_of(word: &str) -> Option<Part> {
    match word {
        "i" => Some(One),
        "ii" => Some(Two),
        // They are words of sentences.
        "a" | "b" => None,
        _ => part_numbered(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_the_value_of_a_part() {
        let value = |part, index| vec![(part, ShownValue::Argument(index))];
        let name = |part, name: &str| vec![(part, ShownValue::Name(name.to_owned()))];
        for (format, expected) in [
            ("Part 1: {}", value(One, 0)),
            ("Part one: {:?} ({} ms)", value(One, 0)),
            ("{}: part 2 = {}", value(Two, 1)),
            ("Day 1 part 2: {}", value(Two, 0)),
            ("day {1}, part 2: {0}", value(Two, 0)),
            ("part1: {part1:?}", name(One, "part1")),
            ("the second answer is {total}", name(Two, "total")),
            (
                "part 1: {}, part 2: {}",
                vec![
                    (One, ShownValue::Argument(0)),
                    (Two, ShownValue::Argument(1)),
                ],
            ),
            ("answer: {}", Vec::new()),
            ("{} of parts 1 and 2", Vec::new()),
            ("part 1 of 2: {}", value(One, 0)),
            ("part 1", Vec::new()),
            ("1: {}", Vec::new()),
            ("first row: {}", Vec::new()),
            ("part 1 {", Vec::new()),
        ] {
            assert_eq!(shown_parts(format), expected, "{format}");
        }
    }
}
