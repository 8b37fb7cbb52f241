//! Names of files and modules that are those of days, or look like one.

use std::fmt;
use std::path::PathBuf;

use super::calendar;
use super::id::{Day, Year};

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
    /// As it is shown.
    pub file: PathBuf,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Rename {
        right: String,
        /// Whether a file of that name is there.
        is_taken: bool,
    },
    NoSuchDay {
        day: String,
        year: Year,
    },
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
        let has = |day: &Day| (1..=calendar::days(year)).contains(&day.0);
        if day_name(name).as_ref().is_some_and(has) {
            return None;
        }
        let digits = digits(name)?;
        let kind = if let Some(day) = digits.parse().ok().map(Day).filter(has) {
            let right = format!("day{:02}{rest}", day.0);
            let is_taken = is_there(&right);
            Kind::Rename { right, is_taken }
        } else {
            let number = digits.parse().map(|day: u64| day.to_string());
            let day = number.unwrap_or_else(|_| digits.to_owned());
            Kind::NoSuchDay { day, year }
        };
        Some(Self { file, kind })
    }
}

impl fmt::Display for Misnamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match &self.kind {
            Kind::Rename {
                right,
                is_taken: false,
            } => write!(f, "{file} is left out: rename it to {right}"),
            Kind::Rename {
                right,
                is_taken: true,
            } => write!(
                f,
                "{file} is left out: {right} is there too; remove one, or give it another name"
            ),
            Kind::NoSuchDay { day, year } => write!(
                f,
                "{file} is left out: {year} has no day {day}, its days are 1 to {}",
                calendar::days(*year)
            ),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong_with_a_name() {
        let find = |year, name: &str, rest: &str| {
            let file = PathBuf::from(format!("{name}{rest}"));
            let is_there = |name: &str| name == "day05.rs";
            Misnamed::find(Year(year), file, name, rest, is_there)
        };
        for (year, name, says) in [
            (2020, "day1", "day1.rs is left out: rename it to day01.rs"),
            (2020, "Day01", "Day01.rs is left out: rename it to day01.rs"),
            (
                2020,
                "day_01",
                "day_01.rs is left out: rename it to day01.rs",
            ),
            (2020, "07", "07.rs is left out: rename it to day07.rs"),
            (
                2020,
                "day5",
                "day5.rs is left out: day05.rs is there too; remove one, or give it another name",
            ),
            (
                2020,
                "day26",
                "day26.rs is left out: 2020 has no day 26, its days are 1 to 25",
            ),
            (
                2025,
                "day013",
                "day013.rs is left out: 2025 has no day 13, its days are 1 to 12",
            ),
        ] {
            let found = find(year, name, ".rs").expect(name);
            assert_eq!(found.to_string(), says);
        }
        for name in [
            "day01",
            "day22_old",
            "grid",
            "daylight",
            "day",
            "d\u{e4}y1",
            "",
        ] {
            assert_eq!(find(2020, name, ".rs"), None, "{name}");
        }
        let found = find(2015, "day1", ".bob.txt").unwrap().to_string();
        assert!(found.ends_with("rename it to day01.bob.txt"), "{found}");
    }
}
