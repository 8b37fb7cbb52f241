//! `aoc calendar`: the stars of a year's days, in the picture of the site's calendar or as a
//! list, or the stars of all years.
//!
//! ```text
//! 2024   31 of 50  ana
//!    1 **     2 **     3 *   >  4 ·
//! ```

use std::path::PathBuf;

use chrono::{DateTime, Utc};
use clap::Args;

use crate::app::args::YearArgs;
use crate::app::{App, SiteAccess, Ui};
use crate::error::{Exit, Result};
use crate::files::{Readers, replace};
use crate::project::ReadmeBlock;
use crate::puzzle::{Day, Puzzle, PuzzleKind, Year, newest_unlocked, running, today};
use crate::records::YearRecord;
use crate::reporter::{picture_text, star_field_svg, star_rows, star_table, year_link};
use crate::site::{DayStars, SiteError, Stars, YearStars};
use crate::steps::selection::begun_year;
use crate::terminal::Terminal;
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, STRONG, star_marks, star_style};
use crate::terminal::table::{Cell, Column, Layout};

/// Show the stars of a year's days, or of all years
///
/// Asks the site for the stars of a year's days, or of all years, with one request. A
/// year is shown as the site draws its calendar, or as a list of its days if that
/// does not fit. Without a year it shows the running event, outside of events all
/// years. Without a session, with --offline, or if the site fails, it shows what is
/// stored, as aoc status does. --readme keeps a table of the stars in README.md, and
/// --svg draws them.
#[derive(Args)]
#[command(add = PuzzleKind::Events, after_help = "\
Examples:
  aoc calendar 2024      show the stars of each day of 2024
  aoc calendar --readme  put the stars of all years into README.md")]
pub struct CalendarArgs {
    #[command(flatten)]
    year: YearArgs,
    /// Refresh the table of stars in README.md, between the lines <!-- aoc-calendar:start
    /// --> and <!-- aoc-calendar:end -->; without a session or with --offline it uses the
    /// stored stars; it never lowers a number
    #[arg(long)]
    readme: bool,
    /// Draw the stars of all years as a field of years by days; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(app: &App, args: &CalendarArgs) -> Result<Exit> {
    let year = year_to_show(app, args)?;
    let block = if args.readme {
        let root = app.workspace.project()?.root();
        Some(ReadmeBlock::find(root, "calendar")?)
    } else {
        None
    };
    let is_asked = app.site.session().is_ok() && !app.site.is_offline;
    let asked = is_asked.then(|| app.site.ask_for_stars(year));
    // The records are loaded after the request, so they contain the reply.
    let mut records = app.workspace.records(app.site.stored_replies());
    let calendar = Calendar {
        year,
        years: records.years(),
        user: records.user().map(str::to_owned),
        now: app.site.time().latest(),
    };
    let mut exit = Exit::Done;
    let stars = match asked {
        Some(Ok(reply)) => calendar.with_known_days(reply),
        Some(Err(error)) => {
            let stored = calendar.stored(args);
            if args.writes_file() || stored.years.is_empty() {
                return Err(error);
            }
            exit = app.site.show_stored("stars", error);
            stored
        }
        None => {
            let stored = calendar.stored(args);
            if !args.writes_file() {
                say_why_not_asked(&app.ui, &app.site, &stored)?;
            }
            stored
        }
    };
    if let Some(block) = block {
        let shown = if is_asked { &stars.years[..] } else { &[] };
        write_readme(app, &block, &calendar.years, shown)?;
    }
    if let Some(file) = &args.svg {
        let svg = star_field_svg(calendar.known_years().rev());
        if file.as_os_str() == "-" {
            app.ui.console().print(&svg)?;
            return Ok(Exit::Done);
        }
        let path = app.environment.current_dir.join(file);
        replace(&path, svg, Readers::Usual)?;
        app.ui.note(format!("wrote {}", file.display()));
    }
    let only = match &stars.years[..] {
        [only] if Some(only.year) == year => Some(only),
        _ => None,
    };
    app.ui.show("calendar", &stars, || {
        screen(app.ui.stdout, &stars, only, today(calendar.now))
    })?;
    Ok(exit)
}

/// The requested year, or the running event; `None` for all years.
fn year_to_show(app: &App, args: &CalendarArgs) -> Result<Option<Year>> {
    match args.year.word() {
        Some(word) if word.eq_ignore_ascii_case("all") => Ok(None),
        Some(word) => begun_year(&app.site, Year::parse_word(word)?).map(Some),
        None if args.writes_file() => Ok(None),
        None => Ok(running(app.site.time().latest())),
    }
}

/// Refreshes the table of stars in README.md. The site has just shown the years `shown`.
fn write_readme(
    app: &App,
    block: &ReadmeBlock,
    years: &[YearRecord],
    shown: &[YearStars],
) -> Result<()> {
    let is_shown = |year| shown.iter().any(|shown| shown.year == year);
    let rows = star_rows(years, &block.lines()?, is_shown);
    let table = star_table(&app.settings.base_url, &rows);
    let path = app.workspace.relative_path(block.replace(&table)?);
    app.ui.note(format!("wrote {}", path.display()));
    Ok(())
}

