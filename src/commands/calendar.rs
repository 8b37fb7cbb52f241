//! `aoc calendar`: shows the stars of all years or of the days of one year. A single year is shown
//! as the picture of the site's calendar or as a list.
//!
//! ```text
//! 2024   31 of 50  ana
//!    1 **     2 **     3 *   >  4 ·
//! ```

use std::fs;
use std::path::PathBuf;

use chrono::{DateTime, Utc};
use clap::Args;
use serde::Serialize;

use crate::app::args::Completes;
use crate::app::{App, SiteAccess};
use crate::error::{CliError, Exit, Result, usage_error};
use crate::files::{Destination, write_source};
use crate::pages::PictureLine;
use crate::project::ReadmeBlock;
use crate::puzzle::{Day, Puzzle, PuzzleScope, Year, newest_event, today};
use crate::records::YearRecord;
use crate::render::{
    picture_text, shows_more_stars, star_field_svg, star_rows, star_table, year_link,
};
use crate::site::{DayStars, FailureOrigin, SiteResult, UserStars, YearStars};
use crate::steps::lock_readme;
use crate::steps::selection::{Resolver, begun_year};
use crate::terminal::style::{DIM, STRONG, star_marks, star_style};
use crate::terminal::table::{Cell, Column, list};
use crate::terminal::{Line, Terminal};

/// Show the stars of a year's days, or of all years
///
/// Asks the site for the stars of a year's days, or of all years, with one request. A
/// year is shown as the site draws its calendar, or as a list of its days if that
/// does not fit. Without a year it shows the running event, outside of events all
/// years. Without a session, with --offline, or if the site fails, it shows what is
/// stored, as aoc status does. --readme keeps a table of the stars in README.md, and
/// --svg draws them.
#[derive(Args)]
#[command(add = PuzzleScope::Events, after_help = "\
Examples:
  aoc calendar 2024      show the stars of each day of 2024
  aoc calendar --readme  put the stars of all years into README.md")]
pub struct CalendarArgs {
    /// The year
    #[arg(add = Completes::Year)]
    year: Option<String>,
    /// The same as YEAR, for users of other tools
    #[arg(short = 'y', long = "year", hide = true, conflicts_with = "year")]
    #[arg(add = Completes::Year)]
    year_option: Option<String>,
    /// Refresh the table of stars in README.md
    ///
    /// Refresh the table of stars in README.md, between the lines <!-- aoc-calendar:start
    /// --> and <!-- aoc-calendar:end -->. Without a session, or with --offline, it uses the
    /// stored stars. A number in README.md is lowered only if the site has just shown a lower one.
    #[arg(long)]
    readme: bool,
    /// Draw the stars of all years, a row for each year; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The stars of the shown years as JSON.
#[derive(Serialize)]
struct CalendarDocument<'a> {
    /// The user's name as the site showed it.
    user: Option<&'a str>,
    /// The number of stars of all years. `None` unless the site has shown the stars of every event.
    #[serde(rename = "total")]
    stars: Option<u32>,
    /// The days of a year are those with known stars.
    years: Vec<YearStars>,
}

pub fn run(app: &App, args: &CalendarArgs) -> Result<Exit> {
    let requested = requested_year(app, args)?;
    let outputs = CalendarOutputs::checked(app, args)?;
    let refreshed = app.site.refresh_stars(requested);
    // The records are loaded after the request, so they contain the reply.
    let mut records = app.site.records(&app.workspace);
    let years = match requested {
        // The files of other years do not matter for a single year.
        Some(year) if args.year_word().is_some() && !args.writes_file() => {
            let mut years = vec![records.year(year)];
            years.retain(YearRecord::has_known_stars);
            years
        }
        _ => records.years(),
    };
    app.ui.warn_of(&records.errors);
    let now = app.site.time().now();
    let shown = shown_years(&years, requested, args);
    let document = CalendarDocument::of(&shown, records.user(), now);
    let what = match requested {
        Some(year) => format!("stars of {year}"),
        None => "stars of all events".to_owned(),
    };
    let refreshed = refreshed.map_err(|error| error.context_if_not_made(what));
    let (reply, exit) = reply_and_exit(&app.site, args, &outputs, refreshed, &years, &document)?;
    outputs.write(app, &years, &reply.years)?;
    if outputs.prints_svg() {
        return Ok(exit);
    }
    app.ui.show("calendar", &document, || {
        screen(app.ui.stdout, &document, requested, &reply, now)
    })?;
    Ok(exit)
}

