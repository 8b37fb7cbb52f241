//! Cuts the output of a program at the lines that name a day, such as `== Day 5 ==` and
//! `2019 day 5: 7 8`. A program that runs several days prints the answers to a day below the name
//! of the day, or in the same line.

use aoc_solution::imported::{by_part, length_of_year, lines_of_input, values};

use crate::puzzle::{Day, Year, words};

/// The text of an output from the name of a day to the next name.
#[derive(Debug, PartialEq)]
pub struct DaySection {
    /// `None` if the name has no year.
    pub year: Option<Year>,
    pub day: Day,
    /// The text without the name, whose numbers are not answers.
    pub text: String,
}

/// The sections of an output. Empty if no line names a day. Also empty if an answer comes before
/// the first name, because the names may then follow their answers, or may not be headings at all.
pub fn sections(output: &str) -> Vec<DaySection> {
    let text = lines_of_input(output);
    let mut before = String::new();
    let mut sections: Vec<DaySection> = Vec::new();
    for line in text.split_inclusive('\n') {
        if let Some(section) = section_at(line) {
            sections.push(section);
        } else if let Some(section) = sections.last_mut() {
            section.text += line;
        } else {
            before += line;
        }
    }
    let has_answer =
        by_part(&before).names_parts() || values(&before).iter().any(|value| value.is_clear);
    if has_answer {
        return Vec::new();
    }
    sections
}

/// The section that begins with this line. `None` unless the first number in the line, apart from a
/// year, is the number of a day and follows the word `day`.
fn section_at(line: &str) -> Option<DaySection> {
    let lower = line.to_ascii_lowercase();
    for (at, word) in lower.match_indices("day") {
        let before = &line[..at];
        let behind = &lower[at + word.len()..];
        let number = behind.trim_start_matches([' ', ':', '#', '-', '_']);
        let length = number
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(number.len());
        let (name, rest) = line.split_at(line.len() - number.len() + length);
        let (year, rest) = rest.split_at(length_of_year(&name[..name.len() - length], rest));
        let is_whole =
            !before.ends_with(char::is_alphanumeric) && !rest.starts_with(char::is_alphanumeric);
        let is_first = values(before)
            .iter()
            .all(|value| Year::parse(value.text).is_some());
        if is_whole
            && is_first
            && let Some(day) = Day::parse(&number[..length])
        {
            let has_more = rest.contains(char::is_alphanumeric);
            return Some(DaySection {
                year: words(before)
                    .into_iter()
                    .chain(words(year))
                    .find_map(|word| Year::parse(&word)),
                day,
                text: if has_more {
                    rest.to_owned()
                } else {
                    String::new()
                },
            });
        }
    }
    None
}
