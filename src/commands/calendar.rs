//! `aoc calendar`: the stars of a year's days, in the picture of the site's calendar or on
//! a sheet of December; or the stars of all years.
//!
//! ```text
//! 2024  31 of 50  ana
//!   Mo      Tu      We      Th      Fr      Sa      Su
//!                                                   1 **
//!   2 **    3 *     4 ·     5       6       7       8
//! ```

use anstyle::{Ansi256Color, Color, RgbColor, Style};
use chrono::Datelike;
use clap::Args;

use crate::app::{App, selection};
use crate::error::{CliError, Exit};
use crate::project::ReadmeBlock;
use crate::puzzle::{self, Day, Puzzle, Year, today, unlock};
use crate::site::{DayStars, PictureLine, PicturePiece, Stars, YearStars};
use crate::terminal::style::{DIM, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, row};

/// Show the stars of a year's days, or of all years
///
/// Asks the site for the stars of a year's days, or of all years, with one request. A
/// year is shown as the site draws its calendar, or as a sheet of December if that
/// does not fit. aoc status shows the same stars later. --readme keeps a table of them
/// in README.md.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc calendar 2024      show the stars of each day of 2024
  aoc calendar --readme  put the stars of all years into README.md")]
pub struct CalendarArgs {
    /// The year [default: all years, with one request]
    pub year: Option<String>,
    /// Refresh the table of stars in README.md, between the lines <!-- aoc-calendar:start
    /// --> and <!-- aoc-calendar:end -->; without a session or with --offline it counts
    /// the accepted answers
    #[arg(long)]
    pub readme: bool,
}

pub fn run(app: &App, args: &CalendarArgs) -> Result<Exit, CliError> {
    let year = args
        .year
        .as_deref()
        .map(|word| selection::begun_year(app, word));
    let year = year.transpose()?;
    let block = || ReadmeBlock::find(app.project()?.root(), "calendar");
    let readme = args.readme.then(block).transpose()?;
    let stars = if args.readme && (app.offline || app.session().is_err()) {
        recorded(app, year)?
    } else {
        app.ask_for_stars(year)?
    };
    if let Some(readme) = readme {
        let path = readme.replace(&markdown(app, &stars))?;
        app.note(&format!("wrote {}", app.relative_path(path).display()));
    }
    let today = today(app.site_time());
    app.show("calendar", &stars, || screen(app.stdout, &stars, today))?;
    Ok(Exit::Done)
}

/// The stars from the recorded answers of the project's days.
fn recorded(app: &App, only: Option<Year>) -> Result<Stars, CliError> {
    let (store, mut years) = (app.store()?, Vec::new());
    let all = app.project()?.days()?.into_iter();
    for (year, days) in all.filter(|(year, _)| only.is_none_or(|only| only == *year)) {
        let mut stars = 0;
        for day in days {
            let puzzle = year.day(day);
            stars += u32::from(store.answers(puzzle, None)?.stars(puzzle));
        }
        let of = 2 * u32::from(puzzle::days(year));
        years.push(YearStars {
            year,
            stars,
            of,
            days: None,
        });
    }
    Ok(Stars {
        years,
        ..Stars::default()
    })
}

/// The table for the README, with the years that have stars.
fn markdown(app: &App, stars: &Stars) -> String {
    let mut table = "| year | stars ⭐ |\n|:--|--:|\n".to_owned();
    for it in stars.years.iter().rev().filter(|it| it.stars > 0) {
        let address = app.settings.base_url.at(&format!("/{}", it.year));
        table += &format!("| [{}]({address}) | {} of {} |\n", it.year, it.stars, it.of);
    }
    table
}

