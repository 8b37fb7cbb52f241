//! What `aoc calendar` shows: a sheet of December, or a line for each year.
//!
//! ```text
//! 2024  31 of 50  ana
//!   Mo      Tu      We      Th      Fr      Sa      Su
//!                                                  1 **
//!  2 **    3 *     4 ·     5       6       7       8
//! ```

use std::collections::BTreeMap;
use std::io::Write;

use chrono::{Datelike, NaiveDate};
use serde::Serialize;

use crate::puzzle::{Day, Year};
use crate::terminal::layout::Line;
use crate::terminal::sanitize;
use crate::terminal::screen::Terminal;
use crate::terminal::style::{DIM, GOLD, PLAIN, STRONG};
use crate::terminal::{OutputError, raw};
use crate::terminal::{cut_end, width};

/// What `aoc calendar --json` prints: schema `aoc-calendar/1`.
#[derive(Debug, Serialize)]
pub struct CalendarResults {
    schema: &'static str,
    /// The user's name.
    user: Option<String>,
    /// All stars together; `None` if one year was asked for.
    total: Option<u32>,
    /// Rising.
    years: Vec<CalendarYear>,
}

#[derive(Debug, Serialize)]
pub struct CalendarYear {
    pub year: Year,
    pub stars: u32,
    /// How many stars the event has.
    pub of: u32,
    /// The days that are open; `None` where only their sum is known.
    pub days: Option<Vec<CalendarDay>>,
}

#[derive(Debug, Serialize)]
pub struct CalendarDay {
    pub day: Day,
    /// 0 to 2.
    pub stars: u8,
}

impl CalendarResults {
    pub const fn new(user: Option<String>, total: Option<u32>, years: Vec<CalendarYear>) -> Self {
        Self {
            schema: "aoc-calendar/1",
            user,
            total,
            years,
        }
    }
}

/// Writes a sheet for one year with its days, else a table of years.
pub fn calendar(
    out: &mut dyn Write,
    terminal: Terminal,
    results: &CalendarResults,
) -> Result<(), OutputError> {
    let user = sanitize(results.user.as_deref().unwrap_or_default());
    let lines = match &results.years[..] {
        [year] if year.days.is_some() => sheet(terminal, year, &user),
        years => table(terminal, years, results.total, &user),
    };
    raw(out, lines.as_bytes())
}

/// A day's number, a blank, and its stars.
const CELL: usize = 5;
/// The columns between two days.
const GAP: usize = 3;
const WEEK: usize = 7;
const WEEKDAYS: [&str; WEEK] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/// The style of a number of stars, out of all that there are.
pub(super) const fn star_style(stars: u32, of: u32) -> anstyle::Style {
    match stars {
        0 => DIM,
        _ if stars >= of => GOLD,
        _ => PLAIN,
    }
}

/// `**`, `*`, or a dot for a day without stars.
pub(super) const fn star_marks(stars: u8) -> &'static str {
    match stars {
        0 => "·",
        1 => "*",
        _ => "**",
    }
}

/// A month's sheet; on a terminal that is too narrow, as many days beside each
/// other as fit.
fn sheet(terminal: Terminal, year: &CalendarYear, user: &str) -> String {
    let stars: BTreeMap<u8, u8> = year
        .days
        .iter()
        .flatten()
        .map(|day| (day.day.0, day.stars))
        .collect();
    let last = stars.keys().copied().max().unwrap_or(0);
    let last = u8::try_from(year.of / 2).unwrap_or(last).max(last).min(31);

    let room = terminal.width.unwrap_or(usize::MAX);
    let columns = (room.saturating_add(GAP) / (CELL + GAP)).clamp(1, WEEK);
    let mut lines = head(terminal, year, user);
    let mut line = Line::new(terminal, 0);
    let mut column = 0;
    if columns == WEEK {
        for weekday in WEEKDAYS {
            line.left(DIM, &format!(" {weekday}"), CELL + GAP);
        }
        lines += &line.end();
        line = Line::new(terminal, 0);
        column = first_weekday(year.year);
        line.gap(column * (CELL + GAP));
    }
    for day in 1..=last {
        if column == columns {
            lines += &line.end();
            line = Line::new(terminal, 0);
            column = 0;
        }
        let stars = stars.get(&day).copied();
        let style = stars.map_or(DIM, |stars| star_style(stars.into(), 2));
        line.right(style, &day.to_string(), 2);
        line.gap(1);
        line.left(style, stars.map_or("", star_marks), CELL - 3);
        line.gap(GAP);
        column += 1;
    }
    lines + &line.end()
}

/// The column of December 1.
fn first_weekday(year: Year) -> usize {
    let first = NaiveDate::from_ymd_opt(year.0.into(), 12, 1);
    first.map_or(0, |first| first.weekday().num_days_from_monday() as usize)
}

fn head(terminal: Terminal, year: &CalendarYear, user: &str) -> String {
    let mut line = Line::new(terminal, 2);
    line.cell(STRONG, &year.year.to_string());
    line.gap(2).cell(
        star_style(year.stars, year.of),
        &format!("{} of {}", year.stars, year.of),
    );
    let room = terminal.width.map_or(usize::MAX, |width| width - 2);
    line.gap(2).cell(DIM, &cut_end(user, room));
    line.end()
}

/// The columns of a bar: one for each day.
const BAR: usize = 25;

