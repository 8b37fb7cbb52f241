//! `aoc calendar`: the stars of a year's days in the picture of the site's calendar,
//! or on a sheet of December, or a line for each year.
//!
//! ```text
//! 2024  31 of 50  ana
//!   Mo      Tu      We      Th      Fr      Sa      Su
//!                                                   1 **
//!   2 **    3 *     4 ·     5       6       7       8
//! ```

use anstyle::{Ansi256Color, Color, RgbColor, Style};
use aoc_solution::Part;
use chrono::Datelike;
use clap::Args;
use serde::Serialize;

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::project::ReadmeBlock;
use crate::puzzle::{self, Day, Puzzle, Year, today, unlock};
use crate::site::{DayStars, PictureLine, Stars, YearStars};
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, sanitize};

/// Show the stars of a year's days, or of all years
///
/// Asks the site for the stars of a year's days, or of all years, and shows them: a
/// year's as the site draws its calendar, or as a sheet of December where that does
/// not fit. This is one request each time. The stars are remembered for aoc status.
/// --readme keeps a table of them in README.md.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  aoc calendar           show the stars of all years
  aoc calendar 2024      show the stars of each day of 2024
  aoc calendar --readme  put the stars of all years into README.md")]
pub struct CalendarArgs {
    /// The year [default: all years, with one request]
    pub year: Option<String>,
    /// Refresh the table of stars in README.md, between the lines <!-- aoc-calendar:start
    /// --> and <!-- aoc-calendar:end -->; with --offline it counts the accepted answers
    #[arg(long)]
    pub readme: bool,
}

/// The document of `aoc calendar --json`.
#[derive(Debug, Serialize)]
struct CalendarResults {
    schema: &'static str,
    #[serde(flatten)]
    stars: Stars,
}

/// Makes one request.
pub fn run(app: &App, args: &CalendarArgs) -> Result<Exit, CliError> {
    let year = args.year.as_deref().map(|word| app.begun_year(word));
    let year = year.transpose()?;
    let readme = match args.readme {
        true => Some(ReadmeBlock::find(app.project()?.root(), "calendar")?),
        false => None,
    };
    let stars = if readme.is_some() && app.offline {
        recorded(app, year)?
    } else {
        app.ask_for_stars(year)?
    };
    if let Some(readme) = readme {
        let path = readme.replace(&markdown(app, &stars))?;
        app.note(&format!("wrote {}", app.shown(path).display()));
    }
    let schema = "aoc-calendar/1";
    let document = CalendarResults { schema, stars };
    let variable = app.environment.variable("COLORTERM");
    let all_colors = variable.is_some_and(|it| it == "truecolor" || it == "24bit");
    let today = today(app.site_time());
    app.show(&document, || {
        screen(app.stdout, &document.stars, today, all_colors)
    })?;
    Ok(Exit::Done)
}

/// The stars that the accepted answers of the project's days are worth.
fn recorded(app: &App, wanted: Option<Year>) -> Result<Stars, CliError> {
    let store = app.store()?;
    let mut stars = Stars::default();
    for (year, days) in app.project()?.days()? {
        let mut count = 0;
        for day in days {
            let answers = store.answers(year.day(day), None)?;
            let parts = Part::BOTH.into_iter();
            count += parts
                .filter(|&part| answers.accepted(part).is_some())
                .count();
        }
        if wanted.is_none_or(|wanted| wanted == year) {
            stars.years.push(YearStars {
                year,
                stars: u32::try_from(count).unwrap_or_default(),
                of: 2 * u32::from(puzzle::days(year)),
                days: None,
            });
        }
    }
    Ok(stars)
}

/// The table of the README: the years that have stars.
fn markdown(app: &App, stars: &Stars) -> String {
    let row = |year: &YearStars| {
        let address = app.settings.base_url.at(&format!("/{}", year.year));
        format!(
            "| [{}]({address}) | {} of {} |\n",
            year.year, year.stars, year.of
        )
    };
    let years = stars.years.iter().rev().filter(|year| year.stars > 0);
    "| year | stars ⭐ |\n|:--|--:|\n".to_owned() + &years.map(row).collect::<String>()
}

/// The picture of one year if it fits, else its sheet; or the table of all years.
fn screen(terminal: Terminal, stars: &Stars, today: Option<Puzzle>, all_colors: bool) -> String {
    let [year] = &stars.years[..] else {
        return table(terminal, stars);
    };
    let Some(days) = &year.days else {
        return table(terminal, stars);
    };
    let mut head = Line::new(terminal, 2);
    head.cell(STRONG, &year.year.to_string()).gap(2);
    let count = format!("{} of {}", year.stars, year.of);
    head.cell(star_style(year.stars, year.of), &count).gap(2);
    head.words(DIM, &sanitize(stars.user.as_deref().unwrap_or_default()));
    let today = today.filter(|today| today.year == year.year);
    let today = today.map(|today| today.day);
    let fits = |line: &PictureLine| terminal.width.is_none_or(|room| line.width() + 2 <= room);
    let picture = stars.picture.as_deref();
    head.end()
        + &match picture.filter(|lines| lines.iter().all(fits)) {
            Some(lines) => picture_text(terminal, lines, today, all_colors),
            None => sheet(terminal, year, days, today),
        }
}

