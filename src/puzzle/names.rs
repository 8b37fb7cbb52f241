//! Recognizes the names of the files of days, and names that only resemble them.

use super::calendar::{Day, Year, parse_number};

/// Parses a name such as `day07`.
pub fn parse_day_name(name: &str) -> Option<Day> {
    let digits = name.strip_prefix("day")?;
    if digits.len() != 2 {
        return None;
    }
    Day::parse(digits)
}

/// Parses the name of a day that the event has. Returns `None` for any other name.
pub fn day_of_name(year: Year, name: &str) -> Option<Day> {
    parse_day_name(name).filter(|&day| year.has_day(day))
}

/// The meaning of a module's name in the folder of a year.
#[derive(Debug, PartialEq)]
pub enum ModuleName {
    /// A day that the event has.
    Day(Day),
    /// A misspelled name of a day, or the name of a day that the event does not have. Contains the
    /// day number that is probably meant.
    Misnamed(u32),
    /// A module that is not a day.
    Other,
}

impl ModuleName {
    pub fn of(year: Year, name: &str) -> Self {
        if let Some(day) = day_of_name(year, name) {
            return Self::Day(day);
        }
        meant_day_number(name).map_or(Self::Other, Self::Misnamed)
    }
}

/// The number of the day that a name such as `day1`, `Day 01`, `day_1`, `day26` or `1` means.
pub fn meant_day_number(name: &str) -> Option<u32> {
    match words(name).as_slice() {
        [digits] => parse_number(digits),
        [day, digits] if day == "day" => parse_number(digits),
        _ => None,
    }
}

/// The words of a name in lower case, and its numbers: `Day01_input` gives `day`, `01` and `input`.
pub fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.to_lowercase().chars().collect();
    letters
        .chunk_by(|a, b| character_class(*a) == character_class(*b))
        .filter(|part| part[0].is_ascii_alphanumeric())
        .map(|part| part.iter().collect())
        .collect()
}

/// The classes of characters. A name is split where the class changes.
#[derive(PartialEq)]
enum CharacterClass {
    Digit,
    Letter,
    Other,
}

fn character_class(c: char) -> CharacterClass {
    match c {
        '0'..='9' => CharacterClass::Digit,
        'a'..='z' => CharacterClass::Letter,
        _ => CharacterClass::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_can_be_meant() {
        for (year, name, meant) in [
            (2020, "day1", ModuleName::Misnamed(1)),
            (2020, "Day01", ModuleName::Misnamed(1)),
            (2020, "day_01", ModuleName::Misnamed(1)),
            (2020, "07", ModuleName::Misnamed(7)),
            (2020, "day26", ModuleName::Misnamed(26)),
            (2025, "day013", ModuleName::Misnamed(13)),
            (2020, "day01", ModuleName::Day(Day::of(1))),
            (2020, "day22_old", ModuleName::Other),
            (2020, "daylight", ModuleName::Other),
            (2020, "day", ModuleName::Other),
            (2020, "däy1", ModuleName::Other),
            (2020, "", ModuleName::Other),
        ] {
            assert_eq!(ModuleName::of(Year::of(year), name), meant, "{name}");
        }
    }
}
