//! Paths as selectors: the file of a day, or anything below the day's folder.

use super::error::SelectorError;
use super::id::{Day, Year};
use super::selector::{DayItem, Selector, check};

/// Whether a word is a path and nothing else in the selectors' grammar.
///
/// [`Selector`] reads paths that are relative to the project's root and have
/// forward slashes: the caller makes them so.
pub fn is_path(word: &str) -> bool {
    let before_slash = word.split_once(['/', '\\']).map(|(before, _)| before);
    let is_selector = |before: &str| {
        let is_years = |byte: u8| byte.is_ascii_digit() || byte == b'-';
        before == "*" || !before.is_empty() && before.bytes().all(is_years)
    };
    before_slash.is_some_and(|before| !is_selector(before))
        || matches!(word, "." | "..")
        || word.ends_with(".rs")
}

/// Reads `days/year2020`, `days/year2020/day22.rs` and paths below
/// `days/year2020/day22/`.
pub fn parse(word: &str) -> Result<Selector, SelectorError> {
    let unknown = || SelectorError::NotADay {
        word: word.to_owned(),
    };
    let mut names = word.split('/').filter(|name| !name.is_empty());
    if names.next() != Some("days") {
        return Err(unknown());
    }
    let year = names.next().and_then(|name| name.strip_prefix("year"));
    let year = year.and_then(Year::parse).ok_or_else(unknown)?;
    let Some(name) = names.next() else {
        return Ok(Selector::Year(year));
    };
    let stem = match names.next() {
        None => name.strip_suffix(".rs").unwrap_or(name),
        Some(_) => name,
    };
    let items = vec![DayItem::One(day(stem).ok_or_else(unknown)?)];
    check(year, &items)?;
    let year = Some(year);
    Ok(Selector::Days { year, items })
}

/// The day of a module called `dayNN`.
fn day(module: &str) -> Option<Day> {
    let digits = module.strip_prefix("day")?;
    let two = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let day = Day(digits.parse().ok().filter(|_| two)?);
    (Day(1)..=Day::LAST).contains(&day).then_some(day)
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
            "..",
        ] {
            assert!(is_path(word), "{word}");
        }
        for word in ["2020/22", "2020/", "*/25", "22", "all", "crab", "", "20.5"] {
            assert!(!is_path(word), "{word}");
        }
    }

    #[test]
    fn reads_the_files_of_days() {
        for (path, selector) in [
            ("days/year2020", "2020"),
            ("days/year2020/", "2020"),
            ("days/year2020/day22.rs", "2020/22"),
            ("days/year2020/day22", "2020/22"),
            ("days/year2020/day22/mod.rs", "2020/22"),
            ("days/year2020/day22/lanes.rs", "2020/22"),
            ("days/year2020/day01/deep/er.rs", "2020/1"),
        ] {
            assert_eq!(parse(path).unwrap().to_string(), selector, "{path}");
        }
        for path in [
            "days",
            "src/main.rs",
            "days/year2014/day01.rs",
            "days/year2020/main.rs",
            "days/year2020/day2.rs",
            "days/year2020/day26.rs",
            "days/shared/day01.rs",
        ] {
            assert_eq!(
                parse(path).unwrap_err().to_string(),
                format!(
                    "`{path}` is not the file of a day: those are such as days/year2020/day01.rs"
                )
            );
        }
        assert_eq!(
            parse("days/year2025/day13.rs").unwrap_err().to_string(),
            "2025/13 does not exist: 2025 has 12 days"
        );
    }
}
