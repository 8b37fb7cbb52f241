//! What can be wrong with the puzzles that a command line names.

use chrono::{DateTime, Utc};

use super::id::{Day, Puzzle, Year};
use crate::error::{Exit, HasExit};

/// Why the command line names no puzzles. Each is one line that names the word
/// and ends with what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelectorError {
    /// Nothing of the grammar.
    #[error(
        "`{}` names no puzzle: write such as 22, 1-5, 2020, 2020/22, all, today or latest",
        .word.escape_debug()
    )]
    Junk { word: String },
    /// A number that is no day and no year.
    #[error("`{word}`: {number} is no day: write a day from 1 to 25, or a year from 2015 on")]
    NoDay { word: String, number: String },
    /// A year before the first event.
    #[error("`{word}`: the first event was in 2015: write a year from 2015 on")]
    TooEarly { word: String },
    /// `5-1`.
    #[error("`{word}` runs backwards: write {last}-{first}")]
    Falling { word: String, first: Day, last: Day },
    /// `2020-2022`, `2020-22`.
    #[error("`{word}` has a year in a range: write {instead}")]
    YearInRange { word: String, instead: String },
    /// `2020,2021`, `2020,22`.
    #[error("`{word}` has a year in a list of days: write {instead}")]
    YearInList { word: String, instead: String },
    /// A day that the year does not have.
    #[error("there is no {puzzle}, since {} has {days} days: write {}/1 to {}/{days}", .puzzle.year, .puzzle.year, .puzzle.year)]
    Beyond { puzzle: Puzzle, days: u8 },
    /// A day that the inferred year does not have.
    #[error(
        "there is no {puzzle}, since {} has {days} days, and {year_from} says {}: write the year \
         before the day, such as {instead}",
        .puzzle.year, .puzzle.year
    )]
    BeyondInferred {
        puzzle: Puzzle,
        days: u8,
        year_from: &'static str,
        instead: Puzzle,
    },
    /// `2020 2021 22`.
    #[error(
        "{first} and {second} beside days with no year: write which is meant, such as {first}/{day}"
    )]
    TwoYears { first: Year, second: Year, day: Day },
    /// `-y 2020 2021`.
    #[error("--year {flag} beside {year}: leave one of them out")]
    FlagAndYear { flag: Year, year: Year },
    /// `-y 2020 2021/3`, `-y 2020 today`.
    #[error("--year {flag} beside `{word}`, which says its year itself: leave out --year")]
    FlagForNothing { flag: Year, word: String },
    /// `-y 20`.
    #[error("--year `{}` is no year: write one from 2015 on", .word.escape_debug())]
    FlagIsNoYear { word: String },
    /// No event runs.
    #[error("`today` names no puzzle, since {}: write such as {instead}", why_not_today(*.ended))]
    NoToday {
        /// The event whose December it is, with its last day over.
        ended: Option<Year>,
        instead: Puzzle,
    },
    /// There are no days at all.
    #[error("no day is solved here yet: write one in {file}")]
    NoDays { file: String },
    /// A day that no file solves.
    #[error("{puzzle} is not solved here: its place is {}", .puzzle.source())]
    NotSolved { puzzle: Puzzle },
    /// A day that no year here has.
    #[error("no year here has day {}: its place is such as {}", .puzzle.day, .puzzle.source())]
    NotSolvedInAnyYear { puzzle: Puzzle },
    /// A year or a range without a single solved day.
    #[error("none of {what} is solved here: the place of a day is such as {}", .puzzle.source())]
    NoneSolved { what: String, puzzle: Puzzle },
    /// A year none of whose days is unlocked.
    #[error("no day of {year} is unlocked before {}: name an earlier year", .unlock.format("%Y-%m-%d %H:%M UTC"))]
    NoneUnlocked { year: Year, unlock: DateTime<Utc> },
    /// No selector, for a command that needs one.
    #[error("which puzzle? no event is running: name one, such as {instead}")]
    NoSelector { instead: Puzzle },
    /// A day that no event has had yet.
    #[error("day {day} has not unlocked in any year: write the year before it, such as 2026/{day}")]
    NoEvent { day: Day },
}

fn why_not_today(ended: Option<Year>) -> String {
    match ended {
        Some(year) => format!("the event of {year} is over"),
        None => "no event is running".to_owned(),
    }
}

impl HasExit for SelectorError {
    fn exit(&self) -> Exit {
        Exit::Usage
    }
}