impl CalendarArgs {
    fn writes_file(&self) -> bool {
        self.readme || self.svg.is_some()
    }
}

/// The known stars of all years.
struct Calendar {
    /// The year to show; `None` for all years.
    year: Option<Year>,
    years: Vec<YearRecord>,
    user: Option<String>,
    now: DateTime<Utc>,
}

impl Calendar {
    /// The years whose stars are known.
    fn known_years(&self) -> impl DoubleEndedIterator<Item = &YearRecord> {
        self.years.iter().filter(|year| year.has_known_stars())
    }

    /// The stars in the site's reply. The list of all events contains no days, so the stored
    /// stars of days are added.
    fn with_known_days(&self, mut reply: Stars) -> Stars {
        for shown in &mut reply.years {
            if shown.days.is_none()
                && let Some(known) = self.years.iter().find(|known| known.year == shown.year)
            {
                shown.days = known_days(known);
            }
        }
        reply
    }

    /// The stored stars of the year to show. If no year was requested and the running event has
    /// none, those of all years.
    fn stored(&self, args: &CalendarArgs) -> Stars {
        let mut years = self.known_of(self.year);
        if years.is_empty() && args.year.word().is_none() {
            years = self.known_of(None);
        }
        Stars {
            user: self.user.clone(),
            total: self.total(&years),
            years,
            picture: None,
        }
    }

    /// The known stars of one year, or of all years with known stars.
    fn known_of(&self, only: Option<Year>) -> Vec<YearStars> {
        self.known_years()
            .filter(|known| only.is_none_or(|only| only == known.year))
            .map(|known| YearStars {
                year: known.year,
                stars: known.stars.unwrap_or(0),
                of: known.of,
                days: known_days(known).or_else(|| only.map(|_| Vec::new())),
                shown_at: known.shown_at,
            })
            .collect()
    }

    /// The sum of all years, if the site has shown each event.
    fn total(&self, years: &[YearStars]) -> Option<u32> {
        if self.year.is_some() {
            return None;
        }
        let newest = newest_unlocked(Day::FIRST, self.now).unwrap_or(Year::FIRST);
        let is_shown = |year| {
            years
                .iter()
                .any(|known| known.year == year && known.shown_at.is_some())
        };
        if !Year::FIRST.through(newest).all(is_shown) {
            return None;
        }
        let counts = years.iter().map(|known| known.stars);
        Some(counts.fold(0, u32::saturating_add))
    }
}

/// The days of a year whose stars are known; `None` if none is.
fn known_days(year: &YearRecord) -> Option<Vec<DayStars>> {
    let mut days = Vec::new();
    for day in &year.days {
        if let Some(stars) = day.stars.count() {
            let day = day.puzzle.day;
            days.push(DayStars { day, stars });
        }
    }
    (!days.is_empty()).then_some(days)
}

/// Tells the user why no request was made. Fails if nothing is stored.
fn say_why_not_asked(ui: &Ui, site: &SiteAccess, stored: &Stars) -> Result<()> {
    match site.session() {
        Err(reason) if !site.is_offline => {
            if stored.years.is_empty() {
                return Err(reason.into());
            }
            ui.note(format!(
                "showing the stored stars, because the site was not asked: {reason}"
            ));
        }
        _ if stored.years.is_empty() => return Err(SiteError::offline().into()),
        _ => {}
    }
    Ok(())
}

/// The calendar of the only year, if its days are known. Otherwise a line for each year, and
/// their sum if it is known.
fn screen(
    terminal: Terminal,
    stars: &Stars,
    only: Option<&YearStars>,
    today: Option<Puzzle>,
) -> String {
    let user = stars.user.as_deref().unwrap_or_default();
    if let Some(year) = only
        && let Some(days) = &year.days
    {
        let today = match today {
            Some(today) if today.year == year.year => Some(today.day),
            _ => None,
        };
        let lines = stars.picture.as_deref().unwrap_or_default();
        let picture = picture_text(terminal, lines, today);
        return star_count_line(terminal, Some(year.year), year.stars, year.of, user)
            + &picture.unwrap_or_else(|| day_list(terminal, days, today));
    }
    let mut text = String::new();
    let mut all: u32 = 0;
    for year in &stars.years {
        text += &star_count_line(terminal, Some(year.year), year.stars, year.of, "");
        all = all.saturating_add(year.of);
    }
    if let Some(total) = stars.total {
        text += &star_count_line(terminal, None, total, all, user);
    }
    text
}

/// The stars of a year, or of all.
fn star_count_line(
    terminal: Terminal,
    year: Option<Year>,
    stars: u32,
    of: u32,
    user: &str,
) -> String {
    const COLUMNS: &[Column] = &[
        Column::left("").at_least(4),
        Column::right("").at_least(9),
        Column::left("").wraps(),
    ];
    let name = year.map_or_else(|| "all".to_owned(), |year| year.to_string());
    let cells = [
        Cell::new(STRONG, name).link(year.and_then(year_link)),
        Cell::new(star_style(stars, of), format!("{stars} of {of}")),
        Cell::new(DIM, user),
    ];
    Layout::of_columns(terminal, COLUMNS).line(&cells).end()
}