/// The picture of a year if it fits, otherwise a calendar sheet. For several years, a line
/// for each and the sum.
fn screen(terminal: Terminal, stars: &Stars, today: Option<Puzzle>) -> String {
    let user = stars.user.clone().unwrap_or_default();
    if let [year] = &stars.years[..]
        && let Some(days) = &year.days
    {
        let count = format!("{} of {}", year.stars, year.of);
        let count = (star_style(year.stars, year.of), count);
        let name = (STRONG, year.year.to_string());
        let head = row(terminal, 2, &[], &[name, count, (DIM, user)]);
        let today = today.filter(|today| today.year == year.year);
        let today = today.map(|today| today.day);
        let fits =
            |line: &PictureLine| terminal.width.is_none_or(|width| line.width() + 2 <= width);
        let picture = stars.picture.as_deref();
        let calendar = match picture.filter(|lines| lines.iter().all(fits)) {
            Some(lines) => picture_text(terminal, lines, today),
            None => sheet(terminal, year, days, today),
        };
        return head + &calendar;
    }
    let line = |name: String, stars: u32, of: u32, user: String| {
        let count = (star_style(stars, of), stars.to_string());
        let cells = [
            (STRONG, name),
            count,
            (DIM, format!("of {of:3}")),
            (DIM, user),
        ];
        row(terminal, 1, &[5, -3, 7], &cells)
    };
    let years = stars.years.iter();
    let years = years.map(|it| line(it.year.to_string(), it.stars, it.of, String::new()));
    let lines: String = years.collect();
    let of = stars.years.iter().map(|year| year.of).sum();
    let sum = |total| line("all".to_owned(), total, of, user);
    lines + &stars.total.map(sum).unwrap_or_default()
}

/// The picture, with an arrow at today's line. It uses 256 colours, which every
/// terminal with colours has.
fn picture_text(terminal: Terminal, lines: &[PictureLine], today: Option<Day>) -> String {
    // The background of the site is almost black.
    let night = Style::new().bg_color(Some(Ansi256Color(233).into()));
    let palette_color = |RgbColor(red, green, blue): RgbColor| -> Color {
        // The 6 x 6 x 6 colour cube.
        let [red, green, blue] = [red, green, blue].map(|value| (value / 51).min(5));
        Ansi256Color(16 + 36 * red + 6 * green + blue).into()
    };
    let columns = lines.iter().map(PictureLine::width).max().unwrap_or(0);
    let mut text = String::new();
    for line in lines {
        let is_today = today.is_some() && line.day == today;
        let mut painted = terminal.paint(night.bold(), if is_today { "> " } else { "  " });
        for PicturePiece { color, text } in &line.pieces {
            let shown = |c| if terminal.unicode { c } else { ascii(c) };
            let text: String = text.chars().map(shown).collect();
            painted += &terminal.paint(night.fg_color(color.map(palette_color)), text);
        }
        if terminal.color {
            painted += &terminal.paint(night, " ".repeat(columns - line.width()));
        }
        text = text + painted.trim_end() + "\n";
    }
    text
}

/// A similar ASCII character.
const fn ascii(c: char) -> char {
    match c {
        '\0'..='\x7f' => c,
        '─' | '━' | '═' => '-',
        '│' | '┃' | '║' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        _ => '#',
    }
}

