//! Finds parts in the names of functions, modules and files. `part_numbered` of the library says
//! which part a word such as `two` means, also in an output.

use aoc_solution::Part;
use aoc_solution::imported::part_numbered;

use crate::puzzle::words;

/// Words before the number of a part.
const PART_WORDS: [&str; 19] = [
    "part",
    "level",
    "pt",
    "p",
    "solve",
    "solver",
    "resolve",
    "star",
    "task",
    "solution",
    "puzzle",
    "problem",
    "answer",
    "calculate",
    "compute",
    "run",
    "fn",
    "func",
    "exercise",
];

/// Words in the names of functions that answer both parts.
const BOTH_WORDS: [&str; 15] = [
    "solve",
    "solver",
    "solution",
    "solutions",
    "answer",
    "answers",
    "run",
    "calculate",
    "compute",
    "execute",
    "day",
    "puzzle",
    "both",
    "parts",
    "all",
];

/// The part that a function answers, according to its name: `part1`, `part_01`,
/// `solve_part_two`, `p1`, `day05_part1`, `day_5_1`, `first_part`, `two`, `gold`. The end of
/// `part2_mut` only says that the function changes its argument.
pub fn part_of(name: &str) -> Option<Part> {
    let words = words(name.strip_suffix("_mut").unwrap_or(name));
    if ends_with_day(&words) {
        return None;
    }
    let (last, before) = words.split_last()?;
    let mut says_part = false;
    let mut numbers = 0;
    for word in before {
        if PART_WORDS.contains(&&**word) {
            says_part = true;
        } else if word.starts_with(char::is_numeric) {
            numbers += 1;
        } else if word != "day" && (before.len() > 1 || !PART_WORDS.contains(&&**last)) {
            return None;
        }
    }
    // `day_4_1` is part 1 of day 4.
    says_part |= before.len() == 2 && before[0] == "day" && numbers == 1;
    let word = match before {
        [first] if PART_WORDS.contains(&&**last) => first,
        _ => last,
    };
    let is_written_out = ["first", "one", "second", "two"].contains(&&**word);
    match &**word {
        "silver" => Some(Part::One),
        "gold" => Some(Part::Two),
        "one" | "two" if before.is_empty() => part_numbered(word),
        _ if says_part || is_written_out && word != last => {
            // `part_01` is part 1, but `solve_01` is day 1.
            let may_be_padded = before.last().is_some_and(|before| {
                PART_WORDS.contains(&&**before) && !BOTH_WORDS.contains(&&**before)
            });
            part_numbered(if may_be_padded {
                word.trim_start_matches('0')
            } else {
                word
            })
        }
        _ => None,
    }
}

/// True if a name ends with the number of a day: `day2`, `solve_day_2`.
fn ends_with_day(words: &[String]) -> bool {
    let [.., day, number] = words else {
        return false;
    };
    day == "day" && (number.starts_with(char::is_numeric) || ["one", "two"].contains(&&**number))
}

/// The part at the end of a name, after any other words: `ex1`, `zad2`, `solve_b`. `part1_and_2`
/// is for both parts, and `day2` is a day.
pub fn part_at_end(name: &str) -> Option<Part> {
    if names_both_parts(name) || ends_with_day(&words(name)) {
        return None;
    }
    if let Some(digit @ ('1' | '2')) = name.chars().last() {
        let before = &name[..name.len() - 1];
        let is_whole = !before.ends_with(|c: char| c.is_ascii_digit()) && !before.is_empty();
        return is_whole.then(|| part_numbered(&digit.to_string()))?;
    }
    let last = words(name).pop()?;
    (last != name).then(|| part_numbered(&last))?
}

/// The part at the beginning of a name, before any other words: `part2_fast`. A path such as
/// `part2::solve` has only a part of its module.
pub fn part_at_start(name: &str) -> Option<Part> {
    let words = words(name);
    let [part, number, _, ..] = &*words else {
        return None;
    };
    let is_of_one = part == "part" && !name.contains("::") && !names_both_parts(name);
    is_of_one.then(|| part_numbered(number))?
}

/// True if the name of a function says that it answers both parts: `solve`, `run_day_04`,
/// `part1_and_2`.
pub fn says_both_parts(name: &str) -> bool {
    names_both_parts(name)
        || words(name).into_iter().all(|word| {
            let is_number = word.chars().all(|c| c.is_ascii_digit());
            is_number || BOTH_WORDS.contains(&&*word)
        })
}

/// True if a name has the numbers of both parts, joined by `and`: `part1_and_2`, `one_and_two`.
fn names_both_parts(name: &str) -> bool {
    let words = words(name);
    let parts: Vec<Part> = words
        .iter()
        .filter_map(|word| part_numbered(word))
        .collect();
    words.iter().any(|word| word == "and") && Part::BOTH.iter().all(|part| parts.contains(part))
}

/// True if the words after the day in a file name say that the file has only one part: `day01a`,
/// `day01_part1`.
pub fn says_part(after: &[String]) -> bool {
    after.first().is_some_and(|word| {
        part_numbered(word).is_some() || ["part", "p", "bonus"].contains(&&**word)
    })
}

/// True if the words after the day may be the title of its puzzle, although the first word may also
/// name a part: `two_factor_authentication`, `a_series_of_tubes`.
pub fn may_be_title(words: &[String]) -> bool {
    let [first, _, ..] = words else {
        return false;
    };
    ["a", "one", "two", "first", "second"].contains(&&**first)
}

/// The words for a part in the name of a source that says nothing else: `1` for `part-1`. `None` if
/// the name says anything else, no part or several parts.
pub fn only_part(name: &str) -> Option<Vec<String>> {
    let (parts, others): (Vec<String>, Vec<String>) = words(name)
        .into_iter()
        .partition(|word| part_numbered(word).is_some());
    let says_only_part = others
        .iter()
        .all(|word| word == "ex" || PART_WORDS.contains(&&**word));
    (parts.len() == 1 && says_only_part).then_some(parts)
}
