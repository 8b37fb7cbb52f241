//! Names of files: those of days, those that look like one and are none, and
//! paths as selectors.

use std::fmt;
use std::path::{Path, PathBuf};

use super::calendar;
use super::id::{Day, Year, number};
use super::selector::SelectorError;

/// The day that a name such as `day07` means.
pub fn day_name(name: &str) -> Option<Day> {
    let digits = name.strip_prefix("day")?;
    let two = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let day = Day(digits.parse().ok().filter(|_| two)?);
    (Day(1)..=Day::LAST).contains(&day).then_some(day)
}

/// A file whose name looks like that of a day, and is none: nothing reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misnamed {
    /// The path as it is shown.
    pub file: PathBuf,
    /// Why, and what to do.
    reason: String,
}

impl Misnamed {
    /// A file of a year, whose name begins with `name`, which is all before the
    /// extension, and goes on with `rest`. `is_there` says of a name whether
    /// there is such a file. `None` if the name is that of a day, or of nothing
    /// like it.
    pub fn find(
        year: Year,
        file: PathBuf,
        name: &str,
        rest: &str,
        is_there: impl Fn(&str) -> bool,
    ) -> Option<Self> {
        let days = calendar::days(year);
        let has = |day: &Day| (1..=days).contains(&day.0);
        if day_name(name).as_ref().is_some_and(has) {
            return None;
        }
        let digits = digits(name)?;
        let reason = if let Some(day) = digits.parse().ok().map(Day).filter(has) {
            let right = format!("day{:02}{rest}", day.0);
            if is_there(&right) {
                format!("{right} is there too; remove one, or give it another name")
            } else {
                format!("rename it to {right}")
            }
        } else {
            let day = digits.trim_start_matches('0');
            let day = if day.is_empty() { "0" } else { day };
            format!("{year} has no day {day}, its days are 1 to {days}")
        };
        Some(Self { file, reason })
    }
}

impl fmt::Display for Misnamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is left out: {}", self.file.display(), self.reason)
    }
}

/// The digits of a name like `day1`, `Day01`, `day_1`, `day26` or `1`.
fn digits(name: &str) -> Option<&str> {
    let number = match name.split_at_checked(3) {
        Some((day, number)) if day.eq_ignore_ascii_case("day") => {
            number.trim_start_matches(['_', '-', ' '])
        }
        _ => name,
    };
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number)
}

/// True if a word is a path and nothing else in the selectors' grammar.
///
/// [`parse_path`] reads paths that are relative to the project's root and have
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

/// True for the words that stand for every year before a day: `all` is for shells,
/// which take `*` for a pattern.
pub fn is_every_year(word: &str) -> bool {
    word == "*" || word.eq_ignore_ascii_case("all")
}

/// Reads `days/year2020`, `days/year2020/day22.rs` and paths below
/// `days/year2020/day22/`, and `inputs/year2020` with files such as
/// `inputs/year2020/day22.bob.txt`.
///
/// The year, and the day unless the path is the year's folder. Whether the year
/// has that day is not checked.
pub fn parse_path(word: &str) -> Result<(Year, Option<Day>), SelectorError> {
    let unknown = || {
        // The shell replaces `*/25` by the paths of such files, if there are any.
        let (folder, name) = word.rsplit_once('/').unwrap_or_default();
        let every_year = match number(name) {
            Some(1..=25) if !folder.is_empty() => {
                format!("; day {name} of every year is all/{name}")
            }
            _ => String::new(),
        };
        SelectorError::new(format!(
            "`{}` is not the file of a day: those are such as days/year2020/day01.rs{every_year}",
            word.escape_debug()
        ))
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
    fn says_what_is_wrong_with_a_name() {
        let find = |year, name: &str, rest: &str| {
            let file = PathBuf::from(format!("{name}{rest}"));
            let is_there = |name: &str| name == "day05.rs";
            let found = Misnamed::find(Year(year), file, name, rest, is_there);
            found.map_or_else(String::new, |found| found.to_string())
        };
        let cases = "
            2020 day1 rename it to day01.rs
            2020 Day01 rename it to day01.rs
            2020 day_01 rename it to day01.rs
            2020 07 rename it to day07.rs
            2020 day5 day05.rs is there too; remove one, or give it another name
            2020 day26 2020 has no day 26, its days are 1 to 25
            2025 day013 2025 has no day 13, its days are 1 to 12
        ";
        for case in cases.trim().lines() {
            let [year, name, says] = case.trim().splitn(3, ' ').collect::<Vec<_>>()[..] else {
                panic!("{case}")
            };
            let says = format!("{name}.rs is left out: {says}");
            assert_eq!(find(year.parse().unwrap(), name, ".rs"), says);
        }
        for name in "day01,day22_old,daylight,day,däy1,".split(',') {
            assert_eq!(find(2020, name, ".rs"), "", "{name}");
        }
        assert!(find(2015, "day1", ".bob.txt").ends_with("rename it to day01.bob.txt"));
    }

    #[test]
    fn tells_paths_from_other_selectors() {
        let paths = "days/year2020/day22.rs ./day22.rs day22.rs /tmp/days/year2020 year2020/ .. \
                     days\\year2020\\day22.rs day22.bob.txt";
        for word in paths.split(' ') {
            assert!(is_path(word), "{word}");
        }
        for word in "2020/22 2020/ */25 all/25 ALL/1 22 all crab 20.5".split(' ') {
            assert!(!is_path(word), "{word}");
        }
    }

    #[test]
    fn reads_the_files_of_days() {
        for (path, day) in [
            ("days/year2020/", None),
            ("days/year2020/day22.rs", Some(22)),
            ("days/year2020/day22", Some(22)),
            ("days/year2020/day22/lanes.rs", Some(22)),
            ("days/year2020/day01/deep/er.rs", Some(1)),
            ("inputs/year2020", None),
            ("inputs/year2020/day22.bob.answers.toml", Some(22)),
        ] {
            assert_eq!(parse_path(path), Ok((Year(2020), day.map(Day))), "{path}");
        }
        let others = "days src/main.rs days/year2014/day01.rs days/year2020/main.rs \
                      days/year2020/day2.rs days/year2020/day26.rs days/year2020/day22.txt \
                      inputs/year2020/notes.txt days/shared/day01.rs";
        for path in others.split(' ') {
            assert!(parse_path(path).is_err(), "{path}");
        }
    }
}