/// The days with their stars. Today is marked.
fn day_list(terminal: Terminal, days: &[DayStars], today: Option<Day>) -> String {
    let mut line = Line::new(terminal, 0);
    for &DayStars { day, stars } in days {
        let arrow = if today == Some(day) { "> " } else { "" };
        let text = format!("{arrow:2}{day:>2} {}", star_marks(stars));
        line.left(star_style(stars.into(), 2), text, 7).gap(2);
    }
    line.end()
}

#[cfg(test)]
mod tests {
    use anstyle::RgbColor;

    use super::*;
    use crate::site::{PictureLine, PicturePiece};

    fn stars(years: &[(u16, u32, u32)], days: Option<&[u8]>) -> Stars {
        let day = |(&stars, day)| DayStars {
            day: Day::of(day),
            stars,
        };
        let days: Option<Vec<_>> = days.map(|days| days.iter().zip(1..).map(day).collect());
        let year = |&(year, stars, of): &(u16, u32, u32)| YearStars {
            year: Year::of(year),
            stars,
            of,
            days: days.clone(),
            shown_at: None,
        };
        Stars {
            user: Some("ana\u{1b}".to_owned()),
            years: years.iter().map(year).collect(),
            total: days.is_none().then_some(81),
            picture: None,
        }
    }

    fn shown(terminal: Terminal, stars: &Stars) -> String {
        let only = match &stars.years[..] {
            [only] => Some(only),
            _ => None,
        };
        screen(terminal, stars, only, Some(Puzzle::of(2024, 2)))
    }

    #[test]
    fn a_year_is_a_list_of_days_and_all_years_are_a_table() {
        let year = stars(&[(2024, 5, 50)], Some(&[2, 1, 0, 2]));
        let all = stars(&[(2015, 50, 50), (2024, 31, 50), (2025, 0, 24)], None);
        let texts = [(None, &year), (Some(24), &year), (None, &all)].map(|(width, stars)| {
            let plain = Terminal::PLAIN;
            shown(Terminal { width, ..plain }, stars)
        });
        insta::assert_snapshot!(texts.join("\n"), @r"
        2024    5 of 50  ana\u{1b}
           1 **  >  2 *      3 ·      4 **

        2024    5 of 50
          ana\u{1b}
           1 **  >  2 *      3 ·
           4 **

        2015   50 of 50
        2024   31 of 50
        2025    0 of 24
        all   81 of 124  ana\u{1b}
        ");
    }

    #[test]
    fn a_year_is_the_picture_where_it_fits() {
        let mut stars = stars(&[(2024, 3, 50)], Some(&[2, 1]));
        let line = |day: Option<u8>, art: &str, end: &str| PictureLine {
            day: day.map(Day::of),
            pieces: vec![
                PicturePiece {
                    color: RgbColor(0, 0xcc, 0),
                    text: art.to_owned(),
                },
                PicturePiece {
                    color: RgbColor(0xcc, 0xcc, 0xcc),
                    text: end.to_owned(),
                },
            ],
        };
        let lines = [
            line(Some(1), "┌─*─┐", "   1 **"),
            line(None, "│ O │", ""),
            line(Some(2), "└~~~┘", "   2 * "),
        ];
        stars.picture = Some(Vec::from(lines));
        let colored = Terminal {
            color: true,
            ..Terminal::wide(80)
        };
        let texts = [Terminal::wide(20), colored].map(|terminal| shown(terminal, &stars));
        insta::assert_snapshot!(texts.join("\n"), @"
        2024    3 of 50
          ana\\u{1b}
          ┌─*─┐   1 **
          │ O │
        > └~~~┘   2 *

        \u{1b}[1m2024\u{1b}[0m    3 of 50  \u{1b}[2mana\\u{1b}\u{1b}[0m
        \u{1b}[1m\u{1b}[48;5;233m  \u{1b}[0m\u{1b}[38;5;40m\u{1b}[48;5;233m┌─*─┐\u{1b}[0m\u{1b}[38;5;188m\u{1b}[48;5;233m   1 **\u{1b}[0m\u{1b}[48;5;233m\u{1b}[0m
        \u{1b}[1m\u{1b}[48;5;233m  \u{1b}[0m\u{1b}[38;5;40m\u{1b}[48;5;233m│ O │\u{1b}[0m\u{1b}[38;5;188m\u{1b}[48;5;233m\u{1b}[0m\u{1b}[48;5;233m       \u{1b}[0m
        \u{1b}[1m\u{1b}[48;5;233m> \u{1b}[0m\u{1b}[38;5;40m\u{1b}[48;5;233m└~~~┘\u{1b}[0m\u{1b}[38;5;188m\u{1b}[48;5;233m   2 * \u{1b}[0m\u{1b}[48;5;233m\u{1b}[0m
        ");
        assert!(shown(Terminal::wide(13), &stars).contains("   1 **\n>  2 *\n"));
    }
}