/// The requested year, or else the year of the running event. `None` for all years.
fn requested_year(app: &App, args: &CalendarArgs) -> Result<Option<Year>> {
    match args.year_word() {
        Some(word) if word.eq_ignore_ascii_case("all") => Ok(None),
        Some(word) if word.parse::<u64>().is_err() => {
            let word = word.escape_debug();
            Err(usage_error(format!(
                "`{word}` is not a single year: write one such as 2020, or all"
            )))
        }
        Some(word) => begun_year(app, Year::parse_word(word)?).map(Some),
        None if args.writes_file() => Ok(None),
        None => Ok(Resolver::new(app).facts().running_event()),
    }
}

impl CalendarArgs {
    fn year_word(&self) -> Option<&String> {
        self.year.as_ref().or(self.year_option.as_ref())
    }

    fn writes_file(&self) -> bool {
        self.readme || self.svg.is_some()
    }
}

/// The documents that the options request.
struct CalendarOutputs {
    readme: Option<ReadmeBlock>,
    svg: Option<Destination>,
}

impl CalendarOutputs {
    /// Determines the requested documents. Fails if a file cannot be written, as far as that is
    /// known before the request.
    fn checked(app: &App, args: &CalendarArgs) -> Result<Self> {
        let readme = if args.readme {
            let root = app.workspace.project()?.root();
            Some(ReadmeBlock::find(root, "calendar")?)
        } else {
            None
        };
        let svg = match &args.svg {
            Some(name) => {
                let current_dir = &app.environment.current_dir;
                Some(Destination::checked(name, current_dir, app.ui.json)?)
            }
            None => None,
        };
        Ok(Self { readme, svg })
    }

    /// Writes the requested documents, and prints a note for each file. A number in README.md
    /// becomes smaller only if the site's reply to this command contains a smaller number.
    fn write(&self, app: &App, years: &[YearRecord], reply: &[YearStars]) -> Result<()> {
        if let Some(block) = &self.readme {
            let _lock = lock_readme(&app.ui, &app.workspace, block);
            let rows = star_rows(years, &block.lines()?, |year| {
                reply.iter().any(|stars| stars.year == year)
            });
            let table = star_table(&rows);
            app.note_path("wrote", block.replace(&table)?);
        }
        if let Some(destination) = &self.svg {
            let svg = star_field_svg(years.iter().rev());
            match destination {
                Destination::Stdout => app.ui.print(&svg)?,
                Destination::File(path) => {
                    write_source(path, svg)?;
                    app.note_path("wrote", path);
                }
            }
        }
        Ok(())
    }

    /// True if the file for the drawing has one with more stars than these years.
    fn would_lose_stars(&self, years: &[YearRecord]) -> bool {
        match &self.svg {
            Some(Destination::File(path)) => {
                fs::read_to_string(path).is_ok_and(|svg| shows_more_stars(&svg, years))
            }
            Some(Destination::Stdout) | None => false,
        }
    }

    /// True if the drawing is printed to stdout instead of the screen.
    fn prints_svg(&self) -> bool {
        matches!(self.svg, Some(Destination::Stdout))
    }
}

/// Returns the stars in the site's reply, and the exit code of the command. Without a reply there
/// are no stars, and the command shows the stored ones. Instead of that, this fails:
///
/// - if nothing is stored,
/// - if files are to be written and a request has failed,
/// - if a drawing would replace one with more stars, which may be those of another session.
fn reply_and_exit(
    site: &SiteAccess,
    args: &CalendarArgs,
    outputs: &CalendarOutputs,
    refreshed: SiteResult<UserStars>,
    years: &[YearRecord],
    document: &CalendarDocument,
) -> Result<(UserStars, Exit)> {
    let error = match refreshed {
        Ok(reply) => return Ok((reply, Exit::Done)),
        Err(error) => error,
    };
    let may_use_stored = if args.writes_file() {
        let was_asked = error.kind.policy().origin == FailureOrigin::Request;
        !was_asked && years.iter().any(YearRecord::has_known_stars)
    } else {
        !document.years.is_empty()
    };
    if !may_use_stored {
        return Err(error.into());
    }
    if outputs.would_lose_stars(years) {
        let hint = "the drawing there shows more stars than are stored, so it is kept";
        return Err(CliError::from(error).add_hint(hint));
    }
    let exit = site.report_failed_or_skipped_refresh("the stored stars", error);
    Ok((UserStars::default(), exit))
}

