//! Finds years and days in the names of files and folders of the old repository, and parsers in the
//! names of functions. `part_names` has the names of parts.
//!
//! Paths are relative, with forward slashes. A name is read by itself: here, the number of
//! `advent23` is a day, and the number of `aoc23` is a year. Where this may be wrong,
//! [`AdventYears`](super::advent_years::AdventYears) has replaced the name before.

use std::path::Path;

use super::part_names::only_part;
use crate::files::{slashed, without_dots};
use crate::puzzle::{Day, Year, parse_day_name, words};

/// Words that may be beside the number of a day.
const DAY_WORDS: [&str; 9] = [
    "day", "d", "dec", "ex", "year", "input", "puzzle", "aoc", "advent",
];

/// Words before a year of two digits: `y15`.
const YEAR_WORDS: [&str; 3] = ["y", "year", "aoc"];

/// Words of names such as `aoc-23-in-rust` that say nothing about years and days.
const LANGUAGE_WORDS: [&str; 3] = ["rust", "rs", "in"];

/// The words for the numbers of days.
const NUMBER_WORDS: &str = "one two three four five six seven eight nine ten eleven twelve thirteen \
    fourteen fifteen sixteen seventeen eighteen nineteen twenty twentyone twentytwo twentythree \
    twentyfour twentyfive";

/// The beginnings of words in the names of functions that parse the input.
const PARSER_STEMS: [&str; 4] = ["pars", "input", "generat", "prepare"];

/// Words in the names of functions that parse the input. Other words with these beginnings mean
/// something else: `ready`.
const PARSER_WORDS: [&str; 7] = [
    "read",
    "reader",
    "readfile",
    "readlines",
    "load",
    "loader",
    "loadfile",
];

/// The last name in a path.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

/// The folder of a file. Empty for the root.
pub fn folder_of(file: &str) -> &str {
    match file.rsplit_once('/') {
        Some((folder, _)) => folder,
        None => "",
    }
}

/// True if a file is Rust code.
pub fn is_source(file: &str) -> bool {
    file.strip_suffix(".rs").is_some()
}

/// The files in which a folder may have a module with this name.
pub fn module_files(folder: &str, name: &str) -> [String; 2] {
    [".rs", "/mod.rs"].map(|end| join(folder, &format!("{name}{end}")))
}

/// The path of a file as a module: `src/day01` for `src/day01.rs` and `src/day01/mod.rs`. The
/// modules that the file declares are in this folder.
pub fn module_folder(file: &str) -> &str {
    if is_module_root(file) {
        folder_of(file)
    } else {
        file.trim_end_matches(".rs")
    }
}

/// The name of a source without `.rs`.
pub fn stem(file: &str) -> &str {
    file_name(file).trim_end_matches(".rs")
}

/// True if a source has a name such as `main.rs` or `mod.rs`: the root of a crate or of a folder.
pub fn is_module_root(file: &str) -> bool {
    ["mod", "main", "lib"].contains(&stem(file))
}

/// True if a source is a test or a benchmark of a package.
pub fn is_for_tests(file: &str) -> bool {
    folder_of(file)
        .split('/')
        .any(|folder| ["tests", "benches"].contains(&folder))
}

/// The path of a file relative to a folder that contains it.
pub fn within<'a>(folder: &str, file: &'a str) -> Option<&'a str> {
    match folder {
        "" => Some(file),
        _ => file.strip_prefix(folder)?.strip_prefix('/'),
    }
}

pub fn join(folder: &str, name: &str) -> String {
    format!("{folder}/{name}").trim_matches('/').to_owned()
}

/// The file to which a path in a source leads.
pub fn path_from(source: &str, path: &str) -> String {
    slashed(&without_dots(&Path::new(folder_of(source)).join(path)))
}

/// The year in a path: `year2020`, `aoc-2020-rs`, or a folder `y20`. The innermost folder or file
/// with a year counts. In one name, the first year counts. 2048 is a game, and not a year.
pub fn year_in(path: &str) -> Option<Year> {
    for name in path.rsplit('/') {
        for word in words(name) {
            if let Some(year) = Year::parse(&word)
                && year.get() < 2100
                && year.get() != 2048
            {
                return Some(year);
            }
        }
        let year = short_year(name).or_else(|| year_and_day(&words(name)).map(|(year, _)| year));
        if year.is_some() {
            return year;
        }
    }
    None
}

