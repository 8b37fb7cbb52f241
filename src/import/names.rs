//! Words, years and days in the names of files and folders of other repositories. Paths are
//! relative, with forward slashes.

use crate::puzzle::{Day, Year, words};

/// Words that may stand beside the number of a day.
const DAY_WORDS: [&str; 6] = ["day", "d", "input", "puzzle", "aoc", "advent"];

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

/// The year that a path mentions, such as `year2020` or `aoc-2020-rs`; of several,
/// the one nearest to its end.
pub fn year_in(path: &str) -> Option<Year> {
    let mut words = path.rsplit('/').flat_map(words);
    words.find_map(|word| Year::parse(&word).filter(|year| year.0 < 2100))
}

/// The day that a name begins with, as a folder's may, and the words after it:
/// `day01_report_repair`.
pub fn day_and_words(name: &str) -> Option<(Day, Vec<String>)> {
    let is_usual = |word: &str| Year::parse(word).is_some() || DAY_WORDS.contains(&word);
    let mut words = words(name).into_iter().filter(|word| !is_usual(word));
    let day = words.next().filter(|word| word.len() <= 2)?.parse().ok()?;
    let after: Vec<String> = words.collect();
    let is_number = |word: &String| word.starts_with(char::is_numeric);
    let is_day = (1..=Day::LAST.0).contains(&day) && !after.first().is_some_and(is_number);
    is_day.then_some((Day(day), after))
}

/// The day that a name is, and nothing else: `day01`, `d1`, `01`, `input_01`.
pub fn day_of(name: &str) -> Option<Day> {
    let (day, after) = day_and_words(name)?;
    after.is_empty().then_some(day)
}
