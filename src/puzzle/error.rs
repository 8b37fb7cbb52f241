//! Why a command line does not select puzzles.

use std::path::PathBuf;

use chrono::{DateTime, Utc};

use super::id::{Day, Puzzle, Year, number};
use crate::error::{Exit, HasExit};

/// Each is one line that names the word or the puzzle and ends with what to
/// write or to do instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectorError {
    #[error("unknown puzzle `{}`{}", .word.escape_debug(), instead_of_unknown(.suggestion.as_deref()))]
    Unknown {
        word: String,
        suggestion: Option<String>,
    },
    #[error("day {number} does not exist: days are 1 to 25 (1 to 12 since 2025)")]
    NoSuchDay { number: String },
    #[error("there was no event in {year}: the first one was in 2015")]
    TooEarly { year: String },
    /// `5-1`, `2018-2015`.
    #[error("the range {first}-{last} is backwards: write {last}-{first}")]
    Falling { first: u16, last: u16 },
    /// `2020-22`.
    #[error("`{word}` has a year and a day in one range: write {instead}")]
    YearInRange { word: String, instead: String },
    /// `2020,2021`, `2020,22`.
    #[error("`{word}` has a year in a list of days: write {instead}")]
    YearInList { word: String, instead: String },
    #[error("{puzzle} does not exist: {} has {days} days", .puzzle.year)]
    Beyond { puzzle: Puzzle, days: u8 },
    /// As [`SelectorError::Beyond`], with a year that nobody typed.
    #[error(
        "{puzzle} does not exist: {} has {days} days; the year is from {source_of_year}, name \
         another one, such as {instead}",
        .puzzle.year
    )]
    BeyondDefault {
        puzzle: Puzzle,
        days: u8,
        source_of_year: &'static str,
        instead: Puzzle,
    },
    /// A path of the project that is not below `days/yearNNNN/dayNN`.
    #[error(
        "`{}` is not the file of a day: those are such as days/year2020/day01.rs{}",
        .word.escape_debug(), or_every_year(.word)
    )]
    NotADay { word: String },
    #[error("`{}` is not in the project {}", .word.escape_debug(), .root.display())]
    OutsideProject { word: String, root: PathBuf },
    /// `2020 2021 22`.
    #[error(
        "{first} and {second}: day {day} can be of one year only; write it such as {first}/{day}"
    )]
    TwoYears { first: Year, second: Year, day: Day },
    /// `2015-2018 22`.
    #[error(
        "day {day} beside {first}-{last}: for that day of each of these years, write \
         {first}-{last}/{day}"
    )]
    YearsBesideDay { first: Year, last: Year, day: Day },
    /// `-y 2020 2021`, `-y 2020 2021/3`, `-y 2020 today`.
    #[error("--year {flag} contradicts `{word}`: remove one of them")]
    FlagContradicts { flag: Year, word: String },
    /// `-y 20`.
    #[error("--year `{}` is not a year: years are 2015 and later", .word.escape_debug())]
    FlagIsNotAYear { word: String },
    #[error("there is no puzzle today: {}; name one, such as {instead}", why_not_today(*.ended, *.next))]
    NoToday {
        /// The event of this December, if its last day is over.
        ended: Option<Year>,
        /// When the next event begins.
        next: Option<DateTime<Utc>>,
        instead: Puzzle,
    },
    /// The project has no solutions at all.
    #[error("this project has no solutions yet: create one with `aoc new {puzzle}`")]
    NoDays { puzzle: Puzzle },
    #[error("no solution for {puzzle}: create it with `aoc new {puzzle}`")]
    NotSolved { puzzle: Puzzle },
    /// As [`SelectorError::NotSolved`], with a year that nobody typed.
    #[error(
        "no solution for {puzzle}: create it with `aoc new {puzzle}`{}; the year is from \
         {source_of_year}",
        or_write(*.instead)
    )]
    NotSolvedInDefault {
        puzzle: Puzzle,
        source_of_year: &'static str,
        /// The newest solution of that day.
        instead: Option<Puzzle>,
    },
    #[error(
        "no solution for day {} in any year: create one with `aoc new {puzzle}`",
        .puzzle.day
    )]
    NotSolvedInAnyYear { puzzle: Puzzle },
    /// A year or a range without a single solution.
    #[error("no solution for {what}: create one with `aoc new {puzzle}`")]
    NoneSolved { what: String, puzzle: Puzzle },
    #[error("no puzzle of {what} is unlocked: the first one unlocks {}", .unlock.format("%Y-%m-%d %H:%M UTC"))]
    NoneUnlocked { what: String, unlock: DateTime<Utc> },
    #[error("day {day} has not unlocked in any year: name the year as well, such as 2026/{day}")]
    NoEvent { day: Day },
    /// No selector, no event, and no solution that could be the latest one.
    #[error("no puzzle given: name one, such as {instead}")]
    NoSelector { instead: Puzzle },
}

fn instead_of_unknown(suggestion: Option<&str>) -> String {
    match suggestion {
        Some(suggestion) => format!("; did you mean `{suggestion}`?"),
        None => ": write 22, 1-5, 2020, 2020/22, all, today, latest or a day's file".to_owned(),
    }
}

/// The shell replaces `*/25` by the paths of such files, if there are any.
fn or_every_year(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').unwrap_or_default();
    match number(name) {
        Some(1..=25) if !folder.is_empty() => format!("; day {name} of every year is all/{name}"),
        _ => String::new(),
    }
}

fn why_not_today(ended: Option<Year>, next: Option<DateTime<Utc>>) -> String {
    match (ended, next) {
        (Some(year), _) => format!("the event of {year} is over"),
        (None, Some(next)) => {
            let next = next.format("%Y-%m-%d at %H:%M UTC");
            format!("the next event begins on {next}")
        }
        (None, None) => "no event is running".to_owned(),
    }
}

fn or_write(instead: Option<Puzzle>) -> String {
    instead.map_or_else(String::new, |puzzle| format!(", or write {puzzle}"))
}

impl HasExit for SelectorError {
    fn exit(&self) -> Exit {
        Exit::Usage
    }
}
