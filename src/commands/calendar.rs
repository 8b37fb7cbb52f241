//! `aoc calendar`: the stars of a year's days as a sheet of December, or a line for
//! each year.
//!
//! ```text
//! 2024  31 of 50  ana
//!   Mo      Tu      We      Th      Fr      Sa      Su
//!                                                   1 **
//!   2 **    3 *     4 ·     5       6       7       8
//! ```

use chrono::Datelike;
use clap::Args;
use serde::Serialize;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::puzzle::{Day, Puzzle, Year, today, unlock};
use crate::site::{Stars, YearStars};
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, sanitize};

/// Show the stars of a year's days, or of all years
///
/// Asks the site for the stars of a year's days, or of all years, and shows them.
/// This is one request each time. The stars are remembered for aoc status.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc calendar       show the stars of all years
  aoc calendar 2024  show the stars of each day of 2024")]
pub struct CalendarArgs {
    /// The year [default: all years, with one request]
    pub year: Option<String>,
}

/// The document of `aoc calendar --json`.
#[derive(Debug, Serialize)]
struct CalendarResults {
    schema: &'static str,
    /// The user's name.
    user: Option<String>,
    /// All stars together; `None` if one year was asked for.
    total: Option<u32>,
    /// Rising.
    years: Vec<CalendarYear>,
}

#[derive(Debug, Serialize)]
struct CalendarYear {
    year: Year,
    stars: u32,
    /// How many stars the event has.
    of: u32,
    /// The days that are open; `None` where only their sum is known.
    days: Option<Vec<CalendarDay>>,
}

#[derive(Debug, Serialize)]
struct CalendarDay {
    day: Day,
    /// 0 to 2.
    stars: u8,
}

/// Makes one request.
pub fn run(app: &App, args: &CalendarArgs) -> Result<Exit, CliError> {
    let year = args.year.as_deref().map(|word| app.begun_year(word));
    let results = results(app.ask_for_stars(year.transpose()?)?);
    app.show(&results, || match &results.years[..] {
        [year] if year.days.is_some() => sheet(app.stdout, &results, year, today(app.site_time())),
        _ => table(app.stdout, &results),
    })?;
    Ok(Exit::Done)
}

fn results(stars: Stars) -> CalendarResults {
    let day = |(day, stars)| CalendarDay { day, stars };
    let year = |year: YearStars| CalendarYear {
        year: year.year,
        stars: year.stars,
        of: year.of,
        days: year.days.map(|days| days.into_iter().map(day).collect()),
    };
    CalendarResults {
        schema: "aoc-calendar/1",
        years: stars.years.into_iter().map(year).collect(),
        user: stars.user,
        total: stars.total,
    }
}

const WEEK: usize = 7;
/// The columns of a day with its stars, and of the gap behind it.
const CELL: usize = 8;

/// A month's sheet, with a mark at today.
fn sheet(
    terminal: Terminal,
    results: &CalendarResults,
    year: &CalendarYear,
    today: Option<Puzzle>,
) -> String {
    let days: Vec<&CalendarDay> = year.days.iter().flatten().collect();
    let last = days.iter().map(|day| day.day.0).max().unwrap_or(0);
    let last = u8::try_from(year.of / 2).unwrap_or(last).max(last).min(31);
    let mut head = Line::new(terminal, 2);
    head.cell(STRONG, &year.year.to_string()).gap(2);
    let count = format!("{} of {}", year.stars, year.of);
    head.cell(star_style(year.stars, year.of), &count).gap(2);
    let user = results.user.as_deref().unwrap_or_default();
    head.words(DIM, &sanitize(user));
    let mut weekdays = Line::new(terminal, 0);
    for weekday in ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] {
        weekdays.left(DIM, &format!("  {weekday}"), CELL);
    }
    let mut lines = head.end() + &weekdays.end();
    let first = unlock(year.year.day(Day(1))).weekday();
    let mut column = first.num_days_from_monday() as usize;
    let mut line = Line::new(terminal, 0);
    line.gap(column * CELL);
    for day in (1..=last).map(Day) {
        if column == WEEK {
            lines += &line.end();
            line = Line::new(terminal, 0);
            column = 0;
        }
        let stars = days.iter().find(|it| it.day == day).map(|it| it.stars);
        let style = stars.map_or(DIM, |stars| star_style(stars.into(), 2));
        let mark = if today == Some(year.year.day(day)) {
            ">"
        } else {
            ""
        };
        line.right(style, &format!("{mark}{day}"), 3).gap(1);
        line.left(style, stars.map_or("", star_marks), CELL - 4);
        column += 1;
    }
    lines + &line.end()
}

/// A line for each year, and their sum.
fn table(terminal: Terminal, results: &CalendarResults) -> String {
    let row = |name: &str, stars: u32, of: u32, user: &str| {
        let mut line = Line::new(terminal, 2);
        line.left(STRONG, name, 4).gap(2);
        line.right(star_style(stars, of), &stars.to_string(), 3);
        line.gap(1).cell(DIM, "of").gap(1);
        line.right(DIM, &of.to_string(), 3).gap(2);
        line.words(DIM, &sanitize(user));
        line.end()
    };
    let years = results.years.iter();
    let years = years.map(|year| row(&year.year.to_string(), year.stars, year.of, ""));
    let mut lines: String = years.collect();
    if let Some(total) = results.total {
        let of = results.years.iter().map(|year| year.of).sum();
        lines += &row(
            "all",
            total,
            of,
            results.user.as_deref().unwrap_or_default(),
        );
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(years: &[(u16, u32, u32)], days: Option<&[u8]>) -> CalendarResults {
        let days = days.map(|days| {
            let days = days.iter().zip(1..);
            days.map(|(&stars, day)| (Day(day), stars)).collect()
        });
        let year = |&(year, stars, of): &(u16, u32, u32)| YearStars {
            year: Year(year),
            stars,
            of,
            days: days.clone(),
        };
        super::results(Stars {
            user: Some("ana\u{1b}".to_owned()),
            years: years.iter().map(year).collect(),
            total: days.is_none().then_some(81),
        })
    }

    #[test]
    fn a_year_is_a_sheet_of_december() {
        let results = results(&[(2024, 5, 50)], Some(&[2, 1, 0, 2]));
        let today = Some(Year(2024).day(Day(4)));
        insta::assert_snapshot!(sheet(Terminal::PLAIN, &results, &results.years[0], today), @r"
        2024  5 of 50  ana\u{1b}
          Mo      Tu      We      Th      Fr      Sa      Su
                                                          1 **
          2 *     3 ·    >4 **    5       6       7       8
          9      10      11      12      13      14      15
         16      17      18      19      20      21      22
         23      24      25
        ");
        let json = serde_json::to_string(&results).unwrap();
        let start = r#"{"schema":"aoc-calendar/1","user":"ana\u001b","total":null,"years":[{"year":2024,"stars":5,"of":50,"days":[{"day":1,"stars":2},"#;
        assert!(json.starts_with(start), "{json}");
    }

    #[test]
    fn all_years_are_a_table() {
        let results = results(&[(2015, 50, 50), (2024, 31, 50), (2025, 0, 24)], None);
        insta::assert_snapshot!(table(Terminal::PLAIN, &results), @r"
        2015   50 of  50
        2024   31 of  50
        2025    0 of  24
        all    81 of 124  ana\u{1b}
        ");
    }
}
