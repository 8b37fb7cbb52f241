//! Which puzzle a file belongs to, by its path.

use crate::puzzle::{self, Day, Puzzle, Year};

/// Words that may stand beside the number of a day.
const OF_A_DAY: [&str; 9] = [
    "day", "d", "input", "inputs", "in", "puzzle", "aoc", "advent", "problem",
];
/// Words in the path of a file that is an input.
const OF_AN_INPUT: [&str; 4] = ["input", "inputs", "puzzleinput", "puzzleinputs"];
/// Words in the path of a file that is something else.
const OF_OTHERS: [&str; 18] = [
    "example",
    "examples",
    "ex",
    "sample",
    "samples",
    "test",
    "tests",
    "expected",
    "output",
    "outputs",
    "answer",
    "answers",
    "solution",
    "solutions",
    "demo",
    "small",
    "puzzles",
    "prose",
];

/// The last year that a number can mean.
const LAST_YEAR: u16 = 2099;

/// The lower-case words and the numbers of a name: `Day01_input` is `day`, `01`,
/// `input`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    for c in name.chars() {
        if c.is_alphanumeric() {
            let continues = previous.is_alphanumeric()
                && previous.is_ascii_digit() == c.is_ascii_digit()
                && (c.is_lowercase() || !previous.is_lowercase());
            match words.last_mut() {
                Some(word) if continues => word.extend(c.to_lowercase()),
                _ => words.push(c.to_lowercase().collect()),
            }
        }
        previous = c;
    }
    words
}

fn number(word: &str) -> Option<u16> {
    word.parse().ok()
}

/// The year that a name mentions, such as `year2020` or `aoc-2020-rs`.
pub fn year_in(name: &str) -> Option<Year> {
    let years = Year::FIRST.0..=LAST_YEAR;
    let words = words(name);
    let mut numbers = words.iter().filter_map(|word| number(word));
    numbers.find(|number| years.contains(number)).map(Year)
}

/// The year that a path mentions; of several, the one nearest to its end.
pub fn year_of(path: &str) -> Option<Year> {
    path.rsplit('/').find_map(year_in)
}

/// The day that a name is: `day01`, `d1`, `01`, `input_01`, but not `day01a`.
pub fn day_in(name: &str) -> Option<Day> {
    let words = words(name);
    let mut day = None;
    for word in &words {
        match number(word) {
            Some(year) if year >= Year::FIRST.0 => {}
            Some(number) => {
                let number = u8::try_from(number).ok().filter(|number| {
                    (1..=Day::LAST.0).contains(number) && day.is_none() && word.len() <= 2
                })?;
                day = Some(Day(number));
            }
            None if OF_A_DAY.contains(&word.as_str()) => {}
            None => return None,
        }
    }
    day
}

/// The day of a path's file, or of the folder nearest to it that is one.
pub fn day_of(path: &str) -> Option<Day> {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = file.split_once('.').map_or(file, |(stem, _)| stem);
    // `day05/input1.txt` is the input of part 1.
    let is_part = matches!(
        stem,
        "input1" | "input2" | "input-1" | "input-2" | "input_1" | "input_2"
    );
    let of_folder = || folder.rsplit('/').next().and_then(day_in);
    if let Some(day) = Some(is_part).filter(|it| *it).and_then(|_| of_folder()) {
        return Some(day);
    }
    day_in(stem).or_else(|| folder.rsplit('/').find_map(day_in))
}

/// The puzzle, if the year has that day.
pub fn puzzle(year: Year, day: Day) -> Option<Puzzle> {
    (1..=puzzle::days(year))
        .contains(&day.0)
        .then(|| year.day(day))
}

/// Whether a file is called `input` or `input.txt`, as aoc-cli calls it, whatever
/// folder it is in.
pub fn is_called_input(path: &str) -> bool {
    let file = path.rsplit('/').next().unwrap_or(path);
    matches!(file, "input" | "input.txt") && !is_of_others(path)
}

fn is_of_others(path: &str) -> bool {
    let mut all = path.split('/').flat_map(words);
    all.any(|word| OF_OTHERS.contains(&word.as_str()))
}

/// Whether a file is an input, by its path: it is called so, or a folder that
/// it is in; or it has the name of a day in the folder of a year.
pub fn is_input(path: &str) -> bool {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, ""));
    if !["", "txt", "in", "input", "data"].contains(&extension) || stem.is_empty() {
        return false;
    }
    if is_of_others(path) {
        return false;
    }
    let mut all = path.split('/').flat_map(words);
    let called = all.any(|word| OF_AN_INPUT.contains(&word.as_str()));
    let is_day_of_year = || {
        let parent = folder.rsplit('/').next().unwrap_or_default();
        extension == "txt"
            && day_in(stem).is_some()
            && (parent.is_empty() || year_in(parent).is_some())
    };
    day_of(path).is_some() && (called || is_day_of_year())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_say_which_puzzle_they_are_of() {
        for (path, year, day) in [
            ("2020/22.txt", Some(2020), Some(22)),
            ("input/2020/day22.txt", Some(2020), Some(22)),
            ("input/year2015/day01.txt", Some(2015), Some(1)),
            ("data/inputs/01.txt", None, Some(1)),
            ("aoc2019/src/day7/input.txt", Some(2019), Some(7)),
            ("AoC2019/Day07/Input.txt", Some(2019), Some(7)),
            ("2020_22_input.txt", Some(2020), Some(22)),
            ("inputs/2020-22.in", Some(2020), Some(22)),
            ("input01", None, Some(1)),
            ("2023/day-05/input1.txt", Some(2023), Some(5)),
            ("2023/inputs/input1.txt", Some(2023), Some(1)),
            ("inputs/day26.txt", None, None),
            ("inputs/day01a.txt", None, None),
            ("inputs/01-2.txt", None, None),
            ("inputs/100.txt", None, None),
        ] {
            assert_eq!(year_of(path), year.map(Year), "{path}");
            assert_eq!(day_of(path), day.map(Day), "{path}");
            assert_eq!(is_input(path), day.is_some(), "{path}");
        }
    }

    #[test]
    fn other_files_are_not_inputs() {
        for path in [
            "data/examples/01.txt",
            "2020/day01/test_input.txt",
            "2020/01.md",
            "src/day01.rs",
            "data/puzzles/01.md",
            "src/bin/01.txt",
            "notes/input.txt",
            "inputs/README",
            "2020/22_answer.txt",
        ] {
            assert!(!is_input(path), "{path}");
        }
        assert!(puzzle(Year(2025), Day(13)).is_none());
    }
}
