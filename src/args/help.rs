//! What stands below the options of each help text.

use super::examples::{Example, examples};
use crate::error::Exit;

/// How puzzles are named.
pub const SELECTORS: [(&str, &str); 6] = [
    (
        "22, 1-5, 1,3,22",
        "days: of AOC_YEAR, of the folder's year, or of the newest that has them",
    ),
    ("2020, 2015-2018", "whole years"),
    (
        "2020/22, 2020/1-5,22",
        "days of a year; 2020 22 and 22 -y 2020 are the same as 2020/22",
    ),
    ("all/25, '*/25'", "a day of every year"),
    (
        "all, today, latest",
        "every day, today's, the one that was edited last",
    ),
    ("days/year2020/day22.rs", "the day that a file belongs to"),
];

/// The end of `aoc --help`.
pub fn of_program() -> String {
    let codes = Exit::ALL.map(|exit| (exit.code().to_string(), exit.meaning()));
    let codes: Vec<(&str, &str)> = codes.iter().map(|(code, text)| (&**code, *text)).collect();
    format!(
        "{}\n{}\n{}",
        table("Selectors", &SELECTORS),
        of_command("aoc"),
        table("Exit codes", &codes)
    )
}

/// The examples of a command.
pub fn of_command(name: &str) -> String {
    let row = |&Example { command, purpose }: &Example| (command, purpose);
    table(
        "Examples",
        &examples(name).iter().map(row).collect::<Vec<_>>(),
    )
}

fn table(heading: &str, rows: &[(&str, &str)]) -> String {
    let width = rows.iter().map(|(term, _)| term.len()).max().unwrap_or(0);
    let rows = rows
        .iter()
        .map(|(term, meaning)| format!("  {term:width$}  {meaning}\n"));
    format!("{heading}:\n{}", rows.collect::<String>())
}