/// The site's own background, on which its colours can be told apart.
const NIGHT: RgbColor = RgbColor(0x0f, 0x0f, 0x23);

/// The picture, with an arrow at today's line.
fn picture_text(
    terminal: Terminal,
    lines: &[PictureLine],
    today: Option<Day>,
    all_colors: bool,
) -> String {
    let shown = |color: RgbColor| match color {
        _ if all_colors => Color::Rgb(color),
        NIGHT => Color::Ansi256(Ansi256Color(233)),
        // The cube of 6 x 6 x 6 colours.
        RgbColor(red, green, blue) => {
            let step = |value: u8| (value / 51).min(5);
            Color::Ansi256(Ansi256Color(
                16 + 36 * step(red) + 6 * step(green) + step(blue),
            ))
        }
    };
    let night = Style::new().bg_color(Some(shown(NIGHT)));
    let columns = lines.iter().map(PictureLine::width).max().unwrap_or(0);
    let mut text = String::new();
    for line in lines {
        let is_today = today.is_some() && line.day == today;
        let mark = if is_today { "> " } else { "  " };
        let mut shown_line = terminal.paint(night.bold(), mark);
        for (color, piece) in &line.pieces {
            let known = |c| if terminal.unicode { c } else { ascii(c) };
            let piece: String = piece.chars().map(known).collect();
            let style = night.fg_color(color.map(shown));
            shown_line += &terminal.paint(style, piece);
        }
        if terminal.color {
            let rest = " ".repeat(columns - line.width());
            shown_line += &terminal.paint(night, rest);
        }
        text = text + shown_line.trim_end() + "\n";
    }
    text
}

/// Something like this character that every terminal can show.
const fn ascii(c: char) -> char {
    match c {
        '\0'..='\x7f' => c,
        '─' | '━' | '═' => '-',
        '│' | '┃' | '║' => '|',
        '\u{2500}'..='\u{257f}' => '+',
        _ => '#',
    }
}

/// A month's sheet, with a mark at today.
fn sheet(terminal: Terminal, year: &YearStars, days: &[DayStars], today: Option<Day>) -> String {
    // The columns of a day with its stars and the gap behind it.
    let (gap, cell) = match terminal.width {
        Some(..56) => (0, 5),
        _ => (1, 8),
    };
    let last = days.iter().map(|day| day.day.0).max().unwrap_or(0);
    let last = u8::try_from(year.of / 2).unwrap_or(last).max(last).min(31);
    let mut weekdays = Line::new(terminal, 0);
    for weekday in ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"] {
        weekdays.gap(1 + gap).left(DIM, weekday, cell - 1 - gap);
    }
    let mut lines = weekdays.end();
    let first = unlock(year.year.day(Day(1))).weekday();
    let mut column = first.num_days_from_monday() as usize;
    let mut line = Line::new(terminal, 0);
    line.gap(column * cell);
    for day in (1..=last).map(Day) {
        if column == 7 {
            lines += &line.end();
            line = Line::new(terminal, 0);
            column = 0;
        }
        let stars = days.iter().find(|it| it.day == day).map(|it| it.stars);
        let style = stars.map_or(DIM, |stars| star_style(stars.into(), 2));
        let mark = if today == Some(day) { ">" } else { "" };
        line.right(style, &format!("{mark}{day}"), 3).gap(gap);
        line.left(style, stars.map_or("", star_marks), cell - 3 - gap);
        column += 1;
    }
    lines + &line.end()
}