fn table(terminal: Terminal, years: &[CalendarYear], total: Option<u32>, user: &str) -> String {
    let bars = terminal.width.is_some_and(|width| width >= 19 + BAR);
    let mut lines = String::new();
    let mut all = 0;
    for year in years {
        all += year.of;
        let style = star_style(year.stars, year.of);
        let mut line = row(terminal, &year.year.to_string(), year.stars, year.of);
        if bars {
            let (filled, empty) = bar(year.stars, year.of);
            line.gap(2).cell(style, &filled).cell(DIM, &empty);
        }
        lines += &line.end();
    }
    if let Some(total) = total {
        let mut line = row(terminal, "all", total, all);
        let room = terminal.width.map_or(usize::MAX, |width| width - 2);
        line.gap(2).cell(DIM, &cut_end(user, room));
        lines += &line.end();
    }
    lines
}

fn row(terminal: Terminal, name: &str, stars: u32, of: u32) -> Line {
    let mut line = Line::new(terminal, 2);
    line.left(STRONG, name, 4).gap(2);
    line.right(star_style(stars, of), &stars.to_string(), 3);
    line.gap(1).cell(DIM, "of");
    line.gap(1).right(DIM, &of.to_string(), 3);
    line
}

/// A block for each two stars, and dots for those that are missing.
fn bar(stars: u32, of: u32) -> (String, String) {
    let columns = |stars: u32| (stars as usize / 2).min(2 * BAR);
    let half = if stars % 2 == 1 { "▌" } else { "" };
    let filled = "█".repeat(columns(stars)) + half;
    let rest = columns(of).saturating_sub(width(&filled));
    (filled, "·".repeat(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn year(year: u16, of: u32, days: Option<&[u8]>, stars: u32) -> CalendarYear {
        let days = days.map(|days| {
            let day = |(stars, day): (&u8, u8)| CalendarDay {
                day: Day(day),
                stars: *stars,
            };
            days.iter().zip(1..).map(day).collect()
        });
        CalendarYear {
            year: Year(year),
            stars,
            of,
            days,
        }
    }

    fn shown(terminal: Terminal, results: &CalendarResults) -> String {
        let mut out = Vec::new();
        calendar(&mut out, terminal, results).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn terminal(width: usize) -> Terminal {
        Terminal {
            width: Some(width),
            ..Terminal::PLAIN
        }
    }

    fn one_year() -> CalendarResults {
        let year = year(2024, 50, Some(&[2, 1, 0, 2]), 5);
        CalendarResults::new(Some("ana".into()), None, vec![year])
    }

    fn all_years() -> CalendarResults {
        let years = vec![
            year(2015, 50, None, 50),
            year(2024, 50, None, 31),
            year(2025, 24, None, 0),
        ];
        CalendarResults::new(Some("ana\u{1b}".into()), Some(81), years)
    }

    #[test]
    fn a_year_is_a_sheet_of_december() {
        insta::assert_snapshot!(shown(Terminal::PLAIN, &one_year()), @"
        2024  5 of 50  ana
         Mo      Tu      We      Th      Fr      Sa      Su
                                                         1 **
         2 *     3 ·     4 **    5       6       7       8
         9      10      11      12      13      14      15
        16      17      18      19      20      21      22
        23      24      25
        ");
        insta::assert_snapshot!(shown(terminal(30), &one_year()), @"
        2024  5 of 50  ana
         1 **    2 *     3 ·     4 **
         5       6       7       8
         9      10      11      12
        13      14      15      16
        17      18      19      20
        21      22      23      24
        25
        ");
    }

    #[test]
    fn all_years_are_a_table() {
        insta::assert_snapshot!(shown(Terminal::PLAIN, &all_years()), @r"
        2015   50 of  50
        2024   31 of  50
        2025    0 of  24
        all    81 of 124  ana\u{1b}
        ");
        insta::assert_snapshot!(shown(terminal(60), &all_years()), @r"
        2015   50 of  50  █████████████████████████
        2024   31 of  50  ███████████████▌·········
        2025    0 of  24  ············
        all    81 of 124  ana\u{1b}
        ");
    }

    #[test]
    fn full_ones_are_golden() {
        let colored = Terminal {
            color: true,
            ..terminal(80)
        };
        let text = shown(colored, &all_years());
        let gold = "\u{1b}[33m";
        let golden: Vec<&str> = text.lines().filter(|line| line.contains(gold)).collect();
        assert_eq!(golden.len(), 1, "{text:?}");
        assert!(golden[0].contains("2015"), "{golden:?}");
    }

    #[test]
    fn no_terminal_is_too_narrow() {
        for columns in 20..90 {
            let ascii = Terminal {
                unicode: false,
                ..terminal(columns)
            };
            for results in [one_year(), all_years()] {
                let text = shown(ascii, &results);
                assert!(text.is_ascii(), "{text}");
                for line in text.lines() {
                    assert!(width(line) <= columns, "{columns}: {line}");
                }
            }
        }
    }

    #[test]
    fn the_document_has_stable_names() {
        let json = serde_json::to_string(&one_year()).unwrap();
        let years = r#""years":[{"year":2024,"stars":5,"of":50,"days":[{"day":1,"stars":2},"#;
        let start = r#"{"schema":"aoc-calendar/1","user":"ana","total":null,"#;
        assert!(json.starts_with(&format!("{start}{years}")), "{json}");
    }
}
