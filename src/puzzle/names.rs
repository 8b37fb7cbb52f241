//! Names of files of days, and names that only look like these.

use std::path::Path;

use super::calendar::{Day, Year, days, number};

/// Parses a name such as `day07`.
pub fn parse_day_name(name: &str) -> Option<Day> {
    let digits = name.strip_prefix("day")?;
    let day = Day(u8::try_from(number(digits)?).ok()?);
    let is_day = digits.len() == 2 && (Day(1)..=Day::LAST).contains(&day);
    is_day.then_some(day)
}

/// Parses the name of a day that the event has.
pub fn day_of_name(year: Year, name: &str) -> Option<Day> {
    parse_day_name(name).filter(|day| day.0 <= days(year))
}

/// The message for a file that is left out because its name only looks like that of a
/// day; `None` if the name is right, or does not look like a day. `stem` is the part of
/// the name before the first extension, `rest` is the remainder; `exists` says whether a
/// file of a name exists.
pub fn misnamed_day_warning(
    year: Year,
    shown: &Path,
    (stem, rest): (&str, &str),
    exists: impl Fn(&str) -> bool,
) -> Option<String> {
    if day_of_name(year, stem).is_some() {
        return None;
    }
    let days = u32::from(days(year));
    // Such as `day1`, `Day01`, `day_1`, `day26` or `1`.
    let day = match words(stem).as_slice() {
        [digits] => number(digits)?,
        [day, digits] if day == "day" => number(digits)?,
        _ => return None,
    };
    let right = format!("day{day:02}{rest}");
    let reason = if !(1..=days).contains(&day) {
        format!("{year} has no day {day}, its days are 1 to {days}")
    } else if exists(&right) {
        format!("{right} exists too; remove or rename one")
    } else {
        format!("rename it to {right}")
    };
    Some(format!("{} is left out: {reason}", shown.display()))
}

/// The lower-case words and the numbers of a name: `Day01_input` is `day`, `01`,
/// `input`.
pub fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.to_lowercase().chars().collect();
    let mut words: Vec<String> = Vec::new();
    for part in letters.chunk_by(|a, b| kind(*a) == kind(*b)) {
        if part[0].is_ascii_alphanumeric() {
            words.push(part.iter().collect());
        }
    }
    words
}

/// Whether a character is a digit, and whether it is a letter.
fn kind(c: char) -> [bool; 2] {
    [c.is_ascii_digit(), c.is_ascii_lowercase()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The warning for a file in a folder that has `day05.rs`.
    fn warning(year: u16, name: &str, rest: &str) -> Option<String> {
        let file = format!("{name}{rest}");
        let exists = |name: &str| name == "day05.rs";
        misnamed_day_warning(Year(year), Path::new(&file), (name, rest), exists)
    }

    #[test]
    fn says_what_is_wrong_with_a_name() {
        for (year, name, says) in [
            (2020, "day1", "rename it to day01.rs"),
            (2020, "Day01", "rename it to day01.rs"),
            (2020, "day_01", "rename it to day01.rs"),
            (2020, "07", "rename it to day07.rs"),
            (2020, "day5", "day05.rs exists too; remove or rename one"),
            (2020, "day26", "2020 has no day 26, its days are 1 to 25"),
            (2025, "day013", "2025 has no day 13, its days are 1 to 12"),
        ] {
            let says = format!("{name}.rs is left out: {says}");
            assert_eq!(warning(year, name, ".rs"), Some(says));
        }
        let other = warning(2015, "day1", ".bob.txt").unwrap();
        assert!(other.ends_with("rename it to day01.bob.txt"), "{other}");
        // Other names are not those of days.
        for name in ["day01", "day22_old", "daylight", "day", "däy1", ""] {
            assert_eq!(warning(2020, name, ".rs"), None, "{name}");
        }
    }
}