/// A line for each year, and their sum.
fn table(terminal: Terminal, stars: &Stars) -> String {
    let row = |name: &str, stars: u32, of: u32, user: &str| {
        let mut line = Line::new(terminal, 2);
        line.left(STRONG, name, 4).gap(2);
        line.right(star_style(stars, of), &stars.to_string(), 3);
        line.gap(1).cell(DIM, "of").gap(1);
        line.right(DIM, &of.to_string(), 3).gap(2);
        line.words(DIM, &sanitize(user));
        line.end()
    };
    let years = stars.years.iter();
    let years = years.map(|year| row(&year.year.to_string(), year.stars, year.of, ""));
    let mut lines: String = years.collect();
    if let Some(total) = stars.total {
        let of = stars.years.iter().map(|year| year.of).sum();
        let user = stars.user.as_deref().unwrap_or_default();
        lines += &row("all", total, of, user);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stars(years: &[(u16, u32, u32)], days: Option<&[u8]>) -> Stars {
        let days = days.map(|days| {
            let days = days.iter().zip(1..);
            let day = |(&stars, day)| DayStars {
                day: Day(day),
                stars,
            };
            days.map(day).collect()
        });
        let year = |&(year, stars, of): &(u16, u32, u32)| YearStars {
            year: Year(year),
            stars,
            of,
            days: days.clone(),
        };
        Stars {
            user: Some("ana\u{1b}".to_owned()),
            years: years.iter().map(year).collect(),
            total: days.is_none().then_some(81),
            picture: None,
        }
    }

    fn terminal(width: usize) -> Terminal {
        Terminal {
            width: Some(width),
            ..Terminal::PLAIN
        }
    }

    #[test]
    fn a_year_is_a_sheet_of_december() {
        let stars = stars(&[(2024, 5, 50)], Some(&[2, 1, 0, 2]));
        let today = Some(Year(2024).day(Day(4)));
        let shown = |terminal| screen(terminal, &stars, today, false);
        insta::assert_snapshot!(shown(Terminal::PLAIN), @r"
        2024  5 of 50  ana\u{1b}
          Mo      Tu      We      Th      Fr      Sa      Su
                                                          1 **
          2 *     3 ·    >4 **    5       6       7       8
          9      10      11      12      13      14      15
         16      17      18      19      20      21      22
         23      24      25
        ");
        insta::assert_snapshot!(shown(terminal(40)), @r"
        2024  5 of 50  ana\u{1b}
         Mo   Tu   We   Th   Fr   Sa   Su
                                        1**
          2*   3·  >4**  5    6    7    8
          9   10   11   12   13   14   15
         16   17   18   19   20   21   22
         23   24   25
        ");
        let json = serde_json::to_string(&stars).unwrap();
        let begins = r#"{"user":"ana\u001b","total":null,"years":[{"year":2024,"stars":5,"of":50,"days":[{"day":1,"stars":2},"#;
        assert!(json.starts_with(begins), "{json}");
    }

    #[test]
    fn a_year_is_the_picture_where_it_fits() {
        let mut stars = stars(&[(2024, 3, 50)], Some(&[2, 1]));
        let line = |day: Option<u8>, art: &str, end: &str| PictureLine {
            day: day.map(Day),
            pieces: vec![
                (Some(RgbColor(0, 0xcc, 0)), art.to_owned()),
                (None, end.to_owned()),
            ],
        };
        stars.picture = Some(vec![
            line(Some(1), "┌─*─┐", "   1 **"),
            line(None, "│ O │", ""),
            line(Some(2), "└~~~┘", "   2 * "),
        ]);
        let today = Some(Year(2024).day(Day(2)));
        let shown = |terminal, all_colors| screen(terminal, &stars, today, all_colors);
        let ascii = Terminal {
            unicode: false,
            ..terminal(14)
        };
        let colored = Terminal {
            color: true,
            ..terminal(80)
        };
        insta::assert_snapshot!(shown(Terminal::PLAIN, false), @r"
        2024  3 of 50  ana\u{1b}
          ┌─*─┐   1 **
          │ O │
        > └~~~┘   2 *
        ");
        insta::assert_snapshot!(shown(ascii, false), @r"
        2024  3 of 50
          ana\u{1b}
          +-*-+   1 **
          | O |
        > +~~~+   2 *
        ");
        insta::assert_snapshot!(shown(colored, true), @"
        \u{1b}[1m2024\u{1b}[0m  3 of 50  \u{1b}[2mana\\u{1b}\u{1b}[0m
        \u{1b}[1m\u{1b}[48;2;15;15;35m  \u{1b}[0m\u{1b}[38;2;0;204;0m\u{1b}[48;2;15;15;35m┌─*─┐\u{1b}[0m\u{1b}[48;2;15;15;35m   1 **\u{1b}[0m\u{1b}[48;2;15;15;35m\u{1b}[0m
        \u{1b}[1m\u{1b}[48;2;15;15;35m  \u{1b}[0m\u{1b}[38;2;0;204;0m\u{1b}[48;2;15;15;35m│ O │\u{1b}[0m\u{1b}[48;2;15;15;35m\u{1b}[0m\u{1b}[48;2;15;15;35m       \u{1b}[0m
        \u{1b}[1m\u{1b}[48;2;15;15;35m> \u{1b}[0m\u{1b}[38;2;0;204;0m\u{1b}[48;2;15;15;35m└~~~┘\u{1b}[0m\u{1b}[48;2;15;15;35m   2 * \u{1b}[0m\u{1b}[48;2;15;15;35m\u{1b}[0m
        ");
        assert!(shown(colored, false).contains("\u{1b}[38;5;40m"));
        // The sheet has lines of weekdays.
        assert!(shown(terminal(13), false).contains("Mo"));
    }

    #[test]
    fn all_years_are_a_table() {
        let stars = stars(&[(2015, 50, 50), (2024, 31, 50), (2025, 0, 24)], None);
        insta::assert_snapshot!(screen(Terminal::PLAIN, &stars, None, false), @r"
        2015   50 of  50
        2024   31 of  50
        2025    0 of  24
        all    81 of 124  ana\u{1b}
        ");
    }
}