/// A month's calendar sheet, with a mark at today.
fn sheet(terminal: Terminal, year: &YearStars, days: &[DayStars], today: Option<Day>) -> String {
    let (gap, width) = match terminal.width {
        Some(..56) => (0, 2),
        _ => (1, 3),
    };
    let last = days.iter().map(|day| day.day.0).max().unwrap_or(0);
    let last = u8::try_from(year.of / 2).unwrap_or(last).max(last).min(31);
    let nothing = || (DIM, String::new());
    // Each day has one cell for its number and one for its stars.
    let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
    let heading = weekdays.map(|name| [(DIM, name.to_owned()), nothing()]);
    let mut cells = heading.concat();
    let first = unlock(year.year.day(Day(1))).weekday();
    cells.resize(14 + 2 * first.num_days_from_monday() as usize, nothing());
    for day in (1..=last).map(Day) {
        let stars = days.iter().find(|it| it.day == day).map(|it| it.stars);
        let style = stars.map_or(DIM, |stars| star_style(stars.into(), 2));
        let mark = if today == Some(day) { ">" } else { "" };
        let marks = stars.map_or("", star_marks).to_owned();
        cells.extend([(style, format!("{mark}{day}")), (style, marks)]);
    }
    let week = |cells| row(terminal, gap, &[-3, width].repeat(7), cells);
    cells.chunks(14).map(week).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stars(years: &[(u16, u32, u32)], days: Option<&[u8]>) -> Stars {
        let day = |(&stars, day)| DayStars {
            day: Day(day),
            stars,
        };
        let year = |&(year, stars, of): &(u16, u32, u32)| YearStars {
            year: Year(year),
            stars,
            of,
            days: days.map(|days| days.iter().zip(1..).map(day).collect()),
        };
        Stars {
            user: Some("ana\u{1b}".to_owned()),
            years: years.iter().map(year).collect(),
            total: days.is_none().then_some(81),
            picture: None,
        }
    }

    fn shown(terminal: Terminal, stars: &Stars) -> String {
        screen(terminal, stars, Some(Year(2024).day(Day(2))))
    }

    #[test]
    fn a_year_is_a_sheet_of_december_and_all_years_are_a_table() {
        let year = stars(&[(2024, 5, 50)], Some(&[2, 1, 0, 2]));
        let all = stars(&[(2015, 50, 50), (2024, 31, 50), (2025, 0, 24)], None);
        let texts = [(None, &year), (Some(40), &year), (None, &all)].map(|(width, stars)| {
            let plain = Terminal::PLAIN;
            shown(Terminal { width, ..plain }, stars)
        });
        insta::assert_snapshot!(texts.join("\n"), @r"
        2024  5 of 50  ana\u{1b}
         Mo      Tu      We      Th      Fr      Sa      Su
                                                          1 **
         >2 *     3 ·     4 **    5       6       7       8
          9      10      11      12      13      14      15
         16      17      18      19      20      21      22
         23      24      25

        2024  5 of 50  ana\u{1b}
         Mo   Tu   We   Th   Fr   Sa   Su
                                        1**
         >2*   3·   4**  5    6    7    8
          9   10   11   12   13   14   15
         16   17   18   19   20   21   22
         23   24   25

        2015   50 of  50
        2024   31 of  50
        2025    0 of  24
        all    81 of 124  ana\u{1b}
        ");
    }

    #[test]
    fn a_year_is_the_picture_where_it_fits() {
        let mut stars = stars(&[(2024, 3, 50)], Some(&[2, 1]));
        let line = |day: Option<u8>, art: &str, end: &str| PictureLine {
            day: day.map(Day),
            pieces: vec![
                PicturePiece {
                    color: Some(RgbColor(0, 0xcc, 0)),
                    text: art.to_owned(),
                },
                PicturePiece {
                    color: None,
                    text: end.to_owned(),
                },
            ],
        };
        let lines = [
            line(Some(1), "┌─*─┐", "   1 **"),
            line(None, "│ O │", ""),
            line(Some(2), "└~~~┘", "   2 * "),
        ];
        stars.picture = Some(lines.to_vec());
        let colored = Terminal {
            color: true,
            ..Terminal::wide(80)
        };
        let texts = [Terminal::wide(20), colored].map(|terminal| shown(terminal, &stars));
        insta::assert_snapshot!(texts.join("\n"), @"
        2024  3 of 50
          ana\\u{1b}
          ┌─*─┐   1 **
          │ O │
        > └~~~┘   2 *

        \u{1b}[1m2024\u{1b}[0m  3 of 50  \u{1b}[2mana\\u{1b}\u{1b}[0m
        \u{1b}[1m\u{1b}[48;5;233m  \u{1b}[0m\u{1b}[38;5;40m\u{1b}[48;5;233m┌─*─┐\u{1b}[0m\u{1b}[48;5;233m   1 **\u{1b}[0m\u{1b}[48;5;233m\u{1b}[0m
        \u{1b}[1m\u{1b}[48;5;233m  \u{1b}[0m\u{1b}[38;5;40m\u{1b}[48;5;233m│ O │\u{1b}[0m\u{1b}[48;5;233m\u{1b}[0m\u{1b}[48;5;233m       \u{1b}[0m
        \u{1b}[1m\u{1b}[48;5;233m> \u{1b}[0m\u{1b}[38;5;40m\u{1b}[48;5;233m└~~~┘\u{1b}[0m\u{1b}[48;5;233m   2 * \u{1b}[0m\u{1b}[48;5;233m\u{1b}[0m
        ");
        // The sheet has lines of weekdays.
        assert!(shown(Terminal::wide(13), &stars).contains("Mo"));
        let ascii = Terminal {
            unicode: false,
            ..Terminal::PLAIN
        };
        let text = shown(ascii, &stars);
        let lines = "\n  +-*-+   1 **\n  | O |\n> +~~~+   2 *\n";
        assert!(text.ends_with(lines), "{text}");
    }
}