/// The year of two digits in the name of a folder: `aoc20`, `advent-of-code-20-rust`. In the name
/// of a file, the digits may be a day instead: `aoc15.rs`.
fn short_year(name: &str) -> Option<Year> {
    if name.contains('.') {
        return None;
    }
    let mut words = words(name);
    words.retain(|word| !LANGUAGE_WORDS.contains(&&**word));
    let digits = match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["advent", "of", "code", digits] | ["adventofcode", digits] => digits,
        [word, digits] if YEAR_WORDS.contains(&word) => digits,
        _ => return None,
    };
    year_of_two_digits(digits)
}

/// The year with these last digits: 2015 for `15`.
pub fn year_of_two_digits(digits: &str) -> Option<Year> {
    Year::parse(&format!("20{digits}"))
}

/// The year at the beginning of a name with a day, and the words after the year: `aoc21_03`,
/// `y15d03`, `y2015d03`.
fn year_and_day(words: &[String]) -> Option<(Year, &[String])> {
    let [word, digits, after @ ..] = words else {
        return None;
    };
    let number = match after {
        [day, number, ..] if DAY_WORDS.contains(&&**day) => number,
        [number, ..] => number,
        [] => return None,
    };
    let is_day = number.len() <= 2 && number.starts_with(char::is_numeric);
    if !YEAR_WORDS.contains(&&**word) || !is_day {
        return None;
    }
    let year = match digits.len() {
        2 => year_of_two_digits(digits),
        _ => Year::parse(digits),
    };
    Some((year?, after))
}

/// The two digits after `day` or `d` at the beginning of a name, if no day has this number: `26`
/// for `day26`, `00` for `day00`.
pub fn number_beyond_days(name: &str) -> Option<String> {
    let words = words(name);
    let [word, number, ..] = &*words else {
        return None;
    };
    let is_number = number.len() == 2 && number.chars().all(|c| c.is_ascii_digit());
    let is_of_day = ["day", "d"].contains(&&**word) && is_number;
    (is_of_day && day_and_words(name).is_none()).then(|| number.clone())
}

/// The day at the beginning of a name, and the words after it: `day01_report_repair`.
pub fn day_and_words(name: &str) -> Option<(Day, Vec<String>)> {
    let words = words(name);
    if let [word, _] = &*words
        && word == "year"
    {
        // The number is a year, even in the name of a file.
        return None;
    }
    if name.to_lowercase().starts_with("day")
        && let Some(day) = day_in_words(name)
    {
        return Some((day, Vec::new()));
    }
    let mut words = match year_and_day(&words) {
        Some((_, after)) => after.to_vec(),
        None => words,
    };
    let says_day = words.iter().any(|word| word == "day");
    words.retain(|word| Year::parse(word).is_none());
    words.retain(|word| !DAY_WORDS.contains(&&**word));
    let (number, after) = words.split_first()?;
    let day = parse_day_name(&format!("day{number:0>2}"))?;
    if let Some(next) = after.first()
        && next.starts_with(char::is_numeric)
        && !(says_day && ["1", "2"].contains(&&**next))
    {
        // The name is a range of days: `day01-05`. The second number of `day1_2` is a part.
        return None;
    }
    Some((day, after.to_vec()))
}

/// The two numbers of a name that may be a day and its part, and says nothing else but a year:
/// `01-2`, `aoc2023-01-2`. Other names may be dates or ranges of days.
pub fn two_numbers(name: &str) -> Option<[String; 2]> {
    if day_and_words(name).is_some() {
        return None;
    }
    let mut numbers = words(name);
    numbers.retain(|word| Year::parse(word).is_none() && !DAY_WORDS.contains(&&**word));
    let is_number = |word: &String| word.chars().all(|digit| digit.is_ascii_digit());
    let numbers = <[String; 2]>::try_from(numbers).ok()?;
    numbers.iter().all(is_number).then_some(numbers)
}