/// The years on the screen: the requested year or all years. The running event is not shown alone
/// if nothing is known about it, unless the user has named it.
fn shown_years<'a>(
    years: &'a [YearRecord],
    requested: Option<Year>,
    args: &CalendarArgs,
) -> Vec<&'a YearRecord> {
    let shown: Vec<&YearRecord> = years
        .iter()
        .filter(|year| requested.is_none_or(|requested| requested == year.year))
        .collect();
    if shown.is_empty() && args.year_word().is_none() {
        return years.iter().collect();
    }
    shown
}

impl<'a> CalendarDocument<'a> {
    fn of(years: &[&YearRecord], user: Option<&'a str>, now: DateTime<Utc>) -> Self {
        let newest = newest_event(now);
        let are_all_shown = Year::FIRST.through(newest).all(|event| {
            years
                .iter()
                .any(|year| year.year == event && year.on_site.is_some())
        });
        let years: Vec<_> = years.iter().copied().map(known_stars).collect();
        let stars = are_all_shown.then(|| {
            let stars = years.iter().map(|year| year.stars);
            stars.fold(0, u32::saturating_add)
        });
        Self { user, stars, years }
    }
}

/// What is known about the stars of a year.
fn known_stars(year: &YearRecord) -> YearStars {
    let known = year.days.iter().filter_map(|day| {
        Some(DayStars {
            day: day.puzzle.day,
            stars: day.stars.count()?,
        })
    });
    let days: Vec<_> = known.collect();
    YearStars {
        year: year.year,
        stars: year.stars.unwrap_or(0),
        total: year.total,
        days: (!days.is_empty()).then_some(days),
        shown_at: year.on_site.map(|shown| shown.at),
    }
}

/// The calendar of the requested year if its stars are known, or else the stars of all shown years.
fn screen(
    terminal: Terminal,
    document: &CalendarDocument,
    requested: Option<Year>,
    reply: &UserStars,
    now: DateTime<Utc>,
) -> String {
    match &document.years[..] {
        [year] if Some(year.year) == requested => {
            let picture = reply.picture.as_deref().unwrap_or_default();
            year_screen(terminal, document, year, picture, today(now))
        }
        _ => all_years_screen(terminal, document),
    }
}

/// The calendar of a year: the picture, or a list of the days if the picture does not fit, or a
/// single line if only the number of stars is known.
fn year_screen(
    terminal: Terminal,
    document: &CalendarDocument,
    year: &YearStars,
    picture: &[PictureLine],
    today: Option<Puzzle>,
) -> String {
    let today = match today {
        Some(today) if today.year == year.year => Some(today.day),
        _ => None,
    };
    let days = picture_text(terminal, picture, today)
        .or_else(|| Some(day_list(terminal, year.days.as_deref()?, today)))
        .unwrap_or_default();
    let user = document.user.unwrap_or_default();
    star_count_line(terminal, Some(year.year), year.stars, year.total, user) + &days
}

/// A line for each year, and their sum if it is known.
fn all_years_screen(terminal: Terminal, document: &CalendarDocument) -> String {
    let mut text = String::new();
    let mut total: u32 = 0;
    for year in &document.years {
        text += &star_count_line(terminal, Some(year.year), year.stars, year.total, "");
        total = total.saturating_add(year.total);
    }
    if let Some(stars) = document.stars {
        let user = document.user.unwrap_or_default();
        text += &star_count_line(terminal, None, stars, total, user);
    }
    text
}

/// The number of stars of a year or of all years.
fn star_count_line(
    terminal: Terminal,
    year: Option<Year>,
    stars: u32,
    total: u32,
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
        Cell::new(star_style(stars, total), format!("{stars} of {total}")),
        Cell::new(DIM, user),
    ];
    list(terminal, COLUMNS, [cells])
}

