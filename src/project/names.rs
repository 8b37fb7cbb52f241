//! What years and days are called in a repository.

use crate::puzzle::{Day, Year};

/// The year of a folder called `yearNNNN`.
pub fn year_name(name: &str) -> Option<Year> {
    Year::parse(name.strip_prefix("year")?)
}

/// The module of a day: `day07`.
pub fn module_name(day: Day) -> String {
    format!("day{:02}", day.0)
}

/// The day that a module called `dayNN` solves.
pub fn day_name(module: &str) -> Option<Day> {
    let digits = module.strip_prefix("day")?;
    let two = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let day = Day(digits.parse().ok().filter(|_| two)?);
    (Day(1)..=Day::LAST).contains(&day).then_some(day)
}
