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