/// The days with their stars. Today has an arrow.
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
    use std::time::Duration;

    use anstyle::RgbColor;

    use super::*;
    use crate::app::args::GlobalArgs;
    use crate::config::Environment;
    use crate::pages::PicturePiece;
    use crate::records::ShownStarCount;
    use crate::testing::{clock_at, environment, write};

    /// This computer's clock is behind.
    #[test]
    fn the_event_of_a_stored_page_is_running() {
        let home = tempfile::tempdir().expect("a folder");
        write(home.path(), "Cargo.toml", "[workspace.metadata.aoc]\n");
        let environment = Environment {
            clock: clock_at(|| "2026-11-30T12:00:00Z".parse().expect("a time")),
            ..environment(home.path(), &[])
        };
        let args = CalendarArgs {
            year: None,
            year_option: None,
            readme: false,
            svg: None,
        };
        let requested = || {
            let app = App::new(environment.clone(), &GlobalArgs::default());
            requested_year(&app, &args).expect("no wrong year")
        };
        assert_eq!(requested(), None);
        let page = "<title>Day 1 - Advent of Code 2026</title><main><article \
                    class=\"day-desc\"><h2>T</h2></article></main>";
        write(home.path(), "inputs/year2026/day01.html", page);
        assert_eq!(requested(), Some(Year::of(2026)));
    }

    fn document(years: &[(u16, u32, u32)], days: Option<&[u8]>) -> CalendarDocument<'static> {
        let day = |(&stars, day)| DayStars {
            day: Day::of(day),
            stars,
        };
        let days: Option<Vec<_>> = days.map(|days| days.iter().zip(1..).map(day).collect());
        let year = |&(year, stars, total): &(u16, u32, u32)| YearStars {
            year: Year::of(year),
            stars,
            total,
            days: days.clone(),
            shown_at: None,
        };
        CalendarDocument {
            user: Some("ana\u{1b}"),
            years: years.iter().map(year).collect(),
            stars: days.is_none().then_some(81),
        }
    }

    /// The screen on December 2, 2024.
    fn shown(terminal: Terminal, document: &CalendarDocument, picture: &[PictureLine]) -> String {
        let today = Some(Puzzle::of(2024, 2));
        match &document.years[..] {
            [only] => year_screen(terminal, document, only, picture, today),
            _ => all_years_screen(terminal, document),
        }
    }

    #[test]
    fn a_year_is_a_list_of_days_and_all_years_are_a_table() {
        let year = document(&[(2024, 5, 50)], Some(&[2, 1, 0, 2]));
        let all = document(&[(2015, 50, 50), (2024, 31, 50), (2025, 0, 24)], None);
        let texts = [(None, &year), (Some(24), &year), (None, &all)].map(|(width, document)| {
            let plain = Terminal::PLAIN;
            shown(Terminal { width, ..plain }, document, &[])
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
        let document = document(&[(2024, 3, 50)], Some(&[2, 1]));
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
        let colored = Terminal {
            color: true,
            ..Terminal::wide(80)
        };
        let texts =
            [Terminal::wide(20), colored].map(|terminal| shown(terminal, &document, &lines));
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
        assert!(shown(Terminal::wide(13), &document, &lines).contains("   1 **\n>  2 *\n"));
    }

    #[test]
    fn the_sum_is_known_if_the_site_has_shown_each_event() {
        let now = "2017-12-01T05:00:00Z".parse().unwrap();
        let years = [2015, 2016, 2017].map(|year| YearRecord {
            year: Year::of(year),
            stars: Some(u32::MAX),
            on_site: Some(ShownStarCount {
                stars: u32::MAX,
                at: now,
                age: Duration::ZERO,
            }),
            ..YearRecord::default()
        });
        let total = |years: &[&YearRecord]| CalendarDocument::of(years, None, now).stars;
        let [first, second, newest] = years.each_ref();
        assert_eq!(total(&[first, second, newest]), Some(u32::MAX));
        assert_eq!(total(&[first, newest]), None);
        let recorded = YearRecord {
            on_site: None,
            ..second.clone()
        };
        assert_eq!(total(&[first, &recorded, newest]), None);
    }
}