/// The day of a name that is a number in words, also after `day`: `twenty_one`, `day_one`.
pub fn day_in_words(name: &str) -> Option<Day> {
    let word = words(name).concat();
    let word = word.strip_prefix("day").unwrap_or(&word);
    let index = NUMBER_WORDS.split(' ').position(|other| other == word)?;
    Day::parse(&(index + 1).to_string())
}

/// The day at the beginning of a folder's name. `None` if the number is a year: `aoc20`.
pub fn day_of_folder(name: &str) -> Option<(Day, Vec<String>)> {
    if short_year(name).is_some() {
        return None;
    }
    day_and_words(name)
}

/// The day in the path of a source, and the words after the day. `is_crate` says whether the source
/// is the root of a crate. In the folder of a day, a source that is named after a part alone is
/// that part of the day, and not day 1: `day05/puzzle1.rs`, `day-05/part-1/src/main.rs`.
pub fn day_in_path(file: &str, is_crate: bool) -> Option<(Day, Vec<String>)> {
    let named = named_day(file, is_crate);
    let Some((day, part)) = part_in_folder(file) else {
        return named;
    };
    named
        .filter(|(named, _)| *named == day)
        .or(Some((day, part)))
}

/// The day in the name of a source, and the words after the day. For the root of a crate or of a
/// module, the name of the folder counts: `day01/main.rs`. There, the name of the file may say a
/// part: `day01/src/bin/part1.rs`.
pub fn named_day(file: &str, is_crate: bool) -> Option<(Day, Vec<String>)> {
    let folder = folder_of(file);
    let named = day_and_words(stem(file));
    let (day, after) = if is_module_root(file) || is_crate && named.is_none() {
        day_of_folder(folders_of_names(folder).next()?)?
    } else {
        named?
    };
    if after.is_empty() && folder.split('/').any(|name| day_of_folder(name).is_some()) {
        return Some((day, words(stem(file))));
    }
    Some((day, after))
}

/// The day of the folder around a source, and the part in the name of the source, if the name says
/// nothing else. The source may also be the root of a folder for the part.
fn part_in_folder(file: &str) -> Option<(Day, Vec<String>)> {
    let mut folders = folders_of_names(folder_of(file));
    let name = if is_module_root(file) {
        folders.next()?
    } else {
        stem(file)
    };
    let day = certain_day_of_folder(folders.next()?)?;
    let part = only_part(name)?;
    (!is_for_tests(file)).then_some((day, part))
}

/// The day in the name of a folder, if the number certainly is a day: the name has the word `day`
/// or `d`, or the number begins with a zero.
pub fn certain_day_of_folder(name: &str) -> Option<Day> {
    let (day, _) = day_of_folder(name)?;
    let is_certain = words(name).iter().any(|word| {
        let is_padded = word.len() == 2 && word.starts_with('0');
        is_padded || ["day", "d"].contains(&&**word)
    });
    is_certain.then_some(day)
}

/// The names in the path of a folder without `src` and `bin`, the last one first.
fn folders_of_names(folder: &str) -> impl Iterator<Item = &str> {
    folder
        .rsplit('/')
        .filter(|name| !["src", "bin"].contains(name))
}

/// True if the name of a source says only a day. For the root of a folder, the name of the folder
/// counts.
pub fn has_plain_name(file: &str) -> bool {
    let name = if is_module_root(file) {
        folders_of_names(folder_of(file)).next().unwrap_or_default()
    } else {
        stem(file)
    };
    day_of(name).is_some()
}

/// The day of a name without anything else: `day01`, `d1`, `01`, `input_01`.
pub fn day_of(name: &str) -> Option<Day> {
    let (day, after) = day_and_words(name)?;
    after.is_empty().then_some(day)
}

/// True if the name of a function says that it parses. A name in capitals is that of a constant.
pub fn is_parser(name: &str) -> bool {
    let is_constant = !name.contains(char::is_lowercase);
    !is_constant
        && words(name).iter().any(|word| {
            PARSER_STEMS.iter().any(|stem| word.starts_with(stem))
                || PARSER_WORDS.contains(&&**word)
                || word.ends_with("input")
        })
}
