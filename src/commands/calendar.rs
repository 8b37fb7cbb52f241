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
use serde::Serialize;

use crate::app::args::YearArgs;
use crate::app::{App, SiteAccess, Ui};
use crate::error::{Exit, Result};
use crate::files::{Readers, replace};
use crate::project::ReadmeBlock;
use crate::puzzle::{Day, Puzzle, PuzzleKind, Year, newest_unlocked, running, today};
use crate::records::YearRecord;
use crate::reporter::{picture_text, star_field_svg, star_rows, star_table, year_link};
use crate::site::{DayStars, PictureLine, SiteError, Stars};
use crate::steps::selection::begun_year;
use crate::terminal::layout::Line;
use crate::terminal::style::{DIM, STRONG, star_marks, star_style};
use crate::terminal::{Terminal, linked_row};

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
    /// --> and <!-- aoc-calendar:end -->; without a session or with --offline from what is
    /// stored, and no number gets lower
    #[arg(long)]
    readme: bool,
    /// Draw the stars of all years as a field of years by days; - is standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The document, of which the screen is made: the stars of a year's days, or of all years.
#[derive(Default, Serialize)]
struct CalendarDocument {
    user: Option<String>,
    /// The sum of all stars; `None` if only some events are known.
    total: Option<u32>,
    years: Vec<CalendarYear>,
    /// The picture of the event's calendar.
    #[serde(skip)]
    picture: Option<Vec<PictureLine>>,
}

#[derive(Serialize)]
struct CalendarYear {
    year: Year,
    stars: u32,
    of: u32,
    /// The days whose stars are known; `None` if none is.
    days: Option<Vec<DayStars>>,
    #[serde(rename = "seen")]
    shown_at: Option<DateTime<Utc>>,
}

pub fn run(app: &App, args: &CalendarArgs) -> Result<Exit> {
    let year = match args.year.word() {
        Some(word) if word.eq_ignore_ascii_case("all") => None,
        Some(word) => {
            let year = Year::parse_word(word)?;
            Some(begun_year(&app.site, year)?)
        }
        None if args.readme || args.svg.is_some() => None,
        None => running(app.site.clock().latest()),
    };
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
        now: app.site.clock().latest(),
    };
    let mut exit = Exit::Done;
    let document = match asked {
        Some(Ok(shown)) => calendar.shown(shown),
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
        let shown = if is_asked { &document.years[..] } else { &[] };
        let is_shown = |year| shown.iter().any(|shown| shown.year == year);
        let rows = star_rows(&calendar.years, &block.lines()?, is_shown);
        let table = star_table(&app.settings.base_url, &rows);
        let path = app.workspace.relative_path(block.replace(&table)?);
        app.ui.note(format!("wrote {}", path.display()));
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
    let shown = match document.years[..] {
        [CalendarYear { year: only, .. }] if Some(only) == year => year,
        _ => None,
    };
    app.ui.show("calendar", &document, || {
        screen(app.ui.stdout, &document, shown, today(calendar.now))
    })?;
    Ok(exit)
}

impl CalendarArgs {
    fn writes_file(&self) -> bool {
        self.readme || self.svg.is_some()
    }
}

/// The stars of all years, as far as they are known.
struct Calendar {
    /// The year that is asked for; `None` for all years.
    year: Option<Year>,
    years: Vec<YearRecord>,
    user: Option<String>,
    now: DateTime<Utc>,
}

impl Calendar {
    /// The years of which something is known.
    fn known_years(&self) -> impl DoubleEndedIterator<Item = &YearRecord> {
        self.years.iter().filter(|year| year.has_known_stars())
    }

    /// The stars that the site has just shown. Of the days it may not have shown any, and so what
    /// is known of them is added.
    fn shown(&self, shown: Stars) -> CalendarDocument {
        let years = shown.years.into_iter().map(|year| CalendarYear {
            year: year.year,
            stars: year.stars,
            of: year.of,
            days: year.days.or_else(|| self.known_days(year.year)),
            shown_at: year.shown_at,
        });
        self.with_total(CalendarDocument {
            user: shown.user,
            total: shown.total,
            years: years.collect(),
            picture: shown.picture,
        })
    }

