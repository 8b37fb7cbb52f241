//! Words, years, days and parts in the names of files, folders and functions of other
//! repositories. Paths are relative, with forward slashes.

use aoc_solution::Part;

use crate::puzzle::{Day, Year, words};

/// Words that may stand beside the number of a day.
const DAY_WORDS: [&str; 8] = ["day", "d", "ex", "year", "input", "puzzle", "aoc", "advent"];

/// Words before two digits that are a year: `y15`.
const YEAR_WORDS: [&str; 3] = ["y", "year", "aoc"];

/// Words before the number of a part.
const PART_WORDS: [&str; 7] = ["part", "p", "solve", "star", "task", "solution", "puzzle"];

/// The last name in a path.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The folder of a file; empty for the root.
pub fn folder_of(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The path of a file from a folder that it is in.
pub fn within<'a>(folder: &str, file: &'a str) -> Option<&'a str> {
    match folder {
        "" => Some(file),
        _ => file.strip_prefix(folder)?.strip_prefix('/'),
    }
}

pub fn join(folder: &str, name: &str) -> String {
    format!("{folder}/{name}").trim_matches('/').to_owned()
}

/// The year that a path mentions, such as `year2020` or `aoc-2020-rs`, or in a folder's
/// name `y20`; of several, the one nearest to the end.
pub fn year_in(path: &str) -> Option<Year> {
    path.rsplit('/').find_map(|name| {
        words(name)
            .iter()
            .find_map(|word| Year::parse(word))
            .filter(|year| year.0 < 2100)
            .or_else(|| short_year(name))
    })
}

/// The year that the name of a folder says with two digits. A file may be a day: `aoc15.rs`.
fn short_year(name: &str) -> Option<Year> {
    match words(name).as_slice() {
        [word, digits] if YEAR_WORDS.contains(&&**word) && digits.len() == 2 => {
            Year::parse(&format!("20{digits}"))
        }
        _ => None,
    }
}

/// The day that a name begins with, as a folder's may, and the words after it:
/// `day01_report_repair`.
pub fn day_and_words(name: &str) -> Option<(Day, Vec<String>)> {
    let mut words = words(name);
    words.retain(|word| Year::parse(word).is_none() && !DAY_WORDS.contains(&&**word));
    let (number, after) = words.split_first()?;
    let is_range = after
        .first()
        .is_some_and(|word| word.starts_with(char::is_numeric));
    let day = number.parse().ok()?;
    if number.len() > 2 || is_range || !(1..=Day::LAST.0).contains(&day) {
        return None;
    }
    Some((Day(day), after.to_vec()))
}

/// The day that a folder's name begins with, unless it is a year.
pub fn day_of_folder(name: &str) -> Option<(Day, Vec<String>)> {
    if short_year(name).is_some() {
        return None;
    }
    day_and_words(name)
}

/// The day that a name is, and nothing else: `day01`, `d1`, `01`, `input_01`.
pub fn day_of(name: &str) -> Option<Day> {
    let (day, after) = day_and_words(name)?;
    after.is_empty().then_some(day)
}

/// The part that a function answers, by its name: `part1`, `solve_part_two`, `p1`,
/// `day05_part1`, `gold`.
pub fn part_of(name: &str) -> Option<Part> {
    let mut words = words(name);
    let last = words.pop()?;
    words.retain(|word| word != "day" && !word.starts_with(char::is_numeric));
    for word in &words {
        if !PART_WORDS.contains(&&**word) {
            return None;
        }
    }
    match (&*last, words.is_empty()) {
        ("1" | "one" | "a" | "first", false) | ("silver", _) => Some(Part::One),
        ("2" | "two" | "b" | "second", false) | ("gold", _) => Some(Part::Two),
        _ => None,
    }
}
