//! `aoc calendar`: the stars of a year's days as a sheet of December, or a line for
//! each year.
//!
//! ```text
//! 2024  31 of 50  ana
//!   Mo      Tu      We      Th      Fr      Sa      Su
//!                                                   1 **
//!   2 **    3 *    >4 ·     5       6       7       8
//! ```

use chrono::{Datelike, NaiveDate};
use clap::Args;
use serde::Serialize;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::puzzle::{Day, Year, today};
use crate::site::{Stars, YearStars};
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, cut_end, sanitize, width};

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
    let today = today(app.site_time());
    app.show(&results, || match &results.years[..] {
        [year] if year.days.is_some() => {
            let today = today.filter(|today| today.year == year.year);
            sheet(app.stdout, &results, year, today.map(|today| today.day))
        }
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

/// The columns of a day: an arrow, its number, a blank, and its stars.
const CELL: usize = 6;
/// The columns between two days.
const GAP: usize = 2;
const WEEK: usize = 7;
const WEEKDAYS: [&str; WEEK] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/// A month's sheet, with an arrow at today; on a terminal that is too narrow, as
/// many days beside each other as fit.
fn sheet(
    terminal: Terminal,
    results: &CalendarResults,
    year: &CalendarYear,
    today: Option<Day>,
) -> String {
    let days: Vec<&CalendarDay> = year.days.iter().flatten().collect();
    let last = days.iter().map(|day| day.day.0).max().unwrap_or(0);
    let last = u8::try_from(year.of / 2).unwrap_or(last).max(last).min(31);
    let room = terminal.width.unwrap_or(usize::MAX);
    let columns = (room.saturating_add(GAP) / (CELL + GAP)).clamp(1, WEEK);

    let mut head = Line::new(terminal, 2);
    head.cell(STRONG, &year.year.to_string());
    let count = format!("{} of {}", year.stars, year.of);
    head.gap(2).cell(star_style(year.stars, year.of), &count);
    user(&mut head, terminal, results);
    let mut lines = head.end();
    let mut line = Line::new(terminal, 0);
    let mut column = 0;
    if columns == WEEK {
        for weekday in WEEKDAYS {
            line.left(DIM, &format!("  {weekday}"), CELL + GAP);
        }
        lines += &line.end();
        line = Line::new(terminal, 0);
        let first = NaiveDate::from_ymd_opt(year.year.0.into(), 12, 1);
        let weekday = first.map_or(0, |first| first.weekday().num_days_from_monday());
        column = weekday as usize;
        line.gap(column * (CELL + GAP));
    }
    for day in (1..=last).map(Day) {
        if column == columns {
            lines += &line.end();
            line = Line::new(terminal, 0);
            column = 0;
        }
        let stars = days.iter().find(|it| it.day == day).map(|it| it.stars);
        let style = stars.map_or(DIM, |stars| star_style(stars.into(), 2));
        let is_today = today == Some(day);
        let number = if is_today {
            format!(">{day}")
        } else {
            day.to_string()
        };
        line.right(if is_today { style.bold() } else { style }, &number, 3);
        line.gap(1).left(style, stars.map_or("", star_marks), 2);
        line.gap(GAP);
        column += 1;
    }
    lines + &line.end()
}

/// The user's name behind what stands on the line.
fn user(line: &mut Line, terminal: Terminal, results: &CalendarResults) {
    let user = sanitize(results.user.as_deref().unwrap_or_default());
    let room = terminal.width.map_or(usize::MAX, |width| width - 2);
    line.gap(2).cell(DIM, &cut_end(&user, room));
}

/// The columns of a bar: one for each day.
const BAR: usize = 25;

/// A line for each year, with a bar where there is room, and their sum.
fn table(terminal: Terminal, results: &CalendarResults) -> String {
    let row = |name: &str, stars: u32, of: u32| {
        let mut line = Line::new(terminal, 2);
        line.left(STRONG, name, 4).gap(2);
        line.right(star_style(stars, of), &stars.to_string(), 3);
        line.gap(1).cell(DIM, "of");
        line.gap(1).right(DIM, &of.to_string(), 3);
        line
    };
    let bars = terminal.width.is_some_and(|width| width >= 19 + BAR);
    let columns = |stars: u32| (stars as usize / 2).min(2 * BAR);
    let mut lines = String::new();
    for &CalendarYear {
        year, stars, of, ..
    } in &results.years
    {
        let mut line = row(&year.to_string(), stars, of);
        if bars {
            // A block for each two stars, and dots for those that are missing.
            let half = if stars % 2 == 1 { "▌" } else { "" };
            let filled = "█".repeat(columns(stars)) + half;
            let rest = "·".repeat(columns(of).saturating_sub(width(&filled)));
            line.gap(2)
                .cell(star_style(stars, of), &filled)
                .cell(DIM, &rest);
        }
        lines += &line.end();
    }
    if let Some(total) = results.total {
        let of = results.years.iter().map(|year| year.of).sum();
        let mut line = row("all", total, of);
        user(&mut line, terminal, results);
        lines += &line.end();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminal(width: usize) -> Terminal {
        Terminal {
            width: Some(width),
            ..Terminal::PLAIN
        }
    }

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
        let shown = |terminal| sheet(terminal, &results, &results.years[0], Some(Day(4)));
        insta::assert_snapshot!(shown(Terminal::PLAIN) + &shown(terminal(30)), @r"
        2024  5 of 50  ana\u{1b}
          Mo      Tu      We      Th      Fr      Sa      Su
                                                          1 **
          2 *     3 ·    >4 **    5       6       7       8
          9      10      11      12      13      14      15
         16      17      18      19      20      21      22
         23      24      25
        2024  5 of 50  ana\u{1b}
          1 **    2 *     3 ·    >4 **
          5       6       7       8
          9      10      11      12
         13      14      15      16
         17      18      19      20
         21      22      23      24
         25
        ");
        let json = serde_json::to_string(&results).unwrap();
        let start = r#"{"schema":"aoc-calendar/1","user":"ana\u001b","total":null,"years":[{"year":2024,"stars":5,"of":50,"days":[{"day":1,"stars":2},"#;
        assert!(json.starts_with(start), "{json}");
    }

    #[test]
    fn all_years_are_a_table() {
        let results = results(&[(2015, 50, 50), (2024, 31, 50), (2025, 0, 24)], None);
        let shown = table(Terminal::PLAIN, &results) + &table(terminal(60), &results);
        insta::assert_snapshot!(shown, @r"
        2015   50 of  50
        2024   31 of  50
        2025    0 of  24
        all    81 of 124  ana\u{1b}
        2015   50 of  50  █████████████████████████
        2024   31 of  50  ███████████████▌·········
        2025    0 of  24  ············
        all    81 of 124  ana\u{1b}
        ");
        for columns in 20..90 {
            let text = table(terminal(columns), &results);
            assert!(text.lines().all(|line| width(line) <= columns), "{text}");
        }
    }
}
