//! Paths as selectors: the file of a day, anything below the day's folder, its
//! inputs and what else is beside them.

use std::path::Path;

use super::error::SelectorError;
use super::id::{Day, Year};
use super::misnamed::day_name;

/// Whether a word is a path and nothing else in the selectors' grammar.
///
/// [`parse`] reads paths that are relative to the project's root and have
/// forward slashes: the caller makes them so.
pub fn is_path(word: &str) -> bool {
    let before_slash = word.split_once(['/', '\\']).map(|(before, _)| before);
    let is_selector = |before: &str| {
        let is_years = |byte: u8| byte.is_ascii_digit() || byte == b'-';
        is_every_year(before) || !before.is_empty() && before.bytes().all(is_years)
    };
    before_slash.is_some_and(|before| !is_selector(before))
        || matches!(word, "." | "..")
        || Path::new(word).extension().is_some_and(|it| it == "rs")
        || word
            .split_once('.')
            .and_then(|(stem, _)| day_name(stem))
            .is_some()
}

/// What stands for every year before a day: the second form is for shells, which
/// take the first for a pattern.
pub fn is_every_year(word: &str) -> bool {
    word == "*" || word.eq_ignore_ascii_case("all")
}

/// Reads `days/year2020`, `days/year2020/day22.rs` and paths below
/// `days/year2020/day22/`, and `inputs/year2020` with files such as
/// `inputs/year2020/day22.bob.txt`.
///
/// The year, and the day unless the path is the year's folder. Whether the year
/// has that day is not checked.
pub fn parse(word: &str) -> Result<(Year, Option<Day>), SelectorError> {
    let unknown = || SelectorError::NotADay {
        word: word.to_owned(),
    };
    let mut names = word.split('/').filter(|name| !name.is_empty());
    let is_input = match names.next() {
        Some("days") => false,
        Some("inputs") => true,
        _ => return Err(unknown()),
    };
    let year = names.next().and_then(|name| name.strip_prefix("year"));
    let year = year.and_then(Year::parse).ok_or_else(unknown)?;
    let Some(name) = names.next() else {
        return Ok((year, None));
    };
    let stem = match names.next() {
        None if is_input => name.split('.').next().unwrap_or(name),
        None => name.strip_suffix(".rs").unwrap_or(name),
        Some(_) => name,
    };
    Ok((year, Some(day_name(stem).ok_or_else(unknown)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_paths_from_other_selectors() {
        for word in [
            "days/year2020/day22.rs",
            "./day22.rs",
            "day22.rs",
            "/tmp/days/year2020",
            "year2020/",
            r"days\year2020\day22.rs",
            "day22.bob.txt",
            "..",
        ] {
            assert!(is_path(word), "{word}");
        }
        for word in [
            "2020/22", "2020/", "*/25", "all/25", "ALL/1", "22", "all", "crab", "", "20.5",
        ] {
            assert!(!is_path(word), "{word}");
        }
    }

    #[test]
    fn reads_the_files_of_days() {
        for (path, day) in [
            ("days/year2020", None),
            ("days/year2020/", None),
            ("days/year2020/day22.rs", Some(22)),
            ("days/year2020/day22", Some(22)),
            ("days/year2020/day22/mod.rs", Some(22)),
            ("days/year2020/day22/lanes.rs", Some(22)),
            ("days/year2020/day01/deep/er.rs", Some(1)),
            ("inputs/year2020", None),
            ("inputs/year2020/day22.txt", Some(22)),
            ("inputs/year2020/day22.bob.answers.toml", Some(22)),
        ] {
            assert_eq!(parse(path), Ok((Year(2020), day.map(Day))), "{path}");
        }
        for path in [
            "days",
            "src/main.rs",
            "days/year2014/day01.rs",
            "days/year2020/main.rs",
            "days/year2020/day2.rs",
            "days/year2020/day26.rs",
            "days/year2020/day22.txt",
            "inputs/year2020/notes.txt",
            "days/shared/day01.rs",
        ] {
            assert_eq!(
                parse(path).unwrap_err().to_string(),
                format!(
                    "`{path}` is not the file of a day: those are such as days/year2020/day01.rs"
                )
            );
        }
    }
}