    /// The stars that are stored; of the running event only if there are any, otherwise of all
    /// years.
    fn stored(&self, args: &CalendarArgs) -> CalendarDocument {
        let mut years = self.known_of(self.year);
        if years.is_empty() && args.year.word().is_none() {
            years = self.known_of(None);
        }
        self.with_total(CalendarDocument {
            user: self.user.clone(),
            years,
            ..CalendarDocument::default()
        })
    }

    /// The most of what the site showed and of what is stored, of a year, or of all years of which
    /// anything is known.
    fn known_of(&self, only: Option<Year>) -> Vec<CalendarYear> {
        let years = self.known_years();
        let years = years.filter(|known| only.is_none_or(|only| only == known.year));
        let document = |known: &YearRecord| CalendarYear {
            year: known.year,
            stars: known.stars.unwrap_or(0),
            of: known.of,
            days: self
                .known_days(known.year)
                .or_else(|| only.map(|_| Vec::new())),
            shown_at: known.shown_at,
        };
        years.map(document).collect()
    }

    /// The days of a year whose stars are known; `None` if none is.
    fn known_days(&self, year: Year) -> Option<Vec<DayStars>> {
        let known = self.years.iter().find(|known| known.year == year)?;
        let days = known.days.iter().filter_map(|day| {
            Some(DayStars {
                day: day.puzzle.day,
                stars: day.stars()?,
            })
        });
        let days: Vec<DayStars> = days.collect();
        (!days.is_empty()).then_some(days)
    }

    /// Adds the sum of all years, if the site has shown each event.
    fn with_total(&self, mut document: CalendarDocument) -> CalendarDocument {
        let newest = newest_unlocked(Day::FIRST, self.now).unwrap_or(Year::FIRST);
        let is_shown = |year| {
            let mut years = document.years.iter();
            years.any(|known| known.year == year && known.shown_at.is_some())
        };
        let is_complete = Year::FIRST.through(newest).all(is_shown);
        if self.year.is_none() && document.total.is_none() && is_complete {
            let counts = document.years.iter().map(|known| known.stars);
            document.total = Some(counts.fold(0, u32::saturating_add));
        }
        document
    }
}

/// Says why the site is not asked; an error if nothing is stored.
fn say_why_not_asked(ui: &Ui, site: &SiteAccess, stored: &CalendarDocument) -> Result<()> {
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

/// A year with its days is a calendar, if it was asked for; years are a table with their sum, if
/// it is known.
fn screen(
    terminal: Terminal,
    stars: &CalendarDocument,
    shown: Option<Year>,
    today: Option<Puzzle>,
) -> String {
    let user = stars.user.as_deref().unwrap_or_default();
    let mut years = stars.years.iter();
    if let Some(year) = years.find(|year| shown == Some(year.year))
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
    let cells = [
        (
            STRONG,
            year.map_or_else(|| "all".to_owned(), |year| year.to_string()),
        ),
        (star_style(stars, of), format!("{stars} of {of}")),
        (DIM, user.to_owned()),
    ];
    linked_row(terminal, year.and_then(year_link), 2, &[4, -9], &cells)
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
    use crate::site::PicturePiece;

    fn stars(years: &[(u16, u32, u32)], days: Option<&[u8]>) -> CalendarDocument {
        let day = |(&stars, day)| DayStars {
            day: Day::of(day),
            stars,
        };
        let days: Option<Vec<_>> = days.map(|days| days.iter().zip(1..).map(day).collect());
        let year = |&(year, stars, of): &(u16, u32, u32)| CalendarYear {
            year: Year::of(year),
            stars,
            of,
            days: days.clone(),
            shown_at: None,
        };
        CalendarDocument {
            user: Some("ana\u{1b}".to_owned()),
            years: years.iter().map(year).collect(),
            total: days.is_none().then_some(81),
            picture: None,
        }
    }

    fn shown(terminal: Terminal, stars: &CalendarDocument) -> String {
        let year = Year::of(2024);
        let shown = (stars.years.len() == 1).then_some(year);
        screen(terminal, stars, shown, Some(year.day(Day::of(2))))
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
